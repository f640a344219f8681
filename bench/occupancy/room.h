/* room.h: the number of blocks that fit on an SM, by the rules of the CUDA Occupancy Calculator. */
#pragma once

#include "gpubench.h"

enum { WARP = 32 };

/* The resource of an SM that is exhausted first; in the order of the axis `by`. */
enum { BY_SHARED, BY_REGISTERS, BY_THREADS, BY_SLOTS, BOUNDS };

/* Blocks of one shape that fit on an SM, by resource. */
struct room {
	uint32_t by[BOUNDS];
	int bound; /* the scarcest resource */
	uint32_t blocks;
};

/* For blocks of `block` threads with this many registers per thread and bytes of shared memory. */
struct room occupancy_room_for(const struct gb_device *device, uint32_t registers, uint32_t shared, uint32_t block);

/* Warps of a block; the last warp may be incomplete. */
static inline uint32_t occupancy_warps_of(uint32_t threads)
{
	return (threads + WARP - 1) / WARP;
}
