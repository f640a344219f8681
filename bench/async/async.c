/* async: copies from memory and from L2 into shared memory, and back. The benchmark shows which paths reach the memory
 * bandwidth and how many bytes must be in flight. */

#include "../common/input_host.h"
#include "state.h"

const char *const async_paths[] = {
	[LD] = "ld",
	[CPASYNC] = "cpasync",
	[BULK] = "bulk",
	[TENSOR] = "tensor",
	[PREFETCH] = "prefetch",
	[MULTICAST] = "multicast",
	[UNICAST] = "unicast",
	[STORE] = "store",
	[REDUCE] = "reduce",
	NULL,
};
const char *const async_levels[] = {
	[DRAM] = "dram", [L2_1M] = "l2_1m", [L2_8M] = "l2_8m", [L2_32M] = "l2_32m", NULL,
};
static const char *const swizzles[] = { [PLAIN] = "none", [SWIZZLED] = "b128", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(path),
	  .help = "loads and stores; cp.async; bulk copies; tensor copies; bulk copies of data prefetched into "
		  "L2; a piece for all blocks of a cluster, by multicast or by a copy per block; bulk stores; bulk "
		  "additions",
	  .names = async_paths, .quick = "bulk,multicast" },
	{ GB_AXIS(level), .help = "source of the data: memory, or a set in L2 that all SMs read", .names = async_levels,
	  .full = "dram,l2_1m", .quick = "dram", .when = "path=ld,cpasync,bulk,tensor,multicast,unicast,store,reduce" },
	{ GB_AXIS(width), .unit = "B", .help = "bytes that a thread copies at once", .values = "4:16:pow2",
	  .full = "16", .when = "path=cpasync" },
	{ GB_AXIS(in_flight), .unit = "KiB",
	  .help = "most bytes in flight to an SM; the size of the pieces is searched", .values = "8,16,32,64,128,192",
	  .full = "32,64,128,192", .quick = "128", .when = "path=bulk,tensor,prefetch" },
	{ GB_AXIS(swizzle),
	  .help = "layout in shared memory: no swizzle, or 16-byte units swizzled within rows of 128 bytes",
	  .names = swizzles, .full = "none", .when = "path=tensor" },
	{ GB_AXIS(size), .unit = "blocks", .help = "blocks of a cluster, all of which receive each piece",
	  .values = "2:16:pow2", .full = "2,4", .quick = "2", .when = "path=multicast,unicast" },
	{ GB_AXIS(bytes), .unit = "B",
	  .help = "bytes per piece, which one instruction moves, or all blocks of a cluster together",
	  .kind = GB_SEARCHED, .values = "1024:65536:pow2", .full = "4096:32768:pow2", .quick = "16384,32768",
	  .when = "path=bulk,tensor,prefetch,multicast,unicast,store,reduce" },
	{ GB_AXIS(stages), .help = "pieces in shared memory at a time", .kind = GB_SEARCHED, .values = "2,3,4,6,8",
	  .full = "3,4,6", .quick = "4", .when = "path=cpasync,multicast,unicast" },
	{ GB_AXIS(block), .unit = "threads",
	  .help = "copying threads per block; the grid has as many blocks as are resident", .kind = GB_SEARCHED,
	  .values = "128:1024:pow2", .full = "256:1024:pow2", .quick = "512,1024", .when = "path=ld,cpasync" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct gb_kernel fill;

	GB_TRY(input_double(run, UINT64_C(1) << 20, &s->bytes));
	GB_TRY(gb_alloc(run, s->bytes, &s->data));
	GB_TRY(gb_alloc(run, s->bytes, &s->to));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "async_fill", &fill));
	GB_TRY(gb_find_kernel(run, "async_check", &s->check));
	return input_fill(run, &fill, s->data, s->bytes);
}

GB_BENCH(async) = {
	GB_IDENTITY(async),
	.summary = "asynchronous copies into shared memory, from memory and L2: bulk, tensor, multicast, and back",
	.method = "The host assigns pieces of a set to the SMs. ld keeps 8 loads of 16 bytes per thread in flight "
		  "and stores them into shared memory. cpasync makes 4 copies per thread and piece, with all "
		  "pieces except one of `stages` in flight. For bulk (cp.async.bulk), tensor (boxes with rows of "
		  "128 bytes) and prefetch (bulk copies after cp.async.bulk.prefetch.L2, which runs ahead by the "
		  "bytes in flight), one thread per SM issues the copies. It waits at the barrier of the oldest "
		  "piece and issues the next one in its place. multicast: all blocks of a cluster get each piece, "
		  "and each block issues its share; unicast: each block issues all of it. store and reduce "
		  "(cp.reduce, additions of floats): one thread per SM writes from one piece of shared memory, "
		  "with at most 8 copies reading it. The bytes in flight are a share of shared memory. From L2 "
		  "all SMs read one set. If several SMs request a line at the same time, a slice serves it once.\n"
		  "Value: bytes that arrive in shared memory; a multicast piece counts once for each block.\n"
		  "Verified in one more launch: every word that arrives in shared memory, by the receiving warps; "
		  "every word that was stored or added to.\n"
		  "Limit: the memory bandwidth, or from L2 the width of the SMs' ports.\n"
		  "Source: the forms follow the PTX ISA, data movement; multicast is split as in CUTLASS.",
	.subject = GB_SUBJECT_ON_CHIP,
	.quantity = GB_BANDWIDTH,
	.require = { .memory_bytes = UINT64_C(16) << 20 },
	.axes = axes,
	.variants = gb_variants_async,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = async_prepare,
	.launch = async_launch,
	.verify = async_verify,
	.cost = async_cost,
	.limit = async_limit,
	.metrics = async_metrics,
	.conclude = async_conclude,
	.remark = async_remark,
	.sdc = "path=cpasync,bulk,tensor,multicast,reduce level=dram in_flight=128 size=2",
};
