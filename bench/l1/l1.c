/* l1: what caching global loads in L1 is worth. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../offset/pattern_host.h"
#include "l1.h"

GB_VARIANTS(l1);

/* Bytes that a sweep reads. One of the memory reads as many different ones, one of L2 goes round in a quarter of it. */
#define SWEEP_BYTES (UINT64_C(2) << 30)
enum { L2_PART = 4 };
/* Bytes that an SM reads in a launch of `reuse`: 1 ms at 128 bytes a clock and 2 GHz. */
#define REUSE_BYTES (UINT64_C(256) << 20)
/* Room behind the data for the largest shift, 32 elements. */
enum { ROOM_BYTES = 4096, SET_MOST = 512 << 10, LOAD_BYTES = 4 };
enum { SWEEP_REQUESTS = L1_SWEEP_BLOCK / PATTERN_WARP }; /* of a block, for each of its threads' elements */

enum { PATTERN_OFFSET, PATTERN_STRIDE, PATTERN_REUSE };
static const char *const patterns[] = {
	[PATTERN_OFFSET] = "offset", [PATTERN_STRIDE] = "stride", [PATTERN_REUSE] = "reuse", NULL
};

enum { LEVEL_L2, LEVEL_MEMORY };
static const char *const levels[] = { [LEVEL_L2] = "l2", [LEVEL_MEMORY] = "memory", NULL };

enum { FORM_WIDE, FORM_NAIVE };
static const char *const forms[] = { [FORM_WIDE] = "wide", [FORM_NAIVE] = "naive", NULL };

static const struct gb_axis axes[] = {
	{ .name = "pattern",
	  .help = "read from an offset on; with a stride, until all is used; the same data again and again",
	  .kind = GB_REPORTED,
	  .names = patterns },
	{ .name = "offset",
	  .unit = "elements",
	  .help = "how far beside a multiple of 4096 bytes the first 4-byte element lies",
	  .kind = GB_REPORTED,
	  .values = "0:32",
	  .full = "0,1,2,4,8,16,32",
	  .quick = "0,1",
	  .when = "pattern=offset" },
	{ .name = "stride",
	  .unit = "elements",
	  .help = "4-byte elements that a thread reads one after the other, and from one thread to the next",
	  .kind = GB_REPORTED,
	  .values = "1,2,3,4,6,8,12,16,24,32",
	  .full = "1,2,3,4,8,16,32",
	  .quick = "2,8",
	  .when = "pattern=stride" },
	{ .name = "set",
	  .unit = "B",
	  .help = "working set of an SM",
	  .kind = GB_REPORTED,
	  .values = "4096,8192,16384,32768:524288:32768",
	  .full = "4096,16384,32768,65536,131072,163840,196608,229376,262144,294912,327680,393216,524288",
	  .quick = "65536,524288",
	  .when = "pattern=reuse" },
	{ .name = "level",
	  .help = "where the data lies: in L2, or in the memory",
	  .kind = GB_REPORTED,
	  .names = levels,
	  .quick = "l2",
	  .when = "pattern=offset,stride" },
	{ .name = "form",
	  .help = "many independent elements a thread, all of them used; or a single one, and with a stride no other",
	  .kind = GB_REPORTED,
	  .names = forms,
	  .when = "level=memory" },
	{ .name = "carveout",
	  .unit = "%",
	  .help = "of the memory that L1 and shared memory divide, wished for as shared memory",
	  .kind = GB_REPORTED,
	  .values = "0,25,50,75,100",
	  .full = "0,100",
	  .quick = "0",
	  .when = "pattern=reuse" },
	{ .name = NULL },
};

struct state {
	uint64_t memory_bytes; /* of a sweep of the memory */
	gb_ptr data, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct l1_sweep_args sweep;
	struct l1_reuse_args reuse;
};

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static int64_t pattern_of(const struct gb_run *run)
{
	return gb_value(run, "pattern");
}

/* Does this variant cache global loads in L1? The default does, from compute capability 7.0 on. */
static int caches(const struct gb_run *run)
{
	return strcmp(gb_variant(run)->name, "dlcm-cg") != 0;
}

