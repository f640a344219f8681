/* persist: a hot set that is read repeatedly while a stream from memory passes through L2, and the share of it that L2
 * keeps, with and without hints. */
#include "../common/findings.h"
#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "gpubench.h"
#include "persist.h"

enum policy { NONE, LAST, FIRST, BOTH, WINDOW };
static const char *const policies[] = {
	[NONE] = "none", [LAST] = "last", [FIRST] = "first", [BOTH] = "both", [WINDOW] = "window", NULL
};

/* The stream of a launch. If it is shorter than STREAM_L2S times L2, parts of it may still be in L2. */
#define STREAM_BYTES (UINT64_C(1) << 30)
enum { STREAM_L2S = 4 };
/* The hot set and the stream. */
static const struct input_size arena_size = {
	.arrays = 1,
	.most = STREAM_BYTES + (UINT64_C(256) << 20),
	.step = PERSIST_TILE,
	.share = 0.8,
	.l2s = STREAM_L2S,
};
/* A load that takes less than a hit plus this fraction of the difference between a miss and a hit is a hit. On GPUs
 * with two halves of L2 a hit in the other half takes 40 % of the difference, a miss to the nearer half of the memory
 * 75 %. */
#define CUT 0.6
/* This part of the hot set, 1 / NEXT_PART, is probed after a launch: the lines to be read next, which were last read
 * longest ago. */
enum { NEXT_PART = 8 };
/* A hot set counts as kept from this share of hits on. */
#define KEPT 0.9

struct state {
	gb_ptr arena, sums, found, report;
	uint64_t arena_bytes;
	struct gb_kernel check, probe;
	struct gb_kernel kernel; /* this and all following members belong to the current point */
	struct gb_shape shape;
	struct persist_args args;
	uint64_t aside;        /* bytes of L2 that are set aside; 0: none */
	double hit, miss, cut; /* cycles of a hit and a miss, and the threshold between them; 0: not measured yet */
	double kept;           /* share of the probed lines that are still in L2; NAN: not measured yet */
};

struct point {
	enum policy policy;
	uint64_t hot;
	uint32_t ratio;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(policy),
	  .help = "none: ordinary loads; last: lines of the hot set are evicted last; first: those of the stream are "
		  "evicted first; both; window: a part of L2 is set aside for the hot set",
	  .names = policies },
	{ GB_AXIS(hot), .unit = "MiB", .help = "size of the hot set", .values = "1:256", .full = "5,10,15,20,25,30,40",
	  .quick = "20" },
	{ GB_AXIS(ratio), .help = "bytes of the stream per byte of the hot set", .values = "1,3", .quick = "1" },
	{ .name = NULL },
};

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static uint32_t ratio_of_point(const struct gb_run *run)
{
	return gb_value(run, ratio);
}

static uint64_t hot_bytes(const struct gb_run *run)
{
	return gb_value(run, hot) << 20;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes =
					 (double)state_of(run)->args.units * (1 + ratio_of_point(run)) * PERSIST_TILE };
}

/* The stream comes at the rate of DRAM while L2 delivers the whole hot set. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double ratio = ratio_of_point(run), kept = gb_memory_rate(device) * (1 + ratio) / ratio;
	const double l2 = limit_l2_read(device);

	return isnan(l2) ? kept : fmin(kept, l2);
}

static const char *remark(const struct gb_run *run)
{
	return "the limit assumes that L2 keeps the whole hot set; if it does not, DRAM delivers the rest as well";
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const double ratio = ratio_of_point(run);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "hot_bandwidth", "B/s", GB_TIMES, 1 / (1 + ratio), 0 };
	out[count++] = (struct gb_metric){ "stream_bandwidth", "B/s", GB_TIMES, ratio / (1 + ratio),
					   gb_memory_rate(result->device) };
	if (s->aside > 0)
		out[count++] = (struct gb_metric){ "set_aside", "B", GB_EXACT, (double)s->aside, 0 };
	if (!isnan(s->kept))
		out[count++] = (struct gb_metric){ "kept", "1", GB_MEASURED, s->kept, 0 };
	return count;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct gb_kernel fill;

	s->shape = (struct gb_shape){ .grid = PERSIST_BLOCKS * (uint32_t)gb_device(run)->sm_count,
				      .block = PERSIST_BLOCK };
	GB_TRY(input_array_choose(run, &arena_size, &s->arena_bytes));
	GB_TRY(gb_alloc(run, s->arena_bytes, &s->arena));
	GB_TRY(gb_alloc(run, (uint64_t)s->shape.grid * PERSIST_BLOCK * sizeof(uint32_t), &s->sums));
	GB_TRY(gb_alloc(run, sizeof(struct persist_found), &s->found));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "persist_check", &s->check));
	GB_TRY(gb_find_kernel(run, "persist_probe", &s->probe));
	GB_TRY(gb_find_kernel(run, "persist_fill", &fill));
	return input_fill(run, &fill, s->arena, s->arena_bytes);
}

LAUNCH_KERNEL(static int launch, state)

/* Reads lines one by one. The caller describes the lines in `args`; the other members are set here. */
static int probe(struct gb_run *run, struct persist_probe_args *args, struct persist_found *found)
{
	const struct state *s = gb_state(run);

	args->tried = args->span < PERSIST_PROBES ? args->span : PERSIST_PROBES;
	args->cut = (uint32_t)fmin(s->cut, UINT32_MAX);
	args->found = gb_address(s->found);
	GB_TRY(gb_fill_output(run, s->found, 0xff, sizeof *found));
	GB_TRY(gb_launch(run, &s->probe, (struct gb_shape){ .grid = 1, .block = 1 }, args));
	return gb_copy_out(run, found, s->found, sizeof *found);
}

