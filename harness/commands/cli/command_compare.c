/* command_compare.c: gpubench compare FILE...: compares GPUs with their peers or a baseline, and models. */
#include <stdint.h>
#include <stdio.h>

#include "analysis/files.h"
#include "analysis/fleet_ratios.h"
#include "judge/judge_outliers.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "cli/verdict.h"
#include "record/publish.h"
#include "show/print.h"

struct options {
	const char *files_from;
	const char *baseline;
	const char *relative_to; /* a file or a model; NULL: the first file */
	const char *gpu;
	const char *nodes;                           /* node names; NULL: none */
	const char *group_by;                        /* a column; NULL: only the default columns */
	double min_off, margin, max_drop;            /* 0: not given */
	bool judge, cost;                            /* judge: the limits come from the scatter of each roof */
	struct gb_texts only, without, also, expect; /* of the gate */
	enum gb_format format;
	const char *output; /* NULL: standard output */
};

/* At most this many missing results and notes are reported one by one. */
enum { TOLD_MAX = 20 };

/* Lines of a screen that the gate's verdict needs below the comparison. */
enum { GATE_LINES = 5 };

static int write_comparison(const struct options *options, const struct gb_comparison *comparison,
			    struct gb_error *error)
{
	const enum gb_table_style style = gb_format_style(options->format);
	const bool csv = options->format == GB_FORMAT_CSV, json = options->format == GB_FORMAT_JSON;
	struct gb_publish publish;
	int status = GB_OK;

	GB_TRY(gb_publish_open(&publish, options->output, error));
	if (options->cost)
		status = csv || json ? gb_compare_write_job(comparison, csv, publish.out, error)
				     : gb_compare_print_job(comparison, style, publish.out, error);
	else if (csv)
		status = gb_compare_write_csv(comparison, publish.out, error);
	else if (json)
		status = gb_compare_write_json(comparison, publish.out, error);
	else
		gb_compare_print(comparison, style, publish.out);
	return gb_publish_close(&publish, status, error);
}

static double given_or(double option, double otherwise)
{
	return option > 0 ? option : otherwise;
}

/* NULL: GPUs are compared with their peers only. */
static const char *baseline_word(const struct gb_comparison *comparison)
{
	if (comparison->baseline == NULL)
		return NULL;
	return gb_baseline_is_reference(comparison->baseline_name) ? GB_REFERENCE_WORD : "baseline";
}

/* Returns true if a gate was requested, and its findings. */
static int judge_gate(const struct options *options, const struct gb_comparison *comparison)
{
	const struct gb_judge_set set = gb_verdict_set(&options->only, &options->without, &options->also);
	const struct gb_verdict_options wanted = { .set = &set,
						   .max_drop = options->max_drop,
						   .against = baseline_word(comparison),
						   .expect = options->expect.text,
						   .expects = options->expect.count };
	char line[GB_ERROR_TEXT], text[GB_ERROR_TEXT + 32];
	struct gb_verdict verdict;

	if (options->max_drop == 0 && !options->judge)
		return GB_EXIT_OK;
	gb_verdict_of(&verdict, comparison, &wanted);
	gb_verdict_line(&verdict, baseline_word(comparison), line, sizeof line);
	if (options->max_drop > 0)
		snprintf(text, sizeof text, "--max-drop %.4g%%: %s", 100 * options->max_drop, line);
	else
		snprintf(text, sizeof text, "--judge: %s", line);
	const bool is_screen = gb_wrap_rows(stderr, 0) != SIZE_MAX;
	if (!is_screen)
		gb_complain_marked(0, text, gb_verdict_mark(&verdict));
	gb_verdict_tell(&verdict, baseline_word(comparison));
	if (is_screen)
		gb_complain_marked(0, text, gb_verdict_mark(&verdict));
	const int status = gb_verdict_status(&verdict);
	gb_verdict_free(&verdict);
	return status;
}

static void tell_boards(const struct gb_comparison *comparison)
{
	char text[256];

	gb_mixture_boards(&comparison->fleet, comparison->baseline != NULL ? &comparison->baseline->fleet : NULL, text,
			  sizeof text);
	if (text[0] != '\0')
		gb_remark(text);
}

