/* async_pieces.h: kernels in which one thread issues bulk and tensor copies into shared memory and back. For Hopper and
 * later; part of async.cu. */
#pragma once

#include <stdint.h>

/* ---- bulk and tensor copies -------------------------------------------------------------------------------------- */

/* On Blackwell's consumer cards, ptxas turns a copy to shared::cluster into a call. */
#if __CUDA_ARCH__ >= 1200
#define HERE "shared::cta"
#else
#define HERE "shared::cluster"
#endif

enum kind { BULK, TENSOR };

template <enum kind kind>
static __device__ void copy_piece(const async_args &args, uint32_t to, unsigned long long from, uint32_t bytes,
				  uint32_t barrier)
{
	if (kind == BULK)
		asm volatile("cp.async.bulk." HERE ".global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
			     :
			     : "r"(to), "l"(__cvta_generic_to_global(args.at + from)), "r"(bytes), "r"(barrier)
			     : "memory");
	else
		asm volatile("cp.async.bulk.tensor.2d." HERE ".global.mbarrier::complete_tx::bytes [%0], "
			     "[%1, {%2, %3}], [%4];"
			     :
			     : "r"(to), "l"(&args.map), "r"(0), "r"((uint32_t)(from / ASYNC_ROW)), "r"(barrier)
			     : "memory");
}

static __device__ void fetch_piece(const async_args &args, unsigned long long from)
{
	asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;"
		     :
		     : "l"(__cvta_generic_to_global(args.at + from)), "r"(args.bytes)
		     : "memory");
}

/* A single warp processes the pieces, and one of its threads requests them. All threads compare the words if `record`
 * is set. */
template <enum kind kind, bool prefetch, bool record> static __device__ void pieces(const async_args &args)
{
	__shared__ __align__(8) unsigned long long full[ASYNC_STAGES];
	const uint32_t bytes = args.bytes, stages = args.stages, lane = threadIdx.x;
	const unsigned long long step = (unsigned long long)gridDim.x * bytes, mask = args.set - 1;
	const uint32_t first = keep_address(own_address(memory)), barrier = keep_address(own_address(full));
	const uint32_t trips =
		args.pieces > blockIdx.x ? (uint32_t)((args.pieces - blockIdx.x + gridDim.x - 1) / gridDim.x) : 0;
	unsigned long long next = (unsigned long long)blockIdx.x * bytes, from = next, fetch = next;
	uint32_t stage = 0, parity = 0, ahead = trips < stages ? trips : stages;

	if (lane == 0) {
		for (uint32_t s = 0; s < stages; s++)
			barrier_init(barrier + 8 * s, 1);
		barrier_init_fence();
	}
	__syncwarp();
#pragma unroll 1
	for (uint32_t i = 0; prefetch && i < args.ahead; i++, fetch += step)
		if (lane == 0)
			fetch_piece(args, fetch & mask);
#pragma unroll 1
	for (uint32_t s = 0; s < ahead; s++, next += step)
		if (lane == 0) {
			barrier_expect(barrier + 8 * s, bytes);
			copy_piece<kind>(args, first + s * bytes, next & mask, bytes, barrier + 8 * s);
		}
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++) {
		const uint32_t full_here = barrier + 8 * stage, here = first + stage * bytes;
		barrier_wait(full_here, parity);
		if (record) {
			look(args, memory + stage * bytes, from & mask, bytes, lane, 32);
			from += step;
			__syncwarp();
		}
		if (lane == 0 && trip + ahead < trips) {
			barrier_expect(full_here, bytes);
			copy_piece<kind>(args, here, next & mask, bytes, full_here);
			if (prefetch)
				fetch_piece(args, fetch & mask);
		}
		next += step;
		fetch += step;
		if (++stage == stages) {
			stage = 0;
			parity ^= 1;
		}
	}
}
template <enum kind kind, bool prefetch> static __device__ void pieces_or_look(const async_args &args)
{
	if (args.record)
		pieces<kind, prefetch, true>(args);
	else
		pieces<kind, prefetch, false>(args);
}
extern "C" __global__ void __launch_bounds__(32, 1) async_bulk(const __grid_constant__ struct async_args args)
{
	pieces_or_look<BULK, false>(args);
}
extern "C" __global__ void __launch_bounds__(32, 1) async_tensor(const __grid_constant__ struct async_args args)
{
	pieces_or_look<TENSOR, false>(args);
}
extern "C" __global__ void __launch_bounds__(32, 1) async_prefetch(const __grid_constant__ struct async_args args)
{
	pieces_or_look<BULK, true>(args);
}

/* ---- copies from shared memory ----------------------------------------------------------------------------------- */

template <bool add> static __device__ void store_pieces(const async_args &args)
{
	const uint32_t from = keep_address(own_address(memory)), bytes = args.bytes;
	const unsigned long long step = (unsigned long long)gridDim.x * bytes, mask = args.set - 1;
	const uint32_t trips =
		args.pieces > blockIdx.x ? (uint32_t)((args.pieces - blockIdx.x + gridDim.x - 1) / gridDim.x) : 0;
	unsigned long long next = (unsigned long long)blockIdx.x * bytes;

	for (uint32_t i = threadIdx.x; i < bytes / 4; i += blockDim.x)
		((uint32_t *)memory)[i] = add ? 0x3f800000u : async_stored(i);
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x != 0)
		return;
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++, next += step) {
		unsigned char *const to = args.at + (next & mask);
		if (add)
			asm volatile("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f32 [%0], [%1], %2;"
				     :
				     : "l"(__cvta_generic_to_global(to)), "r"(from), "r"(bytes)
				     : "memory");
		else
			asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
				     :
				     : "l"(__cvta_generic_to_global(to)), "r"(from), "r"(bytes)
				     : "memory");
		asm volatile("cp.async.bulk.commit_group;" : : : "memory");
		asm volatile("cp.async.bulk.wait_group.read 8;" : : : "memory");
	}
	asm volatile("cp.async.bulk.wait_group 0;" : : : "memory");
}
extern "C" __global__ void __launch_bounds__(128, 1) async_store(const __grid_constant__ struct async_args args)
{
	store_pieces<false>(args);
}
extern "C" __global__ void __launch_bounds__(128, 1) async_reduce(const __grid_constant__ struct async_args args)
{
	store_pieces<true>(args);
}
