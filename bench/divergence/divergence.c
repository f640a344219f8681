/* divergence: what it costs when the lanes of a warp go different ways. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "divergence.h"
#include "gpubench.h"

GB_VARIANTS(divergence);

/* Trips of a warp through the bodies of its paths, and branches of a thread: some 70 us, in which neither the barriers nor the
 * tests for the paths show. */
enum { TRIPS = 512, BRANCHES = 8192 };
/* Parts of an SM, each with a scheduler of its own, and the warps of a block that each has. */
enum { PARTS = 4, WARPS_A_PART = DIVERGENCE_WARPS / PARTS };

enum { KIND_EQUAL, KIND_UNEQUAL, KIND_LOOP, KIND_SHORT };
static const char *const kinds[] = {
	[KIND_EQUAL] = "equal", [KIND_UNEQUAL] = "unequal", [KIND_LOOP] = "loop", [KIND_SHORT] = "short", NULL,
};

enum { BY_LANE, BY_WARP };
static const char *const ways[] = { [BY_LANE] = "lane", [BY_WARP] = "warp", NULL };

enum { FORM_IF, FORM_PREDICATED };
static const char *const forms[] = { [FORM_IF] = "branch", [FORM_PREDICATED] = "predicated", NULL };

enum { TAKEN_NONE, TAKEN_HALF, TAKEN_ALL };
static const char *const takers[] = { [TAKEN_NONE] = "none", [TAKEN_HALF] = "half", [TAKEN_ALL] = "all", NULL };

static const struct gb_axis axes[] = {
	{ .name = "kind",
	  .help = "paths of equal length, path p of length p + 1, one loop with as many lengths, or a short if",
	  .kind = GB_REPORTED,
	  .names = kinds },
	{ .name = "by",
	  .help = "lanes of a warp go different ways, or each warp goes one: the same work undivided",
	  .kind = GB_REPORTED,
	  .names = ways,
	  .when = "kind=equal" },
	{ .name = "paths",
	  .help = "different ways, or lengths of the loop, in a warp",
	  .kind = GB_REPORTED,
	  .values = "1:32",
	  .quick = "1,8,32",
	  .when = "kind=equal,unequal,loop" },
	{ .name = "length",
	  .unit = "FMA",
	  .help = "instructions that the short if is around",
	  .kind = GB_REPORTED,
	  .values = "1:32:pow2",
	  .quick = "16",
	  .when = "kind=short" },
	{ .name = "form",
	  .help = "as the compiler makes it, or predicated",
	  .kind = GB_REPORTED,
	  .names = forms,
	  .when = "kind=short" },
	{ .name = "taken", .help = "lanes that take it", .kind = GB_REPORTED, .names = takers, .when = "kind=short" },
	{ .name = NULL },
};

/* What so many steps on a path come to: threads and points have much in common. */
struct known {
	unsigned int path, steps;
	float result;
};

struct state {
	gb_ptr cycles, out;
	unsigned int blocks;
	struct known known[DIVERGENCE_PATHS][DIVERGENCE_SEEDS];
	struct gb_kernel kernel; /* of the current point */
	struct divergence_args args;
};

/* ---- setup and one point ----------------------------------------------------------------------------------------- */

enum { THREADS = DIVERGENCE_WARPS * DIVERGENCE_LANES };

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	s->blocks = (unsigned int)gb_device(run)->sm_count;
	int status = gb_alloc(run, s->blocks * sizeof(unsigned int), &s->cycles);
	return status == GB_OK ? gb_alloc(run, UINT64_C(1) * s->blocks * THREADS * sizeof(float), &s->out) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

static bool is_short(const struct gb_run *run)
{
	return gb_value(run, "kind") == KIND_SHORT;
}

static bool is_by_warp(const struct gb_run *run)
{
	return gb_value(run, "kind") == KIND_EQUAL && gb_value(run, "by") == BY_WARP;
}

/* How long path `p` is, or how often lane `p` goes round, in its unit. */
static unsigned int length_of(const struct gb_run *run, unsigned int p)
{
	const int64_t kind = gb_value(run, "kind");

	return kind == KIND_UNEQUAL ? p + 1 : kind == KIND_LOOP ? p % (unsigned int)gb_value(run, "paths") + 1 : 1;
}

/* Units of length that a warp goes through in all: its paths one after the other; of a loop, the longest. */
static unsigned int units(const struct gb_run *run)
{
	const unsigned int paths = (unsigned int)gb_value(run, "paths");
	unsigned int total = 0;

	if (gb_value(run, "kind") == KIND_LOOP)
		return paths;
	if (is_by_warp(run))
		return 1;
	for (unsigned int p = 0; p < paths; p++)
		total += length_of(run, p);
	return total;
}

static void choose_paths(const struct gb_run *run, struct divergence_args *args)
{
	const unsigned int paths = (unsigned int)gb_value(run, "paths"), all = units(run);
	const unsigned int unit = all < TRIPS ? TRIPS / all : 1;
	const bool one = gb_value(run, "kind") == KIND_LOOP;

	args->by_warp = is_by_warp(run);
	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++) {
		args->path[l] = one ? 0 : l % paths;
		args->trips[0][l] = 1;
		args->trips[1][l] = unit * length_of(run, l);
	}
}

