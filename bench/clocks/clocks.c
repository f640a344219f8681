/* clocks: the clock of SMs under load, by the instructions that they issue. */
#include <math.h>

#include "state.h"

GB_VARIANTS(clocks);

const char *const clocks_loads[] = {
	[LOAD_FFMA] = "ffma",
	[LOAD_FP64] = "fp64",
	[LOAD_FP16] = "fp16",
	[LOAD_BF16] = "bf16",
	[LOAD_TF32] = "tf32",
	[LOAD_INT8] = "int8",
	NULL,
};
static const char *const datas[] = { [NORMAL] = "normal", [ZEROS] = "zeros", NULL };

static const struct gb_axis axes[] = {
	{ .name = "load",
	  .help = "the instruction: FFMA, or the matrix instruction (mma.sync) of this format",
	  .kind = GB_REPORTED,
	  .names = clocks_loads,
	  .full = "ffma,fp16",
	  .quick = "fp16" },
	{ .name = "sms",
	  .help = "SMs that work, one block each; the others are idle",
	  .kind = GB_REPORTED,
	  .values = "1:256",
	  .full = "4" },
	{ .name = "data",
	  .help = "operands: standard normal numbers (int8: in steps of 1/32), or zeros",
	  .kind = GB_REPORTED,
	  .names = datas,
	  .full = "zeros" },
	{ .name = "duty",
	  .unit = "%",
	  .help = "share of each 200 us period in which these SMs work; they sleep for the rest",
	  .kind = GB_REPORTED,
	  .values = "5,10,25,50,75,90,100",
	  .full = "100" },
	{ .name = NULL },
};

/* Blocks of the largest launch on this device. */
static uint64_t blocks_most(const struct gb_run *run)
{
	const int sms = gb_device(run)->sm_count;

	return (uint64_t)(sms < CLOCKS_SMS ? sms : CLOCKS_SMS);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = gb_alloc(run, CLOCKS_A_BYTES, &s->a);
	if (status == GB_OK)
		status = gb_alloc(run, CLOCKS_B_BYTES, &s->b);
	if (status == GB_OK)
		status = gb_alloc(run, blocks_most(run) * CLOCKS_WARPS * CLOCKS_OUT_BYTES, &s->out);
	return status == GB_OK ? gb_alloc(run, CLOCKS_SMS * sizeof(struct clocks_span), &s->spans) : status;
}

/* A launch works for a given time: it has no fixed amount of work. */
static struct gb_cost cost(const struct gb_run *run)
{
	(void)run;
	return (struct gb_cost){ 0 };
}

/* A card may run above its rated clock. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)device;
	(void)sm_hz;
	return (double)NAN;
}

GB_BENCH(clocks) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "clocks",
	.summary = "SM clock under load, by instruction, number of SMs, data and duty cycle",
	.method =
		"One block of 256 threads on each of `sms` SMs issues one kind of instruction for 2 ms: FFMA (8 "
		"chains per thread), or mma.sync (m16n8k16 for fp16 and bf16, m16n8k8 for tf32, m16n8k32 for "
		"int8, m8n8k4 for fp64; 8 accumulators per warp). The hardware chooses the SMs. Low-precision "
		"matrix loads run for 0.3 s before they are timed, so that the clock has settled. Below a duty "
		"of 100 % all SMs work and sleep at the same times; an iteration of 16 rounds is not cut "
		"short.\n"
		"Value: at its start and end, each block waits for a tick of the GPU's timer (globaltimer) and "
		"then reads it and its SM's cycle counter (clock64). The clock is the median over the blocks of "
		"cycles over seconds, sleep included. `slowest` is the slowest of these SMs. `of_nvml` is the "
		"value over the clock that NVML reports under the same load (--watch 0.3 for points that set no "
		"roof).\n"
		"Verified on poisoned memory: every accumulator of every warp against double precision on the "
		"host (FFMA bit by bit), that every block worked for the requested time, and that no two blocks shared an SM.\n"
		"Limit: none; cards run above their rated clock.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_HERTZ,
	.require = { .memory_bytes = UINT64_C(16) << 20 },
	.axes = axes,
	.variants = gb_variants_clocks,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = clocks_prepare,
	.launch = clocks_launch,
	.verify = clocks_verify,
	.cost = cost,
	.limit = limit,
	.roof = clocks_roof,
	.observe = clocks_observe,
	.metrics = clocks_metrics,
	.conclude = clocks_conclude,
};
