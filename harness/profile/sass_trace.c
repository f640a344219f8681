#include "profile/sass_trace.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "inject/trace.h"
#include "profile/sass_code.h"
#include "profile/sass_sums.h"

/* A template's name may be thousands of letters. */
enum { LINE_MAX_BYTES = 1 << 16, FIELDS_MAX = 16, SHAPE_TEXT = 48 };

struct reading {
	const char *path;
	gb_sass_kernel_fn *take;
	void *context;
	struct gb_sass_said *said;
	struct gb_error *error;
	char line[LINE_MAX_BYTES];
	size_t number;
	char *field[FIELDS_MAX]; /* of the line at hand; [0] is its word */
	size_t fields;
	bool is_open; /* a kernel's instructions follow */
	int capability;
	double footprint, l2;
	struct gb_sass_kernel kernel;
	char name[LINE_MAX_BYTES], grid[SHAPE_TEXT], block[SHAPE_TEXT];
};

/* A line without sense: its kernel would be counted in part. */
static void refuse(struct reading *r, const char *what)
{
	r->is_open = false;
	if (r->said->wrongs++ == 0)
		gb_text_add(r->said->wrong, sizeof r->said->wrong, "%s: line %zu: %s", r->path, r->number, what);
}

/* ---- fields ---------------------------------------------------------------------------------------------------------- */

static bool read_number(const char *text, int base, uint64_t *number)
{
	static const char digits[] = "0123456789abcdef";
	char *end;

	if (text[0] == '\0' || strspn(text, base == 16 ? digits : "0123456789") != strlen(text))
		return false;
	errno = 0;
	*number = strtoull(text, &end, base);
	return errno == 0;
}

/* `count` decimal numbers from field `first` on. */
static bool read_numbers(const struct reading *r, size_t first, size_t count, uint64_t *numbers)
{
	if (first + count > r->fields)
		return false;
	for (size_t i = 0; i < count; i++)
		if (!read_number(r->field[first + i], 10, &numbers[i]))
			return false;
	return true;
}

/* ---- records --------------------------------------------------------------------------------------------------------- */

static void write_shape(char text[SHAPE_TEXT], const uint64_t size[3])
{
	snprintf(text, SHAPE_TEXT, "(%" PRIu32 ", %" PRIu32 ", %" PRIu32 ")", (uint32_t)size[0], (uint32_t)size[1],
		 (uint32_t)size[2]);
}

/* device, capability, L2's bytes, grid, block, launches, the bytes that their arguments point into, name */
static void begin_kernel(struct reading *r)
{
	enum { DEVICE, CAPABILITY, L2, GRID, BLOCK = GRID + 3, LAUNCHES = BLOCK + 3, FOOTPRINT, NUMBERS };
	uint64_t n[NUMBERS];

	if (!read_numbers(r, 1, NUMBERS, n) || r->fields < NUMBERS + 2 || n[LAUNCHES] == 0) {
		refuse(r, "no kernel that was counted");
		return;
	}
	gb_text_copy(r->name, sizeof r->name, r->field[NUMBERS + 1]);
	write_shape(r->grid, &n[GRID]);
	write_shape(r->block, &n[BLOCK]);
	r->capability = n[CAPABILITY] < 1000 ? (int)n[CAPABILITY] : 0;
	r->l2 = (double)n[L2];
	r->footprint = (double)n[FOOTPRINT];
	r->kernel = (struct gb_sass_kernel){ .name = r->name,
					     .grid = r->grid,
					     .block = r->block,
					     .device = (unsigned)n[DEVICE],
					     .launches = n[LAUNCHES] };
	gb_sass_sums_begin(r->kernel.value);
	r->is_open = true;
}

