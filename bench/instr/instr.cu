/* Kernels of `instr`: a chain of one operation per thread, each step depending on the previous one. */
#include "../common/toolkit.h"
#include "instr.h"

/* ---- values in words; variants with few operations do not use all of these --------------------------------------- */

/* Some builds have few operations and do not need all of these. */

template <class T> static __device__ T value_of(instr_word word);
template <> [[maybe_unused]] __device__ unsigned int value_of(instr_word word)
{
	return (unsigned int)word;
}
template <> [[maybe_unused]] __device__ uint2 value_of(instr_word word)
{
	return make_uint2((unsigned int)word, (unsigned int)(word >> 32));
}
template <> [[maybe_unused]] __device__ unsigned long long value_of(instr_word word)
{
	return word;
}
template <> [[maybe_unused]] __device__ float value_of(instr_word word)
{
	return __int_as_float((int)word);
}
template <> [[maybe_unused]] __device__ double value_of(instr_word word)
{
	return __longlong_as_double((long long)word);
}

[[maybe_unused]] static __device__ instr_word word_of(unsigned int x)
{
	return x;
}
[[maybe_unused]] static __device__ instr_word word_of(uint2 x)
{
	return (instr_word)x.y << 32 | x.x;
}
[[maybe_unused]] static __device__ instr_word word_of(unsigned long long x)
{
	return x;
}
[[maybe_unused]] static __device__ instr_word word_of(float x)
{
	return (unsigned int)__float_as_int(x);
}
[[maybe_unused]] static __device__ instr_word word_of(double x)
{
	return (instr_word)__double_as_longlong(x);
}

/* The value that the loop adds to the sum. */
[[maybe_unused]] static __device__ unsigned int end_of(unsigned int x)
{
	return x;
}
[[maybe_unused]] static __device__ unsigned int end_of(uint2 x)
{
	return x.y;
}
[[maybe_unused]] static __device__ unsigned int end_of(unsigned long long x)
{
	return (unsigned int)x ^ (unsigned int)(x >> 32);
}
[[maybe_unused]] static __device__ unsigned int end_of(float x)
{
	return (unsigned int)__float_as_int(x);
}
[[maybe_unused]] static __device__ unsigned int end_of(double x)
{
	return (unsigned int)__double2loint(x) ^ (unsigned int)__double2hiint(x);
}

/* ---- the operations ------------------------------------------------------------------------------------------------
 *
 * One step each, in C++ to measure the code that the compiler generates, and in PTX where it would simplify a chain.
 * instr_steps.h has the same for the host. */

