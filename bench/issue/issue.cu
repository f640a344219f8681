/* Kernels of `issue`: one block, whose warps start together and record when they finish. */
#include "../common/now.h"
#include "issue.h"

static __device__ uint32_t lane()
{
	return threadIdx.x % ISSUE_WARP;
}

/* Trips of both rounds. The first loads the code into the caches, and only the second counts. They are hidden from the
 * compiler, which would otherwise give each round its own loop. */
static __device__ uint32_t trips_of(const issue_args &args, uint32_t round)
{
	uint32_t trips = round == 0 ? args.warm_trips : args.trips;

	asm volatile("" : "+r"(trips));
	return trips;
}

static __device__ unsigned long long start_together()
{
	__syncthreads();
	return clock_now();
}

/* The time when a warp finishes, and a 0 that is known only then. The ends of the chains are thus combined after the
 * clock was read. */
struct finish {
	unsigned long long now;
	uint32_t zero;

	__device__ finish(const issue_args &args) : now(clock_now()), zero((uint32_t)now & args.zero) {}
};

static __device__ void leave(const issue_args &args, unsigned long long start, const finish &f, uint32_t end)
{
	if (lane() == 0) {
		args.span[2 * (threadIdx.x / ISSUE_WARP)] = start;
		args.span[2 * (threadIdx.x / ISSUE_WARP) + 1] = f.now;
	}
	args.end[threadIdx.x] = end;
}

/* ---- banks ----------------------------------------------------------------------------------------------------------
 *
 * PTX cannot name registers. A load of 16 bytes fills four consecutive ones, starting at a multiple of four, so the
 * banks of x and y are known. The compiler may put c into either bank. In `same` one FFMA reads c with an even x and an
 * even y, and another reads it with an odd x and an odd y: one of the two has three registers of one bank, whichever
 * bank the compiler chose. In `apart` each has an x and a y of different banks. c is a factor of one and the summand of
 * the other, and FFMAs of other chains separate the two, so that the reuse cache keeps none of them. In `reuse` all
 * chains have the same x and y, which it does keep. */

static __device__ float4 load(const uint32_t *at)
{
	float4 v;

	asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
		     : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w)
		     : "l"(__cvta_generic_to_global(at))
		     : "memory");
	return v;
}

static __device__ float multiply_add(float a, float b, float c)
{
	float d;

	asm volatile("fma.rn.f32 %0, %1, %2, %3;" : "=f"(d) : "f"(a), "f"(b), "f"(c));
	return d;
}

static __device__ float sum(float a, float b)
{
	float d;

	asm volatile("add.rn.f32 %0, %1, %2;" : "=f"(d) : "f"(a), "f"(b));
	return d;
}

enum operands { TWO, THREE, APART, SAME, REUSE };

struct quads {
	float even_x[4], odd_x[4], even_y[4], odd_y[4];
};

/* A step of each chain: one FFMA. */
template <enum operands operands, bool is_pair> struct bank_step {
	static __device__ __forceinline__ void of(float *c, const quads &q)
	{
#pragma unroll
		for (int g = 0; g < ISSUE_CHAINS; g++)
			c[g] = multiply_add(c[g], q.odd_x[g % 4], operands == TWO ? q.odd_x[g % 4] : q.even_y[g % 4]);
	}
};

/* A step of each chain: two FFMAs and their sum. */
template <enum operands operands> struct bank_step<operands, true> {
	static __device__ __forceinline__ void of(float *c, const quads &q)
	{
		float d[ISSUE_CHAINS], e[ISSUE_CHAINS];
#pragma unroll
		for (int g = 0; g < ISSUE_CHAINS; g++) {
			const int k = operands == REUSE ? 0 : g % 4;
			d[g] = multiply_add(c[g], q.even_x[k], operands == APART ? q.odd_y[k] : q.even_y[k]);
		}
#pragma unroll
		for (int g = 0; g < ISSUE_CHAINS; g++) {
			const int k = operands == REUSE ? 0 : g % 4;
			e[g] = operands == REUSE
				       ? multiply_add(c[g], q.odd_x[k], q.odd_y[k])
				       : multiply_add(q.odd_x[k], operands == APART ? q.even_y[k] : q.odd_y[k], c[g]);
		}
#pragma unroll
		for (int g = 0; g < ISSUE_CHAINS; g++)
			c[g] = sum(d[g], e[g]);
	}
};

