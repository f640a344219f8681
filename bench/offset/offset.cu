/* Kernels of `offset`: out[i] = a[i] or a[i] + b[i], where arrays may be misaligned or lanes out of order.
 * In the wide form a thread processes U elements, OFFSET_BLOCK apart, with all their loads in flight at once.
 * Neighbouring threads access neighbouring elements for any U. The naive form is U = 1, with the same pattern. */
#include "offset.h"

template <int B> struct element;
template <> struct element<1> {
	typedef unsigned char type;
};
template <> struct element<2> {
	typedef unsigned short type;
};
template <> struct element<4> {
	typedef uint32_t type;
};
template <> struct element<8> {
	typedef uint2 type;
};
template <> struct element<16> {
	typedef uint4 type;
};

template <class T> static __device__ T plus(T a, T b)
{
	return (T)(a + b);
}
static __device__ uint2 plus(uint2 a, uint2 b)
{
	return make_uint2(a.x + b.x, a.y + b.y);
}
static __device__ uint4 plus(uint4 a, uint4 b)
{
	return make_uint4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

template <int op, class T> static __device__ T load(const T *at)
{
	return op == OFFSET_SUM_CG ? __ldcg(at) : *at;
}

template <int op, int B, int U> static __device__ void shifted(const struct offset_args &args)
{
	typedef typename element<B>::type T;
	const unsigned long long first = (unsigned long long)blockIdx.x * U * OFFSET_BLOCK + threadIdx.x;
	const unsigned long long from =
		op == OFFSET_PERMUTED ? first - first % 32 + offset_lane(threadIdx.x % 32) : first;
	const T *a = (const T *)args.a + from, *b = (const T *)args.b + first;
	T *out = (T *)args.out + first;
	T x[U], y[U];

#pragma unroll
	for (int u = 0; u < U; u++)
		x[u] = load<op>(a + u * OFFSET_BLOCK);
#pragma unroll
	for (int u = 0; u < U; u++)
		if (op == OFFSET_SUM || op == OFFSET_SUM_CG)
			y[u] = load<op>(b + u * OFFSET_BLOCK);
#pragma unroll
	for (int u = 0; u < U; u++)
		out[u * OFFSET_BLOCK] = op == OFFSET_SUM || op == OFFSET_SUM_CG ? plus(x[u], y[u]) : x[u];
}

#define KERNEL(name, op, B, U)                                       \
	extern "C" __global__ void __launch_bounds__(OFFSET_BLOCK)   \
		offset_##name##_b##B##_u##U(struct offset_args args) \
	{                                                            \
		shifted<op, B, U>(args);                             \
	}
/* The wide form has 16 bytes of each array per thread, but at most 8 elements, since more make the copy slower. */
#define NAMED(name, op)         \
	KERNEL(name, op, 1, 8)  \
	KERNEL(name, op, 2, 8)  \
	KERNEL(name, op, 4, 4)  \
	KERNEL(name, op, 8, 2)  \
	KERNEL(name, op, 16, 1) \
	KERNEL(name, op, 4, 1)

NAMED(copy, OFFSET_COPY)
NAMED(sum, OFFSET_SUM)
NAMED(sum_cg, OFFSET_SUM_CG)
NAMED(permuted, OFFSET_PERMUTED)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void offset_fill(struct input_fill_args args)
{
	input_fill<input_float>(args);
}

/* Four bytes of the input from byte `at` on, in memory order. */
static __device__ uint32_t input(unsigned long long at)
{
	const unsigned long long word = at / 4;

	return __funnelshift_r(input_float(word), input_float(word + 1), 8 * (uint32_t)(at % 4));
}

/* Four bytes of the input from byte `at` on, a multiple of 4, with the elements of each group of 32 permuted. */
static __device__ uint32_t permuted(unsigned long long at, uint32_t bytes)
{
	uint32_t word = 0;

	for (uint32_t n = 0; n < 4; n++) {
		const unsigned long long element = (at + n) / bytes;
		const unsigned long long from = element - element % 32 + offset_lane((uint32_t)(element % 32));
		word |= (input(from * bytes + (at + n) % bytes) & 0xff) << 8 * n;
	}
	return word;
}

/* Adds elements of `bytes` bytes that are packed into a word. Longer elements are added word by word. */
static __device__ uint32_t sums(uint32_t x, uint32_t y, uint32_t bytes)
{
	const uint32_t top = bytes == 1 ? 0x80808080u : bytes == 2 ? 0x80008000u : 0x80000000u;

	return ((x & ~top) + (y & ~top)) ^ ((x ^ y) & top);
}

/* Compares every word of the output array, and the words at its ends byte by byte. */
extern "C" __global__ void offset_check(struct offset_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step, compared++) {
		uint32_t expected = args.op == OFFSET_PERMUTED ? permuted(4 * i, args.bytes) : input(args.a + 4 * i);
		if (args.op == OFFSET_SUM || args.op == OFFSET_SUM_CG)
			expected = sums(expected, input(args.b + 4 * i), args.bytes);
		for (uint32_t n = 0; n < 4; n++)
			if (4 * i + n < args.start || 4 * i + n >= args.end)
				expected |= PATTERN_POISON << 8 * n;
		if (args.out[i] != expected)
			gb_report_wrong(&args.report->words, i);
	}
	gb_report_compared(&args.report->words, compared);
}
