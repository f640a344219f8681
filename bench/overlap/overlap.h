/* overlap.h: definitions shared by the host code and the kernels of `overlap`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* In the order of the axis `build`: the complete kernel, and the kernel without some of its parts. */
enum overlap_build { OVERLAP_ALL, OVERLAP_MEMORY, OVERLAP_LOAD, OVERLAP_STORE, OVERLAP_MATH };

enum {
	OVERLAP_WARP = 32,
	/* Vectors of 16 bytes, and words, per thread. */
	OVERLAP_VECTORS = 2,
	OVERLAP_WORDS = 4 * OVERLAP_VECTORS
};

/* FMAs on each word per trip, for kernels with short chains and for all others. */
#define OVERLAP_SHORT 1
#define OVERLAP_LONG  16

/* Word i of the input is a float c in [-1.75, -1.5] with 21 mixed bits. The arithmetic is x <- x x + c, which is
 * chaotic and stays within 1.75 from any start within 1.75. A chain that is cut short or folded ends elsewhere, and the
 * bits that reach the multipliers change all the time. */
BENCH_BOTH uint32_t overlap_word(unsigned long long i)
{
	return 0xbfc00000u | input_bits(i) >> 11;
}

/* The build without loads uses these values instead: equivalent, with one instruction each. */
BENCH_BOTH uint32_t overlap_own(uint32_t thread, uint32_t place)
{
	return (0xbfc00000u | thread * INPUT_GOLDEN >> 11) ^ place * 0x3a5c5u % 0x200000u;
}

#define OVERLAP_START 0.25f

struct overlap_args {
	const void *in;
	void *out;
	float start;    /* OVERLAP_START, unknown to the compiler */
	uint32_t trips; /* trips of OVERLAP_SHORT or OVERLAP_LONG FMAs on each word */
	/* A build without stores stores its result only if (sum of the result & mask) != withheld. When timed, both are
	 * 0; in a check, withheld is 1. The compiler knows neither value, so it must compute the result. */
	uint32_t mask, withheld;
};

struct overlap_check_args {
	const void *out;
	unsigned long long words;
	int build;
	float start;
	uint32_t fmas;
	struct gb_report *report; /* errors in the words */
};
