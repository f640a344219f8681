/* host_cache: what each level of the host's caches gives, by the size of the set that is gone through again and again. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../cache/ladder.h"
#include "kernels.h"

#define KIB(n) (UINT64_C(1024) * (n))
#define MIB(n) (UINT64_C(1048576) * (n))

/* The largest sets: so many times all L2 and L3 caches together; with a least size of a core's, for hosts that do not tell their
 * caches, and with a share of the free memory as the most. */
enum { MOST_CACHES = 4 };
#define MOST_LEAST   MIB(16)
#define MEMORY_SHARE 0.25
/* Bytes a thread reads or writes in a launch: 100 us at 640 GB/s out of L1, at 160 GB/s elsewhere. */
#define LAUNCH_SMALL MIB(64)
#define LAUNCH_LARGE MIB(16)
#define SMALL        KIB(256)

/* In the order of the axis. */
enum walk { WALK_READ, WALK_ALONE, WALK_WRITE };
static const char *const walks[] = {
	[WALK_READ] = "read",
	[WALK_ALONE] = "alone",
	[WALK_WRITE] = "write",
	NULL,
};

static const struct gb_axis axes[] = {
	{ .name = "walk",
	  .help = "read: each core a set of its own; alone: one core reads, the others rest; write: each core a set of its own",
	  .kind = GB_REPORTED,
	  .names = walks,
	  .quick = "read" },
	{ .name = "set",
	  .unit = "B",
	  .help = "of each core",
	  .kind = GB_REPORTED,
	  .values =
		  "4096:1073741824:pow2,6144,12288,24576,40960,49152,98304,196608,393216,786432,1572864,3145728,6291456,"
		  "12582912,25165824,50331648,100663296,201326592,402653184,805306368",
	  .full = "4096:134217728:pow2,24576,40960,49152,786432,1572864,3145728,6291456,12582912,25165824,50331648",
	  .quick = "8192,16384,32768,49152,131072,262144,524288,2097152,4194304,8388608,67108864" },
	{ .name = "vec",
	  .unit = "B",
	  .help = "bytes of an access: 16 of SSE2 or NEON, 32 of AVX2, 64 of AVX-512",
	  .kind = GB_SEARCHED,
	  .values = "16,32,64" },
	{ .name = "unroll",
	  .help = "accesses between two looks for the end of the set",
	  .kind = GB_SEARCHED,
	  .values = "4,8,16",
	  .quick = "8" },
	{ .name = NULL },
};

struct state {
	uint32_t cores;
	uint64_t own;   /* bytes of each core's part of `at` */
	uint64_t alone; /* bytes of what one core alone goes through */
	gb_ptr at, alone_at, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct host_cache_args args;
};

static bool is_alone(const struct gb_run *run)
{
	return gb_value(run, "walk") == WALK_ALONE;
}

