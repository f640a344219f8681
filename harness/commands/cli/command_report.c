/* command_report.c: gpubench report FILE... -o report.html: one page with the contents of all files. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/files.h"
#include "judge/judge_outliers.h"
#include "base/cleanup.h"
#include "base/folders.h"
#include "base/heap.h"
#include "base/open_input.h"
#include "base/text.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/verdict.h"
#include "plot/curve.h"
#include "plot/kinds.h"
#include "record/publish.h"
#include "record/store.h"
#include "report/page.h"
#include "report/report.h"
#include "report/svg.h"

struct options {
	const char *files_from;
	const char *baseline; /* NULL: the references for these GPUs, if there are any */
	const char *gpu;
	const char *output; /* NULL: standard output */
};

struct collection {
	const char *gpu;
	struct gb_roofs roofs, then;
	struct gb_baseline baseline;
	struct gb_history history;
	bool of_store; /* the current file is a store: only the newest run of each GPU is kept, not the complete
	                * history */
	struct gb_report_rows rows;
	struct gb_plot_kinds kinds;
	struct gb_curve *curve;     /* of each kind; roofs have none */
	struct gb_picture *picture; /* of each kind that was drawn */
	size_t pictures, wrong;
};

static void complain_of_row(void *context, const char *text)
{
	struct collection *c = context;

	c->wrong++;
	gb_complain(0, text);
}

static int collect_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct collection *c = context;
	char key[GB_GPU_KEY];

	if (!gb_gpu_is_of(c->gpu, record))
		return GB_OK;
	gb_report_rows_add(&c->rows, record);
	gb_runs_add(&c->roofs.runs, gb_gpu_key(record, key), record);
	gb_roofs_add(&c->roofs, record);
	if (!c->of_store)
		GB_TRY(gb_history_add(&c->history, record, error));
	for (size_t i = 0; i < c->kinds.count && gb_report_rows_are_all(&c->rows); i++)
		if (c->curve[i].kind != NULL)
			gb_curve_add(&c->curve[i], record);
	return GB_OK;
}

/* A kind whose description is invalid is reported; only its picture is missing. */
static void find_kinds(struct collection *c)
{
	gb_plot_kinds_load(&c->kinds, getenv("GPUBENCH_PLUGIN_PATH"));
	c->curve = gb_heap_array(c->kinds.count, sizeof *c->curve);
	c->picture = gb_heap_array(c->kinds.count, sizeof *c->picture);
	for (size_t i = 0; c->kinds.refused[i] != NULL; i++)
		complain_of_row(c, c->kinds.refused[i]);
	for (size_t i = 0; i < c->kinds.count; i++) {
		const struct gb_plot_kind *kind = &c->kinds.kind[i];
		if (kind->wrong != NULL)
			complain_of_row(c, kind->wrong);
		else if (kind->write == NULL && kind->write_history == NULL && !kind->of_host)
			c->curve[i].kind = kind;
	}
}

/* A store yields its newest runs and, for the changes over time, all runs. */
static int read_file(struct collection *c, const char *path, struct gb_error *error)
{
	c->of_store = gb_store_is(path);
	c->roofs.runs.written = gb_files_written(path);
	if (!c->of_store)
		return gb_csv_read_lenient(path, collect_row, complain_of_row, c, error);
	GB_TRY(gb_store_scan(path, GB_STORE_NEWEST, collect_row, complain_of_row, c, error));
	return gb_history_read(&c->history, path, c->gpu, NULL, complain_of_row, c, error);
}

static int read_files(struct collection *c, const struct gb_line *line, struct gb_error *error)
{
	struct gb_error wrong = { "" };

	gb_report_rows_begin(&c->rows);
	find_kinds(c);
	c->roofs.apart = true;
	for (size_t i = 0; i < line->operands; i++, gb_error_clear(&wrong)) {
		c->roofs.runs.file = i;
		if (read_file(c, line->operand[i], &wrong) != GB_OK)
			complain_of_row(c, wrong.text);
	}
	c->wrong += gb_files_end(&c->roofs, line->operand, line->operands, gb_remark);
	gb_history_settle(&c->history);
	if (c->roofs.count == 0)
		return gb_error_set(error, "no GPU in these files");
	c->rows.views = gb_page_views(&c->kinds, c->curve);
	gb_report_rows_end(&c->rows);
	return GB_OK;
}

