/* Kernels of `tensor`: products of small matrices whose operands stay in registers and shared memory, so that nothing but
 * the matrix units is asked. A pass goes over all of k; sums start anew every TENSOR_SPAN passes.
 *
 * Variant `mma`: a warp holds its fragments of A and B in registers and multiplies MT x 16 rows by NT x 8 columns.
 * Variant `wgmma` (Hopper): a warpgroup multiplies 64 rows by 256 columns that lie in shared memory, swizzled by 128 bytes;
 * A may come from registers. The four instructions of a pass are one group, and the next is issued before it has ended. */
#include "../common/toolkit.h"
#include "tensor.h"

/* 32-bit words of a row. */
#define A_WORDS (TENSOR_A_BYTES / 4)
#define B_WORDS (TENSOR_B_BYTES / 4)

/* mma of fp8 is there from CUDA 12.4 on, Hopper's own architecture from 12.0 on. */
#ifdef TENSOR_WGMMA
#define OLDEST 1200
#else
#define OLDEST 1204
#endif
#if __CUDA_ARCH__ >= 890 && TOOLKIT < OLDEST
TOOLKIT_TOO_OLD
#endif

/* In the variant wgmma other architectures than Hopper have the check alone. */
#if !defined(TENSOR_WGMMA) || defined(__CUDA_ARCH_FEAT_SM90_ALL)

static __device__ unsigned int lane()
{
	return threadIdx.x % 32;
}

static __device__ bool starts_anew(unsigned int pass)
{
	return pass % TENSOR_SPAN == 0;
}

/* ---- fragments ------------------------------------------------------------------------------------------------------ */
/* All instructions but that of sm_70 share one layout, whatever the format: with g = lane / 4 and t = lane % 4, register i
 * of A holds word t + 4 (i / 2) of row g or, odd i, of row g + 8 (A of 8 rows: word t + 4 i of row g); register i of B word
 * t + 4 i of column g; sums are in row g, then g + 8, columns 2 t and 2 t + 1. A word has 32 bits, in FP64 64. */

/* `rows`: of the instruction, 8 or 16. */
template <class T, int regs, int rows> static __device__ void load(T *to, const T *from, unsigned int words)
{
	const int halves = rows / 8;

#pragma unroll
	for (int i = 0; i < regs; i++)
		to[i] = from[(lane() / 4 + 8 * (i % halves)) * words + lane() % 4 + 4 * (i / halves)];
}

/* `pair`: a register holds both columns, as sums in FP16 do. */
template <class T, int regs, bool pair> static __device__ void store(T *to, unsigned int cols, const T *sum)
{
#pragma unroll
	for (int i = 0; i < regs; i++) {
		const unsigned int row = lane() / 4 + 8 * (pair ? i : i / 2);
		if (pair)
			to[row * cols / 2 + lane() % 4] = sum[i];
		else
			to[row * cols + 2 * (lane() % 4) + i % 2] = sum[i];
	}
}

#ifndef TENSOR_WGMMA

/* ---- mma.sync ------------------------------------------------------------------------------------------------------- */

#define IN_1(t, x) t((x)[0])
#define IN_2(t, x) t((x)[0]), t((x)[1])
#define IN_4(t, x) IN_2(t, x), IN_2(t, (x) + 2)
#define IN_8(t, x) IN_4(t, x), IN_4(t, (x) + 4)

