/* cluster.h: clusters and barriers in shared memory for kernels. Device code only. */
#pragma once

#include <stdint.h>

#include "toolkit.h"

static __device__ inline uint32_t own_address(const void *p)
{
	return (uint32_t)__cvta_generic_to_shared(p);
}

/* Hidden from the compiler, which would otherwise recompute the window of shared memory for each use, from a slow
 * register. */
static __device__ inline uint32_t keep_address(uint32_t address)
{
	asm volatile("" : "+r"(address));
	return address;
}

#if HOPPER
/* The same address in another block of the cluster. */
static __device__ inline uint32_t address_in(uint32_t at, uint32_t rank)
{
	uint32_t there;
	asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(rank));
	return there;
}

static __device__ inline uint32_t cluster_rank()
{
	uint32_t rank;
	asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	return rank;
}

static __device__ inline uint32_t cluster_size()
{
	uint32_t size;
	asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
	return size;
}

/* The index of this cluster in the grid, and the number of clusters. */
static __device__ inline uint32_t cluster_number()
{
	uint32_t number;
	asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(number));
	return number;
}

static __device__ inline uint32_t cluster_count()
{
	uint32_t count;
	asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(count));
	return count;
}

static __device__ inline void cluster_sync()
{
	asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" : : : "memory");
}

static __device__ inline void barrier_init(uint32_t barrier, uint32_t count)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(barrier), "r"(count) : "memory");
}

/* Call after barrier_init(), before other blocks of the cluster use the barriers. */
static __device__ inline void barrier_init_fence()
{
	asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
}

/* Arrives, and makes the phase also wait for this many bytes. */
static __device__ inline void barrier_expect(uint32_t barrier, uint32_t bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(barrier), "r"(bytes) : "memory");
}

/* Arrives at a barrier in another block. It omits .release.cluster, which would add a GPU-wide fence. */
static __device__ inline void barrier_arrive_there(uint32_t barrier)
{
	asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" : : "r"(barrier) : "memory");
}

static __device__ inline void barrier_wait(uint32_t barrier, uint32_t parity)
{
	uint32_t done;
	do
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
			     "  selp.u32 %0, 1, 0, p; }"
			     : "=r"(done)
			     : "r"(barrier), "r"(parity)
			     : "memory");
	while (!done);
}
#elif HOPPER_MISSING
TOOLKIT_TOO_OLD
#endif
