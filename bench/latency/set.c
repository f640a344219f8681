/* The memory of `latency`, and the cycle linked in it. */
#include "../common/input_host.h"
#include "state.h"

/* The largest set that is read completely, and the largest share of the free memory that it takes. */
#define ROOM_MOST  (UINT64_C(1) << 30)
#define ROOM_SHARE (1.0 / 3)
/* Share of the free memory for larger sets; the driver keeps the rest. */
#define ALL_SHARE 0.96
/* Size of the data that evict everything else from L2, as a multiple of it. */
#define FLUSH      2
#define ROOM_LEAST (UINT64_C(8) << 10)

static int choose_room(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	s->scratch_bytes = FLUSH * gb_device(run)->l2_bytes;
	s->room_bytes = input_fit(ROOM_MOST, ROOM_SHARE, available, ROOM_LEAST);
	if (s->room_bytes == 0)
		return gb_skip(run, "too little memory is free: %.0f bytes", (double)available);
	return GB_OK;
}

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, s->room_bytes, &s->room));
	GB_TRY(gb_alloc(run, sizeof(struct latency_place), &s->place));
	GB_TRY(gb_alloc(run, LATENCY_WALKERS * sizeof(struct latency_walk), &s->walk));
	return gb_alloc(run, LATENCY_CONSTANT_BYTES, &s->table);
}

int latency_set_up(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_room(run));
	GB_TRY(allocate(run));
	GB_TRY(gb_find_kernel(run, "latency_link", &s->link));
	GB_TRY(gb_find_kernel(run, "latency_touch", &s->touch));
	GB_TRY(gb_find_kernel(run, "latency_read", &s->read));
	GB_TRY(gb_find_kernel(run, "latency_mark", &s->mark));
	GB_TRY(gb_find_kernel(run, "latency_walk_lines", &s->walk_lines));
	GB_TRY(gb_find_kernel(run, "latency_link_texels", &s->link_texels));
	GB_TRY(gb_find_kernel(run, "latency_constant_table", &s->constant_table));
	s->sm = -1;
	return GB_OK;
}

/* ---- the set of a point ------------------------------------------------------------------------------------------ */

struct gb_shape latency_everywhere(const struct gb_run *run)
{
	return (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 256 };
}

struct latency_set_args latency_set_args(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint32_t walkers = s->chain.lines / 4 < LATENCY_WALKERS ? s->chain.lines / 4 : LATENCY_WALKERS;

	const gb_ptr device = s->chain.bytes <= s->room_bytes ? s->room : s->all;

	return (struct latency_set_args){
		.set = { .at = gb_address(gb_value(run, memory) == OVER_LINK ? s->host.seen : device),
			 .stride = s->chain.stride,
			 .places = s->chain.places,
			 .lines = s->chain.lines,
			 .chunks = gb_address(s->chain.chunks),
			 .place_of = gb_address(s->halves.place_of),
			 .room_chunks = s->halves.chunks },
		.place = gb_address(s->place),
		.walk = gb_address(s->walk),
		.walkers = walkers > 0 ? walkers : 1,
		.table = gb_address(s->chain.in_memory ? 0 : s->room),
	};
}

/* Sets larger than the usual buffer share one allocation of nearly all free memory. */
static int need_room(struct gb_run *run, uint64_t bytes)
{
	struct state *s = gb_state(run);
	uint64_t available;

	if (gb_value(run, memory) == OVER_LINK)
		return s->host.seen != 0 ? GB_OK : gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, bytes, &s->host);
	if (bytes <= s->room_bytes)
		return GB_OK;
	if (s->all == 0) {
		GB_TRY(gb_memory_free(run, &available));
		s->all_bytes = (uint64_t)(ALL_SHARE * (double)available) / PAGE * PAGE;
		if (bytes <= s->all_bytes)
			GB_TRY(gb_alloc(run, s->all_bytes, &s->all));
	}
	if (bytes > s->all_bytes)
		return gb_skip(run, "a set of %.4g bytes exceeds the free memory, %.4g bytes", (double)bytes,
			       (double)s->all_bytes);
	return GB_OK;
}

