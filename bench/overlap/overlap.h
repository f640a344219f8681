/* overlap.h: definitions shared by the host code and the kernels of `overlap`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* In the order of the axis `build`: the complete kernel, and what remains of it without some of its parts. */
enum overlap_build { OVERLAP_ALL, OVERLAP_MEMORY, OVERLAP_LOAD, OVERLAP_STORE, OVERLAP_MATH };

enum {
	OVERLAP_WARP = 32,
	/* 16-byte vectors, and words, per thread. */
	OVERLAP_VECTORS = 2,
	OVERLAP_WORDS = 4 * OVERLAP_VECTORS
};

/* FMAs on each word per trip of the loop: for kernels with short chains and for the others. */
#define OVERLAP_SHORT 1
#define OVERLAP_LONG  16

/* Word i of the input: a float c in [-1.75, -1.5] with 21 mixed bits. The arithmetic is x <- x x + c. From any start
 * within 1.75 it stays there, and it is chaotic: a chain that is cut short or folded ends elsewhere, and the
 * multipliers receive bits that change all the time. */
BENCH_BOTH uint32_t overlap_word(unsigned long long i)
{
	return 0xbfc00000u | input_bits(i) >> 11;
}

/* The build without loads uses these instead: equivalent values, at one instruction each. */
BENCH_BOTH uint32_t overlap_own(uint32_t thread, uint32_t place)
{
	return (0xbfc00000u | thread * INPUT_GOLDEN >> 11) ^ place * 0x3a5c5u % 0x200000u;
}

/* The start of every chain. */
#define OVERLAP_START 0.25f

struct overlap_args {
	const void *in;
	void *out;
	float start;    /* OVERLAP_START, unknown to the compiler */
	uint32_t trips; /* trips of OVERLAP_SHORT or OVERLAP_LONG FMAs on each word */
	/* Builds without stores store their result only where (sum of it & mask) != withheld. Both are 0 when timed;
	 * for a check, withheld is 1. The compiler knows neither, and needs the result to decide. */
	uint32_t mask, withheld;
};

struct overlap_check_args {
	const void *out;
	unsigned long long words;
	int build;
	float start;
	uint32_t fmas;            /* on each word */
	struct gb_report *report; /* of the words */
};
