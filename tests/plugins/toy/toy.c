/* toy: a plug-in for tests on the fake device, whose kernels tests/fake/fake_kernels.c emulates. Its operations produce
 * all possible outcomes of a row: `add` and `double` are correct, `wrong` computes one wrong word, `absent` is
 * skipped. */
#include "toy.h"

#include <stdio.h>

#include "gpubench.h"

enum toy_op { ADD, DOUBLE, WRONG, ABSENT };
static const char *const ops[] = { [ADD] = "add", [DOUBLE] = "double", [WRONG] = "wrong", [ABSENT] = "absent", NULL };

struct point {
	enum toy_op op;
	uint32_t parts, block;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "what is done to each word", .names = ops, .full = "add,double" },
	{ GB_AXIS(parts), .help = "parts of the array that are worked on", .values = "1:4", .full = "1,4",
	  .when = "op=add,wrong,absent" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block", .kind = GB_SEARCHED, .values = "32:1024:pow2",
	  .quick = "64,1024" },
	{ .name = NULL },
};

struct state {
	gb_ptr in, out;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct toy_args args;
};

static int setup(struct gb_run *run)
{
	unsigned int words[TOY_WORDS];
	struct state *s = gb_state(run);

	for (unsigned int i = 0; i < TOY_WORDS; i++)
		words[i] = i * 2654435761u;
	GB_TRY(gb_alloc(run, sizeof words, &s->in));
	GB_TRY(gb_alloc(run, sizeof words, &s->out));
	return gb_copy_in(run, s->in, words, sizeof words);
}

static unsigned int words_of(const struct gb_run *run)
{
	return gb_value(run, op) == DOUBLE ? TOY_WORDS : TOY_WORDS / 4 * (unsigned int)gb_value(run, parts);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	char name[GB_NAME_MAX];

	if (op == ABSENT)
		return gb_skip(run, "there is no such operation here");
	s->shape = (struct gb_shape){ .block = gb_value(run, block), .grid = 1 };
	s->args = (struct toy_args){ gb_address(s->in), gb_address(s->out), words_of(run) };
	snprintf(name, sizeof name, "toy_%s", ops[op]);
	return gb_find_kernel(run, name, &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	unsigned int out[TOY_WORDS];

	GB_TRY(gb_fill_output(run, s->out, 0xff, sizeof out));
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(run, out, s->out, sizeof out));
	for (unsigned int i = 0; i < s->args.words; i++) {
		const unsigned int in = i * 2654435761u, expected = gb_value(run, op) == DOUBLE ? 2 * in : in + TOY_ADD;
		if (out[i] != expected)
			return gb_fail(run, "word %u: got %u, expected %u", i, out[i], expected);
	}
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 2.0 * sizeof(unsigned int) * words_of(run) };
}

/* A launch of 20 µs reaches half of this limit. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 2 * cost(run).bytes / 20e-6;
}

static const char *roof(const struct gb_run *run)
{
	return gb_value(run, op) == ADD ? "toy.add" : NULL;
}

GB_BENCH(toy) = {
	GB_IDENTITY(toy),
	.summary = "a plug-in for the tests, over the fake device",
	.method = "Adds to, or doubles, the words of a small array. Every word read and written counts.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_toy,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.roof = roof,
};
