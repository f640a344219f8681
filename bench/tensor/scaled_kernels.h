/* scaled_kernels.h: products by mma.sync of compute capability 12.x in 8, 6 and 4 bits, with and without block scales.
 * Part of tensor.cu.
 * A warp has the fragments of the variant mma, and one more register per operand with the scales of a row. The
 * instruction takes the lowest bytes of this register from the first lanes of four. */
#pragma once

#include <stdint.h>

/* Registers of A and B without scales: A has four. `scales`: bytes of scales per row and instruction. */
#define INSTRUCTION(NAME, A, B, SCALES, TEXT, ...)                                       \
	MMA(NAME##_bare, 16, uint32_t, "r", A, B, 4, 0, TEXT __VA_OPT__(, ) __VA_ARGS__) \
	struct NAME : NAME##_bare {                                                      \
		enum { scales = SCALES };                                                \
	};

/* B has two registers, or four for a sparse A. */
#define PLAIN_DENSE(NAME, TYPE)                                                                    \
	INSTRUCTION(NAME##_dense, 4, 2, 0,                                                         \
		    "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32." TYPE "." TYPE ".f32 " D4 \
		    ", {%4, %5, %6, %7}, {%8, %9}, " D4 ";")
#define PLAIN_SPARSE(NAME, TYPE)                                                                             \
	INSTRUCTION(NAME##_sparse, 4, 4, 0,                                                                  \
		    "mma.sp::ordered_metadata.sync.aligned.kind::f8f6f4.m16n8k64.row.col.f32." TYPE "." TYPE \
		    ".f32 " D4 ", {%4, %5, %6, %7}, {%8, %9, %10, %11}, " D4 ", %12, 0;",                    \
		    META)
#define SCALED_DENSE(NAME, N, KIND, DEPTH, TYPES)                                               \
	INSTRUCTION(NAME##_dense, 5, 3, N,                                                      \
		    "mma.sync.aligned.kind::" KIND ".m16n8k" DEPTH ".row.col.f32." TYPES " " D4 \
		    ", {%4, %5, %6, %7}, {%9, %10}, " D4 ", %8, {0, 0}, %11, {0, 0};")
#define SCALED_SPARSE(NAME, N, KIND, DEPTH, TYPES)                                                                   \
	INSTRUCTION(NAME##_sparse, 5, 5, N,                                                                          \
		    "mma.sp::ordered_metadata.sync.aligned.kind::" KIND ".m16n8k" DEPTH ".row.col.f32." TYPES " " D4 \
		    ", {%4, %5, %6, %7}, {%9, %10, %11, %12}, " D4 ", %14, 0, %8, {0, 0}, %13, {0, 0};",             \
		    META)

/* Loads the fragment of a matrix, of `regs` registers, from row `row` on. Scales are 4-byte words that follow all
 * rows. */
template <class F, int regs, int rows>
static __device__ void load_scaled(uint32_t *to, const uint32_t *matrix, const uint32_t *scales, uint32_t words,
				   uint32_t row, int step)
{
	enum { bare = regs - (F::scales > 0), step_words = 4 * bare / (rows / 8) };

	load<uint32_t, bare, rows>(to, matrix + row * words + step * step_words, words);
	if (F::scales > 0)
		to[bare] =
			scales[(row + fragment_scale_row(rows, lane())) * (TENSOR_SCALES / 4) + step * F::scales / 4] >>
			step * F::scales % 4 * 8;
}

