/* unroll.h: definitions shared by the host code and the kernels of `unroll`. */
#ifndef UNROLL_H
#define UNROLL_H

#include "../common/input.h"

#define UNROLL_LENGTH   128  /* steps of a loop: terms of a dot product */
#define UNROLL_COLUMNS  32   /* columns of the tile, one for each lane of a warp */
#define UNROLL_ROWS     4    /* rows of it, one for each warp of a block */
#define UNROLL_ELEMENTS 4608 /* of both tiles: (rows + columns) x length */
#define UNROLL_BLOCK    128  /* threads: rows x columns */
/* Steps per trip of the loop. */
#define UNROLL_FACTORS(X) X(1) X(2) X(4) X(8) X(16)

/* Elements of the two tiles: whole numbers from -3 to 3, so that sums of products are exact. */
BENCH_BOTH float unroll_element(unsigned int i)
{
	return (float)(int)(input_mix(i) % 7u) - 3.0f;
}

/* For `fma`: x <- a x + a, bounded, without a closed form. Threads whose numbers differ by a multiple of UNROLL_SEEDS
 * do the same. */
#define UNROLL_SEEDS 2
BENCH_BOTH float unroll_factor(unsigned int seed)
{
	return -1.0f + (float)(64u + 17u * seed) * (1.0f / 16777216.0f);
}

struct unroll_args {
	const float *elements; /* of both tiles, UNROLL_ELEMENTS */
	unsigned int tiles;    /* passes of a thread over its row and column; for `fma`, loops with as many steps */
	float *out;            /* per thread */
};

#endif
