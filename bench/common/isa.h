/* isa.h: the instruction sets for which the host benchmarks have kernels, and whether this processor has them.
 *
 * Code beyond the target's baseline is in functions with one of the ISA_ attributes below. It is called only if
 * isa_missing() reports nothing. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "gpubench.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

enum isa { ISA_SSE2, ISA_AVX2, ISA_AVX512, ISA_NEON };

static const char *const isa_names[] = {
	[ISA_SSE2] = "sse2", [ISA_AVX2] = "avx2", [ISA_AVX512] = "avx512", [ISA_NEON] = "neon", NULL,
};

/* The instruction sets of this kind of processor, for a default run. */
#if defined(__aarch64__)
#define ISA_FULL "neon"
#else
#define ISA_FULL "sse2,avx2,avx512"
#endif

/* X(bytes) for each width of vectors for which the target has instructions. */
#if defined(__x86_64__)
#define ISA_EACH_WIDTH(X) X(16) X(32) X(64)
#elif defined(__aarch64__)
#define ISA_EACH_WIDTH(X) X(16)
#else
#define ISA_EACH_WIDTH(X)
#endif

#define ISA_AXIS_VEC                                                                                           \
	{                                                                                                      \
		GB_AXIS(vec), .unit = "B",                                                                     \
			      .help = "bytes per access: 16 with SSE2 or NEON, 32 with AVX2, 64 with AVX-512", \
			      .kind = GB_SEARCHED, .values = "16,32,64"                                        \
	}

static inline int isa_vector_bytes(enum isa isa)
{
	return isa == ISA_AVX512 ? 64 : isa == ISA_AVX2 ? 32 : 16;
}

static inline enum isa isa_of_bytes(int bytes)
{
#if defined(__aarch64__)
	const enum isa least = ISA_NEON;
#else
	const enum isa least = ISA_SSE2;
#endif
	return bytes == 64 ? ISA_AVX512 : bytes == 32 ? ISA_AVX2 : least;
}

#if defined(__x86_64__)
#define ISA_WITH_AVX2   __attribute__((target("avx2,fma")))
#define ISA_WITH_AVX512 __attribute__((target("avx512f")))

/* Parts of a thread's state that the system saves, as in XCR0: XMM and YMM; with AVX-512 also masks and both halves of
 * ZMM. */
#define ISA_STATE_AVX    0x6u
#define ISA_STATE_AVX512 0xe6u

/* XCR0; 0 if the system does not save this state. It is read by the instruction itself, because the intrinsic requires
 * another target. */
static inline uint32_t isa_state_saved(void)
{
	uint32_t a = 0, b = 0, c = 0, d = 0;

	if (!__get_cpuid(1, &a, &b, &c, &d) || (c & bit_OSXSAVE) == 0)
		return 0;
	__asm__ volatile("xgetbv" : "=a"(a), "=d"(d) : "c"(0));
	return a;
}

/* By cpuid, as the Intel manual's volume 1 describes (14.3, 14.7.1, 15.2). __builtin_cpu_supports is not used, because
 * compilers take it from their own library, and with one of them it always answers no. */
static inline bool isa_ask(enum isa isa)
{
	const uint32_t state = isa == ISA_AVX512 ? ISA_STATE_AVX512 : ISA_STATE_AVX;
	uint32_t a = 0, b = 0, c = 0, d = 0;

	if (isa == ISA_SSE2)
		return true;
	if ((isa != ISA_AVX2 && isa != ISA_AVX512) || (isa_state_saved() & state) != state)
		return false;
	if (isa == ISA_AVX2 && (!__get_cpuid(1, &a, &b, &c, &d) || (c & bit_FMA) == 0))
		return false;
	return __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b & (isa == ISA_AVX512 ? bit_AVX512F : bit_AVX2)) != 0;
}

/* Asked once, because cpuid makes a virtual machine exit to its host. */
static inline bool isa_has(enum isa isa)
{
	static struct {
		bool known, has;
	} answer[ISA_NEON + 1];

	if (!answer[isa].known)
		answer[isa].has = isa_ask(isa);
	answer[isa].known = true;
	return answer[isa].has;
}
#endif

/* The reason why kernels of an instruction set cannot run here, or NULL. It also depends on whether the system saves
 * the registers. */
static inline const char *isa_missing(enum isa isa)
{
#if defined(__x86_64__)
	if (isa == ISA_AVX2 && !isa_has(isa))
		return "this processor has no AVX2 with FMA";
	if (isa == ISA_AVX512 && !isa_has(isa))
		return "this processor has no AVX-512";
	return isa == ISA_NEON ? "this processor has no NEON: it is an x86-64 processor" : NULL;
#elif defined(__aarch64__)
	/* Every 64-bit Arm processor that Linux runs on has NEON. */
	return isa == ISA_NEON ? NULL : "this processor has neither SSE nor AVX: it is an Arm processor";
#else
	return "there are no kernels for this kind of processor";
#endif
}

static inline int isa_require(struct gb_run *run, enum isa isa)
{
	const char *missing = isa_missing(isa);

	return missing == NULL ? GB_OK : gb_skip(run, "%s", missing);
}
