/* divergence: the cost of lanes of a warp taking different paths. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "../common/findings.h"
#include "../common/kernel.h"
#include "../common/median.h"
#include "divergence.h"
#include "gpubench.h"

GB_VARIANTS(divergence);

/* The axes with named values. */
enum { KIND_EQUAL, KIND_UNEQUAL, KIND_LOOP, KIND_SHORT };
enum { BY_LANE, BY_WARP };
enum { FORM_IF, FORM_PREDICATED };
enum { TAKEN_NONE, TAKEN_HALF, TAKEN_ALL };

enum { THREADS = DIVERGENCE_WARPS * DIVERGENCE_LANES };
/* Parts of an SM, each with its own scheduler, and the warps of a block on each. */
enum { PARTS = 4, WARPS_A_PART = DIVERGENCE_WARPS / PARTS };

/* Results after a number of steps on a path: threads and points share many of them. */
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

static const char *const kinds[] = {
	[KIND_EQUAL] = "equal", [KIND_UNEQUAL] = "unequal", [KIND_LOOP] = "loop", [KIND_SHORT] = "short", NULL,
};
static const char *const forms[] = { [FORM_IF] = "branch", [FORM_PREDICATED] = "predicated", NULL };
static const char *const ways[] = { [BY_LANE] = "lane", [BY_WARP] = "warp", NULL };
static const char *const takers[] = { [TAKEN_NONE] = "none", [TAKEN_HALF] = "half", [TAKEN_ALL] = "all", NULL };

static const struct gb_axis axes[] = {
	{ .name = "kind",
	  .help = "paths of equal length, paths p of length p + 1, one loop with different trip counts, or a short if",
	  .names = kinds },
	{ .name = "by",
	  .help = "lanes of a warp take different paths, or each warp takes one path: the same work without divergence",
	  .names = ways,
	  .when = "kind=equal" },
	{ .name = "paths",
	  .help = "different paths, or loop lengths, in a warp",
	  .values = "1:32",
	  .quick = "1,8,32",
	  .when = "kind=equal,unequal,loop" },
	{ .name = "length",
	  .unit = "FMA",
	  .help = "instructions inside the short if",
	  .values = "1:32:pow2",
	  .quick = "16",
	  .when = "kind=short" },
	{ .name = "form", .help = "as the compiler emits it, or predicated", .names = forms, .when = "kind=short" },
	{ .name = "taken", .help = "lanes that take the branch", .names = takers, .when = "kind=short" },
	{ .name = NULL },
};

/* ---- the paths --------------------------------------------------------------------------------------------------- */

static bool is_short(const struct gb_run *run)
{
	return gb_value(run, "kind") == KIND_SHORT;
}

static bool is_loop(const struct gb_run *run)
{
	return gb_value(run, "kind") == KIND_LOOP;
}

static bool is_by_warp(const struct gb_run *run)
{
	return gb_value(run, "kind") == KIND_EQUAL && gb_value(run, "by") == BY_WARP;
}

/* The length of path `p`, or the trips of lane `p`, in units. */
static unsigned int length_of(const struct gb_run *run, unsigned int p)
{
	const int64_t kind = gb_value(run, "kind");

	return kind == KIND_UNEQUAL ? p + 1 : kind == KIND_LOOP ? p % (unsigned int)gb_value(run, "paths") + 1 : 1;
}

/* Units of length that a warp executes in all: its paths one after the other; for a loop, the longest. */
static unsigned int units(const struct gb_run *run)
{
	const unsigned int paths = (unsigned int)gb_value(run, "paths");

	if (is_by_warp(run))
		return 1;
	return gb_value(run, "kind") == KIND_UNEQUAL ? paths * (paths + 1) / 2 : paths;
}

/* ---- counts of a launch ------------------------------------------------------------------------------------------ */

/* Trips of the timed round that a lane, or a lane of a path, needs. */
static unsigned int trips_of(const struct gb_run *run, unsigned int lane)
{
	const struct state *s = gb_state(run);

	return s->args.trips[1][is_loop(run) ? lane : s->args.path[lane]];
}

/* Trips that a lane needs, averaged over a warp. */
static double mean_trips(const struct gb_run *run)
{
	double total = 0;

	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++)
		total += trips_of(run, l);
	return total / DIVERGENCE_LANES;
}

