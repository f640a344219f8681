/* divergence: the cost of divergent paths within a warp. */
#include "../common/input.h"
#include "gpubench_declared.h"

#define DIVERGENCE_LANES 32
#define DIVERGENCE_PATHS 32
#define DIVERGENCE_WARPS 32 /* warps of a block; one block per SM */
#define DIVERGENCE_BODY  32 /* FMAs per iteration of a path's loop */
#define DIVERGENCE_IFS   8  /* branches per iteration of the loop over short ones */
#define DIVERGENCE_SEEDS 8  /* lanes whose numbers differ by a multiple of this start alike */

/* The two chains of a thread compute x <- a x + c, with a slightly above -1: the values stay bounded, and every step
 * counts. */
BENCH_BOTH float divergence_factor(uint32_t seed)
{
	return -1.0f + (float)(64u + 17u * seed) * (1.0f / 16777216.0f);
}

BENCH_BOTH float divergence_start(uint32_t seed, uint32_t chain)
{
	return 1.0f + (float)((2 * seed + chain + 1) * 40503u % 65536u) * (1.0f / 65536.0f);
}

/* The term c of a path, the only difference between its code and that of other paths. */
#define DIVERGENCE_TERM(path) (1.0f + (float)(path) / 64.0f)

struct divergence_args {
	uint32_t path[DIVERGENCE_LANES]; /* path of each lane, or of each warp */
	/* Trips in both rounds, of which the second counts: of each path, of each lane for a loop, or [0] for short
	 * branches. */
	uint32_t trips[2][DIVERGENCE_PATHS];
	uint32_t by_warp;
	uint32_t taken;   /* one bit for each lane that takes the short branches */
	uint32_t record;  /* 0 when timed: `out` is not written */
	uint32_t *cycles; /* per block */
	float *out;       /* per thread: the sum of its chains */
};

#ifdef __CUDACC__
/* Kernels: 32 paths of equal instructions, a loop of different lengths, and short branches. The 32 warps of a block
 * fill an SM's schedulers. Each thread executes fused multiply-adds in two chains, and the SM's own clock is read
 * between barriers. A short first round, which does not count, loads the code into the instruction caches. */
#include "../common/now.h"

struct chains {
	float x[2], a;
};

/* Inline assembly, so that paths are neither merged nor replaced by a select. */
static __device__ void fma_to(float &x, float a, float term)
{
	asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(term));
}

template <int path> static __device__ void walk(chains &c, uint32_t trips)
{
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++) {
#pragma unroll
		for (int i = 0; i < DIVERGENCE_BODY; i++)
			fma_to(c.x[i % 2], c.a, DIVERGENCE_TERM(path));
	}
}

/* Each path has its own test, because a switch would become an indirect branch. */
template <int end> struct paths {
	static __device__ void go(chains &c, const uint32_t *trips, uint32_t mine)
	{
		paths<end - 1>::go(c, trips, mine);
		asm volatile("" : "+r"(mine));
		if (mine == end - 1)
			walk<end - 1>(c, trips[end - 1]);
	}
};
template <> struct paths<0> {
	static __device__ void go(chains &, const uint32_t *, uint32_t) {}
};

struct by_path {
	uint32_t mine;
	__device__ by_path(const divergence_args &args)
	{
		const uint32_t lane = threadIdx.x % DIVERGENCE_LANES, warp = threadIdx.x / DIVERGENCE_LANES;
		mine = args.path[args.by_warp ? warp : lane];
	}
	__device__ void go(chains &c, const uint32_t *trips) { paths<DIVERGENCE_PATHS>::go(c, trips, mine); }
};

struct by_length {
	__device__ by_length(const divergence_args &) {}
	__device__ void go(chains &c, const uint32_t *trips) { walk<0>(c, trips[threadIdx.x % DIVERGENCE_LANES]); }
};

