/* Kernels of `clocks`: one kind of instruction for a given time, and the cycles that the SM counts meanwhile. Operands
 * and sums stay in registers. */
#include "../common/now.h"
#include "clocks.h"

typedef uint32_t u32;
typedef unsigned long long u64;

#define EACH_LANE 0xffffffffu
/* Nanoseconds between two time checks of a resting SM. */
#define NAP 500

/* ---- matrix instructions ----------------------------------------------------------------------------------------- */

#if __CUDA_ARCH__ >= 800

static __device__ u32 warp()
{
	return threadIdx.x / 32;
}

static __device__ u32 lane()
{
	return threadIdx.x % 32;
}

/* The layout of fragments, with g = lane / 4 and t = lane % 4: Register i of A holds word t + 4 (i / 2) of row g for
 * even i, of row g + 8 for odd i. Register i of B holds word t + 4 i of column g. Sums are in row g, then g + 8,
 * columns 2 t and 2 t + 1. A word has 32 bits. In FP64 it has 64, and A has 8 rows. */
template <class F> struct matrix {
	typedef typename F::word word;
	enum { words = CLOCKS_ROW_BYTES / sizeof(word), rows = F::rows, halves = F::rows / 8 };
	word a[CLOCKS_AS][F::as], b[CLOCKS_BS][F::bs], sum[CLOCKS_AS][CLOCKS_BS][F::sums];

	__device__ void begin(const clocks_args &args)
	{
		const word *from_a =
			(const word *)args.a + (warp() * CLOCKS_AS * rows + lane() / 4) * words + lane() % 4;
		const word *from_b = (const word *)args.b + (warp() * CLOCKS_COLS + lane() / 4) * words + lane() % 4;

#pragma unroll
		for (int m = 0; m < CLOCKS_AS; m++)
#pragma unroll
			for (int i = 0; i < F::as; i++)
				a[m][i] = from_a[(m * rows + i % halves * 8) * words + i / halves * 4];
#pragma unroll
		for (int n = 0; n < CLOCKS_BS; n++)
#pragma unroll
			for (int i = 0; i < F::bs; i++)
				b[n][i] = from_b[n * 8 * words + i * 4];
	}
	__device__ void start_anew()
	{
#pragma unroll
		for (int i = 0; i < CLOCKS_AS * CLOCKS_BS * F::sums; i++)
			sum[i / F::sums / CLOCKS_BS][i / F::sums % CLOCKS_BS][i % F::sums] = 0;
	}
	__device__ void round()
	{
#pragma unroll
		for (int i = 0; i < CLOCKS_AS * CLOCKS_BS; i++)
			F::mma(sum[i / CLOCKS_BS][i % CLOCKS_BS], a[i / CLOCKS_BS], b[i % CLOCKS_BS]);
	}
	__device__ void store(void *out) const
	{
		word *to = (word *)out + (blockIdx.x * CLOCKS_WARPS + warp()) * CLOCKS_AS * rows * CLOCKS_COLS;

#pragma unroll
		for (int i = 0; i < CLOCKS_AS * CLOCKS_BS * F::sums; i++) {
			const int m = i / F::sums / CLOCKS_BS, n = i / F::sums % CLOCKS_BS, s = i % F::sums;
			const u32 row = m * rows + s / 2 * 8 + lane() / 4, col = n * 8 + 2 * (lane() % 4) + s % 2;
			to[row * CLOCKS_COLS + col] = sum[m][n][s];
		}
	}
};

/* Instructions with sixteen rows. All registers have 32 bits. */
#define SIXTEEN_ROWS(NAME, OP)                                                                                \
	struct NAME {                                                                                         \
		typedef u32 word;                                                                             \
		enum { rows = 16, as = 4, bs = 2, sums = 4 };                                                 \
		static __device__ void mma(word *d, const word *a, const word *b)                             \
		{                                                                                             \
			asm volatile("mma.sync.aligned." OP " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, " \
				     "{%0, %1, %2, %3};"                                                      \
				     : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3])                         \
				     : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));     \
		}                                                                                             \
	};
