/* Launches of the points of `spill`: number of warps, division between L1 and shared memory, and duration. */
#include "state.h"

enum { BLOCK = 256, EQUAL_WARPS = 16 };
/* Shared memory that the system reserves for each block from compute capability 8.0 on. */
enum { SHARED_RESERVED = 1024 };
/* The more a launch spills, the fewer FMAs it executes, so that it always takes a few tenths of a millisecond. */
enum { LOCAL_BYTES_TWICE_AS_LONG = 64 };

static int choose_grid(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t blocks;

	GB_TRY(gb_carveout(run, &s->kernel, 100));
	GB_TRY(gb_occupancy(run, &s->kernel, BLOCK, 0, &blocks));
	if (gb_value(run, resident) == RESIDENT_EQUAL) {
		if (blocks < EQUAL_WARPS * WARP / BLOCK)
			return gb_skip(run, "%d warps per SM are not resident at once: %u blocks of %d threads are",
				       EQUAL_WARPS, blocks, BLOCK);
		blocks = EQUAL_WARPS * WARP / BLOCK;
	}
	s->shape = (struct gb_shape){ .grid = blocks * (uint32_t)gb_device(run)->sm_count, .block = BLOCK };
	return GB_OK;
}

/* L1 gets the memory that resident blocks do not need, or the minimum. */
static int choose_l1(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double blocks = (double)s->shape.grid / gb_device(run)->sm_count;
	const double needed = 100 * blocks * SHARED_RESERVED / (double)gb_device(run)->shared_per_sm;

	return gb_carveout(run, &s->kernel, gb_value(run, l1) == L1_LARGE ? (int)ceil(fmin(needed, 100)) : 100);
}

/* Trips per thread, at least one. */
static uint32_t trips_for(const struct gb_run *run)
{
	const uint64_t fmas = (uint64_t)(gb_work(run) * (double)FMAS_PER_SM) * LOCAL_BYTES_TWICE_AS_LONG /
			      (LOCAL_BYTES_TWICE_AS_LONG + state_of(run)->kernel.local_bytes);
	const uint64_t trips = fmas / ((uint64_t)spill_warps_per_sm(run) * WARP * TRIP_FMAS);

	return trips > 0 ? (uint32_t)trips : 1;
}

int spill_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(kernel_find(run, &s->kernel, "spill_%s", spill_arrays[gb_value(run, array)]));
	GB_TRY(choose_grid(run));
	GB_TRY(choose_l1(run));
	s->args = (struct spill_args){
		.words = gb_address(s->words),
		.start = gb_address(s->start),
		.out = gb_address(s->out),
		.mask = VECTORS - 1,
		.step = spill_threads(s),
		.trips = trips_for(run),
		.stride = 1,
	};
	return GB_OK;
}

LAUNCH_KERNEL(int spill_launch, state)