namespace operation
{
#define STEP(name, T, expression)                  \
	struct name {                              \
		typedef T value;                   \
		static __device__ T step(T x, T a) \
		{                                  \
			(void)a;                   \
			return expression;         \
		}                                  \
	};
#define PTX(name, T, letter, text)                                                 \
	struct name {                                                              \
		typedef T value;                                                   \
		static __device__ T step(T x, T a)                                 \
		{                                                                  \
			T y;                                                       \
			asm volatile(text : "=" letter(y) : letter(x), letter(a)); \
			return y;                                                  \
		}                                                                  \
	};

STEP(iadd, uint2, make_uint2(x.y, x.x + x.y))
STEP(iadd3, uint2, make_uint2(x.y, x.x + x.y + a.x))
PTX(shift, unsigned int, "r", "shf.l.wrap.b32 %0, %1, %1, %2;")
/* 0x6a: (x & a) ^ a. */
PTX(mask, unsigned int, "r", "lop3.b32 %0, %1, %2, %2, 0x6a;")
PTX(imul, unsigned int, "r", "mul.lo.u32 %0, %1, %2;")
PTX(imad, unsigned int, "r", "mad.lo.u32 %0, %1, %2, %2;")
PTX(dp4a, unsigned int, "r", "dp4a.s32.s32 %0, %1, %2, %1;")
STEP(udiv, unsigned int, a / x)
STEP(umod, unsigned int, a % x + INSTR_C)
STEP(idiv, unsigned int, (unsigned int)((int)a / (int)x))
STEP(imod, unsigned int, (unsigned int)((int)a % (int)x) + INSTR_C)

STEP(fadd, float, a - x)
STEP(fmul, float, x *a)
STEP(ffma, float, fmaf(x, a, a))
STEP(promoted, float, 1.1 - x)
STEP(fdiv, float, a / x)
STEP(fdiv_fast, float, __fdividef(a, x))
STEP(sqrt, float, sqrtf(x))
PTX(sqrt_fast, float, "f", "sqrt.approx.f32 %0, %1;")
STEP(rsqrt, float, 1.0f / sqrtf(x))
STEP(rsqrt_fast, float, rsqrtf(x))
STEP(sin, float, sinf(x))
STEP(sin_fast, float, __sinf(x))
STEP(exp, float, expf(-x))
STEP(exp_fast, float, __expf(-x))
STEP(log, float, logf(fabsf(x)))
STEP(log_fast, float, __logf(fabsf(x)))
/* As an instruction, whatever the flags: otherwise the compiler would see that two of them cancel out. */
PTX(rcp, float, "f", "rcp.rn.f32 %0, %1;")
STEP(cos_fast, float, __cosf(x))
struct sincos {
	typedef float value;
	static __device__ float step(float x, float)
	{
		float s, c;
		sincosf(x, &s, &c);
		return s + c;
	}
};
STEP(pow, float, powf(x, a))
STEP(tanh, float, tanhf(x + a))
#if __CUDA_ARCH__ >= 750
PTX(tanh_fast, float, "f", "{.reg .f32 t; add.f32 t, %1, %2; tanh.approx.f32 %0, t;}")
#else
STEP(tanh_fast, float, tanhf(x + a)) /* 7.0 has no such instruction, and the host does not launch it */
#endif

PTX(mufu_rcp, float, "f", "{.reg .f32 t; neg.f32 t, %1; rcp.approx.ftz.f32 %0, t;}")
PTX(mufu_rsq, float, "f", "rsqrt.approx.ftz.f32 %0, %1;")
PTX(mufu_sqrt, float, "f", "sqrt.approx.ftz.f32 %0, %1;")
PTX(mufu_ex2, float, "f", "{.reg .f32 t; neg.f32 t, %1; ex2.approx.ftz.f32 %0, t;}")
PTX(mufu_lg2, float, "f", "{.reg .f32 t; abs.f32 t, %1; lg2.approx.ftz.f32 %0, t;}")

PTX(hfma2, unsigned int, "r", "fma.rn.f16x2 %0, %1, %2, %2;")
STEP(dadd, double, a - x)
STEP(dmul, double, x *a)
STEP(dfma, double, fma(x, a, a))
STEP(ddiv, double, a / x)
STEP(dsqrt, double, ::sqrt(x))
STEP(dsin, double, ::sin(x))
STEP(dexp, double, ::exp(-x))
STEP(dlog, double, ::log(fabs(x)))

STEP(i2f, float, (float)__float_as_int(x))
PTX(f2i, float, "f", "{.reg .s32 t; cvt.rzi.s32.f32 t, %1; cvt.rn.f32.s32 %0, t;}")
PTX(f2h, float, "f", "{.reg .b16 t; cvt.rn.f16.f32 t, %1; cvt.f32.f16 %0, t;}")
PTX(d2f, double, "d", "{.reg .f32 t; cvt.rn.f32.f64 t, %1; cvt.f64.f32 %0, t;}")
PTX(d2i, double, "d", "{.reg .s32 t; cvt.rzi.s32.f64 t, %1; cvt.rn.f64.s32 %0, t;}")
} // namespace operation

#if !defined(INSTR_FAST_MATH) && !defined(INSTR_ONE_FLAG)
#define HAS_DEEP
#include "instr_deep.h"
#endif
#undef PTX
#undef STEP

/* ---- timed ------------------------------------------------------------------------------------------------------- */

