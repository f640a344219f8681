/* Checks that the set of `latency` is one cycle, and that the chase ended where its hops lead. */

#include "../common/chase.h"
#include "state.h"

static uint32_t expected_line(const struct state *s)
{
	return cycle_line_at((uint32_t)((s->chain.warm + HOPS) % s->chain.lines), s->chain.lines);
}

/* ---- lines of device memory -------------------------------------------------------------------------------------- */

/* The paths of the walkers, one after another from the first, form one cycle of all lines. */
static int judge_walks(struct gb_run *run, const struct latency_walk *walk, uint32_t walkers, uint32_t lines)
{
	uint64_t steps = 0;
	uint32_t at = 0;

	for (uint32_t i = 0; i < walkers; i++) {
		if (walk[at].astray != 0)
			return gb_fail(run, "from the line of walker %u the cycle goes wrong after %u hops", at,
				       walk[at].steps);
		steps += walk[at].steps;
		at = walk[at].next;
		if (at >= walkers || (at == 0) != (i + 1 == walkers))
			return gb_fail(run, "the cycle comes back after %u of %u walkers", i + 1, walkers);
	}
	if (steps != lines)
		return gb_fail(run, "the cycle has %llu lines, expected %u", (unsigned long long)steps, lines);
	return GB_OK;
}

int latency_check_lines(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct latency_set_args args = latency_set_args(run);
	const struct gb_shape shape = { .grid = (args.walkers + 127) / 128, .block = 128 };

	s->linked = (struct latency_set){ 0 }; /* with the walkers' marks the set is no longer linked */
	GB_TRY(gb_fill_output(run, s->walk, 0xff, args.walkers * sizeof(struct latency_walk)));
	GB_TRY(gb_launch(run, &s->mark, shape, &args));
	GB_TRY(gb_launch(run, &s->walk_lines, shape, &args));
	const struct latency_walk *walk = gb_fetch(run, s->walk, args.walkers * sizeof *walk);
	return walk != NULL ? judge_walks(run, walk, args.walkers, args.set.lines) : GB_FAILED;
}

/* ---- words of shared and constant memory, and texels ------------------------------------------------------------- */

/* The place of the words on the cycle: the number of the first, and the distance to the next. */
static void layout(const struct gb_run *run, uint32_t *first, uint32_t *apart, uint32_t *unit)
{
	*first = 0;
	*apart = *unit = 1; /* unit: scale of the numbers in words */
	if (gb_value(run, memory) == CONSTANT) {
		*first = latency_constant_number(state_of(run)->chain.bytes);
		*apart = LATENCY_CONSTANT_STEP / 4;
		*unit = 4;
	} else if (gb_value(run, memory) == TEXTURE) {
		*apart = LATENCY_LINE / 4;
	}
}

/* The host follows the words themselves, one after another. */
static int walk_words(struct gb_run *run, const uint32_t *word)
{
	const struct state *s = gb_state(run);
	uint32_t first, apart, unit;

	layout(run, &first, &apart, &unit);
	const uint32_t start = cycle_line_at(0, s->chain.lines) * apart + first;
	uint32_t at = start, hops = 0;
	do {
		at = word[at] / unit;
		if (at % apart != first || at / apart >= s->chain.lines || ++hops > s->chain.lines)
			return gb_fail(run, "hop %u of the cycle leads to word %u, which is not part of it", hops, at);
	} while (at != start);
	if (hops != s->chain.lines)
		return gb_fail(run, "the cycle has %u words, expected %u", hops, s->chain.lines);
	return GB_OK;
}

static int check_words(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const bool texels = gb_value(run, memory) == TEXTURE;
	const uint64_t bytes = texels ? s->chain.bytes : LATENCY_CONSTANT_BYTES;
	const struct latency_chase_args args = { .table = gb_address(s->table) };

	if (gb_value(run, memory) == CONSTANT)
		GB_TRY(gb_launch(run, &s->constant_table, (struct gb_shape){ .grid = 1, .block = 256 }, &args));
	const uint32_t *word = gb_fetch(run, texels ? s->room : s->table, bytes);
	return word != NULL ? walk_words(run, word) : GB_FAILED;
}

/* ---- the chase --------------------------------------------------------------------------------------------------- */

static int check_end(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct latency_place place;
	uint64_t wanted = expected_line(s);
	uint32_t first, apart, unit;

	layout(run, &first, &apart, &unit);
	if (s->chain.in_memory)
		GB_TRY(latency_line_address(run, (uint32_t)wanted, &wanted));
	else
		wanted = (wanted * apart + first) * unit;
	GB_TRY(gb_copy_out(run, &place, s->place, sizeof place));
	return chase_check(run, place.at, wanted, place.cycles);
}

int latency_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (gb_value(run, memory) == HALVES)
		return latency_verify_halves(run);
	GB_TRY(gb_fill_output(run, s->table, 0xff, LATENCY_CONSTANT_BYTES));
	GB_TRY(latency_rewind(run));
	GB_TRY(gb_value(run, memory) == SHARED ? latency_follow(run, s->table) : latency_launch(run));
	GB_TRY(check_end(run));
	return s->chain.in_memory ? latency_check_lines(run) : check_words(run);
}
