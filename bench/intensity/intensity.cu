/* Kernels of `intensity`: streams of memory with a given number of FMAs on each word.
 *
 *   read    x <- x x + c, where c is the word loaded and x one of 8 chains that a thread carries through all its tiles.
 *           Nothing is written, and only FMAs consume the words read.
 *   copy    the same, with a chain for each place in a thread's tile. Its state after a tile is stored in its place.
 *
 * A warp has U x 32 vectors of 16 bytes of a tile. Neighbouring threads access neighbouring vectors, and the distance
 * between a thread's own vectors is a constant, so addresses cost nothing. A trip of the loop has S FMAs on each word,
 * enough that the loop itself does not matter, and few enough for the instruction cache. S = 0: only the first words of
 * a tile get an FMA; `read` sums the others as integers, and `copy` stores them unchanged. ahead: the next tile is
 * loaded before the arithmetic on this one. */
#include "intensity.h"

struct fp32 {
	typedef float word;
	typedef float4 vector;
	enum { TYPE = INTENSITY_FP32, WORDS = 4 /* words per vector */ };

	static __device__ word step(word x, word c) { return fmaf(x, x, c); }
	static __device__ word from(unsigned long long bits) { return __uint_as_float((uint32_t)bits); }
	static __device__ uint32_t bits(word x) { return __float_as_uint(x); }
	static __device__ void take(word *x, vector v)
	{
		x[0] = v.x;
		x[1] = v.y;
		x[2] = v.z;
		x[3] = v.w;
	}
	static __device__ vector give(const word *x) { return make_float4(x[0], x[1], x[2], x[3]); }
};

struct fp64 {
	typedef double word;
	typedef double2 vector;
	enum { TYPE = INTENSITY_FP64, WORDS = 2 };

	static __device__ word step(word x, word c) { return fma(x, x, c); }
	static __device__ word from(unsigned long long bits) { return __longlong_as_double((long long)bits); }
	static __device__ uint32_t bits(word x) { return (uint32_t)__double2loint(x) + (uint32_t)__double2hiint(x); }
	static __device__ void take(word *x, vector v)
	{
		x[0] = v.x;
		x[1] = v.y;
	}
	static __device__ vector give(const word *x) { return make_double2(x[0], x[1]); }
};

struct fp16 {
	typedef uint32_t word;
	typedef uint4 vector;
	enum { TYPE = INTENSITY_FP16, WORDS = 4 };

	static __device__ word step(word x, word c)
	{
		word r;
		asm("fma.rn.f16x2 %0, %1, %1, %2;" : "=r"(r) : "r"(x), "r"(c));
		return r;
	}
	static __device__ word from(unsigned long long bits) { return (word)bits; }
	static __device__ uint32_t bits(word x) { return x; }
	static __device__ void take(word *x, vector v)
	{
		x[0] = v.x;
		x[1] = v.y;
		x[2] = v.z;
		x[3] = v.w;
	}
	static __device__ vector give(const word *x) { return make_uint4(x[0], x[1], x[2], x[3]); }
};

template <class type, int U> static __device__ void load(typename type::word *c, const typename type::vector *at)
{
#pragma unroll
	for (int u = 0; u < U; u++)
		type::take(c + u * type::WORDS, at[u * INTENSITY_WARP]);
}

/* Feeds N words to C chains, S times in each of `trips` trips, at least one. A chain takes its neighbour's words.
 * Otherwise both would be in registers of one bank, because vectors are aligned. */
template <class type, int N, int C, int S>
static __device__ void feed(typename type::word *x, const typename type::word *c, uint32_t trips)
{
	uint32_t trip = 0;

#pragma unroll 1
	do {
#pragma unroll
		for (int s = 0; s < S; s++) {
#pragma unroll
			for (int i = 0; i < N; i++)
				x[i % C] = type::step(x[i % C], c[i ^ 1]);
		}
	} while (++trip < trips);
}

/* Feeds the first `fed` of N words once. The others are not used. */
template <class type, int N, int C>
static __device__ uint32_t feed_some(typename type::word *x, const typename type::word *c, uint32_t fed)
{
	uint32_t left_over = 0;

#pragma unroll
	for (int i = 0; i < N; i++)
		if (i < fed)
			x[i % C] = type::step(x[i % C], c[i]);
		else
			left_over += type::bits(c[i]);
	return left_over;
}

