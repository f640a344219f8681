/* random: reads, updates and atomics at random addresses, by working set and access size, in accesses per second. */
#include <stdlib.h>

#include "../common/findings.h"
#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "gpubench.h"
#include "random.h"

enum sweep { OF_SET, OF_BYTES, OF_WINDOW };

#define NAME(name) #name,
static const char *const ops[] = { RANDOM_OPS(NAME) NULL };
#undef NAME
static const char *const sweeps[] = { [OF_SET] = "set", [OF_BYTES] = "bytes", [OF_WINDOW] = "window", NULL };

#define SETS                                                                                               \
	"65536,1048576,16777216,33554432,67108864,268435456,1073741824,4294967296,8589934592,34359738368," \
	"68719476736,103079215104,137438953472"

struct point {
	int op;
	enum sweep sweep;
	uint64_t set, within, window;
	uint32_t bytes, unroll, block;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "read; update: load, change and store, without atomics; atomic: an addition that returns nothing",
	  .names = ops },
	{ GB_AXIS(sweep),
	  .help = "accesses of 8 bytes by size of the set, by access size in one set, or by the window of a block",
	  .names = sweeps, .quick = "bytes" },
	{ GB_AXIS(set), .unit = "B", .help = "size of the memory over which accesses are uniformly distributed",
	  .values = SETS ",262144,4194304,134217728,536870912,2147483648,17179869184", .full = SETS,
	  .when = "sweep=set" },
	{ GB_AXIS(bytes), .unit = "B",
	  .help = "bytes per access; above 16 B (atomics: 8 B) neighbouring lanes share an access",
	  .values = "4:128:pow2", .quick = "8", .when = "sweep=bytes" },
	{ GB_AXIS(within), .unit = "B", .help = "size of the set for these sweeps",
	  .values = "65536,1048576,33554432,1073741824,8589934592,137438953472", .full = "8589934592",
	  .when = "sweep=bytes,window" },
	{ GB_AXIS(window), .unit = "B",
	  .help = "window of the set that a block stays in: fewer pages per SM, without more hits in DRAM rows",
	  .values = "2097152:134217728:pow4", .full = "2097152,33554432", .when = "sweep=window" },
	{ GB_AXIS(unroll), .unit = "accesses",
	  .help = "accesses per thread and iteration; no address depends on memory", .kind = GB_SEARCHED,
	  .values = "1:16:pow2", .full = "1:16:pow2", .quick = "1,2,8" },
	{ GB_AXIS(block), .unit = "threads", .help = "threads per block; the grid has as many blocks as are resident",
	  .kind = GB_SEARCHED, .values = "128:1024:pow2", .full = "256:1024:pow2", .quick = "256,512" },
	{ .name = NULL },
};

/* The set and access size of the roofs: a word of a hash table, in a set that exceeds all caches and the cached address
 * translations. */
#define ROOF_SET   (INT64_C(8) << 30)
#define ROOF_BYTES 8

#define PAGE (UINT64_C(2) << 20) /* the driver maps device memory in pages of this size */

struct state {
	gb_ptr at, report;
	gb_ptr sum;       /* sums of the words read, and of the expected words */
	uint64_t bytes;   /* size of the buffer `at` */
	uint64_t written; /* bytes that were written */
	uint64_t filled;  /* bytes that hold the input; 0: unknown */
	struct gb_kernel kernel, fill, replay, undo, scan;
	struct gb_shape shape;
	struct random_args args;
};

/* ---- a point ----------------------------------------------------------------------------------------------------- */

enum { SECTOR = 32, SUMS_BYTES = (RANDOM_SUMS + 1) * sizeof(uint32_t) };

static uint64_t set_bytes(const struct gb_run *run)
{
	return gb_value(run, sweep) == OF_SET ? gb_value(run, set) : gb_value(run, within);
}

static uint32_t access_bytes(const struct gb_run *run)
{
	return gb_value(run, sweep) == OF_BYTES ? gb_value(run, bytes) : ROOF_BYTES;
}

