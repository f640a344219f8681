#include "ab/pairs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "ab/csv_scan.h"
#include "base/heap.h"
#include "base/open_input.h"
#include "base/stats.h"
#include "base/text.h"
#include "record/csv.h"

const char *const gb_ab_names[GB_AB_SIDES] = { "A", "B" };

void gb_ab_runs_begin(struct gb_ab_runs *runs, const struct gb_ab_question *question)
{
	/* The tolerance limits a drop for rates, and a rise for times. */
	const double tolerance = question->higher ? -log1p(-question->tolerance) : log1p(question->tolerance);

	*runs = (struct gb_ab_runs){ .question = question };
	runs->value = gb_heap_array(question->pairs + 1, sizeof *runs->value);
	for (size_t i = 0; i <= question->pairs; i++)
		runs->value[i][GB_AB_A] = runs->value[i][GB_AB_B] = NAN;
	gb_sequential_begin(&runs->test, tolerance, question->error, question->pairs / 2);
}

void gb_ab_runs_free(struct gb_ab_runs *runs)
{
	gb_sequential_free(&runs->test);
	free(runs->value);
	free(runs->run);
	*runs = (struct gb_ab_runs){ .count = 0 };
}

void gb_ab_runs_add(struct gb_ab_runs *runs, const struct gb_ab_run *run)
{
	runs->run = gb_array_grow(runs->run, runs->count, &runs->room, sizeof *runs->run);
	runs->run[runs->count++] = *run;
	if (run->pair <= runs->question->pairs)
		runs->value[run->pair][run->side] = run->value;
}

/* The log ratio of the costs, which is above 0 if B is worse. */
static double worse_by(const struct gb_ab_runs *runs, size_t pair)
{
	const double log_ratio = log(runs->value[pair][GB_AB_B]) - log(runs->value[pair][GB_AB_A]);

	return runs->question->higher ? -log_ratio : log_ratio;
}

bool gb_ab_runs_judge(struct gb_ab_runs *runs)
{
	const size_t first = 2 * runs->test.count + 1;

	if (first + 1 > runs->question->pairs)
		return false;
	const double difference = (worse_by(runs, first) + worse_by(runs, first + 1)) / 2;
	if (isnan(difference))
		return false;
	runs->is = gb_sequential_add(&runs->test, difference);
	return true;
}

static double side_median(const struct gb_ab_runs *runs, int side, size_t pairs, double *scratch)
{
	for (size_t i = 0; i < pairs; i++)
		scratch[i] = runs->value[i + 1][side];
	return pairs > 0 ? gb_stats_middle(scratch, pairs) : NAN;
}

static double cost_change(const struct gb_ab_runs *runs, double worse)
{
	return isfinite(worse) ? expm1(runs->question->higher ? -worse : worse) : NAN;
}

struct gb_ab_answer gb_ab_runs_answer(const struct gb_ab_runs *runs)
{
	const struct gb_sequential_effect e = gb_sequential_effect(&runs->test);
	const bool higher = runs->question->higher;
	struct gb_ab_answer answer = { .is = runs->is,
				       .pairs = 2 * runs->test.count,
				       .change = cost_change(runs, e.median),
				       .lo = cost_change(runs, higher ? e.hi : e.lo),
				       .hi = cost_change(runs, higher ? e.lo : e.hi) };

	/* The test's scratch memory has room for two values per block. */
	for (int side = 0; side < GB_AB_SIDES; side++)
		answer.median[side] = side_median(runs, side, answer.pairs, runs->test.scratch);
	return answer;
}

/* ---- writing CSV for --keep -------------------------------------------------------------------------------------- */

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

/* ---- reading CSV for --from -------------------------------------------------------------------------------------- */

enum column { PAIR, COMMAND, VALUE, BETTER, WALL, PROCESSOR, COLUMNS };
static const char *const columns[COLUMNS] = { "pair", "command", "value", "better", "wall_s", "processor_s" };
enum { NEEDED = VALUE + 1 };
/* A file may contain more runs than the question requires, within this limit. */
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

static bool has_value(const struct gb_ab_runs *runs, const struct gb_ab_run *run)
{
	return run->pair <= runs->question->pairs && !isnan(runs->value[run->pair][run->side]);
}

/* The results would not reveal a wrong direction. */
static int check_better(const struct reading *r, const char *const *field, size_t fields, struct gb_error *error)
{
	const char *better = r->at[BETTER] < fields ? field[r->at[BETTER]] : "";
	const char *asked = r->runs->question->higher ? "higher" : "lower";

	if (better[0] == '\0' || strcmp(better, asked) == 0)
		return GB_OK;
	return gb_error_set(error, "column better is '%s', expected %s: use --better as in the run that wrote it",
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
	GB_TRY(check_better(r, field, fields, error));
	if (has_value(r->runs, &run))
		return gb_error_set(error, "row %zu: %s of pair %zu appears twice", number, command, run.pair);
	gb_ab_runs_add(r->runs, &run);
	return GB_OK;
}

/* Bytes of a million runs. */
#define RUNS_MAX ((size_t)64 << 20)

static int read_runs(struct gb_ab_runs *runs, FILE *file, struct gb_error *error)
{
	struct reading r = { .runs = runs };
	char *text;
	size_t size;

	GB_TRY(gb_read_input(file, RUNS_MAX, &text, &size, error));
	const int status = gb_csv_scan(text, size, take_row, &r, error);
	free(text);
	if (status == GB_OK && runs->count == 0)
		return gb_error_set(error, "no run in it");
	return status;
}

int gb_ab_runs_read(struct gb_ab_runs *runs, const char *path, struct gb_error *error)
{
	FILE *file = gb_open_input(path, error);

	if (file == NULL)
		return GB_FAILED;
	const int status = read_runs(runs, file, error);
	gb_close_input(file);
	if (status != GB_OK)
		return gb_error_prefix(error, "%s", gb_text_input(path));
	while (runs->is == GB_SEQUENTIAL_OPEN && gb_ab_runs_judge(runs))
		;
	return GB_OK;
}
