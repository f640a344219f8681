/* transpose.h: definitions shared by the host code and the kernels of `transpose`. */
#pragma once

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

/* Edge of the tiles of the last two methods; threads per block, one word each. */
#define TRANSPOSE_SMALL       16
#define TRANSPOSE_SMALL_BLOCK (TRANSPOSE_SMALL * TRANSPOSE_SMALL)

/* The order of tiles: along rows of the input, down its columns, or along diagonals. */
enum transpose_order { TRANSPOSE_ACROSS, TRANSPOSE_DOWN, TRANSPOSE_DIAGONALLY };

enum transpose_layout { TRANSPOSE_PLAIN, TRANSPOSE_PAD, TRANSPOSE_SWIZZLE };

/* Words per row of a tile in shared memory. */
BENCH_BOTH uint32_t transpose_pitch(uint32_t tile, int layout)
{
	return tile + (layout == TRANSPOSE_PAD ? 1 : 0);
}

/* The word of shared memory that holds row r, column c of a tile. Each of the 32 banks is one word wide. A swizzle
 * moves complete vectors of `vec` words within a row, so that a single store can write them. */
BENCH_BOTH uint32_t transpose_place(uint32_t tile, uint32_t vec, int layout, uint32_t r, uint32_t c)
{
	const uint32_t column = layout == TRANSPOSE_SWIZZLE ? c ^ (r / vec * vec % 32) : c;

	return r * transpose_pitch(tile, layout) + column;
}

/* Each lane of a warp accesses one vector. Together the lanes cover 32 words of each of `vec` rows, or whole rows of
 * a tile narrower than 32 words. */
struct transpose_spot {
	uint32_t row, column;
};

/* The row and the first column of a thread's access k in the tile. */
BENCH_BOTH struct transpose_spot transpose_spot(uint32_t tile, uint32_t vec, uint32_t block, uint32_t thread,
						uint32_t k)
{
	const uint32_t wide = tile < 32 ? tile : 32, lane = thread % 32, along = wide / vec, segments = tile / wide;
	const uint32_t warp = thread / 32 + k * (block / 32);
	const struct transpose_spot spot = { warp / segments * (32 / along) + lane / along,
					     warp % segments * wide + lane % along * vec };
	return spot;
}

struct transpose_args {
	const void *in;
	void *out;
	uint32_t width, height; /* columns and rows of the input; for the output they are exchanged */
	uint32_t columns, rows; /* tiles of the input across and down; for naive_read, of the output */
	int order;              /* enum transpose_order */
};

struct transpose_check_args {
	const void *out;
	uint32_t width, height;   /* columns and rows of the input */
	uint32_t copied;          /* 1: copied, not transposed */
	struct gb_report *report; /* errors in the words of `out` */
};
