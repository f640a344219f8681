/* command_plot.c: gpubench plot KIND FILE... -o PICTURE. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/files.h"
#include "base/heap.h"
#include "base/wrap.h"
#include "cli/analysis_options.h"
#include "cli/commands.h"
#include "device/topology.h"
#include "plot/curve.h"
#include "plot/kinds.h"
#include "plot/plot.h"

struct options {
	const char *files_from;
	const char *gpu;
	struct gb_plot_choice choice;
	const char *output, *data, *script;
	const char *title, *size, *xlim, *axes; /* axes: the logarithmic ones */
};

struct reading {
	const char *gpu;
	struct gb_curve curve;
	struct gb_history history;
	size_t wrong;
};

static void complain_of_row(void *context, const char *text)
{
	struct reading *reading = context;

	reading->wrong++;
	gb_remark(text);
}

static int add_to_curve(void *context, const struct gb_record *record, size_t line, struct gb_error *error)
{
	struct reading *reading = context;

	if (gb_gpu_is_of(reading->gpu, record))
		gb_curve_add(&reading->curve, record);
	return GB_OK;
}

/* *wrong receives the number of rows that could not be read. */
static int write_curve(const struct gb_line *line, const struct gb_plot_kind *kind, struct gb_plot *plot, size_t *wrong,
		       struct gb_error *error)
{
	const struct options *options = line->options;
	struct reading reading = { .gpu = options->gpu, .curve.kind = kind };
	int status = GB_OK;

	for (size_t i = 0; i < line->operands && status == GB_OK; i++)
		status = gb_csv_read_lenient(line->operand[i], add_to_curve, complain_of_row, &reading, error);
	*wrong = reading.wrong;
	const size_t lines = gb_curve_write(&reading.curve, plot);
	if (status == GB_OK && lines == 0)
		status = gb_error_set(error, "no rows of the benchmark '%s' with the metric '%s' in these files",
				      kind->name, kind->panel[0].metric);
	if (status == GB_OK && reading.curve.more)
		gb_remark("a picture shows at most six GPUs: the first six are drawn; --gpu chooses others");
	gb_curve_free(&reading.curve);
	return status;
}

static int write_roofs(const struct gb_line *line, const struct gb_plot_kind *kind, struct gb_plot *plot, size_t *wrong,
		       struct gb_error *error)
{
	const struct options *options = line->options;
	struct gb_plot_choice choice = options->choice;
	struct gb_roofs roofs = { 0 };
	int status = GB_OK;

	choice.first = line->operand[0];
	*wrong = gb_files_read(&roofs, line->operand, line->operands, gb_remark);
	if (roofs.count == 0)
		status = gb_error_set(error, "no GPU in these files");
	else if (options->gpu != NULL)
		status = gb_roofs_select(&roofs, options->gpu, error);
	if (status == GB_OK)
		status = kind->write(plot, &roofs, &choice, error);
	gb_roofs_free(&roofs);
	return status;
}

static int write_past(const struct gb_line *line, const struct gb_plot_kind *kind, struct gb_plot *plot, size_t *wrong,
		      struct gb_error *error)
{
	const struct options *options = line->options;
	struct reading reading = { .gpu = options->gpu, .history.with_intervals = true };
	int status = GB_OK;

	for (size_t i = 0; i < line->operands && status == GB_OK; i++)
		status = gb_history_read(&reading.history, line->operand[i], options->gpu, NULL, complain_of_row,
					 &reading, error);
	*wrong = reading.wrong;
	if (status == GB_OK)
		gb_history_settle(&reading.history);
	if (status == GB_OK)
		status = kind->write_history(plot, &reading.history, error);
	gb_history_free(&reading.history);
	return status;
}

/* Joins each GPU to every other, by their indices in the tree. */
static size_t find_joins(const struct gb_tree *node, const struct gb_devices *devices, struct gb_plot_join *join,
			 char (*text)[GB_ERROR_TEXT])
{
	size_t count = 0;

	for (size_t a = 0; a < node->count; a++)
		for (size_t b = a + 1; b < node->count; b++) {
			const int from = node->object[a].gpu, to = node->object[b].gpu;
			if (from < 0 || to < 0)
				continue;
			gb_tree_between(node, devices, (size_t)from, (size_t)to, text[count], sizeof *text);
			join[count] = (struct gb_plot_join){ a, b, text[count] };
			count++;
		}
	return count;
}

