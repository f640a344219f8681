/* The points of `gemm`: the operands, the layout of the matrices, the cost and the limits. */
#include "state.h"

/* ---- the point --------------------------------------------------------------------------------------------------- */

/* Most of `part` is the rounding of results to 16 bits. For FP8, the matrix units keep few bits of a sum. */
const struct gemm_kind gemm_kinds[TYPES] = {
	[FP16] = { FORMAT_FP16, GEMM_FP16, GEMM_FP16, 2, BLAS_16F, BLAS_16F, BLAS_COMPUTE_32F, BLAS_32F, 0x1p-8 },
	[BF16] = { FORMAT_BF16, GEMM_BF16, GEMM_BF16, 2, BLAS_16BF, BLAS_16BF, BLAS_COMPUTE_32F, BLAS_32F, 0x1p-5 },
	[TF32] = { FORMAT_TF32, GEMM_FP32, GEMM_FP32, 4, BLAS_32F, BLAS_32F, BLAS_COMPUTE_FAST_TF32, BLAS_32F,
		   0x1p-10 },
	[E4M3] = { FORMAT_E4M3, GEMM_E4M3, GEMM_BF16, 2, BLAS_E4M3, BLAS_16BF, BLAS_COMPUTE_32F, BLAS_32F, 0x1p-3 },
	[INT8] = { FORMAT_INT8, GEMM_INT8, GEMM_INT32, 4, BLAS_8I, BLAS_32I, BLAS_COMPUTE_32I, BLAS_32I, 0 },
	[FP64] = { FORMAT_FP64, GEMM_FP64, GEMM_FP64, 8, BLAS_64F, BLAS_64F, BLAS_COMPUTE_64F, BLAS_64F, 0x1p-36 },
	[FP32] = { FORMAT_FP32, GEMM_FP32, GEMM_FP32, 4, BLAS_32F, BLAS_32F, BLAS_COMPUTE_32F, BLAS_32F, 0x1p-14 },
};

int64_t gemm_type(const struct gb_run *run)
{
	return gb_value(run, type);
}

const struct gemm_kind *gemm_kind(const struct gb_run *run)
{
	return &gemm_kinds[gemm_type(run)];
}

int64_t gemm_way(const struct gb_run *run)
{
	return gemm_type(run) == FP32 ? gb_value(run, way) : WAY_SINGLE;
}

int64_t gemm_data(const struct gb_run *run)
{
	return gemm_type(run) == FP32 ? NORMAL : gb_value(run, data);
}

struct gemm_factors gemm_factors(const struct gb_run *run)
{
	return WAY_ADDS(gemm_way(run)) ? (struct gemm_factors){ .alpha = 2, .beta = -1 }
				       : (struct gemm_factors){ .alpha = 1 };
}

uint32_t gemm_order(const struct gb_run *run)
{
	return gemm_type(run) == FP32 ? gb_value(run, n32) : gb_value(run, n);
}

/* ---- matrices: A and B of all products, interleaved, then C ------------------------------------------------------ */

static uint64_t in_bytes(const struct gb_run *run)
{
	return (uint64_t)gemm_order(run) * gemm_order(run) * formats[gemm_kind(run)->format].bytes;
}

uint64_t gemm_out_bytes(const struct gb_run *run)
{
	return (uint64_t)gemm_order(run) * gemm_order(run) * gemm_kind(run)->out_bytes;
}

gb_ptr gemm_a(const struct gb_run *run, uint32_t i)
{
	return state_of(run)->arena + UINT64_C(2) * i * in_bytes(run);
}

gb_ptr gemm_b(const struct gb_run *run, uint32_t i)
{
	return gemm_a(run, i) + in_bytes(run);
}

