/* command_roofs.c: gpubench roofs FILE...: tables, data and exports of the roofs in files. */
#include <stdio.h>
#include <string.h>

#include "analysis/files.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "cli/signals.h"
#include "export/export.h"
#include "export/template.h"
#include "record/publish.h"
#include "show/print.h"

struct options {
	const char *files_from;
	const char *gpu;
	enum gb_format format;
	const char *output; /* NULL: standard output */
	const char *export_to, *baseline, *rules;
	const char *template; /* a name or a file; NULL: none */
	struct gb_texts with;
};

static int write_table(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	gb_roofs_print_all(roofs, GB_TABLE_TEXT, out);
	return GB_OK;
}

static int write_markdown(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	gb_roofs_print_all(roofs, GB_TABLE_MARKDOWN, out);
	return GB_OK;
}

typedef int write_fn(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

static write_fn *find_writer(const struct options *options)
{
	if (options->export_to != NULL)
		return gb_export_find(options->export_to)->write;
	return options->format == GB_FORMAT_CSV        ? gb_roofs_write_csv
	       : options->format == GB_FORMAT_JSON     ? gb_roofs_write_json
	       : options->format == GB_FORMAT_MARKDOWN ? write_markdown
						       : write_table;
}

static int write_to(const char *path, write_fn *writer, const struct gb_roofs *roofs, struct gb_error *error)
{
	struct gb_publish publish;

	GB_TRY(gb_publish_open(&publish, path, error));
	return gb_publish_close(&publish, writer(roofs, publish.out, error), error);
}

static bool is_export(const struct options *options, const char *name)
{
	return options->export_to != NULL && strcmp(options->export_to, name) == 0;
}

static int write_template(const struct options *options, const struct gb_template *template,
			  const struct gb_roofs *roofs, struct gb_error *error)
{
	const size_t suspect = gb_template_points_suspect(&template->points);
	struct gb_publish publish;
	char text[GB_ERROR_TEXT];

	GB_TRY(gb_publish_open(&publish, options->output, error));
	const int status =
		gb_template_fill(template, options->with.text, options->with.count, roofs, publish.out, error);
	if (status == GB_OK && suspect > 0) {
		snprintf(text, sizeof text, "--template %.200s: %zu of its %zu points %s suspect", options->template,
			 suspect, template->points.points, suspect == 1 ? "is" : "are");
		gb_remark(text);
	}
	return gb_publish_close(&publish, status, error);
}

static int write_all(const struct options *options, const struct gb_template *template, const struct gb_roofs *roofs,
		     struct gb_error *error)
{
	if (options->template != NULL)
		return write_template(options, template, roofs, error);
	int status = write_to(options->output, find_writer(options), roofs, error);

	if (status == GB_OK && options->baseline != NULL)
		status = write_to(options->baseline, gb_export_superbench_baseline, roofs, error);
	if (status == GB_OK && options->rules != NULL)
		status = write_to(options->rules,
				  is_export(options, "superbench") ? gb_export_superbench_rules
								   : gb_export_prometheus_rules,
				  roofs, error);
	return status;
}

/* Files for other tools contain only numbers, so doubts about them are reported here. */
static void complain_of_suspects(const struct gb_gpu_roofs *gpu)
{
	const struct gb_roof *roof;
	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;) {
		if (roof->row->status == GB_ROW_OK)
			continue;
		gb_remark_format("%s on %s: %s is %s: %s", gpu->key, gpu->host, roof->row->name,
				 gb_row_status_word(roof->row->status), roof->row->reason);
	}
}

static int take_point(void *context, const struct gb_record *record, struct gb_error *error)
{
	gb_template_points_take(context, record);
	return GB_OK;
}

static int write_roofs(const struct gb_line *line, struct gb_template *template)
{
	const struct options *options = line->options;
	struct gb_roofs roofs = { 0 };
	struct gb_error error = { "" };
	const bool has_points = template->points.points > 0;
	const size_t wrong = gb_files_read_rows(&roofs, line->operand, line->operands, gb_remark,
						has_points ? take_point : NULL, &template->points);
	int status = GB_EXIT_OK;

	gb_signals_end_unread();
	if (roofs.count == 0)
		status = gb_complain(GB_EXIT_FAILED, "no GPU in these files");
	else if (options->gpu != NULL && gb_roofs_select(&roofs, options->gpu, &error) != GB_OK)
		status = gb_complain(GB_EXIT_USAGE, error.text);
	else if (write_all(options, template, &roofs, &error) != GB_OK)
		status = gb_complain(GB_EXIT_FAILED, error.text);
	else if (wrong > 0)
		status = GB_EXIT_FAILED;
	const bool exports = options->export_to != NULL || options->template != NULL;
	for (size_t i = 0; exports && i < roofs.count; i++)
		complain_of_suspects(&roofs.gpu[i]);
	gb_roofs_free(&roofs);
	return status;
}

