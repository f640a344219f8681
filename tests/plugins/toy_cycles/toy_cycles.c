/* toy_cycles: a plug-in for tests whose value is measured by its kernel. */
#include "toy_cycles.h"

#include "gpubench.h"

struct point {
	uint32_t stride;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(stride), .unit = "B", .help = "between two steps", .values = "0:8:4", .quick = "4" },
	{ .name = NULL },
};

struct state {
	gb_ptr cycles;
	struct gb_kernel kernel;
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, sizeof(unsigned long long), &s->cycles));
	return gb_find_kernel(run, "toy_cycles", &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct toy_cycles_args args = { gb_address(s->cycles), (unsigned int)gb_value(run, stride) };

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = 1, .block = 1 }, &args);
}

static int observe(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);
	unsigned long long cycles;

	GB_TRY(gb_copy_out(run, &cycles, s->cycles, sizeof cycles));
	*value = (double)cycles / TOY_CYCLES_STEPS;
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	double cycles;

	GB_TRY(gb_fill_output(run, s->cycles, 0xff, sizeof(unsigned long long)));
	GB_TRY(launch(run));
	GB_TRY(observe(run, &cycles));
	if (!(cycles < 1000))
		return gb_fail(run, "a step of %g cycles", cycles);
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ 0 };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 20; /* in cycles */
}

GB_BENCH(toy_cycles) = {
	GB_IDENTITY(toy_cycles),
	.summary = "a plug-in for the tests that observes cycles",
	.method = "The kernel writes how many cycles its steps took.",
	.quantity = GB_CYCLES,
	.axes = axes,
	.variants = gb_variants_toy_cycles,
	.state_size = sizeof(struct state),
	.setup = setup,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
};