/* A baseline applies only to its own model. */
static void tell_other_model(const struct gb_comparison *c, const struct options *options)
{
	char text[2 * GB_FLEET_TITLE] = "";

	for (size_t m = 0; m < c->fleet.models; m++)
		if (gb_baseline_model(c->baseline, c->fleet.model[m].name, "") != NULL)
			return;
	gb_text_add(text, sizeof text,
		    "the baseline has no %s: gpubench compare FILE... --relative-to %s compares models side by side",
		    c->fleet.model[0].name, options->baseline);
	gb_remark(text);
}

static int compare_roofs(const struct options *options, const char *first, const struct gb_roofs *roofs,
			 const struct gb_roofs *earlier, const struct gb_inputs *nodes)
{
	struct gb_comparison comparison = { .roofs = roofs,
					    .chosen = options->gpu,
					    .baseline_name = options->baseline,
					    .margin = given_or(options->margin, GB_MARGIN),
					    .node = (const char *const *)nodes->file,
					    .nodes = nodes->count };
	struct gb_baseline baseline = { 0 };
	struct gb_error error = { "" };
	const struct gb_judge_set set = gb_verdict_set(&options->only, &options->without, &options->also);

	gb_fleet_of(&comparison.fleet, roofs);
	if (options->baseline != NULL && earlier->count > 0) {
		gb_baseline_of(&baseline, earlier);
		comparison.baseline = &baseline;
	}
	gb_outliers_judge(&comparison.fleet, comparison.baseline, &set, given_or(options->max_drop, options->min_off));
	gb_cohorts_find(&comparison.fleet, comparison.baseline, &set);
	int status = gb_ratios_base(&comparison.fleet, options->relative_to, first, &comparison.base, &error);
	if (status == GB_OK)
		tell_boards(&comparison);
	const bool gated = options->max_drop > 0 || options->judge; /* the gate reports it */
	if (status == GB_OK && options->baseline != NULL && !gated && !gb_baseline_is_reference(options->baseline))
		tell_other_model(&comparison, options);
	if (status == GB_OK && options->baseline != NULL && comparison.baseline == NULL)
		gb_remark("there is no reference for these GPUs: each is compared with its peers");
	else if (status == GB_OK && gb_baseline_is_reference(options->baseline))
		gb_baseline_tell(&baseline, roofs, GB_REFERENCE_WORD, gb_remark);
	if (gated)
		gb_wrap_count_lines(GATE_LINES);
	if (status == GB_OK)
		status = write_comparison(options, &comparison, &error);
	status = status == GB_OK ? judge_gate(options, &comparison) : gb_complain(GB_EXIT_FAILED, error.text);
	gb_baseline_free(&baseline);
	gb_fleet_free(&comparison.fleet);
	return status;
}

static int complain_of_nothing(const struct gb_roofs *roofs)
{
	for (size_t i = 0; i < roofs->empties && i < TOLD_MAX; i++) {
		struct gb_error error = { "" };
		gb_error_write(&error, "%s: no row could be read", gb_text_input(roofs->empty[i]));
		gb_remark(error.text);
	}
	return gb_complain(GB_EXIT_FAILED, "no GPU in these files");
}

/* A column without values is probably a mistake. */
static bool has_groups(const struct options *options, const struct gb_roofs *roofs)
{
	bool has = options->group_by == NULL;

	for (size_t i = 0; i < roofs->count && !has; i++)
		has = roofs->gpu[i].grouped[0] != '\0';
	return has;
}