/* The part of the set that a block uses: the whole set or a window. */
static uint64_t window_bytes(const struct gb_run *run)
{
	return gb_value(run, sweep) == OF_WINDOW ? gb_value(run, window) : set_bytes(run);
}

/* The widest access of a lane: 16 bytes for a load or a store, 8 for an atomic. */
static uint32_t lane_bytes(const struct gb_run *run)
{
	const uint32_t most = gb_value(run, op) == RANDOM_atomic ? 8 : 16;

	return access_bytes(run) < most ? access_bytes(run) : most;
}

static uint32_t walkers(const struct state *s)
{
	return s->shape.grid * s->shape.block / s->args.set.lanes;
}

static uint32_t accesses(const struct gb_run *run)
{
	return state_of(run)->args.trips * gb_value(run, unroll);
}

/* Memory transfers per access: changed data are read and written back. */
static uint32_t ways(const struct gb_run *run)
{
	return gb_value(run, op) == RANDOM_read ? 1 : 2;
}

static uint32_t sectors(const struct gb_run *run)
{
	return access_bytes(run) > SECTOR ? access_bytes(run) / SECTOR : 1;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const double all = (double)walkers(gb_state(run)) * accesses(run);

	return (struct gb_cost){ .bytes = all * access_bytes(run) * ways(run), .ops = all };
}

/* If the set exceeds L2: the sectors that must come from memory, and return to it. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	if (!limit_is_of_memory(device, (double)set_bytes(run)))
		return (double)NAN;
	return gb_memory_rate(device) / ((double)SECTOR * sectors(run) * ways(run));
}

static const char *roof(const struct gb_run *run)
{
	static const char *const roofs[] = { "random.read", "random.update", "random.atomic" };

	if (gb_value(run, sweep) != OF_BYTES || gb_value(run, bytes) != ROOF_BYTES || gb_value(run, within) != ROOF_SET)
		return NULL;
	return roofs[gb_value(run, op)];
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const double set = (double)set_bytes(run), moved = (double)SECTOR * sectors(run) * ways(run);

	out[0] = (struct gb_metric){ "sectors_per_access", "1", GB_EXACT, sectors(run), 0 };
	out[1] = (struct gb_metric){ "pages", "1", GB_EXACT, ceil(set / (double)PAGE), 0 };
	out[2] = (struct gb_metric){ "bandwidth", "B/s", GB_TIMES, access_bytes(run), 0 };
	out[3] = (struct gb_metric){ "sector_bandwidth", "B/s", GB_TIMES, moved,
				     limit_is_of_memory(result->device, set) ? gb_memory_rate(result->device) : 0 };
	return 4;
}

static const char *remark(const struct gb_run *run)
{
	if (window_bytes(run) > RANDOM_REACH)
		return "the translations of this many pages are not cached: each access waits for page tables";
	if (gb_value(run, op) != RANDOM_read)
		return "each access opens a row of memory to read its word, and one to write it back";
	if (access_bytes(run) < limit_fetch_bytes(gb_device(run)))
		return "each access opens its own row of memory, from which L2 fetches more than requested";
	return "each access opens its own row of memory";
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_find_kernel(run, "random_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "random_replay", &s->replay));
	GB_TRY(gb_find_kernel(run, "random_undo", &s->undo));
	GB_TRY(gb_find_kernel(run, "random_scan", &s->scan));
	GB_TRY(gb_alloc(run, SUMS_BYTES, &s->sum));
	GB_TRY(gb_fill(run, s->sum, 0, SUMS_BYTES)); /* all launches add to these sums */
	return gb_alloc(run, sizeof(struct gb_report), &s->report);
}