/* place, the two words of the instruction, what gb_sass_counts has */
static void add_code(struct reading *r)
{
	uint64_t low, high, n[7];

	if (!r->is_open)
		return;
	if (r->fields < 11 || !read_number(r->field[2], 16, &low) || !read_number(r->field[3], 16, &high) ||
	    !read_numbers(r, 4, 7, n)) {
		refuse(r, "no instruction that was counted");
		return;
	}
	const struct gb_sass_counts counts = { n[0], n[1], n[2], n[3], n[4], n[5], n[6] };
	gb_sass_sums_add(r->kernel.value, r->capability, low, high, &counts);
}

static int end_kernel(struct reading *r)
{
	double *value = r->kernel.value;

	if (!r->is_open)
		return GB_OK;
	r->is_open = false;
	if (!gb_sass_is_known(r->capability)) {
		for (int c = 0; c < GB_COUNTERS; c++)
			value[c] = NAN;
		value[GB_MATRIX_UNREAD] = 1;
	}
	value[GB_DRAM_LEAST] = gb_sass_least(r->footprint, r->l2 * (double)r->kernel.launches);
	return r->take(r->context, &r->kernel, r->error);
}

/* ---- lines ----------------------------------------------------------------------------------------------------------- */

static void split(struct reading *r)
{
	char *at = r->line;

	for (r->fields = 0; r->fields < FIELDS_MAX; at++) {
		r->field[r->fields++] = at;
		at += strcspn(at, "\t");
		if (*at == '\0')
			return;
		*at = '\0';
	}
}

static void keep_refusal(struct reading *r)
{
	if (r->fields > 2 && r->said->refused[0] == '\0')
		gb_text_copy(r->said->refused, sizeof r->said->refused, r->field[2]);
}

static int take_line(struct reading *r)
{
	split(r);
	if (strcmp(r->field[0], "counts_kernel") == 0)
		begin_kernel(r);
	else if (strcmp(r->field[0], "counts_code") == 0)
		add_code(r);
	else if (strcmp(r->field[0], "counts_end") == 0)
		return end_kernel(r);
	else if (strcmp(r->field[0], "refused") == 0)
		keep_refusal(r);
	return GB_OK;
}

/* Without its end. A line that was cut off, or is longer than any, counts as one without sense. */
static bool read_line(struct reading *r, FILE *file)
{
	size_t length = 0;
	int c;

	r->number++;
	while ((c = getc_unlocked(file)) != EOF && c != '\n')
		if (length + 1 < sizeof r->line)
			r->line[length++] = c != '\0' ? (char)c : '?';
	r->line[length] = '\0';
	if (length + 1 == sizeof r->line || (c == EOF && length > 0)) {
		refuse(r, c == EOF ? "is cut short" : "is longer than any line of a trace");
		r->line[0] = '\0';
	}
	return c != EOF;
}

static int check_head(struct reading *r, FILE *file)
{
	uint64_t version;

	if (read_line(r, file))
		split(r);
	if (r->fields < 2 || strcmp(r->field[0], GB_TRACE_MAGIC) != 0 || !read_number(r->field[1], 10, &version))
		return gb_error_set(r->error, "%s: is no trace of gpubench", r->path);
	if (version != GB_TRACE_VERSION)
		return gb_error_set(r->error, "%s: is a trace of version %" PRIu64 ", and %d is read here", r->path,
				    version, GB_TRACE_VERSION);
	return GB_OK;
}

int gb_sass_trace_read(FILE *file, const char *path, gb_sass_kernel_fn *take, void *context, struct gb_sass_said *said,
		       struct gb_error *error)
{
	struct reading *r = calloc(1, sizeof *r);
	int status;

	*said = (struct gb_sass_said){ .wrongs = 0 };
	if (r == NULL)
		return gb_error_set(error, "out of memory");
	r->path = path;
	r->take = take;
	r->context = context;
	r->said = said;
	r->error = error;
	status = check_head(r, file);
	while (status == GB_OK && read_line(r, file))
		status = take_line(r);
	if (status == GB_OK && ferror(file))
		status = gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	free(r);
	return status;
}
