/* Kernels of `skeleton`. Each is extern "C", so that the host finds its name, and takes one struct by value. */
#include "skeleton.h"

extern "C" __global__ void skeleton_add(struct skeleton_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step)
		args.out[i] = args.in[i] + SKELETON_ADD;
}

/* Not timed: compares every word with the expected value, recomputed. */
extern "C" __global__ void skeleton_check(struct skeleton_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step, compared++)
		if (args.out[i] != skeleton_word(i) + SKELETON_ADD)
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, compared);
}
