/* Kernels of `collective`: fill the data to send, and check the data received. The library moves them. */
#include "collective.h"

extern "C" __global__ void collective_fill(struct collective_fill_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.count;
	     i += step)
		args.at[i] = collective_element(args.rank, i);
}

extern "C" __global__ void collective_check(struct collective_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.count;
	     i += step, compared++)
		if (args.at[i] != collective_expected(&args, i))
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, compared);
}
