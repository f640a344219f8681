/* overlap.h: what the host and the kernels of `overlap` share. */
#ifndef OVERLAP_H
#define OVERLAP_H

#include "../common/input.h"
#include "gpubench_report.h"

/* In the order of the axis `build`: the whole kernel, and what is left of it without some of its parts. */
enum overlap_build { OVERLAP_ALL, OVERLAP_MEMORY, OVERLAP_LOAD, OVERLAP_STORE, OVERLAP_MATH };

enum {
	OVERLAP_WARP = 32,
	/* A thread has so many 16-byte vectors, and so many words. */
	OVERLAP_VECTORS = 2,
	OVERLAP_WORDS = 4 * OVERLAP_VECTORS
};

/* FMAs on each word in a trip of the loop: of the kernels of short chains and of the others. */
#define OVERLAP_SHORT 1
#define OVERLAP_LONG  16

/* Word i of the input: a float c in [-1.75, -1.5] with 21 mixed bits. The arithmetic is x <- x x + c. From any start
 * within 1.75 it stays there, and it is chaotic: a chain that is cut short or folded ends elsewhere, and the multipliers
 * see bits that change all the time. */
BENCH_BOTH unsigned int overlap_word(unsigned long long i)
{
	return 0xbfc00000u | input_bits(i) >> 11;
}

/* The build without loads has these in their place: as good, and each costs one instruction. */
BENCH_BOTH unsigned int overlap_own(unsigned int thread, unsigned int place)
{
	return (0xbfc00000u | thread * INPUT_GOLDEN >> 11) ^ place * 0x3a5c5u % 0x200000u;
}

/* Where every chain starts. */
#define OVERLAP_START 0.25f

struct overlap_args {
	const void *in;
	void *out;
	float start;        /* OVERLAP_START; the compiler must not know it */
	unsigned int trips; /* of OVERLAP_SHORT or OVERLAP_LONG FMAs on each word */
	/* Builds without stores keep their result back: it is stored where (sum of it & mask) != withheld. Timed, both are
	 * 0; to be checked, withheld is 1. The compiler knows neither, and needs the result to decide. */
	unsigned int mask, withheld;
};

struct overlap_check_args {
	const void *out;
	unsigned long long words;
	int build;
	float start;
	unsigned int fmas;        /* on each word */
	struct gb_report *report; /* of the words */
};

#endif