static int is_naive(const struct gb_run *run)
{
	return pattern_of(run) != PATTERN_REUSE && gb_value(run, "level") == LEVEL_MEMORY &&
	       gb_value(run, "form") == FORM_NAIVE;
}

static uint64_t shift_bytes(const struct gb_run *run)
{
	return pattern_of(run) == PATTERN_OFFSET ? LOAD_BYTES * (uint64_t)gb_value(run, "offset") : 0;
}

static unsigned int stride_of(const struct gb_run *run)
{
	return pattern_of(run) == PATTERN_STRIDE ? (unsigned int)gb_value(run, "stride") : 1;
}

/* Loads of a thread. */
static unsigned int depth(const struct gb_run *run)
{
	return is_naive(run) ? 1 : L1_DEPTH(stride_of(run));
}

/* Bytes that a block loads, and that it goes along for them. */
static uint64_t loaded_bytes(const struct gb_run *run)
{
	return (uint64_t)LOAD_BYTES * L1_SWEEP_BLOCK * depth(run);
}

static uint64_t tile_bytes(const struct gb_run *run)
{
	return loaded_bytes(run) * (is_naive(run) ? stride_of(run) : 1);
}

/* Of different bytes. */
static uint64_t swept_bytes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_value(run, "level") == LEVEL_L2 ? gb_device(run)->l2_bytes / L2_PART : s->memory_bytes;
}

static uint64_t rounds(const struct gb_run *run)
{
	return gb_value(run, "level") == LEVEL_L2
		       ? (uint64_t)ceil(gb_work(run) * (double)(SWEEP_BYTES / swept_bytes(run)))
		       : 1;
}

/* What the wish for shared memory leaves of the memory it shares with L1. */
static double l1_left(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);

	return (double)device->l1_bytes - 0.01 * (double)gb_value(run, "carveout") * (double)device->shared_per_sm;
}

/* ---- hooks ------------------------------------------------------------------------------------------------------- */

static int setup(struct gb_run *run)
{
	const uint64_t sets = (uint64_t)gb_device(run)->sm_count * SET_MOST;
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = pattern_array_bytes(run, 1, SWEEP_BYTES, &s->memory_bytes);
	if (status == GB_OK && s->memory_bytes < sets)
		return gb_skip(
			run, "%.0f MB of device memory are to be had; the largest working sets of all SMs are %.0f MB",
			1e-6 * (double)s->memory_bytes, 1e-6 * (double)sets);
	if (status == GB_OK)
		status = gb_alloc(run, s->memory_bytes + ROOM_BYTES, &s->data);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(struct pattern_report), &s->report);
	if (status == GB_OK)
		status = gb_find_kernel(run, "l1_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "l1_check", &s->check);
	return status == GB_OK ? input_fill(run, &s->fill, s->data, s->memory_bytes + ROOM_BYTES) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

static int prepare_sweep(struct gb_run *run)
{
	struct state *s = gb_state(run);
	char name[GB_NAME_MAX];

	if (gb_value(run, "level") == LEVEL_L2 && swept_bytes(run) < 4 * gb_device(run)->l1_bytes)
		return gb_skip(run, "a quarter of L2, %.1f MB, is not clear of what an L1 holds",
			       1e-6 * (double)swept_bytes(run));
	s->sweep = (struct l1_sweep_args){
		.a = gb_address(s->data + shift_bytes(run)),
		.stride = stride_of(run),
		.tiles = (unsigned int)(swept_bytes(run) / tile_bytes(run)),
		.report = gb_address(s->report),
	};
	s->shape = (struct gb_shape){ .grid = (uint32_t)(rounds(run) * s->sweep.tiles), .block = L1_SWEEP_BLOCK };
	if (is_naive(run))
		snprintf(name, sizeof name, "l1_sweep_naive");
	else
		snprintf(name, sizeof name, "l1_sweep_s%u", stride_of(run));
	return gb_find_kernel(run, name, &s->kernel);
}

/* Steps of a window: a set is a multiple of it, or smaller than a step. */
static unsigned int window_steps(uint64_t set)
{
	return set <= L1_REUSE_STEP ? 1 : set / L1_REUSE_STEP == 2 ? 2 : L1_WINDOW_MOST;
}

/* Trips that go through a set without a remainder, and read REUSE_BYTES, or a quarter of it where L2 has to serve most of
 * them. */
static unsigned int reuse_trips(const struct gb_run *run, uint64_t set)
{
	const uint64_t windows = set / L1_REUSE_STEP / window_steps(set), whole = windows > 0 ? windows : 1;
	const int often = caches(run) && (double)set <= 2 * l1_left(run);
	const double bytes = gb_work(run) * (double)(often ? REUSE_BYTES : REUSE_BYTES / 4);
	const uint64_t trips = (uint64_t)bytes / L1_FLIGHT / L1_REUSE_STEP;

	return (unsigned int)(trips > whole ? trips / whole * whole : whole);
}

static int prepare_reuse(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t set = (uint64_t)gb_value(run, "set");
	char name[GB_NAME_MAX];

	s->reuse = (struct l1_reuse_args){
		.a = gb_address(s->data),
		.bytes = (unsigned int)set,
		.trips = reuse_trips(run, set),
		.report = gb_address(s->report),
	};
	s->shape = (struct gb_shape){ .grid = (uint32_t)gb_device(run)->sm_count, .block = L1_REUSE_BLOCK };
	snprintf(name, sizeof name, "l1_reuse_w%u", window_steps(set));
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK)
		status = gb_carveout(run, &s->kernel, (int)gb_value(run, "carveout"));
	return status;
}

