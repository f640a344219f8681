/* flips: a plug-in whose kernel deliberately flips one bit in one launch. The watch for silent data corruption must
 * find the bit and name it. It runs on the fake device and on a GPU. */
#include "flips.h"

#include <stdint.h>

#include "../../../bench/common/limits.h"
#include "gpubench.h"

/* Which launch is wrong, and what can notice it: the host compares all words, or every other word, or a kernel compares
 * them. */
enum fault { NONE, FIRST, SECOND, LATE, ACCEPTED, CHECKED, ALWAYS };
static const char *const faults[] = {
	[NONE] = "none",         [FIRST] = "first",     [SECOND] = "second", [LATE] = "late",
	[ACCEPTED] = "accepted", [CHECKED] = "checked", [ALWAYS] = "always", NULL
};
/* Number of the wrong launch, from 1; 0: none. */
static const unsigned int launch_of[] = {
	[NONE] = 0, [FIRST] = 1, [SECOND] = 2, [LATE] = 9, [ACCEPTED] = 9, [CHECKED] = 9, [ALWAYS] = 1
};

struct point {
	enum fault fault;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(fault), .help = "which launch is wrong", .names = faults, .full = "none" },
	{ .name = NULL },
};

enum { WORDS = 1 << 18, BLOCK = 256 };

struct state {
	gb_ptr out, sms, turn, report;
	struct gb_kernel count, write, check;
	struct flips_args args;
};

/* A fault happens only once per process, however often its point is visited. */
static unsigned int visits[sizeof launch_of / sizeof launch_of[0]];

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, WORDS * sizeof(unsigned int), &s->out));
	GB_TRY(gb_alloc(run, WORDS / BLOCK * sizeof(unsigned int), &s->sms));
	GB_TRY(gb_alloc(run, sizeof(unsigned int), &s->turn));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "flips_turn", &s->count));
	GB_TRY(gb_find_kernel(run, "flips_write", &s->write));
	GB_TRY(gb_find_kernel(run, "flips_check", &s->check));
	return gb_fill(run, s->sms, 0, WORDS / BLOCK * sizeof(unsigned int));
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t fault = gb_value(run, fault);

	s->args = (struct flips_args){ gb_address(s->out), gb_address(s->sms), gb_address(s->turn), WORDS, 0 };
	if (visits[fault]++ == 0 || fault == ALWAYS)
		s->args.at = launch_of[fault];
	gb_output_of_blocks(run, (struct gb_block_output){ .out = s->out,
							   .bytes = BLOCK * sizeof(unsigned int),
							   .blocks = WORDS / BLOCK,
							   .sms = fault == SECOND ? 0 : s->sms });
	return gb_fill(run, s->turn, 0, sizeof(unsigned int));
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct gb_shape shape = { .grid = WORDS / BLOCK, .block = BLOCK };

	GB_TRY(gb_launch(run, &s->count, (struct gb_shape){ .grid = 1, .block = 1 }, &s->args));
	return gb_launch(run, &s->write, shape, &s->args);
}

static int check_on_device(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct flips_check_args args = { gb_address(s->out), gb_address(s->report), WORDS };

	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, (struct gb_shape){ .grid = WORDS / BLOCK, .block = BLOCK }, &args));
	return gb_report_judge(run, s->report, WORDS, "words");
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t fault = gb_value(run, fault);

	GB_TRY(gb_fill_output(run, s->out, 0xff, WORDS * sizeof(unsigned int)));
	GB_TRY(launch(run));
	if (fault == CHECKED)
		return check_on_device(run);
	const unsigned int *out = gb_fetch(run, s->out, WORDS * sizeof *out);
	if (out == NULL)
		return GB_FAILED;
	for (unsigned int i = 0; i < WORDS; i += fault == ACCEPTED ? 2 : 1)
		if (out[i] != flips_word(i))
			return gb_fail(run, "word %u: got %#x, expected %#x", i, out[i], flips_word(i));
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = WORDS * sizeof(unsigned int) };
}

GB_BENCH(flips) = {
	GB_IDENTITY(flips),
	.summary = "one wrong bit in one launch, for the tests",
	.method = "Writes 1 MB. Bytes are those written.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_flips,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown,
};
