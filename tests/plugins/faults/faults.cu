/* Kernels of `faults`: one works, one writes to an invalid address, one never ends. */
#include "faults.h"

extern "C" __global__ void faults_fine(struct faults_args args)
{
	const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < args.words)
		args.out[i] = args.value + i;
}

extern "C" __global__ void faults_illegal_address(struct faults_args args)
{
	*(volatile unsigned int *)0x10 = args.value;
}

extern "C" __global__ void faults_endless(struct faults_args args)
{
	volatile unsigned int *word = args.out;

	while (*word != args.value)
		;
}
