/* Kernels of `spill`: each thread keeps SPILL_VALUES values, which are live through the whole loop. With fewer
 * registers some values are in local memory. Every trip uses each value once, and so loads and stores each of these
 * once. */
#include "spill.h"

#ifdef SPILL_THREADS
#define BOUNDS __launch_bounds__(SPILL_THREADS, SPILL_BLOCKS)
#else
#define BOUNDS
#endif

static __device__ uint32_t bits(float x)
{
	return __float_as_uint(x);
}

static __device__ float word(const float4 &w, int i)
{
	return i % SPILL_WORDS == 0 ? w.x : i % SPILL_WORDS == 1 ? w.y : i % SPILL_WORDS == 2 ? w.z : w.w;
}

static __device__ float steps(float x, float w)
{
#pragma unroll
	for (int k = 0; k < SPILL_STEPS; k++)
		x = fmaf(x, SPILL_FACTOR, w);
	return x;
}

static __device__ float start(const struct spill_args &args, int i)
{
	float x;

	asm volatile("ld.global.f32 %0, [%1];" : "=f"(x) : "l"(args.start + i) : "memory");
	return x;
}

extern "C" __global__ void BOUNDS spill_registers(const struct spill_args args)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t at = thread, sum = 0;
	float x[SPILL_VALUES];

	/* In sequence: issuing all loads at once would take registers, and local memory, that the loop does not
	 * need. */
#pragma unroll
	for (int i = 0; i < SPILL_VALUES; i++)
		x[i] = start(args, i);
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++, at += args.step) {
		const float4 w = ((const float4 *)args.words)[at & args.mask];
#pragma unroll
		for (int i = 0; i < SPILL_VALUES; i++)
			x[i] = steps(x[i], word(w, i));
	}
#pragma unroll
	for (int i = 0; i < SPILL_VALUES; i++)
		sum = spill_fold(sum, bits(x[i]));
	args.out[thread] = sum;
}

/* The same work on an array with indices unknown to the compiler, so that the array is always in local memory. */
extern "C" __global__ void BOUNDS spill_indexed(const struct spill_args args)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t at = thread, sum = 0;
	float x[SPILL_VALUES];

#pragma unroll 1
	for (int i = 0; i < SPILL_VALUES; i++)
		x[i] = start(args, i);
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++, at += args.step) {
		const float4 w = ((const float4 *)args.words)[at & args.mask];
		uint32_t place = 0;
#pragma unroll 1
		for (int i = 0; i < SPILL_VALUES; i += 8) {
#pragma unroll
			for (int j = 0; j < 8; j++, place += args.stride)
				x[place % SPILL_VALUES] = steps(x[place % SPILL_VALUES], word(w, j));
		}
	}
#pragma unroll 1
	for (int i = 0; i < SPILL_VALUES; i++)
		sum = spill_fold(sum, bits(x[i]));
	args.out[thread] = sum;
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void spill_fill(const struct spill_fill_args args)
{
	for (uint32_t i = blockIdx.x * blockDim.x + threadIdx.x; i < args.words; i += gridDim.x * blockDim.x)
		((uint32_t *)args.at)[i] = spill_word(i);
}

/* Recomputes the values of a thread in groups that fit into any build's registers, with the loads of the timed
 * kernels. */
static __device__ uint32_t expected(const struct spill_args &args, uint32_t thread)
{
	enum { FEW = SPILL_WORDS };
	uint32_t sum = 0;

#pragma unroll 1
	for (int first = 0; first < SPILL_VALUES; first += FEW) {
		uint32_t at = thread;
		float x[FEW];
#pragma unroll
		for (int i = 0; i < FEW; i++)
			x[i] = args.start[first + i];
#pragma unroll 1
		for (uint32_t trip = 0; trip < args.trips; trip++, at += args.step) {
			const float4 w = ((const float4 *)args.words)[at & args.mask];
#pragma unroll
			for (int i = 0; i < FEW; i++)
				x[i] = steps(x[i], word(w, i));
		}
#pragma unroll
		for (int i = 0; i < FEW; i++)
			sum = spill_fold(sum, bits(x[i]));
	}
	return sum;
}

extern "C" __global__ void spill_check(const struct spill_check_args args)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;

	if (thread >= args.threads)
		return;
	if (args.of.out[thread] != expected(args.of, thread))
		gb_report_wrong(args.report, thread);
	gb_report_compared(args.report, 1);
}