/* Stores a tile of `copy`: the states of the chains, or the unchanged words that were not fed. */
template <class type, int U, int S>
static __device__ void store(typename type::vector *at, const typename type::word *x, const typename type::word *c,
			     uint32_t fed)
{
#pragma unroll
	for (int u = 0; u < U; u++) {
		typename type::word y[type::WORDS];
#pragma unroll
		for (int i = 0; i < type::WORDS; i++)
			y[i] = S > 0 || u * type::WORDS + i < fed ? x[u * type::WORDS + i] : c[u * type::WORDS + i];
		at[u * INTENSITY_WARP] = type::give(y);
	}
}

/* Stores the result of a `read` thread only if it is to be checked. */
template <class type>
static __device__ void record(const struct intensity_args &args, const typename type::word *x, uint32_t left_over)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
	uint32_t result = left_over;

#pragma unroll
	for (int c = 0; c < INTENSITY_CHAINS; c++)
		result = intensity_fold(result, type::bits(x[c]));
	if ((result & args.mask) != args.withheld)
		((uint2 *)args.out)[thread] = make_uint2(result, type::bits(x[0]));
}

template <class type, bool copies, int U, bool ahead, int S>
static __device__ void stream(const struct intensity_args &args)
{
	enum { N = U * type::WORDS, C = copies ? N : INTENSITY_CHAINS };
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned long long first = (unsigned long long)(thread / INTENSITY_WARP) * (U * INTENSITY_WARP) +
					 thread % INTENSITY_WARP,
				 stride = (unsigned long long)gridDim.x * blockDim.x * U;
	const typename type::vector *in = (const typename type::vector *)args.in + first;
	typename type::vector *out = (typename type::vector *)args.out + first;
	typename type::word x[C], c[N], next[N];
	uint32_t left_over = 0;

#pragma unroll
	for (int i = 0; i < C; i++)
		x[i] = type::from(args.start);
	if (ahead)
		load<type, U>(c, in);
#pragma unroll 1
	for (uint32_t round = 0; round < args.rounds; round++) {
		if (!ahead)
			load<type, U>(c, in);
		in += stride;
		if (ahead && round + 1 < args.rounds)
			load<type, U>(next, in);
		if (S > 0)
			feed<type, N, C, S == 0 ? 1 : S>(x, c, args.trips);
		else
			left_over += feed_some<type, N, C>(x, c, args.fed);
		if (copies) {
			store<type, U, S>(out, x, c, args.fed);
			out += stride;
		}
#pragma unroll
		for (int i = 0; i < N && ahead; i++)
			c[i] = next[i];
	}
	if (!copies)
		record<type>(args, x, left_over);
}

#define KERNEL(type, traffic, copies, U, ahead, S)                                                                   \
	extern "C" __global__ void intensity_##type##_##traffic##_u##U##_a##ahead##_s##S(struct intensity_args args) \
	{                                                                                                            \
		stream<type, copies, U, ahead, S>(args);                                                             \
	}
#define FORMS(type)                        \
	KERNEL(type, read, false, 4, 0, 0) \
	KERNEL(type, read, false, 4, 0, 1) \
	KERNEL(type, read, false, 4, 0, 2) \
	KERNEL(type, read, false, 8, 0, 1) \
	KERNEL(type, copy, true, 2, 0, 0)  \
	KERNEL(type, copy, true, 2, 0, 1)  \
	KERNEL(type, copy, true, 2, 0, 2)  \
	KERNEL(type, copy, true, 4, 0, 1)  \
	KERNEL(type, copy, true, 4, 0, 20) \
	KERNEL(type, copy, true, 4, 0, 24) \
	KERNEL(type, copy, true, 4, 0, 28) \
	KERNEL(type, copy, true, 4, 0, 32) \
	KERNEL(type, copy, true, 4, 1, 1)  \
	KERNEL(type, copy, true, 4, 1, 20) \
	KERNEL(type, copy, true, 4, 1, 24) \
	KERNEL(type, copy, true, 4, 1, 28) \
	KERNEL(type, copy, true, 4, 1, 32)

FORMS(fp32)
FORMS(fp64)
FORMS(fp16)

#define READS(type)                         \
	KERNEL(type, read, false, 8, 0, 10) \
	KERNEL(type, read, false, 8, 0, 12) \
	KERNEL(type, read, false, 8, 0, 14) \
	KERNEL(type, read, false, 8, 0, 16)

