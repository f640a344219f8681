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

/* The launches of a process that somebody makes by themselves: nodes of graphs are launched by nobody. Returns how many. */
static size_t launches_of(const struct gb_survey *s, const struct gb_rounds *order, uint32_t process, uint32_t *kernel)
{
	size_t count = 0;

	for (size_t i = 0; i < order->launches; i++) {
		const struct gb_survey_event *e = &s->event[order->order[i]];
		if (e->process == process && !e->in_graph)
			kernel[count++] = e->at;
	}
	return count;
}

/* The first launch of a process is one before which nothing can be told. What was told of one launch is asked for when a later
 * one begins, so the next is not the one that follows. */
static void number_early(FILE *out, const uint32_t *kernel, size_t launches, bool *is_open)
{
	size_t next = 1;

	for (size_t i = 1; i < launches; i++)
		if (is_open[kernel[i]] && i >= next) {
			fprintf(out, "%zu,", i);
			is_open[kernel[i]] = false;
			next = i + 2;
		}
}

/* Where all that follows is slow, the last launch is the best. */
static void number_late(FILE *out, const uint32_t *kernel, size_t launches, const bool *is_open)
{
	size_t i = launches;

	while (i > 1 && !is_open[kernel[i - 1]])
		i--;
	if (i > 1)
		fprintf(out, "late,%zu,", i - 1);
}

/* The kernels that inject/counts.c is to count; NULL: there is no memory. */
static char *number(const struct gb_survey *s, const struct gb_rounds *order, const bool *is_chosen, bool late)
{
	uint32_t *kernel = calloc(order->launches + 1, sizeof *kernel);
	bool *is_open = calloc(s->kernels + 1, sizeof *is_open);
	char *text = NULL;
	size_t size = 0;
	FILE *out = kernel != NULL && is_open != NULL ? open_memstream(&text, &size) : NULL;

	if (out != NULL) {
		const size_t launches = launches_of(s, order, busiest_process(s), kernel);
		memcpy(is_open, is_chosen, s->kernels * sizeof *is_open);
		if (late)
			number_late(out, kernel, launches, is_open);
		else
			number_early(out, kernel, launches, is_open);
	}
	free(kernel);
	free(is_open);
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

/* Launches that differ in shared memory alone, or in the GPU where its number is the same, are one kernel to a profiler. */
static void end_alike(struct taking *t, const struct gb_survey_kernel *done)
{
	const struct gb_survey *s = t->survey;

	for (size_t i = 0; i < s->kernels; i++) {
		const struct gb_survey_kernel *k = &s->kernel[i];
		t->is_done[i] |= k->mangled == done->mangled && k->grid == done->grid && k->block == done->block &&
				 s->gpu[k->gpu].device == s->gpu[done->gpu].device;
	}
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
		if (gb_kernels_counted(t->kernels, k->mangled, k->grid, k->block, gpu->device) > 0)
			return GB_OK;
		end_alike(t, k);
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

/* Some CUPTIs count one kernel of a process, then there is a run for each, the longest first; and perhaps only at its end. */
static int run_all(struct taking *t, const struct gb_rounds *order, const struct gb_counted_wish *wish, bool *is_chosen,
		   struct gb_error *error)
{
	const double end = gb_clock_now() + wish->budget;
	size_t most = SIZE_MAX, chosen, runs = 0, fruitless = 0;
	bool late = false;
	int status = GB_OK;

	while (status == GB_OK && (chosen = choose(t->survey, t->is_done, is_chosen, most)) > 0 &&
	       (runs == 0 || gb_clock_now() + wish->seconds < end)) {
		char *launches = number(t->survey, order, is_chosen, late);
		const size_t before = t->taken;
		deadline = gb_clock_now() + patience(wish, chosen);
		status = launches != NULL ? run(t, wish, launches, error) : gb_error_set(error, "out of memory");
		free(launches);
		runs++;
		for (size_t i = 0; most == 1 && i < t->survey->kernels; i++)
			t->is_done[i] |= is_chosen[i]; /* it was tried by itself */
		fruitless = t->taken > before ? 0 : fruitless + 1;
		if (t->said->refused[0] != '\0' || fruitless == FRUITLESS)
			break;
		late |= t->taken == before;
		most = t->taken <= before + 1 ? 1 : most;
	}
	return status == GB_INTERRUPTED ? GB_OK : status;
}

/* A capture does not survive that counting waits for the GPU in its middle. */
static bool has_graphs(const struct gb_survey *s)
{
	for (size_t i = 0; i < s->events; i++)
		if (s->event[i].in_graph)
			return true;
	return false;
}

int gb_counted_run(struct gb_kernels *kernels, struct gb_sass_said *said, const struct gb_survey *survey,
		   const struct gb_counted_wish *wish, struct gb_error *error)
{
	bool *flags = calloc(2 * (survey->kernels + 1), sizeof *flags);
	struct taking taking = { kernels, survey, said, flags, 0 };
	struct gb_rounds order;

	*said = (struct gb_sass_said){ .refused = "" };
	user_stop = wish->stop;
	int status = gb_rounds_make(&order, survey, 0, error);
	if (flags == NULL)
		status = gb_error_set(error, "out of memory");
	if (status == GB_OK && has_graphs(survey))
		gb_text_add(said->refused, sizeof said->refused,
			    "the program launches CUDA graphs, and counting would break their capture");
	else if (status == GB_OK)
		status = run_all(&taking, &order, wish, flags + survey->kernels + 1, error);
	if (status == GB_OK)
		status = gb_extrapolate(kernels, survey, error);
	gb_rounds_free(&order);
	free(flags);
	return status;
}
