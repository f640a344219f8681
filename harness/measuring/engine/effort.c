#include "engine/effort.h"

#include <math.h>

#include "plan/search.h"

/* Events have a resolution of half a microsecond, which is 0.1 % of the shortest batch. A card may change its clocks
 * every tenth of a second, so a roof is sampled over several of these. docs/how-we-measure.md has these numbers too. */
static const struct gb_effort full_roof = {
	.measure = { .batch_seconds = 0.005,
		     .warmup_seconds = 1,
		     .budget_seconds = 1,
		     .held_budget_seconds = 0.4,
		     .steady_within = 0.005,
		     .settle_seconds = 0.2,
		     .look_seconds = 0.1,
		     .max_noise = 0.001,
		     .min_seconds = 0.3,
		     .min_samples = 20 },
	.visits = 3,
	.extra_visits = 2,
	.look_again_seconds = 0.03,
	.warm_again_seconds = 0.25,
	.judge_seconds = 0.002,
	.rest_seconds = 0.4,
	.pause_seconds = 0.15,
	.bursts = 3,
	.watch_seconds = 0.15,
	.held_watch_seconds = 0.25,
	.search_most = 72,
	.finalists = GB_SEARCH_KEEP,
	.final_seconds = 0.1,
};
static const struct gb_effort quick_roof = {
	.measure = { .batch_seconds = 0.002,
		     .warmup_seconds = 0.1,
		     .budget_seconds = 0.06,
		     .steady_within = 0.01,
		     .settle_seconds = 0.2,
		     .look_seconds = 0.06,
		     .max_noise = 0.002,
		     .min_samples = 6 },
	.visits = 2,
	.extra_visits = 1,
	.look_again_seconds = 0.02,
	.judge_seconds = 0.001,
	.rest_seconds = 0.4,
	.pause_seconds = 0.15,
	.bursts = 1,
	.watch_seconds = 0.005,
	.search_most = 24,
	.finalists = 2,
};
static const struct gb_effort full_curve = {
	.visits = 2,
	.measure = { .batch_seconds = 0.0004,
		     .warmup_seconds = 0.03,
		     .budget_seconds = 0.012,
		     .steady_within = 0.02,
		     .settle_seconds = 0.06,
		     .max_noise = 0.003,
		     .min_samples = 6 },
	.judge_seconds = 0.0004,
	.watch_seconds = 0.0005,
	.search_most = 24,
	.finalists = 1,
};
static const struct gb_effort quick_curve = {
	.visits = 1,
	.measure = { .batch_seconds = 0.0004,
		     .warmup_seconds = 0.01,
		     .budget_seconds = 0.003,
		     .steady_within = 0.02,
		     .settle_seconds = 0.06,
		     .max_noise = 0.01,
		     .min_samples = 6 },
	.judge_seconds = 0.0004,
	.watch_seconds = 0.0005,
	.search_most = 8,
	.finalists = 1,
};
/* With --every-point there are too many roofs to watch or sample each for long. */
#define EVERY_WATCH_SECONDS 0.02

/* However long the minimum sampling time is. */
#define SAMPLES_MOST 10000

static void grant_wishes(struct gb_effort *effort, const struct gb_wishes *wishes)
{
	struct gb_measure_options *measure = &effort->measure;

	if (wishes->watch_seconds > 0) {
		effort->watch_seconds = wishes->watch_seconds;
		effort->held_watch_seconds = 0;
	}
	if (wishes->budget_seconds > 0)
		measure->budget_seconds = measure->held_budget_seconds = wishes->budget_seconds;
	if (wishes->max_noise > 0)
		measure->max_noise = wishes->max_noise;
	if (wishes->min_samples > 0)
		measure->min_samples = (size_t)wishes->min_samples;
	if (wishes->min_seconds > 0)
		measure->min_seconds = wishes->min_seconds;
	measure->max_samples =
		1000 + measure->min_samples + (size_t)fmin(measure->min_seconds / measure->batch_seconds, SAMPLES_MOST);
}

struct gb_effort gb_effort_of_roof(enum gb_effort_level level, const struct gb_wishes *wishes)
{
	struct gb_effort effort = level == GB_QUICK ? quick_roof : full_roof;

	if (level == GB_EVERY) {
		effort.watch_seconds = EVERY_WATCH_SECONDS;
		effort.held_watch_seconds = 0;
		effort.visits = 1;
		effort.extra_visits = 0;
		effort.measure.min_seconds = 0;
	}
	grant_wishes(&effort, wishes);
	return effort;
}

/* With two visits of as many samples there are enough for an interval. */
enum { VISIT_SAMPLES = 3 };

struct gb_measure_options gb_effort_of_visit(const struct gb_effort *effort, size_t visits)
{
	struct gb_measure_options measure = effort->measure;

	if (visits < 2)
		return measure;
	measure.min_seconds /= (double)visits;
	measure.budget_seconds /= (double)visits;
	measure.held_budget_seconds /= (double)visits;
	measure.max_noise *= sqrt((double)visits);
	measure.min_samples = (measure.min_samples + visits - 1) / visits;
	if (measure.min_samples < VISIT_SAMPLES)
		measure.min_samples = VISIT_SAMPLES;
	return measure;
}

struct gb_effort gb_effort_of_curve(enum gb_effort_level level, const struct gb_wishes *wishes)
{
	struct gb_effort effort = level == GB_QUICK ? quick_curve : full_curve;

	if (level == GB_EVERY)
		effort.visits = 1;
	grant_wishes(&effort, wishes);
	return effort;
}
