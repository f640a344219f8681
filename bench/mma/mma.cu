/* Kernels of `mma`: chains of one matrix instruction, each adding to the sums of the previous one, with operands in
 * registers or shared memory.
 *
 * Variant `sync`: mma.sync in all its dense shapes, one chain per warp for the latency and several for the rate.
 * Variant `scaled` (Blackwell's small chips): mma.sync of 8, 6 and 4 bits with scales of blocks. Variant `wgmma`
 * (Hopper): the instructions of warpgroups, by the columns n; in wgmma_chains.h. */
#include "../common/fragments.h"
#include "../common/now.h"
#include "../common/toolkit.h"
#include "mma.h"

/* mma.sync with FP8 needs CUDA 12.4, and 12.8 for 16 elements of k; sm_90a needs 12.0. */
#if defined(MMA_WGMMA)
#define OLDEST 1200
#elif defined(MMA_SCALED)
#define OLDEST 0
#else
#define OLDEST 1208
#endif
#if __CUDA_ARCH__ >= 890 && TOOLKIT < OLDEST
TOOLKIT_TOO_OLD
#endif

/* Hides the number of trips. Otherwise the compiler would duplicate the loop, with and without the other one in each
 * pass. */
[[maybe_unused]] static __device__ uint32_t hidden(uint32_t trips)
{
	asm volatile("" : "+r"(trips));
	return trips;
}

#ifdef MMA_WGMMA
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
#include "wgmma_chains.h"
#endif
/* Toolkits that know these chips support all of their instructions. */
#elif !defined(MMA_SCALED) || defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM121_ALL)

/* ---- the chains -------------------------------------------------------------------------------------------------- */

template <class F, int CHAINS> struct warp_operands {
	typename F::word a[F::as], b[CHAINS][F::bs];
	typename F::word sum[CHAINS][F::sums];
};

template <class F, int CHAINS, int BODY>
static __device__ void multiply(warp_operands<F, CHAINS> &w, uint32_t trips, uint32_t one)
{
	trips = hidden(trips);
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip += one) {
		if (sizeof(typename F::word) == 4 && trip % MMA_SPAN == 0) {
#pragma unroll
			for (int i = 0; i < CHAINS * F::sums; i++)
				w.sum[i / F::sums][i % F::sums] = 0;
		}
#pragma unroll
		for (int i = 0; i < BODY * CHAINS; i++)
			F::mma(w.sum[i % CHAINS], w.a, w.b[i % CHAINS], 0);
	}
}

/* Fragments in the layout of all instructions except for that of sm_70. */
template <class F> struct ordinary {
	typedef typename F::word word;
	enum { words = MMA_ROW_BYTES / sizeof(word), copies = 1 };
	static __device__ void load_a(word *to, const word *from) { load<word, F::as, F::rows>(to, from, words); }
	static __device__ void load_b(word *to, const word *from) { load<word, F::bs, 8>(to, from, words); }
	static __device__ void put(word *to, uint32_t cols, const word *sum)
	{
		store<word, F::sums, F::pair>(to, cols, sum);
	}
};

/* All four quad pairs multiply the same rows and columns, each into its own tile. */
template <class F> struct in_quads {
	typedef uint32_t word;
	enum { words = MMA_ROW_BYTES / sizeof(word), copies = 4 };
	static __device__ void load_a(word *to, const word *from)
	{
		from += (lane() / 16 * 4 + lane() % 4) * words;
		to[0] = from[0];
		to[1] = from[1];
	}
	static __device__ void load_b(word *to, const word *from) { load_a(to, from); }
	static __device__ void put(word *to, uint32_t cols, const word *sum)
	{
		quad_store<F::pair>(to + lane() % 16 / 4 * F::rows * cols / (1 + F::pair), cols, sum);
	}
};

template <class F, class fragments, int CHAINS> static __device__ void chains(const struct mma_args &args)
{
	typedef typename F::word word;
	enum { body = CHAINS == 1 ? MMA_BODY_ALONE : MMA_BODY, cols = CHAINS * MMA_COLS };
	const uint32_t warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, place = warp % MMA_DISTINCT;
	warp_operands<F, CHAINS> w = {};
	long long cycles = 0;

	fragments::load_a(w.a, (const word *)args.a + place * MMA_WARP_ROWS * fragments::words);
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		fragments::load_b(w.b[c], (const word *)args.b + (place * cols + c * MMA_COLS) * fragments::words);
#pragma unroll 1
	for (int pass = 0; pass < MMA_PASSES; pass++) {
		const long long start = (long long)clock_now();
		multiply<F, CHAINS, body>(w, args.trips, args.one);
		const long long middle = (long long)clock_now();
		multiply<F, CHAINS, body / 2>(w, args.half_trips, args.one);
		cycles = (middle - start) - ((long long)clock_now() - middle);
	}
	if (blockIdx.x == 0 && threadIdx.x == 0)
		*args.cycles = (unsigned long long)cycles;
	if (!args.record)
		return;
	word *out = (word *)args.out + (unsigned long long)warp * fragments::copies * F::rows * cols / (1 + F::pair);
#pragma unroll
	for (int c = 0; c < CHAINS; c++)
		fragments::put(out + c * MMA_COLS / (1 + F::pair), cols, w.sum[c]);
}