template <enum operands operands> static __device__ void banks(const issue_args &args)
{
	const uint32_t *const words = args.words + ISSUE_WORDS * lane();
	const float4 x0 = load(words + ISSUE_X), x1 = load(words + ISSUE_X + 4), y0 = load(words + ISSUE_Y),
		     y1 = load(words + ISSUE_Y + 4);
	const quads q = { { x0.x, x0.z, x1.x, x1.z },
			  { x0.y, x0.w, x1.y, x1.w },
			  { y0.x, y0.z, y1.x, y1.z },
			  { y0.y, y0.w, y1.y, y1.w } };
	float c[ISSUE_CHAINS];
	unsigned long long start = 0;

#pragma unroll
	for (int g = 0; g < ISSUE_CHAINS; g++)
		c[g] = __uint_as_float(words[ISSUE_START + g]);
#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++) {
		const uint32_t trips = trips_of(args, round);
		start = start_together();
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++) {
#pragma unroll
			for (int step = 0; step < ISSUE_ROUNDS; step++)
				bank_step<operands, operands >= APART>::of(c, q);
		}
	}
	const finish f(args);
	uint32_t end = f.zero;
#pragma unroll
	for (int g = 0; g < ISSUE_CHAINS; g++)
		end = issue_fold(end, __float_as_uint(c[g]));
	leave(args, start, f, end);
}

#define BANKS(name, operands)                                                                      \
	extern "C" __global__ void __launch_bounds__(ISSUE_WARP *ISSUE_SCHEDULERS *ISSUE_WARPS, 1) \
		issue_banks_##name(struct issue_args args)                                         \
	{                                                                                          \
		banks<operands>(args);                                                             \
	}
BANKS(two, TWO)
BANKS(three, THREE)
BANKS(apart, APART)
BANKS(same, SAME)
BANKS(reuse, REUSE)

/* ---- two pipes --------------------------------------------------------------------------------------------------- */

namespace operation
{
struct none {
	__device__ none(const uint32_t *) {}
	template <int K> __device__ void step() {}
	__device__ uint32_t end(uint32_t sum) const { return sum; }
};

/* Chains of words that PTX treats as floats or integers. */
#define WORDS(name, start_at, factor_at, summand_at, text)                                                    \
	struct name {                                                                                         \
		uint32_t x[ISSUE_CHAINS], a, b;                                                               \
		__device__ name(const uint32_t *words) : a(words[factor_at]), b(words[summand_at])            \
		{                                                                                             \
			for (int k = 0; k < ISSUE_CHAINS; k++)                                                \
				x[k] = words[start_at + k];                                                   \
		}                                                                                             \
		template <int K> __device__ void step() { asm volatile(text : "+r"(x[K]) : "r"(a), "r"(b)); } \
		__device__ uint32_t end(uint32_t sum) const                                                   \
		{                                                                                             \
			for (int k = 0; k < ISSUE_CHAINS; k++)                                                \
				sum = issue_fold(sum, x[k]);                                                  \
			return sum;                                                                           \
		}                                                                                             \
	};
WORDS(ffma, ISSUE_START, ISSUE_FACTOR, ISSUE_SUMMAND,
      "{ .reg .f32 x, a, b; mov.b32 x, %0; mov.b32 a, %1; mov.b32 b, %2; fma.rn.f32 x, x, a, b; mov.b32 %0, x; }")
WORDS(shift, ISSUE_INT_START, ISSUE_TURN, ISSUE_TURN, "shf.l.wrap.b32 %0, %0, %0, %1;")
WORDS(imad, ISSUE_INT_START, ISSUE_INT_FACTOR, ISSUE_INT_SUMMAND, "mad.lo.u32 %0, %0, %1, %2;")
WORDS(brev, ISSUE_INT_START, ISSUE_TURN, ISSUE_TURN, "brev.b32 %0, %0;")

struct dfma {
	double x[ISSUE_CHAINS], a, b;
	static __device__ double at(const uint32_t *words) { return __hiloint2double((int)words[1], (int)words[0]); }
	__device__ dfma(const uint32_t *words) : a(at(words + ISSUE_DOUBLE_FACTOR)), b(at(words + ISSUE_DOUBLE_SUMMAND))
	{
		for (int k = 0; k < ISSUE_CHAINS; k++)
			x[k] = at(words + ISSUE_DOUBLE_START + 2 * k);
	}
	template <int K> __device__ void step()
	{
		asm volatile("fma.rn.f64 %0, %0, %1, %2;" : "+d"(x[K]) : "d"(a), "d"(b));
	}
	__device__ uint32_t end(uint32_t sum) const
	{
		for (int k = 0; k < ISSUE_CHAINS; k++) {
			sum = issue_fold(sum, (uint32_t)__double2loint(x[k]));
			sum = issue_fold(sum, (uint32_t)__double2hiint(x[k]));
		}
		return sum;
	}
};

/* Each load returns the address of the next. The lanes of a warp are in different banks. */
struct lds {
	uint32_t x[ISSUE_CHAINS], first;
	__device__ lds(const uint32_t *)
	{
		__shared__ uint32_t table[ISSUE_TABLE];
		first = (uint32_t)__cvta_generic_to_shared(table);
#pragma unroll 1
		for (uint32_t i = threadIdx.x; i < ISSUE_TABLE; i += blockDim.x)
			table[i] = first + issue_next(i);
		for (int k = 0; k < ISSUE_CHAINS; k++)
			x[k] = first + issue_place(lane(), (uint32_t)k);
	}
	template <int K> __device__ void step()
	{
		asm volatile("ld.shared.u32 %0, [%0];" : "+r"(x[K]) : : "memory");
	}
	__device__ uint32_t end(uint32_t sum) const
	{
		for (int k = 0; k < ISSUE_CHAINS; k++)
			sum = issue_fold(sum, x[k] - first);
		return sum;
	}
};
} // namespace operation

