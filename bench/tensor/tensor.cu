/* Kernels of `tensor`: products of small matrices whose operands stay in registers and shared memory, so that only the
 * matrix units are used. A pass covers all of k; sums restart every TENSOR_SPAN passes.
 * Variant `mma`: a warp holds its fragments of A and B in registers and multiplies MT x 16 rows by NT x 8 columns.
 * Variant `wgmma` (Hopper): a warpgroup multiplies 64 rows by 256 columns in shared memory, swizzled by 128 bytes; A
 * may be in registers. The four instructions of a pass are one group, and the next group is issued before it has ended.
 * Variant `scaled` (Blackwell's small chips): mma.sync of 8, 6 and 4 bits with block scales, in scaled_kernels.h.
 * Variant `tcgen05` (B200 and similar): 128 rows by 256 columns with sums in tensor memory, in tcgen05_kernels.h. */
#include "../common/fragments.h"
#include "../common/toolkit.h"
#if defined(TENSOR_WGMMA) || defined(TENSOR_TCGEN05)
#include "../common/swizzled.h"
#endif
#include "tensor.h"

/* 32-bit words per row. */
#define A_WORDS (TENSOR_A_BYTES / 4)
#define B_WORDS (TENSOR_B_BYTES / 4)

/* mma with FP8 needs CUDA 12.4, sm_90a needs 12.0, Blackwell with all its instructions 12.8. */
#if defined(TENSOR_WGMMA)
#define OLDEST 1200
#elif defined(TENSOR_TCGEN05) || defined(TENSOR_SCALED)
#define OLDEST 0
#else
#define OLDEST 1204
#endif
#if __CUDA_ARCH__ >= 890 && TOOLKIT < OLDEST
TOOLKIT_TOO_OLD
#endif

/* For architectures without the instructions of a variant, only the check is compiled. */
#if defined(TENSOR_TCGEN05)
#define TIMED (__CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1200)
#elif defined(TENSOR_SCALED)
#if defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM121_ALL)
#define TIMED 1
#else
#define TIMED 0
#endif
#elif defined(TENSOR_WGMMA) && !defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define TIMED 0
#else
#define TIMED 1
#endif

#if TIMED

static __device__ bool starts_anew(uint32_t pass)
{
	return pass % TENSOR_SPAN == 0;
}

#define META , "r"(meta)

#if defined(TENSOR_TCGEN05)
#include "tcgen05_kernels.h"
#elif defined(TENSOR_SCALED)
#include "scaled_kernels.h"
#else

#ifndef TENSOR_WGMMA

/* Sixteen rows: A has four registers, B two, or four for a sparse A. */
#define DENSE_4(NAME, OP) \
	MMA(NAME, 16, uint32_t, "r", 4, 2, 4, 0, "mma.sync.aligned." OP " " D4 ", {%4, %5, %6, %7}, {%8, %9}, " D4 ";")
#define DENSE_2(NAME, OP) \
	MMA(NAME, 16, uint32_t, "r", 4, 2, 2, 1, "mma.sync.aligned." OP " " D2 ", {%2, %3, %4, %5}, {%6, %7}, " D2 ";")
#if TOOLKIT >= 1205
#define SP "mma.sp::ordered_metadata.sync.aligned."
#else
#define SP "mma.sp.sync.aligned."
#endif
#define SPARSE_4(NAME, OP)                       \
	MMA(NAME, 16, uint32_t, "r", 4, 4, 4, 0, \
	    SP OP " " D4 ", {%4, %5, %6, %7}, {%8, %9, %10, %11}, " D4 ", %12, 0;", META)
#define SPARSE_2(NAME, OP)                                                                                             \
	MMA(NAME, 16, uint32_t, "r", 4, 4, 2, 1, SP OP " " D2 ", {%2, %3, %4, %5}, {%6, %7, %8, %9}, " D2 ", %10, 0;", \
	    META)

