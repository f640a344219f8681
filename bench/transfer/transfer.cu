/* Kernels of `transfer`: reads and writes of host memory through its mapping, and checks of copied data. */
#include "transfer.h"

/* Reads and writes of host memory by SMs. */

template <int V> struct vector;
template <> struct vector<1> {
	typedef uint32_t type;
};
template <> struct vector<2> {
	typedef uint2 type;
};
template <> struct vector<4> {
	typedef uint4 type;
};

static __device__ uint32_t total(uint32_t v)
{
	return v;
}
static __device__ uint32_t total(uint2 v)
{
	return v.x + v.y;
}
static __device__ uint32_t total(uint4 v)
{
	return v.x + v.y + v.z + v.w;
}

template <int V, int U> static __device__ void read_all(const transfer_args &a)
{
	typedef typename vector<V>::type T;
	const T *at = (const T *)a.at;
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x, count = a.words / V;
	uint32_t sum = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count;
	     i += U * step) {
		T v[U];
#pragma unroll
		for (int u = 0; u < U; u++)
			if (i + u * step < count)
				v[u] = __ldcs(at + i + u * step);
#pragma unroll
		for (int u = 0; u < U; u++)
			if (i + u * step < count)
				sum += total(v[u]);
	}
	if (a.record)
		atomicAdd(a.sum, sum);
}

static __device__ void mark(uint32_t *at, unsigned long long i)
{
	__stcs(at + i, input_mark(i));
}
static __device__ void mark(uint2 *at, unsigned long long i)
{
	__stcs(at + i, make_uint2(input_mark(2 * i), input_mark(2 * i + 1)));
}
static __device__ void mark(uint4 *at, unsigned long long i)
{
	__stcs(at + i,
	       make_uint4(input_mark(4 * i), input_mark(4 * i + 1), input_mark(4 * i + 2), input_mark(4 * i + 3)));
}

template <int V> static __device__ void write_all(const transfer_args &a)
{
	typedef typename vector<V>::type T;
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x, count = a.words / V;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += step)
		mark((T *)a.at, i);
}

#define READ(v, u)                                                                      \
	extern "C" __global__ void transfer_read_v##v##_u##u(struct transfer_args args) \
	{                                                                               \
		read_all<v, u>(args);                                                   \
	}
#define WRITE(v)                                                                  \
	extern "C" __global__ void transfer_write_v##v(struct transfer_args args) \
	{                                                                         \
		write_all<v>(args);                                               \
	}
#define READS(v)   \
	READ(v, 1) \
	READ(v, 2) \
	READ(v, 4) \
	READ(v, 8)
READS(1)
READS(2)
READS(4)
WRITE(1)
WRITE(2)
WRITE(4)

extern "C" __global__ void transfer_pieces(struct transfer_pieces_args args)
{
	const uint4 *from = (const uint4 *)(args.from + blockIdx.x * args.pitch);
	uint4 *to = (uint4 *)(args.to + blockIdx.x * args.pitch);

	for (unsigned long long i = threadIdx.x; i < args.words / 4; i += blockDim.x)
		to[i] = from[i];
}

/* ---- not timed ---- */

extern "C" __global__ void transfer_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

extern "C" __global__ void transfer_check(struct transfer_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x, words = (args.bytes + 3) / 4;
	unsigned long long seen = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < words; i += step) {
		const unsigned long long left = args.bytes - 4 * i;
		const uint32_t want = args.marks ? input_mark(i) : input_bits(i);
		const uint32_t mask = left < 4 ? (1u << 8 * (uint32_t)left) - 1 : 0xffffffffu;
		seen++;
		if (((args.at[i] ^ want) & mask) != 0)
			gb_report_wrong(args.report, i);
	}
	gb_report_compared(args.report, seen);
}
