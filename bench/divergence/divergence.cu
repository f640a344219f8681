/* Kernels of `divergence`: 32 paths of equal instructions, a loop of different lengths, short branches.
 *
 * The 32 warps of a block fill an SM's schedulers; each thread executes fused multiply-adds in two chains. The SM's
 * own clock is read between barriers. A first round of a few trips, which brings the code into the instruction
 * caches, is not counted. */
#include "../common/now.h"
#include "divergence.h"

struct chains {
	float x[2], a;
};

/* Inline, so that paths are neither merged nor replaced by a select. */
static __device__ void fma_to(float &x, float a, float term)
{
	asm volatile("fma.rn.f32 %0, %0, %1, %2;" : "+f"(x) : "f"(a), "f"(term));
}

template <int path> static __device__ void walk(chains &c, unsigned int trips)
{
#pragma unroll 1
	for (unsigned int trip = 0; trip < trips; trip++) {
#pragma unroll
		for (int i = 0; i < DIVERGENCE_BODY; i++)
			fma_to(c.x[i % 2], c.a, DIVERGENCE_TERM(path));
	}
}

/* Each path has its own test: a switch would become an indirect branch. */
template <int end> struct paths {
	static __device__ void go(chains &c, const unsigned int *trips, unsigned int mine)
	{
		paths<end - 1>::go(c, trips, mine);
		asm volatile("" : "+r"(mine));
		if (mine == end - 1)
			walk<end - 1>(c, trips[end - 1]);
	}
};
template <> struct paths<0> {
	static __device__ void go(chains &, const unsigned int *, unsigned int) {}
};

struct by_path {
	unsigned int mine;
	__device__ by_path(const divergence_args &args)
	{
		const unsigned int lane = threadIdx.x % DIVERGENCE_LANES, warp = threadIdx.x / DIVERGENCE_LANES;
		mine = args.path[args.by_warp ? warp : lane];
	}
	__device__ void go(chains &c, const unsigned int *trips) { paths<DIVERGENCE_PATHS>::go(c, trips, mine); }
};

struct by_length {
	__device__ by_length(const divergence_args &) {}
	__device__ void go(chains &c, const unsigned int *trips) { walk<0>(c, trips[threadIdx.x % DIVERGENCE_LANES]); }
};

/* An `if` around L multiply-adds: as the compiler emits it, or predicated. */
template <int L, bool predicated> struct short_branches {
	unsigned int bits;
	__device__ short_branches(const divergence_args &args)
	{
		bits = args.taken >> threadIdx.x % DIVERGENCE_LANES & 1 ? ~0u : 0;
	}
	__device__ void branch(chains &c, int first, unsigned int taken)
	{
		if (!taken)
			return;
#pragma unroll
		for (int i = 0; i < L; i++)
			fma_to(c.x[(first + i) % 2], c.a, DIVERGENCE_TERM(0));
	}
	__device__ void predicate(chains &c, int first, unsigned int taken)
	{
#pragma unroll
		for (int i = 0; i < L; i++)
			asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p fma.rn.f32 %0, %0, %1, %3; }"
				     : "+f"(c.x[(first + i) % 2])
				     : "f"(c.a), "r"(taken), "f"(DIVERGENCE_TERM(0)));
	}
	__device__ void go(chains &c, const unsigned int *trips)
	{
#pragma unroll 1
		for (unsigned int trip = 0; trip < trips[0]; trip++) {
#pragma unroll
			for (int i = 0; i < DIVERGENCE_IFS; i++)
				if (predicated)
					predicate(c, i, bits & 1u << i);
				else
					branch(c, i, bits & 1u << i);
			/* The values never change, but the compiler does not know that. */
			bits = __funnelshift_l(bits, bits, DIVERGENCE_IFS);
		}
	}
};

template <class kind> static __device__ void measure(const divergence_args &args)
{
	const unsigned int seed = threadIdx.x % DIVERGENCE_SEEDS;
	chains c = { { divergence_start(seed, 0), divergence_start(seed, 1) }, divergence_factor(seed) };
	unsigned int cycles = 0;
	kind what(args);

#pragma unroll 1
	for (unsigned int round = 0; round < 2; round++) {
		__syncthreads();
		const long long start = clock_now();
		what.go(c, args.trips[round]);
		/* The barrier waits for every thread's chains. */
		__syncthreads_or(c.x[0] + c.x[1] == c.a);
		cycles = (unsigned int)(clock_now() - start);
	}
	if (threadIdx.x == 0)
		args.cycles[blockIdx.x] = cycles;
	if (args.record)
		args.out[blockIdx.x * blockDim.x + threadIdx.x] = c.x[0] + c.x[1];
}

#define KERNEL(name, ...)                                                                                 \
	extern "C" __global__ void __launch_bounds__(1024) divergence_##name(struct divergence_args args) \
	{                                                                                                 \
		measure<__VA_ARGS__>(args);                                                               \
	}
#define SHORT(L)                                     \
	KERNEL(branch_##L, short_branches<L, false>) \
	KERNEL(predicated_##L, short_branches<L, true>)

KERNEL(paths, by_path)
KERNEL(loop, by_length)
SHORT(1)
SHORT(2)
SHORT(4)
SHORT(8)
SHORT(16)
SHORT(32)
