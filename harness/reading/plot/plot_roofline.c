/* plot_roofline.c: draws the roofline of one or several models: measured roofs as lines, their physical limits next to
 * them, ridge points, and kernels as points whose area shows their time.
 *
 * A level of memory has one line, for its reads. Roofs of one model and class that are nearly equal share a label.
 * Labels of arithmetic are next to the picture, and are moved apart if they would overlap. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "plot/kernel_points.h"
#include "plot/kinds.h"
#include "plot/roofline.h"

/* Sizes of a kernel's point, in gnuplot's units. */
static const double smallest_point = 0.4, usual_point = 0.7, largest_point = 2;

static void put_lines(FILE *data, const char *name, const struct gb_roofline *p, bool limits)
{
	fprintf(data, "# %s\n", name);
	for (size_t i = 0; i < p->count; i++) {
		const struct gb_roofline_line *l = &p->line[i];
		const double value = limits ? l->limit : l->value;
		const double end = gb_roofline_highest(p, false, l->model, limits);
		const double start = gb_roofline_highest(p, true, l->model, limits);
		if (!isfinite(value) || end <= 0 || start <= 0)
			continue;
		const double x0 = l->class == GB_SLOPE ? p->xmin : value / start;
		const double x1 = l->class == GB_SLOPE ? end / value : p->xmax;
		fprintf(data, "%.9g %.9g %d\n%.9g %.9g %d\n\n", x0, l->class == GB_SLOPE ? x0 * value : value,
			gb_roofline_colour(p, l), x1, l->class == GB_SLOPE ? end : value, gb_roofline_colour(p, l));
	}
	fputs("\n\n", data);
}

/* The area of a point shows its time relative to the longest. If all times are equal or unknown, points are small. */
static double size_of(const struct gb_kernel_points *kernels, size_t kernel)
{
	double longest = 0, shortest = INFINITY;

	for (size_t i = 0; i < kernels->count; i++) {
		longest = fmax(longest, kernels->point[i].seconds);
		shortest = fmin(shortest, kernels->point[i].seconds);
	}
	if (shortest >= longest)
		return usual_point;
	return smallest_point + (largest_point - smallest_point) * sqrt(kernels->point[kernel].seconds / longest);
}

static void put_kernels(FILE *data, const struct gb_kernel_points *kernels, const struct gb_roofline *p)
{
	struct gb_kernel_label *label = gb_heap_array(kernels->count, sizeof *label);

	for (size_t i = 0; i < kernels->count; i++)
		label[i].size = size_of(kernels, i);
	gb_kernel_labels_place(label, kernels, p);
	fputs("# kernels\n", data);
	for (size_t i = 0; i < kernels->count; i++) {
		const struct gb_kernel_point *k = &kernels->point[i];
		fprintf(data, "%.9g %.9g ", k->intensity, k->performance);
		gb_plot_put_text(data, k->name);
		fprintf(data, " %.3g %.4g %.4g %d\n", label[i].size, label[i].x, label[i].y, label[i].side);
	}
	fputs("\n\n", data);
	free(label);
}

static void widen_axes(struct gb_roofline *p, const struct gb_kernel_point *k)
{
	p->xmin = fmin(p->xmin, k->intensity / 2);
	p->xmax = fmax(p->xmax, k->intensity * 4);
	p->ymin = fmin(p->ymin, k->performance / 1.5);
	p->ymax = fmax(p->ymax, k->performance * 1.5);
}

/* Returns the text that all GPUs of a model have; "": they differ. */
static const char *common_text(const struct gb_roofline_model *model,
			       const char *(*text_of)(const struct gb_gpu_roofs *))
{
	for (size_t i = 1; i < model->gpus; i++)
		if (strcmp(text_of(&model->gpu[i]), text_of(model->gpu)) != 0)
			return "";
	return text_of(model->gpu);
}

static const char *driver_of(const struct gb_gpu_roofs *gpu)
{
	return gpu->driver;
}

static const char *version_of(const struct gb_gpu_roofs *gpu)
{
	return gpu->version;
}

/* The board is omitted if all models have different names, because the key has little room. */
static bool name_tells(const struct gb_roofline *p, const struct gb_roofline_model *model)
{
	for (size_t i = 0; i < p->models; i++)
		if (&p->model[i] != model && strcmp(p->model[i].gpu->name, model->gpu->name) == 0)
			return false;
	return p->models > 1;
}

static void name_model(const struct gb_roofline *p, const struct gb_roofline_model *model, char *text, size_t size)
{
	gb_text_write(text, size, "%s", model->gpu->name);
	if (model->gpu->board[0] != '\0' && !name_tells(p, model))
		gb_text_add(text, size, ", board %s", model->gpu->board);
	if (model->gpus > 1)
		gb_text_add(text, size, ", median of %zu GPUs", model->gpus);
}

