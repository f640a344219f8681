/* Kernels of `instr`: a chain of one operation per thread. Each step depends on the previous one. */
#include "../common/chain_steps.h"
#include "../common/toolkit.h"
#include "instr.h"

/* ---- the operations ------------------------------------------------------------------------------------------------
 *
 * chain_steps.h has those of a single instruction. instr_steps.h has the same operations for the host. */

namespace operation
{
STEP(udiv, uint32_t, a / x)
STEP(umod, uint32_t, a % x + INSTR_C)
STEP(idiv, uint32_t, (uint32_t)((int)a / (int)x))
STEP(imod, uint32_t, (uint32_t)((int)a % (int)x) + INSTR_C)

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
/* As an instruction, whatever the flags. Otherwise the compiler would see that two of them cancel out. */
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

PTX(mufu_rsq, float, "f", "rsqrt.approx.ftz.f32 %0, %1;")
PTX(mufu_sqrt, float, "f", "sqrt.approx.ftz.f32 %0, %1;")
PTX(mufu_ex2, float, "f", "{.reg .f32 t; neg.f32 t, %1; ex2.approx.ftz.f32 %0, t;}")
PTX(mufu_lg2, float, "f", "{.reg .f32 t; abs.f32 t, %1; lg2.approx.ftz.f32 %0, t;}")

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
static __device__ void loop(typename op::value &x, typename op::value a, uint32_t &sum, uint32_t trips)
{
	/* Hides `trips`; otherwise the compiler duplicates the loop, with and without the other loop in each pass. */
	asm volatile("" : "+r"(trips));
#pragma unroll 1
	for (uint32_t trip = 0; trip < trips; trip++) {
#pragma unroll
		for (int step = 0; step < BODY; step++)
			x = op::step(x, a);
		sum = sum * INSTR_SHARE + end_of(x);
	}
}

/* The difference of the two loops contains only the cost of the steps. */
template <class op, int BODY> static __device__ void chain(const struct instr_args &args)
{
	const uint32_t thread = blockIdx.x * blockDim.x + threadIdx.x;
	const typename op::value a = value_of<typename op::value>(args.operand[thread % INSTR_SEEDS]);
	typename op::value x = value_of<typename op::value>(args.start[thread % INSTR_SEEDS]);
	long long cycles = 0;
	uint32_t sum = 0;

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

/* Follows the same chain one step at a time, and records some of the steps for the host to check. */
template <class op> static __device__ void replay(const struct instr_check_args &args)
{
	const uint32_t seed = blockIdx.x * blockDim.x + threadIdx.x, trips = args.trips + args.half_trips;
	const uint32_t steps = args.body * args.trips + args.body / 2 * args.half_trips;
	const uint32_t every = INSTR_PASSES * steps / INSTR_RECORDED;
	const typename op::value a = value_of<typename op::value>(args.operand[seed]);
	struct instr_step *record = args.steps + seed * INSTR_RECORDED;
	typename op::value x = value_of<typename op::value>(args.start[seed]);
	uint32_t sum = 0, wait = 0;

#pragma unroll 1
	for (uint32_t trip = 0; trip < INSTR_PASSES * trips; trip++) {
		const uint32_t body = trip % trips < args.trips ? args.body : args.body / 2;
#pragma unroll 1
		for (uint32_t step = 0; step < body; step++) {
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