/* Measures the latency of lines that were just read, and of lines from the start of a stream longer than L2. */
static int find_cut(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const gb_ptr stream = s->arena + (uint64_t)s->args.hot * PERSIST_TILE;
	struct persist_probe_args few = { .at = gb_address(s->arena),
					  .lines = PERSIST_REPEATS,
					  .span = PERSIST_REPEATS };
	struct persist_probe_args many = { .at = gb_address(stream), .lines = PERSIST_PROBES, .span = PERSIST_PROBES };
	struct persist_found hits, misses;

	GB_TRY(launch(run));
	GB_TRY(probe(run, &many, &misses));
	for (int i = 0; i < 2; i++)
		GB_TRY(probe(run, &few, &hits));
	s->hit = (double)hits.cycles / few.tried;
	s->miss = (double)misses.cycles / many.tried;
	s->cut = s->hit + CUT * (s->miss - s->hit);
	return GB_OK;
}

static int find_read(struct gb_run *run, enum policy policy)
{
	/* Loads have no hint; the access policy window decides. */
	return kernel_find(run, &state_of(run)->kernel, "persist_%s_r%u", policies[policy == WINDOW ? NONE : policy],
			   ratio_of_point(run));
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum policy policy = gb_value(run, policy);
	const uint32_t ratio = ratio_of_point(run), round = s->shape.grid * (PERSIST_FLIGHT / (1 + ratio));
	const uint64_t hot = hot_bytes(run), all = s->arena_bytes > hot ? s->arena_bytes - hot : 0;
	const uint64_t stream = all < STREAM_BYTES ? all : STREAM_BYTES;
	const uint64_t rounds = stream / PERSIST_TILE / ratio / round;
	const uint32_t some = (uint32_t)(gb_work(run) * (double)rounds);

	if (policy != NONE && gb_device(run)->cc_major < 8)
		return gb_skip(run, "L2 eviction hints and set-aside L2 need compute capability 8.0");
	if (stream < STREAM_L2S * gb_device(run)->l2_bytes || rounds == 0)
		return gb_skip(run, "%.0f MB of memory remain for a stream; %d times L2 are needed", 1e-6 * (double)all,
			       STREAM_L2S);
	s->kept = (double)NAN;
	s->args = (struct persist_args){ .at = gb_address(s->arena),
					 .hot = (uint32_t)(hot / PERSIST_TILE),
					 .units = (uint32_t)rounds * round,
					 .sums = gb_address(s->sums) };
	/* Releases what the previous point set aside. */
	GB_TRY(gb_persist(run, 0, 0, &s->aside));
	if (s->cut <= 0) {
		GB_TRY(find_read(run, NONE));
		GB_TRY(find_cut(run));
	}
	s->args.units = (some > 0 ? some : 1) * round;
	GB_TRY(find_read(run, policy));
	return policy == WINDOW ? gb_persist(run, s->arena, hot, &s->aside) : GB_OK;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* Probes the lines to be read next. */
static int measure_kept(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t of_tile = PERSIST_TILE / PERSIST_LINE, lines = s->args.hot * of_tile;
	struct persist_probe_args next = { .at = gb_address(s->arena),
					   .lines = lines,
					   .first = s->args.units % s->args.hot * of_tile,
					   .span = lines / NEXT_PART };
	struct persist_found found;

	GB_TRY(probe(run, &next, &found));
	if (found.tried != next.tried || found.hits > next.tried)
		return gb_fail(run, "%u of %u lines were read one by one, with %u hits", found.tried, next.tried,
			       found.hits);
	if (s->miss > s->hit)
		s->kept = (double)found.hits / next.tried;
	else
		gb_suspect(run, "a line takes %.0f cycles from L2, and %.0f from memory", s->hit, s->miss);
	return GB_OK;
}

/* Checks the sums of all threads in a launch that follows others, and measures the lines that it leaves in L2. */
static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t threads = (uint64_t)s->shape.grid * PERSIST_BLOCK;

	GB_TRY(gb_fill_output(run, s->sums, 0xff, threads * sizeof(uint32_t)));
	GB_TRY(launch(run));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	GB_TRY(measure_kept(run));
	GB_TRY(gb_report_clear(run, s->report));
	const struct persist_check_args check = { s->args, ratio_of_point(run), gb_address(s->report) };
	GB_TRY(gb_launch(run, &s->check, s->shape, &check));
	GB_TRY(gb_report_judge(run, s->report, threads, "sums"));
	return input_check(run, s->arena, s->arena_bytes, input_bits);
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

static const struct gb_row *row_of(const struct gb_row *rows, size_t count, const char *metric, int64_t policy,
				   int64_t ratio, uint64_t hot)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(rows[i].metric, metric) == 0 && gb_row_value(&rows[i], policy) == policy &&
		    gb_row_value(&rows[i], ratio) == ratio && gb_row_value(&rows[i], hot) == hot)
			return &rows[i];
	return NULL;
}

