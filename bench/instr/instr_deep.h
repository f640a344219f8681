/* instr_deep.h: the operations of the deep study, part of instr.cu. They are written in C++ or in PTX, whichever the
 * compiler does not simplify in a chain. If an architecture or a toolkit lacks an instruction, a placeholder is
 * compiled, which the host does not launch. */
#pragma once

#include <stdint.h>

#define HAS_FP8          (__CUDA_ARCH__ >= 900)
#define MISSING(name, T) STEP(name, T, x + a)

namespace operation
{
PTX(popc, uint32_t, "r", "popc.b32 %0, %1;")
PTX(clz, uint32_t, "r", "clz.b32 %0, %1;")
PTX(bfind, uint32_t, "r", "bfind.u32 %0, %1;")
PTX(brev, uint32_t, "r", "brev.b32 %0, %1;")
/* Five bits of the operand, from the bit that its last bits select. */
PTX(bfe, uint32_t, "r", "bfe.u32 %0, %2, %1, 5;")
PTX(prmt, uint32_t, "r", "prmt.b32 %0, %1, %1, %2;")
/* The bits of one word where a second has ones, and of a third elsewhere. */
struct lop3 {
	typedef uint2 value;
	static __device__ uint2 step(uint2 x, uint2 a)
	{
		uint32_t y;
		asm volatile("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(y) : "r"(x.x), "r"(x.y), "r"(a.x));
		return make_uint2(x.y, y);
	}
};

PTX(iminmax, uint32_t, "r", "{.reg .s32 t; max.s32 t, %1, %2; min.s32 %0, t, 0x40000000;}")
PTX(fmax, float, "f", "{.reg .f32 t; neg.f32 t, %1; max.f32 %0, t, %2;}")
#if __CUDA_ARCH__ >= 800
PTX(hmax2, uint32_t, "r", "{.reg .b32 t; neg.f16x2 t, %1; max.f16x2 %0, t, %2;}")
PTX(f2bf, float, "f", "{.reg .b16 t; cvt.rn.bf16.f32 t, %1; mov.b32 %0, {0, t};}")
PTX(f2tf, float, "f", "{.reg .b32 t; cvt.rna.tf32.f32 t, %1; mov.b32 %0, t;}")
#else
MISSING(hmax2, uint32_t)
MISSING(f2bf, float)
MISSING(f2tf, float)
#endif

/* DPX: single instructions from 9.0 on, several before. */
#if TOOLKIT >= 1200
STEP(viaddmax, uint32_t, (uint32_t)__viaddmax_s32((int)x, (int)a, (int)a))
STEP(viaddmax_relu, uint32_t, (uint32_t)__viaddmax_s32_relu((int)x, (int)a, (int)a))
STEP(vimax3, uint2, make_uint2(x.y, (uint32_t)__vimax3_s32((int)x.x, (int)x.y, (int)a.x)))
STEP(viaddmax_16x2, uint32_t, __viaddmax_s16x2(x, a, a))
STEP(viaddmax_relu_16x2, uint32_t, __viaddmax_s16x2_relu(x, a, a))
STEP(vimax3_16x2, uint2, make_uint2(x.y, __vimax3_s16x2(x.x, x.y, a.x)))
#else
STEP(viaddmax, uint32_t, (uint32_t)max((int)(x + a), (int)a))
STEP(viaddmax_relu, uint32_t, (uint32_t)max(max((int)(x + a), (int)a), 0))
STEP(vimax3, uint2, make_uint2(x.y, (uint32_t)max(max((int)x.x, (int)x.y), (int)a.x)))
STEP(viaddmax_16x2, uint32_t, __vmaxs2(__vadd2(x, a), a))
STEP(viaddmax_relu_16x2, uint32_t, __vmaxs2(__vmaxs2(__vadd2(x, a), a), 0))
STEP(vimax3_16x2, uint2, make_uint2(x.y, __vmaxs2(__vmaxs2(x.x, x.y), a.x)))
#endif

PTX(imulhi, uint32_t, "r", "mad.hi.u32 %0, %1, %2, %2;")
/* A number plus itself with exchanged words. */
PTX(iadd64, unsigned long long, "l",
    "{.reg .u32 lo, hi; .reg .u64 t; mov.b64 {lo, hi}, %1; mov.b64 t, {hi, lo}; add.u64 %0, %1, t;}")
PTX(imul64, unsigned long long, "l", "mul.lo.u64 %0, %1, %2;")
/* Rotation, as used in hash functions. */
PTX(shift64, unsigned long long, "l",
    "{.reg .b32 lo, hi, s, z, a, b; mov.b64 {lo, hi}, %1; mov.b64 {s, z}, %2; shf.l.wrap.b32 a, lo, hi, s;"
    " shf.l.wrap.b32 b, hi, lo, s; mov.b64 %0, {b, a};}")
PTX(imax64, unsigned long long, "l", "max.s64 %0, %1, %2;")
STEP(udiv64, unsigned long long, a / x)

PTX(f2u8, float, "f", "{.reg .u32 t; cvt.rzi.u8.f32 t, %1; cvt.rn.f32.u8 %0, t;}")
#if __CUDA_ARCH__ >= 720
PTX(pack8, uint32_t, "r", "cvt.pack.sat.s8.s32.b32 %0, %1, %2, %1;")
#else
MISSING(pack8, uint32_t)
#endif
#if HAS_FP8
PTX(h2e4m3, uint32_t, "r", "{.reg .b16 t; cvt.rn.satfinite.e4m3x2.f16x2 t, %1; cvt.rn.f16x2.e4m3x2 %0, t;}")
PTX(h2e5m2, uint32_t, "r", "{.reg .b16 t; cvt.rn.satfinite.e5m2x2.f16x2 t, %1; cvt.rn.f16x2.e5m2x2 %0, t;}")
PTX(f2e4m3, float, "f",
    "{.reg .b16 t, lo, hi; .reg .b32 w; cvt.rn.satfinite.e4m3x2.f32 t, %1, %2; cvt.rn.f16x2.e4m3x2 w, t;"
    " mov.b32 {lo, hi}, w; cvt.f32.f16 %0, hi;}")
#else
MISSING(h2e4m3, uint32_t)
MISSING(h2e5m2, uint32_t)
MISSING(f2e4m3, float)
#endif
PTX(h2i, uint32_t, "r",
    "{.reg .b16 h, t; cvt.u16.u32 h, %1; cvt.rzi.s16.f16 t, h; cvt.rn.f16.s16 h, t; cvt.u32.u16 %0, h;}")
PTX(h2d, uint32_t, "r",
    "{.reg .b16 h; .reg .f64 t; cvt.u16.u32 h, %1; cvt.f64.f16 t, h; cvt.rn.f16.f64 h, t; cvt.u32.u16 %0, h;}")
PTX(f2l, float, "f", "{.reg .s64 t; cvt.rzi.s64.f32 t, %1; cvt.rn.f32.s64 %0, t;}")
PTX(d2l, double, "d", "{.reg .s64 t; cvt.rzi.s64.f64 t, %1; cvt.rn.f64.s64 %0, t;}")
} // namespace operation