static void choose_branches(const struct gb_run *run, struct divergence_args *args)
{
	static const unsigned int masks[] = { [TAKEN_NONE] = 0, [TAKEN_HALF] = 0x55555555u, [TAKEN_ALL] = 0xffffffffu };

	args->trips[0][0] = 1;
	args->trips[1][0] = BRANCHES / DIVERGENCE_IFS;
	args->taken = masks[gb_value(run, "taken")];
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	char name[GB_NAME_MAX];

	s->args = (struct divergence_args){ .cycles = gb_address(s->cycles), .out = gb_address(s->out) };
	if (is_short(run)) {
		choose_branches(run, &s->args);
		snprintf(name, sizeof name, "divergence_%s_%lld", forms[gb_value(run, "form")],
			 (long long)gb_value(run, "length"));
	} else {
		choose_paths(run, &s->args);
		snprintf(name, sizeof name, "divergence_%s", gb_value(run, "kind") == KIND_LOOP ? "loop" : "paths");
	}
	return gb_find_kernel(run, name, &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = s->blocks, .block = THREADS }, &s->args);
}

/* ---- what is counted --------------------------------------------------------------------------------------------- */

/* Trips of the timed round that a lane of a path, or a lane, needs. */
static unsigned int trips_of(const struct gb_run *run, unsigned int lane)
{
	const struct state *s = gb_state(run);

	return s->args.trips[1][gb_value(run, "kind") == KIND_LOOP ? lane : s->args.path[lane]];
}

/* Trips that a lane needs, the mean over a warp. */
static double mean_trips(const struct gb_run *run)
{
	double total = 0;

	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++)
		total += trips_of(run, l);
	return total / DIVERGENCE_LANES;
}

/* What the value is for one of, in a warp: FMAs that a lane needs, or short branches. */
static double needed(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return is_short(run) ? (double)s->args.trips[1][0] * DIVERGENCE_IFS : mean_trips(run) * DIVERGENCE_BODY;
}

/* FMAs that a warp must issue for that. A branch that no lane takes needs none. */
static double issues(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (!is_short(run))
		return units(run) * (s->args.trips[1][0] / (double)length_of(run, 0)) / mean_trips(run);
	if (gb_value(run, "taken") == TAKEN_NONE && gb_value(run, "form") == FORM_IF)
		return 0;
	return (double)gb_value(run, "length");
}

/* FMAs of each of a lane's two chains, both rounds. Of the lane whose path `path` is, or of the loop's lane `path`. */
static unsigned int steps_of(const struct gb_run *run, unsigned int lane, unsigned int path)
{
	const struct state *s = gb_state(run);
	const unsigned int at = is_short(run) ? 0 : gb_value(run, "kind") == KIND_LOOP ? lane : path;
	const unsigned int trips = s->args.trips[0][at] + s->args.trips[1][at];

	if (!is_short(run))
		return trips * DIVERGENCE_BODY / 2;
	return s->args.taken >> lane & 1 ? trips * DIVERGENCE_IFS * (unsigned int)gb_value(run, "length") / 2 : 0;
}

/* Of both rounds. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	double fmas = 0;

	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++)
		fmas += 2.0 * steps_of(run, l, s->args.path[l]);
	return (struct gb_cost){ .ops = 2.0 * s->blocks * DIVERGENCE_WARPS * fmas };
}

/* Cycles in which a quarter of an SM can issue them. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double fma = 2.0 * DIVERGENCE_LANES * PARTS;

	(void)sm_hz;
	return device->rates.fp32 > 0 ? issues(run) * fma / device->rates.fp32 : 0;
}

static int ascending(const void *a, const void *b)
{
	const unsigned int x = *(const unsigned int *)a, y = *(const unsigned int *)b;

	return (x > y) - (x < y);
}

/* Of all SMs the median. */
static int observe(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);
	unsigned int *cycles = malloc(s->blocks * sizeof *cycles);

	if (cycles == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, cycles, s->cycles, s->blocks * sizeof *cycles);
	if (status == GB_OK) {
		qsort(cycles, s->blocks, sizeof *cycles, ascending);
		const unsigned int low = cycles[(s->blocks - 1) / 2], high = cycles[s->blocks / 2];
		*value = 0.5 * ((double)low + high) / (needed(run) * WARPS_A_PART);
	}
	free(cycles);
	return status;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	(void)result;
	out[0] = (struct gb_metric){ "issues", "1", GB_EXACT, issues(run), 0 };
	return 1;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The two chains in the host's own fused multiply-add. Each has every other FMA. */
static float chains(unsigned int seed, unsigned int path, unsigned int steps)
{
	const float a = divergence_factor(seed), c = DIVERGENCE_TERM(path);
	float x = divergence_start(seed, 0), y = divergence_start(seed, 1);

	for (unsigned int i = 0; i < steps; i++) {
		x = fmaf(x, a, c);
		y = fmaf(y, a, c);
	}
	return x + y;
}

