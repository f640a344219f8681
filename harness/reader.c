#include "reader.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum { COLUMNS_MAX = 256, TEXT_MAX = 1 << 16 };

/* One row as it comes in, and what is known of the file. */
struct reading {
	const char *path;
	gb_reader_fn *row;
	void *context;
	struct gb_error *error;
	size_t line;
	bool has_header, torn, zero; /* zero: a field of the row has a 0 byte, as unwritten blocks of a file do */
	int status;
	const struct gb_column *column[COLUMNS_MAX]; /* of each field; NULL: not ours */
	size_t columns;
	char text[TEXT_MAX]; /* the fields of the row, each closed by a 0 */
	size_t used, start[COLUMNS_MAX], fields;
};

static void refuse(struct reading *r, const char *what, const char *found, const char *expected)
{
	if (r->status == GB_OK)
		r->status = gb_error_set(r->error, "%s: line %zu: %s '%.80s', expected %s", r->path, r->line, what,
					 found, expected);
}

static const char *field(const struct reading *r, size_t i)
{
	return r->text + r->start[i];
}

static const struct gb_column *find_column(const char *name)
{
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return NULL;
}

static bool has_field(const struct reading *r, const char *text)
{
	for (size_t i = 0; i < r->fields; i++)
		if (strcmp(field(r, i), text) == 0)
			return true;
	return false;
}

/* Of a file that was joined on, maybe: no row holds the names of columns. */
static bool is_header(const struct reading *r)
{
	return !r->has_header || (has_field(r, "schema") && has_field(r, "gpu_uuid"));
}

static void take_header(struct reading *r)
{
	r->has_header = true;
	r->columns = r->fields;
	for (size_t i = 0; i < r->fields; i++)
		r->column[i] = find_column(field(r, i));
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		bool found = false;
		for (size_t i = 0; i < r->columns; i++)
			found |= r->column[i] == c;
		if (!found)
			refuse(r, "no column", c->name, "a header with all columns of " GB_SCHEMA);
	}
}

static void take_number(struct reading *r, struct gb_record *record, const struct gb_column *column, const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (text[0] == '\0')
		return;
	if (*end != '\0' || !isfinite(value)) {
		refuse(r, column->name, text, "a number");
		return;
	}
	*(double *)(void *)((char *)record + column->offset) = value;
}

static void take_row(struct reading *r)
{
	struct gb_record record = gb_record_empty();
	char count[32] = "";

	if (r->fields != r->columns) {
		gb_text_add(count, sizeof count, "%zu", r->fields);
		refuse(r, "fields:", count, "as many as the header has");
		return;
	}
	for (size_t i = 0; i < r->fields; i++) {
		const struct gb_column *c = r->column[i];
		const char *text = field(r, i);
		if (c != NULL && c->type == GB_NUMBER)
			take_number(r, &record, c, text);
		else if (c != NULL)
			memcpy((char *)&record + c->offset, &text, sizeof text);
	}
	if (r->status == GB_OK && strcmp(record.schema, GB_SCHEMA) != 0)
		refuse(r, "schema", record.schema, "'" GB_SCHEMA "'");
	if (r->status == GB_OK)
		r->status = r->row(r->context, &record, r->line, r->error);
}

/* libcsv's callbacks. */
static void on_field(void *bytes, size_t size, void *context)
{
	struct reading *r = context;

	if (r->fields == COLUMNS_MAX || r->used + size + 1 > sizeof r->text) {
		refuse(r, "a row", "without end", "at most 256 fields and 64 KiB");
		return;
	}
	r->start[r->fields++] = r->used;
	r->zero |= size > 0 && memchr(bytes, '\0', size) != NULL;
	if (size > 0)
		memcpy(r->text + r->used, bytes, size);
	r->used += size;
	r->text[r->used++] = '\0';
}

static void on_row(int end, void *context)
{
	struct reading *r = context;

	r->line++;
	if (end == -1)
		r->torn = true; /* the file ends in mid-row: whatever the last field is, it may not be all of it */
	else if (r->zero)
		refuse(r, "a field with", "\\0", "text");
	else if (r->status == GB_OK && r->fields > 0) {
		if (is_header(r))
			take_header(r);
		else
			take_row(r);
	}
	r->used = r->fields = 0;
	r->zero = false;
}

static int parse(struct reading *r, FILE *file)
{
	static const char mark[] = "\xef\xbb\xbf";
	struct csv_parser parser;
	char bytes[65536];
	size_t got;
	bool first = true;

	if (csv_init(&parser, 0) != 0)
		return gb_error_set(r->error, "%s: out of memory", r->path);
	while (r->status == GB_OK && (got = fread(bytes, 1, sizeof bytes, file)) > 0) {
		const size_t skip = first && got >= 3 && memcmp(bytes, mark, 3) == 0 ? 3 : 0;
		first = false;
		if (csv_parse(&parser, bytes + skip, got - skip, on_field, on_row, r) != got - skip)
			r->status = gb_error_set(r->error, "%s: line %zu: %s", r->path, r->line + 1,
						 csv_strerror(csv_error(&parser)));
	}
	if (r->status == GB_OK && ferror(file))
		r->status = gb_error_set(r->error, "%s: cannot be read: %s", r->path, strerror(errno));
	csv_fini(&parser, on_field, on_row, r);
	csv_free(&parser);
	if (r->status == GB_OK && !r->has_header)
		r->status = gb_error_set(r->error, "%s: is empty, expected a header with the columns of " GB_SCHEMA,
					 r->path);
	return r->status;
}

int gb_reader_read(const char *path, gb_reader_fn *row, void *context, bool *torn, struct gb_error *error)
{
	const bool is_stdin = strcmp(path, "-") == 0;
	FILE *file = is_stdin ? stdin : fopen(path, "r");
	struct reading *r = calloc(1, sizeof *r);
	int status;

	if (file == NULL)
		status = gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	else if (r == NULL)
		status = gb_error_set(error, "%s: out of memory", path);
	else {
		*r = (struct reading){ .path = path, .row = row, .context = context, .error = error };
		status = parse(r, file);
		*torn = r->torn;
	}
	if (file != NULL && !is_stdin)
		fclose(file);
	free(r);
	return status;
}
