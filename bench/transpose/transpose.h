/* transpose.h: definitions shared by the host code and the kernels of `transpose`. */
#ifndef TRANSPOSE_H
#define TRANSPOSE_H

#include "../common/input.h"
#include "gpubench_report.h"

/* Threads per block of the kernels without shared memory. */
#define TRANSPOSE_NAIVE_BLOCK 256

/* In the order of the axis `method`. */
enum transpose_method {
	TRANSPOSE_COPY,
	TRANSPOSE_NAIVE_READ,
	TRANSPOSE_NAIVE_WRITE,
	TRANSPOSE_SHARED,
	TRANSPOSE_PADDED,
	TRANSPOSE_SWIZZLED,
	TRANSPOSE_DIAGONAL,
	TRANSPOSE_SHARED_16,
	TRANSPOSE_PADDED_16
};

/* Edge of a tile of the last two methods, and the threads of a block: one word per thread. */
#define TRANSPOSE_SMALL       16
#define TRANSPOSE_SMALL_BLOCK (TRANSPOSE_SMALL * TRANSPOSE_SMALL)

/* The order of tiles: by rows of the input, by columns, or down the diagonals. */
enum transpose_order { TRANSPOSE_ACROSS, TRANSPOSE_DOWN, TRANSPOSE_DIAGONALLY };

/* The layout of a tile in shared memory. */
enum transpose_layout { TRANSPOSE_PLAIN, TRANSPOSE_PAD, TRANSPOSE_SWIZZLE };

/* Words of a row of a tile in shared memory. */
BENCH_BOTH unsigned int transpose_pitch(unsigned int tile, int layout)
{
	return tile + (layout == TRANSPOSE_PAD ? 1 : 0);
}

/* The word of shared memory that holds row r, column c of a tile. Each of the 32 banks is one word wide. A swizzle
 * moves complete vectors of `vec` words within a row, so that a single store can write them. */
BENCH_BOTH unsigned int transpose_place(unsigned int tile, unsigned int vec, int layout, unsigned int r, unsigned int c)
{
	const unsigned int column = layout == TRANSPOSE_SWIZZLE ? c ^ (r / vec * vec % 32) : c;

	return r * transpose_pitch(tile, layout) + column;
}

/* A warp accesses 32 words of each of `vec` rows at once, or rows of a smaller tile, one vector per lane. */
struct transpose_spot {
	unsigned int row, column;
};

/* The place in the tile of a thread's access k: its row and the column of its first word. */
BENCH_BOTH struct transpose_spot transpose_spot(unsigned int tile, unsigned int vec, unsigned int block,
						unsigned int thread, unsigned int k)
{
	const unsigned int wide = tile < 32 ? tile : 32, lane = thread % 32, along = wide / vec, segments = tile / wide;
	const unsigned int warp = thread / 32 + k * (block / 32);
	const struct transpose_spot spot = { warp / segments * (32 / along) + lane / along,
					     warp % segments * wide + lane % along * vec };
	return spot;
}

struct transpose_args {
	const void *in;
	void *out;
	unsigned int width, height; /* rows and columns of the input, in words; for the output they are exchanged */
	unsigned int columns, rows; /* tiles of the input across and down; of naive_read: of the output */
	int order;                  /* enum transpose_order */
};

struct transpose_check_args {
	const void *out;
	unsigned int width, height; /* of the input */
	unsigned int copied;        /* not transposed */
	struct gb_report *report;   /* errors of the words of out */
};

#endif
