/* texture.h: definitions shared by the host code and the kernels of `texture`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

#define TEXTURE_BLOCK  256 /* threads per block of all timed kernels except for `shift` */
#define TEXTURE_UNROLL 4   /* independent reads per thread */
#define TEXTURE_TILE   32  /* texels along an edge of the tile that a warp reads before it advances */
#define TEXTURE_GROUPS (TEXTURE_TILE / TEXTURE_UNROLL)

/* In the order of the axis `pattern`. */
enum texture_pattern { TEXTURE_SHIFT, TEXTURE_RANDOM, TEXTURE_ROW, TEXTURE_COLUMN, TEXTURE_PATCH };

/* Float i of the image: an integer from 1 to 256 from mixed bits, so that sums and means of four are exact. */
BENCH_BOTH uint32_t texture_number(unsigned long long i)
{
	return 1 + (input_bits(i) >> 24);
}

struct texture_place {
	uint32_t x, y;
};

/* The texel that a thread accesses in a square window with 2^bits texels per edge: a random texel, or the one that the
 * lane and the access number select in the warp's tile, with lanes along a row, down a column, or 8 along by 4 down. */
BENCH_BOTH struct texture_place texture_random(uint32_t bits, uint32_t number)
{
	const uint32_t mask = (1u << bits) - 1, mixed = input_mix(number);
	const struct texture_place place = { mixed & mask, mixed >> 16 & mask };

	return place;
}
BENCH_BOTH struct texture_place texture_walk(uint32_t bits, int pattern, uint32_t tile, uint32_t lane, uint32_t access)
{
	const uint32_t across = bits - 5, mask = (1u << across) - 1;
	const uint32_t along = pattern == TEXTURE_ROW      ? lane
			       : pattern == TEXTURE_COLUMN ? access
							   : access % 4 * 8 + lane % 8;
	const uint32_t down = pattern == TEXTURE_ROW      ? access
			      : pattern == TEXTURE_COLUMN ? lane
							  : access / 4 * 4 + lane / 8;
	const struct texture_place place = { (tile & mask) * TEXTURE_TILE + along,
					     (tile >> across & mask) * TEXTURE_TILE + down };

	return place;
}

/* How a warp covers a tile: the positions of its lanes, and the distances to the next read and the next group of
 * reads. */
struct texture_stride {
	uint32_t lane_mask, lane_shift; /* lane & mask counts along a row, lane >> shift down a column */
	int read_x, read_y, group_x, group_y;
};

struct texture_args {
	const void *in;
	void *out;                 /* shift: texels; otherwise the sum of each thread's reads */
	unsigned long long object; /* the texture */
	uint32_t width_bits;       /* the image is 2^width_bits texels wide */
	float centre;              /* offset of coordinates: 0.5 is the centre of a texel, 1 the corner of four */
	uint32_t shift;            /* in texels */
	int pattern;
	struct texture_stride stride;
	uint32_t window_bits;
	uint32_t tiles;  /* tiles per warp; a thread reads TEXTURE_TILE texels of each */
	uint32_t record; /* 0 when timed: sums stay in registers */
};

struct texture_fill_args {
	void *at;
	unsigned long long floats;
};

struct texture_check_args {
	struct texture_args of;
	uint32_t words;             /* floats per texel */
	uint32_t filtered;          /* a read is the mean of four texels */
	unsigned long long results; /* number of floats in `out` */
	struct gb_report *report;   /* errors in these floats */
};