static int prepare(struct gb_run *run)
{
	return pattern_of(run) == PATTERN_REUSE ? prepare_reuse(run) : prepare_sweep(run);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (pattern_of(run) == PATTERN_REUSE)
		return gb_launch(run, &s->kernel, s->shape, &s->reuse);
	return gb_launch(run, &s->kernel, s->shape, &s->sweep);
}

/* Bytes that a block of `reuse` loads. */
static double reuse_bytes(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (double)s->reuse.trips * L1_FLIGHT * L1_REUSE_STEP;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double each = pattern_of(run) == PATTERN_REUSE ? reuse_bytes(run) : (double)loaded_bytes(run);

	return (struct gb_cost){ .bytes = each * s->shape.grid };
}

/* ---- what requests touch ----------------------------------------------------------------------------------------- */

/* Sectors, or lines, that a warp's request of a sweep touches: the mean over the elements of a group. */
static double touched(const struct gb_run *run, uint64_t size)
{
	const unsigned int stride = stride_of(run), group = is_naive(run) ? 1 : stride;
	double sum = 0;

	for (unsigned int i = 0; i < group; i++)
		sum += pattern_touched(shift_bytes(run) + (uint64_t)i * LOAD_BYTES, (uint64_t)stride * LOAD_BYTES,
				       size);
	return sum / group;
}

/* The part of its sectors that a sweep's block has fetched before, for another request. */
static double sweep_hits(const struct gb_run *run)
{
	const double sectors = (double)SWEEP_REQUESTS * depth(run) * touched(run, PATTERN_SECTOR);
	const double different = (double)tile_bytes(run) / PATTERN_SECTOR + (shift_bytes(run) % PATTERN_SECTOR != 0);

	return different < sectors ? 1 - different / sectors : 0;
}

/* A set of up to three quarters of L1 stays: only its first round misses. Of larger ones, which part stays is the
 * hardware's secret: NAN. */
static double reuse_hits(const struct gb_run *run)
{
	const double set = (double)gb_value(run, "set");

	return set <= 0.75 * l1_left(run) ? 1 - set / reuse_bytes(run) : (double)NAN;
}

static double hits(const struct gb_run *run)
{
	if (!caches(run))
		return 0;
	return pattern_of(run) == PATTERN_REUSE ? reuse_hits(run) : sweep_hits(run);
}

