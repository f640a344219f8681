/* Kernels of `l1`. They are built with several values of -dlcm, which decides whether a plain load is cached in L1.
 * They use neither __restrict__ nor __ldg(), because -dlcm does not affect such loads. */
#include "l1.h"

/* Every thread reads groups of S neighbouring elements, one after the other. A warp's request then has this stride, and
 * the rest of its data serves later requests as long as L1 keeps it. All places are constants, so nothing is computed
 * between the loads. */
template <int S> static __device__ void sweep(const struct l1_sweep_args &args)
{
	enum { DEPTH = L1_DEPTH(S) };
	const uint32_t *a =
		args.a + (unsigned long long)(blockIdx.x % args.tiles) * (L1_SWEEP_BLOCK * DEPTH) + threadIdx.x * S;
	uint32_t x[DEPTH], total = 0;

#pragma unroll
	for (int n = 0; n < DEPTH; n++)
		x[n] = a[n / S * (L1_SWEEP_BLOCK * S) + n % S];
#pragma unroll
	for (int n = 0; n < DEPTH; n++)
		total += x[n];
	pattern_record(args.record, args.report, total);
}

#define SWEEP(S)                                                                                              \
	extern "C" __global__ void __launch_bounds__(L1_SWEEP_BLOCK) l1_sweep_s##S(struct l1_sweep_args args) \
	{                                                                                                     \
		sweep<S>(args);                                                                               \
	}
SWEEP(1)
SWEEP(2)
SWEEP(3)
SWEEP(4)
SWEEP(6)
SWEEP(8)
SWEEP(12)
SWEEP(16)
SWEEP(24)
SWEEP(32)

/* One element per thread, as in the sources. */
extern "C" __global__ void __launch_bounds__(L1_SWEEP_BLOCK) l1_sweep_naive(struct l1_sweep_args args)
{
	const unsigned long long i = (unsigned long long)blockIdx.x * L1_SWEEP_BLOCK + threadIdx.x;

	pattern_record(args.record, args.report, args.a[i * args.stride]);
}

/* A block repeatedly reads its working set, window after window of W steps each. A small set is at most one window. For
 * it, args.still, which is 0, replaces the offset of the next window; otherwise the compiler would load only once. */
template <int W> static __device__ void reuse(const struct l1_reuse_args &args)
{
	const char *a = (const char *)args.a + (unsigned long long)blockIdx.x * args.bytes +
			threadIdx.x * sizeof(uint2) % args.bytes;
	uint32_t at = 0, total = 0;

#pragma unroll 1
	for (uint32_t trip = 0; trip < args.trips; trip++) {
		uint2 x[L1_FLIGHT];
#pragma unroll
		for (int first = 0; first < L1_FLIGHT; first += W) {
#pragma unroll
			for (int u = 0; u < W; u++)
				x[first + u] = *(const uint2 *)(a + at + u * L1_REUSE_STEP);
			if (W < L1_WINDOW_MOST)
				at += args.still;
			else
				at = at + W * L1_REUSE_STEP < args.bytes ? at + W * L1_REUSE_STEP : 0;
		}
#pragma unroll
		for (int u = 0; u < L1_FLIGHT; u++)
			total += x[u].x + x[u].y;
	}
	pattern_record(args.record, args.report, total);
}

#define REUSE(W)                                                                                              \
	extern "C" __global__ void __launch_bounds__(L1_REUSE_BLOCK) l1_reuse_w##W(struct l1_reuse_args args) \
	{                                                                                                     \
		reuse<W>(args);                                                                               \
	}
REUSE(1)
REUSE(2)
REUSE(4)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void l1_fill(struct input_fill_args args)
{
	input_fill<input_float>(args);
}

extern "C" __global__ void l1_check(struct l1_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;
	uint32_t total = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step, compared++)
		total += input_float(args.first + i * args.step);
	atomicAdd(&args.report->expected, total * args.times);
	gb_report_compared(&args.report->words, compared);
}
