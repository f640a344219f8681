/* random_reads.c: random reads by all SMs. Each SM reads a window of a set that exceeds the cached address
 * translations. SMs of one group share cached translations, so they should share a window. Alternatively each SM reads
 * lines by their home in L2. */
#include <string.h>

#include "../common/input_host.h"
#include "../common/l2_halves.h"
#include "../common/random_address.h"
#include "state.h"

enum { BLOCK = 512, ACCESSES = 64 }; /* ACCESSES: reads of a thread per launch, which takes a few milliseconds */

/* The smallest power of two with which a window is within the reach of cached translations. */
uint32_t map_windows(const struct gb_run *run)
{
	uint32_t windows = 2;

	if (gb_value(run, assign) == ASSIGN_ALL)
		return 1;
	while (gb_value(run, span) / windows >= RANDOM_REACH)
		windows *= 2;
	return windows;
}

static int assign_windows(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned char window[MAP_SMS] = { 0 };

	for (uint32_t sm = 0; sm < s->survey.sms; sm++)
		window[sm] = (unsigned char)((gb_value(run, assign) == ASSIGN_GROUPS ? s->survey.group[sm] : sm) %
					     map_windows(run));
	return gb_copy_in(run, s->active, window, sizeof window);
}

static int fill_set(struct gb_run *run, uint64_t bytes)
{
	struct state *s = gb_state(run);
	const uint64_t before = s->wide_bytes;

	GB_TRY(input_grow(run, bytes, &s->wide, &s->wide_bytes));
	if (s->wide_bytes == before)
		return GB_OK;
	GB_TRY(input_fill(run, &s->fill, s->wide, s->wide_bytes));
	return gb_sync(run);
}

/* Prepares a wave of blocks, each with this much shared memory, and the arguments that all random reads share. */
static int prepare_reads(struct gb_run *run, const char *kernel, gb_ptr at, uint64_t bytes, uint32_t shared)
{
	struct state *s = gb_state(run);
	const uint32_t flight = gb_value(run, flight);
	const double trips = gb_work(run) * ACCESSES / flight;

	GB_TRY(kernel_find(run, &s->random, "%s_u%u", kernel, flight));
	s->wave = (struct gb_shape){ .block = BLOCK, .shared_bytes = shared };
	GB_TRY(kernel_takes(run, &s->random, BLOCK));
	GB_TRY(gb_occupancy(run, &s->random, BLOCK, shared, &s->wave.grid));
	s->wave.grid *= s->survey.sms;
	if (s->wave.grid > MAP_BLOCKS)
		return gb_skip(run, "%u blocks are more than %d", s->wave.grid, MAP_BLOCKS);
	s->random_args = (struct map_random_args){
		.at = gb_address(at),
		.lines = (uint32_t)(bytes / RANDOM_LINE),
		.trips = trips < 1 ? 1 : (uint32_t)trips,
		.sms = s->survey.sms,
		.part_of_sm = gb_address(s->active),
		.sm_of_block = gb_address(s->where),
		.sums = gb_address(s->sums),
	};
	return GB_OK;
}

int map_prepare_windows(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t windows = map_windows(run);

	GB_TRY(map_survey(run));
	if (windows > s->survey.groups)
		return gb_skip(run, "%u windows need as many groups of SMs; there are %u", windows, s->survey.groups);
	GB_TRY(fill_set(run, gb_value(run, span)));
	GB_TRY(assign_windows(run));
	return prepare_reads(run, "map_random", s->wide, gb_value(run, span) / windows, 0);
}

/* ---- two SMs ----------------------------------------------------------------------------------------------------- */

/* The set exceeds the reach of one translation cache, while either half is within it. It is smaller on a GPU with less
 * memory. */
#define PAIR_BYTES (RANDOM_REACH / 2 * 3)
enum { PAIR_WORK = 16 }; /* this many times the usual work, so that most translations are already cached */

int map_prepare_shared(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t partner = gb_value(run, partner);
	unsigned char half[MAP_SMS];
	uint64_t available;

	GB_TRY(map_survey(run));
	if (partner >= s->survey.sms)
		return gb_skip(run, "this device has %u SMs", s->survey.sms);
	GB_TRY(gb_memory_free(run, &available));
	if (s->pair_bytes == 0)
		s->pair_bytes = input_fit(PAIR_BYTES, 0.9, available + s->wide_bytes, MAP_CHUNK);
	GB_TRY(fill_set(run, s->pair_bytes));
	memset(half, MAP_IDLE, sizeof half);
	half[0] = 0;
	half[partner] = 1;
	GB_TRY(gb_copy_in(run, s->active, half, sizeof half));
	GB_TRY(prepare_reads(run, "map_random", s->wide, s->pair_bytes / 2, s->one_each.shared_bytes));
	s->random_args.trips *= PAIR_WORK;
	return GB_OK;
}

/* ---- homes ------------------------------------------------------------------------------------------------------- */

/* Sends one bit for each chunk. Both homes must occur in each word, since a read searches for its home within one
 * word. */
