/* Kernels of `async`: copies from memory and L2 into shared memory, and back. */
#include "../common/cluster.h"
#include "async.h"

extern __shared__ __align__(1024) unsigned char memory[];

/* Compares shared memory from `at` on with the set from byte `from` on, and reports each wrong word. The calling
 * threads share the work. */
static __device__ void look(const async_args &args, const unsigned char *at, unsigned long long from, uint32_t bytes,
			    uint32_t thread, uint32_t threads)
{
	const uint32_t *const words = (const uint32_t *)at;

	for (uint32_t i = thread; i < bytes / 4; i += threads) {
		/* The swizzle permutes the eighths of a row by the row number. */
		const uint32_t row = i / (ASYNC_ROW / 4);
		const uint32_t place = args.swizzled ? i ^ (row % 8) * 4 : i;
		if (((volatile const uint32_t *)words)[place] != input_bits(from / 4 + i))
			gb_report_wrong(args.report, from / 4 + i);
	}
	gb_report_compared(args.report, (bytes / 4 + threads - 1 - thread) / threads);
}

/* ---- through registers ------------------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(1024, 1) async_ld(const __grid_constant__ struct async_args args)
{
	const uint32_t each = 16 * blockDim.x;
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

/* ---- cp.async ---------------------------------------------------------------------------------------------------- */

template <int W> static __device__ void copy(uint32_t to, const unsigned char *from)
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

/* STAGES - 1 pieces are in flight while a thread waits for the oldest one. A thread waits only for its own copies. */
template <int W, int STAGES> static __device__ void cpasync(const async_args &args)
{
	const uint32_t each = W * blockDim.x, base = own_address(memory) + threadIdx.x * W;
	const unsigned long long step = (unsigned long long)gridDim.x * args.bytes, mask = args.set - 1;
	unsigned long long left = args.pieces > blockIdx.x ? (args.pieces - blockIdx.x + gridDim.x - 1) / gridDim.x : 0;
	unsigned long long trips = left, next = (unsigned long long)blockIdx.x * args.bytes, from = next;
	uint32_t write = 0, read = 0;
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

#if HOPPER
#include "async_pieces.h"
#include "async_cluster.h"
#endif

/* ---- data and output --------------------------------------------------------------------------------------------- */

extern "C" __global__ void async_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

/* Checks the stored data word by word. Additions leave `ahead` floats. */
extern "C" __global__ void async_check(const __grid_constant__ struct async_args args)
{
	const unsigned long long words = args.set / 4, step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long looked = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += step) {
		const uint32_t found = ((const uint32_t *)args.at)[i];
		const uint32_t wanted = args.ahead ? __float_as_uint((float)args.ahead)
						   : async_stored((uint32_t)(i % (args.bytes / 4)));
		if (found != wanted)
			gb_report_wrong(args.report, i);
		looked++;
	}
	gb_report_compared(args.report, looked);
}