template <class F, int MT, int NT, int depth> static __device__ void products(const struct tensor_args &args)
{
	typedef typename F::word T;
	enum {
		a_words = TENSOR_A_BYTES / sizeof(T),
		b_words = TENSOR_B_BYTES / sizeof(T),
		a_step = 4 * F::as / (F::rows / 8), /* words of k per instruction */
		b_step = 4 * F::bs,
		steps = depth / sizeof(T) / a_step,
		m = MT * 16 / F::rows,
		cols = NT * 8,
	};
	const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, place = warp % TENSOR_MMA_DISTINCT;
	const T *from_a = (const T *)args.a + place * MT * 16 * a_words,
		*from_b = (const T *)args.b + place * cols * b_words;
	T a[steps][m][F::as], b[steps][NT][F::bs], sum[m][NT][F::sums] = {};

#pragma unroll
	for (int s = 0; s < steps; s++) {
#pragma unroll
		for (int i = 0; i < m; i++)
			load<T, F::as, F::rows>(a[s][i], from_a + i * F::rows * a_words + s * a_step, a_words);
#pragma unroll
		for (int j = 0; j < NT; j++)
			load<T, F::bs, 8>(b[s][j], from_b + j * 8 * b_words + s * b_step, b_words);
	}
#pragma unroll 1
	for (uint32_t pass = 0; pass < args.passes; pass++) {
		/* Sums in FP64 do not restart: they are precise enough, and ptxas 13.0 generates wrong sums if they
		 * do. */
		if (sizeof(T) == 4 && starts_anew(pass)) {
#pragma unroll
			for (int i = 0; i < m * NT * F::sums; i++)
				sum[i / F::sums / NT][i / F::sums % NT][i % F::sums] = 0;
		}
#pragma unroll
		for (int i = 0; i < steps * m * NT; i++)
			F::mma(sum[i / NT % m][i % NT], a[i / NT / m][i / NT % m], b[i / NT / m][i % NT], args.meta);
	}
	if (!args.record)
		return;
	T *out = (T *)args.out + (unsigned long long)warp * MT * 16 * cols / (1 + F::pair);
#pragma unroll
	for (int i = 0; i < m * NT; i++)
		store<T, F::sums, F::pair>(out + (i / NT * F::rows * cols + i % NT * 8) / (1 + F::pair), cols,
					   sum[i / NT][i % NT]);
}

#define KERNEL(NAME, F, MT, NT, DEPTH)                                                            \
	extern "C" __global__ void tensor_mma_##NAME##_##MT##x##NT(const struct tensor_args args) \
	{                                                                                         \
		products<F, MT, NT, DEPTH>(args);                                                 \
	}
#define KERNELS(NAME, F, DEPTH)      \
	KERNEL(NAME, F, 2, 2, DEPTH) \
	KERNEL(NAME, F, 2, 4, DEPTH) \
	KERNEL(NAME, F, 4, 4, DEPTH)
#define DENSE(NAME, D, OP)  DENSE_##D(NAME##_dense, OP) KERNELS(NAME##_dense, NAME##_dense, TENSOR_MMA_DEPTH)
#define SPARSE(NAME, D, OP) SPARSE_##D(NAME##_sparse, OP) KERNELS(NAME##_sparse, NAME##_sparse, TENSOR_MMA_DEPTH)

#if __CUDA_ARCH__ < 750

/* Quad pair q multiplies the rows of q % 2 and the columns of q / 2. */
template <class F, int MT, int NT> static __device__ void quad_products(const struct tensor_args &args)
{
	enum { D = F::sums, steps = TENSOR_MMA_DEPTH / 8, m = MT, n = NT / 2, cols = NT * 8 };
	const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, place = warp % TENSOR_MMA_DISTINCT;
	const uint32_t quad = lane() % 16 / 4, mine = lane() / 16 * 4 + lane() % 4;
	const uint32_t row = place * MT * 16 + quad % 2 * 8, col = place * cols + quad / 2 * 8;
	const uint32_t *from_a = (const uint32_t *)args.a + (row + mine) * A_WORDS;
	const uint32_t *from_b = (const uint32_t *)args.b + (col + mine) * B_WORDS;
	uint32_t a[steps][m][2], b[steps][n][2], sum[m][n][D] = {};

#pragma unroll
	for (int i = 0; i < steps * 2; i++) {
#pragma unroll
		for (int j = 0; j < m; j++)
			a[i / 2][j][i % 2] = from_a[j * 16 * A_WORDS + i];
#pragma unroll
		for (int j = 0; j < n; j++)
			b[i / 2][j][i % 2] = from_b[j * 16 * B_WORDS + i];
	}
#pragma unroll 1
	for (uint32_t pass = 0; pass < args.passes; pass++) {
		if (starts_anew(pass)) {
#pragma unroll
			for (int i = 0; i < m * n * D; i++)
				sum[i / D / n][i / D % n][i % D] = 0;
		}
#pragma unroll
		for (int i = 0; i < steps * m * n; i++)
			F::mma(sum[i / n % m][i % n], a[i / n / m][i / n % m], b[i / n / m][i % n], 0);
	}
	if (!args.record)
		return;
	uint32_t *out = (uint32_t *)args.out + (unsigned long long)warp * MT * 16 * cols * D / 8;
#pragma unroll
	for (int i = 0; i < m * n; i++)
		quad_store<F::pair>(out + ((quad % 2 * 8 + i / n * 16) * cols + quad / 2 * 8 + i % n * 16) * D / 8,
				    cols, sum[i / n][i % n]);
}

#define QUAD_KERNEL(NAME, F, MT, NT)                                                              \
	extern "C" __global__ void tensor_mma_##NAME##_##MT##x##NT(const struct tensor_args args) \
	{                                                                                         \
		quad_products<F, MT, NT>(args);                                                   \
	}
