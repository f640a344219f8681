/* survey_read.c: the traces of a program's processes, into a survey. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "survey/demangle.h"
#include "survey/survey.h"
#include "survey/traces.h"

enum { DEVICES = 64, SHAPES_MAX = 1 << 24 };

/* A shape of the process at hand, and where its launches on a GPU went last. */
struct shape {
	struct gb_survey_kernel as;
	bool is_known;
	uint32_t gpu;
	size_t kernel; /* number + 1; 0: none yet */
};

struct reading {
	struct gb_survey *survey;
	struct gb_trace_lines *lines;
	struct shape *shape;
	size_t shapes, shape_room;
	uint32_t gpu[DEVICES]; /* of the process' devices; GB_SURVEY_NO_GPU: not met yet */
	bool has_ended, out_of_memory;
};

static bool keep(struct reading *r, const char **to, const char *text)
{
	*to = gb_strings_keep(&r->survey->strings, text);
	r->out_of_memory |= *to == NULL;
	return *to != NULL;
}

/* ---- GPUs ------------------------------------------------------------------------------------------------------------ */

/* A GPU has one UUID in all processes; without one its number is what there is. */
static uint32_t gpu_named(struct reading *r, const char *device, const char *uuid, const char *name)
{
	struct gb_survey *s = r->survey;
	struct gb_survey_gpu gpu = { .launches = 0 };

	if (!keep(r, &gpu.device, device) || !keep(r, &gpu.uuid, uuid) || !keep(r, &gpu.name, name))
		return GB_SURVEY_NO_GPU;
	for (size_t i = 0; i < s->gpus; i++)
		if (s->gpu[i].uuid == gpu.uuid && (uuid[0] != '\0' || s->gpu[i].device == gpu.device))
			return (uint32_t)i;
	void *grown = gb_array_grow(s->gpu, s->gpus, &s->gpu_room, sizeof *s->gpu);
	if (grown == NULL) {
		r->out_of_memory = true;
		return GB_SURVEY_NO_GPU;
	}
	s->gpu = grown;
	s->gpu[s->gpus] = gpu;
	return (uint32_t)s->gpus++;
}

static uint32_t gpu_of(struct reading *r, uint64_t device)
{
	char text[24];

	if (device >= DEVICES)
		return GB_SURVEY_NO_GPU;
	snprintf(text, sizeof text, "%" PRIu64, device);
	if (r->gpu[device] == GB_SURVEY_NO_GPU)
		r->gpu[device] = gpu_named(r, text, "", "");
	return r->gpu[device];
}

static void take_gpu(struct reading *r)
{
	const struct gb_trace_lines *l = r->lines;
	uint64_t device;

	if (l->fields < 4 || !gb_trace_number(l->field[1], 10, &device) || device >= DEVICES)
		gb_trace_lines_refuse(r->lines, "no GPU");
	else
		r->gpu[device] = gpu_named(r, l->field[1], l->field[2], l->field[3]);
}

/* ---- shapes and kernels ---------------------------------------------------------------------------------------------- */

static bool keep_names(struct reading *r, struct gb_survey_kernel *k, const char *mangled)
{
	char *name = gb_demangled(mangled), grid[GB_TRACE_SHAPE], block[GB_TRACE_SHAPE];

	gb_trace_shape(grid, k->size[0], k->size[1], k->size[2]);
	gb_trace_shape(block, k->size[3], k->size[4], k->size[5]);
	const bool kept = keep(r, &k->mangled, mangled) && keep(r, &k->name, name != NULL ? name : mangled) &&
			  keep(r, &k->grid, grid) && keep(r, &k->block, block);
	free(name);
	return kept;
}

/* id, grid, block, registers, static and dynamic shared memory, local memory, name */
static void take_shape(struct reading *r)
{
	enum { ID, SIZE, REGISTERS = SIZE + 6, STATIC, DYNAMIC, LOCAL, NUMBERS };
	struct shape shape = { .is_known = true };
	uint64_t n[NUMBERS];

	if (!gb_trace_numbers(r->lines, 1, NUMBERS, n) || r->lines->fields < NUMBERS + 2 || n[ID] != r->shapes ||
	    n[ID] >= SHAPES_MAX) {
		gb_trace_lines_refuse(r->lines, "no shape of a kernel");
		return;
	}
	for (int i = 0; i < 6; i++)
		shape.as.size[i] = (uint32_t)n[SIZE + i];
	shape.as.shared = (uint32_t)n[DYNAMIC];
	void *grown = gb_array_grow(r->shape, r->shapes, &r->shape_room, sizeof *r->shape);
	if (grown == NULL || !keep_names(r, &shape.as, r->lines->field[NUMBERS + 1])) {
		r->out_of_memory = true;
		return;
	}
	r->shape = grown;
	r->shape[r->shapes++] = shape;
}

