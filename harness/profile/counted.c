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

/* After so many runs in which nothing was counted, nothing will be. */
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

/* ---- what was counted of them ------------------------------------------------------------------------------------ */

struct taking {
	struct gb_kernels *kernels;
	const struct gb_survey *survey;
	struct gb_counted_said *said;
	bool *is_done; /* of each kernel of the survey */
	const struct gb_launches *launches;
	size_t *of_gpu; /* kernels taken in this run, by GPU */
	size_t taken, runs;
};

/* The time of the counted launch in the survey, or the mean of all if the program behaved differently. */
static double seconds_of(const struct taking *t, uint64_t launch, size_t kernel)
{
	const struct gb_launches *l = t->launches;
	const struct gb_survey_kernel *k = &t->survey->kernel[kernel];

	return launch < l->count && l->event[launch]->at == kernel ? gb_launches_seconds(l, launch)
								   : k->seconds / (double)k->launches;
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
	t->of_gpu[k->gpu]++;
	t->taken++;
	struct gb_ncu_launch launch = { k->mangled, k->block, k->grid, gpu->device, gpu->name, "", { 0 } };
	memcpy(launch.value, kernel->value, sizeof launch.value);
	launch.value[GB_COUNTED_SECONDS] = seconds_of(t, kernel->of.launch, i);
	return gb_kernels_add(t->kernels, &launch, error);
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

/* How long a run may take: patched kernels are slow. */
static double patience(const struct gb_counted_wish *wish, size_t kernels)
{
	return 3 * wish->seconds + 10 + patching_seconds * (double)kernels;
}

/* The part of the time that is counted. */
static double share_of(const struct taking *t)
{
	const struct gb_survey *s = t->survey;
	double seconds = 0;

	for (size_t i = 0; i < s->kernels; i++) {
		const struct gb_survey_kernel *k = &s->kernel[i];
		if (gb_kernels_find(t->kernels, k->mangled, k->grid, k->block, s->gpu[k->gpu].device) != NULL)
			seconds += k->seconds;
	}
	return seconds / s->seconds;
}

static void tell_run(const struct taking *t, const struct gb_counted_wish *wish, size_t chosen)
{
	char text[256] = "", share[32];

	gb_text_percent(share, sizeof share, share_of(t), 1);
	gb_text_add(text, sizeof text,
		    "counting instructions of %zu kernel%s, about %.0f s; %s of the time is counted so far", chosen,
		    chosen == 1 ? "" : "s", fmax(1, wish->seconds), share);
	wish->tell(text);
}

static int count_chosen(struct taking *t, const struct gb_counted_wish *wish, const bool *is_chosen, size_t chosen,
			struct gb_error *error)
{
	char *launches = gb_launches_list(t->launches, is_chosen);
	const struct gb_inject_job job = { .program = wish->program,
					   .modules = "counts",
					   .wish = launches,
					   .stop = wish->stop,
					   .deadline = gb_clock_now() + patience(wish, chosen) };
	int status = GB_OK;

	if (launches == NULL)
		return gb_error_set(error, "out of memory");
	if (launches[0] != '\0') { /* else another process launches them, or a graph */
		tell_run(t, wish, chosen);
		status = gb_inject_read(&job, read_one, t, error);
		t->runs++;
	}
	free(launches);
	return status;
}

/* The most kernels that one GPU contributed in this run. Ranks count side by side, so the total says nothing. */
static size_t most_of_a_gpu(const struct taking *t)
{
	size_t most = 0;

	for (size_t i = 0; i < t->survey->gpus; i++)
		most = t->of_gpu[i] > most ? t->of_gpu[i] : most;
	return most;
}

/* Some CUPTIs count one kernel of a process: then there is a run for each, the longest first. */
static int run_all(struct taking *t, const struct gb_counted_wish *wish, bool *is_chosen, struct gb_error *error)
{
	const double end = gb_clock_now() + wish->budget;
	size_t most = SIZE_MAX;
	int status = GB_OK;

	while (status == GB_OK && t->said->refused[0] == '\0' && (t->taken > 0 || t->runs < FRUITLESS) &&
	       (t->runs == 0 || gb_clock_now() + wish->seconds < end)) {
		const size_t chosen = choose(t->survey, t->is_done, is_chosen, most);
		if (chosen == 0)
			break;
		memset(t->of_gpu, 0, t->survey->gpus * sizeof *t->of_gpu);
		status = count_chosen(t, wish, is_chosen, chosen, error);
		for (size_t i = 0; most == 1 && i < t->survey->kernels; i++)
			t->is_done[i] |= is_chosen[i]; /* it was tried by itself */
		most = most_of_a_gpu(t) <= 1 ? 1 : most;
	}
	return status == GB_INTERRUPTED ? GB_OK : status;
}

static int count_and_bound(struct taking *t, const struct gb_counted_wish *wish, bool *is_chosen,
			   struct gb_error *error)
{
	GB_TRY(run_all(t, wish, is_chosen, error));
	if (wish->stop())
		return GB_OK;
	wish->tell("looking for the least bytes of DRAM of all kernels, in one more run");
	const struct gb_inject_job job = { .program = wish->program,
					   .stop = wish->stop,
					   .deadline = gb_clock_now() + patience(wish, t->survey->kernels) };
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
	size_t *of_gpu = calloc(survey->gpus + 1, sizeof *of_gpu);
	struct gb_launches launches = { .count = 0 };
	struct taking taking = { kernels, survey, said, flags, &launches, of_gpu, 0, 0 };

	*said = (struct gb_counted_said){ .refused = "" };
	int status = flags != NULL && of_gpu != NULL ? gb_launches_find(&launches, survey, error)
						     : gb_error_set(error, "out of memory");
	if (status == GB_OK && has_graphs(survey))
		gb_text_add(said->refused, sizeof said->refused,
			    "the program launches CUDA graphs, and counting would break their capture");
	else if (status == GB_OK)
		status = count_and_bound(&taking, wish, flags + survey->kernels + 1, error);
	if (status == GB_OK)
		status = gb_extrapolate(kernels, survey, error);
	gb_launches_free(&launches);
	free(of_gpu);
	free(flags);
	return status;
}
