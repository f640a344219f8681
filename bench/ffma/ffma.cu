/* Kernels of `ffma`: C independent chains per thread, B multiply-adds per iteration of the loop, in one format.
 *
 * With only two register operands (x and a) there are no register bank conflicts. The body stays inside the
 * instruction cache: bodies of about 800 FMAs lose a third of the rate on Hopper. */
#include "../common/now.h"
#include "ffma.h"

/* The formats: the layout of a value in a word, and the step of a chain. ffma_chains.h has the same for the host. */

struct fp32 {
	typedef float value;
	static __device__ float value_of(ffma_word word) { return __int_as_float((int)word); }
	static __device__ ffma_word word_of(float x) { return (unsigned int)__float_as_int(x); }
	static __device__ float step(float x, float a) { return fmaf(x, a, a); }
};

struct fp64 {
	typedef double value;
	static __device__ double value_of(ffma_word word) { return __longlong_as_double((long long)word); }
	static __device__ ffma_word word_of(double x) { return (ffma_word)__double_as_longlong(x); }
	static __device__ double step(double x, double a) { return fma(x, a, a); }
};

struct bits32 {
	typedef unsigned int value;
	static __device__ unsigned int value_of(ffma_word word) { return (unsigned int)word; }
	static __device__ ffma_word word_of(unsigned int x) { return x; }
};

/* In PTX, because nvcc takes minutes to optimize a chain of hundreds of these in C++. */
struct int32 : bits32 {
	static __device__ unsigned int step(unsigned int x, unsigned int a)
	{
		unsigned int next;
		asm("mad.lo.u32 %0, %1, %2, %2;" : "=r"(next) : "r"(x), "r"(a));
		return next;
	}
};

struct fp16 : bits32 {
	static __device__ unsigned int step(unsigned int x, unsigned int a)
	{
		unsigned int next;
		asm("fma.rn.f16x2 %0, %1, %1, %2;" : "=r"(next) : "r"(x), "r"(a));
		return next;
	}
};

struct bf16 : bits32 {
	static __device__ unsigned int step(unsigned int x, unsigned int a)
	{
		unsigned int next;
		asm("fma.rn.bf16x2 %0, %1, %1, %2;" : "=r"(next) : "r"(x), "r"(a));
		return next;
	}
};

struct dp4a : bits32 {
	static __device__ unsigned int step(unsigned int x, unsigned int a)
	{
		return (unsigned int)__dp4a((int)x, (int)a, (int)x);
	}
};

template <class format, int C, int B> static __device__ void chains(const struct ffma_args &args)
{
	const unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned int trips = blockIdx.x < args.first ? args.trips : args.short_trips;
	const struct ffma_seed *seed = args.seeds + thread % FFMA_SEEDS;
	const typename format::value a = format::value_of(seed->factor);
	typename format::value x[C];
	ffma_word sum = 0;

#pragma unroll
	for (int c = 0; c < C; c++)
		x[c] = format::value_of(seed->start[c]);
#pragma unroll 1
	for (unsigned int trip = 0; trip < trips; trip++) {
#pragma unroll
		for (int step = 0; step < B / C; step++) {
#pragma unroll
			for (int c = 0; c < C; c++)
				x[c] = format::step(x[c], a);
		}
	}
#pragma unroll
	for (int c = 0; c < C; c++)
		sum = sum * FFMA_SHARE + format::word_of(x[c]);
	args.out[thread] = sum;
	if (threadIdx.x == 0)
		args.sms[blockIdx.x] = this_sm();
}

#define KERNEL(prefix, format, C, B)                                           \
	extern "C" __global__ void prefix##_c##C##_b##B(struct ffma_args args) \
	{                                                                      \
		chains<format, C, B>(args);                                    \
	}
#define BODIES(prefix, format, C)      \
	KERNEL(prefix, format, C, 128) \
	KERNEL(prefix, format, C, 512) \
	KERNEL(prefix, format, C, 640) \
	KERNEL(prefix, format, C, 768)
#define CHAINS(prefix, format)    \
	BODIES(prefix, format, 1) \
	BODIES(prefix, format, 2) \
	BODIES(prefix, format, 4) \
	BODIES(prefix, format, 8)

CHAINS(ffma, fp32)
CHAINS(ffma_fp64, fp64)
CHAINS(ffma_fp16, fp16)
CHAINS(ffma_int32, int32)
CHAINS(ffma_dp4a, dp4a)
#if __CUDA_ARCH__ >= 800
CHAINS(ffma_bf16, bf16)
#endif
