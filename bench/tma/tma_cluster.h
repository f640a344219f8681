/* tma_cluster.h: kernels of `tma` in which blocks of a cluster, or warps of a block, exchange messages. For Hopper and
 * later; part of tma.cu. */
#pragma once

#include <stdint.h>

/* ---- multicast ------------------------------------------------------------------------------------------------------
 *
 * The first block issues a copy to all. Each of the others arrives at a barrier of the first one when its own data are
 * there, and is then ready for the next. */

#if __CUDA_ARCH__ < 1200
static __device__ void copy_to_all(const tma_args &args, uint32_t to, const target<BULK> &from, uint32_t barrier,
				   uint32_t size)
{
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1], "
		     "%2, [%3], %4;"
		     :
		     : "r"(to), "l"(from.address), "r"(args.bytes), "r"(barrier),
		       "h"((unsigned short)((1u << size) - 1))
		     : "memory");
}

static __device__ void ask(const tma_args &args, uint32_t to, uint32_t full, uint32_t ready)
{
	const unsigned long long turn = *args.turn;
	const uint32_t size = cluster_size();
	stopwatch watch;

#pragma unroll 1
	for (uint32_t i = 0; i < args.copies; i++) {
		const target<BULK> from = target<BULK>::make(args, turn + i);
		barrier_expect(full, args.bytes + zero_of(args, from));
		const unsigned long long start = clock_now();
		copy_to_all(args, to, from, full, size);
		wait_for(args, full, i & 1);
		const unsigned long long here = clock_now();
		wait_for(args, ready, i & 1);
		watch.add(here - start, clock_now() - start);
		if (args.record)
			for (uint32_t lane = 0; lane < 32; lane++)
				look(args, from, 0, lane);
	}
	watch.leave(args);
	*args.turn = turn + args.copies;
}

/* Runs in one warp of another block. */
static __device__ void answer(const tma_args &args, uint32_t full, uint32_t ready)
{
	const unsigned long long turn = *(volatile unsigned long long *)args.turn;
	const uint32_t there = address_in(ready, 0);

#pragma unroll 1
	for (uint32_t i = 0; i < args.copies; i++) {
		wait_for(args, full, i & 1);
		if (args.record)
			look(args, target<BULK>::make(args, turn + i), 0, threadIdx.x);
		__syncwarp();
		if (threadIdx.x == 0) {
			if (i + 1 < args.copies)
				barrier_expect(full, args.bytes);
			barrier_arrive_there(there);
		}
	}
}

extern "C" __global__ void __launch_bounds__(32, 1) tma_multicast(const __grid_constant__ struct tma_args args)
{
	__shared__ __align__(8) unsigned long long barriers[2];
	const uint32_t to = keep_address(own_address(memory)), full = keep_address(own_address(barriers)),
		       ready = full + 8;
	const uint32_t rank = cluster_rank();

	if (threadIdx.x == 0) {
		barrier_init(full, 1);
		barrier_init(ready, cluster_size() - 1);
		barrier_init_fence();
		if (rank != 0)
			barrier_expect(full, args.bytes);
	}
	__syncwarp();
	cluster_sync();
	if (rank != 0)
		answer(args, full, ready);
	else if (threadIdx.x == 0)
		ask(args, to, full, ready);
	__syncwarp();
	cluster_sync();
}
#endif

/* ---- round trips ----------------------------------------------------------------------------------------------------
 *
 * Two threads arrive at each other's barrier in turn. They belong to two warps, or to the first and the last block of a
 * cluster. In the verified launch a number is written before each arrival, which then releases it to the cluster. */

struct partner {
	uint32_t mine, theirs;            /* shared addresses of barriers */
	uint32_t my_number, their_number; /* shared addresses of words; the partner writes mine */
};

static __device__ void send_number(uint32_t to, uint32_t number)
{
	asm volatile("st.shared::cluster.u32 [%0], %1;" : : "r"(to), "r"(number) : "memory");
}

static __device__ void arrive_after_number(uint32_t barrier)
{
	asm volatile("mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%0];" : : "r"(barrier) : "memory");
}

static __device__ void wait_for_number(uint32_t barrier, uint32_t parity)
{
	uint32_t done;

	do
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 p, [%1], %2;"
			     "  selp.u32 %0, 1, 0, p; }"
			     : "=r"(done)
			     : "r"(barrier), "r"(parity)
			     : "memory");
	while (!done);
}

static __device__ void see_number(const tma_args &args, uint32_t at, uint32_t wanted)
{
	uint32_t number;

	asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(number) : "r"(at) : "memory");
	if (number != wanted)
		gb_report_wrong(args.report, wanted);
	gb_report_compared(args.report, 1);
}

