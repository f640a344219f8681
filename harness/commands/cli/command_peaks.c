/* command_peaks.c: gpubench peaks: prints the remembered peaks of this machine's cards for other programs. */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "analysis/files.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "options/inputs.h"
#include "record/csv.h"
#include "record/peak_cache.h"
#include "show/print.h"

struct options {
	bool update, folder;
	const char *gpu;
};

/* ---- input ------------------------------------------------------------------------------------------------------- */

struct update {
	struct gb_peak_cache peaks;
	const char *gpu;
	size_t wrong;
};

static void complain_of_row(void *context, const char *text)
{
	struct update *update = context;

	update->wrong++;
	gb_remark(text);
}

static int add_peak(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct update *update = context;

	if (gb_gpu_is_of(update->gpu, record))
		gb_peak_cache_add(&update->peaks, record);
	return GB_OK;
}

static int write_update(struct update *update, struct gb_error *error)
{
	char text[GB_ERROR_TEXT] = "";
	size_t files = 0;

	if (update->peaks.nameless > 0) {
		gb_text_add(text, sizeof text, "%zu rows do not state the board, driver or power limit of their card",
			    update->peaks.nameless);
		complain_of_row(update, text);
	}
	if (update->peaks.count == 0)
		return gb_error_set(error, "no measured roof of a GPU in these files");
	GB_TRY(gb_peak_cache_write(&update->peaks, &files, error));
	gb_text_write(text, sizeof text, "remembered in %zu file%s", files, files == 1 ? "" : "s");
	gb_remark(text);
	return GB_OK;
}

