#include "profile/counted.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/heap.h"
#include "base/text.h"
#include "profile/binding.h"
#include "profile/launches.h"

/* Time to patch a kernel. Most kernels take less, even though they run about forty times longer when patched. */
static const double patching_seconds = 0.5;

/* Counting ends after this many runs without any counts. */
enum { FRUITLESS = 2 };

/* ---- kernels to count -------------------------------------------------------------------------------------------- */

/* Chooses kernels that were not counted yet, longest total time first, until enough of the time is covered. */
static size_t choose_kernels(const struct gb_survey *s, const bool *is_done, bool *is_chosen, size_t most)
{
	double share = 0;
	size_t chosen = 0;

	for (size_t i = 0; i < s->kernels; i++) {
		/* If ranks launch the same kernel on GPUs of one model, one of them counts it. */
		const size_t like = gb_survey_first_like(s, i);
		const bool is_open = !is_done[i] && !is_done[like] && gb_rounds_may_count(s, i);
		is_chosen[i] = is_open && (like < i ? is_chosen[like] : chosen < most && share < GB_ROUNDS_SHARE);
		share += is_done[i] || is_done[like] || is_chosen[i] ? s->kernel[i].seconds / s->seconds : 0;
		chosen += is_chosen[i] && like == i;
	}
	return chosen;
}

/* ---- counts ------------------------------------------------------------------------------------------------------ */

struct taking {
	struct gb_kernels *kernels;
	const struct gb_survey *survey;
	struct gb_counted_said *said;
	bool *is_done; /* of each kernel of the survey */
	const struct gb_launches *launches;
	size_t *of_gpu; /* number of kernels taken in this run, for each GPU */
	size_t taken, runs;
};

/* The time of the counted launch in the survey. If the program behaved differently, the mean of all launches. */
static double launch_seconds(const struct taking *t, uint64_t launch, size_t kernel)
{
	const struct gb_launches *l = t->launches;
	const struct gb_survey_kernel *k = &t->survey->kernel[kernel];

	return launch < l->count && l->event[launch]->at == kernel ? gb_launches_seconds(l, launch)
								   : k->seconds / (double)k->launches;
}

/* A profiler does not distinguish launches that differ in shared memory, or ran on GPUs with the same number. */
static void close_alike(struct taking *t, const struct gb_survey_kernel *done)
{
	const struct gb_survey *s = t->survey;

	for (size_t i = 0; i < s->kernels; i++) {
		const struct gb_survey_kernel *k = &s->kernel[i];
		t->is_done[i] |= k->mangled == done->mangled && k->grid == done->grid && k->block == done->block &&
				 s->gpu[k->gpu].device == s->gpu[done->gpu].device;
	}
}

static int take_counted_kernel(void *context, const struct gb_sass_kernel *kernel, struct gb_error *error)
{
	struct taking *t = context;
	const size_t i = gb_launches_kernel(t->launches, &kernel->of);

	if (i == SIZE_MAX) /* the program behaved differently from the survey */
		return GB_OK;
	const struct gb_survey_kernel *k = &t->survey->kernel[i];
	const struct gb_survey_gpu *gpu = &t->survey->gpu[k->gpu];
	if (gb_kernels_find(t->kernels, k->mangled, k->grid, k->block, gpu->device) != NULL)
		return GB_OK;
	close_alike(t, k);
	t->of_gpu[k->gpu]++;
	t->taken++;
	struct gb_ncu_launch launch = { k->mangled, k->block, k->grid, gpu->device, gpu->name, "", { 0 } };
	memcpy(launch.value, kernel->value, sizeof launch.value);
	launch.value[GB_COUNTED_SECONDS] = launch_seconds(t, kernel->of.launch, i);
	gb_kernels_add(t->kernels, &launch);
	return GB_OK;
}

