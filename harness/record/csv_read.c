/* csv_read.c: reads rows from CSV with libcsv, and reports each fault with its line and column. */
#include "record/csv.h"

#include <csv.h>
#include <errno.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/heap.h"
#include "base/open_input.h"
#include "base/quantity.h"
#include "base/text.h"

enum { COLUMNS_MAX = 256, TEXT_MAX = 1 << 16, TOLD_MAX = 5 };
/* The maximum size of a row in the file, including quotes, beyond which it is not read; and of a file, which no result
 * file reaches. */
enum { ROW_MAX = 2 * TEXT_MAX };
#define FILE_MAX (UINT64_C(16) << 30)

/* A row is useless without these columns; gb_csv_read_lenient() can do without all others. */
static const char *const needed[] = { "schema", "gpu_name", "gpu_uuid", "benchmark", "unit", "value", "status", NULL };

struct reading {
	const char *path;
	gb_csv_record_fn *row;
	gb_csv_tell_fn *tell; /* NULL: the first fault ends the reading */
	void *context;
	struct gb_error *error;
	struct csv_parser parser;
	size_t line, begun; /* the current line, and the first line of the current row */
	size_t told;
	size_t row_bytes; /* of the current row so far */
	uint64_t bytes;   /* of the file so far */
	bool skips;       /* skips the rest of the line, because the row was too long */
	bool has_header;  /* one whose rows can be read */
	bool seen;        /* there was a complete row of any kind */
	bool torn;
	bool bad, zero; /* the current row has a fault; it contains a 0 byte, as unwritten blocks of a file do */
	int status;
	const struct gb_column *column[COLUMNS_MAX]; /* of each field; NULL: unknown */
	size_t columns;
	char text[TEXT_MAX]; /* the fields of the row, each terminated by a 0 */
	size_t used, start[COLUMNS_MAX], fields;
};

/* The current row has a fault: end the reading, or leave the row out. Only one fault per row is reported. */
static void refuse_row(struct reading *r, const char *what, const char *found, const char *expected)
{
	struct gb_error told = { "" };

	if (r->bad || r->status != GB_OK)
		return;
	r->bad = true;
	gb_error_write(&told, "%s: line %zu: %s: found '%.80s', expected %s", r->path, r->begun, what, found, expected);
	if (r->tell == NULL)
		r->status = gb_error_set(r->error, "%s", told.text);
	else if (r->told++ < TOLD_MAX)
		r->tell(r->context, told.text);
}

static const char *field_text(const struct reading *r, size_t i)
{
	return r->text + r->start[i];
}

static const struct gb_column *find_column(const char *name)
{
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (strcmp(c->name, name) == 0)
			return c;
	return gb_column_grouped.name != NULL && strcmp(gb_column_grouped.name, name) == 0 ? &gb_column_grouped : NULL;
}

static bool has_field(const struct reading *r, const char *text)
{
	for (size_t i = 0; i < r->fields; i++)
		if (field_text(r, i)[0] == text[0] && strcmp(field_text(r, i), text) == 0)
			return true;
	return false;
}

/* A header may be repeated in concatenated files: no data row consists of column names. */
static bool is_header(const struct reading *r)
{
	return !r->seen || (has_field(r, "schema") && has_field(r, "gpu_uuid"));
}

static void need_column(struct reading *r, const char *name)
{
	char what[64] = "";

	if (has_field(r, name))
		return;
	gb_text_add(what, sizeof what, "column %s", name);
	refuse_row(r, what, "none", "a header with the columns of " GB_SCHEMA);
}

/* If two columns have the same name, either could be meant. */
static void refuse_duplicate_column(struct reading *r, size_t i)
{
	char what[64] = "";

	for (size_t before = 0; before < i; before++)
		if (r->column[i] != NULL && r->column[before] == r->column[i]) {
			gb_text_add(what, sizeof what, "column %s", r->column[i]->name);
			refuse_row(r, what, "it twice", "each column once");
		}
}

static void read_header(struct reading *r)
{
	if (r->fields == 1 && strchr(field_text(r, 0), ';') != NULL)
		refuse_row(r, "the header", "fields with ';' between them", "commas: save it as CSV with commas");
	r->columns = r->fields;
	for (size_t i = 0; i < r->fields; i++)
		r->column[i] = find_column(field_text(r, i));
	for (size_t i = 0; i < r->fields; i++)
		refuse_duplicate_column(r, i);
	if (r->tell != NULL)
		for (size_t i = 0; needed[i] != NULL; i++)
			need_column(r, needed[i]);
	else
		for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
			if (!c->added)
				need_column(r, c->name);
	r->has_header = !r->bad;
}

