/* Kernels of `sync`: one way to wait for others, over and over, and whether those who waited see what was done before. */
#include "sync.h"

static __device__ long long clock_now()
{
	long long now;
	asm volatile("mov.u64 %0, %%clock64;" : "=l"(now) : : "memory");
	return now;
}

/* ---- ways to wait --------------------------------------------------------------------------------------------------
 *
 * wait() of a barrier; step() of what also has a value. `ordered`: what was written before is seen after. */

struct barriers {
	static const bool ordered = true;
	__device__ barriers(const sync_args &) {}
	__device__ void enter() {}
};

struct syncwarp : barriers {
	const unsigned int mask;
	__device__ syncwarp(const sync_args &args) : barriers(args), mask(args.mask) {}
	__device__ void wait() { asm volatile("bar.warp.sync %0;" : : "r"(mask) : "memory"); }
};

struct barrier : barriers {
	__device__ barrier(const sync_args &args) : barriers(args) {}
	__device__ void wait() { asm volatile("bar.sync 0;" : : : "memory"); }
};

struct named : barriers {
	const unsigned int threads;
	__device__ named(const sync_args &args) : barriers(args), threads(blockDim.x) {}
	__device__ void wait() { asm volatile("bar.sync 1, %0;" : : "r"(threads) : "memory"); }
};

/* A barrier that counts: of each, how many threads have an odd number. */
struct count : barriers {
	unsigned int x;
	__device__ count(const sync_args &args) : barriers(args), x(threadIdx.x) {}
	__device__ void wait() { x += (unsigned int)__syncthreads_count((int)(x & 1)); }
};

#if __CUDA_ARCH__ >= 800
/* Arrives, and waits for the phase to end. */
template <bool by_warp> struct mbarriers : barriers {
	unsigned int at, parity;
	__device__ mbarriers(const sync_args &args) : barriers(args), parity(0)
	{
		__shared__ __align__(8) unsigned long long memory;
		at = (unsigned int)__cvta_generic_to_shared(&memory);
		if (threadIdx.x == 0)
			asm volatile("mbarrier.init.shared.b64 [%0], %1;"
				     :
				     : "r"(at), "r"(by_warp ? blockDim.x / SYNC_WARP : blockDim.x)
				     : "memory");
	}
	__device__ void wait()
	{
		unsigned int done;
		if (by_warp)
			__syncwarp();
		if (!by_warp || threadIdx.x % SYNC_WARP == 0)
			asm volatile("{ .reg .b64 t; mbarrier.arrive.shared.b64 t, [%0]; }" : : "r"(at) : "memory");
		do {
#if __CUDA_ARCH__ >= 900
			asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], %2;"
				     "  selp.u32 %0, 1, 0, p; }"
				     : "=r"(done)
				     : "r"(at), "r"(parity)
				     : "memory");
#else
			asm volatile("{ .reg .pred p; mbarrier.test_wait.parity.shared.b64 p, [%1], %2;"
				     "  selp.u32 %0, 1, 0, p; }"
				     : "=r"(done)
				     : "r"(at), "r"(parity)
				     : "memory");
#endif
		} while (!done);
		parity ^= 1;
	}
};
typedef mbarriers<false> mbarrier;
typedef mbarriers<true> mbarrier_warp;
#endif

#if __CUDA_ARCH__ >= 900
struct cluster : barriers {
	__device__ cluster(const sync_args &args) : barriers(args) {}
	__device__ void wait()
	{
		asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;"
			     :
			     :
			     : "memory");
	}
};
struct cluster_relaxed : barriers {
	static const bool ordered = false;
	__device__ cluster_relaxed(const sync_args &args) : barriers(args) {}
	__device__ void wait()
	{
		asm volatile("barrier.cluster.arrive.relaxed.aligned; barrier.cluster.wait.aligned;" : : : "memory");
	}
};
#endif

/* One counter, as cooperative_groups::grid_group has it: the last to arrive turns its top bit. */
struct grid : barriers {
	unsigned int *const counter;
	const unsigned int mine;
	__device__ grid(const sync_args &args)
	    : barriers(args), counter(args.slots), mine(blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1)
	{
	}
	__device__ void wait()
	{
		__syncthreads();
		if (threadIdx.x == 0) {
			unsigned int old, now;
			asm volatile("fence.acq_rel.gpu;" : : : "memory");
			asm volatile("atom.relaxed.gpu.global.add.u32 %0, [%1], %2;"
				     : "=r"(old)
				     : "l"(__cvta_generic_to_global(counter)), "r"(mine)
				     : "memory");
			do
				asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];"
					     : "=r"(now)
					     : "l"(__cvta_generic_to_global(counter))
					     : "memory");
			while (!((old ^ now) >> 31));
			asm volatile("fence.acq_rel.gpu;" : : : "memory");
		}
		__syncthreads();
	}
};

/* ---- timed --------------------------------------------------------------------------------------------------------- */

template <class op> static __device__ void loop(op &what, unsigned int trips)
{
#pragma unroll 1
	for (unsigned int trip = 0; trip < trips; trip++) {
#pragma unroll
		for (int u = 0; u < SYNC_UNROLL; u++)
			what.wait();
	}
}

template <class op> static __device__ void barrier_loop(const sync_args &args)
{
	op what(args);
	long long start = 0;

	__syncthreads();
#pragma unroll 1
	for (unsigned int round = 0; round < 2; round++) {
		__syncthreads();
		start = clock_now();
		loop(what, round ? args.trips : args.warm_trips);
	}
	__syncthreads();
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*args.cycles = (unsigned long long)(clock_now() - start);
}

