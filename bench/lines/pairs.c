/* Pairs of lines that are read at once from memory. Lines of one set of L2 are in one slice, and so in one channel of
 * memory. If both are in different rows of one bank, the bank closes the first row before it opens the second one. */
#include <string.h>

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

/* Cycles of each line of a set, as the first of a pair or as the second one: the least of its pairs. A line of the
 * same set is both. */
static void find_least(const uint32_t cycles[LINES_PAIRS], bool apart, uint32_t least[2][LINES_PAIRED])
{
	memset(least, 0xff, 2 * sizeof least[0]);
	for (uint32_t k = 0; k < LINES_PAIRS; k++) {
		uint32_t line[2];
		lines_pair(k, &line[0], &line[1]);
		for (uint32_t role = 0; role < 2; role++) {
			uint32_t *of = &least[apart ? role : 0][line[role]];
			*of = cycles[k] < *of ? cycles[k] : *of;
		}
	}
	if (!apart)
		memcpy(least[1], least[0], sizeof least[0]);
}

/* The mean time of a pair, how much longer it is than that of the slower line, and the shares of the classes. */
int lines_observe_pairs(struct gb_run *run, double *value)
{
	struct state *s = gb_state(run);
	struct lines_pairs_found found;
	uint32_t least[2][LINES_PAIRED], count[LINES_EXCESS] = { 0 }, counted = 0;

	GB_TRY(gb_copy_out(run, &found, s->sets.pairs, sizeof found));
	s->sets.late = *value = 0;
	for (uint32_t set = 0; set < LINES_SETS; set++) {
		find_least(found.cycles[set], gb_value(run, channel) == OTHER, least);
		for (uint32_t k = 0; k < LINES_PAIRS; k++) {
			uint32_t i, j;
			lines_pair(k, &i, &j);
			if (found.cycles[set][k] == UINT32_MAX)
				continue;
			const uint32_t slower = least[0][i] > least[1][j] ? least[0][i] : least[1][j];
			const uint32_t excess = found.cycles[set][k] - slower, class = excess / LINES_EXCESS_OF;
			count[class < LINES_EXCESS ? class : LINES_EXCESS - 1]++;
			*value += found.cycles[set][k];
			s->sets.late += excess;
			counted++;
		}
	}
	if (counted == 0)
		return gb_fail(run, "every pair was found in L2");
	*value /= counted;
	s->sets.late /= counted;
	for (uint32_t i = 0; i < LINES_EXCESS; i++)
		s->sets.excess[i] = (double)count[i] / counted;
	return GB_OK;
}

size_t lines_metrics_of_pairs(const struct gb_run *run, struct gb_metric *out)
{
	static const char *const names[LINES_EXCESS] = {
		"excess_0",   "excess_25",  "excess_50",  "excess_75",  "excess_100", "excess_125", "excess_150",
		"excess_175", "excess_200", "excess_225", "excess_250", "excess_275", "excess_300", "excess_325",
		"excess_350", "excess_375", "excess_400", "excess_425", "excess_450", "excess_475", "excess_500",
		"excess_525", "excess_550", "excess_575", "excess_600",
	};
	const struct state *s = gb_state(run);

	out[LINES_EXCESS] = (struct gb_metric){ "excess", "cycles", GB_MEASURED, s->sets.late, 0 };
	for (uint32_t i = 0; i < LINES_EXCESS; i++)
		out[i] = (struct gb_metric){ names[i], "1", GB_MEASURED, s->sets.excess[i], 0 };
	return LINES_EXCESS + 1;
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