gb_ptr gemm_c(const struct gb_run *run, uint32_t i)
{
	const struct state *s = gb_state(run);
	const uint64_t start = (UINT64_C(2) * s->count * in_bytes(run) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

	return s->arena + start + i * gemm_out_bytes(run);
}

/* ---- cost and limit ---------------------------------------------------------------------------------------------- */

/* Except for SGEMM, a launch repeats one product for about this long, because the card needs some hundredths of a
 * second to settle on a clock. */
#define SECONDS 8e-3
enum { MOST_REPEATS = 100 };

/* If FP8 with scales is faster, cuBLASLt may use those instructions: on an RTX 5090 it reaches 774 TFLOP/s, although
 * the rate without scales is 419 (rates.c). The limit is then not known. */
static double rate_of(const struct gb_run *run, const struct gb_device *device)
{
	const enum format format = gemm_kind(run)->format;
	const bool is_fp8 = format == FORMAT_E4M3 || format == FORMAT_E5M2;

	if (is_fp8 && device->rates.tensor_mxfp8 > device->rates.tensor_fp8)
		return NAN;
	return units_rate(format, device);
}

static double product_ops(const struct gb_run *run)
{
	const double n = gemm_order(run);

	return 2 * n * n * n; /* a multiply-add counts as two */
}

uint32_t gemm_repeats(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const double rate = rate_of(run, device) > 0 ? rate_of(run, device) : 512;

	if (gemm_type(run) == FP32)
		return 1;
	return 1 + (uint32_t)fmin(MOST_REPEATS - 1,
				  SECONDS * rate * device->sm_count * device->sm_clock_max_hz / product_ops(run));
}

struct gb_cost gemm_cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = product_ops(run) * state_of(run)->count * state_of(run)->repeats };
}

double gemm_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return rate_of(run, device) * device->sm_count * sm_hz;
}

/* With way `alone`, a product begins after the host has waited for the previous one, and the host's clock times it. */
struct gb_timing gemm_timing(const struct gb_run *run)
{
	if (gemm_way(run) == WAY_ALONE)
		return (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP, .wait = GB_WAIT_SPIN };
	return (struct gb_timing){ .clock = GB_CLOCK_DEVICE };
}

enum gb_quantity gemm_measures(const struct gb_run *run)
{
	return units_quantity(gemm_kind(run)->format);
}

/* Large products set the roof at a settled clock, measured as carefully as the bare units: under such a load the clock
 * falls for a tenth of a second. */
const char *gemm_roof(const struct gb_run *run)
{
	static const char *const roofs[TYPES] = {
		[FP16] = "gemm.fp16", [BF16] = "gemm.bf16", [TF32] = "gemm.tf32", [E4M3] = "gemm.fp8",
		[INT8] = "gemm.int8", [FP64] = "gemm.fp64", [FP32] = "gemm.fp32",
	};
	const bool sets = gemm_order(run) == ROOF_ORDER && gemm_way(run) == WAY_SINGLE && gemm_data(run) == NORMAL;

	return sets ? roofs[gemm_type(run)] : NULL;
}

int gemm_matrix(const struct gb_run *run)
{
	const enum format format = gemm_kind(run)->format;

	return format != FORMAT_FP64 && format != FORMAT_FP32;
}

/* A tile of the library's kernels has 128 x 128 results, so a product of order 1024 has 64 tiles and one of order 2048
 * has 256. With fewer than two tiles per SM, the start and the end dominate a launch. */
const char *gemm_remark(const struct gb_run *run)
{
	const double tiles = (double)gemm_order(run) * gemm_order(run) / (128.0 * 128);
	const int enough = 2 * gb_device(run)->sm_count;
	const int64_t way = gemm_way(run);

	if (WAY_IS_OF_ONE(way) || way == WAY_CALLS)
		return tiles < enough ? "one product of this size has fewer than two tiles for each SM" : NULL;
	return CALLS * tiles < enough ? "ten products of this size have fewer than two tiles for each SM" : NULL;
}

size_t gemm_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);

	return units_metrics(device, result, gemm_measures(run), rate_of(run, device), out);
}