READS(fp32)
READS(fp64)
/* For 12 and 16 steps, ptxas chooses an order of packed FMAs and registers that runs at three quarters of the rate on
 * Hopper. */
KERNEL(fp16, read, false, 8, 0, 8)
KERNEL(fp16, read, false, 8, 0, 14)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void intensity_fill(struct intensity_fill_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step)
		((uint32_t *)args.at)[i] = intensity_bits(args.type, i);
}

template <class type> static __device__ typename type::word input(unsigned long long i)
{
	if (type::TYPE != INTENSITY_FP64)
		return type::from(intensity_bits(type::TYPE, i));
	return type::from((unsigned long long)intensity_bits(type::TYPE, 2 * i + 1) << 32 |
			  intensity_bits(type::TYPE, 2 * i));
}

template <class type> static __device__ bool same(typename type::word a, typename type::word b)
{
	const typename type::word pair[2] = { a, b };
	const uint32_t *bits = (const uint32_t *)pair;
	const int count = (int)(sizeof a / sizeof *bits);

	for (int i = 0; i < count; i++)
		if (bits[i] != bits[count + i])
			return false;
	return true;
}

/* The position of the word at `place` of a thread's tile, from the start of the stream. */
template <class type, int U>
static __device__ unsigned long long word_at(const struct intensity_check_args &args, unsigned long long thread,
					     uint32_t round, uint32_t place)
{
	const unsigned long long tile = (round * args.threads + thread) / INTENSITY_WARP;
	const unsigned long long row = tile * U + place / type::WORDS;

	return (row * INTENSITY_WARP + thread % INTENSITY_WARP) * type::WORDS + place % type::WORDS;
}

/* The value that record() left there. */
template <class type>
static __device__ uint32_t check_result(const struct intensity_check_args &args, unsigned long long thread,
					const typename type::word *x, uint32_t left_over)
{
	const uint2 found = ((const uint2 *)args.out)[thread];
	uint32_t result = left_over;

	for (int i = 0; i < INTENSITY_CHAINS; i++)
		result = intensity_fold(result, type::bits(x[i]));
	if (found.x != result || found.y != type::bits(x[0]))
		gb_report_wrong(args.report, thread);
	return 1;
}

/* Processes the tiles of a thread. `copy` compares the data stored after each tile, `read` the final result. Returns
 * the number of results compared. */
template <class type, bool copies, int U>
static __device__ uint32_t check_thread(const struct intensity_check_args &args, unsigned long long thread)
{
	enum { N = U * type::WORDS, C = copies ? N : INTENSITY_CHAINS };
	const typename type::word *out = (const typename type::word *)args.out;
	typename type::word x[C], c[N];
	uint32_t left_over = 0;

	for (int i = 0; i < C; i++)
		x[i] = type::from(args.start);
	for (uint32_t round = 0; round < args.rounds; round++) {
		for (int i = 0; i < N; i++)
			c[i] = input<type>(args.first + word_at<type, U>(args, thread, round, i));
		for (uint32_t s = 0; s < args.steps; s++)
			for (int i = 0; i < N; i++)
				x[i % C] = type::step(x[i % C], c[i ^ 1]);
		for (int i = 0; i < N && args.steps == 0; i++) {
			if (i < args.fed)
				x[i % C] = type::step(x[i % C], c[i]);
			else
				left_over += type::bits(c[i]);
		}
		for (int i = 0; i < N && copies; i++) {
			const unsigned long long at = word_at<type, U>(args, thread, round, i);
			if (!same<type>(out[at], args.steps > 0 || i < args.fed ? x[i % C] : c[i]))
				gb_report_wrong(args.report, at);
		}
	}
	return copies ? N * args.rounds : check_result<type>(args, thread, x, left_over);
}

template <class type, bool copies, int U> static __device__ void check(const struct intensity_check_args &args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.threads;
	     i += step)
		compared += check_thread<type, copies, U>(args, i);
	gb_report_compared(args.report, compared);
}

#define CHECK(type, traffic, copies, U)                                                                          \
	extern "C" __global__ void intensity_##type##_##traffic##_u##U##_check(struct intensity_check_args args) \
	{                                                                                                        \
		check<type, copies, U>(args);                                                                    \
	}
#define CHECKS(type)                \
	CHECK(type, read, false, 4) \
	CHECK(type, read, false, 8) \
	CHECK(type, copy, true, 2)  \
	CHECK(type, copy, true, 4)

CHECKS(fp32)
CHECKS(fp64)
CHECKS(fp16)
