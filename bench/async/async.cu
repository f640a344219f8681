/* Kernels of `async`: ways from memory and L2 into shared memory, and back. */
#include "async.h"

extern __shared__ __align__(1024) unsigned char memory[];

static __device__ unsigned int own_address(const void *p)
{
	return (unsigned int)__cvta_generic_to_shared(p);
}

/* Whether `count` words of shared memory, from `at` on, each so many threads of the caller, are those of the set's byte
 * `from` on. */
static __device__ void look(const async_args &args, const unsigned char *at, unsigned long long from,
			    unsigned int bytes, unsigned int thread, unsigned int threads)
{
	const unsigned int *const words = (const unsigned int *)at;

	for (unsigned int i = thread; i < bytes / 4; i += threads) {
		/* A swizzled row has its eighths where the row's number puts them. */
		const unsigned int row = i / (ASYNC_ROW / 4);
		const unsigned int place = args.swizzled ? i ^ (row % 8) * 4 : i;
		if (((volatile const unsigned int *)words)[place] != input_bits(from / 4 + i))
			gb_report_wrong(args.report, from / 4 + i);
	}
	gb_report_compared(args.report, (bytes / 4 + threads - 1 - thread) / threads);
}

/* ---- through registers ---------------------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(1024, 1) async_ld(const __grid_constant__ struct async_args args)
{
	const unsigned int each = 16 * blockDim.x;
#pragma unroll 1
	for (unsigned long long piece = blockIdx.x; piece < args.pieces; piece += gridDim.x) {
		const unsigned long long from = piece * args.bytes & (args.set - 1);
		const unsigned char *const source = args.at + from + threadIdx.x * 16;
		unsigned char *const to = memory + threadIdx.x * 16;
		uint4 v[ASYNC_UNROLL];
#pragma unroll
		for (int u = 0; u < ASYNC_UNROLL; u++)
			asm volatile("ld.global.cg.v4.u32 {%0, %1, %2, %3}, [%4];"
				     : "=r"(v[u].x), "=r"(v[u].y), "=r"(v[u].z), "=r"(v[u].w)
				     : "l"(__cvta_generic_to_global(source + u * each))
				     : "memory");
#pragma unroll
		for (int u = 0; u < ASYNC_UNROLL; u++)
			asm volatile("st.shared.v4.u32 [%0], {%1, %2, %3, %4};"
				     :
				     : "r"(own_address(to + u * each)), "r"(v[u].x), "r"(v[u].y), "r"(v[u].z),
				       "r"(v[u].w)
				     : "memory");
		if (args.record) {
			__syncthreads();
			look(args, memory, from, args.bytes, threadIdx.x, blockDim.x);
			__syncthreads();
		}
	}
}

#if __CUDA_ARCH__ >= 800

/* ---- cp.async ---------------------------------------------------------------------------------------------------------- */

template <int W> static __device__ void copy(unsigned int to, const unsigned char *from)
{
	if (W == 16)
		asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
			     :
			     : "r"(to), "l"(__cvta_generic_to_global(from))
			     : "memory");
	else
		asm volatile("cp.async.ca.shared.global [%0], [%1], %2;"
			     :
			     : "r"(to), "l"(__cvta_generic_to_global(from)), "n"(W)
			     : "memory");
}

/* STAGES - 1 pieces are on their way while one is awaited; a thread waits for what it asked for itself. */
template <int W, int STAGES> static __device__ void cpasync(const async_args &args)
{
	const unsigned int each = W * blockDim.x, base = own_address(memory) + threadIdx.x * W;
	const unsigned long long step = (unsigned long long)gridDim.x * args.bytes, mask = args.set - 1;
	unsigned long long left = args.pieces > blockIdx.x ? (args.pieces - blockIdx.x + gridDim.x - 1) / gridDim.x : 0;
	unsigned long long trips = left, next = (unsigned long long)blockIdx.x * args.bytes, from = next;
	unsigned int write = 0, read = 0;
	auto ask = [&] {
		if (left != 0) {
			const unsigned char *const source = args.at + (next & mask) + threadIdx.x * W;
#pragma unroll
			for (int u = 0; u < ASYNC_COPIES; u++)
				copy<W>(base + write + u * each, source + u * each);
			left--;
			next += step;
		}
		asm volatile("cp.async.commit_group;" : : : "memory");
		write = write + args.bytes == STAGES * args.bytes ? 0 : write + args.bytes;
	};

#pragma unroll
	for (int s = 0; s < STAGES - 1; s++)
		ask();
#pragma unroll 1
	for (; trips != 0; trips--) {
		asm volatile("cp.async.wait_group %0;" : : "n"(STAGES - 2) : "memory");
		if (args.record) {
			__syncthreads();
			look(args, memory + read, from & mask, args.bytes, threadIdx.x, blockDim.x);
			__syncthreads();
		}
		from += step;
		read = read + args.bytes == STAGES * args.bytes ? 0 : read + args.bytes;
		ask();
	}
	asm volatile("cp.async.wait_group 0;" : : : "memory");
}
#define CPASYNC(W, STAGES)                                                                     \
	extern "C" __global__ void __launch_bounds__(1024, 1)                                  \
		async_cpasync_w##W##_s##STAGES(const __grid_constant__ struct async_args args) \
	{                                                                                      \
		cpasync<W, STAGES>(args);                                                      \
	}