/* Each round a thread says that it is here, waits, and looks whether another one was; each time another other. */
template <class op> static __device__ void barrier_check(const sync_args &args, unsigned int *slots)
{
	const unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x, first = thread / args.group * args.group;
	volatile unsigned int *const slot = slots;
	op what(args);

	__syncthreads();
#pragma unroll 1
	for (unsigned int trip = 0; trip < SYNC_CHECKED; trip++) {
		const unsigned int other = first + (thread - first + 1 + 7 * trip) % args.group;
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

/* The counter of `grid` has the first words. */
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
#if __CUDA_ARCH__ >= 900
BARRIER(cluster)
BARRIER(cluster_relaxed)
#endif

/* ---- what has a value: each takes that of the one before -------------------------------------------------------------- */

struct shuffle {
	static __device__ unsigned int step(unsigned int x, const sync_args &args)
	{
		unsigned int y;
		asm volatile("shfl.sync.idx.b32 %0, %1, %2, 0x1f, %3;"
			     : "=r"(y)
			     : "r"(x), "r"((threadIdx.x + 1) % SYNC_WARP), "r"(args.mask)
			     : "memory");
		return y;
	}
};
/* Each lane has the bit after its own: the word turns. */
struct vote {
	static __device__ unsigned int step(unsigned int x, const sync_args &args)
	{
		unsigned int y;
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
	static __device__ unsigned int step(unsigned int x, const sync_args &args)
	{
		unsigned int y;
		asm volatile("redux.sync.min.u32 %0, %1, %2;" : "=r"(y) : "r"(x), "r"(args.mask) : "memory");
		return y;
	}
};
#endif

template <class op> static __device__ void value_loop(const sync_args &args)
{
	unsigned int x = sync_seed(threadIdx.x);
	long long start = 0;

#pragma unroll 1
	for (unsigned int round = 0; round < 2; round++) {
		const unsigned int trips = round ? args.trips : args.warm_trips;
		__syncthreads();
		start = clock_now();
#pragma unroll 1
		for (unsigned int trip = 0; trip < trips; trip++) {
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

/* ---- fences -------------------------------------------------------------------------------------------------------- */

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
#if __CUDA_ARCH__ >= 900
struct proxy_fence {
	static __device__ void fence() { asm volatile("fence.proxy.async;" : : : "memory"); }
};
#endif

/* One thread; each store of a trip goes to another place. */
template <class op, bool stores> static __device__ void fence_loop(const sync_args &args)
{
	long long start = 0;

#pragma unroll 1
	for (unsigned int round = 0; round < 2; round++) {
		const unsigned int trips = round ? args.trips : args.warm_trips;
		start = clock_now();
#pragma unroll 1
		for (unsigned int trip = 0; trip < trips; trip++) {
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

/* Two threads: one of the first warp writes a number and, after the fence, that it did; one of the last warp, of another
 * block where there is one, waits for that and must see the number. */
template <class op> static __device__ void fence_check(const sync_args &args)
{
	volatile unsigned int *const flag = args.slots + SYNC_FLAGS, *const data = args.slots + 2 * SYNC_FLAGS,
				     *const answer = args.slots + 3 * SYNC_FLAGS;
	const bool writes = blockIdx.x == 0 && threadIdx.x == 0;

	if (!writes && (blockIdx.x != gridDim.x - 1 || threadIdx.x != blockDim.x - 1))
		return;
#pragma unroll 1
	for (unsigned int trip = 1; trip <= SYNC_CHECKED; trip++) {
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
#if __CUDA_ARCH__ >= 900
FENCE(proxy)
#endif

/* ---- a flag from SM to SM ------------------------------------------------------------------------------------------- */

static __device__ void raise(unsigned int *flag, unsigned int value)
{
	asm volatile("st.release.gpu.global.u32 [%0], %1;"
		     :
		     : "l"(__cvta_generic_to_global(flag)), "r"(value)
		     : "memory");
}

static __device__ unsigned int look(const unsigned int *flag)
{
	unsigned int value;
	asm volatile("ld.acquire.gpu.global.u32 %0, [%1];"
		     : "=r"(value)
		     : "l"(__cvta_generic_to_global(flag))
		     : "memory");
	return value;
}

/* The first block plays with each other block in turn, there and back, SYNC_UNROLL times `trips`. The number that goes with the
 * flag must be there when the flag is seen. Those whose turn has not come sleep between looks; the first trip does not
 * count. */
extern "C" __global__ void sync_flag(struct sync_args args)
{
	const unsigned int trips = SYNC_UNROLL * args.trips, blocks = gridDim.x;
	unsigned int *const there = args.slots, *const data = args.slots + SYNC_FLAGS * blocks;
	unsigned int wrong = 0;

	if (threadIdx.x != 0)
		return;
	if (blockIdx.x != 0) {
		unsigned int *const mine = there + SYNC_FLAGS * blockIdx.x;
		while (look(mine) == 0)
			__nanosleep(500);
		for (unsigned int trip = 0; trip <= trips; trip++) {
			while (look(mine) != 2 * trip + 1)
				;
			wrong += *(volatile unsigned int *)data != (blockIdx.x << 16 | trip);
			raise(mine, 2 * trip + 2);
		}
		args.end[blockIdx.x] = wrong;
		return;
	}
	for (unsigned int other = 1; other < blocks; other++) {
		unsigned int *const flag = there + SYNC_FLAGS * other;
		long long start = 0;
		for (unsigned int trip = 0; trip <= trips; trip++) {
			if (trip == 1)
				start = clock_now();
			*(volatile unsigned int *)data = other << 16 | trip;
			raise(flag, 2 * trip + 1);
			while (look(flag) != 2 * trip + 2)
				;
		}
		args.cycles[other] = (unsigned long long)(clock_now() - start);
	}
	for (unsigned int other = 1; other < blocks; other++)
		there[SYNC_FLAGS * other] = 0;
	args.end[0] = trips;
}
