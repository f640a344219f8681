#include "profile/counted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "profile/extrapolate.h"
#include "profile/rounds.h"
#include "survey/scratch.h"
#include "survey/traces.h"

/* A patched kernel runs some forty times longer, and patching it takes longer than most run. */
static const double seconds_each = 0.5;

/* So many runs that count nothing are enough. */
enum { FRUITLESS = 2 };

/* ---- which launches -------------------------------------------------------------------------------------------------- */

static uint32_t busiest_process(const struct gb_survey *s)
{
	size_t *launches = calloc(s->processes + 1, sizeof *launches), most = 0;

	for (size_t i = 0; launches != NULL && i < s->events; i++)
		launches[s->event[i].process] += s->event[i].is_kernel;
	for (size_t i = 1; launches != NULL && i < s->processes; i++)
		most = launches[i] > launches[most] ? i : most;
	free(launches);
	return (uint32_t)most;
}

/* Kernels of which no launch was counted yet, those of the most time first, until enough is. */
static size_t choose(const struct gb_survey *s, const bool *is_done, bool *is_chosen, size_t most)
{
	double share = 0;
	size_t chosen = 0;

	for (size_t i = 0; i < s->kernels; i++) {
		is_chosen[i] = !is_done[i] && chosen < most && share < GB_ROUNDS_SHARE;
		share += is_done[i] || is_chosen[i] ? s->kernel[i].seconds / s->seconds : 0;
		chosen += is_chosen[i];
	}
	return chosen;
}

/* The first launch of a process is one before which nothing can be told, and nodes of graphs are launched by nobody. What was
 * told of one launch is asked for when a later one begins, so the next is not the one that follows. */
static char *number(const struct gb_survey *s, const struct gb_rounds *order, const bool *is_chosen, bool *is_numbered)
{
	const uint32_t process = busiest_process(s);
	uint64_t at = 0, last = 0;
	size_t size = 0;
	char *text = NULL;
	FILE *out = open_memstream(&text, &size);

	memset(is_numbered, 0, s->kernels * sizeof *is_numbered);
	for (size_t i = 0; out != NULL && i < order->launches; i++) {
		const struct gb_survey_event *e = &s->event[order->order[i]];
		if (e->process != process || e->in_graph)
			continue;
		if (is_chosen[e->at] && !is_numbered[e->at] && at > 0 && (last == 0 || at >= last + 2)) {
			fprintf(out, "%llu,", (unsigned long long)at);
			is_numbered[e->at] = true;
			last = at;
		}
		at++;
	}
	return out != NULL && fclose(out) == 0 ? text : NULL;
}

/* ---- what was counted of them ---------------------------------------------------------------------------------------- */

struct taking {
	struct gb_kernels *kernels;
	const struct gb_survey *survey;
	struct gb_sass_said *said;
	bool *is_done; /* of each kernel of the survey */
	size_t taken;
};

/* Launches that were counted together were alike. */
static int add(struct gb_kernels *kernels, struct gb_ncu_launch *launch, const struct gb_sass_kernel *counted,
	       double seconds, struct gb_error *error)
{
	int status = GB_OK;

	for (int c = 0; c < GB_COUNTERS; c++)
		launch->value[c] = counted->value[c] / (double)counted->launches;
	launch->value[GB_COUNTED_SECONDS] = seconds;
	for (uint64_t i = 0; i < counted->launches && status == GB_OK; i++)
		status = gb_kernels_add(kernels, launch, error);
	return status;
}

static int take(void *context, const struct gb_sass_kernel *kernel, struct gb_error *error)
{
	struct taking *t = context;
	char device[24];

	snprintf(device, sizeof device, "%u", kernel->device);
	for (size_t i = 0; i < t->survey->kernels; i++) {
		const struct gb_survey_kernel *k = &t->survey->kernel[i];
		const struct gb_survey_gpu *gpu = &t->survey->gpu[k->gpu];
		if (strcmp(k->mangled, kernel->name) != 0 || strcmp(k->grid, kernel->grid) != 0 ||
		    strcmp(k->block, kernel->block) != 0 || strcmp(gpu->device, device) != 0)
			continue;
		if (t->is_done[i])
			return GB_OK;
		t->is_done[i] = true;
		t->taken++;
		struct gb_ncu_launch launch = { k->mangled, k->block, k->grid, gpu->device, gpu->name, "", { 0 } };
		return add(t->kernels, &launch, kernel, k->seconds / (double)k->launches, error);
	}
	return GB_OK; /* what the program did otherwise than before */
}

