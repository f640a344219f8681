/* command_compare.c: gpubench compare FILE...: GPUs against their peers, against a baseline, model against model. */
#include <stdio.h>

#include "cli/commands.h"
#include "show/compare_print.h"
#include "analysis/files.h"
#include "record/publish.h"

enum { DROPS_TOLD = 20 };

static size_t drops_told;

static void tell(const char *text)
{
	gb_complain(0, text);
}

static void tell_drop(const char *text)
{
	if (drops_told++ < DROPS_TOLD)
		gb_complain(0, text);
}

static int write_it(const struct gb_options *options, const struct gb_comparison *comparison, struct gb_error *error)
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
static int check_drops(const struct gb_options *options, const struct gb_comparison *comparison)
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

static int compare(const struct gb_options *options, const struct gb_roofs *roofs, const struct gb_roofs *earlier)
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

int gb_command_compare(const struct gb_options *options)
{
	struct gb_roofs roofs = { 0 }, earlier = { 0 };
	struct gb_error error = { "" };
	size_t wrong = gb_files_read(&roofs, options->file, options->files, tell);
	int status;

	if (options->baseline != NULL)
		wrong += gb_files_read(&earlier, &options->baseline, 1, tell);
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
