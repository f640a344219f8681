/* sass_trace.c: reads the instructions that inject/counts.c counted. */
#include "profile/sass.h"

#include <math.h>
#include <stdlib.h>

#include "base/heap.h"
#include "base/text.h"

struct reading {
	struct gb_trace_lines *lines;
	gb_sass_kernel_fn *take;
	void *context;
	struct gb_sass_said *said;
	struct gb_error *error;
	bool is_open; /* the instructions of a kernel follow */
	int capability;
	struct gb_sass_kernel kernel;
};

/* After a malformed line, the kernel is left out: otherwise only part of it would be counted. */
static void refuse_kernel(struct reading *r, const char *what)
{
	r->is_open = false;
	gb_trace_lines_refuse(r->lines, what);
}

/* Fields: device, capability, grid, block, launch, name. */
static void begin_kernel(struct reading *r)
{
	enum { DEVICE, CAPABILITY, GRID, LAUNCH = GRID + 6, NUMBERS };
	uint64_t n[NUMBERS];

	if (!gb_trace_numbers(r->lines, 1, NUMBERS, n) || r->lines->fields < NUMBERS + 2) {
		refuse_kernel(r, "no kernel that was counted");
		return;
	}
	gb_trace_kernel(&r->kernel.of, r->lines->field[NUMBERS + 1], n[DEVICE], &n[GRID], n[LAUNCH]);
	r->capability = n[CAPABILITY] < 1000 ? (int)n[CAPABILITY] : 0;
	gb_sass_sums_begin(r->kernel.value);
	r->is_open = true;
}

/* Fields: place, the two words of the instruction, the members of gb_sass_counts. */
static void add_code(struct reading *r)
{
	uint64_t low, high, n[7];

	if (!r->is_open)
		return;
	if (r->lines->fields < 11 || !gb_trace_number(r->lines->field[2], 16, &low) ||
	    !gb_trace_number(r->lines->field[3], 16, &high) || !gb_trace_numbers(r->lines, 4, 7, n)) {
		refuse_kernel(r, "no counted instruction");
		return;
	}
	const struct gb_sass_counts counts = { n[0], n[1], n[2], n[3], n[4], n[5], n[6] };
	gb_sass_sums_add(r->kernel.value, r->capability, low, high, &counts);
}

/* The work of a kernel is unknown if the machine code of an executed instruction was not found. */
static int end_kernel(struct reading *r)
{
	double *value = r->kernel.value;
	uint64_t unread = 0;

	if (!r->is_open)
		return GB_OK;
	r->is_open = false;
	gb_trace_numbers(r->lines, 1, 1, &unread);
	if (!gb_sass_is_known(r->capability) || unread > 0) {
		for (int c = 0; c < GB_COUNTERS; c++)
			value[c] = NAN;
		value[GB_MATRIX_UNREAD] = 1;
	}
	return r->take(r->context, &r->kernel, r->error);
}

static void keep_refusal(struct reading *r)
{
	if (r->lines->fields > 2 && r->said->refused[0] == '\0')
		gb_text_copy(r->said->refused, sizeof r->said->refused, r->lines->field[2]);
}

static int take_line(struct reading *r)
{
	if (r->lines->torn)
		r->is_open = false;
	else if (gb_trace_lines_is(r->lines, "counts_kernel"))
		begin_kernel(r);
	else if (gb_trace_lines_is(r->lines, "counts_code"))
		add_code(r);
	else if (gb_trace_lines_is(r->lines, "counts_end"))
		return end_kernel(r);
	else if (gb_trace_lines_is(r->lines, "refused"))
		keep_refusal(r);
	return GB_OK;
}

int gb_sass_trace_read(FILE *file, const char *path, gb_sass_kernel_fn *take, void *context, struct gb_sass_said *said,
		       struct gb_error *error)
{
	struct reading *r = gb_heap_array(1, sizeof *r);
	int status = GB_OK;

	*said = (struct gb_sass_said){ .refused = "" };
	r->take = take;
	r->context = context;
	r->said = said;
	r->error = error;
	r->lines = gb_trace_lines_open(file, path, &said->wrong, error);
	if (r->lines == NULL)
		status = GB_FAILED;
	while (status == GB_OK && gb_trace_lines_next(r->lines))
		status = take_line(r);
	if (status == GB_OK)
		status = gb_trace_lines_end(r->lines, error);
	free(r->lines);
	free(r);
	return status;
}