/* A host without a GPU is drawn, too. */
static int write_host(struct gb_plot *plot, struct gb_error *error)
{
	struct gb_error none = { "" };
	struct gb_devices devices = { 0 };
	struct gb_tree node;

	if (gb_devices_read(&devices, gpu_backend, &none) != GB_OK)
		devices = (struct gb_devices){ 0 };
	gb_tree_read(&node, gpu_backend, &devices);
	const size_t pairs = devices.count * devices.count + 1;
	struct gb_plot_object *object = gb_heap_array(node.count + 1, sizeof *object);
	struct gb_plot_join *join = gb_heap_array(pairs, sizeof *join);
	char(*text)[GB_ERROR_TEXT] = gb_heap_array(pairs, sizeof *text);
	for (size_t i = 0; i < node.count; i++)
		object[i] =
			(struct gb_plot_object){ node.object[i].text, node.object[i].parent, (int)node.object[i].kind };
	const struct gb_plot_tree tree = { object, node.count, join, find_joins(&node, &devices, join, text) };
	const int status = gb_plot_node_write(plot, &tree, error);
	gb_tree_free(&node);
	free(object);
	free(join);
	free(text);
	gb_devices_free(&devices);
	return status;
}

/* Reads two numbers with `sign` between them: an ascending pair, or a size ('x') of two numbers from 100 to 10000. */
static bool read_pair(const char *text, char sign, double pair[2])
{
	char *end, *last;

	pair[0] = strtod(text, &end);
	pair[1] = strtod(*end == sign ? end + 1 : end, &last);
	return end != text && last > end + 1 && *last == '\0' &&
	       (sign == 'x' ? pair[0] >= 100 && pair[0] <= 10000 && pair[1] >= 100 && pair[1] <= 10000
			    : pair[1] > pair[0] && pair[1] - pair[0] < 1e300);
}

/* Called after the kind's own settings, which these replace. */
static void set_look(struct gb_plot *plot, const struct options *options)
{
	double pair[2];

	if (options->title != NULL)
		gb_plot_set_text(plot, "own_title", options->title);
	if (options->axes != NULL)
		gb_plot_set_text(plot, "own_log", options->axes);
	if (options->size != NULL && read_pair(options->size, 'x', pair)) {
		gb_plot_set(plot, "own_width", pair[0]);
		gb_plot_set(plot, "own_height", pair[1]);
	}
	if (options->xlim != NULL && read_pair(options->xlim, ':', pair)) {
		gb_plot_set(plot, "xmin", pair[0]);
		gb_plot_set(plot, "xmax", pair[1]);
	}
}

static int make_plot(const struct gb_line *line, const struct gb_plot_kind *kind, struct gb_plot *plot, size_t *wrong,
		     struct gb_error *error)
{
	const struct options *options = line->options;
	int status = gb_plot_begin(plot, error);

	if (status == GB_OK && kind->wrong != NULL)
		status = gb_error_set(error, "%s", kind->wrong);
	if (status == GB_OK)
		status = kind->of_host                 ? write_host(plot, error)
			 : kind->write != NULL         ? write_roofs(line, kind, plot, wrong, error)
			 : kind->write_history != NULL ? write_past(line, kind, plot, wrong, error)
						       : write_curve(line, kind, plot, wrong, error);
	if (status == GB_OK)
		set_look(plot, options);
	if (status == GB_OK && !kind->of_host)
		gb_plot_name_files(plot, line->operand, line->operands);
	if (status == GB_OK && options->data != NULL)
		status = gb_plot_keep(plot, options->data, error);
	if (status == GB_OK && options->output != NULL)
		status = gb_plot_kind_draw(kind, plot, options->script, options->output, error);
	return status;
}

/* Pictures are found without loading plug-ins: drawing a file runs no code of a plug-in. */
static void name_kinds(const struct gb_plugins *plugins, gb_name_fn *each, void *context)
{
	struct gb_plot_kinds kinds;

	gb_plot_kinds_load(&kinds, getenv("GPUBENCH_PLUGIN_PATH"));
	for (size_t i = 0; i < kinds.count; i++)
		each(context, kinds.kind[i].name, kinds.kind[i].help);
	gb_plot_kinds_free(&kinds);
}

static void print_kind(void *out, const char *name, const char *help)
{
	gb_wrap_pair(out, 0, name, 17, help);
}

static int perform_plot(const struct gb_line *line)
{
	const struct options *options = line->options;
	struct gb_error error = { "" };
	struct gb_plot_kinds kinds;
	struct gb_plot plot;
	size_t wrong = 0;

	if (line->kind == NULL) {
		gb_wrap_limit(0);
		name_kinds(NULL, print_kind, stdout);
		return gb_flushed(GB_EXIT_OK);
	}
	gb_plot_kinds_load(&kinds, getenv("GPUBENCH_PLUGIN_PATH"));
	const int status = make_plot(line, gb_plot_kinds_find(&kinds, line->kind), &plot, &wrong, &error);
	gb_plot_end(&plot);
	gb_plot_kinds_free(&kinds);
	if (status != GB_OK)
		return gb_complain(GB_EXIT_FAILED, error.text);
	if (options->output != NULL)
		gb_tell_written(options->output);
	return wrong > 0 ? GB_EXIT_FAILED : GB_EXIT_OK;
}

/* ---- the command ------------------------------------------------------------------------------------------------- */

#define TO(field) GB_OPTION_TO(struct options, field, gb_option_text)

