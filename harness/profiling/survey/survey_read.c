/* survey_read.c: reads the traces of a program's processes into a survey. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "survey/survey.h"
#include "survey/trace_lines.h"

enum { DEVICES = 64, SHAPES_MAX = 1 << 24 };

/* A shape in the current process, and the kernel of its last launch. */
struct shape {
	struct gb_survey_kernel as;
	size_t kernel; /* index + 1; 0: none yet */
};

struct reading {
	struct gb_survey *survey;
	struct gb_trace_lines *lines;
	struct shape *shape;
	size_t shapes, shape_room;
	uint32_t gpu[DEVICES]; /* of each device of the process; GB_SURVEY_NO_GPU: not seen yet */
	bool has_ended;
	struct gb_ranges ranges; /* in the order of launches and copies */
	bool has_ranges;
};

/* ---- GPUs -------------------------------------------------------------------------------------------------------- */

static uint32_t device_gpu(struct reading *r, uint64_t device)
{
	char text[24];

	if (device >= DEVICES)
		return GB_SURVEY_NO_GPU;
	snprintf(text, sizeof text, "%" PRIu64, device);
	if (r->gpu[device] == GB_SURVEY_NO_GPU)
		r->gpu[device] = gb_survey_gpu_number(r->survey, text, "", "");
	return r->gpu[device];
}

static void take_gpu(struct reading *r)
{
	const struct gb_trace_lines *l = r->lines;
	uint64_t device;

	if (l->fields < 4 || !gb_trace_number(l->field[1], 10, &device) || device >= DEVICES)
		gb_trace_lines_refuse(r->lines, "no GPU");
	else
		r->gpu[device] = gb_survey_gpu_number(r->survey, l->field[1], l->field[2], l->field[3]);
}

/* ---- shapes and kernels ------------------------------------------------------------------------------------------ */

/* Fields: id, grid, block, registers, static and dynamic shared memory, local memory, name. */
static void take_shape(struct reading *r)
{
	enum { ID, SIZE, REGISTERS = SIZE + 6, STATIC, DYNAMIC, LOCAL, NUMBERS };
	struct shape shape = { .kernel = 0 };
	uint64_t n[NUMBERS];

	if (!gb_trace_numbers(r->lines, 1, NUMBERS, n) || r->lines->fields < NUMBERS + 2 || n[ID] != r->shapes ||
	    n[ID] >= SHAPES_MAX) {
		gb_trace_lines_refuse(r->lines, "not a kernel's shape");
		return;
	}
	for (int i = 0; i < 6; i++)
		shape.as.size[i] = (uint32_t)n[SIZE + i];
	shape.as.shared = (uint32_t)n[DYNAMIC];
	gb_survey_name_kernel(r->survey, &shape.as, r->lines->field[NUMBERS + 1], NULL);
	r->shape = gb_array_grow(r->shape, r->shapes, &r->shape_room, sizeof *r->shape);
	r->shape[r->shapes++] = shape;
}

/* ---- events ------------------------------------------------------------------------------------------------------ */

/* CUPTI writes 0 for an unknown time. */
static bool is_timed(struct reading *r, uint64_t start, uint64_t end)
{
	const bool is = start > 0 && end >= start;

	r->survey->untimed += !is;
	return is;
}

/* Fields: shape, device, context, stream, start, end, correlation, graph, node. */
static void take_kernel(struct reading *r)
{
	enum { SHAPE, DEVICE, CONTEXT, STREAM, START, END, ORDER, NUMBERS };
	uint64_t n[NUMBERS], graph = 0;
	uint32_t gpu;

	if (!gb_trace_numbers(r->lines, 1, NUMBERS, n) || n[SHAPE] >= r->shapes ||
	    (gpu = device_gpu(r, n[DEVICE])) == GB_SURVEY_NO_GPU) {
		gb_trace_lines_refuse(r->lines, "not a kernel launch");
		return;
	}
	if (!is_timed(r, n[START], n[END]))
		return;
	struct shape *shape = &r->shape[n[SHAPE]];
	if (shape->kernel == 0 || shape->as.gpu != gpu) {
		shape->as.gpu = gpu;
		shape->kernel = gb_survey_kernel_number(r->survey, &shape->as) + 1;
	}
	gb_trace_numbers(r->lines, NUMBERS + 1, 1, &graph);
	gb_survey_add_event(r->survey, shape->kernel - 1,
			    (struct gb_survey_event){ .start = n[START],
						      .end = n[END],
						      .gpu = gpu,
						      .order = (uint32_t)n[ORDER],
						      .is_kernel = true,
						      .in_graph = graph != 0 });
}

