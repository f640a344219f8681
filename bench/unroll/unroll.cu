/* unroll: a loop with 1 to 16 steps per iteration: its instructions and its rate. */
#include "../common/input.h"
#include "gpubench_declared.h"

#define UNROLL_LENGTH   128  /* steps of a loop: terms of a dot product */
#define UNROLL_COLUMNS  32   /* columns of one tile, one per lane of a warp */
#define UNROLL_ROWS     4    /* rows of the other tile, one per warp of a block */
#define UNROLL_ELEMENTS 4608 /* elements of both tiles: (rows + columns) x length */
#define UNROLL_BLOCK    128  /* threads: rows x columns */

/* `fma` iterates x <- a x + a, which is bounded and has no closed form. Threads whose numbers differ by a multiple of
 * UNROLL_SEEDS compute the same values. */
#define UNROLL_SEEDS 2
BENCH_BOTH float unroll_factor(uint32_t seed)
{
	return -1.0f + (float)(64u + 17u * seed) * (1.0f / 16777216.0f);
}

struct unroll_args {
	const float *elements; /* UNROLL_ELEMENTS elements of both tiles */
	uint32_t tiles;        /* passes of a thread over its row and column; for `fma`, loops with as many steps */
	float *out;            /* one result per thread */
};

#ifdef __CUDACC__
typedef uint32_t u32;

/* The source's loop: a row of one tile times a column of another, both in shared memory. */
template <int U> static __device__ void product(const unroll_args &args)
{
	__shared__ __align__(16) float row[UNROLL_ROWS][UNROLL_LENGTH], column[UNROLL_LENGTH][UNROLL_COLUMNS];
	const u32 y = threadIdx.x / UNROLL_COLUMNS, x = threadIdx.x % UNROLL_COLUMNS;
	float sum = 0;

#pragma unroll
	for (u32 i = 0; i < UNROLL_ROWS * UNROLL_LENGTH; i += UNROLL_BLOCK)
		row[0][i + threadIdx.x] = args.elements[i + threadIdx.x];
#pragma unroll
	for (u32 i = 0; i < UNROLL_LENGTH * UNROLL_COLUMNS; i += UNROLL_BLOCK)
		column[0][i + threadIdx.x] = args.elements[UNROLL_ROWS * UNROLL_LENGTH + i + threadIdx.x];
	__syncthreads();
#pragma unroll 1
	for (u32 tile = 0; tile < args.tiles; tile++) {
		asm volatile("" : : : "memory");
#pragma unroll 1
		for (u32 k = 0; k < UNROLL_LENGTH; k += U) {
#pragma unroll
			for (u32 u = 0; u < U; u++)
				sum += row[y][k + u] * column[k + u][x];
		}
	}
	args.out[blockIdx.x * UNROLL_BLOCK + threadIdx.x] = sum;
}

/* The same loop without loads. */
template <int U> static __device__ void fma_(const unroll_args &args)
{
	const float a = unroll_factor(threadIdx.x % UNROLL_SEEDS);
	const u32 steps = args.tiles * UNROLL_LENGTH;
	float x = 1;

#pragma unroll 1
	for (u32 k = 0; k < steps; k += U) {
#pragma unroll
		for (u32 u = 0; u < U; u++)
			x = fmaf(x, a, a);
	}
	args.out[blockIdx.x * UNROLL_BLOCK + threadIdx.x] = x;
}

#define KERNELS(U)                                                                                             \
	extern "C" __global__ void __launch_bounds__(UNROLL_BLOCK) unroll_product_##U(struct unroll_args args) \
	{                                                                                                      \
		product<U>(args);                                                                              \
	}                                                                                                      \
	extern "C" __global__ void __launch_bounds__(UNROLL_BLOCK) unroll_fma_##U(struct unroll_args args)     \
	{                                                                                                      \
		fma_<U>(args);                                                                                 \
	}
KERNELS(1)
KERNELS(2)
KERNELS(4)
KERNELS(8)
KERNELS(16)
#else
#include <math.h>

#include "../common/bits.h"
#include "../common/findings.h"
#include "gpubench_model.h"

enum { LOOP_PRODUCT, LOOP_FMA };
enum { WARPS_FEW, WARPS_ALL };
enum { WARP = 32, QUARTERS = 4 }; /* sub-partitions of an SM, each of which issues one warp instruction per clock */