static int read_counts(void *context, FILE *file, const char *path, struct gb_error *error)
{
	struct taking *taking = context;
	struct gb_counted_said *said = taking->said;
	struct gb_sass_said one;
	const int status = gb_sass_trace_read(file, path, take_counted_kernel, taking, &one, error);

	if (said->refused[0] == '\0')
		gb_text_copy(said->refused, sizeof said->refused, one.refused);
	if (said->wrong.count == 0)
		said->wrong = one.wrong;
	return status;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* The latest time at which a run that begins now may end; patched kernels are slow. */
static double find_latest_end(const struct gb_counted_wish *wish, size_t kernels)
{
	return fmin(wish->end, gb_clock_now() + 3 * wish->seconds + 10 + patching_seconds * (double)kernels);
}

static double counted_share(const struct taking *t)
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

static void tell_run(const struct taking *t, const struct gb_counted_wish *wish, size_t chosen, double end)
{
	char text[256] = "", share[32];

	gb_text_percent(share, sizeof share, counted_share(t), 1);
	gb_text_add(text, sizeof text,
		    "counting instructions of %zu kernel%s, about %.0f s; %s of the time is counted so far", chosen,
		    chosen == 1 ? "" : "s", fmax(1, wish->seconds), share);
	wish->tell(text, end);
}

static int count_chosen(struct taking *t, const struct gb_counted_wish *wish, const bool *is_chosen, size_t chosen,
			struct gb_error *error)
{
	char *launches = gb_launches_list(t->launches, is_chosen);
	const struct gb_inject_job job = { .program = wish->program,
					   .modules = "counts",
					   .wish = launches,
					   .stop = wish->stop,
					   .deadline = find_latest_end(wish, chosen) };
	int status = GB_OK;

	if (launches[0] != '\0') { /* if empty, another process or a graph launches them */
		tell_run(t, wish, chosen, job.deadline);
		status = gb_inject_read(&job, read_counts, t, error);
		t->runs++;
	}
	free(launches);
	return status;
}

/* The largest number of kernels counted on one GPU in this run. Ranks count in parallel, so the total says nothing. */
static size_t most_of_a_gpu(const struct taking *t)
{
	size_t most = 0;

	for (size_t i = 0; i < t->survey->gpus; i++)
		most = t->of_gpu[i] > most ? t->of_gpu[i] : most;
	return most;
}

/* Some versions of CUPTI count only one kernel per process. Each kernel then gets its own run, the longest first. */
static int run_all(struct taking *t, const struct gb_counted_wish *wish, bool *is_chosen, struct gb_error *error)
{
	const double end = fmin(wish->end, gb_clock_now() + wish->budget);
	size_t most = SIZE_MAX;
	int status = GB_OK;

	while (status == GB_OK && t->said->refused[0] == '\0' && (t->taken > 0 || t->runs < FRUITLESS) &&
	       (t->runs == 0 || gb_clock_now() + wish->seconds < end)) {
		const size_t chosen = choose_kernels(t->survey, t->is_done, is_chosen, most);
		if (chosen == 0)
			break;
		memset(t->of_gpu, 0, t->survey->gpus * sizeof *t->of_gpu);
		status = count_chosen(t, wish, is_chosen, chosen, error);
		for (size_t i = 0; most == 1 && i < t->survey->kernels; i++)
			t->is_done[i] |= is_chosen[i]; /* this kernel was tried alone */
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
	char *launches = gb_launches_list(t->launches, NULL);
	const struct gb_inject_job job = { .program = wish->program,
					   .modules = "footprint",
					   .wish = launches,
					   .stop = wish->stop,
					   .deadline = find_latest_end(wish, t->survey->kernels) };
	int status = GB_OK;
	if (launches[0] != '\0') {
		wish->tell("running the program once more to count the least DRAM bytes of each kernel", job.deadline);
		status = gb_bounded_run(t->kernels, t->launches, &job, t->said->no_bound, error);
	}
	free(launches);
	return status;
}

/* Counting waits for the GPU, which would break the capture of a graph. */
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
	bool *flags = gb_heap_array(2 * (survey->kernels + 1), sizeof *flags);
	size_t *of_gpu = gb_heap_array(survey->gpus + 1, sizeof *of_gpu);
	struct gb_launches launches = { .count = 0 };
	struct taking taking = { kernels, survey, said, flags, &launches, of_gpu, 0, 0 };

	*said = (struct gb_counted_said){ .refused = "" };
	int status = GB_OK;

	gb_launches_find(&launches, survey);
	if (has_graphs(survey))
		gb_text_add(said->refused, sizeof said->refused,
			    "the program launches CUDA graphs, and counting would break their capture");
	else
		status = count_and_bound(&taking, wish, flags + survey->kernels + 1, error);
	if (status == GB_OK)
		gb_extrapolate(kernels, survey);
	gb_launches_free(&launches);
	free(of_gpu);
	free(flags);
	return status;
}

/* ---- a lower bound of DRAM traffic ------------------------------------------------------------------------------- */

struct bounding {
	struct gb_kernels *kernels;
	const struct gb_launches *launches;
	char *refused;
};

/* Adds a kernel without counted instructions: only its time is known. */
static void add_unknown(const struct bounding *b, size_t i)
{
	const struct gb_survey_kernel *k = &b->launches->survey->kernel[i];
	const struct gb_survey_gpu *gpu = &b->launches->survey->gpu[k->gpu];
	struct gb_ncu_launch launch = { k->mangled, k->block, k->grid, gpu->device, gpu->name, "", { 0 } };

	for (int c = 0; c < GB_COUNTERS; c++)
		launch.value[c] = NAN;
	for (int c = GB_DRAM_READ_MOST; c <= GB_L2_WRITE_MOST; c++)
		launch.value[c] = INFINITY;
	launch.value[GB_MATRIX_UNREAD] = 1;
	launch.value[GB_COUNTED_SECONDS] = gb_launches_seconds(b->launches, b->launches->first[i]);
	gb_kernels_add(b->kernels, &launch);
}

/* L2 may already hold some sectors that a launch reads, and still hold some that it wrote, but no more than fit in
 * L2. */
static double bytes_beyond_l2(uint64_t sectors, uint64_t l2_bytes)
{
	return fmax(0, GB_SECTOR * (double)sectors - (double)l2_bytes);
}

static void set_least(const struct bounding *b, const struct gb_trace_kernel *of, double read, double written)
{
	const size_t i = gb_launches_kernel(b->launches, of);
	struct gb_profiled *k = gb_kernels_find(b->kernels, of->name, of->grid, of->block, of->device);

	if (i == SIZE_MAX || b->launches->first[i] != of->launch)
		return;
	if (k == NULL) {
		add_unknown(b, i);
		k = gb_kernels_find(b->kernels, of->name, of->grid, of->block, of->device);
		k->is_bounded = true;
	}
	k->value[GB_DRAM_READ_LEAST] = (double)k->launches * read;
	k->value[GB_DRAM_WRITE_LEAST] = (double)k->launches * written;
}

/* Fields: device, bytes of L2, grid, block, launch, sectors read, sectors written, lost accesses, name. If the size of
 * L2 is unknown, L2 may hold everything. */
static int take_footprint(const struct bounding *b, const struct gb_trace_lines *lines, struct gb_error *error)
{
	enum { DEVICE, L2_BYTES, GRID, LAUNCH = GRID + 6, READ, WRITTEN, LOST, NUMBERS };
	struct gb_trace_kernel *of = gb_heap_array(1, sizeof *of);
	uint64_t n[NUMBERS];
	int status = GB_OK;

	if (gb_trace_numbers(lines, 1, NUMBERS, n) && lines->fields >= NUMBERS + 2 && n[L2_BYTES] > 0) {
		gb_trace_kernel(of, lines->field[NUMBERS + 1], n[DEVICE], &n[GRID], n[LAUNCH]);
		set_least(b, of, bytes_beyond_l2(n[READ], n[L2_BYTES]), bytes_beyond_l2(n[WRITTEN], n[L2_BYTES]));
	}
	free(of);
	return status;
}

static int read_footprint(void *context, FILE *file, const char *path, struct gb_error *error)
{
	const struct bounding *b = context;
	struct gb_trace_wrong wrong = { "", 0 };
	struct gb_trace_lines *lines = gb_trace_lines_open(file, path, &wrong, error);
	int status = lines != NULL ? GB_OK : GB_FAILED;

	while (status == GB_OK && gb_trace_lines_next(lines)) {
		if (gb_trace_lines_is(lines, "footprint"))
			status = take_footprint(b, lines, error);
		else if (gb_trace_lines_is(lines, "refused") && lines->fields > 2 && b->refused[0] == '\0')
			gb_text_copy(b->refused, GB_ERROR_TEXT, lines->field[2]);
	}
	if (status == GB_OK)
		status = gb_trace_lines_end(lines, error);
	free(lines);
	return status;
}

int gb_bounded_run(struct gb_kernels *kernels, const struct gb_launches *launches, const struct gb_inject_job *job,
		   char refused[GB_ERROR_TEXT], struct gb_error *error)
{
	struct bounding bounding = { kernels, launches, refused };
	const int status = gb_inject_read(job, read_footprint, &bounding, error);

	return status == GB_INTERRUPTED ? GB_OK : status;
}