enum { BYTES, COPY_DEVICE, COPY_CONTEXT, COPY_STREAM, COPY_START, COPY_END, COPY_NUMBERS };

/* `last`: the field with the correlation. */
static void take_moved(struct reading *r, const char *from, const char *to, const uint64_t n[COPY_NUMBERS],
		       uint32_t other, size_t last)
{
	const struct gb_survey_copy copy = { .from = gb_strings_keep(&r->survey->strings, from),
					     .to = gb_strings_keep(&r->survey->strings, to),
					     .gpu = device_gpu(r, n[COPY_DEVICE]),
					     .other = other };
	uint64_t order = 0;

	gb_trace_numbers(r->lines, last, 1, &order);
	if (copy.gpu == GB_SURVEY_NO_GPU)
		gb_trace_lines_refuse(r->lines, "no copy or fill");
	else if (is_timed(r, n[COPY_START], n[COPY_END]))
		gb_survey_add_event(r->survey, gb_survey_copy_number(r->survey, &copy),
				    (struct gb_survey_event){ .start = n[COPY_START],
							      .end = n[COPY_END],
							      .bytes = n[BYTES],
							      .gpu = copy.gpu,
							      .order = (uint32_t)order });
}

/* Fields: from, to, bytes, device, context, stream, start, end, the other device or -, correlation. */
static void take_copy(struct reading *r)
{
	const struct gb_trace_lines *l = r->lines;
	uint64_t n[COPY_NUMBERS], other;
	uint32_t gpu = GB_SURVEY_NO_GPU;

	if (!gb_trace_numbers(l, 3, COPY_NUMBERS, n) || l->fields < COPY_NUMBERS + 4) {
		gb_trace_lines_refuse(r->lines, "no copy");
		return;
	}
	if (gb_trace_number(l->field[COPY_NUMBERS + 3], 10, &other))
		gpu = device_gpu(r, other);
	take_moved(r, l->field[1], l->field[2], n, gpu, COPY_NUMBERS + 4);
}