/* An `if` around L multiply-adds: as the compiler emits it, or predicated. */
template <int L, bool predicated> struct short_branches {
	uint32_t bits;
	__device__ short_branches(const divergence_args &args)
	{
		bits = args.taken >> threadIdx.x % DIVERGENCE_LANES & 1 ? ~0u : 0;
	}
	__device__ void branch(chains &c, int first, uint32_t taken)
	{
		if (!taken)
			return;
#pragma unroll
		for (int i = 0; i < L; i++)
			fma_to(c.x[(first + i) % 2], c.a, DIVERGENCE_TERM(0));
	}
	__device__ void predicate(chains &c, int first, uint32_t taken)
	{
#pragma unroll
		for (int i = 0; i < L; i++)
			asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p fma.rn.f32 %0, %0, %1, %3; }"
				     : "+f"(c.x[(first + i) % 2])
				     : "f"(c.a), "r"(taken), "f"(DIVERGENCE_TERM(0)));
	}
	__device__ void go(chains &c, const uint32_t *trips)
	{
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips[0]; trip++) {
#pragma unroll
			for (int i = 0; i < DIVERGENCE_IFS; i++)
				if (predicated)
					predicate(c, i, bits & 1u << i);
				else
					branch(c, i, bits & 1u << i);
			/* The values never change, but the compiler does not know that. */
			bits = __funnelshift_l(bits, bits, DIVERGENCE_IFS);
		}
	}
};

template <class kind> static __device__ void measure(const divergence_args &args)
{
	const uint32_t seed = threadIdx.x % DIVERGENCE_SEEDS;
	chains c = { { divergence_start(seed, 0), divergence_start(seed, 1) }, divergence_factor(seed) };
	uint32_t cycles = 0;
	kind what(args);

#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++) {
		__syncthreads();
		const long long start = clock_now();
		what.go(c, args.trips[round]);
		__syncthreads_or(c.x[0] + c.x[1] == c.a);
		cycles = (uint32_t)(clock_now() - start);
	}
	if (threadIdx.x == 0)
		args.cycles[blockIdx.x] = cycles;
	if (args.record)
		args.out[blockIdx.x * blockDim.x + threadIdx.x] = c.x[0] + c.x[1];
}

#define KERNEL(name, ...)                                                                                 \
	extern "C" __global__ void __launch_bounds__(1024) divergence_##name(struct divergence_args args) \
	{                                                                                                 \
		measure<__VA_ARGS__>(args);                                                               \
	}
