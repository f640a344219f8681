/* sync_fences.h: kernels of fences, and of a flag from one SM to another. Part of sync.cu. */
#pragma once

#include <stdint.h>

/* ---- fences ------------------------------------------------------------------------------------------------------ */

struct block_fence {
	static __device__ void fence() { __threadfence_block(); }
};
struct gpu_fence {
	static __device__ void fence() { __threadfence(); }
};
struct system_fence {
	static __device__ void fence() { __threadfence_system(); }
};
struct acq_rel_fence {
	static __device__ void fence() { asm volatile("fence.acq_rel.gpu;" : : : "memory"); }
};
#if HOPPER
struct proxy_fence {
	static __device__ void fence() { asm volatile("fence.proxy.async;" : : : "memory"); }
};
#endif

/* Runs in one thread; the stores of a trip go to different places. */
template <class op, bool stores> static __device__ void fence_loop(const sync_args &args)
{
	long long start = 0;

#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++) {
		const uint32_t trips = round ? args.trips : args.warm_trips;
		start = clock_now();
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++) {
#pragma unroll
			for (int u = 0; u < SYNC_UNROLL; u++) {
				if (stores)
					asm volatile("st.global.u32 [%0], %1;"
						     :
						     : "l"(__cvta_generic_to_global(args.stores + u * SYNC_APART)),
						       "r"(trip + 1)
						     : "memory");
				op::fence();
			}
		}
	}
	*args.cycles = (unsigned long long)(clock_now() - start);
}

/* Two threads take part. One in the first warp writes a number and, after a fence, a flag. One in the last warp, in
 * another block if there is one, waits for the flag and must then see the number. */
template <class op> static __device__ void fence_check(const sync_args &args)
{
	volatile uint32_t *const flag = args.slots + SYNC_FLAGS, *const data = args.slots + 2 * SYNC_FLAGS,
				 *const answer = args.slots + 3 * SYNC_FLAGS;
	const bool writes = blockIdx.x == 0 && threadIdx.x == 0;

	if (!writes && (blockIdx.x != gridDim.x - 1 || threadIdx.x != blockDim.x - 1))
		return;
#pragma unroll 1
	for (uint32_t trip = 1; trip <= SYNC_CHECKED; trip++) {
		if (writes) {
			*data = trip;
			op::fence();
			*flag = trip;
			while (*answer < trip)
				;
		} else {
			while (*flag < trip)
				;
			op::fence();
			if (*data != trip)
				gb_report_wrong(args.report, trip);
			*answer = trip;
		}
	}
	if (!writes)
		gb_report_compared(args.report, SYNC_CHECKED);
}

#define FENCE(name)                                                               \
	extern "C" __global__ void sync_fence_##name(struct sync_args args)       \
	{                                                                         \
		fence_loop<name##_fence, false>(args);                            \
	}                                                                         \
	extern "C" __global__ void sync_fence_store_##name(struct sync_args args) \
	{                                                                         \
		fence_loop<name##_fence, true>(args);                             \
	}                                                                         \
	extern "C" __global__ void sync_check_fence_##name(struct sync_args args) \
	{                                                                         \
		fence_check<name##_fence>(args);                                  \
	}
FENCE(block)
FENCE(gpu)
FENCE(system)
FENCE(acq_rel)
#if HOPPER
FENCE(proxy)
#endif

/* ---- a flag from one SM to another ------------------------------------------------------------------------------- */

static __device__ void raise(uint32_t *flag, uint32_t value)
{
	asm volatile("st.release.gpu.global.u32 [%0], %1;"
		     :
		     : "l"(__cvta_generic_to_global(flag)), "r"(value)
		     : "memory");
}

static __device__ uint32_t look(const uint32_t *flag)
{
	uint32_t value;
	asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
		     : "=r"(value)
		     : "l"(__cvta_generic_to_global(flag))
		     : "memory");
	return value;
}

/* The first block exchanges flags with each other block in turn, SYNC_UNROLL times `trips` round trips each. The number
 * sent with a flag must be visible when the flag is. Blocks that are not exchanging flags sleep between polls; the
 * first trip does not count. */
extern "C" __global__ void sync_flag(struct sync_args args)
{
	const uint32_t trips = SYNC_UNROLL * args.trips, blocks = gridDim.x;
	uint32_t *const there = args.slots, *const data = args.slots + SYNC_FLAGS * blocks;
	uint32_t wrong = 0;

	if (threadIdx.x != 0)
		return;
	if (blockIdx.x != 0) {
		uint32_t *const mine = there + SYNC_FLAGS * blockIdx.x;
		while (look(mine) == 0)
			__nanosleep(500);
		for (uint32_t trip = 0; trip <= trips; trip++) {
			while (look(mine) != 2 * trip + 1)
				;
			wrong += *(volatile uint32_t *)data != (blockIdx.x << 16 | trip);
			raise(mine, 2 * trip + 2);
		}
		args.end[blockIdx.x] = wrong;
		return;
	}
	for (uint32_t other = 1; other < blocks; other++) {
		uint32_t *const flag = there + SYNC_FLAGS * other;
		long long start = 0;
		for (uint32_t trip = 0; trip <= trips; trip++) {
			if (trip == 1)
				start = clock_now();
			*(volatile uint32_t *)data = other << 16 | trip;
			raise(flag, 2 * trip + 1);
			while (look(flag) != 2 * trip + 2)
				;
		}
		args.cycles[other] = (unsigned long long)(clock_now() - start);
	}
	for (uint32_t other = 1; other < blocks; other++)
		there[SYNC_FLAGS * other] = 0;
	args.end[0] = trips;
}
