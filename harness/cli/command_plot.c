/* command_plot.c: gpubench plot KIND FILE... -o PICTURE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "plot/curve.h"
#include "analysis/files.h"
#include "plot/plot.h"
#include "base/text.h"

static size_t wrong;

static void tell(const char *text)
{
	gb_complain(0, text);
}

static void tell_wrong(void *context, const char *text)
{
	(void)context;
	wrong++;
	tell(text);
}

/* Of the GPUs asked for. */
struct filter {
	const char *gpu; /* NULL: all */
	struct gb_curve curve;
};

static int take_row(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct filter *f = context;

	(void)line;
	if (f->gpu != NULL && !gb_gpu_is(f->gpu, record->gpu_uuid, record->host, record->pci_bus_id, record->gpu_name))
		return GB_OK;
	return gb_curve_add(&f->curve, record, error);
}

static int write_curve(const struct gb_options *options, struct gb_plot *plot, struct gb_error *error)
{
	struct filter filter = { .gpu = options->gpu, .curve.kind = gb_curve_kind_find(options->plot) };
	const struct gb_curve_kind *kind = filter.curve.kind;
	int status = GB_OK;

	for (size_t i = 0; i < options->files && status == GB_OK; i++)
		status = gb_reader_scan(options->file[i], take_row, tell_wrong, &filter, error);
	const size_t lines = gb_curve_write(&filter.curve, plot);
	if (status == GB_OK && lines == 0)
		status = gb_error_set(error, "no rows of the benchmark '%s' with the metric '%s' in these files",
				      kind->benchmark, kind->metric);
	if (status == GB_OK && filter.curve.more)
		tell("more GPUs than a picture has room for: it has the first six; --gpu chooses");
	gb_curve_free(&filter.curve);
	return status;
}

static int write_roofs(const struct gb_options *options, struct gb_plot *plot, struct gb_error *error)
{
	struct gb_roofs roofs = { 0 };
	int status = GB_OK;

	wrong = gb_files_read(&roofs, options->file, options->files, tell);
	if (roofs.count == 0)
		status = gb_error_set(error, "no GPU in these files");
	else if (options->gpu != NULL)
		status = gb_roofs_select(&roofs, options->gpu, error);
	if (status == GB_OK)
		status = gb_plot_kind_find(options->plot)->write(plot, &roofs, options->kernels, error);
	gb_roofs_free(&roofs);
	return status;
}

static int draw(const struct gb_options *options, struct gb_plot *plot, struct gb_error *error)
{
	char folder[4096], script[8192] = "";

	if (gb_plot_folder(options->plot, folder, sizeof folder, error) != GB_OK)
		return GB_FAILED;
	if (options->script != NULL)
		gb_text_add(script, sizeof script, "%s", options->script);
	else
		gb_text_add(script, sizeof script, "%s/%s.gp", folder, options->plot);
	return gb_plot_draw(plot, script, folder, options->output, error);
}

/* Write the data, then draw it. */
static int make_plot(const struct gb_options *options, struct gb_plot *plot, struct gb_error *error)
{
	int status = gb_plot_begin(plot, error);

	if (status == GB_OK)
		status = gb_plot_kind_find(options->plot)->write != NULL ? write_roofs(options, plot, error)
									 : write_curve(options, plot, error);
	if (status == GB_OK && options->data != NULL)
		status = gb_plot_keep(plot, options->data, error);
	if (status == GB_OK && options->output != NULL)
		status = draw(options, plot, error);
	return status;
}

int gb_command_plot(const struct gb_options *options)
{
	struct gb_error error = { "" };
	struct gb_plot plot;

	wrong = 0;
	const int status = make_plot(options, &plot, &error);
	gb_plot_end(&plot);
	if (status != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	return wrong > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}
