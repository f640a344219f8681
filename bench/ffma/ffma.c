/* ffma: the rate of fused multiply-adds in each number format that the ordinary lanes have. */
#include <stdio.h>
#include <stdlib.h>

#include "ffma.h"
#include "ffma_chains.h"
#include "gpubench.h"

GB_VARIANTS(ffma);

/* A launch takes about 2 ms at 2 GHz and the full rate, so that the start and the end of a grid do not show. */
#define CLOCKS UINT64_C(4096000)
/* Multiply-adds a clock and SM where the architecture's rate is not known. */
#define RATE_ASSUMED 64.0

enum { WARP = 32 };

static const char *const types[] = {
	[FP32] = "fp32", [FP64] = "fp64", [FP16] = "fp16", [BF16] = "bf16", [INT32] = "int32", [DP4A] = "dp4a", NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "type",
	  .help = "number format; two halves or four bytes fill a register of 32 bits",
	  .kind = GB_REPORTED,
	  .names = types },
	{ .name = "chains",
	  .help = "independent multiply-adds of a thread",
	  .kind = GB_SEARCHED,
	  .values = "1:8:pow2",
	  .full = "2:8:pow2",
	  .quick = "2,8" },
	{ .name = "body",
	  .help = "multiply-adds a trip of the loop",
	  .kind = GB_SEARCHED,
	  .values = "128,512,640,768",
	  .full = "512,640,768",
	  .quick = "640" },
	{ .name = "warps",
	  .help = "resident warps an SM",
	  .kind = GB_SEARCHED,
	  .values = "4:64:pow2",
	  .full = "8:64:pow2",
	  .quick = "32" },
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
	gb_ptr seeds, out;
	struct ffma_seed seed[FFMA_SEEDS]; /* of the current point, as on the device */
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct ffma_args args;
};

/* ---- one point ----------------------------------------------------------------------------------------------------- */

/* Operations of one multiply-add instruction of a thread. */
static double operations(const struct gb_run *run)
{
	static const double of_type[] = {
		[FP32] = 2, [FP64] = 2, [FP16] = 4, [BF16] = 4, [INT32] = 2, [DP4A] = 8,
	};

	return of_type[gb_value(run, "type")];
}