/* Accesses per walker and launch, which takes a few milliseconds. */
enum { ACCESSES = 64 };
static int fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = set_bytes(run);

	if (s->filled >= bytes)
		return GB_OK;
	s->filled = 0;
	GB_TRY(input_fill(run, &s->fill, s->at, bytes));
	GB_TRY(gb_sync(run));
	s->written = s->filled = bytes;
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = set_bytes(run), before = s->bytes;
	const uint32_t each = lane_bytes(run), lanes = access_bytes(run) / each;
	const uint32_t block = gb_value(run, block);
	const double trips = gb_work(run) * ACCESSES / (double)gb_value(run, unroll);

	if (window_bytes(run) > bytes)
		return gb_skip(run, "a window is larger than the set");
	GB_TRY(input_grow(run, bytes, &s->at, &s->bytes));
	if (s->bytes != before)
		s->written = s->filled = 0;
	if (s->written < bytes)
		GB_TRY(fill(run));
	s->args = (struct random_args){
		.set = { .at = gb_address(s->at),
			 .lines = (uint32_t)(bytes / RANDOM_LINE),
			 .bytes = access_bytes(run),
			 .lanes = lanes,
			 .windows = (uint32_t)(bytes / window_bytes(run)),
			 .group = block / lanes },
		.trips = trips < 1 ? 1 : (uint32_t)trips,
		.one = 1,
		.sum = gb_address(s->sum),
	};
	GB_TRY(kernel_find(run, &s->kernel, "random_%s_b%u_u%d", ops[gb_value(run, op)], each,
			   (int)gb_value(run, unroll)));
	s->shape = (struct gb_shape){ .block = block };
	return kernel_wave(run, &s->kernel, block, &s->shape.grid);
}