static size_t hash_of(const struct gb_survey_kernel *k)
{
	const uintptr_t part[] = { (uintptr_t)k->mangled, (uintptr_t)k->grid, (uintptr_t)k->block, k->shared, k->gpu };
	uint64_t hash = 14695981039346656037u;

	for (size_t i = 0; i < sizeof part / sizeof part[0]; i++)
		hash = (hash ^ part[i]) * 1099511628211u;
	return (size_t)(hash ^ (hash >> 29));
}

static bool is_same(const struct gb_survey_kernel *a, const struct gb_survey_kernel *b)
{
	return a->mangled == b->mangled && a->grid == b->grid && a->block == b->block && a->shared == b->shared &&
	       a->gpu == b->gpu;
}

static size_t place_of(const struct gb_survey *s, const struct gb_survey_kernel *k)
{
	size_t at = hash_of(k) & (s->slots - 1);

	while (s->slot[at] != 0 && !is_same(&s->kernel[s->slot[at] - 1], k))
		at = (at + 1) & (s->slots - 1);
	return at;
}

static bool grow_slots(struct gb_survey *s)
{
	const size_t slots = s->slots > 0 ? 2 * s->slots : 128;
	size_t *slot = calloc(slots, sizeof *slot);

	if (slot == NULL)
		return false;
	free(s->slot);
	s->slot = slot;
	s->slots = slots;
	for (size_t i = 0; i < s->kernels; i++)
		slot[place_of(s, &s->kernel[i])] = i + 1;
	return true;
}

/* Its number + 1; 0: there is no memory. */
static size_t kernel_of(struct reading *r, const struct shape *shape, uint32_t gpu)
{
	struct gb_survey *s = r->survey;
	struct gb_survey_kernel k = shape->as;
	void *grown;

	k.gpu = gpu;
	k.least = HUGE_VAL;
	if (2 * (s->kernels + 1) > s->slots && !grow_slots(s))
		return 0;
	const size_t at = place_of(s, &k);
	if (s->slot[at] != 0)
		return s->slot[at];
	grown = gb_array_grow(s->kernel, s->kernels, &s->kernel_room, sizeof *s->kernel);
	if (grown == NULL)
		return 0;
	s->kernel = grown;
	s->kernel[s->kernels] = k;
	s->slot[at] = ++s->kernels;
	return s->slot[at];
}

/* ---- events ---------------------------------------------------------------------------------------------------------- */

/* CUPTI leaves 0 where it has no time. */
static bool is_timed(struct reading *r, uint64_t start, uint64_t end)
{
	const bool is = start > 0 && end >= start;

	r->survey->untimed += !is;
	return is;
}

static bool add_event(struct reading *r, struct gb_survey_event event)
{
	struct gb_survey *s = r->survey;

	void *grown = gb_array_grow(s->event, s->events, &s->event_room, sizeof *s->event);
	if (grown == NULL) {
		r->out_of_memory = true;
		return false;
	}
	event.process = (uint32_t)s->processes;
	s->event = grown;
	s->event[s->events++] = event;
	return true;
}

/* shape, device, context, stream, start, end, correlation, graph, node */
static void take_kernel(struct reading *r)
{
	enum { SHAPE, DEVICE, CONTEXT, STREAM, START, END, ORDER, NUMBERS };
	uint64_t n[NUMBERS], graph = 0;
	uint32_t gpu;

	if (!gb_trace_numbers(r->lines, 1, NUMBERS, n) || n[SHAPE] >= r->shapes ||
	    (gpu = gpu_of(r, n[DEVICE])) == GB_SURVEY_NO_GPU) {
		gb_trace_lines_refuse(r->lines, "no launch of a kernel");
		return;
	}
	if (!is_timed(r, n[START], n[END]))
		return;
	struct shape *shape = &r->shape[n[SHAPE]];
	if (shape->kernel == 0 || shape->gpu != gpu) {
		shape->gpu = gpu;
		shape->kernel = kernel_of(r, shape, gpu);
	}
	r->out_of_memory |= shape->kernel == 0;
	gb_trace_numbers(r->lines, NUMBERS + 1, 1, &graph);
	if (shape->kernel == 0 ||
	    !add_event(r, (struct gb_survey_event){ n[START], n[END], gpu, (uint32_t)(shape->kernel - 1), 0,
						    (uint32_t)n[ORDER], true, graph != 0 }))
		return;
	struct gb_survey_kernel *k = &r->survey->kernel[shape->kernel - 1];
	const double seconds = 1e-9 * (double)(n[END] - n[START]);
	k->launches++;
	k->seconds += seconds;
	k->squares += seconds * seconds;
	k->least = fmin(k->least, seconds);
	k->most = fmax(k->most, seconds);
	r->survey->launches++;
	r->survey->seconds += seconds;
	r->survey->gpu[gpu].launches++;
	r->survey->gpu[gpu].kernels += seconds;
}