template <class op, int BODY>
static __device__ void loop(typename op::value &x, typename op::value a, unsigned int &sum, unsigned int trips)
{
	/* Otherwise the compiler duplicates the loop, with and without the other one in each pass. */
	asm volatile("" : "+r"(trips));
#pragma unroll 1
	for (unsigned int trip = 0; trip < trips; trip++) {
#pragma unroll
		for (int step = 0; step < BODY; step++)
			x = op::step(x, a);
		sum = sum * INSTR_SHARE + end_of(x);
	}
}

/* The difference of the two loops is free of the cost of a trip apart from its steps. */
template <class op, int BODY> static __device__ void chain(const struct instr_args &args)
{
	const unsigned int thread = blockIdx.x * blockDim.x + threadIdx.x;
	const typename op::value a = value_of<typename op::value>(args.operand[thread % INSTR_SEEDS]);
	typename op::value x = value_of<typename op::value>(args.start[thread % INSTR_SEEDS]);
	long long cycles = 0;
	unsigned int sum = 0;

#pragma unroll 1
	for (int pass = 0; pass < INSTR_PASSES; pass++) {
		const long long start = clock64();
		loop<op, BODY>(x, a, sum, args.trips);
		const long long middle = clock64();
		loop<op, BODY / 2>(x, a, sum, args.half_trips);
		cycles = (middle - start) - (clock64() - middle);
	}
	args.out[thread] = sum;
	if (thread == 0)
		*args.cycles = (unsigned long long)cycles;
}

#if defined(INSTR_FAST_MATH)
#define BODY(steps, fast) fast
#else
#define BODY(steps, fast) steps
#endif
#define KERNEL(name, steps, fast)                                       \
	extern "C" __global__ void instr_##name(struct instr_args args) \
	{                                                               \
		chain<operation::name, BODY(steps, fast)>(args);        \
	}
#if defined(HAS_DEEP)
#define BUILT INSTR_ALL
#elif defined(INSTR_ONE_FLAG)
#define BUILT INSTR_ROUNDED
#else
#define BUILT INSTR_OPS
#endif
BUILT(KERNEL)

/* ---- not timed --------------------------------------------------------------------------------------------------- */

/* The same chain one step at a time; some of the steps are recorded for the host to check. */
template <class op> static __device__ void replay(const struct instr_check_args &args)
{
	const unsigned int seed = blockIdx.x * blockDim.x + threadIdx.x, trips = args.trips + args.half_trips;
	const unsigned int steps = args.body * args.trips + args.body / 2 * args.half_trips;
	const unsigned int every = INSTR_PASSES * steps / INSTR_RECORDED;
	const typename op::value a = value_of<typename op::value>(args.operand[seed]);
	struct instr_step *record = args.steps + seed * INSTR_RECORDED;
	typename op::value x = value_of<typename op::value>(args.start[seed]);
	unsigned int sum = 0, wait = 0;

#pragma unroll 1
	for (unsigned int trip = 0; trip < INSTR_PASSES * trips; trip++) {
		const unsigned int body = trip % trips < args.trips ? args.body : args.body / 2;
#pragma unroll 1
		for (unsigned int step = 0; step < body; step++) {
			const typename op::value before = x;
			x = op::step(x, a);
			if (wait-- == 0) {
				*record++ = { word_of(before), word_of(x) };
				wait = every - 1;
			}
		}
		sum = sum * INSTR_SHARE + end_of(x);
	}
	args.expected[seed] = sum;
}

#define CASE(name, steps, fast)                \
	case INSTR_##name:                     \
		replay<operation::name>(args); \
		break;
extern "C" __global__ void instr_check(struct instr_check_args args)
{
	switch (args.op) {
		BUILT(CASE)
	}
}

extern "C" __global__ void instr_compare(struct instr_compare_args args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;
	unsigned long long compared = 0;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.threads;
	     i += step, compared++)
		if (args.out[i] != args.expected[i % INSTR_SEEDS])
			gb_report_wrong(args.report, i);
	gb_report_compared(args.report, compared);
}