template <class F, int MT, int NT> static __device__ void scaled_products(const struct tensor_args &args)
{
	enum { steps = TENSOR_MMA_DEPTH / 32, cols = NT * 8 };
	const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, place = warp % TENSOR_MMA_DISTINCT;
	const uint32_t *a_from = (const uint32_t *)args.a, *b_from = (const uint32_t *)args.b;
	uint32_t a[steps][MT][F::as], b[steps][NT][F::bs], sum[MT][NT][F::sums] = {};

#pragma unroll
	for (int s = 0; s < steps; s++) {
#pragma unroll
		for (int i = 0; i < MT; i++)
			load_scaled<F, F::as, 16>(a[s][i], a_from, a_from + TENSOR_A_ROWS * A_WORDS, A_WORDS,
						  (place * MT + i) * 16, s);
#pragma unroll
		for (int j = 0; j < NT; j++)
			load_scaled<F, F::bs, 8>(b[s][j], b_from, b_from + TENSOR_B_ROWS * B_WORDS, B_WORDS,
						 (place * NT + j) * 8, s);
	}
#pragma unroll 1
	for (uint32_t pass = 0; pass < args.passes; pass++) {
		if (starts_anew(pass)) {
#pragma unroll
			for (int i = 0; i < MT * NT * F::sums; i++)
				sum[i / F::sums / NT][i / F::sums % NT][i % F::sums] = 0;
		}
#pragma unroll
		for (int i = 0; i < steps * MT * NT; i++)
			F::mma(sum[i / NT % MT][i % NT], a[i / NT / MT][i / NT % MT], b[i / NT / MT][i % NT],
			       args.meta);
	}
	if (!args.record)
		return;
	uint32_t *out = (uint32_t *)args.out + (unsigned long long)warp * MT * 16 * cols;
#pragma unroll
	for (int i = 0; i < MT * NT; i++)
		store<uint32_t, F::sums, F::pair>(out + i / NT * 16 * cols + i % NT * 8, cols, sum[i / NT][i % NT]);
}

#define SCALED_KERNEL(NAME, MT, NT)                                                                  \
	extern "C" __global__ void tensor_scaled_##NAME##_##MT##x##NT(const struct tensor_args args) \
	{                                                                                            \
		scaled_products<NAME, MT, NT>(args);                                                 \
	}
#define SCALED_KERNELS(NAME)      \
	SCALED_KERNEL(NAME, 2, 2) \
	SCALED_KERNEL(NAME, 2, 4) \
	SCALED_KERNEL(NAME, 4, 4)

#define PLAIN(NAME, TYPE)                 \
	PLAIN_DENSE(NAME##_fp32, TYPE)    \
	PLAIN_SPARSE(NAME##_fp32, TYPE)   \
	SCALED_KERNELS(NAME##_fp32_dense) \
	SCALED_KERNELS(NAME##_fp32_sparse)
#define MX(NAME, TYPE)                                                                                        \
	SCALED_DENSE(NAME##_fp32, 1, "mxf8f6f4.block_scale.scale_vec::1X", "32", TYPE "." TYPE ".f32.ue8m0")  \
	SCALED_SPARSE(NAME##_fp32, 1, "mxf8f6f4.block_scale.scale_vec::1X", "64", TYPE "." TYPE ".f32.ue8m0") \
	SCALED_KERNELS(NAME##_fp32_dense)                                                                     \
	SCALED_KERNELS(NAME##_fp32_sparse)
#define FP4(NAME, N, KIND, SCALE)                                          \
	SCALED_DENSE(NAME##_fp32, N, KIND, "64", "e2m1.e2m1.f32." SCALE)   \
	SCALED_SPARSE(NAME##_fp32, N, KIND, "128", "e2m1.e2m1.f32." SCALE) \
	SCALED_KERNELS(NAME##_fp32_dense)                                  \
	SCALED_KERNELS(NAME##_fp32_sparse)

PLAIN(fp6_e3m2, "e3m2")
PLAIN(fp6_e2m3, "e2m3")
PLAIN(fp4_e2m1, "e2m1")
MX(mxfp8_e4m3, "e4m3")
MX(mxfp6_e3m2, "e3m2")
MX(mxfp6_e2m3, "e2m3")
FP4(mxfp4, 2, "mxf4.block_scale.scale_vec::2X", "ue8m0")
FP4(nvfp4, 4, "mxf4nvf4.block_scale.scale_vec::4X", "ue4m3")