static void add_copy(struct reading *r, struct gb_survey_copy copy, double bytes, double seconds)
{
	struct gb_survey *s = r->survey;
	size_t at = 0;

	while (at < s->copies && (s->copy[at].from != copy.from || s->copy[at].to != copy.to ||
				  s->copy[at].gpu != copy.gpu || s->copy[at].other != copy.other))
		at++;
	if (at == s->copies) {
		void *grown = gb_array_grow(s->copy, s->copies, &s->copy_room, sizeof *s->copy);
		r->out_of_memory |= grown == NULL;
		if (grown == NULL)
			return;
		s->copy = grown;
		s->copy[s->copies++] = copy;
	}
	s->copy[at].count++;
	s->copy[at].bytes += bytes;
	s->copy[at].seconds += seconds;
}

enum { BYTES, COPY_DEVICE, COPY_CONTEXT, COPY_STREAM, COPY_START, COPY_END, COPY_NUMBERS };

static void take_moved(struct reading *r, const char *from, const char *to, const uint64_t n[COPY_NUMBERS],
		       uint32_t other)
{
	struct gb_survey_copy copy = { .gpu = gpu_of(r, n[COPY_DEVICE]), .other = other };

	if (copy.gpu == GB_SURVEY_NO_GPU)
		gb_trace_lines_refuse(r->lines, "no copy or fill");
	else if (is_timed(r, n[COPY_START], n[COPY_END]) && keep(r, &copy.from, from) && keep(r, &copy.to, to) &&
		 add_event(r, (struct gb_survey_event){ n[COPY_START], n[COPY_END], copy.gpu, 0, 0, 0, false, false }))
		add_copy(r, copy, (double)n[BYTES], 1e-9 * (double)(n[COPY_END] - n[COPY_START]));
}

/* from, to, bytes, device, context, stream, start, end, the other device or -1 */
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
		gpu = gpu_of(r, other);
	take_moved(r, l->field[1], l->field[2], n, gpu);
}

/* bytes, device, context, stream, start, end */
static void take_fill(struct reading *r)
{
	uint64_t n[COPY_NUMBERS];

	if (!gb_trace_numbers(r->lines, 1, COPY_NUMBERS, n))
		gb_trace_lines_refuse(r->lines, "no fill");
	else
		take_moved(r, "", "device", n, GB_SURVEY_NO_GPU);
}

/* ---- a trace --------------------------------------------------------------------------------------------------------- */

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
	{ "kernel", take_kernel }, { "shape", take_shape }, { "copy", take_copy }, { "fill", take_fill },
	{ "refused", take_words }, { "lost", take_words },  { "end", take_words },
};

static void take_line(struct reading *r)
{
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (gb_trace_lines_is(r->lines, words[i].word)) {
			words[i].take(r);
			return;
		}
}

/* Which GPUs these are is said at any time: first they are read, then all else. */
static int read_twice(struct reading *r, FILE *file, const char *path, struct gb_error *error)
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
	while (!r->out_of_memory && gb_trace_lines_next(r->lines))
		take_line(r);
	if (r->out_of_memory)
		return gb_error_set(error, "out of memory");
	return gb_trace_lines_end(r->lines, error);
}

int gb_survey_read(struct gb_survey *survey, FILE *file, const char *path, struct gb_error *error)
{
	struct reading r = { .survey = survey };

	for (int i = 0; i < DEVICES; i++)
		r.gpu[i] = GB_SURVEY_NO_GPU;
	const int status = read_twice(&r, file, path, error);
	survey->processes++;
	survey->unended += !r.has_ended;
	free(r.lines);
	free(r.shape);
	return status;
}

/* A process that was killed at once may have left nothing but a file. */
static int read_one(void *context, FILE *file, const char *path, struct gb_error *error)
{
	struct gb_survey *survey = context;
	struct gb_error why = { "" };

	(void)error;
	if (gb_survey_read(survey, file, path, &why) != GB_OK && survey->wrong.count++ == 0)
		gb_text_copy(survey->wrong.first, sizeof survey->wrong.first, why.text);
	return GB_OK;
}

int gb_survey_read_folder(struct gb_survey *survey, const char *folder, struct gb_error *error)
{
	return gb_traces_each(folder, read_one, survey, error);
}