static int perform_compare(const struct gb_line *line)
{
	const struct options *options = line->options;
	struct gb_roofs roofs = { .current = true }, earlier = { .current = true };
	struct gb_error error = { "" };
	char mixture[512];

	struct gb_inputs nodes;

	if (!gb_verdict_options_fit(&options->only, &options->also, &options->expect) ||
	    !gb_verdict_read_nodes(options->nodes, &nodes))
		return GB_EXIT_USAGE;
	if (options->group_by != NULL)
		gb_column_group_by(options->group_by);
	size_t wrong = gb_files_read(&roofs, line->operand, line->operands, gb_remark);
	int status;

	gb_signals_end_unread();
	if (options->baseline != NULL)
		wrong += gb_baseline_read(&earlier, options->baseline, &roofs, gb_remark);
	gb_mixture(&roofs.runs, gb_baseline_is_reference(options->baseline) ? NULL : &earlier.runs, true, mixture,
		   sizeof mixture);
	if (mixture[0] != '\0')
		gb_remark(mixture);
	if (roofs.count == 0)
		status = complain_of_nothing(&roofs);
	else if (!has_groups(options, &roofs))
		status = gb_complain(GB_EXIT_USAGE, "--group-by: no row has a value in this column");
	else if (options->baseline != NULL && earlier.count == 0 && !gb_baseline_is_reference(options->baseline))
		status = gb_complain(GB_EXIT_FAILED, "no GPU in the baseline");
	else if (options->gpu != NULL && gb_roofs_select(&roofs, options->gpu, &error) != GB_OK)
		status = gb_complain(GB_EXIT_USAGE, error.text);
	else
		status = compare_roofs(options, line->operand[0], &roofs, &earlier, &nodes);
	gb_inputs_free(&nodes);
	gb_roofs_free(&roofs);
	gb_roofs_free(&earlier);
	return status == GB_EXIT_OK && wrong > 0 ? GB_EXIT_FAILED : status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

#define TO(field, function) GB_OPTION_TO(struct options, field, function)

static void usual_min_off(char *text, size_t size)
{
	snprintf(text, size, "--max-drop, or at least %g%%, depending on the scatter of the roof",
		 100 * GB_MIN_OFF_LEAST);
}

static void usual_margin(char *text, size_t size)
{
	snprintf(text, size, "%g%%", 100 * GB_MARGIN);
}

static const struct gb_option option_table[] = {
	{ .help = "Which" },
	GB_OPTION_FILES_FROM(struct options, files_from),
	{ .help = "With what" },
	{ "baseline", "FILE",
	  "with an earlier result of the same GPUs, or else of their model and board; the word " GB_REFERENCE_WORD
	  ": with the references shipped with the program",
	  TO(baseline, gb_option_text), .file = GB_FILE_READ },
	GB_OPTION_RELATIVE_TO(struct options, relative_to),
	GB_OPTION_FOREIGN,
	GB_OPTION_GPU(struct options, gpu),
	GB_OPTION_NODES(struct options, nodes),
	{ "group-by", "COLUMN",
	  "also find groups of GPUs that deviate by this column, such as one that you added to the files",
	  TO(group_by, gb_option_text) },
	{ "cost", NULL,
	  "show what the slowest GPU costs a synchronous job, by the roof that limits it, and which nodes to "
	  "leave out or to pair",
	  TO(cost, gb_option_flag) },

	{ .help = "Thresholds" },
	{ "min-off", "PART", "difference from its peers at which a GPU is an outlier", TO(min_off, gb_option_part),
	  .usual = usual_min_off },
	{ "margin", "PART", "ignore changes from the baseline up to this size", TO(margin, gb_option_part),
	  .usual = usual_margin },
	{ "judge", NULL,
	  "judge roofs as check does: exit status 3 if one is slower than the scatter of healthy cards explains, "
	  "2 if one has no verdict",
	  TO(judge, gb_option_flag) },
	{ "max-drop", "PART", "like --judge, with this drop as the threshold", TO(max_drop, gb_option_part) },
	GB_OPTIONS_GATE(struct options, only, without, also, expect),

	GB_OPTIONS_SHOW(struct options, format, output),
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static const struct gb_example examples[] = {
	{ "gpubench compare *.csv", "the GPUs of a fleet" },
	{ "gpubench compare new.csv --baseline old.csv --max-drop 5%", "fail if a roof has dropped" },
	{ "gpubench compare v100.csv h200.csv", "one model against another" },
	{ NULL, NULL },
};

const struct gb_command gb_command_compare = {
	.word = "compare",
	.operands = "FILE...",
	.summary = "find slow GPUs, against their peers or a baseline",
	.intro = "gpubench compare FILE...: compares the GPUs in result files (-: standard input) with their "
		 "peers, which are GPUs of the same model and board, or with an earlier result, and models with "
		 "each other.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, GB_EXIT_HELP_FILES "; with --judge or --max-drop also: a roof has no verdict" },
		  { 3, "with --judge or --max-drop: a roof is slow, or a GPU was throttled" },
		  { 130, "interrupted" } },
	.outro = GB_HELP_NEWEST,
	.files = true,
	.options_size = sizeof(struct options),
	.perform = perform_compare,
};