static bool writes(const struct gb_run *run)
{
	return gb_value(run, "walk") == WALK_WRITE;
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

/* Have `threads` cores write `own` bytes each, so that they are the first to touch them. */
static int fill(struct gb_run *run, gb_ptr at, uint64_t own, uint64_t set, uint32_t threads)
{
	const struct state *s = gb_state(run);
	const struct host_cache_args args = { .at = gb_address(at), .own = own, .set = set };

	return gb_launch(run, &s->fill, (struct gb_shape){ threads, 1, 0 }, &args);
}

static uint64_t lesser(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static int choose_room(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint64_t caches = MOST_CACHES * (device->l2_bytes + device->l3_bytes);
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	/* Half of the share for all cores, half for the one. */
	const uint64_t most = (uint64_t)(MEMORY_SHARE * (double)available) / 2;
	s->own = caches / s->cores > MOST_LEAST ? caches / s->cores : MOST_LEAST;
	s->own = lesser(s->own, most / s->cores) / HOST_CACHE_STEP * HOST_CACHE_STEP;
	s->alone = caches > MOST_LEAST ? caches : MOST_LEAST;
	s->alone = lesser(s->alone, most) / HOST_CACHE_STEP * HOST_CACHE_STEP;
	if (s->own == 0)
		return gb_skip(run, "%.1f MB of memory are free; sets of %u cores need more", 1e-6 * (double)available,
			       (unsigned int)s->cores);
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = gb_team(run, -1, &s->cores);
	if (status == GB_OK)
		status = choose_room(run);
	if (status == GB_OK)
		status = gb_alloc(run, s->cores * sizeof(struct host_cache_report), &s->report);
	if (status == GB_OK)
		status = gb_alloc(run, s->own * s->cores, &s->at);
	if (status == GB_OK)
		status = gb_place(run, s->at, s->own * s->cores, -1, GB_PAGES_LARGEST);
	if (status == GB_OK)
		status = gb_find_kernel(run, "fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "check", &s->check);
	return status == GB_OK ? fill(run, s->at, s->own, s->own, s->cores) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* Memory of the first core, when it is first asked for. */
static int open_alone(struct gb_run *run)
{
	struct state *s = gb_state(run);
	gb_ptr at;

	if (s->alone_at != 0)
		return GB_OK;
	int status = gb_alloc(run, s->alone, &at);
	if (status == GB_OK)
		status = gb_place(run, at, s->alone, -1, GB_PAGES_LARGEST);
	if (status == GB_OK)
		status = fill(run, at, 0, s->alone, 1);
	if (status == GB_OK)
		s->alone_at = at;
	return status;
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static int choose_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int vec = (int)gb_value(run, "vec");
	const char *missing = isa_missing(isa_of_bytes(vec));
	char name[GB_NAME_MAX];

	if (missing != NULL)
		return gb_skip(run, "%s", missing);
	snprintf(name, sizeof name, "%s_v%d_u%d", writes(run) ? "write" : "read", vec, (int)gb_value(run, "unroll"));
	return gb_find_kernel(run, name, &s->kernel);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t set = (uint64_t)gb_value(run, "set"), most = is_alone(run) ? s->alone : s->own;
	const uint64_t bytes = set <= SMALL ? LAUNCH_SMALL : LAUNCH_LARGE;

	if (set > most)
		return gb_skip(
			run, "sets end at %.1f MB of a core here: %d times all caches, or an eighth of the free memory",
			1e-6 * (double)most, MOST_CACHES);
	int status = choose_kernel(run);
	if (status == GB_OK && is_alone(run))
		status = open_alone(run);
	if (status != GB_OK)
		return status;
	s->shape = (struct gb_shape){ is_alone(run) ? 1 : s->cores, 1, 0 };
	s->args = (struct host_cache_args){
		.at = gb_address(is_alone(run) ? s->alone_at : s->at),
		.own = is_alone(run) ? 0 : s->own,
		.set = set,
		.passes = bytes > set ? bytes / set : 1,
		.value = HOST_CACHE_FACTOR,
		.report = gb_address(s->report),
	};
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .bytes = (double)s->shape.grid * (double)s->args.set * (double)s->args.passes };
}

/* What the cores load from their L1, of sets that it holds. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const struct state *s = gb_state(run);

	return !writes(run) && s->args.set <= device->l1_bytes ? device->rates.l1_bytes * s->shape.grid * sm_hz : 0;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	size_t count = 0;

	out[count++] =
		(struct gb_metric){ "working_set", "B", GB_EXACT, (double)s->shape.grid * (double)s->args.set, 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock", "B/clk", GB_TIMES,
						   1 / (result->sm_hz * s->shape.grid), 0 };
	return count;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The sum of a thread's words, times the passes: word i is (thread + i + 1) times a factor, so there is a formula. */
static uint64_t expected_sum(const struct host_cache_args *args, uint32_t thread)
{
	const uint64_t words = args->set / sizeof(uint64_t); /* an even number */

	return args->passes * HOST_CACHE_FACTOR * (words * thread + words / 2 * (words + 1));
}

static int judge(struct gb_run *run, uint32_t thread, const struct host_cache_report *r)
{
	const struct state *s = gb_state(run);
	const uint64_t words = s->args.set / sizeof(uint64_t);

	if (!writes(run))
		return r->sum == expected_sum(&s->args, thread)
			       ? GB_OK
			       : gb_fail(run, "thread %u read words of the sum %#llx, not %#llx", (unsigned int)thread,
					 (unsigned long long)r->sum,
					 (unsigned long long)expected_sum(&s->args, thread));
	if (r->compared != words)
		return gb_fail(run, "the check looked at %llu of %llu words of thread %u",
			       (unsigned long long)r->compared, (unsigned long long)words, (unsigned int)thread);
	if (r->wrong != 0)
		return gb_fail(run, "%llu of %llu words of thread %u are wrong, the first at %llu",
			       (unsigned long long)r->wrong, (unsigned long long)words, (unsigned int)thread,
			       (unsigned long long)r->first);
	return GB_OK;
}

static int judge_all(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t bytes = s->shape.grid * sizeof(struct host_cache_report);
	struct host_cache_report *report = calloc(s->shape.grid, sizeof *report);

	if (report == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, report, s->report, bytes);
	for (uint32_t i = 0; i < s->shape.grid && status == GB_OK; i++)
		status = judge(run, i, &report[i]);
	free(report);
	return status;
}

/* What a read finds is written anew, as a write may have been there; to a write that is the poison. */
static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const gb_ptr at = is_alone(run) ? s->alone_at : s->at;

	int status = fill(run, at, s->args.own, s->args.set, s->shape.grid);
	if (status == GB_OK)
		status = gb_fill(run, s->report, 0, s->shape.grid * sizeof(struct host_cache_report));
	if (status == GB_OK)
		status = launch(run);
	if (status == GB_OK && writes(run))
		status = gb_launch(run, &s->check, s->shape, &s->args);
	return status == GB_OK ? judge_all(run) : status;
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

/* The rungs of a walk, by size. */
static void collect(const struct gb_device *device, const struct gb_row *rows, size_t count, enum walk walk,
		    struct ladder *out)
{
	const double sets = walk == WALK_ALONE ? 1 : device->sm_count;

	*out = (struct ladder){ .count = 0 };
	for (size_t i = 0; i < count && out->count < LADDER_MAX; i++) {
		const double x = (double)gb_row_value(&rows[i], "set");
		if (strcmp(rows[i].metric, "bandwidth") == 0 && gb_row_value(&rows[i], "walk") == (int64_t)walk)
			out->rung[out->count++] = (struct rung){ x, x * sets, rows[i].value, &rows[i] };
	}
	sort_ladder(out);
}

/* A level: where its plateau is looked for, in bytes of all sets together, and the sizes that are surely its. */
struct level {
	const char *name, *roof;
	double least, most, surely_least, surely_most;
	double reported; /* its size; 0: no capacity is looked for */
	bool each;       /* every core has one of its own */
};

/* No plateau: the best of the sizes that are surely the level's. */
static void tell_slope(struct findings *f, const char *walk, const struct level *level, const struct ladder *ladder)
{
	size_t from, to, best, worst;

	between(ladder, level->surely_least, level->surely_most, &from, &to);
	if (from == to)
		return;
	best = worst = from;
	for (size_t i = from; i < to; i++) {
		best = ladder->rung[i].value > ladder->rung[best].value ? i : best;
		worst = ladder->rung[i].value < ladder->rung[worst].value ? i : worst;
	}
	const struct plateau p = { best, best, ladder->rung[best].value };
	const size_t before = f->count;
	tell_plateau(f, walk, level->name, ladder, &p, level->roof);
	if (f->count > before)
		snprintf(
			f->out[before].remark, sizeof f->out[before].remark,
			"no plateau: the best of %zu sizes, with %.0f bytes in all; %.4g B/s with %.0f. Other work, or other "
			"guests of the same machine, may share this cache",
			to - from, ladder->rung[best].total, ladder->rung[worst].value, ladder->rung[worst].total);
}

static void tell_level(struct findings *f, const char *walk, const struct level *level, const struct ladder *ladder)
{
	struct plateau p;
	size_t from, to;

	between(ladder, level->least, level->most, &from, &to);
	if (!longest(ladder, from, to, &p)) {
		tell_slope(f, walk, level, ladder);
		return;
	}
	tell_plateau(f, walk, level->name, ladder, &p, level->roof);
	if (level->reported > 0)
		tell_capacity(f, walk, level->name, ladder, &p, level->each, level->reported);
}

/* An L2 is a core's own, or is told as if it were. Behind twice a level's size nothing of it is left when a round ends. */
static void tell_walk(struct findings *f, const struct gb_device *device, const struct gb_row *rows, size_t count,
		      enum walk walk)
{
	const bool roofs = walk == WALK_READ;
	const double sets = walk == WALK_ALONE ? 1 : device->sm_count;
	const double l1 = (double)device->l1_bytes, l2 = (double)device->l2_bytes / device->sm_count;
	const double l1_all = l1 * sets, l2_all = l2 * sets, l3 = (double)device->l3_bytes;
	const struct level levels[] = {
		{ "l1", roofs ? "l1.read" : NULL, 0, SIZE_SLACK * l1_all, 0, l1_all, l1, true },
		{ "l2", roofs ? "l2.read" : NULL, SIZE_SLACK * l1_all, SIZE_SLACK * l2_all, 2 * l1_all, l2_all, l2,
		  true },
		{ "l3", roofs ? "l3.read" : NULL, SIZE_SLACK * l2_all, SIZE_SLACK * l3, 2 * l2_all, l3 / 2, l3, false },
		{ "dram", NULL, 2 * (l2_all + l3), (double)INFINITY, 0, 0, 0, false },
	};
	struct ladder ladder;

	collect(device, rows, count, walk, &ladder);
	for (size_t i = 0; i < sizeof levels / sizeof levels[0]; i++)
		tell_level(f, walks[walk], &levels[i], &ladder);
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	struct findings f = { out, 0 };

	for (enum walk walk = WALK_READ; walk <= WALK_WRITE; walk++)
		tell_walk(&f, device, rows, count, walk);
	return f.count;
}

static const struct gb_variant variants[] = {
	{ .name = "default", .flags = "", .archs = "", .kernels = host_cache_kernels },
	{ .name = NULL },
};

GB_BENCH(host_cache) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "host_cache",
	.summary = "caches of the host: bandwidth by working set, and what each level gives and holds",
	.method =
		"Each core goes round and round in a set of its own, in order; alone: one core does, the others rest. A launch "
		"goes through at least 16 MiB on each core, of sets up to 256 KiB through 64 MiB, in whole rounds. Every byte "
		"loaded or stored counts each time; what a store has fetched first does not. Loads are summed up in eight "
		"chains of vector additions. The value is the best of a search over bytes and number of accesses of a trip. "
		"Sets end at 4 times all L2 and L3 caches together, or an eighth of the free memory. Pages are huge where the "
		"system has them on request. Verified: the sum of all words that each core has read in all rounds, against a "
		"formula; every word stored, on poisoned memory. Plateaus are runs of at least 3 sizes within 5 %, a capacity "
		"lies between the last size that is within 3 % of a plateau and the next. A level without a plateau, as an L3 "
		"that strangers share in a virtual machine, has the best of the sizes that are surely its, and the remark says so. "
		"Roofs are those of all cores reading. Limit: bytes a clock that a core loads from its L1, where that is "
		"known, x cores x their measured clock, of sets that the L1 holds. After the ladders of bw_mem (lmbench) and "
		"likwid-bench.",
	.target = GB_HOST,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = variants,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.conclude = conclude,
};
