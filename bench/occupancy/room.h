/* room.h: how many blocks an SM has room for, by the rules of the CUDA Occupancy Calculator. Part of occupancy.c. */
#ifndef OCCUPANCY_ROOM_H
#define OCCUPANCY_ROOM_H

#include "gpubench.h"

enum { WARP = 32 };

enum { BY_SHARED, BY_REGISTERS, BY_THREADS, BY_SLOTS };
static const char *const bys[] = {
	[BY_SHARED] = "shared", [BY_REGISTERS] = "registers", [BY_THREADS] = "threads", [BY_SLOTS] = "slots", NULL,
};

/* What of an SM is used up first. */
enum { BOUNDS = BY_SLOTS + 1 };
static const char *const bounds[] = {
	[BY_SHARED] = "its shared memory",
	[BY_REGISTERS] = "its registers",
	[BY_THREADS] = "its number of threads",
	[BY_SLOTS] = "its number of blocks",
};

/* Blocks of one shape that an SM has room for, by each of its resources. */
struct room {
	uint32_t by[BOUNDS];
	int bound; /* which is the scarcest */
	uint32_t blocks;
};

static uint32_t round_up(uint32_t value, uint32_t unit)
{
	return (value + unit - 1) / unit * unit;
}

/* Shared memory is given out in such units; from 8.0 on the system takes some of every block's. */
static uint32_t shared_unit(const struct gb_device *device)
{
	return device->cc_major >= 8 ? 128 : 256;
}

static uint32_t shared_reserved(const struct gb_device *device)
{
	return device->cc_major >= 8 ? 1024 : 0;
}

/* The most shared memory that `blocks` blocks may each have. */
static uint32_t shared_for(const struct gb_device *device, uint32_t blocks)
{
	const uint32_t unit = shared_unit(device);
	const uint32_t each = (uint32_t)(device->shared_per_sm / blocks) / unit * unit - shared_reserved(device);

	return each < device->shared_per_block ? each : (uint32_t)device->shared_per_block;
}

/* The rules of the CUDA Occupancy Calculator: registers are given to a warp, in units of 256, out of the file of one of
 * the SM's four quarters. */
static struct room room_for(const struct gb_device *device, uint32_t registers, uint32_t shared, uint32_t block)
{
	const uint32_t warps = round_up(block, WARP) / WARP, quarters = 4;
	const uint32_t of_warp = round_up(registers * WARP, 256);
	const uint32_t of_block = round_up(shared + shared_reserved(device), shared_unit(device));
	struct room room = { .by = {
				     [BY_REGISTERS] =
					     (uint32_t)device->registers_per_sm / quarters / of_warp * quarters / warps,
				     [BY_SHARED] = shared > 0 ? (uint32_t)device->shared_per_sm / of_block : UINT32_MAX,
				     [BY_THREADS] = (uint32_t)device->threads_per_sm / (warps * WARP),
				     [BY_SLOTS] = (uint32_t)device->blocks_per_sm,
			     } };

	for (int bound = 1; bound < BOUNDS; bound++)
		if (room.by[bound] < room.by[room.bound])
			room.bound = bound;
	room.blocks = room.by[room.bound];
	return room;
}

#endif
