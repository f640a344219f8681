/* sampling.h: definitions shared by the host code and the kernels of `sampling`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

enum {
	SAMPLING_BLOCK = 256, /* threads of a block */
	SAMPLING_UNROLL = 4,  /* independent reads per thread */
	SAMPLING_GROUPS = 8,  /* reads in a row, to cover a tile */
	SAMPLING_READS = SAMPLING_UNROLL * SAMPLING_GROUPS,
	SAMPLING_TILES = 4, /* tiles of an image, each of 32 lanes x SAMPLING_READS texels */
	SAMPLING_TEXELS = SAMPLING_TILES * 32 * SAMPLING_READS,
	SAMPLING_STEPS = 16, /* places from one texel to the next */
	SAMPLING_CHANNEL = 4 /* at most */
};

/* Texels along x, y and z, or layers for z. */
struct sampling_texel {
	int x, y, z;
};

/* How a warp covers an image: where its tiles begin, the place of its lanes in a tile (lane & mask along x, lane >>
 * shift along y), and the distance to the next read and the next group of reads. */
struct sampling_walk {
	struct sampling_texel tile[SAMPLING_TILES];
	uint32_t lane_mask, lane_shift;
	struct sampling_texel read, group;
	/* The distance by which some lanes of a warp, and complete tiles with odd numbers, are outside the image. The
	 * second and the last of its quarters are outside, and the sixth of its eighths: adjacent lanes, or every
	 * fourth and eighth lane. */
	struct sampling_texel second_quarter, last_quarter, sixth_eighth, odd_tile;
	int scattered;
	int between; /* along this many dimensions reads lie between texels, otherwise at their centres */
};

BENCH_BOTH void sampling_move(struct sampling_texel *at, const struct sampling_texel *by)
{
	at->x += by->x;
	at->y += by->y;
	at->z += by->z;
}

/* The place of a lane in a tile, with SAMPLING_STEPS per texel. The centre of texel 0 is at half of that. */
BENCH_BOTH struct sampling_texel sampling_in_tile(const struct sampling_walk *walk, uint32_t lane)
{
	const uint32_t quarter = walk->scattered ? lane % 4 : lane / 8, eighth = walk->scattered ? lane % 8 : lane / 4;
	struct sampling_texel at = { (int)(lane & walk->lane_mask), (int)(lane >> walk->lane_shift), 0 };

	if (quarter == 1)
		sampling_move(&at, &walk->second_quarter);
	if (quarter == 3)
		sampling_move(&at, &walk->last_quarter);
	if (eighth == 5)
		sampling_move(&at, &walk->sixth_eighth);
	at.x = at.x * SAMPLING_STEPS + SAMPLING_STEPS / 2;
	at.y = at.y * SAMPLING_STEPS + SAMPLING_STEPS / 2;
	at.z = at.z * SAMPLING_STEPS + SAMPLING_STEPS / 2;
	/* A texture unit has weights of 8 bits, products of those along each dimension: two of 4 bits, or of 3, 3
	 * and 2. */
	if (walk->between >= 1)
		at.x += (int)(lane * 5 % SAMPLING_STEPS) & (walk->between >= 3 ? ~1 : ~0);
	if (walk->between >= 2)
		at.y += (int)((lane * 7 + 3) % SAMPLING_STEPS) & (walk->between >= 3 ? ~1 : ~0);
	if (walk->between >= 3)
		at.z += (int)((lane * 11 + 6) % SAMPLING_STEPS) & ~3;
	return at;
}

/* The start of the lane in this tile. */
BENCH_BOTH struct sampling_texel sampling_first(const struct sampling_walk *walk, uint32_t tile,
						struct sampling_texel at)
{
	struct sampling_texel from = walk->tile[tile];

	if (tile % 2 == 1)
		sampling_move(&from, &walk->odd_tile);
	at.x += from.x * SAMPLING_STEPS;
	at.y += from.y * SAMPLING_STEPS;
	at.z += from.z * SAMPLING_STEPS;
	return at;
}

struct sampling_args {
	const void *in;            /* the image row by row, for plain loads */
	float *out;                /* recorded: the channels of each read, for all threads one after another */
	unsigned long long object; /* the texture */
	struct sampling_walk walk;
	float scale_x, scale_y, scale_z; /* factors from places to coordinates */
	int width, height;
	float one_width, one_height; /* 1 / width, 1 / height */
	uint32_t tiles;              /* of a warp */
	uint32_t record;             /* 0 when timed: reads are summed in registers and not written */
	float never;                 /* a value that no sum has: not a number */
};

struct sampling_check_args {
	const float *out;
	const float *wanted; /* each read's channels, lane by lane: all distinct ones, by tile */
	unsigned long long results;
	uint32_t threads, channels;
	float tolerance;
	uint32_t *worst; /* the largest difference, as the bits of a float */
	struct gb_report *report;
};