/* Where L1 serves, it takes a clock for each line that a request touches. Where L2 serves every request, each sector counts
 * that is fetched; where it serves but the first of several, bytes count once. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double l1 = device->rates.l1_bytes * device->sm_count * sm_hz;
	const double l2 = device->rates.l2_bytes * device->sm_count * sm_hz;

	if (pattern_of(run) == PATTERN_REUSE)
		return caches(run) ? l1 : l2;
	const double used = PATTERN_WARP * LOAD_BYTES;
	if (gb_value(run, "level") == LEVEL_MEMORY) /* of a lone element the whole sector comes */
		return pattern_memory_limit(device) * (stride_of(run) > 1 && is_naive(run)
							       ? used / (PATTERN_SECTOR * touched(run, PATTERN_SECTOR))
							       : 1);
	const double by_line = l1 * used / (PATTERN_LINE * touched(run, PATTERN_LINE));
	const double by_sector = caches(run) ? l2 : l2 * used / (PATTERN_SECTOR * touched(run, PATTERN_SECTOR));
	return by_line < by_sector ? by_line : by_sector;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);
	const double hit = hits(run), clocks = result->sm_hz * device->sm_count;
	size_t n = 0;

	if (clocks > 0)
		out[n++] = (struct gb_metric){ "bytes_per_clock_sm", "B/clk", GB_TIMES, 1 / clocks,
					       limit(run, device, result->sm_hz) / clocks };
	if (!isnan(hit))
		out[n++] = (struct gb_metric){ "hit_rate", "1", GB_EXACT, hit, 0 };
	if (pattern_of(run) == PATTERN_REUSE)
		return n;
	out[n++] = (struct gb_metric){ "sectors_per_request", "1", GB_EXACT, touched(run, PATTERN_SECTOR), 0 };
	out[n++] = (struct gb_metric){ "lines_per_request", "1", GB_EXACT, touched(run, PATTERN_LINE), 0 };
	return n;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct l1_check_args args = { .step = 1, .report = gb_address(s->report) };

	if (pattern_of(run) == PATTERN_REUSE) {
		args.words = (unsigned long long)s->reuse.bytes / 4 * s->shape.grid;
		args.times = (unsigned long long)(reuse_bytes(run) / s->reuse.bytes);
	} else {
		args.first = shift_bytes(run) / 4;
		args.step = is_naive(run) ? stride_of(run) : 1;
		args.words = s->sweep.tiles * (loaded_bytes(run) / 4);
		args.times = s->shape.grid / s->sweep.tiles;
	}
	int status = input_check(run, s->data, s->memory_bytes + ROOM_BYTES, input_float);
	if (status == GB_OK)
		status = pattern_reset(run, s->report);
	s->sweep.record = s->reuse.record = PATTERN_VERIFIED;
	if (status == GB_OK)
		status = launch(run);
	s->sweep.record = s->reuse.record = PATTERN_TIMED;
	if (status == GB_OK)
		status = gb_launch(run, &s->check, input_shape(run), &args);
	return status == GB_OK ? pattern_judge(run, s->report, args.words) : status;
}

/* ---- what the rows say together ---------------------------------------------------------------------------------- */

static int is_value(const struct gb_row *row, const char *variant)
{
	return strcmp(row->metric, "bandwidth") == 0 && strcmp(row->variant, variant) == 0;
}

/* The same point, in whatever variant. */
static int same_point(const struct gb_row *a, const struct gb_row *b)
{
	for (size_t i = 0; axes[i].name != NULL; i++)
		if (a->has[i] != b->has[i] || (a->has[i] && a->value_of[i] != b->value_of[i]))
			return 0;
	return 1;
}

static const struct gb_row *twin(const struct gb_row *rows, size_t count, const struct gb_row *row, const char *variant)
{
	for (size_t i = 0; i < count; i++)
		if (is_value(&rows[i], variant) && same_point(&rows[i], row))
			return &rows[i];
	return NULL;
}

/* The largest working set at 99 % of the best rate with this carve-out, and the next one. */
static size_t find_capacity(const struct gb_row *rows, size_t count, int64_t carveout, struct gb_finding *out)
{
	const struct gb_row *inside = NULL, *outside = NULL;
	double best = 0;

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_value(row, "dlcm-ca") || gb_row_value(row, "pattern") != PATTERN_REUSE ||
		    gb_row_value(row, "carveout") != carveout)
			continue;
		best = row->value > best ? row->value : best;
		if (outside == NULL && row->value >= 0.99 * best)
			inside = row;
		else if (outside == NULL)
			outside = row;
	}
	if (inside == NULL || outside == NULL)
		return 0;
	*out = (struct gb_finding){ .metric = "l1_capacity", .unit = "B", .from = inside };
	out->value = out->lo = (double)gb_row_value(inside, "set");
	out->hi = (double)gb_row_value(outside, "set");
	snprintf(out->point, sizeof out->point, "pattern=reuse,carveout=%lld", (long long)carveout);
	snprintf(out->remark, sizeof out->remark, "%s",
		 "the largest working set at 99 % of the best rate; it is lower at the next one");
	return 1;
}

