/* The word set of each point of `lines`, its launch and its results. */
#include <stdlib.h>

#include "../common/input_host.h"
#include "state.h"

enum {
	SECTOR = 32,
	FETCH_APART = 1024, /* bytes from one pair to the next */
	FETCH_PART = 4,     /* pairs that miss in L1 read 1 / FETCH_PART of L2: many more lines than L1 holds */
	HIT_SET = 4096,     /* bytes of a set that fits into L1 */
	L2_SET = 1 << 20,   /* bytes of a set that fits into L2 */
	MOVED = 3           /* difference in cycles that indicates a different slice */
};

uint32_t lines_words(const struct lines_set *set)
{
	return set->groups * (set->apart ? 2 : 1);
}

/* ---- the chase --------------------------------------------------------------------------------------------------- */

static struct lines_set choose_set(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const enum level level = lines_level(run);
	struct lines_set set = { .at = gb_address(s->room) };

	switch (lines_measure(run)) {
	case FETCH:
	case PROMOTION:
		set.stride = FETCH_APART;
		set.apart = gb_value(run, distance);
		set.groups = (uint32_t)((level == L1 ? device->l2_bytes / FETCH_PART : s->room_bytes) / FETCH_APART);
		break;
	case TAGS:
		set.stride = gb_value(run, stride);
		set.groups = (uint32_t)((level == L1 ? 5 * device->l1_bytes : 3 * device->l2_bytes) / 16 / SECTOR);
		break;
	case WAYS:
		set.stride = gb_value(run, spacing);
		set.groups = gb_value(run, count);
		break;
	default: /* REPLACEMENT */
		set.stride = LINES_LINE;
		set.groups = (uint32_t)(device->l1_bytes * gb_value(run, overload) / 100 / LINES_LINE);
		break;
	}
	return set;
}

int lines_rewind(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct lines_place place = { .at = (uint64_t)(uintptr_t)s->args.set.at + lines_offset(&s->args.set, 0) };

	return gb_copy_in(run, s->place, &place, sizeof place);
}

static int link(struct gb_run *run)
{
	GB_TRY(gb_launch(run, &state_of(run)->link, input_shape(run), &state_of(run)->args));
	return lines_rewind(run);
}

/* Brings a set into a cache. L1 does not keep lines from one kernel to the next, so two untimed rounds precede the
 * timed hops; L2 keeps what all SMs have read. */
static int bring(struct gb_run *run, enum level level)
{
	struct state *s = gb_state(run);
	const uint32_t words = lines_words(&s->args.set);

	s->args.warm = level == L1 && s->args.set.apart == 0 ? 2 * words : 0;
	GB_TRY(gb_launch(run, &s->touch, input_shape(run), &s->args));
	/* A large set reaches its final state in L2 only if it is read in the order of the chase, for one round. */
	for (uint32_t hops = 0; lines_measure(run) == TAGS && level == L2 && hops < words; hops += s->args.hops)
		GB_TRY(gb_launch(run, &s->walk[level], (struct gb_shape){ .grid = 1, .block = 1 }, &s->args));
	return GB_OK;
}

static int time_hops(struct gb_run *run, enum level kernel, struct lines_set set, bool fits, double *cycles)
{
	struct state *s = gb_state(run);
	struct lines_place place;

	s->args.set = set;
	s->args.warm = 0;
	GB_TRY(link(run));
	if (fits)
		GB_TRY(bring(run, kernel));
	GB_TRY(gb_launch(run, &s->walk[kernel], (struct gb_shape){ .grid = 1, .block = 1 }, &s->args));
	GB_TRY(gb_copy_out(run, &place, s->place, sizeof place));
	*cycles = (double)(place.cycles[0] + place.cycles[1]) / s->args.hops;
	return GB_OK;
}

/* The thresholds between a hit in L1, a hit in L2 and a load from DRAM, each halfway between two latencies. They are
 * measured once for all points. */
static int find_cuts(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct lines_set small = { gb_address(s->room), LINES_LINE, HIT_SET / LINES_LINE, 0 };
	const struct lines_set middle = { gb_address(s->room), LINES_LINE, L2_SET / LINES_LINE, 0 };
	const struct lines_set large = { gb_address(s->room), FETCH_APART, (uint32_t)(s->room_bytes / FETCH_APART), 0 };
	double l1 = 0, l2 = 0, memory = 0;

	if (s->cut[L1] > 0)
		return GB_OK;
	GB_TRY(time_hops(run, L1, small, true, &l1));
	GB_TRY(time_hops(run, L2, middle, true, &l2));
	GB_TRY(time_hops(run, L2, large, false, &memory));
	s->cut[L1] = (l1 + l2) / 2;
	s->cut[L2] = (l2 + memory) / 2;
	return GB_OK;
}

