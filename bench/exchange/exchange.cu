/* Kernels of `exchange`: they fill the data to send, check the received data, and copy with the SMs. */
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

extern "C" __global__ void __launch_bounds__(EXCHANGE_BLOCK) exchange_send(struct exchange_send_args args)
{
	const uint32_t part = blockIdx.x / args.targets, parts = gridDim.x / args.targets;
	char *const to = args.to[blockIdx.x % args.targets];

#pragma unroll 1
	for (uint32_t pass = 0; pass < args.passes; pass++)
#pragma unroll 1
		for (unsigned long long tile = part; tile < args.tiles; tile += parts) {
			const unsigned long long at = tile * EXCHANGE_TILE + threadIdx.x * sizeof(uint4);
			uint4 v[EXCHANGE_UNROLL];
#pragma unroll
			for (int u = 0; u < EXCHANGE_UNROLL; u++)
				v[u] = __ldcs((const uint4 *)(args.from + at) + u * EXCHANGE_BLOCK);
#pragma unroll
			for (int u = 0; u < EXCHANGE_UNROLL; u++)
				__stwb((uint4 *)(to + at) + u * EXCHANGE_BLOCK, v[u]);
		}
}