/* Arrives at the partner's barrier. In the check a number is sent as well. */
struct by_arrival {
	static __device__ void ready(const partner &) {}
	template <bool record> static __device__ void send(const partner &p, uint32_t number)
	{
		if (record) {
			send_number(p.their_number, number);
			arrive_after_number(p.theirs);
		} else {
			barrier_arrive_there(p.theirs);
		}
	}
	template <bool record>
	static __device__ void wait(const tma_args &args, const partner &p, uint32_t parity, uint32_t number)
	{
		if (record) {
			wait_for_number(p.mine, parity);
			see_number(args, p.my_number, number);
		} else {
			wait_for(args, p.mine, parity);
		}
	}
};

/* Stores four bytes, which the partner's barrier counts as they arrive. */
struct by_store {
	static __device__ void ready(const partner &p) { barrier_expect(p.mine, 4); }
	template <bool record> static __device__ void send(const partner &p, uint32_t number)
	{
		asm volatile("st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%0], %1, [%2];"
			     :
			     : "r"(p.their_number), "r"(number), "r"(p.theirs)
			     : "memory");
	}
	template <bool record>
	static __device__ void wait(const tma_args &args, const partner &p, uint32_t parity, uint32_t number)
	{
		wait_for(args, p.mine, parity);
		if (record)
			see_number(args, p.my_number, number);
	}
};

template <class way, bool record> static __device__ void first_of_two(const tma_args &args, const partner &p)
{
	stopwatch watch;

#pragma unroll 1
	for (uint32_t i = 0; i < args.copies; i++) {
		way::ready(p);
		const unsigned long long start = clock_now();
		way::template send<record>(p, 2 * i);
		way::template wait<record>(args, p, i & 1, 2 * i + 1);
		const unsigned long long taken = clock_now() - start;
		watch.add(taken, taken);
	}
	watch.leave(args);
}

template <class way, bool record> static __device__ void second_of_two(const tma_args &args, const partner &p)
{
	way::ready(p);
#pragma unroll 1
	for (uint32_t i = 0; i < args.copies; i++) {
		way::template wait<record>(args, p, i & 1, 2 * i);
		if (i + 1 < args.copies)
			way::ready(p);
		way::template send<record>(p, 2 * i + 1);
	}
}

template <class way> static __device__ void play(const tma_args &args, bool first, const partner &p)
{
	if (first && args.record)
		first_of_two<way, true>(args, p);
	else if (first)
		first_of_two<way, false>(args, p);
	else if (args.record)
		second_of_two<way, true>(args, p);
	else
		second_of_two<way, false>(args, p);
}

/* The barriers and numbers of both partners, in each block; index 0 belongs to the first partner. */
struct table {
	unsigned long long barrier[2];
	uint32_t number[2];
};

static __device__ partner meet(const table &own, uint32_t player, uint32_t rank_of_other)
{
	partner p;

	p.mine = keep_address(own_address(&own.barrier[player]));
	p.my_number = keep_address(own_address(&own.number[player]));
	p.theirs = address_in(keep_address(own_address(&own.barrier[1 - player])), rank_of_other);
	p.their_number = address_in(keep_address(own_address(&own.number[1 - player])), rank_of_other);
	if (threadIdx.x == 0) {
		barrier_init(own_address(&own.barrier[0]), 1);
		barrier_init(own_address(&own.barrier[1]), 1);
		barrier_init_fence();
	}
	return p;
}

/* The partners are two warps of a block. */
extern "C" __global__ void __launch_bounds__(64, 1) tma_mbarrier(const __grid_constant__ struct tma_args args)
{
	__shared__ __align__(8) table own;
	const uint32_t player = threadIdx.x / 32;
	const partner p = meet(own, player, cluster_rank());

	__syncthreads();
	if (threadIdx.x % 32 == 0)
		play<by_arrival>(args, player == 0, p);
}

/* The partners are the first and the last block of a cluster. */
template <class way> static __device__ void play_in_cluster(const tma_args &args)
{
	__shared__ __align__(8) table own;
	const uint32_t rank = cluster_rank(), last = cluster_size() - 1;
	const partner p = meet(own, rank != 0, rank == 0 ? last : 0);

	__syncwarp();
	cluster_sync();
	if (threadIdx.x == 0 && (rank == 0 || rank == last))
		play<way>(args, rank == 0, p);
	__syncwarp();
	cluster_sync();
}
extern "C" __global__ void __launch_bounds__(32, 1) tma_mbarrier_cluster(const __grid_constant__ struct tma_args args)
{
	play_in_cluster<by_arrival>(args);
}
extern "C" __global__ void __launch_bounds__(32, 1) tma_st_async(const __grid_constant__ struct tma_args args)
{
	play_in_cluster<by_store>(args);
}
