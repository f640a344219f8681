/* Kernels of `unroll`: the same loop with a growing number of steps per trip. */
#include "unroll.h"

typedef unsigned int u32;

/* The loop of the source: a row of a tile times a column of another, both in shared memory. */
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

/* The same without loads, so that only the loop remains. */
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
UNROLL_FACTORS(KERNELS)
