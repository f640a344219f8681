/* fused.h: definitions shared by the host code and the kernels of `fused`. */
#ifndef FUSED_H
#define FUSED_H

#include "../common/input.h"

/* The matrix unit's work: two warpgroups, each of which issues four products of a trip, 64 x 256 x 16 in BF16. */
#define FUSED_GROUP    128
#define FUSED_MATRIX   (2 * FUSED_GROUP) /* threads that multiply */
#define FUSED_ROWS     128
#define FUSED_COLS     256
#define FUSED_DEPTH    64 /* elements of a row, 128 bytes */
#define FUSED_STEPS    4
#define FUSED_PRODUCTS (2 * FUSED_STEPS) /* of a trip */
#define FUSED_SPAN     4                 /* the sums restart after so many trips, and stay whole numbers */

/* The other pipe's work: bodies of 16 operations, two in each of 8 chains; copies of a piece into a ring. */
#define FUSED_CHAINS 8
#define FUSED_BODY   16
#define FUSED_PIECE  8192 /* bytes */
#define FUSED_RING   16   /* pieces in flight */
#define FUSED_SOURCE 32   /* different pieces */

/* Each alone, then both together: once to warm up, then timed. */
enum { FUSED_MATRIX_ALONE, FUSED_OTHER_ALONE, FUSED_TOGETHER, FUSED_PHASES };
#define FUSED_WARM_TRIPS 2

/* setmaxnreg: registers of a thread before, with most of them given away, and after another group has them. */
#define FUSED_REGISTERS 128
#define FUSED_FEW       24
#define FUSED_MANY      232
enum { FUSED_RELEASE, FUSED_CLAIM, FUSED_HANDOVER };

struct fused_args {
	const uint32_t *a, *b, *source;
	uint32_t *sums, *ends, *copied; /* the product; a word of each thread; the ring */
	unsigned long long *cycles;     /* of each phase; or of all trips */
	uint32_t trips, bodies;         /* bodies or pieces of a trip */
	uint32_t record;
	float minus_one, one, two; /* unknown to the compiler */
};

/* The start of a thread's chain: 0 or 1, which 2 - 2^x exchanges; */
BENCH_BOTH uint32_t fused_bit(uint32_t thread, uint32_t chain)
{
	return (thread ^ chain) & 1;
}

/* a float with room above, as its conversions to BF16 count up; a float in the range of E4M3. */
BENCH_BOTH uint32_t fused_small(uint32_t thread, uint32_t chain)
{
	return (0x0100 + thread % 4 * 16 + chain) << 16;
}

BENCH_BOTH uint32_t fused_medium(uint32_t thread, uint32_t chain)
{
	return (0x3e + thread % 4) << 24 | chain << 20;
}

BENCH_BOTH uint32_t fused_fold(uint32_t sum, uint32_t word)
{
	return input_mix(sum ^ word);
}

#endif