static int update_from(const struct options *options, const char *const *file, size_t count)
{
	struct update update = { .gpu = options->gpu };
	struct gb_error error = { "" };
	int status = GB_OK;

	for (size_t i = 0; i < count && status == GB_OK; i++)
		status = gb_csv_read_lenient(file[i], add_peak, complain_of_row, &update, &error);
	if (status == GB_OK)
		status = write_update(&update, &error);
	gb_peak_cache_free(&update.peaks);
	if (status != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	return update.wrong > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}

/* ---- output ------------------------------------------------------------------------------------------------------ */

static bool is_wanted(const struct gb_roofs *roofs, const char *gpu)
{
	const struct gb_gpu_roofs *g = roofs->gpu;

	return roofs->count == 1 && (gpu == NULL || gb_gpu_is(gpu, g->uuid, g->host, g->pci, g->name, g->board));
}

static void print_summary(const struct gb_gpu_roofs *gpu, const char *file)
{
	const char *name = strrchr(file, '/');
	struct gb_wrap line = { .out = stdout, .columns = (size_t)gb_wrap_columns(stdout), .indent = GB_WRAP_INDENT };
	const double days = floor((difftime(time(NULL), 0) - gpu->newest) / 86400);
	char text[GB_ERROR_TEXT] = "";

	gb_text_add(text, sizeof text, "%s, driver %s, %.0f W", gpu->name, gpu->driver, gpu->power_limit_w);
	gb_wrap_phrase(&line, text);
	gb_text_write(text, sizeof text, "%zu roofs%s%s", gpu->roofs, gpu->mode[0] ? ", " : "", gpu->mode);
	gb_wrap_phrase(&line, text);
	text[0] = '\0';
	if (days >= 1)
		gb_text_add(text, sizeof text, "%.0f day%s old", days, days > 1 ? "s" : "");
	gb_wrap_phrase(&line, days >= 1 ? text : days < 1 ? "less than a day old" : "age not known");
	/* The file's name begins with the card's identity. */
	gb_wrap_phrase(&line, line.columns > 0 || name == NULL ? gpu->uuid : name + 1);
	gb_wrap_end(&line);
}

/* Prints each file separately: two states of a card are two files, and their roofs are never merged. With `gpu`, all
 * its roofs are printed; otherwise one line for each file. Returns the number of files selected. */
static size_t print_files(const struct gb_inputs *inputs, const char *gpu, size_t *wrong)
{
	size_t printed = 0;

	for (size_t i = 0; i < inputs->count; i++) {
		const char *const file = inputs->file[i];
		struct gb_roofs roofs = { 0 };
		*wrong += gb_files_read(&roofs, &file, 1, gb_remark);
		if (is_wanted(&roofs, gpu)) {
			if (gpu != NULL && printed > 0)
				puts("");
			if (gpu != NULL)
				gb_roofs_print_all(&roofs, GB_TABLE_TEXT, stdout);
			else
				print_summary(roofs.gpu, file);
			printed++;
		}
		gb_roofs_free(&roofs);
	}
	return printed;
}

static int print_remembered(const struct options *options)
{
	struct gb_inputs inputs = { .only_csv = true };
	char folder[GB_PEAK_CACHE_PATH];
	struct gb_error error = { "" };
	size_t wrong = 0, printed = 0;

	if (gb_peak_cache_folder(folder, &error) != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (options->folder) {
		puts(folder);
		return gb_flushed(GB_EXIT_OK);
	}
	gb_wrap_limit(0);
	if (access(folder, F_OK) == 0 && gb_inputs_add(&inputs, folder, &error) == GB_OK)
		printed = print_files(&inputs, options->gpu, &wrong);
	if (printed > 0 && options->gpu == NULL) {
		gb_wrap_format(stdout, "These files are in %s", folder);
		gb_wrap_line(stdout, "gpubench peaks --gpu UUID shows the roofs of a card; programs read them with "
				     "gpubench.peaks() in Python or with gpubench_peaks.h.");
	}
	const size_t files = inputs.count;
	gb_inputs_free(&inputs);
	if (files == 0)
		return gb_complain(GB_EXIT_FAILED,
				   "no peaks are remembered: `gpubench --all --remember` measures and remembers them");
	if (printed == 0 && wrong == 0)
		return gb_complain(GB_EXIT_FAILED, "no peaks are remembered for that GPU");
	return gb_flushed(wrong > 0 ? GB_EXIT_FAILED : GB_EXIT_OK);
}

static int perform_peaks(const struct gb_line *line)
{
	const struct options *options = line->options;

	gb_signals_end_unread();
	return options->update ? update_from(options, line->operand, line->operands) : print_remembered(options);
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

#define FLAG(field) GB_OPTION_TO(struct options, field, gb_option_flag)

static const struct gb_option option_table[] = {
	{ .help = "Which" },
	GB_OPTION_GPU(struct options, gpu),
	{ .help = "Actions" },
	{ "update", NULL, "remember the peaks in result files", FLAG(update) },
	{ "folder", NULL, "print the folder where peaks are remembered", FLAG(folder) },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static int check_peaks(const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = line->options;

	if (o->update && o->folder)
		return gb_error_set(error, "--update cannot be combined with --folder");
	if (o->update != (line->operands > 0))
		return gb_error_set(error, o->update ? "--update: name result files (-: standard input)"
						     : "files need --update");
	return GB_OK;
}

static const struct gb_example examples[] = {
	{ "gpubench --all --remember -o gpu.csv", "measure, and remember the peaks" },
	{ "gpubench peaks --update gpu.csv", "remember the peaks of an earlier run" },
	{ "gpubench peaks --gpu H200", "the remembered roofs of a model" },
	{ NULL, NULL },
};

const struct gb_command gb_command_peaks = {
	.word = "peaks",
	.operands = "[FILE...]",
	.summary = "remembered peaks for programs that request them",
	.intro = "gpubench peaks: names the GPUs whose peaks are remembered; with --gpu, prints their roofs.\n"
		 "Programs read them through the Python package or gpubench_peaks.h; nothing is measured.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, GB_EXIT_HELP_FILES ", or nothing is remembered" }, { 130, "interrupted" } },
	.outro = "Each card has one file per driver, board and power limit. A quick run never replaces the\n"
		 "results of a full one.\n",
	.options_size = sizeof(struct options),
	.check = check_peaks,
	.perform = perform_peaks,
};