/* A plain decimal number that double arithmetic converts exactly: digits below 2^53, times or divided by a power of ten
 * that is a double. This covers all numbers that gpubench writes, and is many times faster than strtod(). */
static bool read_plain_number(const char *text, double *out)
{
	static const double power[] = { 1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
					1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22 };
	const bool minus = *text == '-';
	uint64_t digits = 0;
	int count = 0, scale = 0, exponent = 0;

	text += minus;
	for (; *text >= '0' && *text <= '9'; text++, count++)
		digits = 10 * digits + (uint64_t)(*text - '0');
	if (*text == '.')
		for (text++; *text >= '0' && *text <= '9'; text++, count++, scale--)
			digits = 10 * digits + (uint64_t)(*text - '0');
	if (count == 0 || count > 15)
		return false;
	if (*text == 'e') {
		const bool below = text[1] == '-';
		text += 1 + (below || text[1] == '+');
		if (text[0] < '0' || text[0] > '9')
			return false;
		for (int i = 0; *text >= '0' && *text <= '9' && i < 3; text++, i++)
			exponent = 10 * exponent + (*text - '0');
		scale += below ? -exponent : exponent;
	}
	if (*text != '\0' || scale < -22 || scale > 22)
		return false;
	const double value = scale < 0 ? (double)digits / power[-scale] : (double)digits * power[scale];
	*out = minus ? -value : value;
	return true;
}

static void read_number(struct reading *r, struct gb_record *record, const struct gb_column *column, const char *text)
{
	char *end, what[64] = "";
	double value;

	if (text[0] == '\0')
		return;
	if (!read_plain_number(text, &value)) {
		value = strtod(text, &end); /* also accepts hexadecimal numbers and words */
		if (text[strspn(text, "+-.0123456789eE")] != '\0' || *end != '\0' || !isfinite(value)) {
			gb_text_add(what, sizeof what, "column %s", column->name);
			refuse_row(r, what, text, "a number");
			return;
		}
	}
	*(double *)(void *)((char *)record + column->offset) = value;
}

static void read_status(struct reading *r, struct gb_record *record, const struct gb_column *column, const char *text)
{
	const enum gb_row_status status = gb_row_status_read(text);
	char what[64] = "";

	if (status == GB_ROW_UNKNOWN) {
		gb_text_add(what, sizeof what, "column %s", column->name);
		refuse_row(r, what, text, column->help);
	}
	memcpy((char *)record + column->offset, &status, sizeof status);
}

static void read_field(struct reading *r, struct gb_record *record, const struct gb_column *column, const char *text)
{
	switch (column->type) {
	case GB_TEXT:
		memcpy((char *)record + column->offset, &text, sizeof text);
		break;
	case GB_NUMBER:
		read_number(r, record, column, text);
		break;
	case GB_STATUS:
		read_status(r, record, column, text);
		break;
	}
}

/* A value that sets a roof is compared with others: it must be above 0, in a known unit, and within its interval. */
static void check_roof(struct reading *r, const struct gb_record *record)
{
	char found[96] = "";

	if (record->roof[0] == '\0' || !isfinite(record->value))
		return;
	if (!gb_unit_is_of_a_quantity(record->unit)) {
		refuse_row(r, "column unit, of a roof", record->unit, gb_quantity_units);
	} else if (!(record->value > 0)) {
		gb_text_add(found, sizeof found, "%.9g", record->value);
		refuse_row(r, "column value, of a roof", found, "a number above 0");
	} else if (record->lo > record->value || record->hi < record->value || record->lo < 0) {
		gb_text_add(found, sizeof found, "%.9g ... %.9g", record->lo, record->hi);
		refuse_row(r, "columns lo and hi, of a roof", found, "an interval that holds the value");
	}
}

/* Times order the runs, so a time that cannot be read must not count as none. */
static void check_time(struct reading *r, const char *text)
{
	static const char form[] = "0000-00-00T00:00:00";
	bool is_time = true;

	for (size_t i = 0; is_time && i < sizeof form - 1; i++)
		is_time = form[i] == '0' ? text[i] >= '0' && text[i] <= '9' : text[i] == form[i];
	if (!is_time && text[0] != '\0')
		refuse_row(r, "column time_utc", text, "a time such as 2026-01-31T23:59:59Z");
}

