/* prefetch.h: definitions shared by the host code and the kernels of `prefetch`. */
#pragma once

#include "gpubench_report.h"

#include "../common/input.h"

#define PREFETCH_BLOCK  128 /* threads; each loads 16 bytes of a tile */
#define PREFETCH_VECTOR 16
#define PREFETCH_TILE   2048 /* bytes loaded by all threads of a block */
#define PREFETCH_BODY   16   /* FMAs per trip through the arithmetic: 4 for each of the 4 floats */
/* Tiles between the one in use and the one requested. */
#define PREFETCH_DISTANCES(X) X(0) X(1) X(2) X(4) X(8)
/* Each kernel's loop handles as many tiles as it has places for: one more than its distance, at least two. */
#define PREFETCH_STEPS 90
/* Except in `register`, a thread computes with the data of another thread of its block: this many threads further. */
#define PREFETCH_SHIFT 32

/* x <- x / 2 + word: below 4, as words are in [1, 2). The compiler does not know that. */
#define PREFETCH_FACTOR 0.5f

struct prefetch_args {
	const void *at;        /* the set */
	uint32_t first, tiles; /* the tile of block 0, and the tiles of the set, which is cyclic */
	uint32_t steps;        /* tiles per block: a multiple of PREFETCH_STEPS */
	uint32_t rounds;       /* trips of PREFETCH_BODY FMAs per tile, at least 1 */
	float factor;
	float never; /* a value that no thread ends with */
	float *out;  /* per thread: its end, if `record` is set or if that is `never` */
	uint32_t record;
};

/* Recomputes the end of each thread, and compares. */
struct prefetch_check_args {
	struct prefetch_args run;
	uint32_t grid, shift;
	struct gb_report *report;
};