/* What a thread of a lane on a path must give. */
static float reference(const struct gb_run *run, unsigned int lane, unsigned int path)
{
	struct state *s = gb_state(run);
	const unsigned int seed = lane % DIVERGENCE_SEEDS, steps = steps_of(run, lane, path);
	/* Lanes of a loop differ in length, not in path. */
	struct known *k = &s->known[gb_value(run, "kind") == KIND_LOOP ? lane : path][seed];

	if (k->path != path || k->steps != steps || steps == 0)
		*k = (struct known){ path, steps, chains(seed, path, steps) };
	return k->result;
}

/* All blocks do the same. */
static int compare(struct gb_run *run, const float *out)
{
	const struct state *s = gb_state(run);

	for (unsigned int t = 0; t < THREADS; t++) {
		const unsigned int lane = t % DIVERGENCE_LANES, warp = t / DIVERGENCE_LANES;
		const float wanted = reference(run, lane, s->args.path[s->args.by_warp ? warp : lane]);
		for (unsigned int block = 0; block < s->blocks; block++)
			if (!(out[block * THREADS + t] == wanted))
				return gb_fail(run, "thread %u of block %u computed %.9g, not %.9g", t, block,
					       (double)out[block * THREADS + t], (double)wanted);
	}
	return GB_OK;
}

static int check(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t bytes = UINT64_C(1) * s->blocks * THREADS * sizeof(float);
	float *out = malloc(bytes);

	if (out == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, out, s->out, bytes);
	if (status == GB_OK)
		status = compare(run, out);
	free(out);
	return status;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = gb_fill(run, s->out, 0xff, UINT64_C(1) * s->blocks * THREADS * sizeof(float));
	s->args.record = 1;
	if (status == GB_OK)
		status = launch(run);
	s->args.record = 0;
	return status == GB_OK ? check(run) : status;
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static bool is_cycles(const struct gb_row *row, int64_t kind)
{
	return strcmp(row->metric, "cycles") == 0 && gb_row_value(row, "kind") == kind;
}

/* The same work undivided: as many paths, each warp on one. */
static const struct gb_row *undivided(const struct gb_row *rows, size_t count, int64_t paths)
{
	for (size_t i = 0; i < count; i++)
		if (is_cycles(&rows[i], KIND_EQUAL) && gb_row_value(&rows[i], "by") == BY_WARP &&
		    gb_row_value(&rows[i], "paths") == paths)
			return &rows[i];
	return NULL;
}

static struct gb_finding slowdown(const struct gb_row *row, const struct gb_row *base)
{
	const int64_t paths = gb_row_value(row, "paths");
	struct gb_finding f = {
		.metric = "slowdown",
		.unit = "1",
		.value = row->value / base->value,
		.lo = row->lo / base->hi,
		.hi = row->hi / base->lo,
		.from = row,
		.axis = "paths",
		.x = (double)paths,
		.remark = "cycles over those of the same FMAs undivided: as many paths, each warp on one",
	};

	snprintf(f.point, sizeof f.point, "kind=%s,paths=%lld", kinds[gb_row_value(row, "kind")], (long long)paths);
	return f;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++) {
		const struct gb_row *row = &rows[i];
		if (strcmp(row->metric, "cycles") != 0 || !gb_row_has(row, "paths") ||
		    (gb_row_has(row, "by") && gb_row_value(row, "by") == BY_WARP))
			continue;
		const struct gb_row *base = undivided(rows, count, gb_row_value(row, "paths"));
		if (base != NULL)
			out[found++] = slowdown(row, base);
	}
	return found;
}

GB_BENCH(divergence) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "divergence",
	.summary = "1 to 32 ways through a warp, loops of different lengths, short branches",
	.method =
		"32 warps of a block, one block an SM, do fused multiply-adds for some 130 000 cycles of the SM's own "
		"clock between two barriers; a first round of a few trips is not counted. kind=equal and unequal: 32 "
		"paths whose code differs in a constant, each a loop over 32 FMAs; lane l takes path l modulo paths, "
		"all of one length or path p of length p + 1. by=warp: warp w takes path w modulo paths, the same work "
		"undivided. kind=loop: one path, the lanes go round 1 to `paths` times as often. The value is the "
		"cycles of a quarter of an SM for each FMA that a lane of a warp needs, the mean of its lanes: 1 "
		"undivided, where it can issue one a cycle. kind=short: the value is the cycles of a quarter for an "
		"`if` around 1 to 32 FMAs; nvcc predicates the shorter ones (up to 8 FMAs; docs/machine-code.md) and "
		"branches around the others. issues: FMAs that a warp must issue for that, its paths one after the "
		"other; the limit is these at the FMA rate. slowdown: against by=warp. Every thread's result is "
		"compared bit by bit with the host's. The median over the SMs.",
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_divergence,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
	.conclude = conclude,
};