/* NAME: an instruction of ROWS rows with A, B, D registers of type T (constraint C) a thread. */
#define MMA(NAME, ROWS, T, C, A, B, D, PAIR, TEXT, ...)                                                 \
	struct NAME {                                                                                   \
		typedef T word;                                                                         \
		enum { rows = ROWS, as = A, bs = B, sums = D, pair = PAIR };                            \
		static __device__ void mma(T *d, const T *a, const T *b, unsigned int meta)             \
		{                                                                                       \
			asm volatile(TEXT : IN_##D("+" C, d) : IN_##A(C, a), IN_##B(C, b) __VA_ARGS__); \
		}                                                                                       \
	};
#define META , "r"(meta)
#define D2   "{%0, %1}"
#define D4   "{%0, %1, %2, %3}"

/* Sixteen rows: A has four registers, B two, or four where A is sparse. */
#define DENSE_4(NAME, OP)                            \
	MMA(NAME, 16, unsigned int, "r", 4, 2, 4, 0, \
	    "mma.sync.aligned." OP " " D4 ", {%4, %5, %6, %7}, {%8, %9}, " D4 ";")
#define DENSE_2(NAME, OP)                            \
	MMA(NAME, 16, unsigned int, "r", 4, 2, 2, 1, \
	    "mma.sync.aligned." OP " " D2 ", {%2, %3, %4, %5}, {%6, %7}, " D2 ";")
#if TOOLKIT >= 1205
#define SP "mma.sp::ordered_metadata.sync.aligned."
#else
#define SP "mma.sp.sync.aligned."
#endif
#define SPARSE_4(NAME, OP)                           \
	MMA(NAME, 16, unsigned int, "r", 4, 4, 4, 0, \
	    SP OP " " D4 ", {%4, %5, %6, %7}, {%8, %9, %10, %11}, " D4 ", %12, 0;", META)
#define SPARSE_2(NAME, OP)                           \
	MMA(NAME, 16, unsigned int, "r", 4, 4, 2, 1, \
	    SP OP " " D2 ", {%2, %3, %4, %5}, {%6, %7, %8, %9}, " D2 ", %10, 0;", META)

template <class F, int MT, int NT, int depth> static __device__ void products(const struct tensor_args &args)
{
	typedef typename F::word T;
	enum {
		a_words = TENSOR_A_BYTES / sizeof(T),
		b_words = TENSOR_B_BYTES / sizeof(T),
		a_step = 4 * F::as / (F::rows / 8), /* words of k an instruction takes */
		b_step = 4 * F::bs,
		steps = depth / sizeof(T) / a_step,
		m = MT * 16 / F::rows,
		cols = NT * 8,
	};
	const unsigned int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, place = warp % TENSOR_MMA_DISTINCT;
	const T *from_a = (const T *)args.a + place * MT * 16 * a_words,
		*from_b = (const T *)args.b + place * cols * b_words;
	T a[steps][m][F::as], b[steps][NT][F::bs], sum[m][NT][F::sums] = {};

#pragma unroll
	for (int s = 0; s < steps; s++) {
#pragma unroll
		for (int i = 0; i < m; i++)
			load<T, F::as, F::rows>(a[s][i], from_a + i * F::rows * a_words + s * a_step, a_words);
#pragma unroll
		for (int j = 0; j < NT; j++)
			load<T, F::bs, 8>(b[s][j], from_b + j * 8 * b_words + s * b_step, b_words);
	}
#pragma unroll 1
	for (unsigned int pass = 0; pass < args.passes; pass++) {
		/* Not in FP64, which has places enough; and there ptxas 13.0 makes wrong sums of it. */
		if (sizeof(T) == 4 && starts_anew(pass)) {
#pragma unroll
			for (int i = 0; i < m * NT * F::sums; i++)
				sum[i / F::sums / NT][i / F::sums % NT][i % F::sums] = 0;
		}
#pragma unroll
		for (int i = 0; i < steps * m * NT; i++)
			F::mma(sum[i / NT % m][i % NT], a[i / NT / m][i / NT % m], b[i / NT / m][i % NT], args.meta);
	}
	if (!args.record)
		return;
	T *out = (T *)args.out + (unsigned long long)warp * MT * 16 * cols / (1 + F::pair);
#pragma unroll
	for (int i = 0; i < m * NT; i++)
		store<T, F::sums, F::pair>(out + (i / NT * F::rows * cols + i % NT * 8) / (1 + F::pair), cols,
					   sum[i / NT][i % NT]);
}

#define KERNEL(NAME, F, MT, NT, DEPTH)                                                            \
	extern "C" __global__ void tensor_mma_##NAME##_##MT##x##NT(const struct tensor_args args) \
	{                                                                                         \
		products<F, MT, NT, DEPTH>(args);                                                 \
	}
#define KERNELS(NAME, F, DEPTH)      \
	KERNEL(NAME, F, 2, 2, DEPTH) \
	KERNEL(NAME, F, 2, 4, DEPTH) \
	KERNEL(NAME, F, 4, 4, DEPTH)
#define DENSE(NAME, D, OP)  DENSE_##D(NAME##_dense, OP) KERNELS(NAME##_dense, NAME##_dense, TENSOR_MMA_DEPTH)
#define SPARSE(NAME, D, OP) SPARSE_##D(NAME##_sparse, OP) KERNELS(NAME##_sparse, NAME##_sparse, TENSOR_MMA_DEPTH)

#if __CUDA_ARCH__ < 750

/* sm_70: quad pair q, lanes 4 q to 4 q + 3 and the same 16 on, multiplies 8 rows by 8 columns on its own; here rows are those
 * of q % 2 and columns those of q / 2. A thread holds two words of its row of A and of its column of B. */
template <int D> struct quads;
template <> struct quads<8> {
	static __device__ void mma(unsigned int *d, const unsigned int *a, const unsigned int *b)
	{
		asm volatile(
			"mma.sync.aligned.m8n8k4.row.col.f32.f16.f16.f32 {%0, %1, %2, %3, %4, %5, %6, %7}, {%8, %9}, "
			"{%10, %11}, {%0, %1, %2, %3, %4, %5, %6, %7};"
			: IN_8("+r", d)
			: IN_2("r", a), IN_2("r", b));
	}
	static __device__ void store(unsigned int *to, unsigned int cols, const unsigned int *sum)
	{
#pragma unroll
		for (int i = 0; i < 8; i++)
			to[(lane() / 16 * 4 + lane() % 2 + (i & 2)) * cols + (i & 4) + (lane() & 2) + (i & 1)] = sum[i];
	}
};
template <> struct quads<4> {
	static __device__ void mma(unsigned int *d, const unsigned int *a, const unsigned int *b)
	{
		asm volatile("mma.sync.aligned.m8n8k4.row.col.f16.f16.f16.f16 " D4 ", {%4, %5}, {%6, %7}, " D4 ";"
			     : IN_4("+r", d)
			     : IN_2("r", a), IN_2("r", b));
	}
	static __device__ void store(unsigned int *to, unsigned int cols, const unsigned int *sum)
	{
#pragma unroll
		for (int i = 0; i < 4; i++)
			to[(lane() / 16 * 4 + lane() % 4) * cols / 2 + i] = sum[i];
	}
};

template <int D, int MT, int NT> static __device__ void quad_products(const struct tensor_args &args)
{
	enum { steps = TENSOR_MMA_DEPTH / 8, m = MT, n = NT / 2, cols = NT * 8 };
	const unsigned int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32, place = warp % TENSOR_MMA_DISTINCT;
	const unsigned int quad = lane() % 16 / 4, mine = lane() / 16 * 4 + lane() % 4;
	const unsigned int row = place * MT * 16 + quad % 2 * 8, col = place * cols + quad / 2 * 8;
	const unsigned int *from_a = (const unsigned int *)args.a + (row + mine) * A_WORDS;
	const unsigned int *from_b = (const unsigned int *)args.b + (col + mine) * B_WORDS;
	unsigned int a[steps][m][2], b[steps][n][2], sum[m][n][D] = {};

#pragma unroll
	for (int i = 0; i < steps * 2; i++) {
#pragma unroll
		for (int j = 0; j < m; j++)
			a[i / 2][j][i % 2] = from_a[j * 16 * A_WORDS + i];
#pragma unroll
		for (int j = 0; j < n; j++)
			b[i / 2][j][i % 2] = from_b[j * 16 * B_WORDS + i];
	}
#pragma unroll 1
	for (unsigned int pass = 0; pass < args.passes; pass++) {
		if (starts_anew(pass)) {
#pragma unroll
			for (int i = 0; i < m * n * D; i++)
				sum[i / D / n][i / D % n][i % D] = 0;
		}
#pragma unroll
		for (int i = 0; i < steps * m * n; i++)
			quads<D>::mma(sum[i / n % m][i % n], a[i / n / m][i / n % m], b[i / n / m][i % n]);
	}
	if (!args.record)
		return;
	unsigned int *out = (unsigned int *)args.out + (unsigned long long)warp * MT * 16 * cols * D / 8;
#pragma unroll
	for (int i = 0; i < m * n; i++)
		quads<D>::store(out + ((quad % 2 * 8 + i / n * 16) * cols + quad / 2 * 8 + i % n * 16) * D / 8, cols,
				sum[i / n][i % n]);
}

#define QUAD_KERNEL(NAME, D, MT, NT)                                                              \
	extern "C" __global__ void tensor_mma_##NAME##_##MT##x##NT(const struct tensor_args args) \
	{                                                                                         \
		quad_products<D, MT, NT>(args);                                                   \
	}
QUAD_KERNEL(fp16_fp32_dense, 8, 2, 2)
QUAD_KERNEL(fp16_fp32_dense, 8, 2, 4)
QUAD_KERNEL(fp16_fp32_dense, 8, 4, 4)
QUAD_KERNEL(fp16_fp16_dense, 4, 2, 2)
QUAD_KERNEL(fp16_fp16_dense, 4, 2, 4)
QUAD_KERNEL(fp16_fp16_dense, 4, 4, 4)

#endif

#if __CUDA_ARCH__ >= 800

DENSE(fp16_fp32, 4, "m16n8k16.row.col.f32.f16.f16.f32")
DENSE(fp16_fp16, 2, "m16n8k16.row.col.f16.f16.f16.f16")
DENSE(bf16_fp32, 4, "m16n8k16.row.col.f32.bf16.bf16.f32")
DENSE(tf32_fp32, 4, "m16n8k8.row.col.f32.tf32.tf32.f32")
DENSE(int8_int32, 4, "m16n8k32.row.col.s32.s8.s8.s32")
SPARSE(fp16_fp32, 4, "m16n8k32.row.col.f32.f16.f16.f32")
SPARSE(fp16_fp16, 2, "m16n8k32.row.col.f16.f16.f16.f16")
SPARSE(bf16_fp32, 4, "m16n8k32.row.col.f32.bf16.bf16.f32")
SPARSE(tf32_fp32, 4, "m16n8k16.row.col.f32.tf32.tf32.f32")
SPARSE(int8_int32, 4, "m16n8k64.row.col.s32.s8.s8.s32")
#if __CUDA_ARCH__ >= 900
MMA(fp64_fp64_dense, 16, double, "d", 8, 4, 4, 0,
    "mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 " D4
    ", {%4, %5, %6, %7, %8, %9, %10, %11}, {%12, %13, %14, %15}, " D4 ";")
#else
MMA(fp64_fp64_dense, 8, double, "d", 1, 1, 2, 0,
    "mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 " D2 ", {%2}, {%3}, " D2 ";")
#endif
KERNELS(fp64_fp64_dense, fp64_fp64_dense, TENSOR_FP64_DEPTH)
#endif

#if __CUDA_ARCH__ == 750

MMA(fp16_fp32_dense, 16, unsigned int, "r", 2, 1, 4, 0,
    "mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 " D4 ", {%4, %5}, {%6}, " D4 ";")
MMA(fp16_fp16_dense, 16, unsigned int, "r", 2, 1, 2, 1,
    "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 " D2 ", {%2, %3}, {%4}, " D2 ";")
MMA(int8_int32_dense, 8, unsigned int, "r", 1, 1, 2, 0,
    "mma.sync.aligned.m8n8k16.row.col.s32.s8.s8.s32 " D2 ", {%2}, {%3}, " D2 ";")
KERNELS(fp16_fp32_dense, fp16_fp32_dense, TENSOR_MMA_DEPTH)
KERNELS(fp16_fp16_dense, fp16_fp16_dense, TENSOR_MMA_DEPTH)
KERNELS(int8_int32_dense, int8_int32_dense, TENSOR_MMA_DEPTH)
#endif

#if __CUDA_ARCH__ >= 890 && TOOLKIT >= 1204

DENSE(e4m3_fp32, 4, "m16n8k32.row.col.f32.e4m3.e4m3.f32")
DENSE(e5m2_fp32, 4, "m16n8k32.row.col.f32.e5m2.e5m2.f32")
/* Elsewhere ptxas makes the sparse ones of shuffles and others, at a twentieth of the rate. */
#if __CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200
SPARSE(e4m3_fp32, 4, "m16n8k64.row.col.f32.e4m3.e4m3.f32")
SPARSE(e5m2_fp32, 4, "m16n8k64.row.col.f32.e5m2.e5m2.f32")
#endif
#endif

#else

/* ---- wgmma: Hopper's warpgroup instructions ------------------------------------------------------------------------ */

#define LIST_64                                                                            \
	"{"                                                                                \
	"%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "           \
	"%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, " \
	"%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, " \
	"%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"   \
	"}"
#define LIST_128                                                                                         \
	"{"                                                                                              \
	"%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "                         \
	"%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31, "               \
	"%32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, "               \
	"%48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63, "               \
	"%64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, "               \
	"%80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95, "               \
	"%96, %97, %98, %99, %100, %101, %102, %103, %104, %105, %106, %107, %108, %109, %110, %111, "   \
	"%112, %113, %114, %115, %116, %117, %118, %119, %120, %121, %122, %123, %124, %125, %126, %127" \
	"}"

#define OUT_16(d, i)                                                                                            \
	"+r"((d)[i]), "+r"((d)[i + 1]), "+r"((d)[i + 2]), "+r"((d)[i + 3]), "+r"((d)[i + 4]), "+r"((d)[i + 5]), \
		"+r"((d)[i + 6]), "+r"((d)[i + 7]), "+r"((d)[i + 8]), "+r"((d)[i + 9]), "+r"((d)[i + 10]),      \
		"+r"((d)[i + 11]), "+r"((d)[i + 12]), "+r"((d)[i + 13]), "+r"((d)[i + 14]), "+r"((d)[i + 15])
#define OUT_64(d)  OUT_16(d, 0), OUT_16(d, 16), OUT_16(d, 32), OUT_16(d, 48)
#define OUT_128(d) OUT_64(d), OUT_16(d, 64), OUT_16(d, 80), OUT_16(d, 96), OUT_16(d, 112)

/* The operands after 64 or 128 sums: whether to add to the sums, the metadata of a sparse A, B, then A. */
#define KEEP_64    "%64"
#define META_64    "%65"
#define B_64       "%66"
#define A_64       "%67"
#define AS_64      "{%67, %68, %69, %70}"
#define KEEP_128   "%128"
#define META_128   "%129"
#define B_128      "%130"
#define A_128      "%131"
#define AS_128     "{%131, %132, %133, %134}"

#define ISSUE(D, HEAD, A, TAIL, ...)                                                                   \
	asm volatile("{\n\t.reg .pred keep;\n\tsetp.ne.b32 keep, " KEEP_##D                            \
		     ", 0;\n\twgmma.mma_async." HEAD " " LIST_##D ", " A ", " B_##D ", " TAIL ";\n\t}" \
		     : OUT_##D(d)                                                                      \
		     : "r"(keep), "r"(meta), "l"(b), __VA_ARGS__)

/* An instruction with D sums a thread; SS and RS are what follows the predicate where A is in shared memory or in registers:
 * signs, and in the 16-bit formats which operands are transposed. */
#define WGMMA(NAME, D, HEAD, META, SS, RS)                                                                           \
	struct NAME {                                                                                                \
		enum { sums = D, pair = D == 64, sparse = sizeof META > 1 };                                         \
		static __device__ void issue(unsigned int *d, unsigned long long a, unsigned long long b, int keep,  \
					     unsigned int meta)                                                      \
		{                                                                                                    \
			ISSUE(D, HEAD, A_##D, META "keep" SS, "l"(a));                                               \
		}                                                                                                    \
		static __device__ void issue(unsigned int *d, const unsigned int *a, unsigned long long b, int keep, \
					     unsigned int meta)                                                      \
		{                                                                                                    \
			ISSUE(D, HEAD, AS_##D, META "keep" RS, "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]));          \
		}                                                                                                    \
	};

/* Start of a tile of rows of 128 bytes, swizzled by 128 bytes: groups of eight rows are 1024 bytes. */
static __device__ unsigned long long tile_at(const void *shared)
{
	const unsigned int at = (unsigned int)__cvta_generic_to_shared(shared);

	return (1ull << 62) | (64ull << 32) | (1ull << 16) | (at >> 4);
}

/* Chunk c of 16 bytes of row r lies where chunk c ^ (r % 8) would. */
static __device__ void copy_tile(uint4 *to, const void *from, unsigned int rows, unsigned int row_bytes)
{
	for (unsigned int i = threadIdx.x; i < rows * 8; i += blockDim.x)
		to[i ^ (i / 8 % 8)] = *(const uint4 *)((const char *)from + i / 8 * row_bytes + i % 8 * 16);
}

/* Four steps of 32 bytes of A; a sparse A's step goes with 64 bytes of B, and four with two tiles of B. */
template <class F, bool A_in_registers> static __device__ void products(const struct tensor_args &args)
{
	enum { steps = TENSOR_WGMMA_DEPTH / 32, rows = TENSOR_WGMMA_ROWS, cols = TENSOR_WGMMA_COLS };
	extern __shared__ __align__(1024) uint4 shared[];
	uint4 *const tile_b = shared, *const tile_a = shared + (1 + F::sparse) * cols * 8;
	const unsigned int group = threadIdx.x / 128, groups = blockDim.x / 128, warp = threadIdx.x / 32 % 4;
	unsigned int registers[steps][4], sum[F::sums];

	copy_tile(tile_b, args.b, cols, TENSOR_B_BYTES);
	if (F::sparse)
		copy_tile(tile_b + cols * 8, (const char *)args.b + 128, cols, TENSOR_B_BYTES);
	copy_tile(tile_a, args.a, groups * rows, TENSOR_A_BYTES);
#pragma unroll
	for (int s = 0; s < steps; s++)
		load<unsigned int, 4, 16>(registers[s],
					  (const unsigned int *)args.a + (group * rows + warp * 16) * A_WORDS + s * 8,
					  A_WORDS);
#pragma unroll
	for (int i = 0; i < F::sums; i++)
		sum[i] = 0;
	asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
	__syncthreads();
	const unsigned long long a = tile_at(tile_a + group * rows * 8), b = tile_at(tile_b);
#pragma unroll 1
	for (unsigned int pass = 0; pass < args.passes; pass++) {
		asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
		for (int s = 0; s < steps; s++) {
			const unsigned long long b_step = F::sparse ? s / 2 * (cols * 8) + s % 2 * 4 : s * 2;
			const int keep = s > 0 || !starts_anew(pass);
			if (A_in_registers)
				F::issue(sum, registers[s], b + b_step, keep, args.meta);
			else
				F::issue(sum, a + s * 2, b + b_step, keep, args.meta);
		}
		asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
		asm volatile("wgmma.wait_group.sync.aligned 1;" ::: "memory");
	}
	asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
	if (!args.record)
		return;
	unsigned int *out =
		(unsigned int *)args.out +
		((unsigned long long)(blockIdx.x * groups + group) * rows + warp * 16) * cols / (1 + F::pair);
#pragma unroll
	for (int j = 0; j < cols / 8; j++)
		store<unsigned int, F::sums / 32, F::pair>(out + j * 8 / (1 + F::pair), cols, sum + j * (F::sums / 32));
}

#define KERNEL(NAME, F, FROM, IN_REGISTERS)                                       \
	extern "C" __global__ void __launch_bounds__(IN_REGISTERS ? 256 : 384, 1) \
		tensor_wgmma_##NAME##_##FROM(const struct tensor_args args)       \
	{                                                                         \
		products<F, IN_REGISTERS>(args);                                  \
	}
#define FORMAT(NAME, D, DENSE_K, SPARSE_K, TYPES, SS, RS)                                                \
	WGMMA(NAME##_dense, D, "sync.aligned.m64n256k" DENSE_K "." TYPES, "", SS, RS)                    \
	WGMMA(NAME##_sparse, D, "sp.sync.aligned.m64n256k" SPARSE_K "." TYPES, META_##D ", 0, ", SS, RS) \
	KERNEL(NAME##_dense, NAME##_dense, ss, false)                                                    \
	KERNEL(NAME##_dense, NAME##_dense, rs, true)                                                     \
	KERNEL(NAME##_sparse, NAME##_sparse, ss, false)                                                  \
	KERNEL(NAME##_sparse, NAME##_sparse, rs, true)

FORMAT(fp16_fp32, 128, "16", "32", "f32.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
FORMAT(fp16_fp16, 64, "16", "32", "f16.f16.f16", ", 1, 1, 0, 0", ", 1, 1, 0")
FORMAT(bf16_fp32, 128, "16", "32", "f32.bf16.bf16", ", 1, 1, 0, 0", ", 1, 1, 0")
FORMAT(tf32_fp32, 128, "8", "16", "f32.tf32.tf32", ", 1, 1", ", 1, 1")
FORMAT(e4m3_fp32, 128, "32", "64", "f32.e4m3.e4m3", ", 1, 1", ", 1, 1")
FORMAT(e4m3_fp16, 64, "32", "64", "f16.e4m3.e4m3", ", 1, 1", ", 1, 1")
FORMAT(e5m2_fp32, 128, "32", "64", "f32.e5m2.e5m2", ", 1, 1", ", 1, 1")
FORMAT(e5m2_fp16, 64, "32", "64", "f16.e5m2.e5m2", ", 1, 1", ", 1, 1")
FORMAT(int8_int32, 128, "32", "64", "s32.s8.s8", "", "")

#endif
#endif

/* ---- the check ------------------------------------------------------------------------------------------------------ */

static __device__ double element(const struct tensor_check_args &args, unsigned long long i)
{
	float single;

	switch (args.sum) {
	case TENSOR_SUM_FP16:
		asm("cvt.f32.f16 %0, %1;" : "=f"(single) : "h"(((const unsigned short *)args.out)[i]));
		return single;
	case TENSOR_SUM_INT32:
		return ((const int *)args.out)[i];
	case TENSOR_SUM_FP64:
		return ((const double *)args.out)[i];
	default:
		return ((const float *)args.out)[i];
	}
}

extern "C" __global__ void tensor_check(const struct tensor_check_args args)
{
	const unsigned long long all = args.tiles * args.elements, step = gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = blockIdx.x * blockDim.x + threadIdx.x; i < all; i += step) {
		const struct tensor_range range = args.range[i % (args.distinct * args.elements)];
		const double value = element(args, i);
		compared++;
		if (!(value >= range.least && value <= range.most))
			gb_report_wrong(args.report, i);
	}
	gb_report_compared(args.report, compared);
}
