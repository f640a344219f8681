/* Kernels of `shared`: each warp repeatedly accesses its own piece of the block's shared memory, with U accesses of
 * W bytes per thread and neighbouring threads at neighbouring addresses, so that no two lanes of an access meet in a
 * bank. */
#include "shared.h"

template <int W> struct word {
	unsigned int part[W / 4];
};

/* Inline, so that no access is folded, merged or moved out of the loop. */
static __device__ void load(word<4> &w, unsigned int at)
{
	asm volatile("ld.volatile.shared.u32 %0, [%1];" : "=r"(w.part[0]) : "r"(at) : "memory");
}
static __device__ void load(word<8> &w, unsigned int at)
{
	asm volatile("ld.volatile.shared.v2.u32 {%0, %1}, [%2];"
		     : "=r"(w.part[0]), "=r"(w.part[1])
		     : "r"(at)
		     : "memory");
}
static __device__ void load(word<16> &w, unsigned int at)
{
	asm volatile("ld.volatile.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
		     : "=r"(w.part[0]), "=r"(w.part[1]), "=r"(w.part[2]), "=r"(w.part[3])
		     : "r"(at)
		     : "memory");
}

static __device__ void store(const word<4> &w, unsigned int at)
{
	asm volatile("st.volatile.shared.u32 [%0], %1;" : : "r"(at), "r"(w.part[0]) : "memory");
}
static __device__ void store(const word<8> &w, unsigned int at)
{
	asm volatile("st.volatile.shared.v2.u32 [%0], {%1, %2};"
		     :
		     : "r"(at), "r"(w.part[0]), "r"(w.part[1])
		     : "memory");
}
static __device__ void store(const word<16> &w, unsigned int at)
{
	asm volatile("st.volatile.shared.v4.u32 [%0], {%1, %2, %3, %4};"
		     :
		     : "r"(at), "r"(w.part[0]), "r"(w.part[1]), "r"(w.part[2]), "r"(w.part[3])
		     : "memory");
}

template <int op, int W, int U> static __device__ void stream(const shared_args &args)
{
	extern __shared__ __align__(128) unsigned int memory[];
	const unsigned int warp = threadIdx.x / SHARED_LANES, lane = threadIdx.x % SHARED_LANES;
	const unsigned int mine = warp * (U * SHARED_LANES * W) + lane * W;
	const unsigned int to =
		(unsigned int)__cvta_generic_to_shared(memory) + mine + (op == SHARED_COPY ? 4 * args.words : 0);
	unsigned int from = (unsigned int)__cvta_generic_to_shared(memory) + mine, total = 0;
	word<W> w[U];

#pragma unroll 1
	for (unsigned int i = threadIdx.x; i < args.words; i += blockDim.x)
		memory[i] = shared_word(i);
#pragma unroll
	for (int i = 0; i < W / 4; i++)
		w[0].part[i] = shared_written(mine / 4 + i, 0);
	__syncthreads();

#pragma unroll 1
	for (unsigned int trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int u = 0; u < U; u++)
			if (op != SHARED_WRITE)
				load(w[u], from + u * (SHARED_LANES * W));
		if (op == SHARED_WRITE) {
#pragma unroll
			for (int i = 0; i < W / 4; i++)
				w[0].part[i]++;
		}
#pragma unroll
		for (int u = 0; u < U; u++) {
			if (op != SHARED_READ)
				store(w[op == SHARED_COPY ? u : 0], to + u * (SHARED_LANES * W));
#pragma unroll
			for (int i = 0; i < W / 4; i++)
				if (op == SHARED_READ)
					total += w[u].part[i];
		}
		from ^= args.flip;
	}

	__syncthreads();
	if (!args.record)
		return;
	args.sum[blockIdx.x * blockDim.x + threadIdx.x] = total;
#pragma unroll 1
	for (unsigned int i = threadIdx.x; i < args.words; i += blockDim.x)
		args.left[blockIdx.x * args.words + i] = memory[(op == SHARED_COPY ? args.words : 0) + i];
}

#define KERNEL(name, op, W, U)                                                                                  \
	extern "C" __global__ void __launch_bounds__(1024) shared_##name##_w##W##_u##U(struct shared_args args) \
	{                                                                                                       \
		stream<op, W, U>(args);                                                                         \
	}
#define WORDS(name, op, U)     \
	KERNEL(name, op, 4, U) \
	KERNEL(name, op, 8, U) \
	KERNEL(name, op, 16, U)
#define OPS(U)                        \
	WORDS(read, SHARED_READ, U)   \
	WORDS(write, SHARED_WRITE, U) \
	WORDS(copy, SHARED_COPY, U)

OPS(2)
OPS(4)
OPS(8)
