/* small.c: an all-reduce of few bytes by one kernel per GPU, which reads the other GPUs' memory or writes to it. */
#include "state.h"

/* The data of each GPU; less if memory is short. */
#define SMALL_BYTES (UINT64_C(1) << 20)

static int alloc_zeroed(struct gb_run *at, uint64_t bytes, gb_ptr *out)
{
	GB_TRY(gb_alloc(at, bytes, out));
	GB_TRY(gb_fill(at, *out, 0, bytes));
	return gb_sync(at);
}

/* A rank's inbox holds two turns with the words of every rank: 8 bytes for 4 bytes of data. */
static int open_small(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t part = s->room / (8ull * s->ranks),
		       flags = UINT64_C(1) * COLLECTIVE_SMALL_BLOCKS * COLLECTIVE_SMALL_RANKS;

	if (s->small_room > 0)
		return GB_OK;
	if (s->ranks > COLLECTIVE_SMALL_RANKS)
		return gb_skip(run, "%u GPUs are more than %d", s->ranks, COLLECTIVE_SMALL_RANKS);
	for (uint32_t i = 0; i < gb_peers(run); i++)
		if (!gb_peer_link(run, i)->access)
			return gb_skip(run, "the GPUs have no access to each other's memory");
	GB_TRY(ranks_access(run, 1));
	const uint64_t room = part < SMALL_BYTES ? part : SMALL_BYTES;
	for (uint32_t r = 0; r < s->ranks; r++) {
		GB_TRY(alloc_zeroed(rank_of(run, r), flags * sizeof(uint32_t), &s->flags[r]));
		GB_TRY(alloc_zeroed(rank_of(run, r), 4 * room * s->ranks, &s->inbox[r]));
	}
	s->small_room = room;
	return GB_OK;
}

void small_close(struct gb_run *run)
{
	if (state_of(run)->small_room > 0)
		ranks_access(run, 0);
	state_of(run)->small_room = 0;
}

static struct collective_small_args args_of(const struct state *s, uint32_t rank)
{
	struct collective_small_args args = { .to = gb_address(s->to[rank]),
					      .count = s->share,
					      .room = s->small_room / sizeof(float),
					      .rank = rank,
					      .ranks = s->ranks };

	for (uint32_t r = 0; r < s->ranks; r++) {
		args.from[r] = gb_address(s->from[r]);
		args.flags[r] = gb_address(s->flags[r]);
		args.inbox[r] = gb_address(s->inbox[r]);
	}
	return args;
}

int small_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t blocks = gb_value(run, blocks);

	GB_TRY(open_small(run));
	if (s->share * sizeof(float) > s->small_room)
		return gb_skip(run, "the GPUs have room for %llu bytes", (unsigned long long)s->small_room);
	for (uint32_t r = 0; r < s->ranks; r++) {
		struct gb_run *at = rank_of(run, r);
		/* Blocks wait for the other GPUs' blocks, so all must run at once. */
		if ((int)blocks > gb_device(at)->sm_count)
			return gb_skip(run, "a GPU has %d SMs", gb_device(at)->sm_count);
		GB_TRY(gb_find_kernel(at, s->by == BY_READ ? "collective_read" : "collective_push", &s->small[r]));
		s->args[r] = args_of(s, r);
	}
	s->shape = (struct gb_shape){ .grid = blocks, .block = COLLECTIVE_SMALL_THREADS };
	return GB_OK;
}

int small_enqueue(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->turn++;
	for (uint32_t r = 0; r < s->ranks; r++) {
		s->args[r].turn = s->turn;
		GB_TRY(gb_launch(rank_of(run, r), &s->small[r], s->shape, &s->args[r]));
	}
	return GB_OK;
}
