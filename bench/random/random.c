/* random: reads, updates and atomics at random addresses, by working set and access size, in accesses per second. */

#include "state.h"

GB_VARIANTS(random);

#define NAME(name) #name,
const char *const random_ops[] = { RANDOM_OPS(NAME) NULL };
#undef NAME
static const char *const sweeps[] = { [OF_SET] = "set", [OF_BYTES] = "bytes", [OF_WINDOW] = "window", NULL };

#define SETS                                                                                               \
	"65536,1048576,16777216,33554432,67108864,268435456,1073741824,4294967296,8589934592,34359738368," \
	"68719476736,103079215104,137438953472"

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "read; update: load, change and store, without atomics; atomic: an addition that returns nothing",
	  .kind = GB_REPORTED,
	  .names = random_ops },
	{ .name = "sweep",
	  .help = "accesses of 8 bytes by size of the set, by access size in one set, or by the window of a block",
	  .kind = GB_REPORTED,
	  .names = sweeps,
	  .quick = "bytes" },
	{ .name = "set",
	  .unit = "B",
	  .help = "size of the memory over which accesses are uniformly distributed",
	  .kind = GB_REPORTED,
	  .values = SETS ",262144,4194304,134217728,536870912,2147483648,17179869184",
	  .full = SETS,
	  .when = "sweep=set" },
	{ .name = "bytes",
	  .unit = "B",
	  .help = "bytes per access; above 16 B (atomics: 8 B) neighbouring lanes share an access",
	  .kind = GB_REPORTED,
	  .values = "4:128:pow2",
	  .quick = "8",
	  .when = "sweep=bytes" },
	{ .name = "within",
	  .unit = "B",
	  .help = "size of the set for these sweeps",
	  .kind = GB_REPORTED,
	  .values = "65536,1048576,33554432,1073741824,8589934592,137438953472",
	  .full = "8589934592",
	  .when = "sweep=bytes,window" },
	{ .name = "window",
	  .unit = "B",
	  .help = "window of the set that a block stays in: fewer pages per SM, without more hits in DRAM rows",
	  .kind = GB_REPORTED,
	  .values = "2097152:134217728:pow4",
	  .full = "2097152,33554432",
	  .when = "sweep=window" },
	{ .name = "unroll",
	  .unit = "accesses",
	  .help = "accesses per thread and iteration; no address depends on memory",
	  .kind = GB_SEARCHED,
	  .values = "1:16:pow2",
	  .full = "1:16:pow2",
	  .quick = "1,2,8" },
	{ .name = "block",
	  .unit = "threads",
	  .help = "threads per block; the grid has as many blocks as are resident",
	  .kind = GB_SEARCHED,
	  .values = "128:1024:pow2",
	  .full = "256:1024:pow2",
	  .quick = "256,512" },
	{ .name = NULL },
};

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	int status = gb_find_kernel(run, "random_fill", &s->fill);

	if (status == GB_OK)
		status = gb_find_kernel(run, "random_replay", &s->replay);
	if (status == GB_OK)
		status = gb_find_kernel(run, "random_scan", &s->scan);
	if (status == GB_OK)
		status = gb_alloc(run, RANDOM_SUMS * sizeof(unsigned int), &s->sum);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(struct random_check), &s->check);
	return status == GB_OK ? gb_alloc(run, sizeof(struct gb_report), &s->report) : status;
}

GB_BENCH(random) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "random",
	.summary = "reads, updates and atomics at random addresses, by working set and size",
	.method = "All SMs are full of threads, each of which makes 64 accesses per launch, `unroll` of them in a "
		  "loop iteration. Addresses come from a linear congruence in a register (x = 1664525 x + "
		  "1013904223): the 128-byte line is the upper half of x times the number of lines, the place in "
		  "it the upper bits of another multiple of x. No address waits for memory, and every line is "
		  "equally likely. An access lies within a line and begins at a multiple of its size. With "
		  "sweep=window each block stays in its own part of the set: translations are then close "
		  "together, while DRAM rows are as far apart as before. A read loads; an update loads and stores "
		  "with the low byte of each word changed; an atomic adds 1 to each of its 8-byte numbers (4 "
		  "bytes: one number of 4) and returns nothing.\n"
		  "Value: an access counts as one, whatever its size and however many lanes share it. "
		  "sector_bandwidth is the rate times the bytes of the limit, bandwidth the bytes requested; "
		  "`pages` is the number of 2 MiB pages in the set. Findings in 8 GiB: free_granularity, the "
		  "largest access that is as fast as one of 4 bytes (a miss fetches as many bytes anyway, or its "
		  "translation dominates); best_granularity, the smallest with 90 % of the bandwidth of 128 "
		  "bytes; near_pages_gain, the rate in windows of 2 MiB over the rate in the whole set; and "
		  "reach, the set size from which accesses wait for page tables. random.read, .update and .atomic "
		  "are accesses of 8 bytes in 8 GiB.\n"
		  "Verified by another kernel that repeats the walks one access after another. Reads: the sum of "
		  "all words. Updates: every visited word is changed and no other. Atomics: the set's additions, "
		  "weighted by address, against those of all walks. Two threads that update one word store the "
		  "same value.\n"
		  "Limit, for sets of at least 4 x L2: the memory bus, counting whole 32-byte sectors, twice if "
		  "they are changed and written back.\n"
		  "Source: HPCC RandomAccess (GUPS), which updates 8 bytes by XOR.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_ACCESSES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_random,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = random_prepare,
	.launch = random_launch,
	.verify = random_verify,
	.cost = random_cost,
	.limit = random_limit,
	.roof = random_roof,
	.metrics = random_metrics,
	.remark = random_remark,
	.conclude = random_conclude,
};