#define SHORT(L)                                     \
	KERNEL(branch_##L, short_branches<L, false>) \
	KERNEL(predicated_##L, short_branches<L, true>)

KERNEL(paths, by_path)
KERNEL(loop, by_length)
SHORT(1)
SHORT(2)
SHORT(4)
SHORT(8)
SHORT(16)
SHORT(32)
#else
#include <math.h>
#include <stdio.h>

#include "../common/findings.h"
#include "../common/median.h"
#include "gpubench_model.h"

enum { KIND_EQUAL, KIND_UNEQUAL, KIND_LOOP, KIND_SHORT };
enum { BY_LANE, BY_WARP };
enum { FORM_IF, FORM_PREDICATED };
enum { TAKEN_NONE, TAKEN_HALF, TAKEN_ALL };

enum { THREADS = DIVERGENCE_WARPS * DIVERGENCE_LANES };
/* Schedulers of an SM, and warps of the block per scheduler. */
enum { PARTS = 4, WARPS_A_PART = DIVERGENCE_WARPS / PARTS };

static const char *const kinds[] = {
	[KIND_EQUAL] = "equal", [KIND_UNEQUAL] = "unequal", [KIND_LOOP] = "loop", [KIND_SHORT] = "short", NULL,
};
static const char *const forms[] = { [FORM_IF] = "branch", [FORM_PREDICATED] = "predicated", NULL };
static const char *const ways[] = { [BY_LANE] = "lane", [BY_WARP] = "warp", NULL };
static const char *const takers[] = { [TAKEN_NONE] = "none", [TAKEN_HALF] = "half", [TAKEN_ALL] = "all", NULL };

struct point {
	int kind, by, form, taken;
	uint32_t paths, length;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(kind),
	  .help = "paths of equal length, paths p of length p + 1, one loop with different trip counts, or a short if",
	  .names = kinds },
	{ GB_AXIS(by),
	  .help = "lanes of a warp take different paths, or each warp takes one path: the same work without divergence",
	  .names = ways, .when = "kind=equal" },
	{ GB_AXIS(paths), .help = "different paths, or loop lengths, in a warp", .values = "1:32", .quick = "1,8,32",
	  .when = "kind=equal,unequal,loop" },
	{ GB_AXIS(length), .unit = "FMA", .help = "instructions inside the short if", .values = "1:32:pow2",
	  .quick = "16", .when = "kind=short" },
	{ GB_AXIS(form), .help = "as the compiler emits it, or predicated", .names = forms, .when = "kind=short" },
	{ GB_AXIS(taken), .help = "lanes that take the branch", .names = takers, .when = "kind=short" },
	{ .name = NULL },
};

/* ---- the paths --------------------------------------------------------------------------------------------------- */

static bool is_short(const struct gb_run *run)
{
	return gb_value(run, kind) == KIND_SHORT;
}

static bool is_loop(const struct gb_run *run)
{
	return gb_value(run, kind) == KIND_LOOP;
}

static bool is_by_warp(const struct gb_run *run)
{
	return gb_value(run, kind) == KIND_EQUAL && gb_value(run, by) == BY_WARP;
}

/* Length of path `p`, or trips of lane `p`, in units. */
static uint32_t length_of(const struct gb_run *run, uint32_t p)
{
	const int64_t kind = gb_value(run, kind);

	return kind == KIND_UNEQUAL ? p + 1 : kind == KIND_LOOP ? p % gb_value(run, paths) + 1 : 1;
}

/* Units that a warp executes: the lengths of its paths one after the other, or the longest trip count of a loop. */
static uint32_t units(const struct gb_run *run)
{
	const uint32_t paths = gb_value(run, paths);

	if (is_by_warp(run))
		return 1;
	return gb_value(run, kind) == KIND_UNEQUAL ? paths * (paths + 1) / 2 : paths;
}

/* ---- counts of a launch ------------------------------------------------------------------------------------------ */

static const struct divergence_args *arguments(const struct gb_run *run)
{
	return gb_declared_args(run);
}

static uint32_t trips_of(const struct gb_run *run, uint32_t lane)
{
	const struct divergence_args *args = arguments(run);

	return args->trips[1][is_loop(run) ? lane : args->path[lane]];
}

static double mean_trips(const struct gb_run *run)
{
	double total = 0;

	for (uint32_t l = 0; l < DIVERGENCE_LANES; l++)
		total += trips_of(run, l);
	return total / DIVERGENCE_LANES;
}

/* The divisor of the value, per warp: FMAs that a lane needs, or short branches. */
static double needed(const struct gb_run *run)
{
	const struct divergence_args *args = arguments(run);

	return is_short(run) ? (double)args->trips[1][0] * DIVERGENCE_IFS : mean_trips(run) * DIVERGENCE_BODY;
}

/* FMAs that a warp must issue per unit of needed(). A branch that no lane takes issues none. */
static double issues(const struct gb_run *run)
{
	const struct divergence_args *args = arguments(run);

	if (!is_short(run))
		return units(run) * (args->trips[1][0] / (double)length_of(run, 0)) / mean_trips(run);
	if (gb_value(run, taken) == TAKEN_NONE && gb_value(run, form) == FORM_IF)
		return 0;
	return gb_value(run, length);
}

/* FMAs of each of a lane's two chains in both rounds. They depend on `lane` for a loop, and on `path` otherwise. */
static uint32_t divergence_steps(const struct gb_run *run, uint32_t lane, uint32_t path)
{
	const struct divergence_args *args = arguments(run);
	const uint32_t at = is_short(run) ? 0 : is_loop(run) ? lane : path;
	const uint32_t trips = args->trips[0][at] + args->trips[1][at];

	if (!is_short(run))
		return trips * DIVERGENCE_BODY / 2;
	return args->taken >> lane & 1 ? trips * DIVERGENCE_IFS * gb_value(run, length) / 2 : 0;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);
	double fmas = 0;

	for (uint32_t l = 0; l < DIVERGENCE_LANES; l++)
		fmas += 2.0 * divergence_steps(run, l, arguments(run)->path[l]);
	return (struct gb_cost){ .ops = 2.0 * at->shape.grid * DIVERGENCE_WARPS * fmas };
}

/* Cycles in which a quarter of an SM can issue the FMAs. */
static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double fma = 2.0 * DIVERGENCE_LANES * PARTS;

	(void)sm_hz;
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

