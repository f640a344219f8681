/* tma: the latency of a bulk or tensor copy, a reduction, a multicast, and a round trip between barriers. */
#include "../common/input_host.h"
#include "../common/limits.h"
#include "state.h"

const char *const tma_ops[] = {
	[BULK] = "bulk",           [TENSOR] = "tensor",
	[GATHER] = "gather",       [IM2COL] = "im2col",
	[MULTICAST] = "multicast", [STORE] = "store",
	[SCATTER] = "scatter",     [REDUCE] = "reduce",
	[MBARRIER] = "mbarrier",   [MBARRIER_CLUSTER] = "mbarrier_cluster",
	[ST_ASYNC] = "st_async",   NULL,
};
const char *const tma_levels[] = { [L2] = "l2", [DRAM] = "dram", NULL };
const char *const tma_filters[] = {
	[ONE] = "1x1", [THREE] = "3x3", [THREE_BY_TWO] = "3x3s2", [SEVEN_ONE] = "7x1", NULL,
};
const char *const tma_waits[] = { [POLLED] = "test", [SLEEPING] = "try", NULL };
#define NAME(name) #name,
const char *const tma_reductions[] = { TMA_REDUCTIONS(NAME) NULL };
#undef NAME

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "bulk copy to shared memory, tensor copy of a box, gathering copy of four rows (10.0), tensor copy "
		  "of a convolution's pixels (im2col), multicast to all blocks of a cluster; bulk store, scattering "
		  "store of four rows (10.0), bulk reduction; round trips between barriers of two warps or two "
		  "blocks, and by st.async",
	  .names = tma_ops },
	{ GB_AXIS(level), .help = "memory that holds the data", .names = tma_levels,
	  .when = "op=bulk,tensor,gather,im2col,multicast,store,scatter,reduce" },
	{ GB_AXIS(bytes), .unit = "B", .help = "bytes per copy", .values = "16:32768:pow2",
	  .full = "128,512,1024,2048,4096,8192,16384,32768", .quick = "1024",
	  .when = "op=bulk,tensor,gather,im2col,multicast,store,scatter,reduce" },
	{ GB_AXIS(width), .unit = "B", .help = "bytes per row of the box, or per pixel", .values = "16:1024:pow2",
	  .full = "64,128,1024", .quick = "128", .when = "op=tensor,im2col" },
	{ GB_AXIS(filter),
	  .help = "pixels of the convolution's filter, across and down; s2: every second position in both directions",
	  .names = tma_filters, .full = "1x1,3x3,3x3s2", .quick = "3x3", .when = "op=im2col" },
	{ GB_AXIS(reduction), .help = "operation on each word in memory", .names = tma_reductions,
	  .full = "add_u32,add_f32", .quick = "add_u32", .when = "op=reduce" },
	{ GB_AXIS(size), .unit = "blocks", .help = "blocks of the cluster", .values = "2:16:pow2", .full = "2,8",
	  .quick = "2", .when = "op=multicast,mbarrier_cluster,st_async" },
	{ GB_AXIS(wait),
	  .help = "how a thread waits for the barrier: by polling mbarrier.test_wait, or by mbarrier.try_wait, "
		  "which may suspend it",
	  .names = tma_waits, .quick = "try",
	  .when = "op=bulk,tensor,gather,im2col,multicast,mbarrier,mbarrier_cluster,st_async" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct gb_kernel fill;

	GB_TRY(input_double(run, UINT64_C(2) * TMA_SET, &s->bytes));
	GB_TRY(gb_alloc(run, s->bytes, &s->in));
	GB_TRY(gb_alloc(run, s->bytes, &s->out));
	GB_TRY(gb_alloc(run, TMA_CYCLES * sizeof(unsigned long long), &s->cycles));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	for (int i = 0; i < 4; i++) {
		GB_TRY(gb_alloc(run, sizeof(unsigned long long), &s->turn[i / 2][i % 2]));
		GB_TRY(gb_fill(run, s->turn[i / 2][i % 2], 0, sizeof(unsigned long long)));
	}
	GB_TRY(gb_find_kernel(run, "tma_fill", &fill));
	GB_TRY(gb_find_kernel(run, "tma_touch", &s->touch));
	GB_TRY(gb_find_kernel(run, "tma_check", &s->check));
	return input_fill(run, &fill, s->in, s->bytes);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double receivers = tma_op(run) == MULTICAST ? (double)gb_value(run, size) : 1;

	const double copies = s->args.copies + (s->args.group > 0 ? TMA_COPIES : 0);

	return (struct gb_cost){
		.ops = copies,
		.bytes = tma_is_round_trip(tma_op(run)) ? 0 : copies * s->args.bytes * receivers,
	};
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
	if (s->next > 0) {
		out[count++] = (struct gb_metric){ "next", "cycles", GB_MEASURED, s->next, 0 };
		out[count++] =
			(struct gb_metric){ "next_bytes_per_clock", "B", GB_DERIVED, s->args.bytes / s->next, 0 };
	}
	if (s->least > 0 && op == MULTICAST)
		out[count++] = (struct gb_metric){ "acknowledged", "cycles", GB_MEASURED, s->acknowledged, 0 };
	if (s->least > 0 && tma_is_back(op))
		out[count++] = (struct gb_metric){ "read_back", "cycles", GB_MEASURED, s->acknowledged, 0 };
	return count;
}

