#include "profile/counted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "profile/extrapolate.h"
#include "profile/rounds.h"
#include "survey/scratch.h"
#include "survey/traces.h"

/* A patched kernel runs some forty times longer, and patching it takes longer than most run. */
static const double seconds_each = 0.5;

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

/* The first launch of a process is one before which nothing can be told, and nodes of graphs are launched by nobody. */
static int choose(const struct gb_survey *s, const struct gb_rounds *order, size_t most, char **text)
{
	const uint32_t process = busiest_process(s);
	bool *is_chosen = calloc(s->kernels + 1, sizeof *is_chosen);
	double share = 0;
	size_t size = 0, chosen = 0;
	uint64_t number = 0;
	FILE *out = is_chosen != NULL ? open_memstream(text, &size) : NULL;

	for (size_t i = 0; out != NULL && i < s->kernels && chosen < most && share < GB_ROUNDS_SHARE; i++) {
		is_chosen[i] = true;
		share += s->kernel[i].seconds / s->seconds;
		chosen++;
	}
	for (size_t i = 0; out != NULL && i < order->launches; i++) {
		const struct gb_survey_event *e = &s->event[order->order[i]];
		if (e->process != process || e->in_graph)
			continue;
		if (number > 0 && is_chosen[e->at]) {
			fprintf(out, "%llu,", (unsigned long long)number);
			is_chosen[e->at] = false;
		}
		number++;
	}
	free(is_chosen);
	return out != NULL && fclose(out) == 0 ? GB_OK : GB_FAILED;
}

/* ---- what was counted of them ---------------------------------------------------------------------------------------- */

struct taking {
	struct gb_kernels *kernels;
	const struct gb_survey *survey;
	struct gb_sass_said *said;
};

static int take(void *context, const struct gb_sass_kernel *kernel, struct gb_error *error)
{
	const struct taking *t = context;
	char device[24];

	snprintf(device, sizeof device, "%u", kernel->device);
	for (size_t i = 0; i < t->survey->kernels; i++) {
		const struct gb_survey_kernel *k = &t->survey->kernel[i];
		const struct gb_survey_gpu *gpu = &t->survey->gpu[k->gpu];
		if (strcmp(k->mangled, kernel->name) != 0 || strcmp(k->grid, kernel->grid) != 0 ||
		    strcmp(k->block, kernel->block) != 0 || strcmp(gpu->device, device) != 0)
			continue;
		struct gb_ncu_launch launch = { k->mangled, k->block, k->grid, gpu->device, gpu->name, "", { 0 } };
		memcpy(launch.value, kernel->value, sizeof launch.value);
		launch.value[GB_COUNTED_SECONDS] = k->seconds / (double)k->launches * (double)kernel->launches;
		return gb_kernels_add(t->kernels, &launch, error);
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

/* ---- the run --------------------------------------------------------------------------------------------------------- */

static int run(struct gb_kernels *kernels, struct gb_sass_said *said, const struct gb_survey *survey,
	       const struct gb_counted_wish *wish, const char *launches, struct gb_error *error)
{
	struct taking taking = { kernels, survey, said };
	struct gb_scratch scratch = { "" };
	struct gb_child_end end;
	int status = gb_scratch_make(&scratch, error);

	if (status == GB_OK) {
		const struct gb_inject_job job = { .program = wish->program,
						   .folder = scratch.folder,
						   .modules = "counts",
						   .wish = launches,
						   .stop = wish->stop };
		status = gb_inject_run(&job, &end, error);
	}
	if ((status == GB_OK || status == GB_INTERRUPTED) &&
	    gb_traces_each(scratch.folder, read_one, &taking, error) != GB_OK)
		status = GB_FAILED;
	gb_scratch_remove(&scratch);
	return status == GB_INTERRUPTED ? GB_OK : status;
}

int gb_counted_run(struct gb_kernels *kernels, struct gb_sass_said *said, const struct gb_survey *survey,
		   const struct gb_counted_wish *wish, struct gb_error *error)
{
	const double most = fmax(1, wish->budget / seconds_each);
	struct gb_rounds order;
	char *launches = NULL;

	*said = (struct gb_sass_said){ .refused = "" };
	int status = gb_rounds_make(&order, survey, 0, error);
	if (status == GB_OK && choose(survey, &order, (size_t)most, &launches) != GB_OK)
		status = gb_error_set(error, "out of memory");
	if (status == GB_OK)
		status = run(kernels, said, survey, wish, launches, error);
	if (status == GB_OK)
		status = gb_extrapolate(kernels, survey, error);
	gb_rounds_free(&order);
	free(launches);
	return status;
}
