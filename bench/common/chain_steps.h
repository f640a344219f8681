/* chain_steps.h: steps for chains of dependent operations, each a single instruction, and their values as words of 64
 * bits. chain_results.h computes the same on the host. Device code only. */
#pragma once

#include <stdint.h>

typedef unsigned long long chain_word;

/* ---- values in words; a build with few operations does not use all of these -------------------------------------- */

template <class T> static __device__ T value_of(chain_word word);
template <> [[maybe_unused]] __device__ uint32_t value_of(chain_word word)
{
	return (uint32_t)word;
}
template <> [[maybe_unused]] __device__ uint2 value_of(chain_word word)
{
	return make_uint2((uint32_t)word, (uint32_t)(word >> 32));
}
template <> [[maybe_unused]] __device__ unsigned long long value_of(chain_word word)
{
	return word;
}
template <> [[maybe_unused]] __device__ float value_of(chain_word word)
{
	return __int_as_float((int)word);
}
template <> [[maybe_unused]] __device__ double value_of(chain_word word)
{
	return __longlong_as_double((long long)word);
}

[[maybe_unused]] static __device__ chain_word word_of(uint32_t x)
{
	return x;
}
[[maybe_unused]] static __device__ chain_word word_of(uint2 x)
{
	return (chain_word)x.y << 32 | x.x;
}
[[maybe_unused]] static __device__ chain_word word_of(unsigned long long x)
{
	return x;
}
[[maybe_unused]] static __device__ chain_word word_of(float x)
{
	return (uint32_t)__float_as_int(x);
}
[[maybe_unused]] static __device__ chain_word word_of(double x)
{
	return (chain_word)__double_as_longlong(x);
}

/* The value that a loop adds to its sum at the end of each trip. */
[[maybe_unused]] static __device__ uint32_t end_of(uint32_t x)
{
	return x;
}
[[maybe_unused]] static __device__ uint32_t end_of(uint2 x)
{
	return x.y;
}
[[maybe_unused]] static __device__ uint32_t end_of(unsigned long long x)
{
	return (uint32_t)x ^ (uint32_t)(x >> 32);
}
[[maybe_unused]] static __device__ uint32_t end_of(float x)
{
	return (uint32_t)__float_as_int(x);
}
[[maybe_unused]] static __device__ uint32_t end_of(double x)
{
	return (uint32_t)__double2loint(x) ^ (uint32_t)__double2hiint(x);
}

/* ---- the operations ------------------------------------------------------------------------------------------------
 *
 * One step each: in C++, to measure the compiler's code, or in PTX, if the compiler would simplify a chain. */

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

namespace operation
{
STEP(iadd, uint2, make_uint2(x.y, x.x + x.y))
STEP(iadd3, uint2, make_uint2(x.y, x.x + x.y + a.x))
PTX(shift, uint32_t, "r", "shf.l.wrap.b32 %0, %1, %1, %2;")
/* 0x6a: (x & a) ^ a. */
PTX(mask, uint32_t, "r", "lop3.b32 %0, %1, %2, %2, 0x6a;")
PTX(imul, uint32_t, "r", "mul.lo.u32 %0, %1, %2;")
PTX(imad, uint32_t, "r", "mad.lo.u32 %0, %1, %2, %2;")
PTX(dp4a, uint32_t, "r", "dp4a.s32.s32 %0, %1, %2, %1;")
STEP(fadd, float, a - x)
STEP(fmul, float, x *a)
STEP(ffma, float, fmaf(x, a, a))
PTX(mufu_rcp, float, "f", "{.reg .f32 t; neg.f32 t, %1; rcp.approx.ftz.f32 %0, t;}")
PTX(hfma2, uint32_t, "r", "fma.rn.f16x2 %0, %1, %2, %2;")
STEP(dadd, double, a - x)
STEP(dmul, double, x *a)
STEP(dfma, double, fma(x, a, a))
} // namespace operation