/* The rate with a policy divided by that without one. */
static size_t tell_gain(const struct gb_row *rows, size_t count, const struct gb_row *row, struct gb_finding *out)
{
	const int64_t policy = gb_row_value(row, policy), ratio = gb_row_value(row, ratio);
	const uint64_t hot = gb_row_value(row, hot);
	const struct gb_row *none = row_of(rows, count, "bandwidth", NONE, ratio, hot);

	if (policy == NONE || none == NULL)
		return 0;
	*out = ratio_of("gain", row, none);
	snprintf(out->point, sizeof out->point, "policy=%s,hot=%d,ratio=%d", policies[policy], (int)hot, (int)ratio);
	snprintf(out->remark, sizeof out->remark, "relative to loads without hints");
	return 1;
}

/* The largest hot set of which L2 keeps nearly all lines, if a larger set was measured as well. */
static size_t tell_kept(const struct gb_row *rows, size_t count, int64_t policy, int64_t ratio, struct gb_finding *out)
{
	const struct gb_row *held = NULL, *lost = NULL;

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i], **best;
		if (strcmp(row->metric, "kept") != 0 || gb_row_value(row, policy) != policy ||
		    gb_row_value(row, ratio) != ratio)
			continue;
		best = row->value >= KEPT ? &held : &lost;
		if (*best == NULL || (gb_row_value(row, hot) > gb_row_value(*best, hot)) == (best == &held))
			*best = row;
	}
	if (held == NULL || lost == NULL || gb_row_value(lost, hot) < gb_row_value(held, hot))
		return 0;
	*out = (struct gb_finding){ .metric = "kept_set",
				    .unit = "B",
				    .value = (double)(gb_row_value(held, hot) << 20),
				    .lo = (double)NAN,
				    .hi = (double)NAN,
				    .from = held };
	snprintf(out->point, sizeof out->point, "policy=%s,ratio=%d", policies[policy], (int)ratio);
	snprintf(out->remark, sizeof out->remark, "L2 keeps 90 %% or more of it, and less of %d MiB",
		 (int)gb_row_value(lost, hot));
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (int64_t policy = NONE; policy <= WINDOW; policy++)
		for (int64_t ratio = 1; ratio <= 3; ratio++)
			found += tell_kept(rows, count, policy, ratio, &out[found]);
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++)
		if (strcmp(rows[i].metric, "bandwidth") == 0)
			found += tell_gain(rows, count, &rows[i], &out[found]);
	return found;
}

GB_BENCH(persist) = {
	GB_IDENTITY(persist),
	.summary = "a hot set in L2 next to a stream from memory: eviction hints, and L2 that is set aside",
	.method =
		"All SMs read tiles of 4 KiB: one of the hot set, then `ratio` tiles of a stream up to 1 GiB long, and "
		"so on. The hot set is read from start to end and again, the stream once per launch. Loads of 16 bytes "
		"bypass L1, with eight in flight per thread. last: loads of the hot set have an L2 cache hint, "
		"createpolicy evict_last. first: loads of the stream have evict_first. window: ordinary loads, with a "
		"part of L2 set aside (cudaLimitPersistingL2CacheSize) and an access policy window of persisting "
		"accesses over the hot set; of a hot set larger than that part, the hardware chooses lines. Both are "
		"restored afterwards, and lines that persist become ordinary ones.\n"
		"Value: the bytes of the hot set and the stream, divided by the time. `kept`: after a launch, one "
		"thread reads up to 4096 lines one by one, from the eighth of the hot set that would be read next; "
		"lines that take less than a hit plus 60 % of the difference to a miss are still in L2. This is the "
		"hit rate of the hot set. Hits and misses are timed by the same kernel. Findings: kept_set, the "
		"largest hot set of which 90 % are kept, and gain, the bandwidth relative to `none`.\n"
		"Verified: the sum of each thread.\n"
		"Limit: the stream at the rate of the memory bus while L2 delivers the whole hot set, or the slices of "
		"L2 if that is less.\n"
		"Source: CUDA Programming Guide, L2 cache control; PTX ISA, createpolicy.",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.deep = "policy=none,last,first,both,window",
	.axes = axes,
	.variants = gb_variants_persist,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.remark = remark,
	.conclude = conclude,
};
