/* Pairs of lines that are read at once from memory. Lines of one set of L2 are in one slice, and so in one channel of
 * memory. If both are in different rows of one bank, the bank closes the first row before it opens the second one. */
#include <math.h>

#include "../common/median.h"
#include "state.h"

/* A try that finds a line in L2 does not count; more of them than this share are suspect. */
#define HITS_MOST 0.1

int lines_setup_pairs(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_find_kernel(run, "lines_pairs", &s->sets.pair));
	return gb_alloc(run, sizeof(struct lines_pairs_found), &s->sets.pairs);
}

int lines_prepare_pairs(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->sets.pairs_args = (struct lines_pairs_args){
		.at = gb_address(s->data),
		.list = gb_address(s->sets.list),
		.apart = gb_value(run, channel) == OTHER,
		.found = gb_address(s->sets.pairs),
	};
	return lines_send_lists(run, LINES_PAIRED);
}

int lines_launch_pairs(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->sets.pairs_args.alone = lines_next_ticket(s);
	return gb_launch(run, &s->sets.pair, lines_one_block(run, LINES_PAIRED, 0), &s->sets.pairs_args);
}

int lines_observe_pairs(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	struct lines_pairs_found found;

	GB_TRY(gb_copy_out(run, &found, s->sets.pairs, sizeof found));
	s->sets.pair_hits = found.hits;
	s->sets.counted = 0;
	for (uint32_t k = 0; k < LINES_SETS * LINES_PAIRS; k++) {
		const uint32_t cycles = found.cycles[k / LINES_PAIRS][k % LINES_PAIRS];
		if (cycles != UINT32_MAX)
			s->sets.cycles[s->sets.counted++] = cycles;
	}
	if (s->sets.counted == 0)
		return gb_fail(run, "every pair was found in L2");
	*value = values_median(s->sets.cycles, s->sets.counted);
	return GB_OK;
}

size_t lines_metrics_of_pairs(const struct gb_run *run, struct gb_metric *out)
{
	static const struct {
		const char *name;
		double share;
	} at[] = { { "pair_p01", 0.01 }, { "pair_p05", 0.05 }, { "pair_p25", 0.25 }, { "pair_p50", 0.5 },
		   { "pair_p75", 0.75 }, { "pair_p90", 0.9 },  { "pair_p95", 0.95 }, { "pair_p97", 0.97 },
		   { "pair_p98", 0.98 }, { "pair_p99", 0.99 }, { "pair_max", 1 } };
	const struct state *s = gb_state(run);
	const struct sets *sets = &s->sets;
	size_t count = 0;

	if (sets->counted == 0)
		return 0;
	for (size_t i = 0; i < sizeof at / sizeof at[0]; i++) {
		const uint32_t place = (uint32_t)(at[i].share * (sets->counted - 1));
		out[count++] = (struct gb_metric){ at[i].name, "cycles", GB_MEASURED, sets->cycles[place], 0 };
	}
	return count;
}

int lines_verify_pairs(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t tries = LINES_SETS * LINES_PAIRS * LINES_PAIR_TRIES;
	struct lines_pairs_found found;

	GB_TRY(lines_check_launch(run, s->sets.pairs, sizeof found, &s->sets.pairs_args.report, UINT64_C(2) * tries));
	GB_TRY(gb_copy_out(run, &found, s->sets.pairs, sizeof found));
	if (found.hits > tries)
		return gb_fail(run, "%u of %u tries found a line in L2", found.hits, tries);
	if (found.hits > HITS_MOST * tries)
		gb_suspect(run, "%.0f %% of the tries found a line in L2", 100.0 * found.hits / tries);
	return GB_OK;
}
