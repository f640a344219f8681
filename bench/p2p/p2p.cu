/* Kernels of `p2p`: the SMs of one GPU access the memory of another one. With peer access its addresses are valid here;
 * nothing else differs from local memory. */
#include "../common/toolkit.h"
#include "p2p.h"

typedef uint32_t u32;
typedef unsigned long long u64;

extern "C" __global__ void p2p_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

extern "C" __global__ void p2p_check(struct p2p_check_args args)
{
	const u64 step = (u64)gridDim.x * blockDim.x;
	u64 count = 0;

	for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < args.words; i += step, count++)
		if (args.at[i] != (args.period > 0 ? input_mark(i % args.period) : input_bits(i)))
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, count);
}

static __device__ void add_up(u32 total, u32 *sum)
{
	for (int lane = 16; lane > 0; lane /= 2)
		total += __shfl_xor_sync(~0u, total, lane);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, total);
}

extern "C" __global__ void p2p_sum(struct p2p_sum_args args)
{
	const u64 step = (u64)gridDim.x * blockDim.x;
	u32 total = 0;

	for (u64 i = (u64)blockIdx.x * blockDim.x + threadIdx.x; i < args.words; i += step)
		total += input_bits(i);
	add_up(total, args.sum);
}

/* ---- loads and stores -------------------------------------------------------------------------------------------- */

/* Reads the whole range several times, because links are not fully used at the start and end of a launch. */
template <int U> static __device__ void read(const struct p2p_stream_args &args)
{
	const uint4 *first = (const uint4 *)args.at + (u64)blockIdx.x * blockDim.x * U + threadIdx.x;
	const u64 step = (u64)gridDim.x * blockDim.x * U;
	u32 total = 0;

#pragma unroll 1
	for (u32 pass = 0; pass < args.passes; pass++) {
		const uint4 *from = first;
#pragma unroll 1
		for (u64 tile = blockIdx.x; tile < args.tiles; tile += gridDim.x, from += step) {
			uint4 v[U];
#pragma unroll
			for (int u = 0; u < U; u++)
				v[u] = __ldcs(from + u * blockDim.x);
#pragma unroll
			for (int u = 0; u < U; u++)
				total += v[u].x + v[u].y + v[u].z + v[u].w;
		}
	}
	if (args.record)
		add_up(total, args.sum);
}

template <int U> static __device__ void write(const struct p2p_stream_args &args)
{
	const u64 first = (u64)blockIdx.x * blockDim.x * U + threadIdx.x, step = (u64)gridDim.x * blockDim.x * U;
	const u32 mark = INPUT_GOLDEN;

#pragma unroll 1
	for (u32 pass = 0; pass < args.passes; pass++) {
		u64 place = first;
#pragma unroll 1
		for (u64 tile = blockIdx.x; tile < args.tiles; tile += gridDim.x, place += step)
#pragma unroll
			for (int u = 0; u < U; u++) {
				const u64 at = place + u * blockDim.x;
				const u32 word = input_mark(4 * at);
				((uint4 *)args.at)[at] =
					make_uint4(word, word + mark, word + 2 * mark, word + 3 * mark);
			}
	}
}

template <int U> static __device__ void move(const struct p2p_move_args &args)
{
	const u64 first = (u64)blockIdx.x * blockDim.x * U + threadIdx.x, step = (u64)gridDim.x * blockDim.x * U;

#pragma unroll 1
	for (u32 pass = 0; pass < args.passes; pass++) {
		const uint4 *from = (const uint4 *)args.from + first;
		uint4 *to = (uint4 *)args.to + first;
#pragma unroll 1
		for (u64 tile = blockIdx.x; tile < args.tiles; tile += gridDim.x, from += step, to += step) {
			uint4 v[U];
#pragma unroll
			for (int u = 0; u < U; u++)
				v[u] = __ldcs(from + u * blockDim.x);
#pragma unroll
			for (int u = 0; u < U; u++)
				to[u * blockDim.x] = v[u];
		}
	}
}

#define MOVE(U)                                                                                     \
	extern "C" __global__ void __launch_bounds__(1024) p2p_move_u##U(struct p2p_move_args args) \
	{                                                                                           \
		move<U>(args);                                                                      \
	}
MOVE(1)
MOVE(4)
MOVE(8)

#define STREAM(name, U)                                                                                   \
	extern "C" __global__ void __launch_bounds__(1024) p2p_##name##_u##U(struct p2p_stream_args args) \
	{                                                                                                 \
		name<U>(args);                                                                            \
	}
STREAM(read, 1)
STREAM(read, 4)
STREAM(read, 8)
STREAM(write, 1)
STREAM(write, 4)
STREAM(write, 8)

/* ---- bulk copies ------------------------------------------------------------------------------------------------- */

#if HOPPER_MISSING
TOOLKIT_TOO_OLD
#else
#if HOPPER
static __device__ u32 shared_address(const void *at)
{
	return (u32)__cvta_generic_to_shared(at);
}
#endif

/* For sm_120 ptxas emits calls that the audit cannot follow. */
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
static __device__ void barrier_init(u32 barrier)
{
	asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" : : "r"(barrier) : "memory");
}

static __device__ void barrier_wait(u32 barrier, u32 phase)
{
	u32 done;

	do
		asm volatile("{\n\t.reg .pred p;\n\t"
			     "mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\n\t"
			     "selp.u32 %0, 1, 0, p;\n\t}"
			     : "=r"(done)
			     : "r"(barrier), "r"(phase)
			     : "memory");
	while (!done);
}

