/* Kernels of `sync`: each repeats one operation that waits for other threads, or checks whether the waiting threads see
 * earlier writes. */
#include "../common/cluster.h"
#include "../common/now.h"
#include "sync.h"
#include "sync_ways.h"
#include "sync_fences.h"

/* ---- timed ------------------------------------------------------------------------------------------------------- */

template <class op> static __device__ void loop(op &what, uint32_t trips)
{
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++) {
#pragma unroll
		for (int u = 0; u < SYNC_UNROLL; u++)
			what.wait();
	}
}

template <class op> static __device__ void barrier_loop(const sync_args &args)
{
	op what(args);
	long long start = 0, end = 0;

	__syncthreads();
#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++) {
		__syncthreads();
		start = clock_now();
		loop(what, round ? args.trips : args.warm_trips);
		end = clock_now();
	}
	if (threadIdx.x == 0 && blockIdx.x % args.together == 0)
		args.cycles[blockIdx.x / args.together] = (unsigned long long)(end - start);
}

/* In each round a thread writes its slot, waits, and checks the slot of another thread, a different one each time. */
template <class op> static __device__ void barrier_check(const sync_args &args, uint32_t *slots)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, first = thread / args.group * args.group;
	volatile uint32_t *const slot = slots;
	op what(args);

	__syncthreads();
#pragma unroll 1
	for (uint32_t trip = 0; trip < SYNC_CHECKED; trip++) {
		const uint32_t other = first + (thread - first + 1 + 7 * trip) % args.group;
		slot[thread] = trip + 1;
		if (!op::ordered)
			__threadfence();
		what.wait();
		if (!op::ordered)
			__threadfence();
		if (slot[other] != trip + 1)
			gb_report_wrong(args.report, thread);
		what.wait();
	}
	gb_report_compared(args.report, SYNC_CHECKED);
}

/* The first words of `slots` hold the counter of `grid`. */
#define BARRIER(name)                                                                                  \
	extern "C" __global__ void __launch_bounds__(1024, 1) sync_##name(struct sync_args args)       \
	{                                                                                              \
		barrier_loop<name>(args);                                                              \
	}                                                                                              \
	extern "C" __global__ void __launch_bounds__(1024, 1) sync_check_##name(struct sync_args args) \
	{                                                                                              \
		barrier_check<name>(args, args.slots + SYNC_FLAGS);                                    \
	}
BARRIER(syncwarp)
BARRIER(barrier)
BARRIER(named)
BARRIER(count)
BARRIER(grid)
#if __CUDA_ARCH__ >= 800
BARRIER(mbarrier)
BARRIER(mbarrier_warp)
#endif
#if HOPPER
BARRIER(cluster)
BARRIER(cluster_relaxed)
#endif

/* ---- operations with a value, which the next operation uses ------------------------------------------------------ */

struct shuffle {
	static __device__ uint32_t step(uint32_t x, const sync_args &args)
	{
		uint32_t y;
		asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, %3;"
			     : "=r"(y)
			     : "r"(x), "r"((threadIdx.x + 1) % SYNC_WARP), "r"(args.mask)
			     : "memory");
		return y;
	}
};
/* Each lane votes with the bit after its own, so the word rotates. */
struct vote {
	static __device__ uint32_t step(uint32_t x, const sync_args &args)
	{
		uint32_t y;
		asm volatile("{ .reg .pred p; .reg .b32 t; and.b32 t, %1, %2; setp.ne.u32 p, t, 0;"
			     "  vote.sync.ballot.b32 %0, p, %3; }"
			     : "=r"(y)
			     : "r"(x), "r"(1u << (threadIdx.x + 1) % SYNC_WARP), "r"(args.mask)
			     : "memory");
		return y;
	}
};
#if __CUDA_ARCH__ >= 800
struct redux {
	static __device__ uint32_t step(uint32_t x, const sync_args &args)
	{
		uint32_t y;
		asm volatile("redux.sync.min.u32 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(args.mask) : "memory");
		return y;
	}
};
#endif

template <class op> static __device__ void value_loop(const sync_args &args)
{
	uint32_t x = sync_seed(threadIdx.x);
	long long start = 0;

#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++) {
		const uint32_t trips = round ? args.trips : args.warm_trips;
		__syncthreads();
		start = clock_now();
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++) {
#pragma unroll
			for (int u = 0; u < SYNC_UNROLL; u++)
				x = op::step(x, args);
		}
	}
	args.end[threadIdx.x] = x;
	__syncthreads();
	if (threadIdx.x == 0)
		*args.cycles = (unsigned long long)(clock_now() - start);
}
#define VALUE(name)                                                                              \
	extern "C" __global__ void __launch_bounds__(1024, 1) sync_##name(struct sync_args args) \
	{                                                                                        \
		value_loop<name>(args);                                                          \
	}
VALUE(shuffle)
VALUE(vote)
#if __CUDA_ARCH__ >= 800
VALUE(redux)
#endif