#define CPASYNC_EACH(STAGES) CPASYNC(4, STAGES) CPASYNC(8, STAGES) CPASYNC(16, STAGES)
CPASYNC_EACH(2)
CPASYNC_EACH(3)
CPASYNC_EACH(4)
CPASYNC_EACH(6)
CPASYNC_EACH(8)
#endif

#if __CUDA_ARCH__ >= 900

/* ---- barriers in shared memory ------------------------------------------------------------------------------------- */

static __device__ void barrier_init(unsigned int barrier, unsigned int count)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" : : "r"(barrier), "r"(count) : "memory");
}

static __device__ void barrier_expect(unsigned int barrier, unsigned int bytes)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(barrier), "r"(bytes) : "memory");
}

static __device__ void barrier_wait(unsigned int barrier, unsigned int parity)
{
	unsigned int done;
	do
		asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;"
			     "  selp.u32 %0, 1, 0, p; }"
			     : "=r"(done)
			     : "r"(barrier), "r"(parity)
			     : "memory");
	while (!done);
}

/* ---- bulk and tensor copies ---------------------------------------------------------------------------------------------- */

/* For Blackwell's consumer cards ptxas makes a call of a copy to a cluster. */
#if __CUDA_ARCH__ >= 1200
#define HERE "shared::cta"
#else
#define HERE "shared::cluster"
#endif

enum kind { BULK, TENSOR };

template <enum kind kind>
static __device__ void copy_piece(const async_args &args, unsigned int to, unsigned long long from, unsigned int bytes,
				  unsigned int barrier)
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
			     : "r"(to), "l"(&args.map), "r"(0), "r"((unsigned int)(from / ASYNC_ROW)), "r"(barrier)
			     : "memory");
}

/* Out of the compiler's sight: it would work the window of the shared memory out anew for each use, from a slow register. */
static __device__ unsigned int keep(unsigned int address)
{
	asm volatile("" : "+r"(address));
	return address;
}

static __device__ void fetch_piece(const async_args &args, unsigned long long from)
{
	asm volatile("cp.async.bulk.prefetch.L2.global [%0], %1;"
		     :
		     : "l"(__cvta_generic_to_global(args.at + from)), "r"(args.bytes)
		     : "memory");
}