static __device__ void bulk_read(u32 to, const char *from, u32 bytes, u32 barrier)
{
	asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" : : "r"(barrier), "r"(bytes) : "memory");
	asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];"
		     :
		     : "r"(to), "l"(from), "r"(bytes), "r"(barrier)
		     : "memory");
}
#endif

extern "C" __global__ void __launch_bounds__(P2P_BULK_BLOCK) p2p_bulk_read(struct p2p_bulk_args args)
{
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
	extern __shared__ __align__(128) char memory[];
	__shared__ u64 full[P2P_STAGES];
	const u64 mine = args.chunks > blockIdx.x ? (args.chunks - blockIdx.x - 1) / gridDim.x + 1 : 0;
	u32 stage = 0, phase = 0, total = 0;

	if (threadIdx.x == 0) {
		for (int i = 0; i < P2P_STAGES; i++)
			barrier_init(shared_address(&full[i]));
		asm volatile("fence.mbarrier_init.release.cluster;" : : : "memory");
		for (u64 i = 0; i < P2P_STAGES && i < mine; i++)
			bulk_read(shared_address(memory) + (u32)i * args.chunk,
				  args.at + (blockIdx.x + i * gridDim.x) * args.chunk, args.chunk,
				  shared_address(&full[i]));
	}
	__syncthreads();
#pragma unroll 1
	for (u64 i = 0; i < mine; i++) {
		barrier_wait(shared_address(&full[stage]), phase);
		if (args.record)
			for (u32 at = threadIdx.x; at < args.chunk / 4; at += P2P_BULK_BLOCK)
				total += ((const u32 *)(memory + stage * args.chunk))[at];
		/* No thread may still be reading the stage that the next copy overwrites. */
		__syncthreads();
		if (threadIdx.x == 0 && i + P2P_STAGES < mine)
			bulk_read(shared_address(memory) + stage * args.chunk,
				  args.at + (blockIdx.x + (i + P2P_STAGES) * gridDim.x) * args.chunk, args.chunk,
				  shared_address(&full[stage]));
		if (++stage == P2P_STAGES) {
			stage = 0;
			phase ^= 1;
		}
	}
	if (args.record)
		add_up(total, args.sum);
#endif
}

/* Writes the same marks to every chunk. */
extern "C" __global__ void __launch_bounds__(P2P_BULK_BLOCK) p2p_bulk_write(struct p2p_bulk_args args)
{
#if __CUDA_ARCH__ >= 900
	extern __shared__ __align__(128) char memory[];

	for (u32 i = threadIdx.x; i < args.chunk / 4; i += P2P_BULK_BLOCK)
		((u32 *)memory)[i] = input_mark(i);
	asm volatile("fence.proxy.async.shared::cta;" : : : "memory");
	__syncthreads();
	if (threadIdx.x != 0)
		return;
#pragma unroll 1
	for (u64 i = blockIdx.x; i < args.chunks; i += gridDim.x) {
		asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], %2;"
			     :
			     : "l"(args.at + i * args.chunk), "r"(shared_address(memory)), "r"(args.chunk)
			     : "memory");
		asm volatile("cp.async.bulk.commit_group;" : : : "memory");
		asm volatile("cp.async.bulk.wait_group.read %0;" : : "n"((int)P2P_STAGES) : "memory");
	}
	asm volatile("cp.async.bulk.wait_group 0;" : : : "memory");
#endif
}
#endif

/* ---- latency ----------------------------------------------------------------------------------------------------- */

extern "C" __global__ void p2p_link(struct p2p_link_args args)
{
	const u32 i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < args.nodes)
		*(u64 *)(args.at + (u64)i * P2P_LINE) = (u64)(args.at + (u64)args.next[i] * P2P_LINE);
}

static __device__ u64 load(u64 at)
{
	u64 next;

	asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(next) : "l"(at) : "memory");
	return next;
}

static __device__ u64 exchange(u64 at)
{
	u64 next;

	asm volatile("atom.relaxed.sys.global.add.u64 %0, [%1], 0;" : "=l"(next) : "l"(at) : "memory");
	return next;
}

template <u64 hop(u64)> static __device__ void chase(const struct p2p_chase_args &args)
{
	struct p2p_chased *out = &args.out[blockIdx.x];
	u64 at = out->end;

#pragma unroll 1
	for (u32 i = 0; i < args.warm; i++)
		at = hop(at);
	const long long begin = clock64();
#pragma unroll 1
	for (u32 i = 0; i < args.steps; i += 16)
#pragma unroll
		for (int n = 0; n < 16; n++)
			at = hop(at);
	/* The clock is read after the last hop has returned. */
	asm volatile("" : : "l"(at) : "memory");
	out->cycles = clock64() - begin;
	out->end = at;
}

extern "C" __global__ void p2p_load(struct p2p_chase_args args)
{
	chase<load>(args);
}

extern "C" __global__ void p2p_exchange(struct p2p_chase_args args)
{
	chase<exchange>(args);
}

/* ---- atomic operations ------------------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(P2P_ADD_BLOCK) p2p_add(struct p2p_add_args args)
{
	u32 *at = args.at + (blockIdx.x * blockDim.x + threadIdx.x) * args.stride;

#pragma unroll 1
	for (u32 i = 0; i < args.trips; i++)
		asm volatile("red.relaxed.sys.global.add.u32 [%0], 1;" : : "l"(at) : "memory");
}
