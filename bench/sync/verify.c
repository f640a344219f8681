/* Checks that waiting threads saw earlier writes, and that final values are as expected. */

#include "state.h"

/* Checks the same operation between writes and reads of different threads. */
static int verify_waiting(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct gb_shape shape = s->shape;
	uint64_t looks = (uint64_t)SYNC_CHECKED * shape.grid * shape.block;

	if (gb_value(run, op) == OP_fence) {
		const bool is_block = gb_value(run, scope) == SCOPE_block;
		shape = (struct gb_shape){ .grid = is_block ? 1 : 2, .block = 2 * SYNC_WARP, .cooperative = !is_block };
		looks = SYNC_CHECKED;
	}
	GB_TRY(gb_fill(run, s->slots, 0, s->slots_bytes));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, shape, &s->args));
	return gb_report_judge(run, s->report, looks, "checks the writes of others");
}

static uint32_t value_expected(const struct state *s, int64_t op, uint32_t thread)
{
	const uint32_t steps = SYNC_UNROLL * (s->args.warm_trips + s->args.trips);
	const uint32_t first = thread / SYNC_WARP * SYNC_WARP, lane = thread % SYNC_WARP;
	uint32_t least = ~0u, word = 0, x[SYNC_WARP];

	for (uint32_t l = 0; l < SYNC_WARP; l++) {
		x[l] = sync_seed(first + l);
		least = x[l] < least ? x[l] : least;
	}
	if (op == OP_redux)
		return least;
	if (op == OP_shuffle)
		return x[(lane + steps) % SYNC_WARP];
	/* After the first vote all lanes have the same word, and each further vote rotates it by one bit. */
	for (uint32_t l = 0; l < SYNC_WARP; l++)
		word |= (x[l] >> (l + 1) % SYNC_WARP & 1) << l;
	const uint32_t turn = (steps - 1) % SYNC_WARP;
	return turn == 0 ? word : word >> turn | word << (SYNC_WARP - turn);
}

static int verify_values(struct gb_run *run, const uint32_t *end)
{
	const struct state *s = gb_state(run);

	for (uint32_t t = 0; t < s->shape.block; t++) {
		const uint32_t wanted = value_expected(s, gb_value(run, op), t);
		if (end[t] != wanted)
			return gb_fail(run, "thread %u ends with %#x, expected %#x", t, end[t], wanted);
	}
	return GB_OK;
}

/* Checks how often each block saw a flag without its number. The first block reports how often it signalled each
 * block. */
static int verify_flags(struct gb_run *run, const uint32_t *end)
{
	const struct state *s = gb_state(run);

	if (end[0] != SYNC_UNROLL * s->args.trips)
		return gb_fail(run, "the first block raised each flag %u times, expected %u", end[0],
			       SYNC_UNROLL * s->args.trips);
	for (uint32_t b = 1; b < s->shape.grid; b++)
		if (end[b] != 0)
			return gb_fail(run, "block %u missed the data written before its flag %u times", b, end[b]);
	return GB_OK;
}

int sync_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);

	if (op != OP_flag && !sync_has_value(op))
		return verify_waiting(run);
	GB_TRY(gb_fill_output(run, s->end, 0xff, s->end_bytes));
	GB_TRY(sync_launch(run));
	const uint32_t *end = gb_fetch(run, s->end, s->end_bytes);
	if (end == NULL)
		return GB_FAILED;
	return op == OP_flag ? verify_flags(run, end) : verify_values(run, end);
}