static int launch(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (gb_value(run, op) != RANDOM_read)
		s->filled = 0;
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_reads(struct gb_run *run)
{
	uint32_t sum[RANDOM_SUMS + 1], found = 0;

	GB_TRY(gb_copy_out(run, sum, state_of(run)->sum, sizeof sum));
	for (uint32_t i = 0; i < RANDOM_SUMS; i++)
		found += sum[i];
	return input_check_sum(run, found, sum[RANDOM_SUMS]);
}

/* Checks the changes of the walks, then undoes them: every word must have its initial value again. */
static int check_set(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const struct random_check_args args = {
		.set = s->args.set,
		.op = (uint32_t)op,
		.walkers = walkers(s),
		.accesses = accesses(run),
		.width = op == RANDOM_atomic && access_bytes(run) >= 8 ? 8 : 4,
		.expected = (uint32_t *)gb_address(s->sum) + RANDOM_SUMS,
		.report = gb_address(s->report),
	};
	const uint64_t visits = (uint64_t)args.walkers * args.accesses * args.set.bytes / args.width;

	GB_TRY(gb_report_clear(run, s->report));
	if (op != RANDOM_atomic)
		GB_TRY(gb_launch(run, &s->replay, input_shape(run), &args));
	if (op != RANDOM_read)
		GB_TRY(gb_launch(run, &s->undo, input_shape(run), &args));
	GB_TRY(gb_launch(run, &s->scan, input_shape(run), &args));
	return gb_report_judge(run, s->report, (op == RANDOM_update ? 2 : 1) * visits + set_bytes(run) / 4, "words");
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(fill(run));
	const uint64_t filled = s->filled;
	GB_TRY(input_check(run, s->at, set_bytes(run), random_word));
	GB_TRY(gb_fill(run, s->sum, 0, SUMS_BYTES));
	GB_TRY(launch_recorded(run, launch, &s->args.record, ~0u));
	s->filled = 0;
	GB_TRY(check_set(run));
	s->filled = filled;
	return gb_value(run, op) == RANDOM_read ? check_reads(run) : GB_OK;
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

/* Thresholds: as fast as the smallest access; nearly the bandwidth of the largest. */
#define AS_FAST 0.95
#define NEARLY  0.9
enum { WIDTHS = 6, WIDTH_LEAST = 4, ROOF_WIDTH = 1 };
/* A rate that falls below this share from one set to the next one is a drop. The share of L2 hits also falls with
 * growing sets, but more slowly. */
#define FALLS    0.75
#define SETS_MAX 32

static int is_rate(const struct gb_row *row, int64_t op)
{
	return strcmp(row->metric, "access_rate") == 0 && gb_row_value(row, op) == op;
}

/* The rows of one operation in the set of the roofs, by access size: 4, 8, ... 128 bytes; NULL: none. */
static void collect(const struct gb_row *rows, size_t count, int64_t op, const struct gb_row *out[WIDTHS])
{
	memset(out, 0, WIDTHS * sizeof *out);
	for (size_t i = 0; i < count; i++) {
		if (!is_rate(&rows[i], op) || !gb_row_has(&rows[i], bytes) ||
		    gb_row_value(&rows[i], within) != ROOF_SET)
			continue;
		for (int w = 0; w < WIDTHS; w++)
			if (gb_row_value(&rows[i], bytes) == (uint32_t)WIDTH_LEAST << w)
				out[w] = &rows[i];
	}
}

static struct gb_finding granularity(int64_t op, const char *metric, int width, const struct gb_row *row)
{
	struct gb_finding f = { .metric = metric, .unit = "B", .value = WIDTH_LEAST << width, .from = row };

	f.lo = f.hi = f.value;
	snprintf(f.point, sizeof f.point, "op=%s", ops[op]);
	return f;
}

/* Needs all access sizes: a gap would be mistaken for a step. */
static size_t conclude_op(int64_t op, const struct gb_row *const rate[WIDTHS], struct gb_finding *out)
{
	const int last = WIDTHS - 1;
	int free = 0, best = last;

	for (int w = 0; w < WIDTHS; w++)
		if (rate[w] == NULL)
			return 0;
	while (free < last && rate[free + 1]->value >= AS_FAST * rate[0]->value)
		free++;
	while (best > 0 && rate[best - 1]->value * (WIDTH_LEAST << (best - 1)) >=
				   NEARLY * rate[last]->value * (WIDTH_LEAST << last))
		best--;
	out[0] = granularity(op, "free_granularity", free, rate[free]);
	snprintf(out[0].remark, sizeof out[0].remark,
		 "the largest access whose rate is within 5 %% of that of 4 bytes: %.4g", rate[free]->value);
	out[1] = granularity(op, "best_granularity", best, rate[best]);
	snprintf(out[1].remark, sizeof out[1].remark,
		 "the smallest access with 90 %% of the bandwidth of 128 bytes, %.4g B/s",
		 rate[last]->value * (WIDTH_LEAST << last));
	return 2;
}

/* Accesses in windows of a page, relative to accesses in the whole set. */
static size_t conclude_near(int64_t op, const struct gb_row *rows, size_t count, const struct gb_row *everywhere,
			    struct gb_finding *out)
{
	for (size_t i = 0; i < count && everywhere != NULL; i++) {
		if (!is_rate(&rows[i], op) || !gb_row_has(&rows[i], window) ||
		    gb_row_value(&rows[i], window) != (int64_t)PAGE || gb_row_value(&rows[i], within) != ROOF_SET)
			continue;
		*out = ratio_of("near_pages_gain", &rows[i], everywhere);
		snprintf(out->point, sizeof out->point, "op=%s", ops[op]);
		snprintf(out->remark, sizeof out->remark,
			 "rate with each block in its own 2 MiB, relative to all 8 GiB; part of the gain comes "
			 "from L2 hits");
		return 1;
	}
	return 0;
}

static int by_set(const void *a, const void *b)
{
	const struct gb_row *const *left = a, *const *right = b;
	const uint64_t x = gb_row_value(*left, set), y = gb_row_value(*right, set);

	return (x > y) - (x < y);
}

/* The first set in DRAM after which the rate drops. */
static size_t conclude_reach(const struct gb_device *device, int64_t op, const struct gb_row *rows, size_t count,
			     struct gb_finding *out)
{
	const struct gb_row *set[SETS_MAX] = { NULL };
	size_t sets = 0;

	for (size_t i = 0; i < count && sets < SETS_MAX; i++)
		if (is_rate(&rows[i], op) && gb_row_has(&rows[i], set) &&
		    limit_is_of_memory(device, (double)gb_row_value(&rows[i], set)))
			set[sets++] = &rows[i];
	if (sets < 2)
		return 0;
	qsort(set, sets, sizeof(const struct gb_row *), by_set);
	for (size_t i = 1; i < sets; i++) {
		if (set[i]->value >= FALLS * set[i - 1]->value)
			continue;
		struct gb_finding reach = { .metric = "reach", .unit = "B", .from = set[i - 1] };
		const double next = (double)gb_row_value(set[i], set);
		snprintf(reach.point, sizeof reach.point, "op=%s", ops[op]);
		snprintf(reach.remark, sizeof reach.remark, "%.4g access/s with this set, %.4g with one of %.4g bytes",
			 set[i - 1]->value, set[i]->value, next);
		return bracket_tell(&reach, "reach_below", (double)gb_row_value(set[i - 1], set), next, out);
	}
	return 0;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	const struct gb_row *rate[WIDTHS];
	size_t found = 0;

	for (int64_t op = RANDOM_read; op <= RANDOM_atomic; op++) {
		collect(rows, count, op, rate);
		found += conclude_op(op, rate, &out[found]);
		found += conclude_near(op, rows, count, rate[ROOF_WIDTH], &out[found]);
		found += conclude_reach(device, op, rows, count, &out[found]);
	}
	return found;
}

GB_BENCH(random) = {
	GB_IDENTITY(random),
	.summary = "reads, updates and atomics at random addresses, by working set and size",
	.method = "All SMs are full of threads, each of which makes 64 accesses per launch, `unroll` of them in a loop "
		  "iteration. Addresses come from a linear congruential generator in a register (x = 1664525 x + "
		  "1013904223): the 128-byte line is the upper half of x times the number of lines, the position in it "
		  "the upper bits of another multiple of x. No address waits for memory, and every line is equally "
		  "likely. An access lies within a line and begins at a multiple of its size. With sweep=window each "
		  "block stays in its own part of the set: translations are then close together, while DRAM rows are "
		  "as far apart as before. A read loads; an update loads and stores with the low byte of each word "
		  "changed; an atomic adds 1 to each of its 8-byte numbers (4 bytes: one number of 4) and returns "
		  "nothing.\n"
		  "Value: an access counts as one, whatever its size and however many lanes share it. sector_bandwidth "
		  "is the rate times the bytes of the limit, bandwidth the bytes requested; `pages` is the number of 2 "
		  "MiB pages in the set. Findings in 8 GiB: free_granularity, the largest access that is as fast as "
		  "one of 4 bytes (a miss fetches as many bytes anyway, or its translation dominates); "
		  "best_granularity, the smallest with 90 % of the bandwidth of 128 bytes; near_pages_gain, the rate "
		  "in windows of 2 MiB over the rate in the whole set; and reach, the set size from which accesses "
		  "wait for page tables. random.read, .update and .atomic are accesses of 8 bytes in 8 GiB.\n"
		  "Verified by another kernel that repeats the walks one access after another. Reads: the sum of all "
		  "words. Updates: every visited word is changed, which its initial value never equals; two threads "
		  "that update one word store the same value. Then each update is taken back, or the addition of each "
		  "atomic subtracted, and every word of the set must have its initial value, so a missing update, or "
		  "one in the wrong place, is found.\n"
		  "Limit, for sets of at least 4 x L2: the memory bus, counting whole 32-byte sectors, twice if they "
		  "are changed and written back.\n"
		  "Source: HPCC RandomAccess (GUPS), which updates 8 bytes by XOR.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_ACCESSES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_random,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.roof = roof,
	.metrics = metrics,
	.remark = remark,
	.conclude = conclude,
	.sdc = "op=update sweep=bytes bytes=8",
};