/* Operations a clock and SM. */
static double rate(const struct gb_run *run, const struct gb_device *device)
{
	const struct gb_rates *rates = &device->rates;
	const double of_type[] = {
		[FP32] = rates->fp32, [FP64] = rates->fp64,   [FP16] = rates->fp16,
		[BF16] = rates->bf16, [INT32] = rates->int32, [DP4A] = rates->dp4a,
	};

	return of_type[gb_value(run, "type")];
}

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = gb_alloc(run, sizeof s->seed, &s->seeds);
	if (status == GB_OK)
		status =
			gb_alloc(run, (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm * sizeof(ffma_word),
				 &s->out);
	return status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

static uint64_t threads(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block;
}

static int choose_kernel(struct gb_run *run, struct gb_kernel *kernel)
{
	const int64_t type = gb_value(run, "type");
	const int chains = (int)gb_value(run, "chains"), body = (int)gb_value(run, "body");
	char name[GB_NAME_MAX];

	snprintf(name, sizeof name, "ffma_%s%sc%d_b%d", type == FP32 ? "" : types[type], type == FP32 ? "" : "_",
		 chains, body);
	return gb_find_kernel(run, name, kernel);
}

static unsigned int trips(const struct gb_run *run)
{
	const double known = rate(run, gb_device(run)) / operations(run);
	const uint64_t steps_per_sm = (uint64_t)((known > 0 ? known : RATE_ASSUMED) * CLOCKS);
	const uint64_t steps_per_trip = (uint64_t)(gb_value(run, "warps") * WARP * gb_value(run, "body"));

	return steps_per_sm > steps_per_trip ? (unsigned int)(steps_per_sm / steps_per_trip) : 1;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const int64_t type = gb_value(run, "type");
	const uint32_t block = (uint32_t)gb_value(run, "block"), warps = (uint32_t)gb_value(run, "warps");
	const uint32_t blocks = warps * WARP / block;
	uint32_t resident;

	if (type == BF16 && device->cc_major < 8)
		return gb_skip(run, "BF16 arithmetic begins with compute capability 8.0; this is %d.%d",
			       device->cc_major, device->cc_minor);
	if (blocks == 0)
		return gb_skip(run, "%u warps an SM are less than a block of %u threads", warps, block);
	int status = choose_kernel(run, &s->kernel);
	if (status == GB_OK && block > s->kernel.threads_max)
		return gb_skip(run, "a block of %u threads needs more registers than there are", block);
	if (status == GB_OK)
		status = gb_occupancy(run, &s->kernel, block, 0, &resident);
	if (status != GB_OK)
		return status;
	if (resident < blocks)
		return gb_skip(run, "%u warps an SM are not resident at once: %u blocks of %u threads are", warps,
			       resident, block);
	s->shape = (struct gb_shape){ .grid = blocks * (uint32_t)device->sm_count, .block = block };
	s->args = (struct ffma_args){
		.seeds = gb_address(s->seeds),
		.out = gb_address(s->out),
		.trips = trips(run),
	};
	for (unsigned int seed = 0; seed < FFMA_SEEDS; seed++)
		fill_seed(type, seed, &s->seed[seed]);
	return gb_copy_in(run, s->seeds, s->seed, sizeof s->seed);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static enum gb_quantity measures(const struct gb_run *run)
{
	const int64_t type = gb_value(run, "type");

	return type == INT32 || type == DP4A ? GB_OPS : GB_FLOPS;
}

/* The closing sum is not counted. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = operations(run) * (double)threads(s) * s->args.trips *
					(double)gb_value(run, "body") };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return rate(run, device) * device->sm_count * sm_hz;
}

static const char *roof(const struct gb_run *run)
{
	return types[gb_value(run, "type")];
}

/* What every thread of one seed must give: the same chains, step by step, on the host. */
static ffma_word expectation(const struct gb_run *run, const struct ffma_seed *seed)
{
	const struct state *s = gb_state(run);
	const int64_t type = gb_value(run, "type");
	const unsigned int chains = (unsigned int)gb_value(run, "chains");
	const uint64_t steps = (uint64_t)s->args.trips * (uint64_t)gb_value(run, "body") / chains;
	ffma_word sum = 0;

	for (unsigned int c = 0; c < chains; c++)
		sum = sum * FFMA_SHARE + chain_end(type, seed->start[c], seed->factor, steps);
	return sum;
}

static int compare(struct gb_run *run, const ffma_word expected[FFMA_SEEDS])
{
	const struct state *s = gb_state(run);
	const uint64_t count = threads(s);
	ffma_word *out = malloc(count * sizeof *out);

	if (out == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, out, s->out, count * sizeof *out);
	for (uint64_t i = 0; i < count && status == GB_OK; i++)
		if (out[i] != expected[i % FFMA_SEEDS])
			status = gb_fail(run, "thread %llu ended with %#llx, not %#llx", (unsigned long long)i, out[i],
					 expected[i % FFMA_SEEDS]);
	free(out);
	return status;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	ffma_word expected[FFMA_SEEDS];

	int status = gb_fill(run, s->out, 0xff, threads(s) * sizeof(ffma_word));
	if (status == GB_OK)
		status = launch(run);
	if (status != GB_OK)
		return status;
	for (unsigned int seed = 0; seed < FFMA_SEEDS; seed++) /* while the device computes */
		expected[seed] = expectation(run, &s->seed[seed]);
	return compare(run, expected);
}

GB_BENCH(ffma) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "ffma",
	.summary = "fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed bytes",
	.method =
		"Every thread runs independent chains of multiply-adds in registers; one wave of blocks fills every SM evenly. The "
		"value is the best shape of a search over chains, length of the loop body, warps an SM and block. A "
		"multiply-add counts as two operations; fp16 and bf16 have two of them in an instruction, dp4a (a product of "
		"four signed bytes by four, added to 32 bits) four; nothing else is counted. Every thread's result is compared "
		"bit by bit with the same recurrence on the host, which rounds as the format does. The limit is the "
		"architecture's operations a clock and SM, from NVIDIA's table of arithmetic throughput, x SMs x the SM clock "
		"measured over the timed interval.",
	.quantity = GB_FLOPS,
	.require = { .memory_bytes = UINT64_C(16) << 20 },
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
	.measures = measures,
};
