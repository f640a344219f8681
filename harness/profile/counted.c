#include "profile/counted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "profile/bounded.h"
#include "profile/extrapolate.h"
#include "profile/launches.h"
#include "profile/rounds.h"

/* A patched kernel runs some forty times longer, and patching it takes longer than most run. */
static const double patching_seconds = 0.5;

/* A patched kernel, over one that is not. */
enum { SLOWER = 40 };

/* So many runs that count nothing are enough. */
enum { FRUITLESS = 2 };

/* ---- which launches ---------------------------------------------------------------------------------------------- */

/* Kernels of which no launch was counted yet, those of the most time first, until enough is. */
static size_t choose(const struct gb_survey *s, const bool *is_done, bool *is_chosen, size_t most)
{
	double share = 0;
	size_t chosen = 0;

	for (size_t i = 0; i < s->kernels; i++) {
		/* Ranks that launch the same kernel on GPUs of one model need to count it only once. */
		const size_t like = gb_survey_first_like(s, i);
		const bool is_open = !is_done[i] && !is_done[like] && gb_rounds_may_count(s, i);
		is_chosen[i] = is_open && (like < i ? is_chosen[like] : chosen < most && share < GB_ROUNDS_SHARE);
		share += is_done[i] || is_done[like] || is_chosen[i] ? s->kernel[i].seconds / s->seconds : 0;
		chosen += is_chosen[i] && like == i;
	}
	return chosen;
}

/* CUPTI is told to patch a kernel when an earlier launch begins, so the first launch of a process is never counted. The
 * counts of a launch are read when a later one begins, so two launches in a row are not counted either. */
static void number_early(FILE *out, const struct gb_launches *l, bool *is_open)
{
	size_t next = 1;

	for (size_t i = 1; i < l->count; i++)
		if (is_open[l->event[i]->at] && i >= next && gb_launches_may_stand(l, i)) {
			fprintf(out, "%zu,", i);
			is_open[l->event[i]->at] = false;
			next = i + 2;
		}
}

/* Where all that follows is slow, the last launch is the best. */
static void number_late(FILE *out, const struct gb_launches *l, const bool *is_open)
{
	size_t i = l->count;

	while (i > 1 && !(is_open[l->event[i - 1]->at] && gb_launches_may_stand(l, i - 1)))
		i--;
	if (i > 1)
		fprintf(out, "late,%zu,", i - 1);
}

/* The kernels that inject/counts.c is to count: early in the program; the last launch of one of them; or all kernels,
 * from the second launch to the end. NULL: there is no memory. */
enum how { EARLY, LATE, ALL };

static char *number(const struct gb_survey *s, const struct gb_launches *launches, const bool *is_chosen, enum how how)
{
	bool *is_open = calloc(s->known + 1, sizeof *is_open);
	char *text = NULL;
	size_t size = 0;
	FILE *out = is_open != NULL ? open_memstream(&text, &size) : NULL;

	if (out != NULL) {
		memcpy(is_open, is_chosen, s->kernels * sizeof *is_open);
		if (how == LATE)
			number_late(out, launches, is_open);
		else if (how == EARLY)
			number_early(out, launches, is_open);
		else
			fputs("late,1,", out);
	}
	free(is_open);
	return out != NULL && fclose(out) == 0 ? text : NULL;
}

/* ---- what was counted of them ------------------------------------------------------------------------------------ */

struct taking {
	struct gb_kernels *kernels;
	const struct gb_survey *survey;
	struct gb_counted_said *said;
	bool *is_done; /* of each kernel of the survey */
	struct gb_launches *launches;
	size_t taken;
};

/* The time of each counted launch in the survey, or the mean of all if the program behaved differently. */
static double seconds_each(const struct taking *t, const struct gb_sass_kernel *counted, size_t kernel)
{
	const struct gb_launches *l = t->launches;
	const struct gb_survey_kernel *k = &t->survey->kernel[kernel];
	double seconds = 0;
	uint64_t found = 0;

	for (size_t i = counted->of.launch; i < l->count && found < counted->launches; i++)
		if (l->event[i]->at == kernel) {
			seconds += gb_launches_seconds(l, i);
			found++;
		}
	return found > 0 && l->event[counted->of.launch]->at == kernel ? seconds / (double)found
								       : k->seconds / (double)k->launches;
}

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

/* Launches that differ in shared memory alone, or in the GPU where its number is the same, are one kernel to a
 * profiler. */
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
	const size_t i = gb_launches_kernel(t->launches, &kernel->of);

	if (i == SIZE_MAX) /* the program did something else than before */
		return GB_OK;
	const struct gb_survey_kernel *k = &t->survey->kernel[i];
	const struct gb_survey_gpu *gpu = &t->survey->gpu[k->gpu];
	if (gb_kernels_find(t->kernels, k->mangled, k->grid, k->block, gpu->device) != NULL)
		return GB_OK;
	end_alike(t, k);
	t->launches->first[i] = kernel->of.launch;
	t->taken++;
	struct gb_ncu_launch launch = { k->mangled, k->block, k->grid, gpu->device, gpu->name, "", { 0 } };
	return add(t->kernels, &launch, kernel, seconds_each(t, kernel, i), error);
}