/* The unit of the value, per warp: FMAs that a lane needs, or short branches. */
static double needed(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return is_short(run) ? (double)s->args.trips[1][0] * DIVERGENCE_IFS : mean_trips(run) * DIVERGENCE_BODY;
}

/* FMAs that a warp must issue for that. A branch that no lane takes issues none. */
static double issues(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (!is_short(run))
		return units(run) * (s->args.trips[1][0] / (double)length_of(run, 0)) / mean_trips(run);
	if (gb_value(run, "taken") == TAKEN_NONE && gb_value(run, "form") == FORM_IF)
		return 0;
	return (double)gb_value(run, "length");
}

/* FMAs of each of a lane's two chains in both rounds, for a lane on path `path`, or for lane `path` of the loop. */
static unsigned int divergence_steps(const struct gb_run *run, unsigned int lane, unsigned int path)
{
	const struct state *s = gb_state(run);
	const unsigned int at = is_short(run) ? 0 : is_loop(run) ? lane : path;
	const unsigned int trips = s->args.trips[0][at] + s->args.trips[1][at];

	if (!is_short(run))
		return trips * DIVERGENCE_BODY / 2;
	return s->args.taken >> lane & 1 ? trips * DIVERGENCE_IFS * (unsigned int)gb_value(run, "length") / 2 : 0;
}

/* For both rounds. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	double fmas = 0;

	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++)
		fmas += 2.0 * divergence_steps(run, l, s->args.path[l]);
	return (struct gb_cost){ .ops = 2.0 * s->blocks * DIVERGENCE_WARPS * fmas };
}

/* Cycles in which a quarter of an SM can issue them. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double fma = 2.0 * DIVERGENCE_LANES * PARTS;

	(void)sm_hz;
	/* A branch that no lane takes issues nothing. */
	return issues(run) > 0 ? issues(run) * fma / device->rates.fp32 : (double)NAN;
}

static const char *remark(const struct gb_run *run)
{
	return is_short(run) ? "the test before each `if` is issued as well; the limit counts only its FMAs" : NULL;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	(void)result;
	out[0] = (struct gb_metric){ "issues", "1", GB_EXACT, issues(run), 0 };
	return 1;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->blocks = (unsigned int)gb_device(run)->sm_count;
	GB_TRY(gb_alloc(run, s->blocks * sizeof(unsigned int), &s->cycles));
	return gb_alloc(run, UINT64_C(1) * s->blocks * THREADS * sizeof(float), &s->out);
}

/* Trips of a warp through the bodies of its paths, and branches of a thread: about 70 us, so that neither the barriers
 * nor the tests for the paths matter. */
enum { TRIPS = 512, BRANCHES = 8192 };

static unsigned int repeated(const struct gb_run *run, unsigned int usual)
{
	const unsigned int times = (unsigned int)(gb_work(run) * usual);

	return times > 0 ? times : 1;
}

static void choose_paths(const struct gb_run *run, struct divergence_args *args)
{
	const unsigned int paths = (unsigned int)gb_value(run, "paths"), all = units(run);
	const unsigned int unit = repeated(run, TRIPS / all);

	args->by_warp = is_by_warp(run);
	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++) {
		args->path[l] = is_loop(run) ? 0 : l % paths;
		args->trips[0][l] = 1;
		args->trips[1][l] = unit * length_of(run, l);
	}
}

static void choose_branches(const struct gb_run *run, struct divergence_args *args)
{
	static const unsigned int masks[] = { [TAKEN_NONE] = 0, [TAKEN_HALF] = 0x55555555u, [TAKEN_ALL] = 0xffffffffu };

	args->trips[0][0] = 1;
	args->trips[1][0] = repeated(run, BRANCHES / DIVERGENCE_IFS);
	args->taken = masks[gb_value(run, "taken")];
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->args = (struct divergence_args){ .cycles = gb_address(s->cycles), .out = gb_address(s->out) };
	if (is_short(run)) {
		choose_branches(run, &s->args);
		return kernel_find(run, &s->kernel, "divergence_%s_%lld", forms[gb_value(run, "form")],
				   (long long)gb_value(run, "length"));
	}
	choose_paths(run, &s->args);
	return gb_find_kernel(run, is_loop(run) ? "divergence_loop" : "divergence_paths", &s->kernel);
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = s->blocks, .block = THREADS }, &s->args);
}

