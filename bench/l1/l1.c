/* l1: the gain of caching global loads in L1. */

#include "state.h"

const char *const l1_patterns[] = {
	[PATTERN_OFFSET] = "offset", [PATTERN_STRIDE] = "stride", [PATTERN_REUSE] = "reuse", NULL
};
const char *const l1_levels[] = { [LEVEL_L2] = "l2", [LEVEL_MEMORY] = "memory", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(pattern),
	  .help = "reads at an offset; with a stride, until all fetched data is used; repeated reads of the same data",
	  .names = l1_patterns },
	{ GB_AXIS(offset), .unit = "elements",
	  .help = "distance of the first 4-byte element from a multiple of 4096 bytes", .values = "0:32",
	  .full = "0,1,2,4,8,16,32", .quick = "0,1", .when = "pattern=offset" },
	{ GB_AXIS(stride), .unit = "elements",
	  .help = "distance, in 4-byte elements, between the reads of a thread and between threads",
	  .values = "1,2,3,4,6,8,12,16,24,32", .full = "1,2,3,4,8,16,32", .quick = "2,8", .when = "pattern=stride" },
	{ GB_AXIS(set), .unit = "B", .help = "working set per SM", .values = "4096,8192,16384,32768:524288:32768",
	  .full = "4096,16384,32768,65536,131072,163840,196608,229376,262144,294912,327680,393216,524288",
	  .quick = "65536,524288", .when = "pattern=reuse" },
	{ GB_AXIS(level), .help = "source of the data: L2 or memory", .names = l1_levels, .quick = "l2",
	  .when = "pattern=offset,stride" },
	{ GB_AXIS(form), .help = "many independent elements per thread, all of them used; or a single element",
	  .names = pattern_forms, .when = "level=memory" },
	{ GB_AXIS(carveout), .unit = "%", .help = "share of the unified L1 memory requested as shared memory",
	  .values = "0,25,50,75,100", .full = "0,100", .quick = "0", .when = "pattern=reuse" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

enum { SET_MOST = 512 << 10 };

static int choose_bytes(struct gb_run *run)
{
	const uint64_t sets = (uint64_t)gb_device(run)->sm_count * SET_MOST;
	struct state *s = gb_state(run);

	GB_TRY(pattern_array_bytes(run, 1, SWEEP_BYTES, &s->memory_bytes));
	if (s->memory_bytes < sets)
		return gb_skip(
			run, "%.0f MB of device memory are available; the largest working sets of all SMs are %.0f MB",
			1e-6 * (double)s->memory_bytes, 1e-6 * (double)sets);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_bytes(run));
	GB_TRY(gb_alloc(run, s->memory_bytes + ROOM_BYTES, &s->data));
	GB_TRY(pattern_open(run, "l1_fill", "l1_check", &s->check));
	return input_fill(run, &s->check.fill, s->data, s->memory_bytes + ROOM_BYTES);
}

GB_BENCH(l1) = {
	GB_IDENTITY(l1),
	.summary = "global loads with and without L1: offsets, strides, and reused data",
	.method = "One source is built with loads cached in L1 and L2 (-Xptxas -dlcm=ca), only in L2 (-dlcm=cg), and "
		  "with nvcc's default, which is a third encoding. All kernels only read, and sum what they read.\n"
		  "offset: neighbouring threads read neighbouring 4-byte elements, starting at an offset. stride: a "
		  "thread reads as many consecutive elements as the stride, so every request of a warp has that stride "
		  "and all fetched data is used in the end, from L1 or fetched again. In the form `naive` a thread "
		  "reads one element, and the bytes between strides are wasted. These sweeps cover 2 GiB of memory, or "
		  "a quarter of L2 repeatedly. reuse: one block of 1024 threads on each SM repeatedly reads its own "
		  "working set with 8-byte loads.\n"
		  "Value: bytes of all loads. sectors_per_request and lines_per_request are the 32-byte sectors and "
		  "128-byte lines that a warp's load touches, computed from the addresses. hit_rate is the share of "
		  "sectors that an earlier request of the same block has fetched, or 0 with L1 off.\n"
		  "Verified: the sum of all words read.\n"
		  "Limit: from memory its bandwidth, counting all 64 bytes fetched for an isolated element (before "
		  "8.0: 32). From L2 the bandwidth of its slices, if known, counting every sector that a request "
		  "fetches again. From L1 128 bytes per clock and SM, and one clock for each line of a request.\n"
		  "Source: \"CUDA optimization in depth\"; P. Micikevicius, \"Local Memory and Register Spilling\"; "
		  "sumArraysGPU of the source document.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_l1,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = l1_prepare,
	.launch = l1_launch,
	.verify = l1_verify,
	.cost = l1_cost,
	.limit = l1_limit,
	.metrics = l1_metrics,
	.conclude = l1_conclude,
	.remark = l1_remark,
};
