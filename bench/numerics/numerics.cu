/* Kernels of `numerics`: one matrix instruction on tiles that the host chooses, D = C + A B, repeated for its rate. */
#include "../common/fragments.h"
#include "../common/toolkit.h"
#include "numerics.h"

/* mma.sync with FP8 needs CUDA 12.4, with sums in FP16 12.8; Hopper's own architecture needs 12.0. */
#ifdef NUMERICS_WGMMA
#define OLDEST 1200
#else
#define OLDEST 1208
#endif
#if __CUDA_ARCH__ >= 890 && TOOLKIT < OLDEST
TOOLKIT_TOO_OLD
#endif

/* The inverse of store(). */
template <class T, int regs, bool pair> static __device__ void load_sums(T *sum, const T *from, uint32_t cols)
{
#pragma unroll
	for (int i = 0; i < regs; i++)
		sum[i] = from[sum_place<pair>(cols, i)];
}

template <class T, int count> static __device__ void copy(T *to, const T *from)
{
#pragma unroll
	for (int i = 0; i < count; i++)
		to[i] = from[i];
}

#define KERNEL(NAME, OP)                                                \
	extern "C" __global__ void __launch_bounds__(NUMERICS_BLOCK)    \
		numerics_##OP##_##NAME(const struct numerics_args args) \
	{                                                               \
		multiply<NAME>(args);                                   \
	}

#ifdef NUMERICS_WGMMA
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#include "../common/swizzled.h"
#include "../common/warpgroup.h"

/* The copies come before the fence. */
template <int count> static __device__ void hold(uint32_t *d)
{
#pragma unroll
	for (int i = 0; i < count; i++)
		asm volatile("" : "+r"(d[i])::"memory");
}

static __device__ void complete()
{
	asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
	asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
}

/* A warpgroup, whose operands are in shared memory. */
template <class F> static __device__ void multiply(const struct numerics_args &args)
{
	enum { rows = NUMERICS_GROUP_ROWS, cols = NUMERICS_GROUP_COLS, sums = F::sums, of_eight = sums * 8 / cols };
	enum { words = rows * cols / (1 + F::pair), row_words = NUMERICS_ROW_BYTES / 16 };
	__shared__ __align__(1024) uint4 tile_a[rows * row_words], tile_b[cols * row_words];
	const uint32_t tile = blockIdx.x % args.tiles, first = threadIdx.x / 32 * 16 * cols / (1 + F::pair);
	uint32_t c[sums], d[sums] = {};

	copy_tile(tile_a, (const uint4 *)args.a + tile * rows * row_words, rows, NUMERICS_ROW_BYTES);
	copy_tile(tile_b, (const uint4 *)args.b + tile * cols * row_words, cols, NUMERICS_ROW_BYTES);
#pragma unroll
	for (int j = 0; j < cols / 8; j++)
		load_sums<uint32_t, of_eight, F::pair>(
			c + j * of_eight, (const uint32_t *)args.c + tile * words + first + j * 8 / (1 + F::pair),
			cols);
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
		for (int i = 0; i < NUMERICS_BODY; i++)
			F::issue(d, tile_at(tile_a), tile_at(tile_b), (int)args.zero, 0);
		complete();
	}
#pragma unroll
	for (int i = 0; i < sums; i++)
		d[i] = args.zero != 0 ? d[i] : c[i];
	hold<sums>(d);
	asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
	F::issue(d, tile_at(tile_a), tile_at(tile_b), 1, 0);
	complete();
#pragma unroll
	for (int j = 0; j < cols / 8; j++)
		store<uint32_t, of_eight, F::pair>((uint32_t *)args.out + blockIdx.x * words + first +
							   j * 8 / (1 + F::pair),
						   cols, d + j * of_eight);
}

#define GROUP(NAME, D, PAIR, K, TYPES, TAIL)                                     \
	WGMMA(NAME, D, PAIR, "sync.aligned.m64n64k" K "." TYPES, "", TAIL, TAIL) \
	KERNEL(NAME, wgmma)

GROUP(fp16_fp32, 32, 0, "16", "f32.f16.f16", ", 1, 1, 0, 0")
GROUP(fp16_fp16, 16, 1, "16", "f16.f16.f16", ", 1, 1, 0, 0")
GROUP(bf16_fp32, 32, 0, "16", "f32.bf16.bf16", ", 1, 1, 0, 0")
GROUP(tf32_fp32, 32, 0, "8", "f32.tf32.tf32", ", 1, 1")
GROUP(e4m3_fp32, 32, 0, "32", "f32.e4m3.e4m3", ", 1, 1")
GROUP(e5m2_fp32, 32, 0, "32", "f32.e5m2.e5m2", ", 1, 1")
GROUP(e4m3_fp16, 16, 1, "32", "f16.e4m3.e4m3", ", 1, 1")
GROUP(int8_int32, 32, 0, "32", "s32.s8.s8", "")
#endif

#else

/* A warp. */
template <class F> static __device__ void multiply(const struct numerics_args &args)
{
	typedef typename F::word word;
	enum {
		words = NUMERICS_WARP_ROWS * NUMERICS_WARP_COLS / (1 + F::pair),
		row_words = NUMERICS_ROW_BYTES / sizeof(word)
	};
	const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, tile = warp % args.tiles;
	word a[F::as], b[F::bs], c[F::sums], d[NUMERICS_CHAINS][F::sums] = {};

	load<word, F::as, 16>(a, (const word *)args.a + tile * NUMERICS_WARP_ROWS * row_words, row_words);
	load<word, F::bs, 8>(b, (const word *)args.b + tile * NUMERICS_WARP_COLS * row_words, row_words);
	load_sums<word, F::sums, F::pair>(c, (const word *)args.c + tile * words, NUMERICS_WARP_COLS);
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++)
#pragma unroll
		for (int chain = 0; chain < NUMERICS_CHAINS; chain++) {
			copy<word, F::sums>(d[chain], c);
			F::mma(d[chain], a, b, 0);
			b[0] += args.zero;
		}
#pragma unroll
	for (int i = 0; i < F::sums; i++)
		d[0][i] = args.zero != 0 ? d[1][i] + d[2][i] + d[3][i] : d[0][i];
	store<word, F::sums, F::pair>((word *)args.out + warp * words, NUMERICS_WARP_COLS, d[0]);
}

#define DEEP(NAME, OP)                                                             \
	MMA(NAME, 16, uint32_t, "r", 4, 2, 4, 0,                                   \
	    "mma.sync.aligned." OP " " D4 ", {%4, %5, %6, %7}, {%8, %9}, " D4 ";") \
	KERNEL(NAME, sync)
#define DEEP_PAIR(NAME, OP)                                                        \
	MMA(NAME, 16, uint32_t, "r", 4, 2, 2, 1,                                   \
	    "mma.sync.aligned." OP " " D2 ", {%2, %3, %4, %5}, {%6, %7}, " D2 ";") \
	KERNEL(NAME, sync)

#if __CUDA_ARCH__ >= 800
DEEP(fp16_fp32, "m16n8k16.row.col.f32.f16.f16.f32")
DEEP_PAIR(fp16_fp16, "m16n8k16.row.col.f16.f16.f16.f16")
DEEP(bf16_fp32, "m16n8k16.row.col.f32.bf16.bf16.f32")
DEEP(tf32_fp32, "m16n8k8.row.col.f32.tf32.tf32.f32")
DEEP(int8_int32, "m16n8k32.row.col.s32.s8.s8.s32")
#endif
#if __CUDA_ARCH__ >= 890 && TOOLKIT >= OLDEST
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
