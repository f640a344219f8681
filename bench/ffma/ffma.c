/* ffma: the rate of single-precision fused multiply-adds. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "ffma.h"
#include "gpubench.h"

GB_VARIANTS(ffma);

/* FMAs of a launch on each SM: about 2 ms at 128 a clock and 2 GHz, so that the start and the end of a grid do not
 * show. */
#define FMAS_PER_SM UINT64_C(524288000)

enum { WARP = 32 };

static const struct gb_axis axes[] = {
	{ .name = "type",
	  .help = "number format",
	  .kind = GB_REPORTED,
	  .names = (const char *const[]){ "fp32", NULL } },
	{ .name = "chains",
	  .help = "independent FMAs of a thread",
	  .kind = GB_SEARCHED,
	  .values = "1:16:pow2",
	  .full = "2:16:pow2",
	  .quick = "2,4" },
	{ .name = "body",
	  .help = "FMAs a trip of the loop",
	  .kind = GB_SEARCHED,
	  .values = "128,256,512,640,768",
	  .full = "512,640,768",
	  .quick = "640" },
	{ .name = "warps",
	  .help = "resident warps an SM",
	  .kind = GB_SEARCHED,
	  .values = "4:64:pow2",
	  .full = "8:64:pow2",
	  .quick = "32,64" },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads a block",
	  .kind = GB_SEARCHED,
	  .values = "64:1024:pow2",
	  .full = "128:1024:pow2",
	  .quick = "256,1024" },
	{ .name = NULL },
};

struct state {
	gb_ptr out;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct ffma_args args;
};

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	return gb_alloc(run, (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm * sizeof(float), &s->out);
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

static uint64_t threads(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int chains = (int)gb_value(run, "chains"), body = (int)gb_value(run, "body");
	const uint32_t block = (uint32_t)gb_value(run, "block"), warps = (uint32_t)gb_value(run, "warps");
	const uint32_t blocks = warps * WARP / block;
	char name[GB_NAME_MAX];
	uint32_t resident;

	if (blocks == 0)
		return gb_skip(run, "%u warps an SM are less than a block of %u threads", warps, block);
	snprintf(name, sizeof name, "ffma_c%d_b%d", chains, body);
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK && block > s->kernel.threads_max)
		return gb_skip(run, "a block of %u threads needs more registers than there are", block);
	if (status == GB_OK)
		status = gb_occupancy(run, &s->kernel, block, 0, &resident);
	if (status != GB_OK)
		return status;
	if (resident < blocks)
		return gb_skip(run, "%u warps an SM are not resident at once: %u blocks of %u threads are", warps,
			       resident, block);
	s->shape = (struct gb_shape){ .grid = blocks * (uint32_t)gb_device(run)->sm_count, .block = block };
	s->args = (struct ffma_args){
		.out = gb_address(s->out),
		.trips = (unsigned int)(FMAS_PER_SM / (UINT64_C(1) * warps * WARP * (unsigned int)body)),
	};
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* An FMA is two FLOP. The chains' closing sum is not counted. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = 2.0 * (double)threads(s) * s->args.trips * (double)gb_value(run, "body") };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	return device->rates.fp32 * device->sm_count * sm_hz;
}

static const char *roof(const struct gb_run *run)
{
	(void)run;
	return "fp32";
}

/* What every thread of one seed must give: the same chains, step by step, in the host's own fused multiply-add. */
static float reference(const struct gb_run *run, unsigned int seed)
{
	const struct state *s = gb_state(run);
	const unsigned int chains = (unsigned int)gb_value(run, "chains");
	const uint64_t steps = (uint64_t)s->args.trips * (uint64_t)gb_value(run, "body") / chains;
	const float a = ffma_factor(seed);
	float x[FFMA_CHAINS_MAX], sum = 0;

	for (unsigned int c = 0; c < chains; c++)
		x[c] = ffma_start(seed, c);
	for (uint64_t step = 0; step < steps; step++)
		for (unsigned int c = 0; c < chains; c++)
			x[c] = fmaf(x[c], a, a);
	for (unsigned int c = 0; c < chains; c++)
		sum += x[c];
	return sum;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t count = threads(s);
	float expected[FFMA_SEEDS];

	int status = gb_fill(run, s->out, 0xff, count * sizeof(float));
	if (status == GB_OK)
		status = launch(run);
	if (status != GB_OK)
		return status;
	float *out = malloc(count * sizeof *out);
	if (out == NULL)
		return gb_fail(run, "out of memory");
	for (unsigned int seed = 0; seed < FFMA_SEEDS; seed++) /* while the device computes */
		expected[seed] = reference(run, seed);
	status = gb_copy_out(run, out, s->out, count * sizeof *out);
	for (uint64_t i = 0; i < count && status == GB_OK; i++)
		if (!(out[i] == expected[i % FFMA_SEEDS]))
			status = gb_fail(run, "thread %llu computed %.9g, not %.9g", (unsigned long long)i,
					 (double)out[i], (double)expected[i % FFMA_SEEDS]);
	free(out);
	return status;
}

GB_BENCH(ffma) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "ffma",
	.summary = "single-precision fused multiply-add rate",
	.method =
		"Every thread runs independent chains of x <- a x + a in registers; one wave of blocks fills every SM "
		"evenly. An FMA counts as two FLOP; nothing else is counted. The value is the best shape of a search "
		"over chains, length of the loop body, warps an SM and block. Every thread's result is compared bit by "
		"bit with the same recurrence on the host. The limit is FP32 lanes x 2 x SMs x the SM clock measured "
		"over the timed interval.",
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = gb_variants_ffma,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.roof = roof,
};