static int send_homes(struct gb_run *run, const struct homes *found)
{
	struct map_homes *h = &state_of(run)->homes;
	uint32_t *bits = gb_scratch(run, h->words * sizeof *bits);

	if (bits == NULL)
		return GB_FAILED;
	memset(bits, 0, h->words * sizeof *bits);
	for (uint32_t c = 0; c < found->chunks; c++)
		bits[c / 32] |= (uint32_t)found->of_chunk[c] << c % 32;
	for (uint32_t i = 0; i < h->words; i++)
		if (bits[i] == 0 || bits[i] == UINT32_MAX)
			snprintf(h->why_not, sizeof h->why_not, "%d consecutive chunks have one home in L2", 32);
	GB_TRY(gb_alloc(run, h->words * sizeof *bits, &h->bits));
	return gb_copy_in(run, h->bits, bits, h->words * sizeof *bits);
}

static int find_homes(struct gb_run *run)
{
	struct state *s = gb_state(run);
	struct map_homes *h = &s->homes;
	struct homes found;

	if (!h->probed) {
		h->words = (uint32_t)(s->in_bytes / HOME_CHUNK / 32);
		GB_TRY(homes_find(run, "map_probe", s->in, 32 * h->words, &found));
		h->probed = true;
		memcpy(h->why_not, found.why_not, sizeof h->why_not);
		memcpy(h->side_of_sm, found.side_of_sm, sizeof h->side_of_sm);
		if (h->why_not[0] == '\0')
			GB_TRY(send_homes(run, &found));
	}
	return h->why_not[0] != '\0' ? gb_skip(run, "%s", h->why_not) : GB_OK;
}

int map_prepare_homes(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum home home = gb_value(run, home);
	unsigned char wanted[MAP_SMS] = { 0 };

	GB_TRY(map_survey(run));
	GB_TRY(find_homes(run));
	for (uint32_t sm = 0; sm < s->survey.sms; sm++)
		wanted[sm] = home == HOME_BOTH ? MAP_BOTH : (s->homes.side_of_sm[sm] == 1) != (home == HOME_FAR);
	GB_TRY(gb_copy_in(run, s->active, wanted, sizeof wanted));
	GB_TRY(prepare_reads(run, "map_homes", s->in, (uint64_t)s->homes.words * 32 * HOME_CHUNK,
			     s->homes.words * (uint32_t)sizeof(uint32_t)));
	s->random_args.homes = gb_address(s->homes.bits);
	return GB_OK;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

bool map_is_random(const struct gb_run *run)
{
	return gb_value(run, view) >= VIEW_RANDOM;
}

uint64_t map_set_bytes(const struct gb_run *run)
{
	if (gb_value(run, view) == VIEW_RANDOM)
		return gb_value(run, span);
	return gb_value(run, view) == VIEW_HOMES ? state_of(run)->in_bytes : state_of(run)->pair_bytes;
}

int map_launch_random(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->random, s->wave, &s->random_args);
}

static uint32_t blocks_at_work(const struct gb_run *run)
{
	return gb_value(run, view) == VIEW_SHARED ? 2 : state_of(run)->wave.grid;
}

double map_random_reads(const struct gb_run *run)
{
	return 1.0 * blocks_at_work(run) * state_of(run)->wave.block * state_of(run)->random_args.trips *
	       gb_value(run, flight);
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

/* All blocks must have run, at least one on each SM that reads; otherwise windows were left out. */
static int check_sms(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint32_t *sm_of_block = gb_fetch(run, s->where, s->wave.grid * sizeof *sm_of_block);
	const uint32_t wanted = gb_value(run, view) == VIEW_SHARED ? 2 : s->survey.sms;
	unsigned char ran[MAP_SMS] = { 0 };
	uint32_t sms = 0, blocks = 0;

	if (sm_of_block == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < s->wave.grid; i++) {
		if (sm_of_block[i] >= s->survey.sms)
			continue;
		blocks++;
		sms += !ran[sm_of_block[i]];
		ran[sm_of_block[i]] = 1;
	}
	if (blocks != blocks_at_work(run) || sms != wanted)
		return gb_fail(run, "%u blocks ran on %u SMs, not %u on %u", blocks, sms, blocks_at_work(run), wanted);
	return GB_OK;
}

int map_verify_random(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t sums[2];

	GB_TRY(gb_fill(run, s->sums, 0, sizeof sums));
	GB_TRY(gb_fill_output(run, s->where, 0xff, MAP_BLOCKS * sizeof(uint32_t)));
	GB_TRY(launch_recorded(run, map_launch_random, &s->random_args.record, UINT32_MAX));
	GB_TRY(check_sms(run));
	struct map_random_args replay = s->random_args;
	replay.block = s->wave.block;
	replay.walkers = s->wave.grid * s->wave.block;
	replay.trips *= gb_value(run, flight);
	GB_TRY(gb_launch(run, &s->replay, input_shape(run), &replay));
	GB_TRY(gb_copy_out(run, sums, s->sums, sizeof sums));
	GB_TRY(input_check_sum(run, sums[0], sums[1]));
	return input_check(run, gb_value(run, view) == VIEW_HOMES ? s->in : s->wide, map_set_bytes(run), input_bits);
}