QUAD_KERNEL(fp16_fp32_dense, quads_fp32, 2, 2)
QUAD_KERNEL(fp16_fp32_dense, quads_fp32, 2, 4)
QUAD_KERNEL(fp16_fp32_dense, quads_fp32, 4, 4)
QUAD_KERNEL(fp16_fp16_dense, quads_fp16, 2, 2)
QUAD_KERNEL(fp16_fp16_dense, quads_fp16, 2, 4)
QUAD_KERNEL(fp16_fp16_dense, quads_fp16, 4, 4)

#endif

#if __CUDA_ARCH__ >= 800

DENSE(fp16_fp32, 4, "m16n8k16.row.col.f32.f16.f16.f32")
DENSE(fp16_fp16, 2, "m16n8k16.row.col.f16.f16.f16.f16")
DENSE(bf16_fp32, 4, "m16n8k16.row.col.f32.bf16.bf16.f32")
DENSE(tf32_fp32, 4, "m16n8k8.row.col.f32.tf32.tf32.f32")
DENSE(int8_int32, 4, "m16n8k32.row.col.s32.s8.s8.s32")
SPARSE(fp16_fp32, 4, "m16n8k32.row.col.f32.f16.f16.f32")
SPARSE(fp16_fp16, 2, "m16n8k32.row.col.f16.f16.f16.f16")
SPARSE(bf16_fp32, 4, "m16n8k32.row.col.f32.bf16.bf16.f32")
SPARSE(tf32_fp32, 4, "m16n8k16.row.col.f32.tf32.tf32.f32")
SPARSE(int8_int32, 4, "m16n8k64.row.col.s32.s8.s8.s32")
#if __CUDA_ARCH__ >= 900
MMA(fp64_fp64_dense, 16, double, "d", 8, 4, 4, 0,
    "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 " D4
    ", {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, " D4 ";")
#else
MMA(fp64_fp64_dense, 8, double, "d", 1, 1, 2, 0,
    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 " D2 ", {%2}, {%3}, " D2 ";")
#endif
KERNELS(fp64_fp64_dense, fp64_fp64_dense, TENSOR_FP64_DEPTH)
#endif

#if __CUDA_ARCH__ == 750

MMA(fp16_fp32_dense, 16, uint32_t, "r", 2, 1, 4, 0,
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 " D4 ", {%4, %5}, {%6}, " D4 ";")
MMA(fp16_fp16_dense, 16, uint32_t, "r", 2, 1, 2, 1,
    "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 " D2 ", {%2, %3}, {%4}, " D2 ";")
MMA(int8_int32_dense, 8, uint32_t, "r", 1, 1, 2, 0,
    "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 " D2 ", {%2}, {%3}, " D2 ";")
KERNELS(fp16_fp32_dense, fp16_fp32_dense, TENSOR_MMA_DEPTH)
KERNELS(fp16_fp16_dense, fp16_fp16_dense, TENSOR_MMA_DEPTH)
KERNELS(int8_int32_dense, int8_int32_dense, TENSOR_MMA_DEPTH)
#endif

#if __CUDA_ARCH__ >= 890 && TOOLKIT >= 1204

DENSE(e4m3_fp32, 4, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
DENSE(e5m2_fp32, 4, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
/* For other architectures ptxas emulates sparse FP8 with shuffles and other instructions, at a twentieth of the
 * rate. */
#if __CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200
SPARSE(e4m3_fp32, 4, "m16n8k64.row.col.f32.e4m3.e4m3.f32")
SPARSE(e5m2_fp32, 4, "m16n8k64.row.col.f32.e5m2.e5m2.f32")
#endif
#endif

#else
#include "wgmma_kernels.h"
#endif
#endif
#endif

/* ---- the check --------------------------------------------------------------------------------------------------- */

static __device__ double element(const struct tensor_check_args &args, unsigned long long i)
{
	float single;

	switch (args.sum) {
	case TENSOR_SUM_FP16:
		asm("cvt.f32.f16 %0, %1;" : "=f"(single) : "h"(((const unsigned short *)args.out)[i]));
		return single;
	case TENSOR_SUM_INT32:
		return ((const int *)args.out)[i];
	case TENSOR_SUM_FP64:
		return ((const double *)args.out)[i];
	default:
		return ((const float *)args.out)[i];
	}
}

extern "C" __global__ void tensor_check(const struct tensor_check_args args)
{
	const unsigned long long all = args.tiles * args.elements, step = gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < all; i += step) {
		const struct tensor_range range = args.range[i % (args.distinct * args.elements)];
		const double value = element(args, i);
		compared++;
		if (!(value >= range.least && value <= range.most))
			gb_report_wrong(args.report, i);
	}
	gb_report_compared(args.report, compared);
}