/* Like `ordinary`, with one more register for the scales of a row. */
template <class F> struct with_scales {
	typedef uint32_t word;
	enum { words = MMA_ROW_BYTES / sizeof(word), copies = 1 };
	static __device__ void load_a(word *to, const word *from)
	{
		load<word, F::as - 1, F::rows>(to, from, words);
		to[F::as - 1] = from[fragment_scale_row(F::rows, lane()) * words + MMA_SCALES_AT / sizeof(word)];
	}
	static __device__ void load_b(word *to, const word *from)
	{
		load<word, F::bs - 1, 8>(to, from, words);
		to[F::bs - 1] = from[fragment_scale_row(8, lane()) * words + MMA_SCALES_AT / sizeof(word)];
	}
	static __device__ void put(word *to, uint32_t cols, const word *sum)
	{
		store<word, F::sums, F::pair>(to, cols, sum);
	}
};

#ifdef MMA_SCALED
#define OF(NAME, CHAINS) mma_scaled_##NAME##_##CHAINS
#else
#define OF(NAME, CHAINS) mma_sync_##NAME##_##CHAINS
#endif
#define KERNEL(NAME, FRAGMENTS, CHAINS)                                         \
	extern "C" __global__ void OF(NAME, CHAINS)(const struct mma_args args) \
	{                                                                       \
		chains<NAME, FRAGMENTS<NAME>, CHAINS>(args);                    \
	}
#define KERNELS(NAME, FRAGMENTS)   \
	KERNEL(NAME, FRAGMENTS, 1) \
	KERNEL(NAME, FRAGMENTS, 4)

/* ---- the instructions -------------------------------------------------------------------------------------------- */

#ifdef MMA_SCALED

/* Sixteen rows; a thread has four words of A and two of B. Scales are the lowest bytes, from the first lanes of
 * four. */
#define PLAIN(NAME, TYPE)                                                                  \
	MMA(NAME, 16, uint32_t, "r", 4, 2, 4, 0,                                           \
	    "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32." TYPE "." TYPE ".f32 " D4 \
	    ", {%4, %5, %6, %7}, {%8, %9}, " D4 ";")                                       \
	KERNELS(NAME, ordinary)
#define SCALED(NAME, KIND, BLOCKS, DEPTH, TYPE, SCALE)                                                            \
	MMA(NAME, 16, uint32_t, "r", 5, 3, 4, 0,                                                                  \
	    "mma.sync.aligned.kind::" KIND ".block_scale.scale_vec::" BLOCKS ".m16n8k" DEPTH ".row.col.f32." TYPE \
	    "." TYPE ".f32." SCALE " " D4 ", {%4, %5, %6, %7}, {%9, %10}, " D4 ", %8, {0, 0}, %11, {0, 0};")      \
	KERNELS(NAME, with_scales)

PLAIN(fp6_e3m2, "e3m2")
PLAIN(fp6_e2m3, "e2m3")
PLAIN(fp4_e2m1, "e2m1")
SCALED(mxfp8_e4m3, "mxf8f6f4", "1X", "32", "e4m3", "ue8m0")
SCALED(mxfp6_e3m2, "mxf8f6f4", "1X", "32", "e3m2", "ue8m0")
SCALED(mxfp6_e2m3, "mxf8f6f4", "1X", "32", "e2m3", "ue8m0")
SCALED(mxfp4_e2m1, "mxf8f6f4", "1X", "32", "e2m1", "ue8m0")
SCALED(mxfp4, "mxf4", "2X", "64", "e2m1", "ue8m0")
SCALED(nvfp4, "mxf4nvf4", "4X", "64", "e2m1", "ue4m3")

#else

/* Sixteen rows; a thread has two words of A and one of B, or twice as many (DEEP). Sums have 32 bits, or 16 bits with
 * two per word (PAIR). */
#define SHALLOW(NAME, OP)                                                                                   \
	MMA(NAME, 16, uint32_t, "r", 2, 1, 4, 0, "mma.sync.aligned." OP " " D4 ", {%4, %5}, {%6}, " D4 ";") \
	KERNELS(NAME, ordinary)
#define DEEP(NAME, OP)                                                             \
	MMA(NAME, 16, uint32_t, "r", 4, 2, 4, 0,                                   \
	    "mma.sync.aligned." OP " " D4 ", {%4, %5, %6, %7}, {%8, %9}, " D4 ";") \
	KERNELS(NAME, ordinary)
