/* host_fma_kernels.h: the loops of every instruction set that this compiler's target may have, and their table. */
#pragma once

#include "../common/isa.h"
#include "gpubench.h"
#include "host_fma.h"

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#define EACH_4(DO)  DO(0) DO(1) DO(2) DO(3)
#define EACH_6(DO)  EACH_4(DO) DO(4) DO(5)
#define EACH_8(DO)  EACH_6(DO) DO(6) DO(7)
#define EACH_10(DO) EACH_8(DO) DO(8) DO(9)
#define EACH_12(DO) EACH_10(DO) DO(10) DO(11)
#define EACH_14(DO) EACH_12(DO) DO(12) DO(13)
#define EACH_16(DO) EACH_14(DO) DO(14) DO(15)
#define EACH_20(DO) EACH_16(DO) DO(16) DO(17) DO(18) DO(19)
#define EACH_24(DO) EACH_20(DO) DO(20) DO(21) DO(22) DO(23)
#define EACH_28(DO) EACH_24(DO) DO(24) DO(25) DO(26) DO(27)

/* Chains and constants must fit into 16 or 32 registers. */
#define CHAINS_16(DO) DO(4, EACH_4) DO(6, EACH_6) DO(8, EACH_8) DO(10, EACH_10) DO(12, EACH_12) DO(14, EACH_14)
#define CHAINS_32(DO) CHAINS_16(DO) DO(16, EACH_16) DO(20, EACH_20) DO(24, EACH_24) DO(28, EACH_28)

#define HOST_FMA_NAME(set, chains)  HOST_FMA_JOIN(set, chains)
#define HOST_FMA_JOIN(set, chains)  set##_c##chains
#define HOST_FMA_ENTRY(set, chains) { #set "_c" #chains, HOST_FMA_NAME(set, chains), sizeof(struct host_fma_args) },

#if defined(__x86_64__)

#define SET fp64_sse2
#define WITH
#define NUMBER  double
#define VECTOR  __m128d
#define LOAD    _mm_loadu_pd
#define STORE   _mm_storeu_pd
#define SPREAD  _mm_set1_pd
#define CHAINS  CHAINS_16
#define EVEN(i) x##i = _mm_add_pd(_mm_mul_pd(x##i, x##i), c0);
#define ODD     EVEN
#include "host_fma_loop.h"

#define SET fp32_sse2
#define WITH
#define NUMBER  float
#define VECTOR  __m128
#define LOAD    _mm_loadu_ps
#define STORE   _mm_storeu_ps
#define SPREAD  _mm_set1_ps
#define CHAINS  CHAINS_16
#define EVEN(i) x##i = _mm_add_ps(_mm_mul_ps(x##i, x##i), c0);
#define ODD     EVEN
#include "host_fma_loop.h"

#define SET     fp64_avx2
#define WITH    ISA_WITH_AVX2
#define NUMBER  double
#define VECTOR  __m256d
#define LOAD    _mm256_loadu_pd
#define STORE   _mm256_storeu_pd
#define SPREAD  _mm256_set1_pd
#define CHAINS  CHAINS_16
#define EVEN(i) x##i = _mm256_fmadd_pd(x##i, x##i, c0);
#define ODD     EVEN
#include "host_fma_loop.h"

#define SET     fp32_avx2
#define WITH    ISA_WITH_AVX2
#define NUMBER  float
#define VECTOR  __m256
#define LOAD    _mm256_loadu_ps
#define STORE   _mm256_storeu_ps
#define SPREAD  _mm256_set1_ps
#define CHAINS  CHAINS_16
#define EVEN(i) x##i = _mm256_fmadd_ps(x##i, x##i, c0);
#define ODD     EVEN
#include "host_fma_loop.h"

#define SET     fp64_avx512
#define WITH    ISA_WITH_AVX512
#define NUMBER  double
#define VECTOR  __m512d
#define LOAD    _mm512_loadu_pd
#define STORE   _mm512_storeu_pd
#define SPREAD  _mm512_set1_pd
#define CHAINS  CHAINS_32
#define EVEN(i) x##i = _mm512_fmadd_pd(x##i, x##i, c0);
#define ODD     EVEN
#include "host_fma_loop.h"

#define SET     fp32_avx512
#define WITH    ISA_WITH_AVX512
#define NUMBER  float
#define VECTOR  __m512
#define LOAD    _mm512_loadu_ps
#define STORE   _mm512_storeu_ps
#define SPREAD  _mm512_set1_ps
#define CHAINS  CHAINS_32
#define EVEN(i) x##i = _mm512_fmadd_ps(x##i, x##i, c0);
#define ODD     EVEN
#include "host_fma_loop.h"

#elif defined(__aarch64__)

#define SET fp64_neon
#define WITH
#define NUMBER  double
#define VECTOR  float64x2_t
#define LOAD    vld1q_f64
#define STORE   vst1q_f64
#define SPREAD  vdupq_n_f64
#define CHAINS  CHAINS_32
#define EVEN(i) x##i = vfmaq_f64(x##i, c0, c1);
#define ODD(i)  x##i = vfmsq_f64(x##i, c0, c2);
#include "host_fma_loop.h"

#define SET fp32_neon
#define WITH
#define NUMBER  float
#define VECTOR  float32x4_t
#define LOAD    vld1q_f32
#define STORE   vst1q_f32
#define SPREAD  vdupq_n_f32
#define CHAINS  CHAINS_32
#define EVEN(i) x##i = vfmaq_f32(x##i, c0, c1);
#define ODD(i)  x##i = vfmsq_f32(x##i, c0, c2);
#include "host_fma_loop.h"

#endif

static const struct gb_host_kernel host_fma_kernels[] = {
#if defined(__x86_64__)
#define FP64_SSE2(chains, each)   HOST_FMA_ENTRY(fp64_sse2, chains)
#define FP32_SSE2(chains, each)   HOST_FMA_ENTRY(fp32_sse2, chains)
#define FP64_AVX2(chains, each)   HOST_FMA_ENTRY(fp64_avx2, chains)
#define FP32_AVX2(chains, each)   HOST_FMA_ENTRY(fp32_avx2, chains)
#define FP64_AVX512(chains, each) HOST_FMA_ENTRY(fp64_avx512, chains)
#define FP32_AVX512(chains, each) HOST_FMA_ENTRY(fp32_avx512, chains)
	CHAINS_16(FP64_SSE2) CHAINS_16(FP32_SSE2) CHAINS_16(FP64_AVX2) CHAINS_16(FP32_AVX2) CHAINS_32(FP64_AVX512)
		CHAINS_32(FP32_AVX512)
#elif defined(__aarch64__)
#define FP64_NEON(chains, each) HOST_FMA_ENTRY(fp64_neon, chains)
#define FP32_NEON(chains, each) HOST_FMA_ENTRY(fp32_neon, chains)
	CHAINS_32(FP64_NEON) CHAINS_32(FP32_NEON)
#endif
			{ NULL, NULL, 0 },
};
