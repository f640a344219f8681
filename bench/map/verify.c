/* Checks that `map` visited the lines and read the words that it reports. */

#include "../common/input_host.h"
#include "state.h"

static int check_lines(struct gb_run *run)
{
	const size_t words = MAP_LINE / sizeof(uint64_t);
	const uint64_t *line = gb_fetch(run, state_of(run)->lines, (uint64_t)MAP_LINES * MAP_LINE);

	if (line == NULL)
		return GB_FAILED;
	for (uint64_t i = 0; i < MAP_LINES; i++)
		if (line[i * words] != state_of(run)->lines + i * MAP_LINE)
			return gb_fail(run, "line %llu does not hold its address", (unsigned long long)i);
	return GB_OK;
}

static int verify_sm(struct gb_run *run)
{
	const uint64_t sm = (uint64_t)gb_value(run, sm);
	uint32_t visited;

	GB_TRY(gb_fill_output(run, state_of(run)->visited, 0xff, MAP_SMS * sizeof visited));
	GB_TRY(map_launch(run));
	GB_TRY(gb_copy_out(run, &visited, state_of(run)->visited + sm * sizeof visited, sizeof visited));
	if (visited != (uint32_t)LINES_TIMED)
		return gb_fail(run, "SM %llu has visited %u lines, expected %u", (unsigned long long)sm, visited,
			       (uint32_t)LINES_TIMED);
	return check_lines(run);
}

/* Enqueues the expected sum for the complete rounds through the data and for the incomplete last one. */
static int enqueue_expected(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t rounds = s->args.chunks / s->args.of, rest = s->args.chunks % s->args.of;
	const struct map_sum_args whole = { s->args.of * (MAP_CHUNK / 4), rounds,
					    gb_address(s->sums + sizeof(uint32_t)) };
	const struct map_sum_args part = { rest * (MAP_CHUNK / 4), 1, whole.sum };

	GB_TRY(gb_launch(run, &s->sum, input_shape(run), &whole));
	return rest > 0 ? gb_launch(run, &s->sum, input_shape(run), &part) : GB_OK;
}

static int verify_read(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	uint32_t sums[2];

	GB_TRY(gb_fill(run, s->sums, 0, sizeof sums));
	GB_TRY(map_launch(run));
	GB_TRY(enqueue_expected(run));
	GB_TRY(gb_copy_out(run, sums, s->sums, sizeof sums));
	if (sums[0] != sums[1] || sums[1] == 0)
		return gb_fail(run, "the words read add up to %#x, not to %#x", sums[0], sums[1]);
	return input_check(run, s->in, s->in_bytes, input_bits);
}

int map_verify(struct gb_run *run)
{
	static int (*const verify_view[])(struct gb_run *) = {
		[VIEW_SM] = verify_sm,
		[VIEW_DRAM] = verify_read,
		[VIEW_L2] = verify_read,
		[VIEW_GPC_DRAM] = verify_read,
		[VIEW_GPC_L2] = verify_read,
		[VIEW_RANDOM] = map_verify_random,
		[VIEW_HOMES] = map_verify_random,
		[VIEW_SHARED] = map_verify_random,
	};

	return verify_view[gb_value(run, view)](run);
}
