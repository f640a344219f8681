/* Kernels of `overlap`: one kernel, complete and without some of its parts.
 * In the complete kernel each thread reads its words c, iterates x <- x x + c several times for each, and stores the
 * final x in place of the word next to c. The arithmetic of other warps hides the loads. Neighbouring threads access
 * neighbouring vectors. All builds have the same arithmetic loop, and access the same addresses in the same order. */
#include "overlap.h"

static __device__ uint32_t sum(uint4 v)
{
	return v.x + v.y + v.z + v.w;
}

static __device__ uint4 marks(unsigned long long i)
{
	const uint32_t first = input_mark(4 * i), step = INPUT_GOLDEN;

	return make_uint4(first, first + step, first + 2 * step, first + 3 * step);
}

static __device__ uint4 own(uint32_t thread, int v)
{
	return make_uint4(overlap_own(thread, 4 * v), overlap_own(thread, 4 * v + 1), overlap_own(thread, 4 * v + 2),
			  overlap_own(thread, 4 * v + 3));
}

static __device__ void step(uint32_t &x, uint32_t c)
{
	x = __float_as_uint(fmaf(__uint_as_float(x), __uint_as_float(x), __uint_as_float(c)));
}

/* Runs `trips` times S steps of a thread's chains, at least once. A chain adds the neighbour's word: otherwise x and c
 * would be in registers of one bank, since vectors are aligned. */
template <int S> static __device__ void iterate(uint4 *x, const uint4 *c, uint32_t trips)
{
	uint32_t trip = 0;

#pragma unroll 1
	do {
#pragma unroll
		for (int s = 0; s < S; s++) {
#pragma unroll
			for (int v = 0; v < OVERLAP_VECTORS; v++) {
				step(x[v].x, c[v].y);
				step(x[v].y, c[v].x);
				step(x[v].z, c[v].w);
				step(x[v].w, c[v].z);
			}
		}
	} while (++trip < trips);
}

/* S: steps per trip; 0: no arithmetic. A build without stores writes its result only in a check. */
template <bool loads, int S, bool stores> static __device__ void build(const struct overlap_args &args)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x, start = __float_as_uint(args.start);
	const unsigned long long first =
		(unsigned long long)(thread / OVERLAP_WARP) * (OVERLAP_VECTORS * OVERLAP_WARP) + thread % OVERLAP_WARP;
	const uint4 *in = (const uint4 *)args.in + first;
	uint4 *out = (uint4 *)args.out + first;
	uint4 c[OVERLAP_VECTORS], x[OVERLAP_VECTORS];
	uint32_t total = 0;

#pragma unroll
	for (int v = 0; v < OVERLAP_VECTORS; v++) {
		if (loads)
			c[v] = in[v * OVERLAP_WARP];
		else if (S > 0)
			c[v] = own(thread, v);
		else
			c[v] = marks(first + v * OVERLAP_WARP);
		x[v] = S > 0 ? make_uint4(start, start, start, start) : c[v];
	}
	if (S > 0)
		iterate<S == 0 ? 1 : S>(x, c, args.trips);
#pragma unroll
	for (int v = 0; v < OVERLAP_VECTORS; v++)
		total += sum(x[v]);
	if (!stores && (total & args.mask) == args.withheld)
		return;
#pragma unroll
	for (int v = 0; v < OVERLAP_VECTORS; v++)
		out[v * OVERLAP_WARP] = x[v];
}

#define BUILD(name, loads, S, stores)                                       \
	extern "C" __global__ void overlap_##name(struct overlap_args args) \
	{                                                                   \
		build<loads, S, stores>(args);                              \
	}

BUILD(all_s1, true, OVERLAP_SHORT, true)
BUILD(all_s16, true, OVERLAP_LONG, true)
BUILD(math_s1, false, OVERLAP_SHORT, false)
BUILD(math_s16, false, OVERLAP_LONG, false)
BUILD(memory, true, 0, true)
BUILD(load, true, 0, false)
BUILD(store, false, 0, true)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void overlap_fill(struct input_fill_args args)
{
	input_fill<overlap_word>(args);
}

static __device__ uint32_t input(const struct overlap_check_args &args, unsigned long long i)
{
	const unsigned long long row = i / 4 / OVERLAP_WARP;
	const uint32_t lane = (uint32_t)(i / 4 % OVERLAP_WARP);
	const uint32_t thread = (uint32_t)(row / OVERLAP_VECTORS) * OVERLAP_WARP + lane;

	if (args.build != OVERLAP_MATH)
		return overlap_word(i);
	return overlap_own(thread, (uint32_t)(row % OVERLAP_VECTORS * 4 + i % 4));
}

static __device__ uint32_t expected(const struct overlap_check_args &args, unsigned long long i)
{
	const float c = __uint_as_float(input(args, i ^ 1));
	float x = args.start;

	if (args.build == OVERLAP_STORE)
		return input_mark(i);
	if (args.build == OVERLAP_MEMORY || args.build == OVERLAP_LOAD)
		return overlap_word(i);
	for (uint32_t s = 0; s < args.fmas; s++)
		x = fmaf(x, x, c);
	return __float_as_uint(x);
}

extern "C" __global__ void overlap_check(struct overlap_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step, compared++)
		if (((const uint32_t *)args.out)[i] != expected(args, i))
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, compared);
}