/* Unless it was requested, the reference may be missing. */
static int read_baseline(struct collection *c, const char *argument, struct gb_error *error)
{
	c->wrong += gb_baseline_read(&c->then, argument != NULL ? argument : GB_REFERENCE_WORD, &c->roofs, gb_remark);
	if (c->then.count == 0)
		return argument == NULL ? GB_OK : gb_error_set(error, "no GPU in the baseline");
	gb_baseline_of(&c->baseline, &c->then);
	if (gb_baseline_is_reference(argument))
		gb_baseline_tell(&c->baseline, &c->roofs, GB_REFERENCE_WORD, gb_remark);
	return GB_OK;
}

/* ---- pictures ---------------------------------------------------------------------------------------------------- */

/* Returns the contents of a file; NULL: it cannot be read. */
static char *read_text(const char *path)
{
	FILE *file = fopen(path, "r");
	struct gb_error ignored = { "" };
	char *text = NULL;
	size_t size;

	if (file != NULL) {
		gb_read_input(file, (size_t)1 << 30, &text, &size, &ignored);
		fclose(file);
	}
	return text;
}

static int write_data(const struct collection *c, size_t kind, struct gb_plot *plot)
{
	const struct gb_plot_choice choice = { .relative_to = NULL };
	struct gb_error nothing = { "" };

	if (c->curve[kind].kind != NULL)
		return gb_curve_write(&c->curve[kind], plot) > 0 ? GB_OK : GB_END;
	return c->kinds.kind[kind].write(plot, &c->roofs, &choice, &nothing) == GB_OK ? GB_OK : GB_END;
}

static int draw_kind(struct collection *c, const struct gb_line *line, size_t kind, struct gb_error *error)
{
	char svg[PATH_MAX];
	struct gb_plot plot;

	gb_folders_temporary("gpubench-XXXXXX.svg", svg, sizeof svg);
	const int svg_fd = mkstemps(svg, 4);
	int status = gb_plot_begin(&plot, error);

	if (svg_fd >= 0)
		gb_cleanup_note(svg);
	if (svg_fd < 0)
		status = gb_error_set(error, "%s: cannot be made: %s", svg, strerror(errno));
	gb_plot_name_files(&plot, line->operand, line->operands);
	if (status == GB_OK)
		status = write_data(c, kind, &plot);
	if (status == GB_OK)
		status = gb_plot_kind_draw(&c->kinds.kind[kind], &plot, NULL, svg, error);
	char *text = status == GB_OK ? read_text(svg) : NULL;
	char *packed = text != NULL ? gb_svg_packed(text) : NULL;
	if (packed != NULL)
		c->picture[c->pictures++] = (struct gb_picture){ c->kinds.kind[kind].help, packed };
	else if (status == GB_OK)
		status = gb_error_set(error, "%s: gnuplot's picture cannot be read", svg);
	free(text);
	if (svg_fd >= 0) {
		close(svg_fd);
		gb_cleanup_remove(svg);
	}
	gb_plot_end(&plot);
	return status;
}

/* Without gnuplot the report is still written, and a message reports what is missing. */
static void draw_all(struct collection *c, const struct gb_line *line)
{
	struct gb_error error = { "" };

	for (size_t i = 0; i < c->kinds.count; i++) {
		const struct gb_plot_kind *kind = &c->kinds.kind[i];
		const bool few = c->roofs.count <= GB_REPORT_FEW_GPUS; /* a fleet has too many curves for one picture */
		if (kind->wrong == NULL && !kind->of_host && kind->write_history == NULL &&
		    (few || kind->write != NULL) && c->roofs.count >= kind->gpus &&
		    draw_kind(c, line, i, &error) == GB_FAILED) {
			complain_of_row(c, error.text);
			return;
		}
	}
}