static void read_row(struct reading *r)
{
	struct gb_record record = gb_record_empty();
	char found[32] = "", wanted[32] = "";

	if (r->fields != r->columns) {
		gb_text_add(found, sizeof found, "%zu fields", r->fields);
		gb_text_add(wanted, sizeof wanted, "%zu as in the header", r->columns);
		refuse_row(r, "the row", found, wanted);
		return;
	}
	for (size_t i = 0; i < r->fields; i++)
		if (r->column[i] != NULL)
			read_field(r, &record, r->column[i], field_text(r, i));
	if (strcmp(record.schema, GB_SCHEMA) != 0)
		refuse_row(r, "column schema", record.schema, GB_SCHEMA);
	check_time(r, record.time_utc);
	check_roof(r, &record);
	/* A watch has no measurements. */
	if (r->tell != NULL && strcmp(record.mode, GB_MODE_SDC) == 0)
		return;
	if (!r->bad && r->status == GB_OK)
		r->status = r->row(r->context, &record, r->begun, r->error);
}

static void on_field(void *bytes, size_t size, void *context)
{
	struct reading *r = context;

	if (r->fields == COLUMNS_MAX || r->used + size + 1 > sizeof r->text) {
		refuse_row(r, "the row", "no end", "at most 256 fields and 64 KiB");
		return;
	}
	r->zero |= size > 0 && memchr(bytes, '\0', size) != NULL;
	r->start[r->fields++] = r->used;
	if (size > 0)
		memcpy(r->text + r->used, bytes, size);
	r->used += size;
	r->text[r->used++] = '\0';
}

static void on_row(int end, void *context)
{
	struct reading *r = context;

	if (end == -1)
		r->torn = true; /* the file ends within a row: the last field may be incomplete */
	else if (r->zero)
		refuse_row(r, "a field", "\\0", "text");
	else if (r->status == GB_OK && r->fields > 0 && !r->bad) {
		if (is_header(r))
			read_header(r);
		else if (r->has_header)
			read_row(r);
	}
	r->seen |= r->fields > 0 && end != -1;
	r->used = r->fields = r->row_bytes = 0;
	r->bad = r->zero = false;
	r->begun += end != -1; /* rows that end with CR alone are a single line here */
}

/* libcsv buffers a field until it ends, so an unterminated field would take all memory. The rest of the line is not a
 * row. */
static void give_up_row(struct reading *r)
{
	refuse_row(r, "the row", "no end", "at most 256 fields and 64 KiB");
	csv_free(&r->parser);
	csv_init(&r->parser, 0);
	r->used = r->fields = r->row_bytes = 0;
	r->bad = r->zero = false;
	r->skips = r->seen = true;
}

static void parse_line(struct reading *r, const char *bytes, size_t length, bool ends)
{
	r->row_bytes += r->skips ? 0 : length;
	if (r->row_bytes > ROW_MAX && !r->skips)
		give_up_row(r);
	if (!r->skips && csv_parse(&r->parser, bytes, length, on_field, on_row, r) != length)
		r->status = gb_error_set(r->error, "%s: line %zu: %s", r->path, r->begun,
					 csv_strerror(csv_error(&r->parser)));
	r->skips &= !ends;
}

/* One line at a time, because libcsv does not report its position. */
static void parse_lines(struct reading *r, const char *bytes, size_t size)
{
	while (size > 0 && r->status == GB_OK) {
		const char *end = memchr(bytes, '\n', size);
		const size_t length = end != NULL ? (size_t)(end - bytes) + 1 : size;
		parse_line(r, bytes, length, end != NULL);
		bytes += length;
		size -= length;
		r->line += end != NULL;
		if (end != NULL && r->fields == 0 && !r->parser.quoted)
			r->begun = r->line;
	}
}

