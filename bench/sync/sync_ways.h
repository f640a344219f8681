/* sync_ways.h: operations that wait for other threads of a warp, a block, a cluster or the grid. Part of sync.cu.
 * wait() is a barrier. `ordered`: earlier writes are visible after it. */
#pragma once

#include <stdint.h>

struct barriers {
	static const bool ordered = true;
	__device__ barriers(const sync_args &) {}
};

struct syncwarp : barriers {
	const uint32_t mask;
	__device__ syncwarp(const sync_args &args) : barriers(args), mask(args.mask) {}
	__device__ void wait() { asm volatile("bar.warp.sync %0;" : : "r"(mask) : "memory"); }
};

struct barrier : barriers {
	__device__ barrier(const sync_args &args) : barriers(args) {}
	__device__ void wait() { asm volatile("bar.sync 0;" : : : "memory"); }
};

struct named : barriers {
	const uint32_t threads;
	__device__ named(const sync_args &args) : barriers(args), threads(blockDim.x) {}
	__device__ void wait() { asm volatile("bar.sync 1, %0;" : : "r"(threads) : "memory"); }
};

/* A barrier that counts the threads with an odd number. */
struct count : barriers {
	uint32_t x;
	__device__ count(const sync_args &args) : barriers(args), x(threadIdx.x) {}
	__device__ void wait() { x += (uint32_t)__syncthreads_count((int)(x & 1)); }
};

#if __CUDA_ARCH__ >= 800
/* Arrives and waits for the end of the phase. */
template <bool by_warp> struct mbarriers : barriers {
	uint32_t at, parity;
	__device__ mbarriers(const sync_args &args) : barriers(args), parity(0)
	{
		__shared__ __align__(8) unsigned long long memory;
		at = (uint32_t)__cvta_generic_to_shared(&memory);
		if (threadIdx.x == 0)
			asm volatile("mbarrier.init.shared.b64 [%0], %1;"
				     :
				     : "r"(at), "r"(by_warp ? blockDim.x / SYNC_WARP : blockDim.x)
				     : "memory");
	}
	__device__ void wait()
	{
		uint32_t done;
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

#if HOPPER
struct cluster : barriers {
	__device__ cluster(const sync_args &args) : barriers(args) {}
	__device__ void wait() { cluster_sync(); }
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

/* One counter, as in cooperative_groups::grid_group: the last thread to arrive flips its top bit. */
struct grid : barriers {
	uint32_t *const counter;
	const uint32_t mine;
	__device__ grid(const sync_args &args)
	    : barriers(args), counter(args.slots), mine(blockIdx.x == 0 ? 0x80000000u - (gridDim.x - 1) : 1)
	{
	}
	__device__ void wait()
	{
		__syncthreads();
		if (threadIdx.x == 0) {
			uint32_t old, now;
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
