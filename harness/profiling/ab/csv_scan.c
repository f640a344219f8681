#include "ab/csv_scan.h"

#include <csv.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

struct reading {
	gb_csv_row_fn *row;
	void *context;
	struct gb_error *error;
	int status;
	char *field[GB_CSV_FIELDS_MAX];
	size_t fields, number;
};

static void take_field(void *field, size_t length, void *context)
{
	struct reading *r = context;

	if (r->status != GB_OK)
		return;
	if (r->fields == GB_CSV_FIELDS_MAX) {
		r->status = gb_error_set(r->error, "row %zu has more than %d fields", r->number + 1, GB_CSV_FIELDS_MAX);
		return;
	}
	r->field[r->fields++] = gb_heap_text(field != NULL ? field : "");
}

static void take_row(int end, void *context)
{
	struct reading *r = context;

	r->number++;
	if (r->status == GB_OK)
		r->status = r->row(r->context, (const char *const *)r->field, r->fields, r->number, r->error);
	while (r->fields > 0)
		free(r->field[--r->fields]);
}

int gb_csv_scan(const char *text, size_t size, gb_csv_row_fn *row, void *context, struct gb_error *error)
{
	struct reading *r = gb_heap_array(1, sizeof *r);
	struct csv_parser parser;

	csv_init(&parser, CSV_APPEND_NULL);
	*r = (struct reading){ .row = row, .context = context, .error = error };
	if (csv_parse(&parser, text, size, take_field, take_row, r) != size ||
	    csv_fini(&parser, take_field, take_row, r) != 0)
		r->status = gb_error_set(error, "row %zu: %s", r->number + 1, csv_strerror(csv_error(&parser)));
	csv_free(&parser);
	while (r->fields > 0)
		free(r->field[--r->fields]);
	const int status = r->status;
	free(r);
	return status;
}

size_t gb_csv_find(const char *const *field, size_t fields, const char *name)
{
	size_t at = 0;

	while (at < fields && strcmp(field[at], name) != 0)
		at++;
	return at;
}
