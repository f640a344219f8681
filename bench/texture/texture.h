/* texture.h: what the host and the kernels of `texture` share. */
#ifndef TEXTURE_H
#define TEXTURE_H

#include "../common/input.h"
#include "gpubench_report.h"

#define TEXTURE_BLOCK  256 /* threads of a block of every timed kernel but those of `shift` */
#define TEXTURE_UNROLL 4   /* independent reads of a thread */
#define TEXTURE_TILE   32  /* texels along an edge of what a warp goes through before it goes on */
#define TEXTURE_GROUPS (TEXTURE_TILE / TEXTURE_UNROLL)

/* In the order of the axis `pattern`. */
enum texture_pattern { TEXTURE_SHIFT, TEXTURE_RANDOM, TEXTURE_ROW, TEXTURE_COLUMN, TEXTURE_PATCH };

/* Float i of the image: a whole number from 1 to 256 of mixed bits, so that sums and means of four are exact. */
BENCH_BOTH unsigned int texture_number(unsigned long long i)
{
	return 1 + (input_bits(i) >> 24);
}

struct texture_place {
	unsigned int x, y;
};

/* Texel of a thread's access in a square window of 2^bits texels an edge: any; or lane and access number name one in a tile
 * of the warp, whose number is given: lanes along a row, down a column, or 8 along by 4 down. */
BENCH_BOTH struct texture_place texture_random(unsigned int bits, unsigned int number)
{
	const unsigned int mask = (1u << bits) - 1, mixed = input_mix(number);
	const struct texture_place place = { mixed & mask, mixed >> 16 & mask };

	return place;
}
BENCH_BOTH struct texture_place texture_walk(unsigned int bits, int pattern, unsigned int tile, unsigned int lane,
					     unsigned int access)
{
	const unsigned int across = bits - 5, mask = (1u << across) - 1;
	const unsigned int along = pattern == TEXTURE_ROW      ? lane
				   : pattern == TEXTURE_COLUMN ? access
							       : access % 4 * 8 + lane % 8;
	const unsigned int down = pattern == TEXTURE_ROW      ? access
				  : pattern == TEXTURE_COLUMN ? lane
							      : access / 4 * 4 + lane / 8;
	const struct texture_place place = { (tile & mask) * TEXTURE_TILE + along,
					     (tile >> across & mask) * TEXTURE_TILE + down };

	return place;
}

/* How a warp goes through a tile: where its lanes are, and how far the next read and the next group of reads is. */
struct texture_stride {
	unsigned int lane_mask, lane_shift; /* lane & mask is along, lane >> shift is down */
	int read_x, read_y, group_x, group_y;
};

struct texture_args {
	const void *in;
	void *out;                 /* shift: texels; else a float a thread, the sum of all it read */
	unsigned long long object; /* the texture */
	unsigned int width_bits;   /* the image is 2^width_bits texels wide */
	float centre;              /* added to whole coordinates: 0.5 hits a texel, 1 the corner of four */
	unsigned int shift;        /* texels */
	int pattern;
	struct texture_stride stride; /* of the pattern */
	unsigned int window_bits;
	unsigned int tiles;  /* of a warp, of TEXTURE_TILE reads per thread each */
	unsigned int record; /* 0 when timed: sums are kept in registers and not written */
};

struct texture_fill_args {
	void *at;
	unsigned long long floats;
};

struct texture_check_args {
	struct texture_args of;
	unsigned int words;         /* floats of a texel */
	unsigned int filtered;      /* a read is the mean of four texels */
	unsigned long long results; /* floats of out */
	struct gb_report *report;   /* of them */
};

#endif
