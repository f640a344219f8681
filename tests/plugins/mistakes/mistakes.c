/* mistakes: a plug-in with mistakes that a dry run finds, one per value of its axis. Mistakes that end a process are in
 * tests/plugins/faults. */
#include "mistakes.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "gpubench.h"

enum mistake {
	NONE,
	ABSENT,    /* a kernel that is missing from the machine code */
	MANGLED,   /* a kernel without extern "C" */
	THREADS,   /* more threads per block than the kernel allows */
	GRID,      /* a grid without blocks */
	CREDULOUS, /* a verify() that checks nothing */
	STALE,     /* a verify() that accepts the output of an earlier launch */
	WRONG,     /* a verify() that expects another result than the kernel's */
	COST,      /* a launch that does nothing */
	LIMIT,
	METRIC, /* a metric without a unit */
	AXIS,   /* a pure hook that requests an axis that the point lacks */
	MUTE,   /* a hook that fails without a message */
	ONCE,   /* a setup() that succeeds only once */
	SKIPS,
	UNFILLED, /* a verify() that does not declare its output */
	/* a verify() that does not notice unwritten or wrong words */
	NOTHING,
	FIRST_KEPT,
	LAST_KEPT,
	FIRST_WRONG,
	MIDDLE_WRONG,
	LAST_WRONG
};

static const char *const names[] = { "none",      "absent",      "mangled",      "threads",    "grid",    "credulous",
				     "stale",     "wrong",       "cost",         "limit",      "metric",  "axis",
				     "mute",      "once",        "skips",        "unfilled",   "nothing", "first_kept",
				     "last_kept", "first_wrong", "middle_wrong", "last_wrong", NULL };

struct point {
	enum mistake mistake;
	int nonsense; /* not an axis */
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(mistake), .help = "what is wrong", .names = names, .full = "none" },
	{ .name = NULL },
};

enum { WORDS = 1024, BLOCK = 256, ADD = 3 };

struct state {
	gb_ptr out;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct mistakes_args args;
};

static enum mistake mistake_of(const struct gb_run *run)
{
	return gb_value(run, mistake);
}

static bool works_once; /* a point with ONCE was prepared */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (works_once)
		return gb_fail(run, "the lock of the first one is still held");
	return gb_alloc(run, WORDS * sizeof(unsigned int), &s->out);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum mistake mistake = mistake_of(run);
	const char *kernel = mistake == ABSENT    ? "mistakes_absent"
			     : mistake == MANGLED ? "mistakes_mangled"
			     : mistake == THREADS ? "mistakes_bounded"
						  : "mistakes_count";

	if (mistake == MUTE)
		return GB_FAILED;
	works_once |= mistake == ONCE;
	if (mistake == SKIPS)
		return gb_skip(run, "not on a %s", "Tuesday");
	s->shape = (struct gb_shape){ .grid = mistake == GRID ? 0 : WORDS / BLOCK,
				      .block = mistake == THREADS ? 512 : BLOCK };
	s->args = (struct mistakes_args){ gb_address(s->out), WORDS, ADD };
	return gb_find_kernel(run, kernel, &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* True if the mistake accepts this wrong word. */
static bool overlooks(enum mistake mistake, unsigned int i, unsigned int word)
{
	const bool is_kept = word == ~0u, is_turned = word == ~(i + ADD);

	switch (mistake) {
	case NOTHING:
		return is_kept;
	case FIRST_KEPT:
		return i == 0 && is_kept;
	case LAST_KEPT:
		return i == WORDS - 1 && is_kept;
	case FIRST_WRONG:
		return i == 0 && is_turned;
	case MIDDLE_WRONG:
		return i == WORDS / 2 && is_turned;
	case LAST_WRONG:
		return i == WORDS - 1 && is_turned;
	default:
		return false;
	}
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const enum mistake mistake = mistake_of(run);
	const unsigned int add = mistake == WRONG ? ADD + 1 : ADD;
	unsigned int word[WORDS];

	if (mistake == UNFILLED)
		GB_TRY(gb_fill(run, s->out, 0xff, sizeof word));
	else if (mistake != STALE)
		GB_TRY(gb_fill_output(run, s->out, 0xff, sizeof word));
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(run, word, s->out, sizeof word));
	for (unsigned int i = 0; mistake != CREDULOUS && i < WORDS; i++)
		if (word[i] != i + add && !overlooks(mistake, i, word[i]))
			return gb_fail(run, "word %u: got %u, expected %u", i, word[i], i + add);
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = mistake_of(run) == COST ? 0 : WORDS * sizeof(unsigned int) };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return mistake_of(run) == LIMIT ? (double)INFINITY : gb_memory_rate(device);
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	out[0] = (struct gb_metric){ "words", mistake_of(run) == METRIC ? NULL : "1", GB_EXACT, WORDS, 0 };
	return 1;
}

static const char *roof(const struct gb_run *run)
{
	if (mistake_of(run) == AXIS)
		(void)gb_value(run, nonsense);
	return NULL;
}

GB_BENCH(mistakes) = {
	GB_IDENTITY(mistakes),
	.summary = "mistakes that a dry run finds",
	.method = "For tests.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_mistakes,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.roof = roof,
	.sdc = "mistake=none",
};
