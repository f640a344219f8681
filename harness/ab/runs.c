#include "ab/runs.h"

#include <math.h>
#include <stdlib.h>

#include "base/collections.h"
#include "base/stats.h"

const char *const gb_ab_names[GB_AB_SIDES] = { "A", "B" };

int gb_ab_runs_begin(struct gb_ab_runs *runs, const struct gb_ab_question *question, struct gb_error *error)
{
	/* The tolerance limits a drop of rates, or a rise of times. */
	const double tolerance = question->higher ? -log1p(-question->tolerance) : log1p(question->tolerance);

	*runs = (struct gb_ab_runs){ .question = question };
	runs->value = calloc(question->pairs + 1, sizeof *runs->value);
	if (runs->value == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i <= question->pairs; i++)
		runs->value[i][GB_AB_A] = runs->value[i][GB_AB_B] = NAN;
	if (gb_sequential_begin(&runs->test, tolerance, question->error, question->pairs / 2, error) == GB_OK)
		return GB_OK;
	gb_ab_runs_free(runs);
	return GB_FAILED;
}

void gb_ab_runs_free(struct gb_ab_runs *runs)
{
	gb_sequential_free(&runs->test);
	free(runs->value);
	free(runs->run);
	*runs = (struct gb_ab_runs){ .count = 0 };
}

int gb_ab_runs_add(struct gb_ab_runs *runs, const struct gb_ab_run *run, struct gb_error *error)
{
	struct gb_ab_run *grown = gb_array_grow(runs->run, runs->count, &runs->room, sizeof *grown);

	if (grown == NULL)
		return gb_error_set(error, "out of memory");
	runs->run = grown;
	runs->run[runs->count++] = *run;
	if (run->pair <= runs->question->pairs)
		runs->value[run->pair][run->side] = run->value;
	return GB_OK;
}

/* How much worse B is: the log ratio of the costs. */
static double worse_by(const struct gb_ab_runs *runs, size_t pair)
{
	const double log_ratio = log(runs->value[pair][GB_AB_B] / runs->value[pair][GB_AB_A]);

	return runs->question->higher ? -log_ratio : log_ratio;
}

bool gb_ab_runs_judge(struct gb_ab_runs *runs)
{
	const size_t first = 2 * runs->test.count + 1;

	if (first + 1 > runs->question->pairs)
		return false;
	const double difference = (worse_by(runs, first) + worse_by(runs, first + 1)) / 2;
	if (isnan(difference))
		return false;
	runs->is = gb_sequential_add(&runs->test, difference);
	return true;
}

static double median_of(const struct gb_ab_runs *runs, int side, size_t pairs, double *scratch)
{
	for (size_t i = 0; i < pairs; i++)
		scratch[i] = runs->value[i + 1][side];
	return pairs > 0 ? gb_stats_middle(scratch, pairs) : NAN;
}

/* Converts a log ratio of costs to a change. */
static double change_of(const struct gb_ab_runs *runs, double worse)
{
	return isfinite(worse) ? expm1(runs->question->higher ? -worse : worse) : NAN;
}

struct gb_ab_answer gb_ab_runs_answer(const struct gb_ab_runs *runs)
{
	const struct gb_sequential_effect e = gb_sequential_effect(&runs->test);
	const bool higher = runs->question->higher;
	struct gb_ab_answer answer = { .is = runs->is,
				       .pairs = 2 * runs->test.count,
				       .change = change_of(runs, e.median),
				       .lo = change_of(runs, higher ? e.hi : e.lo),
				       .hi = change_of(runs, higher ? e.lo : e.hi) };

	/* The test's scratch memory has room for two values per block. */
	for (int side = 0; side < GB_AB_SIDES; side++)
		answer.median[side] = median_of(runs, side, answer.pairs, runs->test.scratch);
	return answer;
}
