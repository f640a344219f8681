/* halves_model.h: for models: the kernels of `latency` that follow the lines of one half of L2. */
#pragma once

#include "../common/chain_model.h"
#include "latency.h"

/* Cycles of a hop by the place of its line, of a hop that leads to its own line, and of reading the clock. */
enum { NEAR_HIT = 280, FAR_HIT = 460, NEAR_MISS = 560, FAR_MISS = 740, LOOP = 100, CLOCK = 3 };

/* Lines brought into L2 since its contents were evicted, and the half that holds them. */
static struct {
	const unsigned char *room;
	uint32_t position, count, half;
} brought;

/* Odd chunks are near odd SMs. Reading a line brings a copy into the reader's half and into the home half. */
static uint32_t cycles_of_hop(const struct latency_trail_args *args, unsigned long long at, uint32_t position)
{
	const uint32_t lines = args->set.lines, own = args->sm % 2;
	const uint32_t home = (uint32_t)((at - (uintptr_t)args->set.at) / HOME_CHUNK % 2);

	if (lines == 1)
		return LOOP;
	if (brought.room == args->set.at && (position + lines - brought.position) % lines < brought.count)
		return brought.half == own || home == own ? NEAR_HIT : FAR_HIT;
	return home == own ? NEAR_MISS : FAR_MISS;
}

/* False: no block ran on the SM, or a block of this launch already did the work. */
static bool is_chosen(struct gb_shape shape, const struct latency_trail_args *args)
{
	if (args->sm >= shape.grid / 8 || args->trail->taken == args->ticket)
		return false;
	args->trail->taken = args->ticket;
	gb_model_unchecked(&args->trail->taken,
			   offsetof(struct latency_trail, chained) - offsetof(struct latency_trail, taken));
	return true;
}

static void bring(struct gb_shape shape, const void *of)
{
	const struct latency_trail_args *args = of;

	if (!is_chosen(shape, args))
		return;
	brought.room = args->set.at;
	brought.position = args->trail->position;
	brought.count = args->warm + args->hops;
	brought.half = args->sm % 2;
}

static void wash(struct gb_shape shape, const void *of)
{
	brought.count = 0;
}

/* The cycles of all timed hops, each of which takes `more` for the clock. Hops are counted in `bins` unless it is
 * NULL. */
static unsigned long long follow_trail(const struct latency_trail_args *args, uint32_t more, uint32_t *bins)
{
	struct latency_trail *trail = args->trail;
	unsigned long long sum = 0;

	trail->at = chain_follow_model(trail->at, args->warm);
	for (uint32_t i = 0; i < args->hops; i++) {
		const uint32_t position = (trail->position + args->warm + i) % args->set.lines;
		const uint32_t cycles = cycles_of_hop(args, trail->at, position) + more;
		sum += cycles;
		if (bins != NULL)
			bins[cycles]++;
		trail->at = chain_follow_model(trail->at, 1);
	}
	trail->position = (trail->position + args->warm + args->hops) % args->set.lines;
	return sum;
}

static void follow_in_a_chain(struct gb_shape shape, const void *of)
{
	const struct latency_trail_args *args = of;

	if (!is_chosen(shape, args))
		return;
	args->trail->chain = follow_trail(args, 0, NULL);
	args->trail->chains += args->trail->chain;
	args->trail->chained += args->hops;
}

static void follow_one_by_one(struct gb_shape shape, const void *of)
{
	const struct latency_trail_args *args = of;

	if (!is_chosen(shape, args))
		return;
	args->trail->singles += follow_trail(args, CLOCK, args->bins);
	args->trail->singled += args->hops;
}