static const struct gb_option option_table[] = {
	{ .help = "Which" },
	GB_OPTION_FILES_FROM(struct options, files_from),
	GB_OPTION_GPU(struct options, gpu),
	{ "kernels", "FILE", "with roofline: also draw the kernels in FILE: name,flop,byte,seconds", TO(choice.kernels),
	  .file = GB_FILE_READ },
	GB_OPTION_RELATIVE_TO(struct options, choice.relative_to),

	{ .help = "Output" },
	{ "output", "FILE", "the picture: FILE.svg, FILE.png or FILE.pdf", TO(output), .file = GB_FILE_WRITTEN,
	  .letter = 'o' },
	{ "data", "FILE", "save gnuplot's input in FILE", TO(data), .file = GB_FILE_WRITTEN },
	{ "title", "TEXT", "the title, instead of the finding", TO(title) },
	{ "size", "WxH", "width and height in points: 900x480", TO(size) },
	{ "xlim", "A:B", "the range of x, in the units of its axis", TO(xlim) },
	{ "log", "AXES", "logarithmic axes of a benchmark's picture: x, y or xy", TO(axes) },
	{ "script", "FILE", "draw with this gnuplot script: a changed copy of KIND.gp or panels.gp", TO(script),
	  .file = GB_FILE_READ },
	GB_OPTION_FOREIGN,
	GB_OPTIONS_OF_ALL,
	{ 0 },
};

static int check_kind(const struct gb_line *line, const struct gb_plot_kinds *kinds, struct gb_error *error)
{
	const struct options *o = line->options;
	const struct gb_plot_kind *kind = gb_plot_kinds_find(kinds, line->kind);
	double pair[2];

	if (kind == NULL)
		return gb_plot_kinds_unknown(kinds, line->kind, error);
	if (o->output == NULL && o->data == NULL)
		return gb_error_set(error, "no output file: use -o FILE.svg (or .png, .pdf)");
	if (o->output != NULL && strcmp(o->output, "-") == 0)
		return gb_error_set(error, "-o -: expected a file whose name ends in .svg, .png or .pdf");
	if (o->choice.kernels != NULL && !kind->kernels)
		return gb_error_set(error, "--kernels cannot be combined with the plot %s", kind->name);
	if (o->size != NULL && !read_pair(o->size, 'x', pair))
		return gb_error_set(error, "--size: found '%.40s', expected WxH from 100 to 10000: 900x480", o->size);
	if (o->xlim != NULL && !read_pair(o->xlim, ':', pair))
		return gb_error_set(error, "--xlim: found '%.40s', expected A:B, two ascending numbers", o->xlim);
	if (o->axes != NULL && strcmp(o->axes, "x") != 0 && strcmp(o->axes, "y") != 0 && strcmp(o->axes, "xy") != 0)
		return gb_error_set(error, "--log: found '%.40s', expected x, y or xy", o->axes);
	if (kind->panels == 0 && (o->axes != NULL || (o->xlim != NULL && !kind->kernels)))
		return gb_error_set(error, "--xlim and --log cannot be combined with the plot %s", kind->name);
	if (o->choice.relative_to != NULL && !kind->models)
		return gb_error_set(error, "--relative-to cannot be combined with the plot %s", kind->name);
	return GB_OK;
}

static int check_plot(const struct gb_line *line, struct gb_error *error)
{
	struct gb_plot_kinds kinds;

	gb_plot_kinds_load(&kinds, getenv("GPUBENCH_PLUGIN_PATH"));
	for (size_t i = 0; kinds.refused[i] != NULL; i++)
		gb_remark(kinds.refused[i]);
	const int status = line->kind != NULL ? check_kind(line, &kinds, error) : GB_OK;
	gb_plot_kinds_free(&kinds);
	return status;
}

static const struct gb_example examples[] = {
	{ "gpubench plot roofline gpu.csv -o roofline.svg", "the roofline" },
	{ "gpubench plot roofline gpu.csv --kernels k.csv -o r.png", "with kernels under it" },
	{ "gpubench plot compare h200.csv h100.csv -o models.svg", "compare models roof by roof" },
	{ "gpubench plot history results.db -o history.svg", "changes over time" },
	{ "gpubench plot node -o node.svg", "this host: NUMA nodes, PCIe, GPUs and their links" },
	{ NULL, NULL },
};

const struct gb_command gb_command_plot = {
	.word = "plot",
	.operands = "KIND FILE... -o X",
	.summary = "a picture: roofline, offset, cache, ...",
	.intro = "gpubench plot KIND FILE... -o PICTURE: draws a picture of result files (-: standard input) with\n"
		 "gnuplot; gpubench plot: lists the kinds. KIND is one of\n",
	.names = name_kinds,
	.option = option_table,
	.example = examples,
	.exit = { { 2, "a file or a part of it could not be read, or nothing could be drawn" },
		  { 130, "interrupted" } },
	.files = true,
	.fileless = "node",
	.options_size = sizeof(struct options),
	.check = check_plot,
	.perform = perform_plot,
};
