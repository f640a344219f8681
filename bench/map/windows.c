/* Random reads by all SMs, each in its window of a set larger than the translations that are cached. SMs that share a
 * cache of translations, a group, should share a window. */

#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/random_address.h"
#include "state.h"

enum { BLOCK = 512, ACCESSES = 64 }; /* reads of a thread per launch: some milliseconds in all */

/* The least power of two that leaves windows within the reach of cached translations. */
uint32_t map_windows(const struct gb_run *run)
{
	uint32_t windows = 2;

	if (gb_value(run, assign) == ASSIGN_ALL)
		return 1;
	while (gb_value(run, span) / windows >= RANDOM_REACH)
		windows *= 2;
	return windows;
}

/* Which window each SM reads. */
static int assign_windows(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned char window[MAP_SMS] = { 0 };

	for (uint32_t sm = 0; sm < s->survey.sms; sm++)
		window[sm] = (unsigned char)((gb_value(run, assign) == ASSIGN_GROUPS ? s->survey.group[sm] : sm) %
					     map_windows(run));
	return gb_copy_in(run, s->active, window, sizeof window);
}

static int fill_set(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t before = s->wide_bytes;

	GB_TRY(input_grow(run, gb_value(run, span), &s->wide, &s->wide_bytes));
	if (s->wide_bytes == before)
		return GB_OK;
	GB_TRY(input_fill(run, &s->fill, s->wide, s->wide_bytes));
	return gb_sync(run);
}

int map_prepare_random(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t flight = gb_value(run, flight);
	const double trips = gb_work(run) * ACCESSES / flight;

	GB_TRY(map_survey(run));
	if (map_windows(run) > s->survey.groups)
		return gb_skip(run, "%u windows need as many groups of SMs; there are %u", map_windows(run),
			       s->survey.groups);
	GB_TRY(fill_set(run));
	GB_TRY(assign_windows(run));
	GB_TRY(kernel_find(run, &s->random, "map_random_u%u", flight));
	GB_TRY(kernel_wave(run, &s->random, BLOCK, &s->wave.grid));
	s->wave.block = BLOCK;
	s->windows = (struct map_windows_args){
		.at = gb_address(s->wide),
		.lines = (uint32_t)(gb_value(run, span) / map_windows(run) / RANDOM_LINE),
		.trips = trips < 1 ? 1 : (uint32_t)trips,
		.window_of_sm = gb_address(s->active),
		.sm_of_block = gb_address(s->where),
		.sums = gb_address(s->sums),
	};
	if (s->wave.grid > MAP_BLOCKS)
		return gb_skip(run, "%u blocks are more than %d", s->wave.grid, MAP_BLOCKS);
	return GB_OK;
}

int map_launch_random(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->random, s->wave, &s->windows);
}

double map_random_reads(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return 1.0 * s->wave.grid * s->wave.block * s->windows.trips * gb_value(run, flight);
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

/* Each SM must have run some of the blocks: otherwise windows were left out. */
static int check_sms(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint32_t *sm_of_block = gb_fetch(run, s->where, s->wave.grid * sizeof *sm_of_block);
	unsigned char ran[MAP_SMS] = { 0 };
	uint32_t sms = 0;

	if (sm_of_block == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < s->wave.grid; i++) {
		if (sm_of_block[i] >= s->survey.sms)
			return gb_fail(run, "block %u ran on SM %u of %u", i, sm_of_block[i], s->survey.sms);
		sms += !ran[sm_of_block[i]];
		ran[sm_of_block[i]] = 1;
	}
	if (sms < s->survey.sms)
		return gb_fail(run, "blocks ran on %u of %u SMs", sms, s->survey.sms);
	return GB_OK;
}

int map_verify_random(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t sums[2];

	GB_TRY(gb_fill(run, s->sums, 0, sizeof sums));
	GB_TRY(gb_fill_output(run, s->where, 0xff, MAP_BLOCKS * sizeof(uint32_t)));
	GB_TRY(launch_recorded(run, map_launch_random, &s->windows.record, UINT32_MAX));
	GB_TRY(check_sms(run));
	struct map_windows_args replay = s->windows;
	replay.block = s->wave.block;
	replay.walkers = s->wave.grid * s->wave.block;
	replay.trips *= gb_value(run, flight);
	GB_TRY(gb_launch(run, &s->replay, input_shape(run), &replay));
	GB_TRY(gb_copy_out(run, sums, s->sums, sizeof sums));
	GB_TRY(input_check_sum(run, sums[0], sums[1]));
	return input_check(run, s->wide, gb_value(run, span), input_bits);
}