#define SHALLOW_PAIR(NAME, OP)                                                                              \
	MMA(NAME, 16, uint32_t, "r", 2, 1, 2, 1, "mma.sync.aligned." OP " " D2 ", {%2, %3}, {%4}, " D2 ";") \
	KERNELS(NAME, ordinary)
#define DEEP_PAIR(NAME, OP)                                                        \
	MMA(NAME, 16, uint32_t, "r", 4, 2, 2, 1,                                   \
	    "mma.sync.aligned." OP " " D2 ", {%2, %3, %4, %5}, {%6, %7}, " D2 ";") \
	KERNELS(NAME, ordinary)
/* Eight rows. */
#define SMALL(NAME, T, C, OP) \
	MMA(NAME, 8, T, C, 1, 1, 2, 0, "mma.sync.aligned." OP " " D2 ", {%2}, {%3}, " D2 ";") KERNELS(NAME, ordinary)
#define FP64(NAME, A, B, OP, OPERANDS)                                                                  \
	MMA(NAME, 16, double, "d", A, B, 4, 0, "mma.sync.aligned." OP " " D4 ", " OPERANDS ", " D4 ";") \
	KERNELS(NAME, ordinary)

/* On sm_80 and later ptxas replaces this instruction by a function of others; sm_75 has better instructions. */
#if __CUDA_ARCH__ < 750
typedef quads_fp32 fp16_fp32_m8n8k4;
typedef quads_fp16 fp16_fp16_m8n8k4;
KERNELS(fp16_fp32_m8n8k4, in_quads)
KERNELS(fp16_fp16_m8n8k4, in_quads)
#endif
#if __CUDA_ARCH__ >= 750
SHALLOW(fp16_fp32_m16n8k8, "m16n8k8.row.col.f32.f16.f16.f32")
SHALLOW_PAIR(fp16_fp16_m16n8k8, "m16n8k8.row.col.f16.f16.f16.f16")
SMALL(int8_int32_m8n8k16, uint32_t, "r", "m8n8k16.row.col.s32.s8.s8.s32")
#endif
#if __CUDA_ARCH__ >= 800
DEEP(fp16_fp32_m16n8k16, "m16n8k16.row.col.f32.f16.f16.f32")
DEEP_PAIR(fp16_fp16_m16n8k16, "m16n8k16.row.col.f16.f16.f16.f16")
SHALLOW(bf16_fp32_m16n8k8, "m16n8k8.row.col.f32.bf16.bf16.f32")
DEEP(bf16_fp32_m16n8k16, "m16n8k16.row.col.f32.bf16.bf16.f32")
SHALLOW(tf32_fp32_m16n8k4, "m16n8k4.row.col.f32.tf32.tf32.f32")
DEEP(tf32_fp32_m16n8k8, "m16n8k8.row.col.f32.tf32.tf32.f32")
SHALLOW(int8_int32_m16n8k16, "m16n8k16.row.col.s32.s8.s8.s32")
DEEP(int8_int32_m16n8k32, "m16n8k32.row.col.s32.s8.s8.s32")
SMALL(fp64_fp64_m8n8k4, double, "d", "m8n8k4.row.col.f64.f64.f64.f64")
#endif
/* For other architectures ptxas emulates FP8 with FP16 and adds the products separately, so it multiplies only once per
 * trip of equal products. */
#if (__CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1200) && TOOLKIT >= OLDEST
SHALLOW(e4m3_fp32_m16n8k16, "m16n8k16.row.col.f32.e4m3.e4m3.f32")
DEEP(e4m3_fp32_m16n8k32, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
#endif
#if __CUDA_ARCH__ >= 900
FP64(fp64_fp64_m16n8k4, 2, 1, "m16n8k4.row.col.f64.f64.f64.f64", "{%4, %5}, {%6}")
FP64(fp64_fp64_m16n8k8, 4, 2, "m16n8k8.row.col.f64.f64.f64.f64", "{%4, %5, %6, %7}, {%8, %9}")
FP64(fp64_fp64_m16n8k16, 8, 4, "m16n8k16.row.col.f64.f64.f64.f64",
     "{%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}")
#endif

#endif
#endif

/* ---- the check --------------------------------------------------------------------------------------------------- */

static __device__ unsigned long long element(const void *array, uint32_t bytes, unsigned long long i)
{
	switch (bytes) {
	case 2:
		return ((const unsigned short *)array)[i];
	case 4:
		return ((const uint32_t *)array)[i];
	default:
		return ((const unsigned long long *)array)[i];
	}
}

extern "C" __global__ void mma_check(const struct mma_check_args args)
{
	const unsigned long long step = gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < args.elements; i += step, compared++)
		if (element(args.out, args.bytes, i) != element(args.expected, args.bytes, i % args.distinct))
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, compared);
}
