/* Kernels of `mistakes`. */
#include "mistakes.h"

extern "C" __global__ void mistakes_count(struct mistakes_args args)
{
	const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < args.words)
		args.out[i] = i + args.add;
}

extern "C" __global__ void __launch_bounds__(256) mistakes_bounded(struct mistakes_args args)
{
	args.out[threadIdx.x] = args.add;
}

/* A mistake: the host cannot find this name. */
__global__ void mistakes_mangled(struct mistakes_args args)
{
	args.out[threadIdx.x] = args.add;
}
