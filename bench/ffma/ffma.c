/* ffma: the rate of fused multiply-adds in each number format of the ordinary lanes. */
#include <math.h>

#include "../common/kernel.h"
#include "../common/residency.h"
#include "ffma.h"
#include "ffma_chains.h"
#include "gpubench.h"

GB_VARIANTS(ffma);

/* A launch takes about 6 ms at 2 GHz and the full rate, so that its start and its end do not matter. */
#define CLOCKS UINT64_C(12288000)
/* A wave of the short blocks, which follow the long ones of a launch. SMs that have finished take the next, so that
 * all end within about this many clocks, and a slower SM does less. */
#define SHORT_CLOCKS UINT64_C(8192)
/* The largest value of `dynamic`. */
#define DYNAMIC_MAX UINT64_C(1)
/* Multiply-adds per clock and SM where the architecture's rate is not known. */
#define RATE_ASSUMED 64.0

enum { WARP = 32 };

static const char *const types[] = {
	[FP32] = "fp32", [FP64] = "fp64", [FP16] = "fp16", [BF16] = "bf16", [INT32] = "int32", [DP4A] = "dp4a", NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "type",
	  .help = "number format; two halves or four bytes share a 32-bit register",
	  .kind = GB_REPORTED,
	  .names = types,
	  .quick = "fp32,fp64,fp16" },
	{ .name = "chains",
	  .help = "independent multiply-adds per thread",
	  .kind = GB_SEARCHED,
	  .values = "1:8:pow2",
	  .full = "2:8:pow2",
	  .quick = "2,8" },
	{ .name = "body",
	  .help = "multiply-adds per iteration of the loop",
	  .kind = GB_SEARCHED,
	  .values = "128,512,640,768",
	  .full = "512,640,768",
	  .quick = "640" },
	{ .name = "warps",
	  .help = "resident warps per SM",
	  .kind = GB_SEARCHED,
	  .values = "4:64:pow2",
	  .full = "8:64:pow2",
	  .quick = "32" },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads per block",
	  .kind = GB_SEARCHED,
	  .values = "64:1024:pow2",
	  .full = "128:1024:pow2",
	  .quick = "256,1024" },
	{ .name = "dynamic",
	  .unit = "%",
	  .help = "percentage of the work in short blocks, which go to SMs that have finished their share",
	  .kind = GB_SEARCHED,
	  .values = "0,1",
	  .full = "1",
	  .quick = "1" },
	{ .name = NULL },
};

struct state {
	gb_ptr seeds, out, sms;
	struct ffma_seed seed[FFMA_SEEDS]; /* of the current point, as on the device */
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct ffma_args args;
};

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Operations per thread of one multiply-add instruction. */
static double operations(const struct gb_run *run)
{
	static const double of_type[] = {
		[FP32] = 2, [FP64] = 2, [FP16] = 4, [BF16] = 4, [INT32] = 2, [DP4A] = 8,
	};

	return of_type[gb_value(run, "type")];
}

/* Operations per clock and SM. */
static double rate(const struct gb_run *run, const struct gb_device *device)
{
	const struct gb_rates *rates = &device->rates;
	const double of_type[] = {
		[FP32] = rates->fp32, [FP64] = rates->fp64,   [FP16] = rates->fp16,
		[BF16] = rates->bf16, [INT32] = rates->int32, [DP4A] = rates->dp4a,
	};

	return of_type[gb_value(run, "type")];
}

/* Threads of the largest grid: a wave of long blocks, and all waves of short ones. */
static uint64_t threads_max(const struct gb_device *device)
{
	const uint64_t waves = 1 + CLOCKS * DYNAMIC_MAX / 100 / SHORT_CLOCKS;

	return waves * (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm;
}

static int setup(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, sizeof s->seed, &s->seeds));
	GB_TRY(gb_alloc(run, threads_max(device) * sizeof(ffma_word), &s->out));
	return gb_alloc(run, threads_max(device) / WARP * sizeof(unsigned int), &s->sms);
}