/* Trips of a warp through the bodies of its paths, and branches of a thread. They take about 70 µs, so neither the
 * barriers nor the tests for the paths matter. */
enum { TRIPS = 512, BRANCHES = 8192 };

static uint32_t repeated(const struct gb_run *run, uint32_t usual)
{
	const uint32_t times = (uint32_t)(gb_work(run) * usual);

	return times > 0 ? times : 1;
}

static void choose_paths(const struct gb_run *run, struct divergence_args *args)
{
	const uint32_t paths = gb_value(run, paths), all = units(run);
	const uint32_t unit = repeated(run, TRIPS / all);

	args->by_warp = is_by_warp(run);
	for (uint32_t l = 0; l < DIVERGENCE_LANES; l++) {
		args->path[l] = is_loop(run) ? 0 : l % paths;
		args->trips[0][l] = 1;
		args->trips[1][l] = unit * length_of(run, l);
	}
}

static void choose_branches(const struct gb_run *run, struct divergence_args *args)
{
	static const uint32_t masks[] = { [TAKEN_NONE] = 0, [TAKEN_HALF] = 0x55555555u, [TAKEN_ALL] = 0xffffffffu };

	args->trips[0][0] = 1;
	args->trips[1][0] = repeated(run, BRANCHES / DIVERGENCE_IFS);
	args->taken = masks[gb_value(run, taken)];
}

static void name_kernel(const struct gb_run *run, char name[GB_NAME_MAX])
{
	if (is_short(run))
		snprintf(name, GB_NAME_MAX, "divergence_%s_%d", forms[gb_value(run, form)], (int)gb_value(run, length));
	else
		snprintf(name, GB_NAME_MAX, "divergence_%s", is_loop(run) ? "loop" : "paths");
}

static int choose(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *args)
{
	(void)kernel, (void)shape;
	if (is_short(run))
		choose_branches(run, args);
	else
		choose_paths(run, args);
	return GB_OK;
}

