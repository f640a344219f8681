/* CSV from other programs: accepted files, and files refused with file, line and reason. tests/cli/transcripts/csv.t
 * has rows that are left out. */
#include "record/csv.h"

#include "support.h"

static FILE *file; /* until it is read */
static char path[] = "/tmp/gpubench-reader-XXXXXX";

/* ---- files ------------------------------------------------------------------------------------------------------- */

static int make_file(void)
{
	snprintf(path, sizeof path, "/tmp/gpubench-reader-XXXXXX");
	const int fd = mkstemp(path);
	return fd < 0 ? -1 : close(fd);
}

static int drop_file(void)
{
	return unlink(path);
}

/* The fields of the rows below; all others are empty. */
static const char *const filled[][2] = {
	{ "schema", GB_SCHEMA }, { "benchmark", "dram" }, { "point", "\"op=read,vec=4\"" },
	{ "value", "75.5" },     { "status", "ok" },      { "reason", "" },
};

static const char *filling(const char *column)
{
	for (size_t i = 0; i < sizeof filled / sizeof filled[0]; i++)
		if (strcmp(filled[i][0], column) == 0)
			return filled[i][1];
	return "";
}

enum { NAMES_MAX = 80 };
static const char *names[NAMES_MAX];
static size_t name_count;

static void take_all_names(void)
{
	name_count = 0;
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		names[name_count++] = c->name;
}

static void put_header(const char *end)
{
	for (size_t i = 0; i < name_count; i++)
		fprintf(file, "%s%s", i > 0 ? "," : "", names[i]);
	fputs(end, file);
}

static void put_row(const char *column, const char *text, const char *end)
{
	for (size_t i = 0; i < name_count; i++)
		fprintf(file, "%s%s", i > 0 ? "," : "",
			column != NULL && strcmp(column, names[i]) == 0 ? text : filling(names[i]));
	fputs(end, file);
}

static void begin_file(void)
{
	file = fopen(path, "w");
	assert_non_null(file);
	take_all_names();
}

static void end_file(void)
{
	assert_int_equal(fclose(file), 0);
	file = NULL;
}

/* ---- what came of them ------------------------------------------------------------------------------------------- */

static size_t rows, last_line, stop_at;
static char points[8][128], reasons[8][128];
static double values[8];
static bool torn;

static int keep(void *context, const struct gb_record *record, size_t line, struct gb_error *why)
{
	assert_true(rows < 8);
	assert_string_equal(record->schema, GB_SCHEMA);
	assert_string_equal(record->benchmark, "dram");
	snprintf(points[rows], sizeof points[rows], "%s", record->point);
	snprintf(reasons[rows], sizeof reasons[rows], "%s", record->reason);
	values[rows++] = record->value;
	last_line = line;
	return rows == stop_at ? gb_error_set(why, "enough") : GB_OK;
}

static int read_it(void)
{
	if (file != NULL)
		end_file();
	rows = last_line = 0;
	torn = false;
	return gb_csv_read(path, keep, NULL, &torn, &error);
}

static void expect_rows(size_t count)
{
	assert_ok(read_it(), error);
	assert_int_equal(rows, count);
	for (size_t i = 0; i < rows; i++) {
		assert_string_equal(points[i], "op=read,vec=4");
		assert_same(values[i], 75.5);
	}
}

static void expect_refused(const char *why)
{
	assert_int_equal(read_it(), GB_FAILED);
	assert_memory_equal(error.text, path, strlen(path)); /* which file */
	assert_says(error.text, why);
	assert_null(strchr(error.text, '\n'));
	gb_error_clear(&error);
}

/* ---- read -------------------------------------------------------------------------------------------------------- */

TEST_WITH(quoted_fields, make_file, drop_file)
{
	begin_file();
	put_header("\r\n");
	put_row("reason", "\"a, \"\"b\"\"\r\nc\"", "\r\n");
	put_row("reason", "\"\"", "\r\n");
	expect_rows(2);
	assert_string_equal(reasons[0], "a, \"b\"\r\nc");
	assert_string_equal(reasons[1], "");
}

TEST_WITH(columns_in_another_order_with_others_between, make_file, drop_file)
{
	begin_file();
	for (size_t i = 0; i < name_count / 2; i++) {
		const char *swap = names[i];
		names[i] = names[name_count - 1 - i];
		names[name_count - 1 - i] = swap;
	}
	names[name_count++] = names[3];
	names[3] = "rack";
	put_header("\n");
	put_row("rack", "17", "\n");
	put_header("\n"); /* joined on */
	put_row(NULL, NULL, "\n");
	expect_rows(2);
}

TEST_WITH(empty_fields_are_not_known, make_file, drop_file)
{
	begin_file();
	put_header("\n");
	put_row("value", "", "\n");
	assert_ok(read_it(), error);
	assert_unknown(values[0]);
}

