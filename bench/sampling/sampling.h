/* sampling.h: definitions shared by the host code and the kernels of `sampling`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

enum {
	SAMPLING_BLOCK = 256,
	SAMPLING_UNROLL = 4, /* independent reads per thread */
	SAMPLING_GROUPS = 8, /* consecutive groups of reads that cover a tile */
	SAMPLING_READS = SAMPLING_UNROLL * SAMPLING_GROUPS,
	SAMPLING_TILES = 4, /* tiles per image, each of 32 lanes x SAMPLING_READS texels */
	SAMPLING_TEXELS = SAMPLING_TILES * 32 * SAMPLING_READS,
	SAMPLING_STEPS = 16, /* positions per texel */
	SAMPLING_CHANNEL = 4 /* channels of a texel, at most */
};

/* z counts layers in layered images. */
struct sampling_texel {
	int x, y, z;
};

/* How a warp covers an image: the start of each tile, the positions of lanes in a tile (lane & mask along x, lane >>
 * shift along y), and the distances to the next read and the next group. */
struct sampling_walk {
	struct sampling_texel tile[SAMPLING_TILES];
	uint32_t lane_mask, lane_shift;
	struct sampling_texel read, group;
	/* The distances by which some lanes of a warp, and tiles with odd numbers, are outside the image. Those lanes
	 * are the second and the last quarter and the sixth eighth of a warp: adjacent lanes, or if `scattered`, every
	 * fourth or eighth lane. */
	struct sampling_texel second_quarter, last_quarter, sixth_eighth, odd_tile;
	int scattered;
	int between; /* along this many dimensions reads lie between texels */
};

BENCH_BOTH void sampling_move(struct sampling_texel *at, const struct sampling_texel *by)
{
	at->x += by->x;
	at->y += by->y;
	at->z += by->z;
}

/* The position of a lane in a tile, with SAMPLING_STEPS per texel. The centre of texel 0 is half of that. */
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
	/* A texture unit has weights of 8 bits, which are products of the weights along each dimension: of 4 and 4
	 * bits, or of 3, 3 and 2. */
	if (walk->between >= 1)
		at.x += (int)(lane * 5 % SAMPLING_STEPS) & (walk->between >= 3 ? ~1 : ~0);
	if (walk->between >= 2)
		at.y += (int)((lane * 7 + 3) % SAMPLING_STEPS) & (walk->between >= 3 ? ~1 : ~0);
	if (walk->between >= 3)
		at.z += (int)((lane * 11 + 6) % SAMPLING_STEPS) & ~3;
	return at;
}

/* The first position of a lane in this tile. */
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
	const void *in;            /* the image, row by row, for plain loads */
	float *out;                /* if recorded: the channels of each read, thread by thread */
	unsigned long long object; /* the texture */
	struct sampling_walk walk;
	float scale_x, scale_y, scale_z; /* factors from positions to coordinates */
	int width, height;
	float one_width, one_height;
	uint32_t tiles;
	uint32_t record; /* 0 when timed: reads are added up in registers, not written */
	float never;     /* NaN, which no sum equals */
};

struct sampling_check_args {
	const float *out;
	const float *wanted; /* channels of each distinct read: by tile, then lane by lane */
	unsigned long long results;
	uint32_t threads, channels;
	float tolerance;
	uint32_t *worst; /* largest difference, as the bits of a float */
	struct gb_report *report;
};
