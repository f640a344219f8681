#include "record/csv.h"

#include <csv.h>

#include "support.h"

enum { COLUMNS = GB_COLUMN_COUNT, ROWS_MAX = 4 };

static struct {
	char *field[ROWS_MAX][COLUMNS + 1];
	size_t fields[ROWS_MAX], rows;
} table;

static void on_field(void *text, size_t length, void *context)
{
	assert_true(table.rows < ROWS_MAX && table.fields[table.rows] <= COLUMNS);
	table.field[table.rows][table.fields[table.rows]++] = strndup(text, length);
}

static void on_row(int terminator, void *context)
{
	table.rows++;
}

static void read_back(const char *text)
{
	FREED_BY(csv_free) struct csv_parser parser;

	memset(&table, 0, sizeof table);
	assert_int_equal(csv_init(&parser, CSV_STRICT | CSV_STRICT_FINI), 0);
	assert_int_equal(csv_parse(&parser, text, strlen(text), on_field, on_row, NULL), strlen(text));
	assert_int_equal(csv_fini(&parser, on_field, on_row, NULL), 0);
}

static int forget(void)
{
	for (size_t r = 0; r < table.rows; r++)
		for (size_t f = 0; f < table.fields[r]; f++)
			free(table.field[r][f]);
	memset(&table, 0, sizeof table);
	return 0;
}

static const char *field(size_t row, const char *name)
{
	for (size_t c = 0; c < COLUMNS; c++)
		if (strcmp(gb_columns[c].name, name) == 0)
			return table.field[row][c];
	fail_msg("no column '%s'", name);
	return NULL;
}

/* Writes one record as CSV, parses the text into `table`, and returns the text. */
static char *written(const struct gb_record *record)
{
	FILE *file = tmpfile();

	assert_non_null(file);
	assert_ok(gb_csv_write_header(file, &error), error);
	assert_ok(gb_csv_write_row(file, record, &error), error);
	char *text = contents(file);
	fclose(file);
	read_back(text);
	assert_int_equal(table.rows, 2);
	assert_int_equal(table.fields[0], COLUMNS);
	assert_int_equal(table.fields[1], COLUMNS);
	return text;
}

TEST_WITH(every_column_has_its_name_and_help, NULL, forget)
{
	const struct gb_record record = gb_record_empty();

	free(written(&record));
	for (size_t c = 0; c < COLUMNS; c++) {
		assert_string_equal(table.field[0][c], gb_columns[c].name);
		assert_true(gb_columns[c].help != NULL && gb_columns[c].help[0] != '\0');
	}
}

TEST_WITH(unknown_is_empty_and_never_zero, NULL, forget)
{
	const struct gb_record record = gb_record_empty();

	free(written(&record));
	assert_string_equal(table.field[1][0], "gpubench-1");
	for (size_t c = 1; c < COLUMNS; c++)
		assert_string_equal(table.field[1][c], "");
}

TEST_WITH(numbers_are_plain, NULL, forget)
{
	struct gb_record record = gb_record_empty();

	record.value = 4.675123456e12;
	record.lo = 0;
	record.hi = -1.5;
	record.spread = 1e-7;
	record.samples = 20;
	record.limit = INFINITY;
	char *text = written(&record);
	assert_null(strchr(text, '"'));
	free(text);
	assert_string_equal(field(1, "value"), "4.67512346e+12");
	assert_string_equal(field(1, "lo"), "0");
	assert_string_equal(field(1, "hi"), "-1.5");
	assert_string_equal(field(1, "samples"), "20");
	assert_string_equal(field(1, "limit"), "");
	assert_near(strtod(field(1, "spread"), NULL), 1e-7, 1e-9);
}

TEST_WITH(awkward_texts_come_back, NULL, forget)
{
	struct gb_record record = gb_record_empty();

	record.point = "op=read,vec=16";
	record.host = "no\"de";
	record.reason = "line\r\nbreak, \"quoted\"\n";
	record.gpu_name = " blanks ";
	record.job_id = "\"";
	record.rank = ",";
	record.variant = "two\nlines";
	record.throttle = "sw_power_cap|idle";
	char *text = written(&record);
	assert_says(text, ",\"op=read,vec=16\",");
	assert_says(text, ",sw_power_cap|idle,");
	free(text);
	assert_string_equal(field(1, "point"), record.point);
	assert_string_equal(field(1, "host"), record.host);
	assert_string_equal(field(1, "reason"), record.reason);
	assert_string_equal(field(1, "gpu_name"), record.gpu_name);
	assert_string_equal(field(1, "job_id"), record.job_id);
	assert_string_equal(field(1, "rank"), record.rank);
	assert_string_equal(field(1, "variant"), record.variant);
}

/* RFC 4180: lines end in CR LF. */
TEST_WITH(lines_end_as_they_should, NULL, forget)
{
	const struct gb_record record = gb_record_empty();
	FREED_BY(free_text) char *text = written(&record);
	size_t lines = 0;

	for (const char *at = strchr(text, '\n'); at != NULL; at = strchr(at + 1, '\n')) {
		assert_true(at > text && at[-1] == '\r');
		lines++;
	}
	assert_int_equal(lines, 2);
}

/* A spreadsheet evaluates texts that begin like this, and a host may have such a name. */
TEST_WITH(a_formula_becomes_text, NULL, forget)
{
	struct gb_record record = gb_record_empty();

	record.host = "=1+1";
	free(written(&record));
	assert_string_equal(field(1, "host"), "'=1+1");
}
