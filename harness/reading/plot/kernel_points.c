#include "plot/kernel_points.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/open_input.h"
#include "base/text.h"
#include "plot/kinds.h"
#include "plot/roofline.h"

void gb_kernel_points_add(struct gb_kernel_points *points, const struct gb_kernel_point *point)
{
	points->point = gb_array_grow(points->point, points->count, &points->room, sizeof *points->point);
	points->point[points->count++] = *point;
}

void gb_kernel_points_free(struct gb_kernel_points *points)
{
	free(points->point);
	*points = (struct gb_kernel_points){ .count = 0 };
}

/* Fields of a row: name,flop,byte,seconds. */
enum { NAME, FLOP, BYTE, SECONDS, FIELDS };

struct row {
	char *field[FIELDS];
	size_t count;
};

static void take_field(void *field, size_t length, void *context)
{
	struct row *r = context;

	if (r->count < FIELDS)
		r->field[r->count] = gb_heap_text(field != NULL ? field : "");
	r->count++;
}

static void free_row(struct row *r)
{
	for (size_t i = 0; i < FIELDS; i++)
		free(r->field[i]);
	*r = (struct row){ .count = 0 };
}

/* The name of a template contains commas, so it must be quoted. An unclosed quote extends to the end. */
static bool read_row(struct row *r, const char *line)
{
	const size_t length = strlen(line);
	struct csv_parser parser;

	csv_init(&parser, CSV_APPEND_NULL);
	const bool read = csv_parse(&parser, line, length, take_field, NULL, r) == length &&
			  csv_fini(&parser, take_field, NULL, r) == 0;
	csv_free(&parser);
	return read && r->count == FIELDS;
}

/* Returns a number above 0; NAN: the text is not such a number. */
static double read_positive(const char *text)
{
	const double number = gb_text_number(text);

	return number > 0 ? number : NAN;
}

/* False: the line is not a kernel. */
static bool take_kernel(const char *line, struct gb_kernel_point *point)
{
	struct row r = { .count = 0 };
	bool taken = read_row(&r, line) && r.field[NAME][0] != '\0';

	if (taken) {
		const double flop = read_positive(r.field[FLOP]);
		gb_text_copy(point->name, sizeof point->name, r.field[NAME]);
		point->seconds = read_positive(r.field[SECONDS]);
		point->intensity = flop / read_positive(r.field[BYTE]);
		point->performance = flop / point->seconds;
		taken = isfinite(point->intensity) && isfinite(point->performance);
	}
	free_row(&r);
	return taken;
}

static int take_line(struct gb_kernel_points *points, const char *path, size_t number, const char *line,
		     struct gb_error *error)
{
	struct gb_kernel_point point = { .seconds = 0 };

	if (!take_kernel(line, &point))
		return gb_error_set(error,
				    "%s: line %zu: found '%.80s', expected name,flop,byte,seconds, numbers above 0",
				    path, number, line);
	gb_kernel_points_add(points, &point);
	return GB_OK;
}

int gb_kernel_points_read(struct gb_kernel_points *points, const char *path, struct gb_error *error)
{
	FILE *file = gb_open_input(path, error);
	char *line = NULL;
	size_t room = 0;
	int status = GB_OK;

	if (file == NULL)
		return GB_FAILED;
	for (size_t i = 1; status == GB_OK && getline(&line, &room, file) >= 0; i++) {
		line[strcspn(line, "\r\n")] = '\0';
		const char *text = line + (i == 1 ? gb_text_mark(line, strlen(line)) : 0);
		if (i > 1 || strncmp(text, "name,", 5) != 0)
			status = take_line(points, path, i, text, error);
	}
	if (status == GB_OK && ferror(file))
		status = gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	free(line);
	gb_close_input(file);
	return status;
}
