#include "engine/shape_search.h"

#include <math.h>
#include <stdlib.h>

#include "plan/search.h"

static double score_of(const struct gb_run *run, double value)
{
	return gb_quantity_lower_is_better(gb_run_quantity(run)) ? 1 / value : value;
}

struct judge_context {
	struct gb_run *run;
	const struct gb_effort *effort;
	double held_below_hz;
	const volatile int *interrupted;
	struct gb_batch last;
};

static int warm_up(struct judge_context *c, const struct gb_point *point, struct gb_batch *batch,
		   struct gb_error *error)
{
	c->run->error = error;
	int status = gb_run_point(c->run, point);
	return status == GB_OK ? gb_run_batch(c->run, 1, batch, error) : status;
}

static int judge_batch(struct judge_context *c, double launch_seconds, double *score, struct gb_error *error)
{
	const double launches = ceil(c->effort->judge_seconds / launch_seconds);

	if (gb_measure_stopped(c->interrupted))
		return GB_INTERRUPTED;
	int status = gb_run_batch(c->run,
				  launches < 1     ? 1
				  : launches > 1e4 ? 10000
						   : (uint64_t)launches,
				  &c->last, error);
	if (status == GB_OK)
		*score = score_of(c->run, c->last.value);
	return status;
}

/* If the first launch takes this many batches, it counts in the final itself. */
#define LONG_LAUNCH 2

static int judge_point(void *context, const struct gb_point *point, double *score, struct gb_error *error)
{
	struct judge_context *c = context;
	struct gb_batch first;

	int status = gb_measure_stopped(c->interrupted) ? GB_INTERRUPTED : warm_up(c, point, &first, error);
	if (status != GB_OK)
		return status;
	if (c->effort->finalists > 1 && first.seconds > LONG_LAUNCH * c->effort->judge_seconds) {
		*score = score_of(c->run, first.value);
		return GB_OK;
	}
	return judge_batch(c, first.seconds, score, error);
}

enum { SCORES_MOST = 64 };

/* The median score of GB_FINAL_BATCHES batches, or of the last batches in the second half of `settle_seconds`. At the
 * power limit, the clock changes from one batch to the next. */
static int judge_finalist(struct judge_context *context, const struct gb_point *point, double settle_seconds,
			  double *score, struct gb_error *error)
{
	double scores[SCORES_MOST], scratch[SCORES_MOST], ran = 0;
	struct gb_batch first;
	size_t count = 0;

	int status = warm_up(context, point, &first, error);
	while (status == GB_OK && (count < GB_FINAL_BATCHES || ran < settle_seconds)) {
		status = judge_batch(context, first.seconds, &scores[count % SCORES_MOST], error);
		/* Without this, a batch without a time would be repeated forever. */
		ran = context->last.seconds > 0 ? ran + context->last.seconds : settle_seconds;
		count += ran >= settle_seconds / 2;
	}
	if (status == GB_OK)
		*score = gb_stats_median(scores, count < SCORES_MOST ? count : SCORES_MOST, scratch);
	return status;
}

static int compare_scores(const void *a, const void *b)
{
	const double x = ((const struct gb_search_result *)a)->score, y = ((const struct gb_search_result *)b)->score;

	return (x < y) - (x > y);
}

static int hold_final(struct judge_context *context, struct gb_search_result *finalist, size_t count,
		      double settle_seconds, struct gb_error *error)
{
	for (size_t i = 0; i < count; i++) {
		GB_TRY(judge_finalist(context, &finalist[i].point, settle_seconds, &finalist[i].score, error));
	}
	qsort(finalist, count, sizeof *finalist, compare_scores);
	return GB_OK;
}

/* A finalist that is slower by up to this much in the final may still be the fastest at the clock at which its load
 * settles. */
#define FINAL_WITHIN 0.85
enum { FINAL_MOST = 3 };

/* A search judges by one batch. The best few shapes differ by less than the noise, so they enter a final. There, a load
 * that holds the clock down starts at the clock that the previous one left. The best finalists are therefore compared
 * again, each at its own clock. */
static int choose_finalist(struct judge_context *context, struct gb_search_result *finalist, size_t count,
			   struct gb_error *error)
{
	if (count < 2)
		return GB_OK;
	int status = hold_final(context, finalist, count, 0, error);
	if (status != GB_OK || !(context->effort->final_seconds > 0) || !(context->last.sm_hz < context->held_below_hz))
		return status;
	count = count < FINAL_MOST ? count : FINAL_MOST;
	while (finalist[count - 1].score < FINAL_WITHIN * finalist[0].score)
		count--;
	return count > 1 ? hold_final(context, finalist, count, context->effort->final_seconds, error) : GB_OK;
}

int gb_shape_search(struct gb_run *run, const struct gb_effort *effort, const struct gb_plan *plan,
		    double held_below_hz, const volatile int *interrupted, struct gb_point *point,
		    struct gb_error *error)
{
	struct judge_context context = {
		.run = run, .effort = effort, .held_below_hz = held_below_hz, .interrupted = interrupted
	};
	struct gb_search_result finalist[GB_SEARCH_KEEP];
	size_t found;

	if (gb_search_is_needless(plan, point))
		return GB_OK;
	int status = gb_search(plan, point, effort->search_most, judge_point, &context, finalist, &found, error);
	if (status != GB_OK)
		return status;
	if (found > effort->finalists)
		found = effort->finalists;
	status = choose_finalist(&context, finalist, found, error);
	if (status == GB_OK)
		*point = finalist[0].point;
	return status;
}