/* The median over the SMs. */
static int observe(struct gb_run *run, double *value)
{
	const struct state *s = gb_state(run);

	GB_TRY(cycles_read_median(run, s->cycles, s->blocks, value));
	*value /= (needed(run) * WARPS_A_PART);
	return GB_OK;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* The two chains in the host's own fused multiply-add; each has every other FMA. */
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

/* The expected result of a thread of a lane on a path. */
static float reference(const struct gb_run *run, unsigned int lane, unsigned int path)
{
	struct state *s = gb_state(run);
	const unsigned int seed = lane % DIVERGENCE_SEEDS, steps = divergence_steps(run, lane, path);
	/* Lanes of a loop differ in length, not in path. */
	struct known *k = &s->known[is_loop(run) ? lane : path][seed];

	if (k->path != path || k->steps != steps || steps == 0)
		*k = (struct known){ path, steps, chains(seed, path, steps) };
	return k->result;
}

/* All blocks do the same. */
static int compare_lanes(struct gb_run *run, const float *out)
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

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = UINT64_C(1) * s->blocks * THREADS * sizeof(float);

	GB_TRY(gb_fill(run, s->out, 0xff, bytes));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	const float *out = gb_fetch(run, s->out, bytes);
	return out != NULL ? compare_lanes(run, out) : GB_FAILED;
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

/* True if the row has the cycles of paths or loops: one per warp, or different ones per lane. */
static bool is_cycles(const struct gb_row *row, bool by_warp)
{
	const bool undivided = gb_row_has(row, "by") && gb_row_value(row, "by") == BY_WARP;

	return strcmp(row->metric, "cycles") == 0 && gb_row_has(row, "paths") && undivided == by_warp;
}

/* The same work without divergence: as many paths, each warp on one. */
static const struct gb_row *find_undivided(const struct gb_row *rows, size_t count, int64_t paths)
{
	for (size_t i = 0; i < count; i++)
		if (is_cycles(&rows[i], true) && gb_row_value(&rows[i], "paths") == paths)
			return &rows[i];
	return NULL;
}

static struct gb_finding slowdown(const struct gb_row *row, const struct gb_row *base)
{
	const int64_t paths = gb_row_value(row, "paths");
	struct gb_finding f = ratio_of("slowdown", row, base);

	f.axis = "paths";
	f.x = (double)paths;
	snprintf(f.remark, sizeof f.remark,
		 "cycles relative to the same FMAs without divergence: as many paths, each warp on one");
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
		if (!is_cycles(row, false))
			continue;
		const struct gb_row *base = find_undivided(rows, count, gb_row_value(row, "paths"));
		if (base != NULL)
			out[found++] = slowdown(row, base);
	}
	return found;
}

GB_BENCH(divergence) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "divergence",
	.summary = "1 to 32 paths in a warp, loops of different lengths, short branches",
	.method = "One block of 32 warps on each SM executes fused multiply-adds for about 130 000 SM clock "
		  "cycles between two barriers; a short first round is not counted.\n"
		  "kind=equal and unequal: 32 paths whose code differs in a constant, each a loop over 32 FMAs. "
		  "Lane l takes path l modulo `paths`. All paths have the same length, or path p has length p + "
		  "1. by=warp: warp w takes path w modulo `paths`, which is the same work without divergence. "
		  "kind=loop: one path, in which the lanes make 1 to `paths` times as many iterations.\n"
		  "Value: cycles of an SM sub-partition per FMA needed by a lane, averaged over the lanes of a "
		  "warp; it is 1 without divergence if an FMA can be issued in each cycle. kind=short: cycles of "
		  "a sub-partition for an `if` around 1 to 32 FMAs. nvcc predicates short ones (up to 8 FMAs; "
		  "docs/machine-code.md) and branches around the others. The value is the median over the SMs. "
		  "issues: FMAs that a warp must issue, its paths one after the other. slowdown: relative to "
		  "by=warp.\n"
		  "Verified: every thread's result, bit by bit, against the host.\n"
		  "Limit: `issues` at the FMA rate.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_divergence,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
	.conclude = conclude,
	.remark = remark,
};