static const char *remark(const struct gb_run *run)
{
	return tma_has_rows(tma_op(run))
		       ? "this kernel is audited, never run by its authors: please send the project this file"
		       : NULL;
}

GB_BENCH(tma) = {
	GB_IDENTITY(tma),
	.summary = "latency of bulk and tensor copies, reductions, multicast, and of barriers in shared memory",
	.method =
		"One thread issues a copy, waits for it, and issues the next. The value is the number of SM cycles "
		"from just before the instruction until the barrier releases the thread, averaged over the 64 copies "
		"of a launch; `least` is the minimum. A launch continues where the previous one ended. The value "
		"includes reading the clock. `next` is the number of cycles from one arrival to the next with two "
		"groups of copies in flight: of 8 copies, or fewer if two groups have more than 128 KiB.\n"
		"bulk is cp.async.bulk; tensor copies a box of 32-bit words, whose rows of `width` bytes are "
		"contiguous in memory. gather copies four rows of a tensor in another order, a quarter of `bytes` each "
		"(tile::gather4), and scatter stores four rows in another order (tile::scatter4); both are audited, "
		"never run. im2col takes one pixel of a convolution's filter, of `width` bytes, at consecutive "
		"positions of the filter; the next copy takes the filter's next pixel. Images have 16 x 8 pixels and "
		"are padded by half of the filter. With 1x1 the bytes are those of tensor. With 3x3 an eighth of the "
		"pixels are padding, which arrives as zeros. multicast is one bulk copy that the first block of a "
		"cluster issues for all blocks. Its value ends when the data reach the first block; `acknowledged` "
		"ends when each other block has signalled by an arrival that the data reached it. store and reduce "
		"(cp.reduce.async.bulk) end when cp.async.bulk.wait_group releases the thread; `read_back` ends when a "
		"load of the last word has returned as well. In L2 the data are at 128 places that were read before. "
		"In DRAM no location repeats until all others have been used. Places are 1 KiB or one copy apart, in "
		"random order within 2 MiB, so that translations stay cached.\n"
		"wait=test polls the barrier; wait=try is the usual form in kernels and may suspend the thread.\n"
		"mbarrier: two warps of a block each arrive at the other's barrier and wait at their own; the value is "
		"a round trip. mbarrier_cluster: the same between the first and the last block of a cluster. st_async: "
		"the same with 4 bytes by st.async, which the other block's barrier counts.\n"
		"Verified: in one more launch, each block compares all words that it received (those of im2col also at "
		"the ends of rows, images and channels); all words that were stored or reduced, and their "
		"surroundings; the numbers sent with the arrivals.\n"
		"Source: PTX ISA, data movement; after W. Luo et al., \"Dissecting the NVIDIA Hopper Architecture "
		"through Microbenchmarking and Multiple Level Analysis\" (2025).",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_CYCLES,
	.require = { .cc_min = 90, .memory_bytes = UINT64_C(32) << 20 },
	.deep = "op=bulk,tensor,gather,im2col,multicast,store,scatter,reduce,mbarrier,mbarrier_cluster,st_async",
	.axes = axes,
	.variants = gb_variants_tma,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = tma_prepare,
	.launch = tma_launch,
	.verify = tma_verify,
	.cost = cost,
	.limit = limit_unknown,
	.observe = tma_observe,
	.remark = remark,
	.metrics = metrics,
};
