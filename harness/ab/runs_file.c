/* runs_file.c: runs as CSV, written for --keep and read by --from. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ab/csv_scan.h"
#include "ab/runs.h"
#include "base/text.h"
#include "record/csv.h"

/* ---- writing ----------------------------------------------------------------------------------------------------- */

static void put_number(FILE *out, double value)
{
	fputc(',', out);
	if (isfinite(value))
		fprintf(out, "%.12g", value);
}

void gb_ab_runs_write(const struct gb_ab_runs *runs, const char *measured, FILE *out)
{
	fputs("run,pair,command,value,better,measured,wall_s,processor_s\r\n", out);
	for (size_t i = 0; i < runs->count; i++) {
		const struct gb_ab_run *run = &runs->run[i];
		fprintf(out, "%zu,%zu,%s", i + 1, run->pair, gb_ab_names[run->side]);
		put_number(out, run->value);
		fprintf(out, ",%s,", runs->question->higher ? "higher" : "lower");
		gb_csv_write_field(out, measured);
		put_number(out, run->seconds);
		put_number(out, run->processor_seconds);
		fputs("\r\n", out);
	}
}

/* ---- reading ----------------------------------------------------------------------------------------------------- */

enum column { PAIR, COMMAND, VALUE, BETTER, WALL, PROCESSOR, COLUMNS };
static const char *const columns[COLUMNS] = { "pair", "command", "value", "better", "wall_s", "processor_s" };
enum { NEEDED = VALUE + 1 };
/* There may be more runs than the question asks for, but not without a bound. */
static const double pair_most = 1e9;

struct reading {
	struct gb_ab_runs *runs;
	size_t at[COLUMNS];
};

static int take_header(struct reading *r, const char *const *field, size_t fields, struct gb_error *error)
{
	for (int i = 0; i < COLUMNS; i++) {
		r->at[i] = gb_csv_find(field, fields, columns[i]);
		if (i < NEEDED && r->at[i] == fields)
			return gb_error_set(error, "no column '%s': expected a file written by --keep", columns[i]);
	}
	return GB_OK;
}

static double number_in(const struct reading *r, enum column column, const char *const *field, size_t fields)
{
	return r->at[column] < fields ? gb_text_number(field[r->at[column]]) : NAN;
}

static bool is_taken(const struct gb_ab_runs *runs, const struct gb_ab_run *run)
{
	return run->pair <= runs->question->pairs && !isnan(runs->value[run->pair][run->side]);
}

/* A wrong direction would not show in any number. */
static int check_better(const struct reading *r, const char *const *field, size_t fields, struct gb_error *error)
{
	const char *better = r->at[BETTER] < fields ? field[r->at[BETTER]] : "";
	const char *asked = r->runs->question->higher ? "higher" : "lower";

	if (better[0] == '\0' || strcmp(better, asked) == 0)
		return GB_OK;
	return gb_error_set(error, "its column better has '%s', not %s: give --better as in the run that wrote it",
			    better, asked);
}

static int take_row(void *context, const char *const *field, size_t fields, size_t number, struct gb_error *error)
{
	struct reading *r = context;

	if (number == 1)
		return take_header(r, field, fields, error);
	const char *command = r->at[COMMAND] < fields ? field[r->at[COMMAND]] : "";
	const double pair = number_in(r, PAIR, field, fields), value = number_in(r, VALUE, field, fields);
	const int side = strcmp(command, gb_ab_names[GB_AB_B]) == 0 ? GB_AB_B : GB_AB_A;
	if (strcmp(command, gb_ab_names[side]) != 0)
		return gb_error_set(error, "row %zu: command '%s': expected A or B", number, command);
	if (!(pair >= 0 && pair <= pair_most && pair == floor(pair)))
		return gb_error_set(error, "row %zu: its pair is not a whole number", number);
	if (!(value > 0))
		return gb_error_set(error, "row %zu: its value is not a number above 0", number);
	const struct gb_ab_run run = { (size_t)pair, side, value, number_in(r, WALL, field, fields),
				       number_in(r, PROCESSOR, field, fields) };
	if (check_better(r, field, fields, error) != GB_OK)
		return GB_FAILED;
	if (is_taken(r->runs, &run))
		return gb_error_set(error, "row %zu: %s of pair %zu appears twice", number, command, run.pair);
	return gb_ab_runs_add(r->runs, &run, error);
}

/* The contents of a file; the caller frees them. */
static int read_all(FILE *file, char **text, size_t *size, struct gb_error *error)
{
	char buffer[1 << 14];
	size_t got;
	FILE *out = open_memstream(text, size);

	if (out == NULL)
		return gb_error_set(error, "out of memory");
	while ((got = fread(buffer, 1, sizeof buffer, file)) > 0)
		fwrite(buffer, 1, got, out);
	const int why = ferror(file) ? errno : 0;
	const bool lost = fclose(out) != 0;
	if (why == 0 && !lost)
		return GB_OK;
	free(*text);
	return lost ? gb_error_set(error, "out of memory") : gb_error_set(error, "%s", strerror(why));
}

static int read_open(struct gb_ab_runs *runs, FILE *file, struct gb_error *error)
{
	struct reading r = { .runs = runs };
	char *text;
	size_t size;

	if (read_all(file, &text, &size, error) != GB_OK)
		return GB_FAILED;
	const int status = gb_csv_scan(text, size, take_row, &r, error);
	free(text);
	if (status == GB_OK && runs->count == 0)
		return gb_error_set(error, "no run in it");
	return status;
}

int gb_ab_runs_read(struct gb_ab_runs *runs, const char *path, struct gb_error *error)
{
	const bool is_input = strcmp(path, "-") == 0;
	FILE *file = is_input ? stdin : fopen(path, "r");

	if (file == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	const int status = read_open(runs, file, error);
	if (!is_input)
		fclose(file);
	if (status != GB_OK)
		return gb_error_prefix(error, "%s", is_input ? "standard input" : path);
	while (runs->is == GB_SEQUENTIAL_OPEN && gb_ab_runs_judge(runs))
		;
	return GB_OK;
}