/* Writes "driver 580.65, gpubench 0.1.0" for one model. */
static void name_making(const struct gb_roofline_model *model, char *text, size_t size)
{
	const char *driver = common_text(model, driver_of), *version = common_text(model, version_of);

	text[0] = '\0';
	if (driver[0] != '\0')
		gb_text_add(text, size, "driver %s", driver);
	if (version[0] != '\0')
		gb_text_add(text, size, "%sgpubench %s", text[0] ? ", " : "", version);
}

static void set_models(struct gb_plot *plot, const struct gb_roofline *p)
{
	char setting[32], text[256];

	gb_plot_set(plot, "models", (double)p->models);
	gb_plot_array(plot, "model", p->models);
	for (size_t m = 0; m < p->models; m++) {
		gb_text_write(setting, sizeof setting, "model[%zu]", m + 1);
		name_model(p, &p->model[m], text, sizeof text);
		gb_plot_set_text(plot, setting, text);
		if (m == 0)
			gb_plot_set_text(plot, "title", p->models > 1 ? "" : text);
	}
	name_making(&p->model[0], text, sizeof text);
	gb_plot_set_text(plot, "making", p->models > 1 ? "" : text);
}

static bool has_matrix(const struct gb_roofline *p)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->line[i].class == GB_MATRIX)
			return true;
	return false;
}

/* Returns the first line of a model with this label; NULL: there is none. */
static const struct gb_roofline_line *line_of(const struct gb_roofline *p, size_t model, const char *label)
{
	for (size_t i = 0; i < p->count; i++)
		if (p->line[i].model == model && strcmp(p->line[i].label, label) == 0)
			return &p->line[i];
	return NULL;
}

/* True if the kernel's numbers are wrong or belong to another GPU. */
static bool is_above_all(const struct gb_roofline *p, const struct gb_kernel_point *k)
{
	const double memory = gb_roofline_highest(p, true, GB_ROOFLINE_MODELS, true) * k->intensity;
	const double arithmetic = gb_roofline_highest(p, false, GB_ROOFLINE_MODELS, true);

	return (memory > 0 && k->performance > memory) || (arithmetic > 0 && k->performance > arithmetic);
}

/* Sets the intensity up to which memory is the limit, for FP32 and, if there are such units, for BF16. */
static void set_finding(struct gb_plot *plot, const struct gb_roofline *p, size_t above)
{
	const struct gb_roofline_line *dram = line_of(p, 0, "DRAM"), *fp32 = line_of(p, 0, "FP32"),
				      *bf16 = line_of(p, 0, "tensor BF16");
	char text[256] = "";

	if (p->models == 1 && dram != NULL && fp32 != NULL) {
		gb_text_add(text, sizeof text, "FP32 is DRAM-bound below %.3g FLOP/B", fp32->value / dram->value);
		if (bf16 != NULL)
			gb_text_add(text, sizeof text, ", tensor BF16 below %.3g FLOP/B", bf16->value / dram->value);
	}
	if (above > 0)
		gb_text_add(text, sizeof text, "%s%zu kernel%s above every roof: check FLOP, bytes and seconds",
			    text[0] != '\0' ? "; " : "", above, gb_text_plural(above));
	gb_plot_set_text(plot, "finding", text);
}

int gb_roofline_write(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_kernel_points *kernels,
		      struct gb_error *error)
{
	struct gb_roofline p;
	size_t above = 0;

	GB_TRY(gb_roofline_of(&p, roofs, error));
	for (size_t i = 0; i < kernels->count; i++) {
		widen_axes(&p, &kernels->point[i]);
		above += is_above_all(&p, &kernels->point[i]);
	}
	put_lines(plot->data, "roofs", &p, false);
	put_lines(plot->data, "limits", &p, true);
	gb_roofline_put_labels(plot->data, "memory", &p, true);
	gb_roofline_put_labels(plot->data, "compute", &p, false);
	gb_roofline_put_ridges(plot->data, "ridges", &p);
	put_kernels(plot->data, kernels, &p);
	set_models(plot, &p);
	set_finding(plot, &p, above);
	gb_plot_set(plot, "xmin", p.xmin);
	gb_plot_set(plot, "xmax", p.xmax);
	gb_plot_set(plot, "ymin", p.ymin);
	gb_plot_set(plot, "ymax", p.ymax);
	gb_plot_set(plot, "rated", p.rated);
	gb_plot_set(plot, "matrix", has_matrix(&p));
	gb_plot_set(plot, "kernels", kernels->count > 0);
	return GB_OK;
}

static int write_roofline(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_plot_choice *choice,
			  struct gb_error *error)
{
	struct gb_kernel_points points = { .count = 0 };
	int status = choice->kernels != NULL ? gb_kernel_points_read(&points, choice->kernels, error) : GB_OK;

	if (status == GB_OK)
		status = gb_roofline_write(plot, roofs, &points, error);
	gb_kernel_points_free(&points);
	return status;
}

const struct gb_plot_kind gb_plot_roofline = {
	.name = "roofline",
	.help = "roofs of memory and arithmetic over the intensity, and kernels under them",
	.write = write_roofline,
	.kernels = true,
};