static uint64_t threads(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block;
}

static int choose_kernel(struct gb_run *run, struct gb_kernel *kernel)
{
	const int64_t type = gb_value(run, "type");
	const int chains = (int)gb_value(run, "chains"), body = (int)gb_value(run, "body");

	return kernel_find(run, kernel, "ffma_%s%sc%d_b%d", type == FP32 ? "" : types[type], type == FP32 ? "" : "_",
			   chains, body);
}

/* Trips that one wave of blocks makes in this many clocks at the full rate. */
static double trips_in(const struct gb_run *run, uint64_t clocks)
{
	const double known = rate(run, gb_device(run)) / operations(run);
	const double steps_per_trip = (double)(gb_value(run, "warps") * WARP * gb_value(run, "body"));

	return (known > 0 ? known : RATE_ASSUMED) * (double)clocks / steps_per_trip;
}

/* Shared memory that limits an SM to `blocks` blocks; otherwise it would take short blocks next to its long ones. */
static int hold(struct gb_run *run, uint32_t blocks, uint32_t block, uint32_t *shared)
{
	const struct state *s = gb_state(run);
	uint32_t resident;

	*shared = 0;
	GB_TRY(gb_occupancy(run, &s->kernel, block, 0, &resident));
	if (resident > blocks) {
		*shared = residency_shared(gb_device(run), blocks);
		GB_TRY(gb_occupancy(run, &s->kernel, block, *shared, &resident));
	}
	if (resident != blocks)
		return gb_skip(run, "%u blocks of %u threads are resident on an SM at once, not %u", resident, block,
			       blocks);
	return GB_OK;
}

/* Divides the work of a wave of blocks: most of it among as many long blocks, the rest among waves of short ones. */
static void share(struct gb_run *run, struct gb_shape wave)
{
	struct state *s = gb_state(run);
	const unsigned int all = (unsigned int)fmax(1, gb_work(run) * trips_in(run, CLOCKS));
	const unsigned int few = (unsigned int)ceil(trips_in(run, SHORT_CLOCKS));
	const unsigned int waves = (unsigned int)gb_value(run, "dynamic") * all / 100 / few;

	s->shape = wave;
	s->shape.grid *= 1 + waves;
	s->args = (struct ffma_args){
		.seeds = gb_address(s->seeds),
		.out = gb_address(s->out),
		.sms = gb_address(s->sms),
		.first = wave.grid,
		.trips = all - waves * few,
		.short_trips = few,
	};
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const int64_t type = gb_value(run, "type");
	const uint32_t block = (uint32_t)gb_value(run, "block"), warps = (uint32_t)gb_value(run, "warps");
	const uint32_t blocks = warps * WARP / block;
	struct gb_shape wave = { .grid = blocks * (uint32_t)device->sm_count, .block = block };

	if (type == BF16 && device->cc_major < 8)
		return gb_skip(run, "BF16 arithmetic needs compute capability 8.0; this is %d.%d", device->cc_major,
			       device->cc_minor);
	if (blocks == 0)
		return gb_skip(run, "%u warps per SM are fewer than a block of %u threads", warps, block);
	GB_TRY(choose_kernel(run, &s->kernel));
	GB_TRY(kernel_takes(run, &s->kernel, block));
	GB_TRY(hold(run, blocks, block, &wave.shared_bytes));
	share(run, wave);
	gb_output_of_blocks(run, (struct gb_block_output){ .out = s->out,
							   .bytes = block * sizeof(ffma_word),
							   .blocks = s->shape.grid,
							   .sms = s->sms });
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
	const double trips =
		(double)s->args.first * s->args.trips + (double)(s->shape.grid - s->args.first) * s->args.short_trips;

	return (struct gb_cost){ .ops = operations(run) * trips * s->shape.block * (double)gb_value(run, "body") };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return rate(run, device) * device->sm_count * sm_hz;
}

