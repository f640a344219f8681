/* Kernels of `collective`: they fill the data to send and check the received data. NCCL moves the data, except for
 * small all-reduces by kernels. */
#include "collective.h"

typedef uint32_t u32;
typedef unsigned long long u64;

extern "C" __global__ void collective_fill(struct collective_fill_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.count;
	     i += step)
		args.at[i] = collective_element(args.rank, i);
}

extern "C" __global__ void collective_check(struct collective_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.count;
	     i += step, compared++)
		if (args.at[i] != collective_expected(&args, i))
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, compared);
}

/* ---- all-reduces of few bytes over the memory of the other GPUs -------------------------------------------------- */

/* Signals to all ranks that this block has reached `step`, and waits for their blocks. Returns 0 if a block does not
 * arrive. */
static __device__ int meet(const struct collective_small_args &a, u32 step)
{
	const u32 block = blockIdx.x * COLLECTIVE_SMALL_RANKS, other = threadIdx.x;
	u32 seen = step, tries = 0;

	__syncthreads();
	if (other < a.ranks) {
		asm volatile("st.release.sys.global.u32 [%0], %1;"
			     :
			     : "l"(a.flags[other] + block + a.rank), "r"(step)
			     : "memory");
		do
			asm volatile("ld.acquire.sys.global.u32 %0, [%1];"
				     : "=r"(seen)
				     : "l"(a.flags[a.rank] + block + other)
				     : "memory");
		while ((int)(seen - step) < 0 && ++tries < COLLECTIVE_SMALL_TRIES);
	}
	return __syncthreads_and((int)(seen - step) >= 0);
}

static __device__ float plus(float a, float b)
{
	return a + b;
}

static __device__ float4 plus(float4 a, float4 b)
{
	return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

/* The loads of all ranks are in flight at once. */
template <typename T> static __device__ T sum_of_ranks(const struct collective_small_args &a, u64 i, T sum)
{
#pragma unroll
	for (u32 r = 0; r < COLLECTIVE_SMALL_RANKS; r++)
		if (r < a.ranks)
			sum = plus(sum, ((const T *)a.from[r])[i]);
	return sum;
}

/* NVRTC lacks the macro NAN. */
static __device__ float not_a_number()
{
	return __uint_as_float(0x7fc00000);
}

/* All data are written before the first meeting and read before the last one; until then they must not change. */
extern "C" __global__ void __launch_bounds__(COLLECTIVE_SMALL_THREADS)
	collective_read(const __grid_constant__ struct collective_small_args a)
{
	const u64 thread = (u64)blockIdx.x * blockDim.x + threadIdx.x, threads = (u64)gridDim.x * blockDim.x;
	const float none = meet(a, 2 * a.turn - 1) ? 0 : not_a_number();

	for (u64 i = thread; i < a.count / 4; i += threads)
		((float4 *)a.to)[i] = sum_of_ranks(a, i, make_float4(none, none, none, none));
	for (u64 i = a.count / 4 * 4 + thread; i < a.count; i += threads)
		a.to[i] = sum_of_ranks(a, i, none);
	meet(a, 2 * a.turn);
}

/* Each word holds an element and its turn. A rank may overwrite an inbox, because its owner has read the data of two
 * turns ago before it sent those of the previous turn. */
extern "C" __global__ void __launch_bounds__(COLLECTIVE_SMALL_THREADS)
	collective_push(const __grid_constant__ struct collective_small_args a)
{
	const u64 thread = (u64)blockIdx.x * blockDim.x + threadIdx.x, threads = (u64)gridDim.x * blockDim.x;
	const u64 half = (u64)(a.turn % 2) * a.ranks * a.room, turn = (u64)a.turn << 32;

	for (u64 i = thread; i < a.count; i += threads) {
		const u64 word = turn | __float_as_uint(a.from[a.rank][i]);
#pragma unroll 1
		for (u32 r = 0; r < a.ranks; r++)
			asm volatile("st.relaxed.sys.global.u64 [%0], %1;"
				     :
				     : "l"(a.inbox[r] + half + a.rank * a.room + i), "l"(word)
				     : "memory");
	}
	for (u64 i = thread; i < a.count; i += threads) {
		float sum = 0;
#pragma unroll 1
		for (u32 r = 0; r < a.ranks; r++) {
			u32 tries = 0;
			u64 word;
			do
				asm volatile("ld.relaxed.sys.global.u64 %0, [%1];"
					     : "=l"(word)
					     : "l"(a.inbox[a.rank] + half + r * a.room + i)
					     : "memory");
			while (word >> 32 != a.turn && ++tries < COLLECTIVE_SMALL_TRIES);
			sum += word >> 32 == a.turn ? __uint_as_float((u32)word) : not_a_number();
		}
		a.to[i] = sum;
	}
}