/* Wherever the file was cut: complete rows are delivered, the rest is not, and that is reported. */
TEST_WITH(a_last_row_cut_anywhere, make_file, drop_file)
{
	begin_file();
	put_header("\r\n");
	put_row(NULL, NULL, "\r\n");
	const long whole = ftell(file);
	put_row("reason", "\"a \"\"quoted\"\" word\"", "\r\n");
	const long end = ftell(file) - 2; /* without its CR, the last row may continue */
	end_file();
	for (long size = end; size > whole; size--) {
		assert_int_equal(truncate(path, size), 0);
		expect_rows(1);
		assert_true(torn);
	}
	assert_int_equal(truncate(path, whole), 0);
	expect_rows(1);
	assert_false(torn);
}

/* ---- refused ----------------------------------------------------------------------------------------------------- */

TEST_WITH(a_row_that_is_wrong, make_file, drop_file)
{
	static const struct {
		const char *column, *text, *why;
	} cases[] = {
		{ "schema", "gpubench-0", ": line 3: column schema: found 'gpubench-0', expected gpubench-1" },
		{ "schema", "", ": line 3: column schema: found '', expected gpubench-1" },
		{ "value", "fast", ": line 3: column value: found 'fast', expected a number" },
		{ "status", "Ok", ": line 3: column status: found 'Ok', expected ok, suspect, skipped, failed" },
		{ "status", "", ": line 3: column status: found '', expected ok, suspect, skipped, failed" },
		{ "time_utc", "11/27/2026 18:09",
		  ": line 3: column time_utc: found '11/27/2026 18:09', expected a time such as 2026-01-31T23:59:59Z" },
		{ "lo", "1.5x", ": line 3: column lo: found '1.5x', expected a number" },
		{ "lo", "1,5", ": line 3: the row: found '" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		begin_file();
		put_header("\n");
		put_row(NULL, NULL, "\n");
		put_row(cases[i].column, cases[i].text, "\n");
		put_row(NULL, NULL, "\n");
		expect_refused(cases[i].why);
		assert_int_equal(rows, 1); /* nothing after it either */
	}
}

TEST_WITH(a_row_that_is_short, make_file, drop_file)
{
	begin_file();
	put_header("\n");
	fputs("gpubench-1,1,2\n", file);
	char why[96];
	snprintf(why, sizeof why, ": line 2: the row: found '3 fields', expected %d as in the header", GB_COLUMN_COUNT);
	expect_refused(why);
}

/* Every column that all versions of the program have written is required. */
TEST_WITH(a_column_that_is_missing, make_file, drop_file)
{
	char why[128];

	take_all_names();
	for (size_t i = 0; i < name_count && !gb_columns[i].added; i++) {
		begin_file();
		const char *missing = names[i];
		names[i] = "another";
		put_header("\n");
		snprintf(why, sizeof why, ": line 1: column %s: found 'none', expected a header", missing);
		expect_refused(why);
	}
}

TEST_WITH(a_file_of_an_older_version, make_file, drop_file)
{
	begin_file();
	for (name_count = 0; !gb_columns[name_count].added; name_count++)
		;
	put_header("\n");
	put_row(NULL, NULL, "\n");
	expect_rows(1);
}

TEST_WITH(a_reader_that_has_enough, make_file, drop_file)
{
	begin_file();
	put_header("\n");
	for (int i = 0; i < 5; i++)
		put_row(NULL, NULL, "\n");
	stop_at = 2;
	assert_int_equal(read_it(), GB_FAILED);
	stop_at = 0;
	assert_string_equal(error.text, "enough");
	assert_int_equal(rows, 2);
}

/* Parsing without strtod() gives the result of strtod(), to the last bit. */
TEST_WITH(numbers, make_file, drop_file)
{
	char texts[] = "0 -0 1 75.5 4.73059858e+12 0.000220318716 1.5e-9 -3.25 1e22 1e-22 123456789012345 0.1 1e308 "
		       "2.5e-320 1e23 .5 5. +7 1E6 1234567890123456789 9007199254740993 0.3e1 1e022 7e-023";

	for (const char *text = strtok(texts, " "); text != NULL; text = strtok(NULL, " ")) {
		begin_file();
		put_header("\n");
		put_row("value", text, "\n");
		assert_ok(read_it(), error);
		const double expected = strtod(text, NULL);
		assert_memory_equal(&values[0], &expected, sizeof expected);
	}
	static const char *const wrong[] = { "1e",  "1e+", "-",   ".",     "e5",    "1..2", "1e5x", "--1",
					     "1 2", "nan", "inf", "1e999", "0x1p3", "0x10", "1_0" };
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		begin_file();
		put_header("\n");
		put_row("value", wrong[i], "\n");
		expect_refused("expected a number");
	}
}
