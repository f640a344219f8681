/* The launch of a point: the sets of its walk, and the number of passes over them. */
#include "../common/kernel.h"
#include "state.h"

/* Bytes that an SM reads or writes in a launch. A launch takes about a millisecond from L1, and half of that to one
 * from L2. The roof of L1 takes four milliseconds, because about 6 µs of each launch pass before all warps work and
 * after the first has finished. */
#define LAUNCH_L1     MIB(256)
#define LAUNCH_ROOF   MIB(1024)
#define LAUNCH_COMMON MIB(64)
#define LAUNCH_L2     MIB(16)
#define LAUNCH_READ   MIB(64) /* shared out, so that warps may end unevenly */
#define LAUNCH_WRITE  MIB(32)

/* Bytes that an SM processes in one launch: at least the whole set once. */
static uint64_t bytes_of_launch(const struct gb_run *run, uint64_t set)
{
	const uint64_t l1 = gb_device(run)->l1_bytes;
	uint64_t bytes = LAUNCH_L2;

	if (gb_value(run, walk) == WALK_L1 && set <= l1 + l1 / 4)
		bytes = cache_roof(run) != NULL ? LAUNCH_ROOF : LAUNCH_L1;
	if (gb_value(run, walk) == WALK_COMMON)
		bytes = LAUNCH_COMMON;
	if (cache_kind_of(run)->shared_out)
		bytes = cache_kind_of(run)->writes ? LAUNCH_WRITE : LAUNCH_READ;
	bytes = (uint64_t)(gb_work(run) * (double)bytes);
	return bytes > set ? bytes : set;
}

/* Parameters common to all walks. A warp processes `granule` bytes in one trip. */
static void set_walk(struct gb_run *run, uint64_t set, uint64_t granule, uint32_t blocks)
{
	struct cache_state *s = gb_state(run);
	const uint32_t warps = s->shape.block / 32;
	const uint64_t trips = (bytes_of_launch(run, set) - 1) / (granule * warps * blocks) +
			       1; /* rounded up, so that the whole set is read */

	s->shape.grid = blocks * cache_sms(run);
	s->args.at = gb_address(s->at);
	s->args.sums = gb_address(s->sums);
	s->args.visits = gb_address(s->visits);
	s->args.ticket = gb_address(s->ticket);
	s->args.set = (uint32_t)set;
	s->args.step = (uint32_t)(warps * granule % set);
	s->args.trips = (uint32_t)trips;
}

/* SMs are not served equally, because some ports of the memory side have more SMs than others. With equal shares the
 * last SMs would run alone, and an H200 would show 8.9 TB/s of 9.6. Sharing out a fifth of the work compensates for
 * that. The part is smaller if a launch is so short that the warps of a block would not visit the whole set without a
 * ticket. A ticket is large enough that the single counter does not delay the SMs. */
enum { SHARED_OUT_PART = 5 };
#define TICKET_BYTES (UINT64_C(32) << 10)

static void share_out(struct gb_run *run, uint64_t granule)
{
	struct cache_state *s = gb_state(run);
	const uint32_t each = (uint32_t)(TICKET_BYTES / granule), warps = s->shape.grid * (s->shape.block / 32);
	const uint32_t once = (uint32_t)(s->args.set / (granule * (s->shape.block / 32)));
	const uint32_t part = s->args.trips / SHARED_OUT_PART, spare = s->args.trips - once;
	const uint32_t of_warp = (part < spare ? part : spare) / each;

	s->args.each = each;
	s->args.tickets = of_warp * warps;
	s->args.trips -= of_warp * each;
}