SIXTEEN_ROWS(fp16, "m16n8k16.row.col.f32.f16.f16.f32")
SIXTEEN_ROWS(bf16, "m16n8k16.row.col.f32.bf16.bf16.f32")
SIXTEEN_ROWS(tf32, "m16n8k8.row.col.f32.tf32.tf32.f32")
SIXTEEN_ROWS(int8, "m16n8k32.row.col.s32.s8.s8.s32")

struct fp64 {
	typedef double word;
	enum { rows = 8, as = 1, bs = 1, sums = 2 };
	static __device__ void mma(word *d, const word *a, const word *b)
	{
		asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
			     : "+d"(d[0]), "+d"(d[1])
			     : "d"(a[0]), "d"(b[0]));
	}
};

#endif

/* ---- FFMA -------------------------------------------------------------------------------------------------------- */

/* Chains x <- f x + f in FP32. They are volatile because all trips are the same, which the compiler must not
 * exploit. */
struct chains {
	float start[CLOCKS_CHAINS], x[CLOCKS_CHAINS], factor;

	__device__ void begin(const clocks_args &args)
	{
		factor = ((const float *)args.b)[threadIdx.x];
#pragma unroll
		for (int c = 0; c < CLOCKS_CHAINS; c++)
			start[c] = ((const float *)args.a)[threadIdx.x * CLOCKS_CHAINS + c];
	}
	__device__ void start_anew()
	{
#pragma unroll
		for (int c = 0; c < CLOCKS_CHAINS; c++)
			x[c] = start[c];
	}
	__device__ void round()
	{
#pragma unroll
		for (int i = 0; i < CLOCKS_LINKS * CLOCKS_CHAINS; i++)
			asm volatile("fma.rn.f32 %0, %0, %1, %1;" : "+f"(x[i % CLOCKS_CHAINS]) : "f"(factor));
	}
	__device__ void store(void *out) const
	{
		float *to = (float *)out + (blockIdx.x * CLOCKS_THREADS + threadIdx.x) * CLOCKS_CHAINS;

#pragma unroll
		for (int c = 0; c < CLOCKS_CHAINS; c++)
			to[c] = x[c];
	}
};

/* ---- kernels that run for a given time --------------------------------------------------------------------------- */

/* The time just after the timer advances. On some GPUs it advances in steps of a microsecond. */
static __device__ u64 next_tick()
{
	const u64 was = time_now();
	u64 now;

	do
		now = time_now();
	while (now == was);
	__syncwarp();
	return now;
}

/* Waits for the working part of a period. All SMs read the same time, so they work and rest together. */
static __device__ u64 when_at_work(u64 work)
{
	u64 now = time_now();

	while (__any_sync(EACH_LANE, now % CLOCKS_PERIOD >= work)) {
		__nanosleep(NAP);
		now = time_now();
	}
	return now;
}

template <class Load> static __device__ void run(const clocks_args &args)
{
	Load load;

	load.begin(args);
	const u64 start = next_tick(), from = clock_now();
	do {
		load.start_anew();
#pragma unroll 1
		for (int r = 0; r < CLOCKS_ROUNDS; r++)
			load.round();
	} while (__any_sync(EACH_LANE, when_at_work(args.work) - start < args.nanoseconds));
	const u64 end = next_tick(), to = clock_now();
	if (threadIdx.x == 0) {
		const clocks_span span = { to - from, end - start, this_sm() };
		args.spans[blockIdx.x] = span;
	}
	if (args.record)
		load.store(args.out);
}

#define KERNEL(NAME, LOAD)                                                                                     \
	extern "C" __global__ void __launch_bounds__(CLOCKS_THREADS, 1) clocks_##NAME(struct clocks_args args) \
	{                                                                                                      \
		run<LOAD>(args);                                                                               \
	}
KERNEL(ffma, chains)
#if __CUDA_ARCH__ >= 800
KERNEL(fp64, matrix<fp64>)
KERNEL(fp16, matrix<fp16>)
KERNEL(bf16, matrix<bf16>)
KERNEL(tf32, matrix<tf32>)
KERNEL(int8, matrix<int8>)
#endif
