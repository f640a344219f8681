/* Kernels of `numerics`: one matrix instruction D = A B + C on tiles that the host chooses, repeated to measure its
 * rate. */
#include "../common/fragments.h"
#include "../common/toolkit.h"
#include "numerics.h"

/* sm_90a needs CUDA 12.0; mma.sync with FP8 operands and FP16 sums needs 12.8. */
#if __CUDA_ARCH__ >= 890 && TOOLKIT < 1208
TOOLKIT_TOO_OLD
#endif

template <class F, class T> static __device__ void load_sums(T *sum, const void *tile)
{
#pragma unroll
	for (int i = 0; i < F::sums; i++)
		sum[i] = ((const T *)tile)[sum_place<F::pair>(NUMERICS_COLS, i)];
}

/* Row `row` of the operands of a tile, and its first sum. */
static __device__ const void *row_at(const struct numerics_args &args, uint32_t row)
{
	return args.in + row * NUMERICS_ROW_BYTES;
}

#define KERNEL(NAME, OP)                                                \
	extern "C" __global__ void __launch_bounds__(NUMERICS_BLOCK)    \
		numerics_##OP##_##NAME(const struct numerics_args args) \
	{                                                               \
		multiply<NAME>(args);                                   \
	}

#ifdef NUMERICS_WGMMA
#if defined(__CUDA_ARCH_FEAT_SM90_ALL) && TOOLKIT >= 1208
#include "../common/swizzled.h"
#include "../common/warpgroup.h"

/* For a warpgroup: the operands are in shared memory. */
template <class F> static __device__ void multiply(const struct numerics_args &args)
{
	enum { rows = NUMERICS_ROWS(true), row_words = NUMERICS_ROW_BYTES / 16 };
	enum { bytes = rows * NUMERICS_COLS * 4 / (1 + F::pair) };
	__shared__ __align__(1024) uint4 a[rows * row_words], b[NUMERICS_COLS * row_words];
	const uint32_t tile = blockIdx.x % NUMERICS_TILES, first = threadIdx.x / 32 * bytes / 4;
	uint32_t c[F::sums], d[F::sums];

	copy_tile(a, row_at(args, tile * rows), rows, NUMERICS_ROW_BYTES);
	copy_tile(b, row_at(args, NUMERICS_B_ROW + tile * NUMERICS_COLS), NUMERICS_COLS, NUMERICS_ROW_BYTES);
	load_sums<F>(c, args.in + NUMERICS_C + tile * bytes + first);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int i = 0; i < F::sums; i++) {
			d[i] = c[i];
			asm volatile("" : "+r"(d[i])::"memory"); /* the sums are set before the fence */
		}
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
		F::issue(d, tile_at(a), tile_at(b), 1, 0);
		asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
		asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
	}
	store<uint32_t, F::sums, F::pair>((uint32_t *)(args.out + blockIdx.x * bytes + first), NUMERICS_COLS, d);
}

#define GROUP(NAME, D, PAIR, K, TYPES, TAIL)                                    \
	WGMMA(NAME, D, PAIR, "sync.aligned.m64n8k" K "." TYPES, "", TAIL, TAIL) \
	KERNEL(NAME, wgmma)

GROUP(fp16_fp32, 4, 0, "16", "f32.f16.f16", ", 1, 1, 0, 0")
GROUP(fp16_fp16, 2, 1, "16", "f16.f16.f16", ", 1, 1, 0, 0")
GROUP(bf16_fp32, 4, 0, "16", "f32.bf16.bf16", ", 1, 1, 0, 0")
GROUP(tf32_fp32, 4, 0, "8", "f32.tf32.tf32", ", 1, 1")
GROUP(e4m3_fp32, 4, 0, "32", "f32.e4m3.e4m3", ", 1, 1")
GROUP(e5m2_fp32, 4, 0, "32", "f32.e5m2.e5m2", ", 1, 1")
GROUP(e4m3_fp16, 2, 1, "32", "f16.e4m3.e4m3", ", 1, 1")
GROUP(int8_int32, 4, 0, "32", "s32.s8.s8", "")
#endif

#else

/* For a warp. */
template <class F> static __device__ void multiply(const struct numerics_args &args)
{
	typedef typename F::word word;
	enum { rows = NUMERICS_ROWS(false), row_words = NUMERICS_ROW_BYTES / sizeof(word) };
	enum { bytes = rows * NUMERICS_COLS * sizeof(word) / (1 + F::pair) };
	const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, tile = warp % NUMERICS_TILES;
	word a[F::as], b[F::bs], c[F::sums], d[F::sums] = {};

	load<word, F::as, rows>(a, (const word *)row_at(args, tile * rows), row_words);
	load<word, F::bs, NUMERICS_COLS>(b, (const word *)row_at(args, NUMERICS_B_ROW + tile * NUMERICS_COLS),
					 row_words);
	load_sums<F>(c, args.in + NUMERICS_C + tile * bytes);
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int i = 0; i < F::sums; i++)
			d[i] = c[i];
		F::mma(d, a, b, 0);
		b[0] += args.zero;
	}
	store<word, F::sums, F::pair>((word *)(args.out + warp * bytes), NUMERICS_COLS, d);
}

#define WARP(NAME, SUMS, PAIR, OP, TEXT)                                                    \
	MMA(NAME, 16, uint32_t, "r", 4, 2, SUMS, PAIR, "mma.sync.aligned." OP " " TEXT ";") \
	KERNEL(NAME, sync)
#define DEEP(NAME, OP)      WARP(NAME, 4, 0, OP, D4 ", {%4, %5, %6, %7}, {%8, %9}, " D4)
#define DEEP_PAIR(NAME, OP) WARP(NAME, 2, 1, OP, D2 ", {%2, %3, %4, %5}, {%6, %7}, " D2)

#if __CUDA_ARCH__ >= 800
DEEP(fp16_fp32, "m16n8k16.row.col.f32.f16.f16.f32")
DEEP_PAIR(fp16_fp16, "m16n8k16.row.col.f16.f16.f16.f16")
DEEP(bf16_fp32, "m16n8k16.row.col.f32.bf16.bf16.f32")
DEEP(tf32_fp32, "m16n8k8.row.col.f32.tf32.tf32.f32")
DEEP(int8_int32, "m16n8k32.row.col.s32.s8.s8.s32")
#endif
#if __CUDA_ARCH__ >= 890 && TOOLKIT >= 1208
DEEP(e4m3_fp32, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
DEEP(e5m2_fp32, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
DEEP_PAIR(e4m3_fp16, "m16n8k32.row.col.f16.e4m3.e4m3.f16")
#endif
#if __CUDA_ARCH__ >= 900
MMA(fp64_fp64, 16, double, "d", 8, 4, 4, 0,
    "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 " D4
    ", {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, " D4 ";")
KERNEL(fp64_fp64, sync)
#endif
#endif
