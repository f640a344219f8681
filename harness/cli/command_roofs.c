/* command_roofs.c: gpubench roofs FILE...: tables, data and exports of what the rows in them set. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "export/export.h"
#include "analysis/files.h"
#include "record/publish.h"
#include "show/roofs_print.h"

static int write_table(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	(void)error;
	gb_roofs_print_all(roofs, GB_TABLE_TEXT, out);
	return GB_OK;
}

static int write_markdown(const struct gb_roofs *roofs, FILE *out, struct gb_error *error)
{
	(void)error;
	gb_roofs_print_all(roofs, GB_TABLE_MARKDOWN, out);
	return GB_OK;
}

typedef int write_fn(const struct gb_roofs *roofs, FILE *out, struct gb_error *error);

static write_fn *writer_of(const struct gb_options *options)
{
	if (options->export_to != NULL)
		return gb_export_find(options->export_to)->write;
	switch (options->format) {
	case GB_FORMAT_CSV:
		return gb_roofs_write_csv;
	case GB_FORMAT_JSON:
		return gb_roofs_write_json;
	case GB_FORMAT_MARKDOWN:
		return write_markdown;
	case GB_FORMAT_TABLE:
		break;
	}
	return write_table;
}

static int write_to(const char *path, write_fn *writer, const struct gb_roofs *roofs, struct gb_error *error)
{
	struct gb_publish publish;

	if (gb_publish_open(&publish, path, error) != GB_OK)
		return GB_FAILED;
	return gb_publish_close(&publish, writer(roofs, publish.out, error), error);
}

static int write_all(const struct gb_options *options, const struct gb_roofs *roofs, struct gb_error *error)
{
	int status = write_to(options->output, writer_of(options), roofs, error);

	if (status == GB_OK && options->baseline != NULL)
		status = write_to(options->baseline, gb_export_superbench_baseline, roofs, error);
	if (status == GB_OK && options->rules != NULL)
		status = write_to(options->rules, gb_export_superbench_rules, roofs, error);
	return status;
}

static void tell(const char *text)
{
	gb_complain(0, text);
}

/* Other tools' files are numbers alone: what speaks against them is said here. */
static void tell_suspect(const struct gb_gpu *gpu)
{
	const struct gb_roof *roof;
	char text[GB_ERROR_TEXT];

	for (size_t at = 0; (roof = gb_gpu_next(gpu, &at)) != NULL;) {
		if (strcmp(roof->status, "ok") == 0)
			continue;
		snprintf(text, sizeof text, "%s on %s: %s is %s: %s", gpu->key, gpu->host, roof->name, roof->status,
			 roof->reason);
		tell(text);
	}
}

int gb_command_roofs(const struct gb_options *options)
{
	struct gb_roofs roofs = { 0 };
	struct gb_error error = { "" };
	const size_t wrong = gb_files_read(&roofs, options->file, options->files, tell);
	int status = GB_EXIT_OK;

	if (roofs.count == 0)
		status = gb_complain(GB_EXIT_FAILED, "no GPU in these files");
	else if (options->gpu != NULL && gb_roofs_select(&roofs, options->gpu, &error) != GB_OK)
		status = gb_complain(GB_EXIT_USAGE, error.text);
	else if (write_all(options, &roofs, &error) != GB_OK)
		status = gb_complain(GB_EXIT_FAILED, error.text);
	else if (wrong > 0)
		status = GB_EXIT_FAILED;
	for (size_t i = 0; options->export_to != NULL && i < roofs.count; i++)
		tell_suspect(&roofs.gpu[i]);
	gb_roofs_free(&roofs);
	return status;
}