static const char *const loops[] = { [LOOP_PRODUCT] = "product", [LOOP_FMA] = "fma", NULL };
static const char *const warps[] = { [WARPS_FEW] = "few", [WARPS_ALL] = "all", NULL };

struct point {
	int loop, warps;
	uint32_t unroll;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(loop), .help = "a row times a column, both in shared memory; or only multiply-adds", .names = loops,
	  .quick = "product" },
	{ GB_AXIS(unroll), .help = "steps per iteration of the loop", .values = "1:16:pow2", .quick = "1,16" },
	{ GB_AXIS(warps), .help = "warps per SM: one for each sub-partition, or as many as fit", .names = warps,
	  .quick = "all" },
	{ .name = NULL },
};

/* Loops of UNROLL_LENGTH steps per thread, which take a few tenths of a millisecond. */
enum { TILES_FEW = 96, TILES_ALL = 32 };

static int choose(struct gb_run *run, const struct gb_kernel *kernel, struct gb_shape *shape, void *of)
{
	struct unroll_args *args = of;
	const bool few = gb_value(run, warps) == WARPS_FEW;

	(void)kernel;
	shape->grid = few ? (uint32_t)gb_device(run)->sm_count : 0;
	args->tiles = (uint32_t)fmax(1, gb_work(run) * (few ? TILES_FEW : TILES_ALL));
	return GB_OK;
}

/* ---- instructions and limit -------------------------------------------------------------------------------------- */

/* Machine instructions per trip, by kind; unroll.audit verifies them. */
struct mix {
	double fmas, loads, overhead; /* overhead: addresses, counter, comparison, branch */
};

static struct mix unroll_mix(const struct gb_run *run)
{
	const double unroll = gb_value(run, unroll);
	const struct gb_device *device = gb_device(run);
	/* On 7.0 loops without loads have a separate wait. */
	const bool is_volta = device->cc_major == 7 && device->cc_minor == 0;

	if (gb_value(run, loop) == LOOP_FMA)
		return (struct mix){ .fmas = unroll, .overhead = is_volta ? 4 : 3 };
	/* From 10.0 on the counter is moved to another register first. */
	return (struct mix){
		.fmas = unroll,
		/* A load brings 1, 2 or 4 words of the row, up to the number of steps per trip. */
		.loads = unroll + (unroll < 4 ? 1 : unroll / 4),
		.overhead = device->cc_major >= 10 && unroll > 1 ? 6 : 5,
	};
}

static double instructions(const struct mix *mix)
{
	return mix->fmas + mix->loads + mix->overhead;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct gb_chosen *at = gb_state(run);
	const struct unroll_args *args = gb_declared_args(run);

	return (struct gb_cost){ .ops = 2.0 * args->tiles * UNROLL_LENGTH * at->shape.grid * at->shape.block };
}

/* SM clocks per step of a warp, for the unit that takes longest. All lanes share a word of the row, so a load of any
 * width takes one pass of shared memory; each lane has its own word of the column. */
static double clocks(const struct gb_run *run, const struct gb_device *device)
{
	const struct mix mix = unroll_mix(run);
	const double lanes = 2 * WARP / device->rates.fp32, slots = instructions(&mix) / mix.fmas / QUARTERS;
	const double passes = mix.loads / mix.fmas * WARP * sizeof(float) / device->rates.shared_bytes;

	return isnan(lanes) || isnan(passes) ? (double)NAN : fmax(fmax(lanes, slots), mix.loads > 0 ? passes : 0);
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 2 * WARP / clocks(run, device) * device->sm_count * sm_hz;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_chosen *at = gb_state(run);
	const uint32_t blocks = at->shape.grid / (uint32_t)gb_device(run)->sm_count;
	const struct mix mix = unroll_mix(run);
	const double all = instructions(&mix), clocks_a_second = result->sm_hz * result->device->sm_count;
	size_t count = 0;

	out[count++] = (struct gb_metric){ "instructions", "1", GB_EXACT, all / mix.fmas, 0 };
	out[count++] = (struct gb_metric){ "arithmetic_share", "1", GB_EXACT, mix.fmas / all, 0 };
	out[count++] = (struct gb_metric){ "overhead_share", "1", GB_EXACT, mix.overhead / all, 0 };
	/* Textbooks count a product and a sum per step, and two addresses, the counter and the branch per trip. */
	if (gb_value(run, loop) == LOOP_PRODUCT)
		out[count++] = (struct gb_metric){ "share_without_loads", "1", GB_EXACT,
						   2 * mix.fmas / (2 * mix.fmas + 4), 0 };
	out[count++] = (struct gb_metric){ "resident_warps", "1", GB_EXACT, (double)blocks * UNROLL_BLOCK / WARP, 0 };
	if (!(clocks_a_second > 0))
		return count;
	out[count++] = (struct gb_metric){ "cycles_per_step", "cycles", GB_OVER, 2 * WARP * clocks_a_second,
					   clocks(run, result->device) };
	out[count++] = (struct gb_metric){ "issued_per_clock_sm", "1", GB_TIMES,
					   all / mix.fmas / (2 * WARP) / clocks_a_second, QUARTERS };
	return count;
}

