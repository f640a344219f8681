/* command_show.c: gpubench show FILE [BENCHMARK]: prints the rows of a result file as tables. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/roofs.h"
#include "base/heap.h"
#include "base/suggest.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "plan/axis.h"
#include "record/csv.h"
#include "record/publish.h"
#include "record/record.h"
#include "record/store.h"
#include "show/points.h"

struct options {
	struct gb_texts axes; /* "stride=1,32" */
	const char *relative_to, *gpu, *output;
	bool markdown, csv;
};

/* More points than this are shown as curves. */
enum { ROWS_MOST = 60 };

/* ---- contents ---------------------------------------------------------------------------------------------------- */

/* The rows of one benchmark, by outcome. */
struct sum {
	const char *name; /* in the collection of strings */
	size_t points, of[GB_ROW_FAILED + 1];
	char last[GB_POINT_TEXT + GB_NAME_MAX]; /* variant and point: several metrics of a point count once */
};

struct reading {
	const struct options *options;
	const char *benchmark;        /* NULL: whichever */
	const struct gb_bench *bench; /* NULL: the program does not have this benchmark */
	struct gb_values *value;      /* of each -a, if the benchmark's description is known */
	struct gb_points points;
	struct sum *sum;
	size_t sums, room, taken, wrong;
	struct gb_strings names;
	FILE *csv; /* where rows are written unchanged; NULL: nowhere */
};

static void complain_of_row(void *context, const char *text)
{
	struct reading *r = context;

	r->wrong++;
	gb_complain(0, text);
}

static void count_row(struct reading *r, const struct gb_record *record)
{
	const char *name = gb_strings_keep(&r->names, record->benchmark);
	char point[sizeof r->sum->last] = "";
	size_t i = 0;

	while (i < r->sums && r->sum[i].name != name)
		i++;
	if (i == r->sums) {
		r->sum = gb_array_grow(r->sum, r->sums, &r->room, sizeof *r->sum);
		r->sum[r->sums++] = (struct sum){ .name = name };
	}
	gb_text_add(point, sizeof point, "%s %s", record->variant, record->point);
	if (record->variant[0] == '\0' || strcmp(r->sum[i].last, point) == 0)
		return;
	gb_text_copy(r->sum[i].last, sizeof point, point);
	r->sum[i].points++;
	r->sum[i].of[record->status]++;
}

/* ---- selecting rows ---------------------------------------------------------------------------------------------- */

static bool is_value(const struct reading *r, size_t number, const char *list, const char *word, size_t length)
{
	const struct gb_axis *axis = NULL;
	char text[GB_NAME_MAX];

	if (r->bench != NULL)
		axis = &r->bench->axes[gb_axes_find(r->bench->axes, r->options->axes.text[number],
						    strcspn(r->options->axes.text[number], "="))];
	for (size_t i = 0; axis != NULL && i < r->value[number].count; i++) {
		gb_value_text(axis, r->value[number].value[i], text, sizeof text);
		if (strlen(text) == length && strncmp(text, word, length) == 0)
			return true;
	}
	for (const char *at = list; axis == NULL; at++) {
		const size_t item = strcspn(at, ",");
		if (item == length && strncmp(at, word, length) == 0)
			return true;
		at += item;
		if (*at == '\0')
			break;
	}
	return false;
}

static bool is_wanted(const struct reading *r, const char *point)
{
	for (size_t i = 0; i < r->options->axes.count; i++) {
		const char *text = r->options->axes.text[i];
		const size_t axis = strcspn(text, "=");
		size_t length;
		const char *word = gb_point_word(point, text, axis, &length);
		if (word == NULL || !is_value(r, i, text + axis + 1, word, length))
			return false;
	}
	return true;
}

static int take_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct reading *r = context;

	if (!gb_gpu_is_of(r->options->gpu, record))
		return GB_OK;
	count_row(r, record);
	if (r->benchmark == NULL || strcmp(record->benchmark, r->benchmark) != 0 || !is_wanted(r, record->point))
		return GB_OK;
	if (r->taken++ == 0 && r->csv != NULL && gb_csv_write_header(r->csv, error) != GB_OK)
		return GB_FAILED;
	if (r->csv != NULL)
		return gb_csv_write_rows(r->csv, record, 1, error);
	gb_points_add(&r->points, record);
	return GB_OK;
}

