/* Kernels of `ffma`: C independent chains a thread, B FMAs a trip of the loop.
 *
 * Two register operands alone (x and a) never collide on a register bank, and the body stays inside the instruction
 * cache: bodies of some 800 FMAs lose a third of the rate on Hopper. */
#include "ffma.h"

template <int C, int B> static __device__ void chains(const struct ffma_args &args)
{
	const unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
	const float a = ffma_factor(thread % FFMA_SEEDS);
	float x[C], sum = 0;

#pragma unroll
	for (int c = 0; c < C; c++)
		x[c] = ffma_start(thread % FFMA_SEEDS, c);
#pragma unroll 1
	for (unsigned int trip = 0; trip < args.trips; trip++) {
#pragma unroll
		for (int step = 0; step < B / C; step++) {
#pragma unroll
			for (int c = 0; c < C; c++)
				x[c] = fmaf(x[c], a, a);
		}
	}
#pragma unroll
	for (int c = 0; c < C; c++)
		sum += x[c];
	args.out[thread] = sum;
}

#define KERNEL(C, B)                                                       \
	extern "C" __global__ void ffma_c##C##_b##B(struct ffma_args args) \
	{                                                                  \
		chains<C, B>(args);                                        \
	}
#define BODIES(C)      \
	KERNEL(C, 128) \
	KERNEL(C, 256) \
	KERNEL(C, 512) \
	KERNEL(C, 640) \
	KERNEL(C, 768)

BODIES(1)
BODIES(2)
BODIES(4)
BODIES(8)
BODIES(16)