static int write_page(struct collection *c, const struct options *options, struct gb_error *error)
{
	struct gb_comparison comparison = { .roofs = &c->roofs,
					    .baseline = c->then.count > 0 ? &c->baseline : NULL,
					    .baseline_name = options->baseline,
					    .margin = GB_MARGIN };
	struct gb_publish publish;

	gb_fleet_of(&comparison.fleet, &c->roofs);
	gb_outliers_judge(&comparison.fleet, comparison.baseline, NULL, 0);
	gb_cohorts_find(&comparison.fleet, comparison.baseline, NULL);
	int status = gb_publish_open(&publish, options->output, error);
	if (status == GB_OK) {
		gb_report_write(&c->roofs, &comparison, &c->history, &c->rows, c->picture, c->pictures, publish.out);
		status = gb_publish_close(&publish, status, error);
	}
	gb_fleet_free(&comparison.fleet);
	return status;
}

static void tell_left_out(const struct gb_page_rows *rows, const char *path)
{
	if (rows->left_out == 0)
		return;
	gb_complain_format(0, "%zu of %zu rows are left out of %s, which contains the first %d", rows->left_out,
			   rows->count + rows->left_out, path != NULL ? path : "the page", GB_REPORT_ROWS_MAX);
}

static int perform_report(const struct gb_line *line)
{
	const struct options *options = line->options;
	struct collection c = { .gpu = options->gpu, .history.with_intervals = true, .history.with_slopes = true };
	struct gb_error error = { "" };
	int status = read_files(&c, line, &error);

	if (status == GB_OK)
		status = read_baseline(&c, options->baseline, &error);
	if (status == GB_OK) {
		draw_all(&c, line);
		status = write_page(&c, options, &error);
	}
	if (status == GB_OK)
		tell_left_out(gb_report_rows_of(&c.rows), options->output);
	for (size_t i = 0; i < c.pictures; i++)
		free(c.picture[i].packed);
	for (size_t i = 0; i < c.kinds.count && c.curve != NULL; i++)
		gb_curve_free(&c.curve[i]);
	free(c.curve);
	free(c.picture);
	gb_plot_kinds_free(&c.kinds);
	gb_report_rows_free(&c.rows);
	gb_history_free(&c.history);
	gb_baseline_free(&c.baseline);
	gb_roofs_free(&c.then);
	gb_roofs_free(&c.roofs);
	if (status != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (options->output != NULL)
		gb_tell_written(options->output);
	return c.wrong > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static void usual_baseline(char *text, size_t size)
{
	snprintf(text, size, "%s, if there is one for these GPUs", GB_REFERENCE_WORD);
}

static const struct gb_option option_table[] = {
	{ .help = "Which" },
	GB_OPTION_FILES_FROM(struct options, files_from),
	{ .help = "With what" },
	{ "baseline", "FILE",
	  "with an earlier result of the same GPUs, or else of their model and board; the word " GB_REFERENCE_WORD
	  ": with the references shipped with the program",
	  GB_OPTION_TO(struct options, baseline, gb_option_text), .usual = usual_baseline, .file = GB_FILE_READ },
	GB_OPTION_FOREIGN,
	{ .help = "Input and output" },
	GB_OPTION_GPU(struct options, gpu),
	{ "output", "FILE", "write the page into FILE instead of standard output",
	  GB_OPTION_TO(struct options, output, gb_option_text), .file = GB_FILE_RESULT, .letter = 'o' },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

/* A terminal cannot show a page. */
static int check_report(const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = line->options;

	if (o->output == NULL && isatty(STDOUT_FILENO) == 1)
		return gb_error_set(error, "the page would go to the terminal: name a file with -o report.html");
	return GB_OK;
}

static const struct gb_example examples[] = {
	{ "gpubench report *.csv -o report.html", "of every GPU there" },
	{ "gpubench report new.csv --baseline old.csv -o report.html", "and what dropped below an earlier result" },
	{ NULL, NULL },
};

const struct gb_command gb_command_report = {
	.word = "report",
	.operands = "FILE... -o X.html",
	.summary = "everything on one page",
	.intro = "gpubench report FILE... -o report.html: shows everything in result files (-: standard input) on "
		 "one page that needs no network: roofs, GPUs compared with a reference and their peers, pictures "
		 "(with gnuplot), every row.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, "a file or a part of it could not be read, or something could not be drawn" },
		  { 130, "interrupted" } },
	.outro = GB_HELP_NEWEST,
	.files = true,
	.options_size = sizeof(struct options),
	.check = check_report,
	.perform = perform_report,
};