static int prepare_chase(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum level level = lines_level(run);
	const struct lines_set set = choose_set(run);

	s->args = (struct lines_args){ .place = gb_address(s->place), .hops = LINES_HOPS };
	if (set.groups == 0 || set.groups * set.stride > s->room_bytes)
		return gb_skip(run, "%u lines at distances of %llu bytes exceed the buffer of %llu MB", set.groups,
			       set.stride, (unsigned long long)(s->room_bytes >> 20));
	GB_TRY(find_cuts(run));
	s->args.set = set;
	s->args.warm = 0;
	s->args.cut = (uint32_t)s->cut[level];
	GB_TRY(link(run));
	/* Pairs that test L2 must stay in DRAM. */
	if (!lines_has_pairs(lines_measure(run)) || level == L1)
		GB_TRY(bring(run, level));
	return GB_OK;
}

/* ---- all points -------------------------------------------------------------------------------------------------- */

static int prepare_camping(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t trips = (uint32_t)(gb_work(run) * LINES_TRIPS);

	s->camp_args = (struct lines_camp_args){
		.at = gb_address(s->data),
		.stride = gb_value(run, apart),
		.trips = trips > 0 ? trips : 1,
		.sums = gb_address(s->sums),
		.report = gb_address(s->report),
	};
	s->shape = (struct gb_shape){ .grid = (uint32_t)gb_device(run)->sm_count, .block = LINES_BLOCK };
	if (LINES_CAMPED * s->camp_args.stride > s->data_bytes)
		return gb_skip(run, "%d lines at distances of %llu bytes exceed the buffer of %llu MB", LINES_CAMPED,
			       s->camp_args.stride, (unsigned long long)(s->data_bytes >> 20));
	return GB_OK;
}

static int find_promoted(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const int bytes = gb_value(run, promotion), needed = bytes == 256 ? 80 : 75;

	if (10 * device->cc_major + device->cc_minor < needed)
		return gb_skip(run, "loads with L2::%dB need compute capability %d.%d", bytes, needed / 10,
			       needed % 10);
	return kernel_find(run, &state_of(run)->promoted, "lines_walk_%d", bytes);
}

int lines_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum measure measure = lines_measure(run);

	s->hits[0] = s->hits[1] = s->moved = s->difference = s->nearest = s->farthest = (double)NAN;
	s->sets.least = s->sets.most = (double)NAN;
	if (measure == PROMOTION)
		GB_TRY(find_promoted(run));
	if (lines_is_chase(measure))
		return prepare_chase(run);
	if (measure == CAMPING)
		return prepare_camping(run);
	if (measure == EVICTION)
		return lines_prepare_eviction(run);
	if (measure == SET)
		return lines_prepare_set(run);
	s->hash_args = (struct lines_hash_args){
		.at = gb_address(s->data),
		.flip = 1u << gb_value(run, bit),
		.cycles = gb_address(s->cycles),
	};
	return GB_OK;
}

int lines_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct gb_shape alone = { .grid = 1, .block = 1 };

	switch (lines_measure(run)) {
	case HASH:
		return gb_launch(run, &s->hash, alone, &s->hash_args);
	case CAMPING:
		return gb_launch(run, &s->camp, s->shape, &s->camp_args);
	case EVICTION:
		return lines_launch_eviction(run);
	case SET:
		return lines_launch_set(run);
	case PROMOTION:
		return gb_launch(run, &s->promoted, alone, &s->args);
	default:
		return gb_launch(run, &s->walk[lines_level(run)], alone, &s->args);
	}
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

/* The mean over all lines, and the differences to the lines with the bit flipped. */
static int observe_hash(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	unsigned short cycles[LINES_BASES][2];
	double sum = 0, apart = 0;
	uint32_t moved = 0;

	GB_TRY(gb_copy_out(run, cycles, s->cycles, sizeof cycles));
	s->nearest = (double)INFINITY;
	s->farthest = 0;
	for (uint32_t i = 0; i < LINES_BASES; i++) {
		const int difference = abs(cycles[i][0] - cycles[i][1]);
		s->nearest = fmin(s->nearest, cycles[i][0]);
		s->farthest = fmax(s->farthest, cycles[i][0]);
		sum += cycles[i][0] + cycles[i][1];
		apart += difference;
		moved += difference >= MOVED;
	}
	s->moved = (double)moved / LINES_BASES;
	s->difference = apart / LINES_BASES;
	*value = sum / (2 * LINES_BASES);
	return GB_OK;
}

int lines_observe(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	struct lines_place place;

	if (lines_measure(run) == HASH)
		return observe_hash(run, value);
	if (lines_measure(run) == EVICTION)
		return lines_observe_eviction(run, value);
	if (lines_measure(run) == SET)
		return lines_observe_set(run, value);
	GB_TRY(gb_copy_out(run, &place, s->place, sizeof place));
	const double half = s->args.hops / 2.0;
	const bool pairs = s->args.set.apart != 0;
	s->hits[0] = pairs ? place.hits[0] / half : (place.hits[0] + place.hits[1]) / (2 * half);
	s->hits[1] = place.hits[1] / half;
	*value = pairs ? (double)place.cycles[1] / half : (double)(place.cycles[0] + place.cycles[1]) / (2 * half);
	return GB_OK;
}
