/* Kernels of `stride`: neighbouring threads access elements that are a stride apart.
 * In the wide form a thread processes U elements, STRIDE_BLOCK strides apart, with all their loads in flight at once.
 * The naive form is U = 1. */
#include "stride.h"

template <int B> struct element;
template <> struct element<4> {
	typedef uint32_t type;
};
template <> struct element<8> {
	typedef uint2 type;
};
template <> struct element<16> {
	typedef uint4 type;
};

static __device__ uint32_t sum(uint32_t v)
{
	return v;
}
static __device__ uint32_t sum(uint2 v)
{
	return v.x + v.y;
}
static __device__ uint32_t sum(uint4 v)
{
	return v.x + v.y + v.z + v.w;
}

static __device__ void marks(uint32_t &v, uint32_t k)
{
	v = stride_mark(k, 0);
}
static __device__ void marks(uint2 &v, uint32_t k)
{
	v = make_uint2(stride_mark(k, 0), stride_mark(k, 1));
}
static __device__ void marks(uint4 &v, uint32_t k)
{
	v = make_uint4(stride_mark(k, 0), stride_mark(k, 1), stride_mark(k, 2), stride_mark(k, 3));
}

static __device__ unsigned long long place_of(const struct stride_place &place, uint32_t k)
{
	return (unsigned long long)(k & place.mask) * place.pitch + (unsigned long long)(k >> place.shift) * place.hop;
}

template <int op, int B, int U> static __device__ void strided(const struct stride_args &args)
{
	typedef typename element<B>::type T;
	const uint32_t first = blockIdx.x * (U * STRIDE_BLOCK) + threadIdx.x;
	unsigned long long at[U];
	uint32_t total = 0;
	T x[U];

#pragma unroll
	for (int u = 0; u < U; u++) {
		at[u] = place_of(args.place, first + u * STRIDE_BLOCK);
		if (op == STRIDE_WRITE)
			marks(x[u], first + u * STRIDE_BLOCK);
		else
			x[u] = *(const T *)((const char *)args.a + at[u]);
	}
#pragma unroll
	for (int u = 0; u < U; u++)
		if (op == STRIDE_READ)
			total += sum(x[u]);
		else
			*(T *)((char *)args.out + at[u]) = x[u];
	if (op == STRIDE_READ)
		pattern_record(args.record, args.report, total);
}

#define KERNEL(name, op, B, U)                                       \
	extern "C" __global__ void __launch_bounds__(STRIDE_BLOCK)   \
		stride_##name##_b##B##_u##U(struct stride_args args) \
	{                                                            \
		strided<op, B, U>(args);                             \
	}
/* The wide form has 16 bytes per thread in flight in each direction, or 32 if it only reads. */
KERNEL(copy, STRIDE_COPY, 4, 4)
KERNEL(copy, STRIDE_COPY, 8, 2)
KERNEL(copy, STRIDE_COPY, 16, 1)
KERNEL(read, STRIDE_READ, 4, 8)
KERNEL(read, STRIDE_READ, 8, 4)
KERNEL(read, STRIDE_READ, 16, 2)
KERNEL(write, STRIDE_WRITE, 4, 4)
KERNEL(write, STRIDE_WRITE, 8, 2)
KERNEL(write, STRIDE_WRITE, 16, 1)
/* The naive form, as in the sources. */
KERNEL(copy, STRIDE_COPY, 4, 1)
KERNEL(copy, STRIDE_COPY, 8, 1)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void stride_fill(struct input_fill_args args)
{
	input_fill<input_float>(args);
}

static __device__ unsigned long long word_of(const struct stride_check_args &args, unsigned long long k)
{
	return (k % args.rows * args.pitch + k / args.rows * args.hop) / 4;
}

extern "C" __global__ void stride_poison(struct stride_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long k = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; k < args.elements;
	     k += step)
		for (uint32_t w = 0; w < args.bytes / 4; w++)
			args.out[word_of(args, k) + w] = PATTERN_POISON * 0x01010101u;
}

/* Compares every word of every element. If elements are only read, adds them up. */
extern "C" __global__ void stride_check(struct stride_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;
	uint32_t total = 0;

	for (unsigned long long k = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; k < args.elements;
	     k += step)
		for (uint32_t w = 0; w < args.bytes / 4; w++, compared++) {
			const unsigned long long i = word_of(args, k) + w;
			const uint32_t in = input_float(i);
			if (args.op == STRIDE_READ)
				total += in;
			else if (args.out[i] != (args.op == STRIDE_WRITE ? stride_mark((uint32_t)k, w) : in))
				gb_report_wrong(&args.report->words, i);
		}
	atomicAdd(&args.report->expected, (unsigned long long)total);
	gb_report_compared(&args.report->words, compared);
}
