#include "profile/bounded.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

struct bounding {
	struct gb_kernels *kernels;
	const struct gb_launches *launches;
	char *refused;
};

/* None of its instructions were counted: only its time is known. */
static int add_unknown(const struct bounding *b, size_t i, struct gb_error *error)
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
	return gb_kernels_add(b->kernels, &launch, error);
}

/* L2 may already have held some of the sectors that a launch reads, and may still hold some of those that it wrote: in
 * both cases no more than fit into it. */
static double beyond(uint64_t sectors, uint64_t l2_bytes)
{
	return fmax(0, GB_SECTOR * (double)sectors - (double)l2_bytes);
}

static int set_least(const struct bounding *b, const struct gb_trace_kernel *of, double read, double written,
		     struct gb_error *error)
{
	const size_t i = gb_launches_kernel(b->launches, of);
	struct gb_profiled *k = gb_kernels_find(b->kernels, of->name, of->grid, of->block, of->device);

	if (i == SIZE_MAX || b->launches->first[i] != of->launch)
		return GB_OK;
	if (k == NULL) {
		GB_TRY(add_unknown(b, i, error));
		k = gb_kernels_find(b->kernels, of->name, of->grid, of->block, of->device);
		k->is_bounded = true;
	}
	k->value[GB_DRAM_READ_LEAST] = (double)k->launches * read;
	k->value[GB_DRAM_WRITE_LEAST] = (double)k->launches * written;
	return GB_OK;
}

/* device, bytes of L2, grid, block, launch, sectors read, written, accesses without a place, name. An L2 of unknown
 * size may hold everything. */
static int take_line(const struct bounding *b, const struct gb_trace_lines *lines, struct gb_error *error)
{
	enum { DEVICE, L2_BYTES, GRID, LAUNCH = GRID + 6, READ, WRITTEN, LOST, NUMBERS };
	struct gb_trace_kernel *of = malloc(sizeof *of);
	uint64_t n[NUMBERS];
	int status = GB_OK;

	if (of == NULL)
		return gb_error_set(error, "out of memory");
	if (gb_trace_numbers(lines, 1, NUMBERS, n) && lines->fields >= NUMBERS + 2 && n[L2_BYTES] > 0) {
		gb_trace_kernel(of, lines->field[NUMBERS + 1], n[DEVICE], &n[GRID], n[LAUNCH]);
		status = set_least(b, of, beyond(n[READ], n[L2_BYTES]), beyond(n[WRITTEN], n[L2_BYTES]), error);
	}
	free(of);
	return status;
}

static int read_one(void *context, FILE *file, const char *path, struct gb_error *error)
{
	const struct bounding *b = context;
	struct gb_trace_wrong wrong = { "", 0 };
	struct gb_trace_lines *lines = gb_trace_lines_open(file, path, &wrong, error);
	int status = lines != NULL ? GB_OK : GB_FAILED;

	while (status == GB_OK && gb_trace_lines_next(lines)) {
		if (gb_trace_lines_is(lines, "footprint"))
			status = take_line(b, lines, error);
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
	struct gb_inject_job watched = *job;
	char *wish = gb_launches_list(launches, NULL);

	watched.modules = "footprint";
	watched.wish = wish;
	const int status = wish != NULL ? gb_inject_read(&watched, read_one, &bounding, error)
					: gb_error_set(error, "out of memory");
	free(wish);
	return status == GB_INTERRUPTED ? GB_OK : status;
}
