#include "run/best.h"

#include <math.h>

#include "plan/search.h"

static double score_of(const struct gb_run *run, double value)
{
	return gb_quantity_lower_is_better(gb_run_quantity(run)) ? 1 / value : value;
}

struct judge_context {
	struct gb_run *run;
	const struct gb_care *care;
	const volatile int *interrupted;
};

/* Make the point the current one and warm it up with one launch. */
static int warm_up(struct judge_context *c, const struct gb_point *point, struct gb_batch *batch,
		   struct gb_error *error)
{
	c->run->error = error;
	int status = gb_run_point(c->run, point);
	return status == GB_OK ? gb_run_batch(c->run, 1, batch, error) : status;
}

static int judge_batch(struct judge_context *c, double launch_seconds, double *score, struct gb_error *error)
{
	const double launches = ceil(c->care->judge_seconds / launch_seconds);
	struct gb_batch batch;

	if (gb_measure_stopped(c->interrupted))
		return GB_INTERRUPTED;
	int status = gb_run_batch(c->run,
				  launches < 1     ? 1
				  : launches > 1e4 ? 10000
						   : (uint64_t)launches,
				  &batch, error);
	if (status == GB_OK)
		*score = score_of(c->run, batch.value);
	return status;
}

/* A first launch that takes so many batches is judged itself where the best points meet again. */
#define LONG_LAUNCH 2

/* One launch to warm up, then one batch. */
static int judge_point(void *context, const struct gb_point *point, double *score, struct gb_error *error)
{
	struct judge_context *c = context;
	struct gb_batch first;

	int status = gb_measure_stopped(c->interrupted) ? GB_INTERRUPTED : warm_up(c, point, &first, error);
	if (status != GB_OK)
		return status;
	if (c->care->finalists > 1 && first.seconds > LONG_LAUNCH * c->care->judge_seconds) {
		*score = score_of(c->run, first.value);
		return GB_OK;
	}
	return judge_batch(c, first.seconds, score, error);
}

/* The median score of a finalist. */
static int judge_finalist(struct judge_context *context, const struct gb_point *point, double *score,
			  struct gb_error *error)
{
	double scores[GB_HEAT_BATCHES], scratch[GB_HEAT_BATCHES];
	struct gb_batch first;

	int status = warm_up(context, point, &first, error);
	for (size_t i = 0; i < GB_HEAT_BATCHES && status == GB_OK; i++)
		status = judge_batch(context, first.seconds, &scores[i], error);
	if (status == GB_OK)
		*score = gb_stats_median(scores, GB_HEAT_BATCHES, scratch);
	return status;
}

/* A search judges by one batch, so its best few are within its noise of each other: let them meet, and leave the winner
 * first. */
static int choose_finalist(struct judge_context *context, struct gb_search_result *finalist, size_t count,
			   struct gb_error *error)
{
	size_t best = 0;

	for (size_t i = 0; i < count && count > 1; i++) {
		int status = judge_finalist(context, &finalist[i].point, &finalist[i].score, error);
		if (status != GB_OK)
			return status;
		if (finalist[i].score > finalist[best].score)
			best = i;
	}
	finalist[0] = finalist[best];
	return GB_OK;
}

int gb_best_point(struct gb_run *run, const struct gb_care *care, const struct gb_plan *plan,
		  const volatile int *interrupted, struct gb_point *point, struct gb_error *error)
{
	struct judge_context context = { run, care, interrupted };
	struct gb_search_result finalist[GB_SEARCH_KEEP];
	size_t found;

	if (gb_search_is_needless(plan, point))
		return GB_OK;
	int status = gb_search(plan, point, care->search_most, judge_point, &context, finalist, &found, error);
	if (status != GB_OK)
		return status;
	if (found > care->finalists)
		found = care->finalists;
	status = choose_finalist(&context, finalist, found, error);
	if (status == GB_OK)
		*point = finalist[0].point;
	return status;
}