static int perform_roofs(const struct gb_line *line)
{
	const struct options *options = line->options;
	struct gb_template template = { 0 };
	struct gb_error error = { "" };
	int status = GB_EXIT_FAILED;

	if (options->template != NULL && gb_template_open(&template, options->template, &error) != GB_OK)
		gb_complain(GB_EXIT_FAILED, error.text);
	else
		status = write_roofs(line, &template);
	gb_template_close(&template);
	return status;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

static void name_exports(const struct gb_plugins *plugins, gb_name_fn *each, void *context)
{
	for (const struct gb_export *e = gb_exports; e->name != NULL; e++)
		each(context, e->name, e->help);
}

#define TO(field) GB_OPTION_TO(struct options, field, gb_option_text)

static const struct gb_option option_table[] = {
	{ .help = "Which" },
	GB_OPTION_FILES_FROM(struct options, files_from),
	GB_OPTION_GPU(struct options, gpu),
	GB_OPTIONS_SHOW(struct options, format, output),
	{ "export", "TOOL", "as TOOL reads it:", TO(export_to), .names = name_exports },
	{ "template", "FILE",
	  "fill in the text FILE, or calculon, genz, infersim, llm-viewer, torchao or xla, which come with the program",
	  TO(template) },
	{ "with", "NAME=NUMBER", "with --template: set a value that is not a roof; repeatable",
	  GB_OPTION_TO(struct options, with, gb_option_texts) },
	{ "baseline", "FILE", "with --export superbench: also write its baseline, the median of every roof, into FILE",
	  TO(baseline), .file = GB_FILE_WRITTEN },
	{ "rules", "FILE", "with --export superbench or prometheus: also write rules for it into FILE", TO(rules),
	  .file = GB_FILE_WRITTEN },
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static int check_roofs(const struct gb_line *line, struct gb_error *error)
{
	const struct options *o = line->options;
	const bool superbench = is_export(o, "superbench");

	if (o->template != NULL && (o->export_to != NULL || o->format != GB_FORMAT_TABLE))
		return gb_error_set(error, "--template cannot be combined with --export, --csv, --json or --markdown");
	if (o->template == NULL && o->with.count > 0)
		return gb_error_set(error, "--with needs --template");
	if (o->export_to != NULL && o->format != GB_FORMAT_TABLE)
		return gb_error_set(error, "--export cannot be combined with --csv, --json or --markdown");
	if (o->export_to != NULL && gb_export_find(o->export_to) == NULL)
		return gb_export_unknown(o->export_to, error);
	if (!superbench && o->baseline != NULL)
		return gb_error_set(error, "--baseline needs --export superbench");
	if (!superbench && !is_export(o, "prometheus") && o->rules != NULL)
		return gb_error_set(error, "--rules needs --export superbench or --export prometheus");
	return GB_OK;
}

static const struct gb_example examples[] = {
	{ "gpubench roofs gpu.csv", "roofs, their limits, and ridge points" },
	{ "gpubench roofs gpu.csv --export ncu -o roofs.section", "for Nsight Compute" },
	{ "gpubench roofs gpu.csv --template llm-viewer", "for a tool with a template" },
	{ NULL, NULL },
};

const struct gb_command gb_command_roofs = {
	.word = "roofs",
	.operands = "FILE...",
	.summary = "roofs and ridge points from results, also for other tools",
	.intro = "gpubench roofs FILE...: prints the measured roofs of each GPU in result files (-: standard "
		 "input), and the ridge points where arithmetic meets memory.\n",
	.option = option_table,
	.example = examples,
	.exit = { { 2, GB_EXIT_HELP_FILES }, { 130, "interrupted" } },
	.outro = GB_HELP_NEWEST
	"The best row of a GPU counts for each roof. A suspect row counts only if it is certainly better than all "
	"rows that are ok.\n",
	.files = true,
	.options_size = sizeof(struct options),
	.check = check_roofs,
	.perform = perform_roofs,
};
