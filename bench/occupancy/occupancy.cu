/* Kernels of `occupancy`: reads and multiply-adds with I independent operations per thread, in builds that use R
 * registers.
 * Ballast fills the registers: words that are loaded before the loop and possibly stored after it, so that they stay
 * live, while the loop uses none of them. The loop is therefore the same for any number of registers. */
#include "../common/now.h"
#include "occupancy.h"

/* ---- ballast ----------------------------------------------------------------------------------------------------- */

template <int B> static __device__ void take(uint32_t (&ballast)[B], const uint32_t *from)
{
#pragma unroll
	for (int i = 0; i < B; i++)
		asm volatile("ld.global.u32 %0, [%1];" : "=r"(ballast[i]) : "l"(from + i) : "memory");
}

template <int B> static __device__ void drop(const uint32_t (&ballast)[B], uint32_t *to)
{
#pragma unroll
	for (int i = 0; i < B; i++)
		asm volatile("st.global.u32 [%0], %1;" ::"l"(to + i), "r"(ballast[i]) : "memory");
}

/* ---- the count of resident blocks -------------------------------------------------------------------------------- */

static __device__ uint32_t sm(void)
{
	return this_sm() % OCCUPANCY_SMS;
}

static __device__ __noinline__ void arrive(uint32_t *resident, uint32_t hold)
{
	if (threadIdx.x == 0) {
		const unsigned long long start = time_now();
		const uint32_t now = atomicAdd(&resident[sm()], 1u) + 1u;
		atomicMax(&resident[OCCUPANCY_SMS + sm()], now);
		while (time_now() - start < hold)
			;
	}
	__syncthreads();
}

/* A block must be counted out before the next block is counted in. Registers are released warp by warp, so the next
 * block may start when the first warps of this one have ended. Therefore no warp may end before the block is counted
 * out. */
static __device__ __noinline__ void leave(uint32_t *resident)
{
	__syncthreads();
	if (threadIdx.x == 0) {
		atomicSub(&resident[sm()], 1u);
		__threadfence();
	}
	__syncthreads();
}

/* ---- timed ------------------------------------------------------------------------------------------------------- */

template <int I, int B> static __device__ void read(const struct occupancy_args &args)
{
	const uint4 *from = (const uint4 *)args.from;
	uint32_t total = 0, ballast[B ? B : 1];

	if (args.record)
		arrive(args.resident, args.hold);
	if (B)
		take(ballast, args.ballast);
	for (unsigned long long tile = blockIdx.x; tile < args.tiles; tile += gridDim.x) {
		const uint4 *at = from + tile * I * blockDim.x + threadIdx.x;
		uint4 x[I];
		/* On sm_70 multiples of the block size would take registers that the loads need. On sm_90 a chain of
		 * address computations would delay the last load until the first has returned. */
#pragma unroll
		for (int i = 0; i < I; i++) {
#if __CUDA_ARCH__ == 700
			x[i] = __ldcs(at);
			at += blockDim.x;
#else
			x[i] = __ldcs(at + i * blockDim.x);
#endif
		}
#pragma unroll
		for (int i = 0; i < I; i++)
			total += x[I - 1 - i].x + x[I - 1 - i].y + x[I - 1 - i].z + x[I - 1 - i].w;
	}
	if (args.record) {
		if (B)
			drop(ballast, args.ballast + OCCUPANCY_BALLAST);
		atomicAdd(args.sum, (unsigned long long)total);
		leave(args.resident);
	}
}

template <int I, int B> static __device__ void fma(const struct occupancy_args &args)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, seed = thread % OCCUPANCY_SEEDS;
	const float a = occupancy_factor(seed);
	uint32_t ballast[B ? B : 1];
	float x[I], sum = 0;

	if (args.record)
		arrive(args.resident, args.hold);
	if (B)
		take(ballast, args.ballast);
#pragma unroll
	for (int i = 0; i < I; i++)
		x[i] = occupancy_start(seed, i);
#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int step = 0; step < OCCUPANCY_BODY / I; step++) {
#pragma unroll
			for (int i = 0; i < I; i++)
				x[i] = fmaf(x[i], a, a);
		}
	}
#pragma unroll
	for (int i = 0; i < I; i++)
		sum += x[i];
	args.out[thread] = sum;
	if (args.record) {
		if (B)
			drop(ballast, args.ballast + OCCUPANCY_BALLAST);
		leave(args.resident);
	}
}

/* Kernels limited to R registers, so that N blocks of 256 threads fit; R = 0: no limit. The compiler must know N:
 * otherwise it would issue loads one by one to save registers. */
#define KERNEL(op, I, R, N, B)                                                 \
	extern "C" __global__ void __launch_bounds__(256, N)                   \
		occupancy_##op##_i##I##_r##R(const struct occupancy_args args) \
	{                                                                      \
		op<I, B>(args);                                                \
	}
/* An SM with 1024 threads has room for four blocks. */
#if __CUDA_ARCH__ == 750 || __CUDA_ARCH__ == 1070
#define FIVE 4
#else
#define FIVE 5
#endif
#define SIZES(op, I, own, own_blocks)     \
	KERNEL(op, I, 0, own_blocks, 0)   \
	KERNEL(op, I, 48, FIVE, 48 - own) \
	KERNEL(op, I, 64, 4, 64 - own)    \
	KERNEL(op, I, 80, 3, 80 - own)    \
	KERNEL(op, I, 128, 2, 128 - own)  \
	KERNEL(op, I, 255, 1, 255 - own)

SIZES(read, 1, 16, 4)
SIZES(read, 2, 20, 4)
SIZES(read, 4, 28, 4)
SIZES(read, 8, 44, 4)
SIZES(fma, 1, 13, 4)
SIZES(fma, 2, 14, 4)
SIZES(fma, 4, 16, 4)
SIZES(fma, 8, 20, 4)

/* Each kernel has one more word of ballast; at one of them a block of 256 threads fewer fits on an SM. */
#define STEP(B)                                                                          \
	extern "C" __global__ void occupancy_step_b##B(const struct occupancy_args args) \
	{                                                                                \
		read<1, B>(args);                                                        \
	}
/* clang-format off */
STEP(44) STEP(45) STEP(46) STEP(47) STEP(48) STEP(49) STEP(50) STEP(51) STEP(52) STEP(53) STEP(54) STEP(55) STEP(56)
	/* clang-format on */

	/* One warp per SM follows dependent loads over the tiles that `read` would use: each address depends on the
	 * previous word. */
	extern "C" __global__ void occupancy_latency(const struct occupancy_args args)
{
	const uint4 *from = (const uint4 *)args.from + blockIdx.x * blockDim.x + threadIdx.x;
	const uint32_t step = gridDim.x * blockDim.x;
	uint32_t total = 0;

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
		const uint4 x = __ldcs(from);
		const uint32_t all = x.x + x.y + x.z + x.w;
		total += all;
		from += step + (all & args.zero);
	}
	if (args.record)
		atomicAdd(args.sum, (unsigned long long)total);
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void occupancy_fill(const struct occupancy_data_args args)
{
	input_fill<input_bits>(input_fill_args{ args.at, args.words });
}

/* The expected sum of `words` words from number `first` on. */
extern "C" __global__ void occupancy_sum(const struct occupancy_data_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	uint32_t total = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step)
		total += input_bits(args.first + i);
	atomicAdd(args.sum, (unsigned long long)total);
}
