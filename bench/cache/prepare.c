/* The launch of a point: the sets that its walk goes through, and how often. */
#include <stdio.h>

#include "state.h"

/* Bytes an SM reads or writes in a launch: a millisecond out of L1, a quarter of one or half of one out of L2. */
#define LAUNCH_L1     MIB(256)
#define LAUNCH_COMMON MIB(64)
#define LAUNCH_L2     MIB(16)

/* Bytes an SM goes through in one launch: at least once through the whole set. */
static uint64_t bytes_of_launch(const struct gb_run *run, uint64_t set)
{
	const uint64_t l1 = gb_device(run)->l1_bytes;
	uint64_t bytes = LAUNCH_L2;

	if (gb_value(run, "walk") == WALK_L1 && set <= l1 + l1 / 4)
		bytes = LAUNCH_L1;
	if (gb_value(run, "walk") == WALK_COMMON)
		bytes = LAUNCH_COMMON;
	return bytes > set ? bytes : set;
}

/* What is common to all walks, of sets that consist of granules; `granule` is what a warp does in one trip. */
static void set_walk(struct gb_run *run, uint64_t set, uint64_t granule, uint32_t blocks)
{
	struct cache_state *s = gb_state(run);

	s->shape = (struct gb_shape){ .grid = blocks * cache_sms(run), .block = CACHE_BLOCK };
	s->args.at = gb_address(s->at);
	s->args.sums = gb_address(s->sums);
	s->args.set = (unsigned int)set;
	s->args.step = (unsigned int)(CACHE_WARPS * granule % set);
	s->args.trips = (unsigned int)(bytes_of_launch(run, set) / (granule * CACHE_WARPS * blocks));
}

static int prepare_sided(struct gb_run *run)
{
	struct cache_state *s = gb_state(run);
	struct cache_sides *sides = &s->sides;
	int status = cache_find_sides(run, s->at, s->room, sides);

	if (status != GB_OK)
		return status;
	if (sides->why_not[0] != '\0')
		return gb_skip(run, "%s", sides->why_not);
	const uint64_t chunks = (uint64_t)gb_value(run, "total") / CACHE_CHUNK / cache_sms(run);
	const unsigned int far = cache_kind_of(run)->far;
	for (unsigned int side = 0; side < 2; side++)
		if (chunks == 0 || chunks * sides->sm_count[side] > sides->chunk_count[side ^ far])
			return gb_skip(run, "%u SMs at one side find %u chunks of %d bytes there, not %llu",
				       sides->sm_count[side], sides->chunk_count[side ^ far], CACHE_CHUNK,
				       (unsigned long long)(chunks * sides->sm_count[side]));
	s->args = (struct cache_args){
		.chunks_0 = gb_address(sides->chunks[0]),
		.chunks_1 = gb_address(sides->chunks[1]),
		.parts = gb_address(sides->parts),
		.far = far,
	};
	set_walk(run, chunks * CACHE_CHUNK, CACHE_CHUNK, 1);
	return gb_find_kernel(run, cache_kind_of(run)->kernel, &s->kernel);
}

/* Bytes of the set of a block, of `blocks` on each SM. */
static uint64_t set_of(const struct gb_run *run, uint32_t blocks)
{
	switch (gb_value(run, "walk")) {
	case WALK_L1:
		return (uint64_t)gb_value(run, "set");
	case WALK_COMMON:
		return (uint64_t)gb_value(run, "bytes");
	default:
		return (uint64_t)gb_value(run, "share") / blocks;
	}
}

static int prepare_walk(struct gb_run *run)
{
	struct cache_state *s = gb_state(run);
	const int64_t walk = gb_value(run, "walk");
	const uint32_t blocks = walk == WALK_L1 ? 1 : (uint32_t)gb_value(run, "blocks");
	const uint64_t granule = CACHE_ACCESS * (uint64_t)gb_value(run, "unroll"), set = set_of(run, blocks);
	const uint64_t sets = walk == WALK_COMMON ? 1 : (uint64_t)blocks * cache_sms(run);
	char name[GB_NAME_MAX];
	uint32_t resident;

	if (set % granule != 0)
		return gb_skip(run, "a block's set of %llu bytes is no multiple of the %llu bytes of a trip",
			       (unsigned long long)set, (unsigned long long)granule);
	if (sets * set > s->room)
		return gb_skip(run, "the free device memory holds %llu bytes of sets at most",
			       (unsigned long long)s->room);
	snprintf(name, sizeof name, "%s%d", cache_kind_of(run)->kernel, (int)gb_value(run, "unroll"));
	int status = gb_find_kernel(run, name, &s->kernel);
	if (status == GB_OK)
		status = gb_occupancy(run, &s->kernel, CACHE_BLOCK, 0, &resident);
	if (status == GB_OK && walk == WALK_L1)
		status = gb_carveout(run, &s->kernel, 0);
	if (status != GB_OK)
		return status;
	if (resident < blocks)
		return gb_skip(run, "an SM holds %u blocks of %d threads", resident, CACHE_BLOCK);
	s->args = (struct cache_args){ .own = walk == WALK_COMMON ? 0 : set };
	set_walk(run, set, granule, blocks);
	/* Each SM starts elsewhere in the common set, as far from the next as that allows. */
	if (walk == WALK_COMMON)
		s->args.start = (unsigned int)(set / s->shape.grid > granule ? set / s->shape.grid / granule * granule
									     : granule);
	return GB_OK;
}

int cache_prepare(struct gb_run *run)
{
	return cache_kind_of(run)->sided ? prepare_sided(run) : prepare_walk(run);
}