static const char *roof(const struct gb_run *run)
{
	return types[gb_value(run, "type")];
}

/* The expected results of the threads of each seed: the same chains, step by step, on the host. */
static void expect(const struct gb_run *run, unsigned int trips, ffma_word expected[FFMA_SEEDS])
{
	const struct state *s = gb_state(run);
	const int64_t type = gb_value(run, "type");
	const unsigned int chains = (unsigned int)gb_value(run, "chains");
	const uint64_t steps = (uint64_t)trips * (uint64_t)gb_value(run, "body") / chains;

	ffma_word factor[FFMA_SEEDS], x[FFMA_SEEDS];

	for (unsigned int i = 0; i < FFMA_SEEDS; i++) {
		factor[i] = s->seed[i].factor;
		expected[i] = 0;
	}
	for (unsigned int c = 0; c < chains; c++) {
		for (unsigned int i = 0; i < FFMA_SEEDS; i++)
			x[i] = s->seed[i].start[c];
		chains_end(type, x, factor, steps);
		for (unsigned int i = 0; i < FFMA_SEEDS; i++)
			expected[i] = expected[i] * FFMA_SHARE + x[i];
	}
}

/* `expected`: results of the threads of long blocks and of short ones. */
static int compare_results(struct gb_run *run, ffma_word expected[2][FFMA_SEEDS])
{
	const struct state *s = gb_state(run);
	const uint64_t count = threads(s), in_long = (uint64_t)s->args.first * s->shape.block;
	const ffma_word *out = gb_fetch(run, s->out, count * sizeof *out);

	if (out == NULL)
		return GB_FAILED;
	for (uint64_t i = 0; i < count; i++) {
		const ffma_word wanted = expected[i >= in_long][i % FFMA_SEEDS];
		if (out[i] != wanted)
			return gb_fail(run, "thread %llu ended with %#llx, not %#llx", (unsigned long long)i, out[i],
				       wanted);
	}
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	ffma_word expected[2][FFMA_SEEDS];

	GB_TRY(gb_fill(run, s->out, 0xff, threads(s) * sizeof(ffma_word)));
	GB_TRY(launch(run));
	expect(run, s->args.trips, expected[0]); /* while the device computes */
	expect(run, s->args.short_trips, expected[1]);
	return compare_results(run, expected);
}

/* Shares are equal except for the part that is distributed dynamically. */
static enum gb_shares shares(const struct gb_run *run)
{
	return gb_value(run, "dynamic") > 0 ? GB_SHARES_TAKEN : GB_SHARES_EQUAL;
}

GB_BENCH(ffma) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "ffma",
	.summary = "fused multiply-add rate in FP32, FP64, FP16, BF16, INT32 and packed bytes",
	.method = "Every thread runs independent chains of multiply-adds in registers. One wave of blocks fills "
		  "every SM evenly. SMs differ in clock, so the last hundredth of the work goes in short blocks "
		  "to SMs that have finished. The value is thus the rate of all SMs together, not that of the "
		  "slowest (dynamic=0: equal shares).\n"
		  "Value: the best shape of a search over chains, loop body, warps per SM and block. A "
		  "multiply-add counts as two operations. fp16 and bf16 have two multiply-adds in an instruction, "
		  "dp4a (four signed bytes by four, added to 32 bits) has four. Nothing else is counted.\n"
		  "Verified: every thread's result, bit by bit, against the same recurrence on the host, rounded "
		  "as the format requires.\n"
		  "Limit: operations per clock and SM from NVIDIA's table of arithmetic throughput, x SMs x the "
		  "SM clock measured over the timed interval.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.require = { .memory_bytes = UINT64_C(48) << 20 },
	.axes = axes,
	.variants = gb_variants_ffma,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.shares = shares,
	.roof = roof,
	.measures = measures,
	.sdc = "type=fp32,fp64,fp16,bf16,int32,dp4a chains=8,4,2 warps=32 block=256",
};
