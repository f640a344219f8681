/* async_cluster.h: kernels in which all blocks of a cluster receive the same pieces, either by multicast or by a copy
 * per block. For Hopper and later; part of async.cu. */
#pragma once

#include <stdint.h>

/* All blocks of a cluster receive each piece. With multicast, each block requests its share of the piece; for
 * comparison, each block can also request the whole piece by itself. One warp issues the copies; another waits for them
 * and releases each stage to all blocks that write there. The release omits .release.cluster, which would add a
 * GPU-wide fence and halve the rate. */

struct cluster_way {
	uint32_t rank, size, filled, emptied, trips;
	unsigned long long at, step; /* offset of the cluster's first piece, and the distance to its next one */
	uint32_t stage, parity;

	__device__ void go_on(uint32_t stages)
	{
		at += step;
		if (++stage == stages) {
			stage = 0;
			parity ^= 1;
		}
	}
};

static __device__ struct cluster_way cluster_way_of(const async_args &args, const void *full, const void *empty)
{
	const uint32_t cluster = cluster_number(), clusters = cluster_count();
	struct cluster_way way;

	way.rank = cluster_rank();
	way.size = cluster_size();
	way.filled = keep_address(own_address(full));
	way.emptied = keep_address(own_address(empty));
	way.trips = args.pieces > cluster ? (uint32_t)((args.pieces - cluster + clusters - 1) / clusters) : 0;
	way.at = (unsigned long long)cluster * args.bytes;
	way.step = (unsigned long long)clusters * args.bytes;
	way.stage = way.parity = 0;
	return way;
}

/* Called by one thread, which sends its block's share of each piece to all blocks, or the whole piece to its own
 * block. */
template <bool multicast> static __device__ void ask_for_pieces(const async_args &args, struct cluster_way way)
{
	const uint32_t bytes = args.bytes, share = multicast ? bytes / way.size : bytes;
	const uint32_t offset = multicast ? way.rank * share : 0;
	const uint32_t first = keep_address(own_address(memory) + offset);
	const unsigned short all = (unsigned short)((1u << way.size) - 1);

#pragma unroll 1
	for (uint32_t trip = 0; trip < way.trips; trip++, way.go_on(args.stages)) {
		const unsigned long long from = way.at & (args.set - 1);
		const uint32_t filled = way.filled + 8 * way.stage;
		barrier_wait(way.emptied + 8 * way.stage, way.parity ^ 1);
		barrier_expect(filled, bytes);
		if (multicast)
			asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
				     "multicast::cluster [%0], [%1], %2, [%3], %4;"
				     :
				     : "r"(first + way.stage * bytes),
				       "l"(__cvta_generic_to_global(args.at + from + offset)), "r"(share), "r"(filled),
				       "h"(all)
				     : "memory");
		else
			copy_piece<BULK>(args, first + way.stage * bytes, from, bytes, filled);
	}
}

/* Called by one warp, which waits for each piece and releases its stage. With multicast, one lane per block releases
 * it. */
template <bool multicast> static __device__ void take_pieces(const async_args &args, struct cluster_way way)
{
	const uint32_t bytes = args.bytes, lane = threadIdx.x - 32;
	const uint32_t back = address_in(way.emptied, multicast && lane < way.size ? lane : way.rank);

#pragma unroll 1
	for (uint32_t trip = 0; trip < way.trips; trip++, way.go_on(args.stages)) {
		barrier_wait(way.filled + 8 * way.stage, way.parity);
		if (args.record) {
			look(args, memory + way.stage * bytes, way.at & (args.set - 1), bytes, lane, 32);
			__syncwarp();
		}
		if (lane < (multicast ? way.size : 1))
			barrier_arrive_there(back + 8 * way.stage);
	}
}

template <bool multicast> static __device__ void cluster_pieces(const async_args &args)
{
	__shared__ __align__(8) unsigned long long full[ASYNC_STAGES], empty[ASYNC_STAGES];
	const struct cluster_way way = cluster_way_of(args, full, empty);

	if (threadIdx.x == 0) {
		for (uint32_t s = 0; s < args.stages; s++) {
			barrier_init(way.filled + 8 * s, 1);
			barrier_init(way.emptied + 8 * s, multicast ? way.size : 1);
		}
		barrier_init_fence();
	}
	cluster_sync();
	if (threadIdx.x == 0)
		ask_for_pieces<multicast>(args, way);
	else if (threadIdx.x >= 32)
		take_pieces<multicast>(args, way);
	__syncwarp();
	cluster_sync();
}
#if __CUDA_ARCH__ < 1200
extern "C" __global__ void __launch_bounds__(64, 1) async_multicast(const __grid_constant__ struct async_args args)
{
	cluster_pieces<true>(args);
}
#endif
extern "C" __global__ void __launch_bounds__(64, 1) async_unicast(const __grid_constant__ struct async_args args)
{
	cluster_pieces<false>(args);
}
