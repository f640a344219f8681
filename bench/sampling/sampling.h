/* sampling.h: what the host and the kernels of `sampling` share. */
#ifndef SAMPLING_H
#define SAMPLING_H

#include "../common/input.h"
#include "gpubench_report.h"

enum {
	SAMPLING_BLOCK = 256, /* threads of a block */
	SAMPLING_UNROLL = 4,  /* independent reads of a thread */
	SAMPLING_GROUPS = 8,  /* of them, to go through a tile */
	SAMPLING_READS = SAMPLING_UNROLL * SAMPLING_GROUPS,
	SAMPLING_TILES = 4, /* of an image, each of 32 lanes x SAMPLING_READS texels */
	SAMPLING_TEXELS = SAMPLING_TILES * 32 * SAMPLING_READS,
	SAMPLING_STEPS = 16, /* places between one texel and the next */
	SAMPLING_CHANNEL = 4 /* at most */
};

/* Texels along x, y and z, or layers for z. */
struct sampling_texel {
	int x, y, z;
};

/* How a warp goes through an image: where its tiles begin, where its lanes are in a tile (lane & mask along x, lane >> shift
 * along y), and how far the next read and the next group of reads is. */
struct sampling_walk {
	struct sampling_texel tile[SAMPLING_TILES];
	unsigned int lane_mask, lane_shift;
	struct sampling_texel read, group;
	/* So far away are some lanes of a warp, and whole tiles of odd numbers: outside of the image. Of its quarters the second
	 * and the last, of its eighths the sixth: lanes next to each other, or every fourth and eighth lane. */
	struct sampling_texel second_quarter, last_quarter, sixth_eighth, odd_tile;
	int scattered;
	int between; /* along so many dimensions reads lie between texels, else on their middles */
};

BENCH_BOTH void sampling_move(struct sampling_texel *at, const struct sampling_texel *by)
{
	at->x += by->x;
	at->y += by->y;
	at->z += by->z;
}

/* Where a lane is in a tile, in places: SAMPLING_STEPS a texel. The middle of texel 0 is at half of that. */
BENCH_BOTH struct sampling_texel sampling_in_tile(const struct sampling_walk *walk, unsigned int lane)
{
	const unsigned int quarter = walk->scattered ? lane % 4 : lane / 8,
			   eighth = walk->scattered ? lane % 8 : lane / 4;
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
	/* A texture unit has weights of 8 bits, products of those along each dimension: two of 4 bits, or of 3, 3 and 2. */
	if (walk->between >= 1)
		at.x += (int)(lane * 5 % SAMPLING_STEPS) & (walk->between >= 3 ? ~1 : ~0);
	if (walk->between >= 2)
		at.y += (int)((lane * 7 + 3) % SAMPLING_STEPS) & (walk->between >= 3 ? ~1 : ~0);
	if (walk->between >= 3)
		at.z += (int)((lane * 11 + 6) % SAMPLING_STEPS) & ~3;
	return at;
}

/* And where it begins, in this tile. */
BENCH_BOTH struct sampling_texel sampling_first(const struct sampling_walk *walk, unsigned int tile,
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
	float *out;                /* recorded: the channels of each read, reads of all threads one after another */
	unsigned long long object; /* the texture */
	struct sampling_walk walk;
	float scale_x, scale_y, scale_z; /* from places to coordinates */
	int width, height;
	float one_width, one_height; /* 1 / width, 1 / height */
	unsigned int tiles;          /* of a warp */
	unsigned int record;         /* 0 when timed: reads are summed up in registers and not written */
	float never;                 /* what no sum is: not a number */
};

struct sampling_check_args {
	const float *out;
	const float *wanted; /* the channels of each read of a warp, lane by lane: all that differ, by tile */
	unsigned long long results;
	unsigned int threads, channels;
	float tolerance;
	unsigned int *worst; /* the largest difference, as the bits of a float */
	struct gb_report *report;
};

#endif
