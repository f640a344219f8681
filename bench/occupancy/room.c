/* room.c: divides the registers, shared memory, threads and block slots of an SM among blocks. */
#include "room.h"

#include "../common/residency.h"

static uint32_t round_up(uint32_t value, uint32_t unit)
{
	return (value + unit - 1) / unit * unit;
}

/* Follows the rules of the CUDA Occupancy Calculator: each quarter of an SM has its own register file, from which
 * registers are allocated per warp in units of 256. */
struct room occupancy_room_for(const struct gb_device *device, uint32_t registers, uint32_t shared, uint32_t block)
{
	const uint32_t warps = occupancy_warps_of(block), quarters = 4;
	const uint32_t of_warp = round_up(registers * WARP, 256);
	const uint32_t of_block = round_up(shared + residency_reserved(device), residency_unit(device));
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
