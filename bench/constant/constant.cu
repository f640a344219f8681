/* Kernels of `constant`: loads of constant memory, constant operands, and straight-line code of a chosen size.
 *
 * One block per SM runs the timed part twice, between barriers and with the SM's own clock. The first round loads code
 * and constants into the caches. */
#include "../common/now.h"
#include "constant.h"

typedef uint32_t u32;

struct constants {
	u32 word[CONSTANT_BYTES / 4];

	__host__ __device__ constexpr constants() : word()
	{
		for (u32 i = 0; i < CONSTANT_BYTES / 4; i++)
			word[i] = constant_word(i);
	}
};
__constant__ struct constants constant_memory = {};

/* No warp begins before all have read the clock. A busy scheduler prefers warps that are already running, so the warp
 * that reads the clock would begin late. */
static __device__ long long clock_of_all()
{
	__syncthreads();
	const long long now = clock_now();
	__syncthreads();
	return now;
}

static __device__ u32 constant_at(u32 byte)
{
	return *(const u32 *)((const char *)constant_memory.word + byte);
}

/* ---- loads ------------------------------------------------------------------------------------------------------- */

extern "C" __global__ void __launch_bounds__(1024, 1) constant_load(struct constant_load_args args)
{
	const u32 offset = args.offset[threadIdx.x % CONSTANT_LANES];
	u32 sum = 0, cycles = 0;

#pragma unroll 1
	for (u32 round = 0; round < 2; round++) {
		u32 trips = args.trips[round], at = constant_start(threadIdx.x / CONSTANT_LANES, args.set);

		sum = 0;
		const long long start = clock_of_all();
#pragma unroll 1
		for (u32 trip = 0; trip < trips; trip++) {
#pragma unroll
			for (u32 group = 0; group < CONSTANT_GROUPS; group++) {
#pragma unroll
				for (u32 line = 0; line < CONSTANT_GROUP; line += CONSTANT_LINE)
					sum += constant_at(at + offset + line);
				at += CONSTANT_GROUP;
				at = at == args.set ? 0 : at;
			}
		}
		__syncthreads_or(sum == args.never);
		cycles = (u32)(clock_now() - start);
	}
	if (threadIdx.x == 0)
		args.cycles[blockIdx.x] = cycles;
	if (args.record)
		args.sum[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

extern "C" __global__ void constant_table(struct constant_table_args args)
{
	for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < CONSTANT_BYTES / 4; i += gridDim.x * blockDim.x)
		args.words[i] = constant_at(4 * i);
}

/* ---- sums: of operands, and by straight code --------------------------------------------------------------------- */

struct chains {
	float x[CONSTANT_CHAINS], one;

	__device__ chains(const constant_sum_args &args) : one(args.one[threadIdx.x % CONSTANT_LANES]) {}
	__device__ void begin()
	{
#pragma unroll
		for (int c = 0; c < CONSTANT_CHAINS; c++)
			x[c] = one;
	}
	__device__ u32 mixed() const
	{
		u32 sum = 0;
#pragma unroll
		for (u32 c = 0; c < CONSTANT_CHAINS; c++)
			sum += (2 * c + 1) * __float_as_uint(x[c]);
		return sum;
	}
};

namespace from
{
struct register_ {
	float word[CONSTANT_REGISTERS];
	__device__ register_(const constant_sum_args &args, float one)
	{
#pragma unroll
		for (int i = 0; i < CONSTANT_REGISTERS; i++)
			word[i] = args.operand[i] * one;
	}
	__device__ void next()
	{
	}
	__device__ float operand(u32 i) const
	{
		return word[i % CONSTANT_REGISTERS];
	}
};
struct immediate_ {
	__device__ immediate_(const constant_sum_args &, float) {}
	__device__ void next() {}
	__device__ float operand(u32 i) const { return __uint_as_float(constant_word(i)); }
};
struct param_ {
	const constant_sum_args &args;
	__device__ param_(const constant_sum_args &args, float) : args(args) {}
	__device__ void next() {}
	__device__ float operand(u32 i) const { return args.operand[i]; }
};
struct bank_ {
	__device__ bank_(const constant_sum_args &, float) {}
	__device__ void next() {}
	__device__ float operand(u32 i) const { return __uint_as_float(constant_memory.word[i]); }
};
/* The compiler does not know that the address never changes. */
struct ldc_ {
	u32 at, flip; /* 0 */
	__device__ ldc_(const constant_sum_args &, float one) : at(0), flip(__float_as_uint(one) - 0x3f800000u) {}
	__device__ void next() { at ^= flip; }
	__device__ float operand(u32 i) const { return __uint_as_float(constant_at(at + 4 * i)); }
};
} // namespace from

/* The timed part: add() extends the chains in each of `trips` trips. */
template <class body> static __device__ void timed(const constant_sum_args &args)
{
	chains sums(args);
	body what(args, sums.one);
	u32 cycles = 0;

#pragma unroll 1
	for (u32 round = 0; round < 2; round++) {
		u32 trips = args.trips[round];

		sums.begin();
		const long long start = clock_of_all();
#pragma unroll 1
		for (u32 trip = 0; trip < trips; trip++)
			what.add(sums);
		__syncthreads_or(sums.mixed() == args.never);
		cycles = (u32)(clock_now() - start);
	}
	if (threadIdx.x == 0)
		args.cycles[blockIdx.x] = cycles;
	if (args.record)
		args.sum[blockIdx.x * blockDim.x + threadIdx.x] = sums.mixed();
}

template <class source> struct operands {
	source words;
	__device__ operands(const constant_sum_args &args, float one) : words(args, one) {}
	__device__ void add(chains &sums)
	{
		words.next();
#pragma unroll
		for (u32 i = 0; i < CONSTANT_OPERANDS; i++)
			sums.x[i % CONSTANT_CHAINS] = fmaf(sums.one, words.operand(i), sums.x[i % CONSTANT_CHAINS]);
	}
};

#define OPERANDS(name)                                                                                               \
	extern "C" __global__ void __launch_bounds__(1024, 1) constant_operand_##name(struct constant_sum_args args) \
	{                                                                                                            \
		timed<operands<from::name##_>>(args);                                                                \
	}
CONSTANT_SOURCES(OPERANDS)

/* 64 multiply-adds: 1 KiB of code. */
#define EIGHT                                                                               \
	"fma.rn.f32 %0, %8, %8, %0; fma.rn.f32 %1, %8, %8, %1; fma.rn.f32 %2, %8, %8, %2; " \
	"fma.rn.f32 %3, %8, %8, %3; fma.rn.f32 %4, %8, %8, %4; fma.rn.f32 %5, %8, %8, %5; " \
	"fma.rn.f32 %6, %8, %8, %6; fma.rn.f32 %7, %8, %8, %7; "
static __device__ void add_64(chains &sums)
{
	asm volatile(EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT EIGHT
		     : "+f"(sums.x[0]), "+f"(sums.x[1]), "+f"(sums.x[2]), "+f"(sums.x[3]), "+f"(sums.x[4]),
		       "+f"(sums.x[5]), "+f"(sums.x[6]), "+f"(sums.x[7])
		     : "f"(sums.one));
}

template <int KIB> struct straight {
	__device__ straight(const constant_sum_args &, float) {}
	__device__ void add(chains &sums)
	{
#pragma unroll
		for (int i = 0; i < KIB; i++)
			add_64(sums);
	}
};

/* Ends after `count` segments. Each template instance calls the next one, because the compiler does not unroll such a
 * long loop. */
template <u32 SEGMENT> static __device__ __forceinline__ void add_segments(chains &sums, u32 count)
{
#pragma unroll
	for (int i = 0; i < CONSTANT_SEGMENT / 1024; i++)
		add_64(sums);
	if (SEGMENT < CONSTANT_SEGMENTS && SEGMENT != count)
		add_segments<SEGMENT + 1>(sums, count);
}
template <> __device__ __forceinline__ void add_segments<CONSTANT_SEGMENTS + 1>(chains &, u32)
{
}

struct segments {
	u32 count;
	__device__ segments(const constant_sum_args &args, float) : count(args.segments) {}
	__device__ void add(chains &sums) { add_segments<1>(sums, count); }
};

#define CODE(name, body)                                                                                          \
	extern "C" __global__ void __launch_bounds__(1024, 1) constant_code_##name(struct constant_sum_args args) \
	{                                                                                                         \
		timed<body>(args);                                                                                \
	}
#define SMALL(kib) CODE(kib, straight<kib>)
CONSTANT_SMALL(SMALL)
CODE(segments, segments)
