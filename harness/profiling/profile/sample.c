#include "profile/sample.h"

#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/folders.h"
#include "base/text.h"
#include "profile/binding.h"
#include "survey/inject_run.h"

static int check_survey(const struct gb_survey *survey, struct gb_error *error)
{
	if (survey->processes == 0)
		gb_error_write(error, "the program left no GPU trace: does it use CUDA, and is the driver installed?");
	else if (survey->launches == 0 && survey->refused[0] != '\0')
		gb_error_write(error, "%s", survey->refused);
	else if (survey->launches == 0 && survey->events > 0)
		gb_error_write(error, "no kernel launch lies in the requested range");
	else if (survey->launches == 0)
		gb_error_write(error, "no kernel launch was traced");
	else
		return GB_OK;
	return GB_SKIPPED;
}

int gb_sample_survey(struct gb_survey *survey, struct gb_child_end *end, const char *const *program,
		     const struct gb_sample_range *range, gb_child_stop_fn *stop, struct gb_error *error)
{
	struct gb_scratch_folder scratch = { "" };
	int status = gb_scratch_make(&scratch, error);

	*end = (struct gb_child_end){ .status = 0 };
	if (status == GB_OK) {
		const struct gb_inject_job job = { .program = program,
						   .folder = scratch.folder,
						   .modules = range->started ? "survey,ranges" : "survey",
						   .stop = stop };
		status = gb_inject_run(&job, end, error);
	}
	const bool has_run = status == GB_OK || status == GB_INTERRUPTED;
	if (has_run && gb_survey_read_folder(survey, scratch.folder, error) != GB_OK)
		status = GB_FAILED;
	if (has_run && status != GB_FAILED) {
		gb_survey_limit(survey, range->from, range->to);
		gb_survey_end(survey);
	}
	gb_scratch_remove(&scratch);
	return status == GB_OK ? check_survey(survey, error) : status;
}

static gb_child_stop_fn *user_stop;
static double deadline;

/* A round that takes longer than expected ends with the budget. */
static bool is_round_over(void)
{
	return user_stop() || gb_clock_now() > deadline;
}

static void tell_round(const struct gb_sample_wish *wish, const struct gb_rounds *plan, const struct gb_round *round)
{
	char text[256] = "", share[32];

	gb_text_percent(share, sizeof share, gb_rounds_share(plan) + round->share, 1);
	gb_text_add(text, sizeof text,
		    "profiling %zu launch%s of %zu kernel%s, about %.0f s; %s of the time is placed then",
		    round->launches, round->launches == 1 ? "" : "es", round->kernels, round->kernels == 1 ? "" : "s",
		    round->seconds, share);
	wish->tell(text, deadline);
}

/* GB_END: no further round is possible, because ncu cannot profile here or was stopped. */
static int run_round(struct gb_gathering *g, const struct gb_sample_wish *wish, const struct gb_round *round,
		     struct gb_error *error)
{
	struct gb_gather_wish gather = wish->gather;
	struct gb_error why = { "" };

	gather.kernel = round->names;
	gather.count = round->count;
	gather.of_shapes = true;
	gather.stop = is_round_over;
	unlink(g->log);
	int status = gb_gather_measure(g, &gather, &why);
	if (status != GB_OK) {
		if (g->kernels.count > 0)
			return GB_END;
		gb_error_write(error, "%s", why.text);
		return GB_FAILED;
	}
	if (gb_gather_has_log(g))
		status = gb_gather_read_log(g, error);
	if (status == GB_OK && wish->keep != NULL && gb_gather_has_log(g))
		status = gb_gather_copy_log(g, wish->keep, error);
	g->late = g->interrupted && !user_stop();
	if (status == GB_OK && (g->said.no_permission || g->interrupted))
		status = GB_END;
	return status;
}

static int run_rounds(struct gb_gathering *g, struct gb_rounds *plan, const struct gb_sample_wish *wish,
		      struct gb_error *error)
{
	const double began = gb_clock_now(), own = wish->seconds;
	int status = GB_OK;

	for (size_t rounds = 1; status == GB_OK; rounds++) {
		struct gb_round round;
		/* Each round also runs the program itself, and this time does not count towards the budget. */
		deadline = fmin(wish->end, began + wish->budget + 1.5 * own * (double)rounds + 1);
		status = gb_rounds_next(plan, deadline - gb_clock_now(), &round);
		g->late |= status == GB_END && rounds == 1 && round.kernels > 0;
		if (status != GB_OK)
			break;
		tell_round(wish, plan, &round);
		const double before = gb_clock_now();
		status = run_round(g, wish, &round, error);
		free(round.names);
		if (status != GB_FAILED)
			gb_rounds_learn(plan, &g->kernels, gb_clock_now() - before);
	}
	return status == GB_END ? GB_OK : status;
}

int gb_sample_profile(struct gb_gathering *gathering, const struct gb_survey *survey, const struct gb_sample_wish *wish,
		      struct gb_error *error)
{
	struct gb_rounds plan;

	user_stop = wish->gather.stop;
	gb_rounds_make(&plan, survey, wish->seconds);
	const int status = run_rounds(gathering, &plan, wish, error);
	gathering->interrupted = user_stop();
	if (status == GB_OK && gathering->kernels.count > 0)
		gb_extrapolate(&gathering->kernels, survey);
	gb_rounds_free(&plan);
	return status;
}