static int read_one(void *context, FILE *file, const char *path, struct gb_error *error)
{
	struct taking *taking = context;
	struct gb_counted_said *said = taking->said;
	struct gb_sass_said one;
	const int status = gb_sass_trace_read(file, path, take, taking, &one, error);

	if (said->refused[0] == '\0')
		gb_text_copy(said->refused, sizeof said->refused, one.refused);
	if (said->wrong.count == 0)
		said->wrong = one.wrong;
	return status;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* How long a run may take: some programs are mostly in kernels, which are slow once they are patched. */
static double patience(const struct gb_counted_wish *wish, size_t kernels, double patched)
{
	return 3 * wish->seconds + 10 + patching_seconds * (double)kernels + patched;
}

struct runs {
	size_t number, fruitless;
	size_t most; /* kernels that one is to count */
	bool late, all_tried;
};

/* After the first run: one kernel came of a process, or none; CUPTI's reference promises all that are launched between
 * being told and being asked. Worth a run where the program can bear that all its kernels are slow. */
static enum how next_how(struct runs *r, const struct taking *t, double left)
{
	const bool all = r->most == 1 && !r->all_tried && SLOWER * t->survey->seconds < left / 2;

	r->all_tried |= all;
	return all ? ALL : r->late ? LATE : EARLY;
}

static void learn(struct runs *r, struct taking *t, const bool *is_chosen, enum how how, size_t taken)
{
	r->number++;
	if (how == ALL)
		return;
	for (size_t i = 0; r->most == 1 && i < t->survey->kernels; i++)
		t->is_done[i] |= is_chosen[i]; /* it was tried by itself */
	r->fruitless = taken > 0 ? 0 : r->fruitless + 1;
	r->late |= taken == 0;
	r->most = taken <= 1 ? 1 : r->most;
}

/* Some CUPTIs count one kernel of a process, then there is a run for each, the longest first; and perhaps only at its
 * end. */
static int run_all(struct taking *t, const struct gb_counted_wish *wish, bool *is_chosen, struct gb_error *error)
{
	const double end = gb_clock_now() + wish->budget;
	struct runs r = { .most = SIZE_MAX };
	int status = GB_OK;

	while (status == GB_OK && r.fruitless < FRUITLESS && t->said->refused[0] == '\0' &&
	       (r.number == 0 || gb_clock_now() + wish->seconds < end)) {
		const enum how how = next_how(&r, t, end - gb_clock_now());
		const size_t chosen = choose(t->survey, t->is_done, is_chosen, how == ALL ? SIZE_MAX : r.most);
		if (chosen == 0)
			break;
		char *launches = number(t->survey, t->launches, is_chosen, how);
		const size_t before = t->taken;
		const struct gb_inject_job job = {
			.program = wish->program,
			.modules = "counts",
			.wish = launches,
			.stop = wish->stop,
			.deadline =
				gb_clock_now() + patience(wish, chosen, how == ALL ? SLOWER * t->survey->seconds : 0),
		};
		status = launches != NULL ? gb_inject_read(&job, read_one, t, error)
					  : gb_error_set(error, "out of memory");
		free(launches);
		learn(&r, t, is_chosen, how, t->taken - before);
	}
	return status == GB_INTERRUPTED ? GB_OK : status;
}

static int count_and_bound(struct taking *t, const struct gb_counted_wish *wish, bool *is_chosen,
			   struct gb_error *error)
{
	GB_TRY(run_all(t, wish, is_chosen, error));
	if (wish->stop())
		return GB_OK;
	const struct gb_inject_job job = { .program = wish->program,
					   .stop = wish->stop,
					   .deadline = gb_clock_now() + patience(wish, t->survey->kernels, 0) };
	return gb_bounded_run(t->kernels, t->launches, &job, t->said->no_bound, error);
}

/* A capture does not survive that counting waits for the GPU in its middle. */
static bool has_graphs(const struct gb_survey *s)
{
	for (size_t i = 0; i < s->events; i++)
		if (s->event[i].in_graph)
			return true;
	return false;
}

int gb_counted_run(struct gb_kernels *kernels, struct gb_counted_said *said, const struct gb_survey *survey,
		   const struct gb_counted_wish *wish, struct gb_error *error)
{
	bool *flags = calloc(2 * (survey->kernels + 1), sizeof *flags);
	struct gb_launches launches = { .count = 0 };
	struct taking taking = { kernels, survey, said, flags, &launches, 0 };

	*said = (struct gb_counted_said){ .refused = "" };
	int status = flags != NULL ? gb_launches_find(&launches, survey, error) : gb_error_set(error, "out of memory");
	if (status == GB_OK && has_graphs(survey))
		gb_text_add(said->refused, sizeof said->refused,
			    "the program launches CUDA graphs, and counting would break their capture");
	else if (status == GB_OK)
		status = count_and_bound(&taking, wish, flags + survey->kernels + 1, error);
	if (status == GB_OK)
		status = gb_extrapolate(kernels, survey, error);
	gb_launches_free(&launches);
	free(flags);
	return status;
}
