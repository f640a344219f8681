/* command_compare.c: gpubench compare FILE...: GPUs against their peers, against a baseline, model against model. */
#include <stdio.h>

#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "show/compare_print.h"
#include "analysis/files.h"
#include "record/publish.h"

struct options {
	const char *baseline;                    /* NULL: none */
	const char *gpu;                         /* only these; NULL: all */
	double min_off, min_z, margin, max_drop; /* 0: not given */
	enum gb_format format;
	const char *output; /* NULL: standard output */
};

enum { DROPS_TOLD = 20 };

static size_t drops_told;

static void complain(const char *text)
{
	gb_complain(0, text);
}

static void tell_drop(const char *text)
{
	if (drops_told++ < DROPS_TOLD)
		gb_complain(0, text);
}

static int write_it(const struct options *options, const struct gb_comparison *comparison, struct gb_error *error)
{
	struct gb_publish publish;
	int status;

	if (gb_publish_open(&publish, options->output, error) != GB_OK)
		return GB_FAILED;
	switch (options->format) {
	case GB_FORMAT_CSV:
		status = gb_compare_write_csv(comparison, publish.out, error);
		break;
	case GB_FORMAT_JSON:
		status = gb_compare_write_json(comparison, publish.out, error);
		break;
	case GB_FORMAT_MARKDOWN:
		status = gb_compare_print(comparison, GB_TABLE_MARKDOWN, publish.out, error);
		break;
	default:
		status = gb_compare_print(comparison, GB_TABLE_TEXT, publish.out, error);
	}
	return gb_publish_close(&publish, status, error);
}

static double given(double option, double otherwise)
{
	return option > 0 ? option : otherwise;
}

/* Whether a floor was asked for and missed. */
static int check_drops(const struct options *options, const struct gb_comparison *comparison)
{
	char text[GB_ERROR_TEXT];

	if (options->max_drop == 0)
		return GB_EXIT_OK;
	drops_told = 0;
	const size_t drops = gb_compare_drops(comparison, options->max_drop, tell_drop);
	if (drops == 0)
		return GB_EXIT_OK;
	snprintf(text, sizeof text, "%zu roof%s beyond --max-drop%s", drops, drops == 1 ? " is" : "s are",
		 drops > DROPS_TOLD ? ", of which the first are named above" : "");
	return gb_complain(GB_EXIT_BELOW, text);
}

static int compare(const struct options *options, const struct gb_roofs *roofs, const struct gb_roofs *earlier)
{
	struct gb_comparison comparison = { .baseline_name = options->baseline,
					    .margin = given(options->margin, 0.01) };
	struct gb_baseline baseline = { 0 };
	struct gb_error error = { "" };
	int status = gb_fleet_of(&comparison.fleet, roofs, given(options->min_off, 0.025), given(options->min_z, 3.5),
				 &error);

	if (status == GB_OK && options->baseline != NULL) {
		status = gb_baseline_of(&baseline, earlier, &error);
		comparison.baseline = &baseline;
	}
	if (status == GB_OK)
		status = write_it(options, &comparison, &error);
	status = status == GB_OK ? check_drops(options, &comparison) : gb_complain(GB_EXIT_FAILED, error.text);
	gb_baseline_free(&baseline);
	gb_fleet_free(&comparison.fleet);
	return status;
}

static int perform(const struct gb_line *line)
{
	const struct options *options = line->options;
	struct gb_roofs roofs = { 0 }, earlier = { 0 };
	struct gb_error error = { "" };
	size_t wrong = gb_files_read(&roofs, line->operand, line->operands, complain);
	int status;

	if (options->baseline != NULL)
		wrong += gb_files_read(&earlier, &options->baseline, 1, complain);
	if (roofs.count == 0)
		status = gb_complain(GB_EXIT_FAILED, "no GPU in these files");
	else if (options->baseline != NULL && earlier.count == 0)
		status = gb_complain(GB_EXIT_FAILED, "no GPU in the baseline");
	else if (options->gpu != NULL && gb_roofs_select(&roofs, options->gpu, &error) != GB_OK)
		status = gb_complain(GB_EXIT_USAGE, error.text);
	else
		status = compare(options, &roofs, &earlier);
	gb_roofs_free(&roofs);
	gb_roofs_free(&earlier);
	return status == GB_EXIT_OK && wrong > 0 ? GB_EXIT_FAILED : status;
}

/* ---- the command ---------------------------------------------------------------------------------------------------- */

#define TO(field, function) GB_OPTION_TO(struct options, field, function)

static const struct gb_option option_table[] = {
	{ .help = "With what" },
	{ .name = "baseline",
	  .argument = "FILE",
	  .help = "with an earlier result of the same GPUs, or else of their model",
	  TO(baseline, gb_option_text),
	  .file = GB_FILE_READ },
	GB_OPTION_GPU(struct options, gpu),

	{ .help = "When it matters" },
	{ .name = "min-off",
	  .argument = "PART",
	  .help = "an outlier is at least this far from the median of its peers (2.5%)",
	  TO(min_off, gb_option_part) },
	{ .name = "min-z",
	  .argument = "NUMBER",
	  .help = "and as many robust standard deviations (3.5)",
	  TO(min_z, gb_option_number) },
	{ .name = "margin",
	  .argument = "PART",
	  .help = "a change from the baseline up to this is none (1%)",
	  TO(margin, gb_option_part) },
	{ .name = "max-drop",
	  .argument = "PART",
	  .help = "exit status 3 when any roof is further below its peers or the baseline",
	  TO(max_drop, gb_option_part) },

	GB_OPTIONS_SHOW(struct options, format, output),
	GB_OPTION_HELP,
	{ 0 },
};

static const struct gb_example examples[] = {
	{ "gpubench compare *.csv", "the GPUs of a fleet" },
	{ "gpubench compare new.csv --baseline old.csv --max-drop 5%", "fails when a roof has sunk" },
	{ NULL, NULL },
};

const struct gb_command gb_command_compare = {
	.word = "compare",
	.operands = "FILE...",
	.summary = "which GPU is slow, against its peers or a baseline",
	.intro =
		"gpubench compare FILE...: the GPUs in result files (-: standard input) against their peers, which are the GPUs of\n"
		"the same model, against an earlier result, and model against model.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, GB_EXIT_HELP_FILES }, { 3, "--max-drop is exceeded" }, { 130, "interrupted" } },
	.files = true,
	.options_size = sizeof(struct options),
	.perform = perform,
};