const char *gb_csv_name_other(const char *bytes, size_t size)
{
	static const struct {
		const char *begins;
		size_t size;
		const char *is;
	} kind[] = {
		/* Spreadsheets may save text in this form, in which one byte of each letter is 0. */
		{ "\xff\xfe", 2, "is UTF-16, expected UTF-8: save it as CSV in UTF-8" },
		{ "\xfe\xff", 2, "is UTF-16, expected UTF-8: save it as CSV in UTF-8" },
		{ "SQLite format 3", 16, "is a database, such as a store, expected CSV" },
		{ "\x1f\x8b", 2, "is compressed by gzip, expected CSV" },
		{ "PK\3\4", 4, "is a ZIP archive, such as a spreadsheet, expected CSV" },
		{ "\0", 1, "begins with a 0 byte, expected CSV" }, /* a sparse file of gigabytes would take minutes */
	};

	for (size_t i = 0; i < sizeof kind / sizeof kind[0]; i++)
		if (size >= kind[i].size && memcmp(bytes, kind[i].begins, kind[i].size) == 0)
			return kind[i].is;
	return NULL;
}

static int parse_stream(struct reading *r, FILE *file)
{
	char bytes[16384]; /* some stacks are small */
	size_t got;
	bool first = true;

	while (r->status == GB_OK && (got = fread(bytes, 1, sizeof bytes, file)) > 0) {
		const size_t skip = first ? gb_text_mark(bytes, got) : 0;
		const char *is = first ? gb_csv_name_other(bytes, got) : NULL;
		if (is != NULL)
			r->status = gb_error_set(r->error, "%s: %s", r->path, is);
		if ((r->bytes += got) > FILE_MAX)
			r->status = gb_error_set(r->error, "%s: is longer than any result file", r->path);
		first = false;
		parse_lines(r, bytes + skip, got - skip);
	}
	if (r->status == GB_OK && ferror(file))
		r->status = gb_error_set(r->error, "%s: cannot be read: %s", r->path, strerror(errno));
	if (!r->skips)
		csv_fini(&r->parser, on_field, on_row, r);
	if (r->status == GB_OK && !r->seen)
		r->status = gb_error_set(r->error, "%s: is empty, expected a header with the columns of " GB_SCHEMA,
					 r->path);
	return r->status;
}

static void tell_unreported_faults(const struct reading *r)
{
	struct gb_error text = { "" };

	if (r->told > TOLD_MAX) {
		gb_error_write(&text, "%s: %zu more rows are left out", r->path, r->told - TOLD_MAX);
		r->tell(r->context, text.text);
		gb_error_clear(&text);
	}
	if (r->torn) {
		gb_error_write(&text, "%s: line %zu: the file ends in this row, which is left out", r->path, r->begun);
		r->tell(r->context, text.text);
	}
}

static int read_stream(FILE *file, const char *path, gb_csv_record_fn *row, gb_csv_tell_fn *tell, void *context,
		       bool *torn, struct gb_error *error)
{
	struct reading *r = gb_heap_array(1, sizeof *r);

	csv_init(&r->parser, 0); /* does not allocate */
	r->path = gb_text_input(path);
	r->row = row;
	r->tell = tell;
	r->context = context;
	r->error = error;
	r->line = r->begun = 1;
	const int status = parse_stream(r, file);
	if (tell != NULL)
		tell_unreported_faults(r);
	*torn = r->torn;
	csv_free(&r->parser);
	free(r);
	return status;
}

static int read_file(const char *path, gb_csv_record_fn *row, gb_csv_tell_fn *tell, void *context, bool *torn,
		     struct gb_error *error)
{
	FILE *file = gb_open_input(path, error);
	if (file == NULL)
		return GB_FAILED;
	int status = read_stream(file, path, row, tell, context, torn, error);
	gb_close_input(file);
	return status;
}

int gb_csv_read_open(FILE *file, const char *path, gb_csv_record_fn *row, void *context, bool *torn,
		     struct gb_error *error)
{
	return read_stream(file, path, row, NULL, context, torn, error);
}

int gb_csv_read_lenient_open(FILE *file, const char *path, gb_csv_record_fn *row, gb_csv_tell_fn *tell, void *context,
			     struct gb_error *error)
{
	bool torn;

	return read_stream(file, path, row, tell, context, &torn, error);
}

int gb_csv_read(const char *path, gb_csv_record_fn *row, void *context, bool *torn, struct gb_error *error)
{
	return read_file(path, row, NULL, context, torn, error);
}

int gb_csv_read_lenient(const char *path, gb_csv_record_fn *row, gb_csv_tell_fn *tell, void *context,
			struct gb_error *error)
{
	bool torn;

	return read_file(path, row, tell, context, &torn, error);
}