static int read_values(struct reading *r, struct gb_error *error)
{
	const struct gb_texts *axes = &r->options->axes;

	r->value = gb_heap_array(axes->count + 1, sizeof *r->value);
	for (size_t i = 0; r->bench != NULL && i < axes->count; i++) {
		const size_t length = strcspn(axes->text[i], "=");
		const int axis = gb_axes_find(r->bench->axes, axes->text[i], length);
		char there[256] = "";
		for (const struct gb_axis *a = r->bench->axes; a->name != NULL; a++)
			gb_text_add(there, sizeof there, "%s%s", there[0] ? ", " : "", a->name);
		if (axis < 0)
			return gb_error_set(error, "%s has no axis '%.*s'; there are %s", r->bench->name, (int)length,
					    axes->text[i], there);
		GB_TRY(gb_values_parse(&r->bench->axes[axis], axes->text[i] + length + 1, &r->value[i], error));
	}
	return GB_OK;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

static enum gb_table_style table_style(const struct options *options)
{
	return options->markdown ? GB_TABLE_MARKDOWN : GB_TABLE_TEXT;
}

static int compare_names(const void *left, const void *right)
{
	const struct sum *a = left, *b = right;

	return strcmp(a->name, b->name);
}

static void print_sums(const struct reading *r, const struct gb_plugins *plugins, FILE *out)
{
	static const char *const lesser[] = { "ok", NULL };
	struct gb_table table = { .lesser = lesser };
	size_t points = 0, doubtful = 0;

	qsort(r->sum, r->sums, sizeof *r->sum, compare_names);
	gb_table_columns(&table, "benchmark|>points|>ok");
	for (enum gb_row_status status = GB_ROW_SUSPECT; status <= GB_ROW_FAILED; status++) {
		char heading[32] = ">";
		gb_text_add(heading, sizeof heading, "%s", gb_row_status_word(status));
		gb_table_column(&table, heading);
	}
	gb_table_column(&table, "what");
	for (size_t i = 0; i < r->sums; i++) {
		const struct sum *sum = &r->sum[i];
		const struct gb_bench *bench = gb_plugins_find(plugins, sum->name);
		gb_table_add(&table, "%s", sum->name);
		gb_table_add(&table, "%zu", sum->points);
		for (enum gb_row_status status = GB_ROW_OK; status <= GB_ROW_FAILED; status++)
			gb_table_add(&table, sum->of[status] > 0 ? "%zu" : "-", sum->of[status]);
		gb_table_add(&table, "%s", bench != NULL ? bench->summary : "");
		gb_table_rank(&table, (double)(1000000 * sum->of[GB_ROW_FAILED] + sum->of[GB_ROW_SUSPECT]));
		points += sum->points;
		doubtful += sum->of[GB_ROW_FAILED] + sum->of[GB_ROW_SUSPECT];
	}
	table.others = 1;
	const bool is_screen = !r->options->markdown && gb_wrap_rows(out, 0) != SIZE_MAX;
	gb_table_print(&table, table_style(r->options), out);
	gb_table_free(&table);
	if (is_screen)
		gb_wrap_format(out, "%zu benchmarks, %zu points, %zu suspect or failed", r->sums, points, doubtful);
}

static int print_points(struct reading *r, FILE *out, struct gb_error *error)
{
	const struct gb_points_about about = gb_about(r->benchmark, r->bench);
	const struct gb_points_look look = { .relative_to = r->options->relative_to,
					     .most = gb_wrap_shows_rows() ? 0 : ROWS_MOST,
					     .style = table_style(r->options) };
	gb_points_settle(&r->points, &about);
	if (r->points.replaced > 0) {
		gb_complain_format(0, "%zu points were measured more than once: the last row of each is shown",
				   r->points.replaced);
	}
	return gb_points_print(&r->points, &about, &look, out, error);
}

static int refuse_benchmark(const struct reading *r, const char *file, struct gb_error *error)
{
	struct gb_suggestion meant = gb_suggest_for(r->benchmark);
	char said[GB_ERROR_TEXT] = "";

	for (size_t i = 0; i < r->sums; i++) {
		if (strcmp(r->sum[i].name, r->benchmark) == 0)
			return gb_error_set(error, "%s: no row of %s has these values", gb_text_input(file),
					    r->benchmark);
		gb_suggest_offer(&meant, r->sum[i].name);
	}
	gb_suggest_say(&meant, said, sizeof said);
	return gb_error_set(error, "%s: has no row of '%s'%s", file, r->benchmark,
			    said[0] ? said : "; gpubench show FILE lists the contents");
}

static int show_file(struct reading *r, const char *file, const struct gb_plugins *plugins, FILE *out,
		     struct gb_error *error)
{
	r->csv = r->options->csv ? out : NULL;
	GB_TRY(gb_store_scan_gpu(file, GB_STORE_NEWEST, r->options->gpu, take_row, complain_of_row, r, error));
	if (r->sums == 0)
		return gb_error_set(error, "%s: no row%s", gb_text_input(file),
				    r->options->gpu != NULL ? " of such a GPU" : "");
	if (r->benchmark == NULL) {
		print_sums(r, plugins, out);
		return GB_OK;
	}
	if (r->taken == 0)
		return refuse_benchmark(r, file, error);
	return r->csv != NULL ? GB_OK : print_points(r, out, error);
}

static int perform_show(const struct gb_line *line)
{
	const struct options *options = line->options;
	struct reading r = { .options = options, .benchmark = line->operands > 1 ? line->operand[1] : NULL };
	struct gb_plugins plugins = { 0 };
	struct gb_publish publish;
	struct gb_error error = { "" };
	int status = GB_EXIT_OK;

	gb_signals_end_unread();
	gb_commands_load(&plugins, &(const struct gb_texts){ .count = 0 });
	r.bench = r.benchmark != NULL ? gb_plugins_find(&plugins, r.benchmark) : NULL;
	if (read_values(&r, &error) != GB_OK)
		status = gb_complain(GB_EXIT_USAGE, error.text);
	else if (gb_publish_open(&publish, options->output, &error) != GB_OK ||
		 gb_publish_close(&publish, show_file(&r, line->operand[0], &plugins, publish.out, &error), &error) !=
			 GB_OK)
		status = gb_complain(GB_EXIT_FAILED, error.text);
	else if (r.wrong > 0)
		status = GB_EXIT_FAILED;
	for (size_t i = 0; i < options->axes.count; i++)
		gb_values_free(&r.value[i]);
	free(r.value);
	free(r.sum);
	gb_strings_free(&r.names);
	gb_points_free(&r.points);
	gb_plugins_free(&plugins);
	return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

#define TO(field, function) GB_OPTION_TO(struct options, field, function)

static const struct gb_option option_table[] = {
	{ .help = "Which" },
	{ "axis", "NAME=VALUES", "only points with these values, written as for a run; repeatable",
	  TO(axes, gb_option_texts), .letter = 'a' },
	GB_OPTION_GPU(struct options, gpu),
	GB_OPTION_FOREIGN,
	{ .help = "How to show it" },
	{ "relative-to", "NAME=VALUE",
	  "show ratios to the point with this value; several with commas (default: the first point of each curve)",
	  TO(relative_to, gb_option_text) },
	{ "csv", NULL, "print these rows of the file as CSV", TO(csv, gb_option_flag) },
	{ "markdown", NULL, "Markdown", TO(markdown, gb_option_flag) },
	GB_OPTION_OUTPUT(struct options, output),
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static int check_show(const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = line->options;
	const bool chosen = o->axes.count > 0 || o->relative_to != NULL || o->csv;

	if (line->operands == 0)
		return gb_error_set(error,
				    "no file: name a result file, or - for standard input; see gpubench show --help");
	if (line->operands > 2)
		return gb_error_set(error, "'%s': expected one file and one benchmark", line->operand[2]);
	if (chosen && line->operands < 2)
		return gb_error_set(error,
				    "-a, --relative-to and --csv need a benchmark: gpubench show FILE BENCHMARK");
	if (o->csv && (o->markdown || gb_wrap_shows_rows() || o->relative_to != NULL))
		return gb_error_set(
			error,
			"--csv prints the rows unchanged: --markdown, --rows and --relative-to cannot be combined "
			"with it");
	if (o->relative_to != NULL && strchr(o->relative_to, '=') == NULL)
		return gb_error_set(error, "--relative-to '%s': expected NAME=VALUE", o->relative_to);
	for (size_t i = 0; i < o->axes.count; i++)
		if (strchr(o->axes.text[i], '=') == NULL || o->axes.text[i][0] == '=')
			return gb_error_set(error, "-a '%s': expected NAME=VALUES", o->axes.text[i]);
	return GB_OK;
}

static const struct gb_example examples[] = {
	{ "gpubench show all.csv", "the benchmarks in it" },
	{ "gpubench show all.csv stride -a stride=1,32", "what a stride of 32 costs" },
	{ "gpubench show all.csv loaded", "the curves of a benchmark" },
	{ NULL, NULL },
};

const struct gb_command gb_command_show = {
	.word = "show",
	.operands = "FILE [BENCHMARK]",
	.summary = "the rows of a benchmark as a table",
	.intro = "gpubench show FILE [BENCHMARK]: the points of a benchmark in a result file (-: standard input) or a "
		 "store, with all its\n"
		 "metrics; curves if there are more points than a screen holds. Without BENCHMARK it lists the "
		 "benchmarks in FILE.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, GB_EXIT_HELP_FILES }, { 130, "interrupted" } },
	.outro = "Ratios compare values: where less is better, a ratio above 1 is worse.\n",
	.options_size = sizeof(struct options),
	.check = check_show,
	.perform = perform_show,
};