static int prepare_sided(struct gb_run *run)
{
	struct cache_state *s = gb_state(run);
	struct cache_sides *sides = &s->sides;

	GB_TRY(cache_find_sides(run, s->at, s->room, sides));
	if (sides->why_not[0] != '\0')
		return gb_skip(run, "%s", sides->why_not);
	const uint64_t chunks = gb_value(run, total) / HOME_CHUNK / cache_sms(run);
	const uint32_t far = cache_kind_of(run)->far;
	for (uint32_t side = 0; side < 2; side++)
		if (chunks == 0 || chunks * sides->sm_count[side] > sides->chunk_count[side ^ far])
			return gb_skip(run, "%u SMs on one side have %u chunks of %d bytes there, not %llu",
				       sides->sm_count[side], sides->chunk_count[side ^ far], HOME_CHUNK,
				       (unsigned long long)(chunks * sides->sm_count[side]));
	s->args = (struct cache_args){
		.chunks_0 = gb_address(sides->chunks[0]),
		.chunks_1 = gb_address(sides->chunks[1]),
		.parts = gb_address(sides->parts),
		.far = far,
		.sides = cache_kind_of(run)->one_side ? 1 : 2,
	};
	s->shape = (struct gb_shape){ .block = CACHE_BLOCK };
	set_walk(run, chunks * HOME_CHUNK, HOME_CHUNK, 1);
	return gb_find_kernel(run, cache_kind_of(run)->kernel, &s->kernel);
}

static uint64_t set_of(const struct gb_run *run, uint32_t blocks)
{
	switch (gb_value(run, walk)) {
	case WALK_L1:
		return gb_value(run, set);
	case WALK_COMMON:
		return gb_value(run, bytes);
	default:
		return gb_value(run, share) / blocks;
	}
}

/* With 8 accesses in flight per warp, the rate of a small common set depends on the location of its pages. On an H200
 * it varies between 22.8 and 26.4 TB/s from one allocation to the next; with 4 accesses it stays within 1 % of 26.0
 * TB/s. */
#define SMALL_COMMON       (UINT64_C(4) << 20)
#define MOST_AT_ONCE_SMALL 4

static bool is_chance(const struct gb_run *run, uint64_t set)
{
	return gb_value(run, walk) == WALK_COMMON && set <= SMALL_COMMON && gb_value(run, unroll) > MOST_AT_ONCE_SMALL;
}

static int prepare_walk(struct gb_run *run)
{
	struct cache_state *s = gb_state(run);
	const int64_t walk = gb_value(run, walk);
	const uint32_t blocks = walk == WALK_COMMON ? gb_value(run, blocks) : 1;
	const uint32_t block = cache_kind_of(run)->shared_out ? gb_value(run, block) : CACHE_BLOCK;
	const uint64_t granule = CACHE_ACCESS * gb_value(run, unroll), set = set_of(run, blocks);
	const uint64_t sets = walk == WALK_COMMON ? 1 : (uint64_t)blocks * cache_sms(run);
	char width[8] = "";
	uint32_t resident;

	if (set % granule != 0)
		return gb_skip(run, "a block's set of %llu bytes is not a multiple of the %llu bytes of a trip",
			       (unsigned long long)set, (unsigned long long)granule);
	if (is_chance(run, set))
		return gb_skip(run,
			       "with more than %d accesses at a time, the rate of such a small set depends on its "
			       "place in memory",
			       MOST_AT_ONCE_SMALL);
	if (sets * set > s->room)
		return gb_skip(run, "the free device memory holds at most %llu bytes of sets",
			       (unsigned long long)s->room);
	if (walk == WALK_L1)
		snprintf(width, sizeof width, "%d", gb_value(run, width));
	GB_TRY(kernel_find(run, &s->kernel, "%s%s_u%d", cache_kind_of(run)->kernel, width, (int)gb_value(run, unroll)));
	GB_TRY(gb_occupancy(run, &s->kernel, block, 0, &resident));
	if (walk == WALK_L1)
		GB_TRY(gb_carveout(run, &s->kernel, 0));
	if (resident < blocks)
		return gb_skip(run, "an SM holds %u blocks of %u threads", resident, block);
	s->args = (struct cache_args){ .own = walk == WALK_COMMON ? 0 : set };
	s->shape = (struct gb_shape){ .block = block };
	set_walk(run, set, granule, blocks);
	if (cache_kind_of(run)->shared_out)
		share_out(run, granule);
	/* Each SM starts at a different place in the common set, as far from the next as possible. */
	if (walk == WALK_COMMON && s->shape.grid > 0)
		s->args.start =
			(uint32_t)(set / s->shape.grid > granule ? set / s->shape.grid / granule * granule : granule);
	return GB_OK;
}

int cache_prepare(struct gb_run *run)
{
	return cache_kind_of(run)->sided ? prepare_sided(run) : prepare_walk(run);
}