/* Operations of a step from number FROM on, each on the next chain. */
template <int FROM, int COUNT> struct repeat {
	template <class op> static __device__ __forceinline__ void of(op &it)
	{
		it.template step<FROM % ISSUE_CHAINS>();
		repeat<FROM + 1, COUNT - 1>::of(it);
	}
};
template <int FROM> struct repeat<FROM, 0> {
	template <class op> static __device__ __forceinline__ void of(op &) {}
};

template <int AT, int STEPS, int A, int B> struct steps {
	template <class first, class second> static __device__ __forceinline__ void of(first &a, second &b)
	{
		repeat<AT * A, A>::of(a);
		repeat<AT * B, B>::of(b);
		steps<AT + 1, STEPS - 1, A, B>::of(a, b);
	}
};
template <int AT, int A, int B> struct steps<AT, 0, A, B> {
	template <class first, class second> static __device__ __forceinline__ void of(first &, second &) {}
};

template <class first, int A, class second, int B> static __device__ void mix(const issue_args &args)
{
	const uint32_t *const words = args.words + ISSUE_WORDS * lane();
	first a(words);
	second b(words);
	unsigned long long start = 0;

#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++) {
		const uint32_t trips = trips_of(args, round);
		start = start_together();
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++)
			steps<0, ISSUE_STEPS, A, B>::of(a, b);
	}
	const finish f(args);
	leave(args, start, f, b.end(a.end(f.zero)));
}

#define MIX(name, first, a, second, b)                                                             \
	extern "C" __global__ void __launch_bounds__(ISSUE_WARP *ISSUE_SCHEDULERS *ISSUE_WARPS, 1) \
		issue_mix_##name(struct issue_args args)                                           \
	{                                                                                          \
		mix<operation::first, a, operation::second, b>(args);                              \
	}
ISSUE_MIXES(MIX)

/* ---- turns of warps -------------------------------------------------------------------------------------------------
 *
 * Every fourth warp has work. These warps belong to one scheduler, and each could use all of its issue slots. */

extern "C" __global__ void __launch_bounds__(ISSUE_WARP *ISSUE_SCHEDULERS *ISSUE_WARPS, 1)
	issue_turns(struct issue_args args)
{
	const uint32_t warp = threadIdx.x / ISSUE_WARP;
	operation::ffma a(args.words + ISSUE_WORDS * lane());
	operation::none b(args.words);
	unsigned long long start = 0;

#pragma unroll 1
	for (uint32_t round = 0; round < 2; round++) {
		const uint32_t trips = warp % ISSUE_SCHEDULERS == 0 ? trips_of(args, round) : 0;
		uint32_t *stamp = args.stamps + warp / ISSUE_SCHEDULERS * ISSUE_TURNS;
		start = start_together();
#pragma unroll 1
		for (uint32_t trip = 0; trip < trips; trip++) {
			steps<0, ISSUE_STEPS, 1, 0>::of(a, b);
			*stamp++ = (uint32_t)clock_now();
		}
	}
	const finish f(args);
	if (warp % ISSUE_SCHEDULERS == 0)
		leave(args, start, f, a.end(f.zero));
}
