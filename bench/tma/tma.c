/* tma: how long one bulk or tensor copy takes, a reduction, a multicast, and a round trip between barriers. */
#include <math.h>

#include "../common/input_host.h"
#include "state.h"

GB_VARIANTS(tma);

const char *const tma_ops[] = {
	[BULK] = "bulk",
	[TENSOR] = "tensor",
	[MULTICAST] = "multicast",
	[STORE] = "store",
	[REDUCE] = "reduce",
	[MBARRIER] = "mbarrier",
	[MBARRIER_CLUSTER] = "mbarrier_cluster",
	[ST_ASYNC] = "st_async",
	NULL,
};
const char *const tma_levels[] = { [L2] = "l2", [DRAM] = "dram", NULL };
const char *const tma_waits[] = { [POLLED] = "test", [SLEEPING] = "try", NULL };
#define NAME(name) #name,
const char *const tma_reductions[] = { TMA_REDUCTIONS(NAME) NULL };
#undef NAME

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "bulk copy to shared memory, tensor copy of a box, bulk copy to all blocks of a cluster; bulk store and bulk "
		  "reduction; round trips between barriers of two warps or two blocks, and by st.async",
	  .kind = GB_REPORTED,
	  .names = tma_ops },
	{ .name = "level",
	  .help = "where the data lie",
	  .kind = GB_REPORTED,
	  .names = tma_levels,
	  .when = "op=bulk,tensor,multicast,store,reduce" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "bytes of a copy",
	  .kind = GB_REPORTED,
	  .values = "16:32768:pow2",
	  .full = "128,512,1024,2048,4096,8192,16384,32768",
	  .quick = "1024",
	  .when = "op=bulk,tensor,multicast,store,reduce" },
	{ .name = "width",
	  .unit = "B",
	  .help = "bytes of a row of the box",
	  .kind = GB_REPORTED,
	  .values = "16:1024:pow2",
	  .full = "64,128,1024",
	  .quick = "128",
	  .when = "op=tensor" },
	{ .name = "reduction",
	  .help = "operation on each word in memory",
	  .kind = GB_REPORTED,
	  .names = tma_reductions,
	  .full = "add_u32,add_f32",
	  .quick = "add_u32",
	  .when = "op=reduce" },
	{ .name = "size",
	  .unit = "blocks",
	  .help = "blocks of the cluster",
	  .kind = GB_REPORTED,
	  .values = "2:16:pow2",
	  .full = "2,8",
	  .quick = "2",
	  .when = "op=multicast,mbarrier_cluster,st_async" },
	{ .name = "wait",
	  .help = "how the barrier is waited for: mbarrier.test_wait again and again, or mbarrier.try_wait, which may sleep",
	  .kind = GB_REPORTED,
	  .names = tma_waits,
	  .quick = "try",
	  .when = "op=bulk,tensor,multicast,mbarrier,mbarrier_cluster,st_async" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	const uint64_t most = UINT64_C(4) << 30;
	struct state *s = gb_state(run);
	struct gb_kernel fill;
	uint64_t free_bytes;

	int status = gb_memory_free(run, &free_bytes);
	if (status != GB_OK)
		return status;
	s->bytes = UINT64_C(2) * TMA_SET;
	while (2 * s->bytes <= free_bytes / 4 && s->bytes < most)
		s->bytes *= 2;
	const struct {
		gb_ptr *at;
		uint64_t bytes;
	} memory[] = {
		{ &s->in, s->bytes },
		{ &s->out, s->bytes },
		{ &s->cycles, TMA_CYCLES * sizeof(unsigned long long) },
		{ &s->report, sizeof(struct gb_report) },
		{ &s->turn[0][0], sizeof(unsigned long long) },
		{ &s->turn[0][1], sizeof(unsigned long long) },
		{ &s->turn[1][0], sizeof(unsigned long long) },
		{ &s->turn[1][1], sizeof(unsigned long long) },
	};
	for (size_t i = 0; i < sizeof memory / sizeof memory[0] && status == GB_OK; i++)
		status = gb_alloc(run, memory[i].bytes, memory[i].at);
	for (int i = 0; i < 4 && status == GB_OK; i++)
		status = gb_fill(run, s->turn[i / 2][i % 2], 0, sizeof(unsigned long long));
	if (status == GB_OK)
		status = gb_find_kernel(run, "tma_fill", &fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "tma_touch", &s->touch);
	if (status == GB_OK)
		status = gb_find_kernel(run, "tma_check", &s->check);
	return status == GB_OK ? input_fill(run, &fill, s->in, s->bytes) : status;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double receivers = tma_op(run) == MULTICAST ? (double)gb_value(run, "size") : 1;

	return (struct gb_cost){
		.ops = s->args.copies,
		.bytes = tma_is_round_trip(tma_op(run)) ? 0 : (double)s->args.copies * s->args.bytes * receivers,
	};
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)device;
	(void)sm_hz;
	return NAN;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const enum op op = tma_op(run);
	size_t count = 0;

	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
	if (!tma_is_round_trip(op))
		out[count++] = (struct gb_metric){ "bytes_per_clock", "B", GB_OVER, s->args.bytes, 0 };
	if (op == TENSOR)
		out[count++] =
			(struct gb_metric){ "rows_of_box", "1", GB_EXACT, (double)s->args.bytes / s->args.width, 0 };
	if (s->least > 0)
		out[count++] = (struct gb_metric){ "least", "cycles", GB_MEASURED, s->least, 0 };
	if (s->least > 0 && op == MULTICAST)
		out[count++] = (struct gb_metric){ "acknowledged", "cycles", GB_MEASURED, s->acknowledged, 0 };
	if (s->least > 0 && tma_is_back(op))
		out[count++] = (struct gb_metric){ "read_back", "cycles", GB_MEASURED, s->acknowledged, 0 };
	return count;
}