static int observe(struct gb_run *run, double *value)
{
	const struct gb_chosen *at = gb_state(run);

	GB_TRY(cycles_read_median(run, (uintptr_t)arguments(run)->cycles, at->shape.grid, value));
	*value /= (needed(run) * WARPS_A_PART);
	return GB_OK;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static float chains(uint32_t seed, uint32_t path, uint32_t steps)
{
	const float a = divergence_factor(seed), c = DIVERGENCE_TERM(path);
	float x = divergence_start(seed, 0), y = divergence_start(seed, 1);

	for (uint32_t i = 0; i < steps; i++) {
		x = fmaf(x, a, c);
		y = fmaf(y, a, c);
	}
	return x + y;
}

/* All blocks have the same results. Threads that start alike and take the same steps share one result, because
 * computing it can be costly. */
static size_t expected(const struct gb_run *run, const void *of, struct gb_shape shape, void *words)
{
	const struct divergence_args *args = of;
	struct {
		uint32_t steps;
		float result;
	} known[DIVERGENCE_PATHS][DIVERGENCE_SEEDS] = { 0 };
	float *out = words;

	for (uint32_t t = 0; t < shape.block; t++) {
		const uint32_t lane = t % DIVERGENCE_LANES, seed = lane % DIVERGENCE_SEEDS;
		const uint32_t path = args->path[args->by_warp ? t / DIVERGENCE_LANES : lane];
		const uint32_t steps = divergence_steps(run, lane, path), place = is_loop(run) ? lane : path;
		if (known[place][seed].steps != steps || steps == 0) {
			known[place][seed].steps = steps;
			known[place][seed].result = chains(seed, path, steps);
		}
		out[t] = known[place][seed].result;
	}
	return shape.block;
}

/* ---- models of the kernels --------------------------------------------------------------------------------------- */

static float model_chains(uint32_t lane, uint32_t path, uint32_t fmas)
{
	const uint32_t seed = lane % DIVERGENCE_SEEDS;
	float x[2] = { divergence_start(seed, 0), divergence_start(seed, 1) };

	for (uint32_t i = 0; i < fmas; i++)
		x[i % 2] = fmaf(x[i % 2], divergence_factor(seed), DIVERGENCE_TERM(path));
	return x[0] + x[1];
}

static float model_result(const struct divergence_args *args, uint32_t warp, uint32_t lane)
{
	const bool is_loop = gb_model_is("loop"), is_short = !is_loop && !gb_model_is("paths");
	const uint32_t path = is_loop || is_short ? 0 : args->path[args->by_warp ? warp : lane];
	const uint32_t place = is_loop ? lane : path;
	const uint32_t each = is_short ? DIVERGENCE_IFS * gb_model_number("_") : DIVERGENCE_BODY;

	if (is_short && !(args->taken >> lane & 1))
		return model_chains(lane, 0, 0);
	return model_chains(lane, path, (args->trips[0][place] + args->trips[1][place]) * each);
}

/* Lanes that start alike on the same path have the same results. */
static void model_launch(struct gb_shape shape, const void *of)
{
	const struct divergence_args *args = of;

	gb_model_unchecked(args->cycles, shape.grid * sizeof *args->cycles);
	for (uint32_t b = 0; b < shape.grid; b++)
		args->cycles[b] = 65536;
	for (uint32_t i = 0; args->record && i < shape.grid * shape.block; i++) {
		const uint32_t thread = i % shape.block, lane = thread % DIVERGENCE_LANES;
		const uint32_t like = args->by_warp ? thread - lane + lane % DIVERGENCE_SEEDS : lane;
		args->out[i] = like < i ? args->out[like] : model_result(args, thread / DIVERGENCE_LANES, lane);
	}
}

GB_ONE_MODEL(divergence, "divergence_*", model_launch);

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

/* True if the row has the cycles of paths or loops. `by_warp`: paths by warp, otherwise by lane. */
static bool is_cycles(const struct gb_row *row, bool by_warp)
{
	const bool undivided = gb_row_has(row, by) && gb_row_value(row, by) == BY_WARP;

	return strcmp(row->metric, "cycles") == 0 && gb_row_has(row, paths) && undivided == by_warp;
}

/* The same work without divergence: as many paths, one per warp. */
static const struct gb_row *find_undivided(const struct gb_row *rows, size_t count, int64_t paths)
{
	for (size_t i = 0; i < count; i++)
		if (is_cycles(&rows[i], true) && gb_row_value(&rows[i], paths) == paths)
			return &rows[i];
	return NULL;
}

static struct gb_finding slowdown(const struct gb_row *row, const struct gb_row *base)
{
	const int64_t paths = gb_row_value(row, paths);
	struct gb_finding f = ratio_of("slowdown", row, base);

	f.axis = "paths";
	f.x = (double)paths;
	snprintf(f.remark, sizeof f.remark,
		 "cycles relative to the same FMAs without divergence: as many paths, one per warp");
	snprintf(f.point, sizeof f.point, "kind=%s,paths=%lld", kinds[gb_row_value(row, kind)], (long long)paths);
	return f;
}

static size_t find_slowdowns(const struct gb_device *device, const struct gb_row *rows, size_t count,
			     struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++) {
		const struct gb_row *row = &rows[i];
		if (!is_cycles(row, false))
			continue;
		const struct gb_row *base = find_undivided(rows, count, gb_row_value(row, paths));
		if (base != NULL)
			out[found++] = slowdown(row, base);
	}
	return found;
}

static const struct gb_member members[] = {
	GB_RECORD(struct divergence_args, record),
	GB_ARRAY(struct divergence_args, cycles, .cycles = 1),
	GB_ARRAY(struct divergence_args, out, .per_thread = sizeof(float), .expect_words = expected),
	{ .name = NULL },
};

GB_BENCH(divergence) = {
	GB_DECLARED_LAUNCH(NULL, struct divergence_args, members, .name_kernel = name_kernel, .block = THREADS,
			   .blocks = 1, .choose = choose),
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
		  "issues: FMAs that a warp must issue, its paths one after the other. slowdown: relative to by=warp.\n"
		  "Verified: every thread's result, bit by bit, against the host.\n"
		  "Limit: `issues` at the FMA rate.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_CYCLES,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_divergence,
	.prepare = gb_declared_prepare,
	.verify = gb_declared_verify,
	.cost = cost,
	.limit = limit,
	.observe = observe,
	.metrics = metrics,
	.conclude = find_slowdowns,
	.remark = remark,
};
#endif
