/* prefetch.h: definitions shared by the host code and the kernels of `prefetch`. */
#pragma once

#include "gpubench_report.h"

#include "../common/input.h"

#define PREFETCH_BLOCK  128 /* threads; each loads 16 bytes of a tile */
#define PREFETCH_VECTOR 16
#define PREFETCH_TILE   2048 /* bytes that all threads of a block load */
#define PREFETCH_BODY   16   /* FMAs per round: 4 for each of 4 floats */
/* Tiles between the one in use and the latest one requested. */
#define PREFETCH_DISTANCES(X) X(0) X(1) X(2) X(4) X(8)
/* Every kernel's loop handles as many tiles as it has slots, and this is a multiple of each number. */
#define PREFETCH_STEPS 90
/* Except in `register`, a thread computes with the data of the thread this many threads further in its block. */
#define PREFETCH_SHIFT 32

/* The arithmetic is x <- x / 2 + word; results stay below 4, as words are in [1, 2). The compiler does not know
 * this. */
#define PREFETCH_FACTOR 0.5f

struct prefetch_args {
	const void *at;        /* the set */
	uint32_t first, tiles; /* the first tile of block 0, and the tiles of the set, which is a ring */
	uint32_t steps;        /* tiles per block, a multiple of PREFETCH_STEPS */
	uint32_t rounds;       /* rounds of PREFETCH_BODY FMAs per tile, at least 1 */
	float factor;
	float never; /* a value that no result has */
	float *out;  /* a result per thread, stored if `record` is set or the result is `never` */
	uint32_t record;
};

struct prefetch_check_args {
	struct prefetch_args run;
	uint32_t grid, shift;
	struct gb_report *report;
};
