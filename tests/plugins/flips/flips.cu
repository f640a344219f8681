/* Kernels of `flips`: one counts launches on the device, also in graphs; one writes the output and flips a bit in one
 * launch; one checks. */
#include "flips.h"

extern "C" __global__ void flips_turn(struct flips_args args)
{
	++*args.turn;
}

extern "C" __global__ void flips_write(struct flips_args args)
{
	const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
	const bool flips = i == FLIPS_WORD && args.at != 0 && *args.turn == args.at;
	unsigned int sm;

	asm("mov.u32 %0, %%smid;" : "=r"(sm));
	if (threadIdx.x == 0)
		args.sms[blockIdx.x] = sm;
	if (i < args.words)
		args.out[i] = flips_word(i) ^ (flips ? FLIPS_BIT : 0);
}

extern "C" __global__ void flips_check(struct flips_check_args args)
{
	const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i >= args.words)
		return;
	if (args.out[i] != flips_word(i))
		gb_report_wrong(args.report, i);
	gb_report_compared(args.report, 1);
}
