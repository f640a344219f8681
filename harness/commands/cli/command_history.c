/* command_history.c: gpubench history FILE...: the roofs of the same GPUs over time. */
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "past/history.h"
#include "record/publish.h"
#include "show/print.h"

struct options {
	const char *files_from;
	const char *gpu, *roof;
	const char *since; /* a day; NULL: all */
	bool all;
	enum gb_format format;
	const char *output; /* NULL: standard output */
};

struct reading {
	const struct options *options;
	struct gb_history history;
	size_t wrong;
};

static void complain_of_row(void *context, const char *text)
{
	struct reading *reading = context;

	reading->wrong++;
	gb_complain(0, text);
}

static int write_history(const struct options *options, const struct gb_history *history, struct gb_error *error)
{
	struct gb_publish publish;
	int status = GB_OK;

	GB_TRY(gb_publish_open(&publish, options->output, error));
	if (options->format == GB_FORMAT_CSV)
		status = gb_history_write_csv(history, publish.out, error);
	else if (options->format == GB_FORMAT_JSON)
		status = gb_history_write_json(history, publish.out, error);
	else
		gb_history_print(history, options->all, gb_format_style(options->format), publish.out);
	return gb_publish_close(&publish, status, error);
}

static int complain_of_nothing(const struct options *options)
{
	char text[GB_ERROR_TEXT] = "no roof";

	if (options->roof != NULL)
		gb_text_add(text, sizeof text, " '%s'", options->roof);
	if (options->gpu != NULL)
		gb_text_add(text, sizeof text, " of a GPU that matches '%s'", options->gpu);
	if (options->since != NULL)
		gb_text_add(text, sizeof text, " since %s", options->since);
	gb_text_add(text, sizeof text, " in these files");
	return gb_complain(GB_EXIT_FAILED, text);
}

static int perform_history(const struct gb_line *line)
{
	const struct options *options = line->options;
	struct reading reading = {
		.options = options,
		.history.with_intervals = options->format == GB_FORMAT_CSV,
		.history.with_slopes = options->format == GB_FORMAT_JSON || options->all,
	};
	struct gb_error error = { "" };
	int status = GB_EXIT_OK;

	if (options->since != NULL) {
		char text[GB_CLOCK_UTC] = "";
		gb_text_add(text, sizeof text, "%.10s%s", options->since, "T00:00:00.000Z");
		reading.history.since = gb_clock_read(text);
		if (strlen(options->since) != 10 || isnan(reading.history.since))
			return gb_complain(GB_EXIT_USAGE, "--since needs a day such as 2026-01-31");
	}
	gb_signals_end_unread();
	for (size_t i = 0; i < line->operands; i++) {
		gb_error_clear(&error);
		if (gb_history_read(&reading.history, line->operand[i], options->gpu, options->roof, complain_of_row,
				    &reading, &error) != GB_OK)
			complain_of_row(&reading, error.text);
	}
	gb_error_clear(&error);
	gb_history_settle(&reading.history);
	if (reading.history.count == 0)
		status = complain_of_nothing(options);
	else if (write_history(reading.options, &reading.history, &error) != GB_OK)
		status = gb_complain(GB_EXIT_FAILED, error.text);
	else if (reading.wrong > 0)
		status = GB_EXIT_FAILED;
	gb_history_free(&reading.history);
	return status;
}

#define TO(field, function) GB_OPTION_TO(struct options, field, function)

static const struct gb_option option_table[] = {
	{ .help = "Which" },
	GB_OPTION_FILES_FROM(struct options, files_from),
	GB_OPTION_GPU(struct options, gpu),
	{ "roof", "NAME", "only this roof", TO(roof, gb_option_text) },
	{ "since", "DAY", "only runs since this day, such as 2026-01-31", TO(since, gb_option_text) },
	{ "every-roof", NULL, "also show roofs that did not change", TO(all, gb_option_flag) },
	GB_OPTIONS_SHOW(struct options, format, output),
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static const struct gb_example examples[] = {
	{ "gpubench history results.db", "changes in a fleet, with dates" },
	{ "gpubench history 2026-*.csv --gpu GPU-5e2 --every-roof", "one GPU" },
	{ NULL, NULL },
};

const struct gb_command gb_command_history = {
	.word = "history",
	.operands = "FILE...",
	.summary = "GPUs over time: steps and drifts",
	.intro = "gpubench history FILE...: shows how the roofs of each GPU changed over the runs in result files "
		 "(-: standard input) and stores.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, GB_EXIT_HELP_FILES }, { 130, "interrupted" } },
	.outro = "Changes common to many GPUs of one model and board come first, even if none of these GPUs would "
		 "be reported on its own. \"Many\" means at least five that share a change of driver, a host, a prefix "
		 "of the host name, or a day. At least half of these GPUs must have changed by more than healthy cards "
		 "do. Each GPU that changed on its own then has a line.\n"
		 "A step is reported if fewer than 1 in 100 random orders of the same values have a step as large, "
		 "and if it exceeds the run-to-run scatter of healthy cards. If a straight line fits better than "
		 "steps, the change is a drift.\n",
	.files = true,
	.options_size = sizeof(struct options),
	.perform = perform_history,
};
