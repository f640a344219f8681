/* Kernels of `l1`. They are built with several -dlcm, which decides whether a plain load is cached in L1: no __restrict__
 * and no __ldg() here, whose loads it does not reach. */
#include "l1.h"

/* Every thread reads groups of `stride` neighbouring elements, one after the other: a warp's request has that stride, and
 * what it fetched and did not use is for the requests behind it, as long as L1 keeps it. */
extern "C" __global__ void __launch_bounds__(L1_SWEEP_BLOCK) l1_sweep_wide(struct l1_sweep_args args)
{
	const unsigned int tile = blockIdx.x % args.tiles;
	const unsigned int *at = args.a + (unsigned long long)tile * args.trips * (L1_SWEEP_BLOCK * L1_FLIGHT) +
				 threadIdx.x * args.stride;
	const unsigned int jump = (L1_SWEEP_BLOCK - 1) * args.stride; /* to the thread's next group */
	unsigned int left = args.stride, total = 0;

#pragma unroll 1
	for (unsigned int trip = 0; trip < args.trips; trip++) {
		unsigned int x[L1_FLIGHT];
#pragma unroll
		for (int u = 0; u < L1_FLIGHT; u++) {
			x[u] = *at++;
			if (--left == 0) {
				left = args.stride;
				at += jump;
			}
		}
#pragma unroll
		for (int u = 0; u < L1_FLIGHT; u++)
			total += x[u];
	}
	pattern_record(args.record, args.report, total);
}

/* One element a thread, and no other one: as in the sources. */
extern "C" __global__ void __launch_bounds__(L1_SWEEP_BLOCK) l1_sweep_naive(struct l1_sweep_args args)
{
	const unsigned long long i = (unsigned long long)blockIdx.x * L1_SWEEP_BLOCK + threadIdx.x;

	pattern_record(args.record, args.report, args.a[i * args.stride]);
}

/* A block goes round in its working set, 16 bytes a thread: a multiple of what the block reads at once, or a divisor of
 * it, in which case several threads read each word. */
extern "C" __global__ void __launch_bounds__(L1_REUSE_BLOCK) l1_reuse(struct l1_reuse_args args)
{
	const char *a =
		(const char *)args.a + (unsigned long long)blockIdx.x * args.bytes + threadIdx.x * 16 % args.bytes;
	const unsigned int step = L1_REUSE_STEP % args.bytes;
	unsigned int at = 0, total = 0;

#pragma unroll 1
	for (unsigned int trip = 0; trip < args.trips; trip++) {
		uint4 x[L1_FLIGHT];
#pragma unroll
		for (int u = 0; u < L1_FLIGHT; u++) {
			x[u] = *(const uint4 *)(a + at);
			at += step;
			at = at == args.bytes ? 0 : at;
		}
#pragma unroll
		for (int u = 0; u < L1_FLIGHT; u++)
			total += x[u].x + x[u].y + x[u].z + x[u].w;
	}
	pattern_record(args.record, args.report, total);
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void l1_fill(struct pattern_fill_args args)
{
	pattern_fill(args);
}

/* What the sum of the words read must be. */
extern "C" __global__ void l1_check(struct l1_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;
	unsigned int total = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step, compared++)
		total += pattern_word(args.first + i * args.step);
	atomicAdd(&args.report->expected, total * args.times);
	atomicAdd(&args.report->compared, compared);
}