/* Fields: bytes, device, context, stream, start, end, correlation. */
static void take_fill(struct reading *r)
{
	uint64_t n[COPY_NUMBERS];

	if (!gb_trace_numbers(r->lines, 1, COPY_NUMBERS, n))
		gb_trace_lines_refuse(r->lines, "no fill");
	else
		take_moved(r, "", "device", n, GB_SURVEY_NO_GPU, COPY_NUMBERS + 1);
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

static void take_range(struct reading *r)
{
	uint64_t order;

	if (!gb_trace_numbers(r->lines, 1, 1, &order))
		gb_trace_lines_refuse(r->lines, "no range");
	else if (gb_trace_lines_is(r->lines, "range_end"))
		gb_ranges_end(&r->ranges, (uint32_t)order);
	else
		gb_ranges_begin(&r->ranges, (uint32_t)order);
}

/* Ranges count only if their module has begun. */
static void take_module(struct reading *r)
{
	r->has_ranges |= r->lines->fields > 1 && strcmp(r->lines->field[1], "ranges") == 0;
}

/* Records arrive later than the calls, so ranges are applied at the end. */
static void mark_outside_ranges(struct reading *r, size_t first)
{
	struct gb_survey *s = r->survey;

	for (size_t i = first; r->has_ranges && i < s->events; i++)
		if (!gb_ranges_has(&r->ranges, s->event[i].order))
			s->event[i].outside |= GB_SURVEY_NOT_STARTED;
}

/* ---- a trace ----------------------------------------------------------------------------------------------------- */

static void take_words(struct reading *r)
{
	struct gb_survey *s = r->survey;
	uint64_t lost;

	if (gb_trace_lines_is(r->lines, "refused") && r->lines->fields > 2 && s->refused[0] == '\0')
		gb_text_copy(s->refused, sizeof s->refused, r->lines->field[2]);
	if (gb_trace_lines_is(r->lines, "lost") && gb_trace_numbers(r->lines, 1, 1, &lost))
		s->lost += lost;
	r->has_ended |= gb_trace_lines_is(r->lines, "end");
}

static const struct {
	const char *word;
	void (*take)(struct reading *r);
} words[] = {
	{ "kernel", take_kernel },     { "shape", take_shape },     { "copy", take_copy }, { "fill", take_fill },
	{ "refused", take_words },     { "lost", take_words },      { "end", take_words }, { "module", take_module },
	{ "range_begin", take_range }, { "range_end", take_range },
};

static void take_line(struct reading *r)
{
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (gb_trace_lines_is(r->lines, words[i].word)) {
			words[i].take(r);
			return;
		}
}

/* Fields: magic, version, process, parent, start, microseconds before it. The program starts with its first process. */
static void take_head(struct reading *r)
{
	uint64_t start, before = 0;

	if (!gb_trace_numbers(r->lines, 4, 1, &start) || start == 0)
		return;
	gb_trace_numbers(r->lines, 5, 1, &before);
	const uint64_t began = start / 1000 > before ? start - 1000 * before : 0;
	if (!r->survey->has_begun || began < r->survey->began)
		r->survey->began = began;
	r->survey->has_begun = true;
}

/* Lines about GPUs may come anywhere in the file, so they are read first. */
static int read_lines_twice(struct reading *r, FILE *file, const char *path, struct gb_error *error)
{
	struct gb_trace_wrong ignored = { "", 0 };

	r->lines = gb_trace_lines_open(file, path, &ignored, error);
	if (r->lines == NULL)
		return GB_FAILED;
	while (gb_trace_lines_next(r->lines))
		if (gb_trace_lines_is(r->lines, "gpu"))
			take_gpu(r);
	free(r->lines);
	rewind(file);
	r->lines = gb_trace_lines_open(file, path, &r->survey->wrong, error);
	if (r->lines == NULL)
		return GB_FAILED;
	take_head(r);
	while (gb_trace_lines_next(r->lines))
		take_line(r);
	return gb_trace_lines_end(r->lines, error);
}

int gb_survey_read(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error)
{
	struct reading r = { .survey = survey };

	for (int i = 0; i < DEVICES; i++)
		r.gpu[i] = GB_SURVEY_NO_GPU;
	const size_t first = survey->events;
	const int status = read_lines_twice(&r, file, path, error);
	mark_outside_ranges(&r, first);
	survey->processes++;
	survey->unended += !r.has_ended;
	free(r.lines);
	free(r.shape);
	gb_ranges_free(&r.ranges);
	return status;
}

/* A process that was killed early may leave an empty file. */
static int read_trace(void *context, FILE *file, const char *path, struct gb_error *error)
{
	struct gb_survey *survey = context;
	struct gb_error why = { "" };

	if (gb_survey_read(survey, file, path, &why) != GB_OK && survey->wrong.count++ == 0)
		gb_text_copy(survey->wrong.first, sizeof survey->wrong.first, why.text);
	return GB_OK;
}

int gb_survey_read_folder(struct gb_survey *survey, const char *folder, struct gb_error *error)
{
	return gb_traces_each(folder, read_trace, survey, error);
}

/* ---- ranges ------------------------------------------------------------------------------------------------------ */

void gb_ranges_begin(struct gb_ranges *r, uint32_t order)
{
	if (r->is_open)
		return;
	r->range = gb_array_grow(r->range, r->count, &r->room, sizeof *r->range);
	r->range[r->count++] = (struct gb_range){ order, UINT32_MAX };
	r->is_open = true;
}

void gb_ranges_end(struct gb_ranges *r, uint32_t order)
{
	if (r->is_open)
		r->range[r->count - 1].to = order;
	r->is_open = false;
}

/* A linear search: a program has few ranges. */
bool gb_ranges_has(const struct gb_ranges *r, uint32_t order)
{
	for (size_t i = 0; i < r->count; i++)
		if (order > r->range[i].from && order < r->range[i].to)
			return true;
	return false;
}

void gb_ranges_free(struct gb_ranges *r)
{
	free(r->range);
	*r = (struct gb_ranges){ .count = 0 };
}