static int read_one(void *context, FILE *file, const char *path, struct gb_error *error)
{
	struct taking *taking = context;
	struct gb_sass_said *said = taking->said, one;
	const int status = gb_sass_trace_read(file, path, take, taking, &one, error);

	if (said->refused[0] == '\0')
		gb_text_copy(said->refused, sizeof said->refused, one.refused);
	if (said->wrong.count == 0)
		said->wrong = one.wrong;
	return status;
}

/* ---- runs ------------------------------------------------------------------------------------------------------------ */

static gb_child_stop_fn *user_stop;
static double deadline;

/* A program that CUPTI holds up for ever is ended. */
static bool stop(void)
{
	return user_stop() || gb_clock_now() > deadline;
}

static int run(struct taking *taking, const struct gb_counted_wish *wish, const char *launches, struct gb_error *error)
{
	struct gb_scratch scratch = { "" };
	struct gb_child_end end;
	int status = gb_scratch_make(&scratch, error);

	if (status == GB_OK) {
		const struct gb_inject_job job = { .program = wish->program,
						   .folder = scratch.folder,
						   .modules = "counts",
						   .wish = launches,
						   .stop = stop };
		status = gb_inject_run(&job, &end, error);
	}
	if ((status == GB_OK || status == GB_INTERRUPTED) &&
	    gb_traces_each(scratch.folder, read_one, taking, error) != GB_OK)
		status = GB_FAILED;
	gb_scratch_remove(&scratch);
	return status == GB_INTERRUPTED && !user_stop() ? GB_OK : status;
}

/* How long a run may take: some programs are mostly in kernels, which are slow once they are patched. */
static double patience(const struct gb_counted_wish *wish, size_t kernels)
{
	return 3 * wish->seconds + 10 + seconds_each * (double)kernels;
}

/* Some CUPTIs count one kernel of a process: then there is a run for each, the longest first. */
static int run_all(struct taking *t, const struct gb_rounds *order, const struct gb_counted_wish *wish, bool *is_chosen,
		   bool *is_numbered, struct gb_error *error)
{
	const double end = gb_clock_now() + wish->budget;
	size_t most = SIZE_MAX, chosen, runs = 0, fruitless = 0;
	int status = GB_OK;

	while (status == GB_OK && (chosen = choose(t->survey, t->is_done, is_chosen, most)) > 0 &&
	       (runs == 0 || gb_clock_now() + wish->seconds < end)) {
		char *launches = number(t->survey, order, is_chosen, is_numbered);
		const size_t before = t->taken;
		deadline = gb_clock_now() + patience(wish, chosen);
		deadline = deadline < end || runs == 0 ? deadline : end;
		status = launches != NULL ? run(t, wish, launches, error) : gb_error_set(error, "out of memory");
		free(launches);
		runs++;
		for (size_t i = 0; most == 1 && i < t->survey->kernels; i++)
			t->is_done[i] |= is_chosen[i]; /* it was tried by itself */
		fruitless = t->taken > before ? 0 : fruitless + 1;
		if (t->said->refused[0] != '\0' || fruitless == FRUITLESS)
			break;
		most = t->taken <= before + 1 ? 1 : most;
	}
	return status == GB_INTERRUPTED ? GB_OK : status;
}

int gb_counted_run(struct gb_kernels *kernels, struct gb_sass_said *said, const struct gb_survey *survey,
		   const struct gb_counted_wish *wish, struct gb_error *error)
{
	bool *flags = calloc(3 * (survey->kernels + 1), sizeof *flags);
	struct taking taking = { kernels, survey, said, flags, 0 };
	struct gb_rounds order;

	*said = (struct gb_sass_said){ .refused = "" };
	user_stop = wish->stop;
	int status = gb_rounds_make(&order, survey, 0, error);
	if (flags == NULL)
		status = gb_error_set(error, "out of memory");
	if (status == GB_OK)
		status = run_all(&taking, &order, wish, flags + survey->kernels + 1, flags + 2 * (survey->kernels + 1),
				 error);
	if (status == GB_OK)
		status = gb_extrapolate(kernels, survey, error);
	gb_rounds_free(&order);
	free(flags);
	return status;
}
