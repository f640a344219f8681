/* memory.c: the size and placement of the sets, and the cores that touch them first. */
#include "state.h"

#define MIB(n) (UINT64_C(1048576) * (n))

/* The largest sets are this many times all L2 and L3 caches together. A core's set has a minimum size, for hosts that
 * do not report their caches, and all sets together take at most a share of the free memory. */
enum { MOST_CACHES = 4 };
#define MOST_LEAST   MIB(16)
#define MEMORY_SHARE 0.25

/* Lets `threads` cores write `own` bytes each, so that each is the first to touch its own. */
static int touch_first(struct gb_run *run, gb_ptr at, uint64_t own, uint64_t set, uint32_t threads)
{
	const struct host_cache_args args = { .at = gb_address(at), .own = own, .set = set };

	return gb_launch(run, &state_of(run)->fill, (struct gb_shape){ .grid = threads, .block = 1 }, &args);
}

static uint64_t lesser(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static int choose_room(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint64_t caches = MOST_CACHES * (device->l2_bytes + device->l3_bytes);
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	/* Half of the share for all cores, half for the single core. */
	const uint64_t most = (uint64_t)(MEMORY_SHARE * (double)available) / 2;
	s->own = caches / s->cores > MOST_LEAST ? caches / s->cores : MOST_LEAST;
	s->own = lesser(s->own, most / s->cores) / HOST_CACHE_STEP * HOST_CACHE_STEP;
	s->alone = caches > MOST_LEAST ? caches : MOST_LEAST;
	s->alone = lesser(s->alone, most) / HOST_CACHE_STEP * HOST_CACHE_STEP;
	if (s->own == 0)
		return gb_skip(run, "%.1f MB of memory are free; sets of %u cores need more", 1e-6 * (double)available,
			       (uint32_t)s->cores);
	return GB_OK;
}

int host_cache_open(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_room(run));
	GB_TRY(gb_alloc(run, s->cores * sizeof(struct host_report), &s->report));
	GB_TRY(gb_alloc(run, s->own * s->cores, &s->at));
	GB_TRY(gb_place(run, s->at, s->own * s->cores, -1, GB_PAGES_LARGEST));
	return touch_first(run, s->at, s->own, s->own, s->cores);
}

static int open_alone(struct gb_run *run)
{
	struct state *s = gb_state(run);
	gb_ptr at;

	if (s->alone_at != 0)
		return GB_OK;
	GB_TRY(gb_alloc(run, s->alone, &at));
	GB_TRY(gb_place(run, at, s->alone, -1, GB_PAGES_LARGEST));
	GB_TRY(touch_first(run, at, 0, s->alone, 1));
	s->alone_at = at;
	return GB_OK;
}

int host_cache_place(struct gb_run *run, uint64_t set)
{
	struct state *s = gb_state(run);
	const bool alone = gb_value(run, walk) == WALK_ALONE;
	const uint64_t most = alone ? s->alone : s->own;

	if (set > most)
		return gb_skip(
			run,
			"the largest set on this host is %.1f MB per core: %d times all caches, or an eighth of the "
			"free memory",
			1e-6 * (double)most, MOST_CACHES);
	GB_TRY(alone ? open_alone(run) : GB_OK);
	s->shape = (struct gb_shape){ .grid = alone ? 1 : s->cores, .block = 1 };
	s->args.at = gb_address(alone ? s->alone_at : s->at);
	s->args.own = alone ? 0 : s->own;
	s->args.set = set;
	return GB_OK;
}
