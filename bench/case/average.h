/* average.h: means of rows, and a matrix times these means, following the steps of NVIDIA's "Analysis-Driven
 * Optimization". Part of case.cu. */
#pragma once

#include <stdint.h>

enum { L = CASE_LENGTH, WARP = 32 };

/* Sums a block's products by halving: ten rounds with one barrier each. */
static __device__ void sum_by_halving(float *room, float product, float *to)
{
	const uint32_t t = threadIdx.x;

	__syncthreads();
	room[t] = product;
	for (uint32_t half = CASE_BLOCK / 2; half > 0; half /= 2) {
		__syncthreads();
		if (t < half)
			room[t] += room[t + half];
	}
	if (t == 0)
		*to = room[0];
}

static __device__ float sum_of_warp(float v)
{
#pragma unroll
	for (int distance = WARP / 2; distance > 0; distance /= 2)
		v += __shfl_down_sync(0xffffffffu, v, distance);
	return v;
}

/* A thread sums a row, so the lanes of a warp are 4 KiB apart. */
static __device__ float mean_of_own_row(const float *__restrict__ set)
{
	float v = 0;

	for (int i = 0; i < L; i++)
		v += set[threadIdx.x * L + i];
	return v / L;
}

/* A warp sums a row, 32 neighbouring numbers at a time. The means go through shared memory. */
static __device__ float mean_by_warps(const float *__restrict__ set, float *room)
{
	const uint32_t lane = threadIdx.x % WARP;

	for (uint32_t row = threadIdx.x / WARP; row < L; row += CASE_BLOCK / WARP) {
		float v = 0;
		for (uint32_t i = 0; i < L; i += WARP)
			v += set[row * L + i + lane];
		v = sum_of_warp(v);
		if (lane == 0)
			room[row] = v / L;
	}
	__syncthreads();
	return room[threadIdx.x];
}

static __device__ void times_matrix_by_halving(const float *__restrict__ matrix, float mean, float *room, float *out,
					       uint32_t sets)
{
	for (uint32_t i = 0; i < L; i++)
		sum_by_halving(room, mean * matrix[i * L + threadIdx.x], out + (unsigned long long)i * sets);
}

/* Each warp sums by shuffles, and one warp adds their sums. */
static __device__ void times_matrix_by_shuffles(const float *__restrict__ matrix, float mean, float *room, float *out,
						uint32_t sets)
{
	for (uint32_t i = 0; i < L; i++) {
		const float v = sum_of_warp(mean * matrix[i * L + threadIdx.x]);
		__syncthreads();
		if (threadIdx.x % WARP == 0)
			room[threadIdx.x / WARP] = v;
		__syncthreads();
		if (threadIdx.x < WARP) {
			const float sum = sum_of_warp(room[threadIdx.x]);
			if (threadIdx.x == 0)
				out[(unsigned long long)i * sets] = sum;
		}
	}
}

extern "C" __global__ void __launch_bounds__(CASE_BLOCK) case_one_block(struct case_average_args args)
{
	__shared__ float room[CASE_BLOCK];

	for (uint32_t k = 0; k < args.sets; k++) {
		const float mean = mean_of_own_row(args.in + (unsigned long long)k * L * L);
		times_matrix_by_halving(args.matrix, mean, room, args.out + k, args.sets);
	}
}

extern "C" __global__ void __launch_bounds__(CASE_BLOCK) case_block_a_set(struct case_average_args args)
{
	__shared__ float room[CASE_BLOCK];
	const uint32_t k = blockIdx.x;

	const float mean = mean_of_own_row(args.in + (unsigned long long)k * L * L);
	times_matrix_by_halving(args.matrix, mean, room, args.out + k, args.sets);
}

extern "C" __global__ void __launch_bounds__(CASE_BLOCK) case_coalesced(struct case_average_args args)
{
	__shared__ float room[CASE_BLOCK];
	const uint32_t k = blockIdx.x;

	const float mean = mean_by_warps(args.in + (unsigned long long)k * L * L, room);
	times_matrix_by_halving(args.matrix, mean, room, args.out + k, args.sets);
}

extern "C" __global__ void __launch_bounds__(CASE_BLOCK) case_shuffled(struct case_average_args args)
{
	__shared__ float room[CASE_BLOCK];
	const uint32_t k = blockIdx.x;

	const float mean = mean_by_warps(args.in + (unsigned long long)k * L * L, room);
	times_matrix_by_shuffles(args.matrix, mean, room, args.out + k, args.sets);
}

/* Only the means; the library multiplies. */
extern "C" __global__ void __launch_bounds__(CASE_BLOCK) case_means(struct case_average_args args)
{
	__shared__ float room[CASE_BLOCK];
	const uint32_t k = blockIdx.x;

	const float mean = mean_by_warps(args.in + (unsigned long long)k * L * L, room);
	args.means[(unsigned long long)k * L + threadIdx.x] = mean;
}