/* The words of a point, and the axis to draw it along. */
static void name_point(const struct gb_row *row, struct gb_finding *finding)
{
	const int64_t pattern = gb_row_value(row, "pattern");
	const char *along = pattern == PATTERN_REUSE ? "set" : patterns[pattern];
	size_t length = (size_t)snprintf(finding->point, sizeof finding->point, "pattern=%s,%s=%lld", patterns[pattern],
					 along, (long long)gb_row_value(row, along));

	finding->axis = along;
	finding->x = (double)gb_row_value(row, along);
	if (pattern == PATTERN_REUSE)
		snprintf(finding->point + length, sizeof finding->point - length, ",carveout=%lld",
			 (long long)gb_row_value(row, "carveout"));
	else
		snprintf(finding->point + length, sizeof finding->point - length, ",level=%s%s%s",
			 levels[gb_row_value(row, "level")], gb_row_has(row, "form") ? ",form=" : "",
			 gb_row_has(row, "form") ? forms[gb_row_value(row, "form")] : "");
}

/* A point with loads cached in L1 against the same one with loads that pass it by. */
static size_t compare_variants(const struct gb_row *rows, size_t count, const struct gb_row *row,
			       struct gb_finding *out)
{
	const struct gb_row *past = is_value(row, "dlcm-ca") ? twin(rows, count, row, "dlcm-cg") : NULL;

	if (past == NULL || !(past->value > 0))
		return 0;
	*out = (struct gb_finding){ .metric = "ca_over_cg",
				    .unit = "1",
				    .value = row->value / past->value,
				    .lo = NAN,
				    .hi = NAN,
				    .from = row };
	name_point(row, out);
	if (gb_row_value(row, "pattern") == PATTERN_REUSE && row->value > past->value)
		snprintf(out->remark, sizeof out->remark,
			 "L1 served %.3f of the bytes or more, if L2 gave no more than it gives "
			 "to loads that pass L1 by",
			 1 - past->value / row->value);
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (int64_t carveout = 0; carveout <= 100; carveout += 25)
		found += find_capacity(rows, count, carveout, &out[found]);
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++)
		found += compare_variants(rows, count, &rows[i], &out[found]);
	return found;
}

GB_BENCH(l1) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "l1",
	.summary = "global loads cached in L1 and past it: from offsets, with strides, and of data used again",
	.method = "One source, built with loads cached in L1 and L2 (-Xptxas -dlcm=ca), in L2 alone (-dlcm=cg) and by "
		  "nvcc's default, a third encoding; after \"CUDA optimization in depth\", \"Local Memory and Register "
		  "Spilling\" and the source document with sumArraysGPU. All kernels only read, and sum what they "
		  "read. `offset`: neighbouring threads read neighbouring 4-byte elements, from an offset on. "
		  "`stride`: a thread reads as many neighbouring elements as the stride, one after the other, so that "
		  "each request of a warp has that stride and all that was fetched is used in the end, from L1 or "
		  "fetched again. In the form `naive` a thread reads one element, and with a stride nobody uses the "
		  "others. Sweeps go through 2 GiB of memory, or round in a quarter of L2. `reuse`: one block an SM, "
		  "of 1024 threads, goes round in its own working set with 8-byte loads. Bytes are those of all "
		  "loads. sectors_per_request and lines_per_request are the 32-byte sectors and 128-byte lines that a "
		  "warp's load touches, from the addresses; hit_rate is the part of the sectors that an earlier "
		  "request of the same block has fetched, or 0 past L1. The limit is that of the memory; of the SM's "
		  "port to L2, of sectors where each request fetches them anew; of L1, 128 bytes a clock "
		  "and SM, and a clock for each line of a request. Verified by the sum of all words read.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_l1,
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
