/* Launches of the points of `prefetch`: the kernel, the blocks per SM, and the tiles of a launch. */
#include <stdio.h>

#include "../common/residency.h"
#include "state.h"

/* Tiles per block and launch: some tenths of a millisecond, most of it with all blocks at work. */
enum { STEPS = 4 * PREFETCH_STEPS };
/* The set for L2, small enough that all of it stays there. */
enum { SETS_IN_L2 = 4 };

/* Limits an SM to exactly this many blocks by their shared memory, of which the kernel's tiles are a part. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint32_t warps = (uint32_t)gb_value(run, "warps"), blocks = warps / WARPS_PER_BLOCK;
	uint32_t resident;

	if (warps * WARP > (uint32_t)device->threads_per_sm)
		return gb_skip(run, "an SM holds %d warps", device->threads_per_sm / WARP);
	const uint32_t shared = residency_shared(device, blocks);
	if (shared < s->kernel.shared_bytes)
		return gb_skip(run, "%u blocks with %u bytes of tiles each do not fit into the shared memory of an SM",
			       blocks, s->kernel.shared_bytes);
	s->shape = (struct gb_shape){ .grid = blocks * (uint32_t)device->sm_count,
				      .block = PREFETCH_BLOCK,
				      .shared_bytes = shared - s->kernel.shared_bytes };
	int status = gb_carveout(run, &s->kernel, 100);
	if (status == GB_OK)
		status = gb_occupancy(run, &s->kernel, PREFETCH_BLOCK, s->shape.shared_bytes, &resident);
	if (status == GB_OK && resident != blocks)
		return gb_skip(run, "an SM holds %u blocks of 4 warps, not %u", resident, blocks);
	return status;
}

int prefetch_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t way = gb_value(run, "way");
	const uint64_t set =
		gb_value(run, "level") == LEVEL_L2 ? gb_device(run)->l2_bytes / SETS_IN_L2 : s->arena_bytes;
	const unsigned int some = (unsigned int)(gb_work(run) * STEPS) / PREFETCH_STEPS * PREFETCH_STEPS;
	char name[GB_NAME_MAX];

	if (way == WAY_CP_ASYNC && gb_device(run)->cc_major < 8)
		return gb_skip(run, "cp.async needs compute capability 8.0");
	snprintf(name, sizeof name, "prefetch_%s_%d", prefetch_ways[way], (int)gb_value(run, "distance"));
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK)
		status = choose_shape(run);
	s->args = (struct prefetch_args){
		.at = gb_address(s->arena),
		.tiles = (unsigned int)(set / PREFETCH_TILE),
		.steps = some > 0 ? some : PREFETCH_STEPS,
		.rounds = (unsigned int)gb_value(run, "fmas") / PREFETCH_BODY,
		.factor = PREFETCH_FACTOR,
		.never = -1,
		.out = gb_address(s->out),
	};
	if (status == GB_OK && s->args.tiles < s->shape.grid)
		return gb_skip(run, "the set of %u tiles is too small for %u blocks", s->args.tiles, s->shape.grid);
	return status;
}

/* Each launch continues where the previous one stopped. */
int prefetch_launch(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t next = s->args.first + (uint64_t)s->shape.grid * s->args.steps;

	s->args.first = (unsigned int)(next % s->args.tiles);
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}