GB_BENCH(tma) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "tma",
	.summary = "latency of bulk and tensor copies, reductions, multicast, and of barriers in shared memory",
	.method =
		"One thread asks for one copy, waits until it is done, and asks for the next. The value is the SM's cycles "
		"from right before the instruction until the barrier lets the thread go on, the mean of 64 copies of a "
		"launch; `least` is the shortest. A launch goes on where the one before ended. Reading the clock is in the "
		"value.\n"
		"bulk is cp.async.bulk, tensor a box of 32-bit words, of rows of `width` bytes that lie side by side in "
		"memory. multicast is one bulk copy that the first block of a cluster asks for on behalf of all; the value is "
		"until the first block has it, `acknowledged` until each of the others has it and has said so by an arrival. "
		"store and reduce (cp.reduce.async.bulk) end when cp.async.bulk.wait_group lets the thread go on, `read_back` when a "
		"load of the last word has come back besides. Data in L2 are 128 places that were read before. In DRAM no place comes up again before all others have; from place to place "
		"it is 1 KiB or a copy, in an order without a pattern within 2 MiB, so that translations stay at hand.\n"
		"wait=test asks the barrier over and over; wait=try is what kernels use, and may put the thread to sleep.\n"
		"mbarrier: of two warps of a block, each arrives at the other's barrier and waits at its own; the value is there "
		"and back. mbarrier_cluster: the first and the last block of a cluster. st_async: 4 bytes by st.async, which "
		"the other block's barrier counts.\n"
		"im2col is not measured: the harness makes tiled maps alone.\n"
		"Verified: a launch more in which all words that come are compared, by each block that got them; all words "
		"that were stored or reduced, on a background; the numbers that go with the arrivals.\n"
		"Source: forms: PTX ISA, data movement; asked for by W. Luo et al., \"Dissecting the NVIDIA Hopper Architecture "
		"through Microbenchmarking and Multiple Level Analysis\" (2025).",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .cc_min = 90, .memory_bytes = UINT64_C(32) << 20 },
	.deep = "op=bulk,tensor,multicast,store,reduce,mbarrier,mbarrier_cluster,st_async",
	.axes = axes,
	.variants = gb_variants_tma,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = tma_prepare,
	.launch = tma_launch,
	.verify = tma_verify,
	.cost = cost,
	.limit = limit,
	.observe = tma_observe,
	.metrics = metrics,
};
