/* Kernels of `dram`.
 *
 * A block handles tiles of block x U vectors. Neighbouring threads access neighbouring vectors, and the U vectors of a
 * thread are independent. The compiler chooses how many loads are in flight: to save registers, it may use the first
 * before it issues the last (docs/machine-code.md). One form of launch serves both grids: with as many blocks as tiles
 * each block handles one tile (one-shot); with fewer it strides over the tiles (persistent). */
#include "dram.h"

template <int V> struct vec;
template <> struct vec<1> {
	typedef uint32_t type;
};
template <> struct vec<2> {
	typedef uint2 type;
};
template <> struct vec<4> {
	typedef uint4 type;
};

/* Cache hints: none; cs: "streaming", evicted first; cg: cached only in L2. */
struct none {
	template <class T> static __device__ T load(const T *p) { return *p; }
	template <class T> static __device__ void store(T *p, T v) { *p = v; }
};
struct cs {
	template <class T> static __device__ T load(const T *p) { return __ldcs(p); }
	template <class T> static __device__ void store(T *p, T v) { __stcs(p, v); }
};
struct cg {
	template <class T> static __device__ T load(const T *p) { return __ldcg(p); }
	template <class T> static __device__ void store(T *p, T v) { __stcg(p, v); }
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

template <int op> static __device__ uint32_t word(uint32_t a, uint32_t b)
{
	const float x = __uint_as_float(a), y = __uint_as_float(b);

	if (op == DRAM_SCALE)
		return __float_as_uint(DRAM_FACTOR * x);
	if (op == DRAM_ADD)
		return __float_as_uint(x + y);
	if (op == DRAM_TRIAD)
		return __float_as_uint(fmaf(DRAM_FACTOR, y, x));
	return a;
}

template <int op> static __device__ uint32_t combine(uint32_t a, uint32_t b)
{
	return word<op>(a, b);
}
template <int op> static __device__ uint2 combine(uint2 a, uint2 b)
{
	return make_uint2(word<op>(a.x, b.x), word<op>(a.y, b.y));
}
template <int op> static __device__ uint4 combine(uint4 a, uint4 b)
{
	return make_uint4(word<op>(a.x, b.x), word<op>(a.y, b.y), word<op>(a.z, b.z), word<op>(a.w, b.w));
}

static __device__ void marks(uint32_t &v, unsigned long long i)
{
	v = input_mark(i);
}
static __device__ void marks(uint2 &v, unsigned long long i)
{
	v = make_uint2(input_mark(2 * i), input_mark(2 * i + 1));
}
static __device__ void marks(uint4 &v, unsigned long long i)
{
	const uint32_t first = input_mark(4 * i), step = INPUT_GOLDEN;
	v = make_uint4(first, first + step, first + 2 * step, first + 3 * step);
}

static __device__ void record(const struct dram_args &args, uint32_t total)
{
	if (args.record)
		atomicAdd(args.sum, (unsigned long long)total);
}

/* Neighbouring blocks work in turn on `stripes` distant parts of the stream, so the same bytes reach the memory's banks
 * in another order. On Hopper this helps reads (98.2 % of the limit instead of 97.9 %) and slows down all operations
 * that write, so only reads use it. The number of tiles is a multiple of `stripes`. */
static __device__ unsigned long long striped(const struct dram_args &args, unsigned long long tile)
{
	return (tile & (args.stripes - 1)) * (args.tiles >> args.stripe_bits) + (tile >> args.stripe_bits);
}

template <int op, int V, int U, class hint> static __device__ void stream(const struct dram_args &args)
{
	typedef typename vec<V>::type T;
	const T *a = (const T *)args.a, *b = (const T *)args.b;
	T *out = (T *)args.out;
	uint32_t total = 0;

	for (unsigned long long tile = blockIdx.x; tile < args.tiles; tile += gridDim.x) {
		const unsigned long long place = op == DRAM_READ ? striped(args, tile) : tile;
		const unsigned long long first = place * U * blockDim.x + threadIdx.x;
		T x[U], y[U];
#pragma unroll
		for (int u = 0; u < U; u++)
			if (op != DRAM_WRITE)
				x[u] = hint::load(a + first + u * blockDim.x);
#pragma unroll
		for (int u = 0; u < U; u++)
			if (op == DRAM_ADD || op == DRAM_TRIAD)
				y[u] = hint::load(b + first + u * blockDim.x);
#pragma unroll
		for (int u = 0; u < U; u++) {
			if (op == DRAM_READ) {
				total += sum(x[u]);
				continue;
			}
			if (op == DRAM_WRITE)
				marks(x[u], first + u * blockDim.x);
			hint::store(out + first + u * blockDim.x, op == DRAM_ADD || op == DRAM_TRIAD
									  ? combine<op>(x[u], y[u])
									  : combine<op>(x[u], x[u]));
		}
	}
	if (op == DRAM_READ)
		record(args, total);
}

/* R loads and W stores per thread and tile. The stored data depend on all loaded data. */
template <int R, int W, class hint> static __device__ void mix(const struct dram_args &args)
{
	const uint4 *a = (const uint4 *)args.a;
	uint4 *out = (uint4 *)args.out;
	uint32_t total = 0;

	for (unsigned long long tile = blockIdx.x; tile < args.tiles; tile += gridDim.x) {
		const unsigned long long from = tile * R * blockDim.x + threadIdx.x;
		const unsigned long long to = tile * W * blockDim.x + threadIdx.x;
		uint4 x[R + 1];
		uint32_t loaded = 0;
#pragma unroll
		for (int r = 0; r < R; r++)
			x[r] = hint::load(a + from + r * blockDim.x);
#pragma unroll
		for (int r = 0; r < R; r++)
			loaded += sum(x[r]);
#pragma unroll
		for (int w = 0; w < W; w++) {
			uint4 v;
			marks(v, to + w * blockDim.x);
			hint::store(out + to + w * blockDim.x,
				    make_uint4(v.x + loaded, v.y + loaded, v.z + loaded, v.w + loaded));
		}
		total += loaded;
	}
	if (W == 0)
		record(args, total);
}

#define STREAM(name, op, V, U, hint)                                                         \
	extern "C" __global__ void dram_##name##_v##V##_u##U##_##hint(struct dram_args args) \
	{                                                                                    \
		stream<op, V, U, hint>(args);                                                \
	}
#define UNROLLS(name, op, V, hint)   \
	STREAM(name, op, V, 1, hint) \
	STREAM(name, op, V, 2, hint) \
	STREAM(name, op, V, 4, hint) \
	STREAM(name, op, V, 8, hint)
#define HINTS(name, op, V)         \
	UNROLLS(name, op, V, none) \
	UNROLLS(name, op, V, cs)   \
	UNROLLS(name, op, V, cg)
#define VECTORS(name, op)  \
	HINTS(name, op, 1) \
	HINTS(name, op, 2) \
	HINTS(name, op, 4)

VECTORS(read, DRAM_READ)
VECTORS(write, DRAM_WRITE)
VECTORS(copy, DRAM_COPY)
VECTORS(scale, DRAM_SCALE)
VECTORS(add, DRAM_ADD)
VECTORS(triad, DRAM_TRIAD)

#define MIX(R, W, hint)                                                                 \
	extern "C" __global__ void dram_mix_r##R##_w##W##_##hint(struct dram_args args) \
	{                                                                               \
		mix<R, W, hint>(args);                                                  \
	}
/* clang-format off */
/* Every share of reads in lowest terms, and its multiples by 2, 4 and 8 up to DRAM_MIX_MAX accesses. */
#define MIXES(hint)                                                             \
	MIX(0, 1, hint) MIX(0, 2, hint) MIX(0, 4, hint) MIX(0, 8, hint)         \
	MIX(1, 7, hint) MIX(2, 14, hint)                                        \
	MIX(1, 3, hint) MIX(2, 6, hint) MIX(4, 12, hint)                        \
	MIX(3, 5, hint) MIX(6, 10, hint)                                        \
	MIX(1, 1, hint) MIX(2, 2, hint) MIX(4, 4, hint) MIX(8, 8, hint)         \
	MIX(5, 3, hint) MIX(10, 6, hint)                                        \
	MIX(3, 1, hint) MIX(6, 2, hint) MIX(12, 4, hint)                        \
	MIX(7, 1, hint) MIX(14, 2, hint)                                        \
	MIX(1, 0, hint) MIX(2, 0, hint) MIX(4, 0, hint) MIX(8, 0, hint)

/* clang-format on */
MIXES(none)
MIXES(cs)
MIXES(cg)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

extern "C" __global__ void dram_fill(struct input_fill_args args)
{
	input_fill<input_float>(args);
}

static __device__ uint32_t expected_mix(const struct dram_check_args &args, unsigned long long i)
{
	const unsigned long long row = i / 4 / args.block, x = i / 4 % args.block, tile = row / args.stores;
	uint32_t loaded = 0;

	for (uint32_t r = 0; r < args.loads; r++) {
		const unsigned long long from = 4 * ((tile * args.loads + r) * args.block + x);
		for (int w = 0; w < 4; w++)
			loaded += input_float(from + w);
	}
	return input_mark(i) + loaded;
}

static __device__ uint32_t expected(const struct dram_check_args &args, unsigned long long i)
{
	const uint32_t a = input_float(i), b = input_float(args.b_word + i);

	switch (args.op) {
	case DRAM_WRITE:
		return input_mark(i);
	case DRAM_SCALE:
		return word<DRAM_SCALE>(a, b);
	case DRAM_ADD:
		return word<DRAM_ADD>(a, b);
	case DRAM_TRIAD:
		return word<DRAM_TRIAD>(a, b);
	case DRAM_MIX:
		return expected_mix(args, i);
	default:
		return a;
	}
}

/* Compares every word of the output with the result computed anew from the arena's data. The timed kernels sum input
 * words per thread, in any order, so sums are compared modulo 2^32. */
extern "C" __global__ void dram_check(struct dram_check_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	const unsigned long long start = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x;
	unsigned long long compared = 0;
	uint32_t total = 0;

	for (unsigned long long i = start; i < args.words; i += step, compared++)
		if (((const uint32_t *)args.out)[i] != expected(args, i))
			gb_report_wrong(args.report, i);
	for (unsigned long long i = start; i < args.read_words; i += step, compared++)
		total += input_float(i);
	atomicAdd(args.sum, (unsigned long long)total);
	gb_report_compared(args.report, compared);
}