static const char *remark(const struct gb_run *run)
{
	if (gb_value(run, warps) == WARPS_FEW)
		return "a step waits for the previous one, and no other warp has work";
	return gb_value(run, loop) == LOOP_PRODUCT ? "limited by loads from shared memory, not by instruction issue"
						   : NULL;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* Elements of both tiles are integers from -3 to 3, so that sums of products are exact. */
static float unroll_element(uint32_t i)
{
	return (float)(int)(input_mix(i) % 7u) - 3.0f;
}

static uint32_t element(uint64_t i)
{
	return bits_of_float(unroll_element((uint32_t)i));
}

/* A row times a column, as often as in the kernel. All values are integers below 2^24, so their order does not
 * matter. */
static float product_of(const struct unroll_args *args, uint32_t thread)
{
	const uint32_t row = thread / UNROLL_COLUMNS, column = thread % UNROLL_COLUMNS;
	float sum = 0;

	for (uint32_t k = 0; k < UNROLL_LENGTH; k++)
		sum += unroll_element(row * UNROLL_LENGTH + k) *
		       unroll_element(UNROLL_ROWS * UNROLL_LENGTH + k * UNROLL_COLUMNS + column);
	return (float)args->tiles * sum;
}

static float fma_of(const struct unroll_args *args, uint32_t thread)
{
	const float a = unroll_factor(thread % UNROLL_SEEDS);
	float x = 1;

	for (uint32_t step = 0; step < args->tiles * UNROLL_LENGTH; step++)
		x = fmaf(x, a, a);
	return x;
}

/* All blocks have the same results. */
static size_t expected(const struct gb_run *run, const void *args, struct gb_shape shape, void *words)
{
	const bool is_product = gb_value(run, loop) == LOOP_PRODUCT;
	float *out = words;

	for (uint32_t t = 0; t < shape.block; t++)
		out[t] = is_product ? product_of(args, t) : t < UNROLL_SEEDS ? fma_of(args, t) : out[t % UNROLL_SEEDS];
	return shape.block;
}

/* ---- models of the kernels --------------------------------------------------------------------------------------- */

/* Adds term by term, as the hardware does. */
static float model_product(const struct unroll_args *args, uint32_t thread)
{
	const float *row = args->elements + (size_t)(thread / UNROLL_COLUMNS) * UNROLL_LENGTH;
	const float *column = args->elements + (size_t)UNROLL_ROWS * UNROLL_LENGTH + thread % UNROLL_COLUMNS;
	float sum = 0;

	for (uint32_t k = 0; k < args->tiles * UNROLL_LENGTH; k++)
		sum += row[k % UNROLL_LENGTH] * column[(size_t)(k % UNROLL_LENGTH) * UNROLL_COLUMNS];
	return sum;
}

static float model_fma(const struct unroll_args *args, uint32_t thread)
{
	const float factor = unroll_factor(thread % UNROLL_SEEDS);
	float x = 1;

	for (uint32_t i = 0; i < args->tiles; i++)
		for (uint32_t k = 0; k < UNROLL_LENGTH; k++)
			x = fmaf(x, factor, factor);
	return x;
}

static void model_launch(struct gb_shape shape, const void *of)
{
	const struct unroll_args *args = of;
	const bool is_product = gb_model_is("product");
	const uint32_t alike = is_product ? UNROLL_BLOCK : UNROLL_SEEDS;

	gb_model_did(0, 2.0 * shape.grid * UNROLL_BLOCK * args->tiles * UNROLL_LENGTH);
	for (uint32_t i = 0; i < shape.grid * UNROLL_BLOCK; i++)
		args->out[i] = i >= alike   ? args->out[i - alike]
			       : is_product ? model_product(args, i)
					    : model_fma(args, i);
}

GB_ONE_MODEL(unroll, "unroll_*", model_launch);

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

/* True if `base` is the rate with one step per iteration at a point that is otherwise the same. */
static bool is_base_of(const struct gb_row *row, const struct gb_row *base)
{
	return strcmp(base->metric, "flop_rate") == 0 && gb_row_value(base, unroll) == 1 &&
	       gb_row_value(base, loop) == gb_row_value(row, loop) &&
	       gb_row_value(base, warps) == gb_row_value(row, warps);
}

static struct gb_finding gain(const struct gb_row *row, const struct gb_row *base)
{
	struct gb_finding f = ratio_of("gain", row, base);

	f.axis = "unroll";
	f.x = gb_row_value(row, unroll);
	snprintf(f.point, sizeof f.point, "loop=%s,unroll=%d,warps=%s", loops[gb_row_value(row, loop)], (int)f.x,
		 warps[gb_row_value(row, warps)]);
	snprintf(f.remark, sizeof f.remark, "relative to one step per iteration");
	return f;
}

static size_t find_gains(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (size_t i = 0; i < count; i++) {
		size_t base = 0;
		if (strcmp(rows[i].metric, "flop_rate") != 0 || gb_row_value(&rows[i], unroll) == 1)
			continue;
		while (base < count && !is_base_of(&rows[i], &rows[base]))
			base++;
		if (base < count)
			out[found++] = gain(&rows[i], &rows[base]);
	}
	return found;
}

static const struct gb_member members[] = {
	GB_ARRAY(struct unroll_args, elements, .bytes = UNROLL_ELEMENTS * sizeof(float), .fill = element),
	GB_ARRAY(struct unroll_args, out, .per_thread = sizeof(float), .expect_words = expected),
	{ .name = NULL },
};

GB_BENCH(unroll) = {
	GB_DECLARED_LAUNCH("unroll_{loop}_{unroll}", struct unroll_args, members, .block = UNROLL_BLOCK,
			   .carveout = 100, .choose = choose),
	.name = "unroll",
	.summary = "one loop with 1 to 16 steps per iteration: its instructions and its rate",
	.method = "product: each thread repeatedly multiplies a row of one tile in shared memory by a column of "
		  "another, 128 terms: the inner loop of a tiled matrix product. Without unrolling an iteration has a "
		  "multiply-add, two loads, and 5 loop instructions: two addresses, the counter, its comparison, the "
		  "branch. Textbooks on early GPUs count a third as arithmetic: product and sum are 2 of 6 "
		  "instructions, without loads and the comparison (share_without_loads). Unrolled, addresses become "
		  "part of the loads, and one load brings 2 or 4 words of the row. fma: only x <- a x + a, with 3 loop "
		  "instructions. few: one block of 4 warps per SM, where a step waits for the previous one; all: as "
		  "many warps as an SM holds.\n"
		  "Metrics: instructions per step of the inner loop, their arithmetic_share and overhead_share, SM "
		  "cycles per step of a warp, and instructions issued per clock. unroll.audit checks these numbers in "
		  "the compiled loops. Finding: gain, relative to one step per iteration.\n"
		  "Verified: all sums, which are exact, and the multiply-adds bit by bit.\n"
		  "Limit: the lowest of the FP32 rate, the issue slots (one per clock and sub-partition), and, for "
		  "product, loads from shared memory at 32 words per clock.\n"
		  "Source: D. Kirk, W. Hwu, Programming Massively Parallel Processors, chapter on performance.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.require = { .memory_bytes = UINT64_C(4) << 20 },
	.axes = axes,
	.variants = gb_variants_unroll,
	.prepare = gb_declared_prepare,
	.verify = gb_declared_verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.remark = remark,
	.conclude = find_gains,
};
#endif