static int flush(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(s->scratch == 0 ? gb_alloc(run, s->scratch_bytes, &s->scratch) : GB_OK);
	return gb_fill(run, s->scratch, 0x5a, s->scratch_bytes);
}

int latency_line_address(struct gb_run *run, uint32_t line, uint64_t *at)
{
	const struct state *s = gb_state(run);
	struct latency_set set = latency_set_args(run).set;
	uint32_t chunk;

	*at = (uintptr_t)set.at;
	if (s->chain.chunks == 0) {
		*at += latency_offset_of(&set, line);
		return GB_OK;
	}
	/* The list is in device memory, and only the line's chunk is fetched from it. */
	GB_TRY(gb_copy_out(run, &chunk, s->chain.chunks + line / LATENCY_CHUNK_LINES * sizeof chunk, sizeof chunk));
	set.chunks = &chunk;
	*at += latency_offset_of(&set, line % LATENCY_CHUNK_LINES);
	return GB_OK;
}

int latency_rewind(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t first = cycle_line_at(0, s->chain.lines);
	struct latency_place place = { .at = first, .sm = (uint32_t)s->sm };
	uint64_t at;

	if (s->chain.in_memory) {
		GB_TRY(latency_line_address(run, first, &at));
		place.at = at;
	} else if (gb_value(run, memory) == CONSTANT) {
		place.at = first * LATENCY_CONSTANT_STEP + 4 * latency_constant_number(s->chain.bytes);
	} else if (gb_value(run, memory) == TEXTURE) {
		place.at = (uint64_t)first * (LATENCY_LINE / 4);
	}
	return gb_copy_in(run, s->place, &place, offsetof(struct latency_place, toucher));
}

static bool same_set(const struct latency_set *a, const struct latency_set *b)
{
	return a->at == b->at && a->stride == b->stride && a->lines == b->lines && a->places == b->places &&
	       a->chunks == b->chunks;
}

int latency_link_lines(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct latency_set_args args = latency_set_args(run);

	if (same_set(&args.set, &s->linked))
		return GB_OK;
	s->linked = (struct latency_set){ 0 }; /* in case the launch fails */
	GB_TRY(gb_launch(run, &s->link, latency_everywhere(run), &args));
	if (s->chain.beyond)
		GB_TRY(flush(run));
	GB_TRY(gb_sync(run));
	s->linked = args.set;
	return GB_OK;
}

/* One SM does this twice, in the order of the cycle, so that a set that fits in L2 is there when the chase begins. */
static int touch_lines(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct latency_set_args args = latency_set_args(run);

	if (s->chain.beyond)
		return GB_OK;
	if (!s->chain.in_memory) {
		args.set.stride = LATENCY_LINE;
		args.set.places = 1;
	}
	return gb_launch(run, &s->touch, (struct gb_shape){ .grid = 1, .block = LATENCY_TOUCHERS }, &args);
}

/* The texels are in the buffer of the lines, one at the beginning of each. */
static int link_texels(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct latency_set_args args = latency_set_args(run);
	const struct gb_texture texture = { .layout = GB_TEXTURE_LINEAR,
					    .at = s->room,
					    .channels = 1,
					    .width = s->room_bytes / 4 < UINT64_C(1) << 26 ? s->room_bytes / 4
											   : UINT64_C(1) << 26 };

	if (s->texture == 0)
		GB_TRY(gb_texture_open(run, &texture, &s->texture));
	s->linked = (struct latency_set){ 0 };
	if (s->chain.bytes > 4 * texture.width)
		return gb_skip(run, "a set of %.0f bytes exceeds the texture of %.0f", (double)s->chain.bytes,
			       4 * (double)texture.width);
	GB_TRY(gb_launch(run, &s->link_texels, latency_everywhere(run), &args));
	return touch_lines(run);
}

int latency_link(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s->chain.in_memory) {
		GB_TRY(need_room(run, s->chain.bytes));
		GB_TRY(latency_link_lines(run));
		GB_TRY(touch_lines(run));
	} else if (gb_value(run, memory) == TEXTURE) {
		GB_TRY(link_texels(run));
	}
	if (gb_value(run, memory) == TOUCH && s->scratch == 0)
		GB_TRY(flush(run)); /* which allocates; a launch must not do that */
	return latency_rewind(run);
}
