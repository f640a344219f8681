/* toy_host: a plug-in for the tests of the host's processors as a device. Each thread adds a number to its part of
 * an array; `wrong` leaves the last word unchanged, `crash` writes to an invalid address. */
#include "../../../bench/common/limits.h"
#include "gpubench.h"

enum { WORDS = 1 << 18, ADDEND = 7 };

enum toy_op { ADD, WRONG, CRASH };
static const char *const ops[] = { [ADD] = "add", [WRONG] = "wrong", [CRASH] = "crash", NULL };

struct args {
	const uint32_t *in;
	uint32_t *out;
	uint32_t words;
};

static void add(uint32_t thread, uint32_t threads, const void *args)
{
	const struct args *a = args;

	for (uint32_t i = thread; i < a->words; i += threads)
		a->out[i] = a->in[i] + ADDEND;
}

static void crash(uint32_t thread, uint32_t threads, const void *args)
{
	volatile uint32_t *nowhere = (volatile uint32_t *)(uintptr_t)(64 + thread);

	*nowhere = 1;
}

static const struct gb_host_kernel kernels[] = {
	{ "add", add, sizeof(struct args) },
	{ "crash", crash, sizeof(struct args) },
	{ NULL, NULL, 0 },
};

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = kernels },
	{ .name = NULL },
};

struct point {
	enum toy_op op;
	uint32_t threads;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "what each thread does", .names = ops, .full = "add" },
	{ GB_AXIS(threads), .help = "threads, each on a core", .kind = GB_SEARCHED, .values = "1:4", .quick = "1" },
	{ .name = NULL },
};

struct state {
	gb_ptr in, out;
	uint32_t cores;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct args args;
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t *words = gb_scratch(run, WORDS * sizeof *words);

	if (words == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < WORDS; i++)
		words[i] = i * 2654435761u;
	GB_TRY(gb_team(run, -1, &s->cores));
	GB_TRY(gb_alloc(run, WORDS * sizeof *words, &s->in));
	GB_TRY(gb_alloc(run, WORDS * sizeof *words, &s->out));
	GB_TRY(gb_place(run, s->in, WORDS * sizeof *words, 0, GB_PAGES_ANY));
	return gb_copy_in(run, s->in, words, WORDS * sizeof *words);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t threads = gb_value(run, threads);

	if (threads > s->cores)
		return gb_skip(run, "%u threads on %u cores", (unsigned int)threads, (unsigned int)s->cores);
	s->shape = (struct gb_shape){ .grid = threads, .block = 1 };
	s->args = (struct args){ gb_address(s->in), gb_address(s->out), WORDS - (gb_value(run, op) == WRONG) };
	return gb_find_kernel(run, gb_value(run, op) == CRASH ? "crash" : "add", &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	GB_TRY(gb_fill_output(run, s->out, 0xff, WORDS * sizeof(uint32_t)));
	GB_TRY(launch(run));
	const uint32_t *out = gb_fetch(run, s->out, WORDS * sizeof *out);
	if (out == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < WORDS; i++)
		if (out[i] != i * 2654435761u + ADDEND)
			return gb_fail(run, "word %u is %u", (unsigned int)i, (unsigned int)out[i]);
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 2.0 * WORDS * sizeof(uint32_t) };
}

GB_BENCH(toy_host) = {
	GB_IDENTITY(toy_host),
	.summary = "adds a number to each word of an array, on the host",
	.method = "Each thread goes through every n-th word. Counted are 4 bytes read and 4 written a word.",
	.target = GB_HOST,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = variants,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_unknown,
};
