/* Kernels of `transpose`: one block per tile. A warp reads and writes 32 neighbouring words in each of as many rows as
 * a vector has words. Tiles pass through shared memory, so that this is true of reads and of writes. */
#include "transpose.h"

template <int V> struct vec;
template <> struct vec<1> {
	typedef uint32_t type;
};
template <> struct vec<4> {
	typedef uint4 type;
};

static __device__ uint32_t word(uint32_t v, int i)
{
	(void)i;
	return v;
}
static __device__ uint32_t word(uint4 v, int i)
{
	return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w;
}

static __device__ void set(uint32_t &v, int i, uint32_t value)
{
	(void)i;
	v = value;
}
static __device__ void set(uint4 &v, int i, uint32_t value)
{
	(i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w) = value;
}

static __device__ uint2 tile_of(const struct transpose_args &args)
{
	if (args.order == TRANSPOSE_ACROSS)
		return make_uint2(blockIdx.x % args.columns, blockIdx.x / args.columns);
	const uint32_t row = blockIdx.x % args.rows, round = blockIdx.x / args.rows;
	return make_uint2(args.order == TRANSPOSE_DOWN ? round : (row + round) % args.columns, row);
}

template <int T, int V, int B, int L> static __device__ void tiled(const struct transpose_args &args)
{
	typedef typename vec<V>::type W;
	enum { ACCESSES = T * T / V / B };
	__shared__ __align__(16) uint32_t tile[T * (T + (L == TRANSPOSE_PAD ? 1 : 0))];
	const uint2 at = tile_of(args);
	const uint32_t *in = (const uint32_t *)args.in;
	uint32_t *out = (uint32_t *)args.out;
	W x[ACCESSES];

#pragma unroll
	for (int k = 0; k < ACCESSES; k++) {
		const struct transpose_spot s = transpose_spot(T, V, B, threadIdx.x, k);
		const uint32_t row = at.y * T + s.row, column = at.x * T + s.column;
		if (row < args.height && column < args.width)
			x[k] = *(const W *)(in + (unsigned long long)row * args.width + column);
	}
#pragma unroll
	for (int k = 0; k < ACCESSES; k++) {
		const struct transpose_spot s = transpose_spot(T, V, B, threadIdx.x, k);
		if constexpr (L == TRANSPOSE_PAD) {
#pragma unroll
			for (int i = 0; i < V; i++)
				tile[transpose_place(T, V, L, s.row, s.column + i)] = word(x[k], i);
		} else
			*(W *)&tile[transpose_place(T, V, L, s.row, s.column)] = x[k];
	}
	__syncthreads();
#pragma unroll
	for (int k = 0; k < ACCESSES; k++) {
		const struct transpose_spot s = transpose_spot(T, V, B, threadIdx.x, k);
		const uint32_t row = at.x * T + s.row, column = at.y * T + s.column;
		W v;
#pragma unroll
		for (int i = 0; i < V; i++)
			set(v, i, tile[transpose_place(T, V, L, s.column + i, s.row)]);
		if (row < args.width && column < args.height)
			*(W *)(out + (unsigned long long)row * args.height + column) = v;
	}
}

#define TILED(name, layout, T, V, B)                                              \
	extern "C" __global__ void __launch_bounds__(B)                           \
		transpose_##name##_t##T##_v##V##_b##B(struct transpose_args args) \
	{                                                                         \
		tiled<T, V, B, layout>(args);                                     \
	}
#define LAYOUTS(T, V, B)                        \
	TILED(shared, TRANSPOSE_PLAIN, T, V, B) \
	TILED(padded, TRANSPOSE_PAD, T, V, B)   \
	TILED(swizzled, TRANSPOSE_SWIZZLE, T, V, B)

LAYOUTS(32, 1, 256)
LAYOUTS(32, 1, 512)
LAYOUTS(64, 1, 256)
LAYOUTS(64, 1, 512)
LAYOUTS(32, 4, 256)
LAYOUTS(64, 4, 256)
LAYOUTS(64, 4, 512)
TILED(shared, TRANSPOSE_PLAIN, 16, 1, 256)
TILED(padded, TRANSPOSE_PAD, 16, 1, 256)

/* ---- without shared memory: one word per thread, in tiles of 32 x 8 words ---------------------------------------- */

struct naive_spot {
	uint32_t row, column;
};

static __device__ struct naive_spot naive_spot(const struct transpose_args &args)
{
	const struct naive_spot spot = { blockIdx.x / args.columns * (TRANSPOSE_NAIVE_BLOCK / 32) + threadIdx.x / 32,
					 blockIdx.x % args.columns * 32 + threadIdx.x % 32 };
	return spot;
}

/* Neighbouring threads read from neighbouring rows and write neighbouring words. */
extern "C" __global__ void transpose_naive_read(struct transpose_args args)
{
	const struct naive_spot s = naive_spot(args); /* in the output */

	if (s.row < args.width && s.column < args.height)
		((uint32_t *)args.out)[(unsigned long long)s.row * args.height + s.column] =
			((const uint32_t *)args.in)[(unsigned long long)s.column * args.width + s.row];
}

/* Neighbouring threads read neighbouring words and write to neighbouring rows. */
extern "C" __global__ void transpose_naive_write(struct transpose_args args)
{
	const struct naive_spot s = naive_spot(args); /* in the input */

	if (s.row < args.height && s.column < args.width)
		((uint32_t *)args.out)[(unsigned long long)s.column * args.height + s.row] =
			((const uint32_t *)args.in)[(unsigned long long)s.row * args.width + s.column];
}

/* Each thread copies 16 bytes; the last block also copies the words after the last complete vector. */
extern "C" __global__ void transpose_copy(struct transpose_args args)
{
	const unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
	const unsigned long long words = (unsigned long long)args.width * args.height;

	if (i < words / 4)
		((uint4 *)args.out)[i] = ((const uint4 *)args.in)[i];
	else if (i - words / 4 < words % 4)
		((uint32_t *)args.out)[i - words / 4 + words / 4 * 4] =
			((const uint32_t *)args.in)[i - words / 4 + words / 4 * 4];
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void transpose_fill(struct input_fill_args args)
{
	input_fill<input_bits>(args);
}

extern "C" __global__ void transpose_check(struct transpose_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	const unsigned long long words = (unsigned long long)args.width * args.height;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < words;
	     i += step, compared++) {
		const unsigned long long row = i / args.height, column = i % args.height; /* in the output */
		const unsigned long long from = args.copied ? i : column * args.width + row;
		if (((const uint32_t *)args.out)[i] != input_bits(from))
			gb_report_wrong(args.report, i);
	}
	gb_report_compared(args.report, compared);
}
