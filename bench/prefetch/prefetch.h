/* prefetch.h: what the host and the kernels of `prefetch` share. */
#ifndef PREFETCH_H
#define PREFETCH_H

#include "gpubench_report.h"

#include "../common/input.h"

#define PREFETCH_BLOCK  128 /* threads; each loads 16 bytes of a tile */
#define PREFETCH_VECTOR 16
#define PREFETCH_TILE   2048 /* bytes: of all threads of a block */
#define PREFETCH_BODY   16   /* FMAs of a trip through the arithmetic: 4 for each of the 4 floats */
/* Tiles between the one that is computed with and the one that is asked for. */
#define PREFETCH_DISTANCES(X) X(0) X(1) X(2) X(4) X(8)
/* Each kernel's loop goes over as many tiles as it has places for: one more than its distance, two at least. */
#define PREFETCH_STEPS 90
/* A thread computes with what another one of its block has loaded, in all ways but `register`: so many threads on. */
#define PREFETCH_SHIFT 32

/* x <- x / 2 + word: below 4, as words are in [1, 2). Not known to the compiler. */
#define PREFETCH_FACTOR 0.5f

struct prefetch_args {
	const void *at; /* the set */
	unsigned int first,
		tiles;       /* the tile of block 0, and the tiles of the set: the last is followed by the first */
	unsigned int steps;  /* tiles of a block: a multiple of PREFETCH_STEPS */
	unsigned int rounds; /* of PREFETCH_BODY FMAs for a tile, at least 1 */
	float factor;
	float never; /* what no thread ends with */
	float *out;  /* a thread: where it ended, if `record` or if that is `never` */
	unsigned int record;
};

/* Works out where each thread must have ended, and compares. */
struct prefetch_check_args {
	struct prefetch_args run;
	unsigned int grid, shift;
	struct gb_report *report;
};

#endif
