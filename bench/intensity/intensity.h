/* intensity.h: definitions shared by the host code and the kernels of `intensity`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

enum intensity_type { INTENSITY_FP32, INTENSITY_FP64, INTENSITY_FP16 };
enum intensity_traffic { INTENSITY_READ, INTENSITY_COPY };
enum intensity_form { INTENSITY_ONESHOT, INTENSITY_LOOPED, INTENSITY_AHEAD };

#define INTENSITY_WARP 32

/* Chains of a thread that reads. Word i of a tile is fed to chain i % INTENSITY_CHAINS. */
#define INTENSITY_CHAINS 8

/* 32 bits of the input, number i: a number c in [-1.75, -1.5] of mixed bits; two of them in FP16, half of one in FP64.
 * The arithmetic is x <- x x + c. From any start within 1.75 the values stay in this range, and the sequence is
 * chaotic: a chain that is cut short or folded ends elsewhere, and the multipliers receive bits that change all the
 * time. */
BENCH_BOTH uint32_t intensity_bits(int type, unsigned long long i)
{
	const uint32_t x = input_bits(i);

	if (type == INTENSITY_FP32)
		return 0xbfc00000u | x >> 11;
	if (type == INTENSITY_FP16)
		return 0xbe00be00u | (x & 0xffu) | (x & 0xff00u) << 8;
	return i % 2 == 0 ? x : 0xbff80000u | x >> 14;
}

BENCH_BOTH uint32_t intensity_fold(uint32_t result, uint32_t bits)
{
	return result * 31u + bits;
}

struct intensity_args {
	const void *in;
	void *out; /* of `copy`, like `in`; of `read` two words per thread: the combined result, and chain 0 */
	unsigned long long start; /* start of every chain: the bits of a word, not known to the compiler */
	uint32_t rounds;          /* tiles per warp */
	uint32_t trips;           /* trips of the loop over a tile's FMAs */
	uint32_t fed; /* words of a thread's tile that get an FMA, in kernels with fewer than one per word */
	/* `read` stores its result only if (result & mask) != withheld. Both are 0 when timed; in a check, withheld is
	 * 1. The compiler knows neither, so it must compute the result. */
	uint32_t mask, withheld;
};

struct intensity_fill_args {
	void *at;
	unsigned long long words; /* words of 32 bits */
	int type;
};

struct intensity_check_args {
	const void *out;
	unsigned long long first; /* first word of `in` in the arena, in words of the type's size */
	unsigned long long start;
	unsigned long long threads;
	uint32_t rounds;
	uint32_t steps; /* FMAs on each word; 0: one on each of the first `fed` words of a thread's tile */
	uint32_t fed;
	struct gb_report *report; /* wrong results: of `read` by thread, of `copy` by place */
};
