/* Kernels of `exchange`: what is sent, and what must have come. The copy engines move it. */
#include "exchange.h"

extern "C" __global__ void exchange_fill(struct exchange_fill_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step)
		args.at[i] = exchange_word(args.from, i);
}

extern "C" __global__ void exchange_check(struct exchange_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step, compared++)
		if (args.at[i] != exchange_word(args.from, i))
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, compared);
}