/* A warp goes through the pieces; one of its threads asks for each. When what has come is looked at, all do. */
template <enum kind kind, bool prefetch, bool record> static __device__ void pieces(const async_args &args)
{
	__shared__ __align__(8) unsigned long long full[ASYNC_STAGES];
	const unsigned int bytes = args.bytes, stages = args.stages, lane = threadIdx.x;
	const unsigned long long step = (unsigned long long)gridDim.x * bytes, mask = args.set - 1;
	const unsigned int first = keep(own_address(memory)), barrier = keep(own_address(full));
	const unsigned int trips =
		args.pieces > blockIdx.x ? (unsigned int)((args.pieces - blockIdx.x + gridDim.x - 1) / gridDim.x) : 0;
	unsigned long long next = (unsigned long long)blockIdx.x * bytes, from = next, fetch = next;
	unsigned int stage = 0, parity = 0, ahead = trips < stages ? trips : stages;

	if (lane == 0) {
		for (unsigned int s = 0; s < stages; s++)
			barrier_init(barrier + 8 * s, 1);
		asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
	}
	__syncwarp();
#pragma unroll 1
	for (unsigned int i = 0; prefetch && i < args.ahead; i++, fetch += step)
		if (lane == 0)
			fetch_piece(args, fetch & mask);
#pragma unroll 1
	for (unsigned int s = 0; s < ahead; s++, next += step)
		if (lane == 0) {
			barrier_expect(barrier + 8 * s, bytes);
			copy_piece<kind>(args, first + s * bytes, next & mask, bytes, barrier + 8 * s);
		}
#pragma unroll 1
	for (unsigned int trip = 0; trip < trips; trip++) {
		const unsigned int full_here = barrier + 8 * stage, here = first + stage * bytes;
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

/* ---- multicast ------------------------------------------------------------------------------------------------------------- */

/* All blocks of a cluster get the piece, each asks for its share of it. One warp asks, another one waits and gives each stage
 * back to all who write there: without .release.cluster, which would have a fence of the whole GPU go before it and cost
 * half of the rate. Or, for comparison, each block asks for all of the piece by itself. */
template <bool multicast> static __device__ void cluster_pieces(const async_args &args)
{
	__shared__ __align__(8) unsigned long long full[ASYNC_STAGES], empty[ASYNC_STAGES];
	unsigned int rank, size, cluster, clusters;
	asm volatile("mov.u32 %0, %%cluster_ctarank;" : "=r"(rank));
	asm volatile("mov.u32 %0, %%cluster_nctarank;" : "=r"(size));
	asm volatile("mov.u32 %0, %%clusterid.x;" : "=r"(cluster));
	asm volatile("mov.u32 %0, %%nclusterid.x;" : "=r"(clusters));
	const unsigned int bytes = args.bytes, stages = args.stages, share = multicast ? bytes / size : bytes;
	const unsigned int filled = keep(own_address(full)), emptied = keep(own_address(empty));
	const unsigned long long step = (unsigned long long)clusters * bytes, mask = args.set - 1;
	const unsigned int trips =
		args.pieces > cluster ? (unsigned int)((args.pieces - cluster + clusters - 1) / clusters) : 0;
	unsigned long long at = (unsigned long long)cluster * bytes;
	unsigned int stage = 0, parity = 0;

	if (threadIdx.x == 0) {
		for (unsigned int s = 0; s < stages; s++) {
			barrier_init(filled + 8 * s, 1);
			barrier_init(emptied + 8 * s, multicast ? size : 1);
		}
		asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
	}
	asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" : : : "memory");
	if (threadIdx.x == 0) {
		const unsigned int offset = multicast ? rank * share : 0;
		const unsigned int first = keep(own_address(memory) + offset);
		const unsigned short all = (unsigned short)((1u << size) - 1);
#pragma unroll 1
		for (unsigned int trip = 0; trip < trips; trip++, at += step) {
			const unsigned char *const source = args.at + (at & mask) + offset;
			barrier_wait(emptied + 8 * stage, parity ^ 1);
			barrier_expect(filled + 8 * stage, bytes);
			if (multicast)
				asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes."
					     "multicast::cluster [%0], [%1], %2, [%3], %4;"
					     :
					     : "r"(first + stage * bytes), "l"(__cvta_generic_to_global(source)),
					       "r"(share), "r"(filled + 8 * stage), "h"(all)
					     : "memory");
			else
				copy_piece<BULK>(args, first + stage * bytes, at & mask, bytes, filled + 8 * stage);
			if (++stage == stages) {
				stage = 0;
				parity ^= 1;
			}
		}
	} else if (threadIdx.x >= 32) {
		const unsigned int lane = threadIdx.x - 32;
		unsigned int back;
		asm volatile("mapa.shared::cluster.u32 %0, %1, %2;"
			     : "=r"(back)
			     : "r"(emptied), "r"(multicast && lane < size ? lane : rank));
#pragma unroll 1
		for (unsigned int trip = 0; trip < trips; trip++, at += step) {
			barrier_wait(filled + 8 * stage, parity);
			if (args.record) {
				look(args, memory + stage * bytes, at & mask, bytes, lane, 32);
				__syncwarp();
			}
			if (lane < (multicast ? size : 1))
				asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];"
					     :
					     : "r"(back + 8 * stage)
					     : "memory");
			if (++stage == stages) {
				stage = 0;
				parity ^= 1;
			}
		}
	}
	__syncwarp();
	asm volatile("barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;" : : : "memory");
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

/* ---- back ------------------------------------------------------------------------------------------------------------------ */

template <bool add> static __device__ void store_pieces(const async_args &args)
{
	const unsigned int from = keep(own_address(memory)), bytes = args.bytes;
	const unsigned long long step = (unsigned long long)gridDim.x * bytes, mask = args.set - 1;
	const unsigned int trips =
		args.pieces > blockIdx.x ? (unsigned int)((args.pieces - blockIdx.x + gridDim.x - 1) / gridDim.x) : 0;
	unsigned long long next = (unsigned long long)blockIdx.x * bytes;

	for (unsigned int i = threadIdx.x; i < bytes / 4; i += blockDim.x)
		((unsigned int *)memory)[i] = add ? 0x3f800000u : async_stored(i);
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x != 0)
		return;
#pragma unroll 1
	for (unsigned int trip = 0; trip < trips; trip++, next += step) {
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
#endif

/* ---- the data, and what was written ---------------------------------------------------------------------------------- */

extern "C" __global__ void async_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

/* What is stored, word by word; of additions `ahead` ones, as floats. */
extern "C" __global__ void async_check(const __grid_constant__ struct async_args args)
{
	const unsigned long long words = args.set / 4, step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long looked = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += step) {
		const unsigned int found = ((const unsigned int *)args.at)[i];
		const unsigned int wanted = args.ahead ? __float_as_uint((float)args.ahead)
						       : async_stored((unsigned int)(i % (args.bytes / 4)));
		if (found != wanted)
			gb_report_wrong(args.report, i);
		looked++;
	}
	gb_report_compared(args.report, looked);
}
