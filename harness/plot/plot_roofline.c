/* plot_roofline.c: the roofline of one or several models: measured roofs as lines, their physical limits next to them, kernels
 * as points.
 *
 * A level of memory has one line, that of its fastest direction. Roofs of one model that are as good as equal share one
 * label; labels of arithmetic stand next to the picture, moved apart where they would touch. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "plot/kinds.h"
#include "base/stats.h"
#include "base/text.h"

enum { KERNELS_TEXT = 1024, MODELS_MAX = 4, LABEL = 192 };
static const double equal = 1.035;    /* roofs that lie closer share a label */
static const double label_gap = 0.14; /* of labels, in decades: a line of text as roofline.gp has it */

/* ---- what is drawn ------------------------------------------------------------------------------------------------- */

enum class { MEMORY, VECTOR, TENSOR };

/* The lines a model may have. Other roofs, of a library or of data that are all zeros, are no roofs of the hardware. */
static const struct {
	const char *label;
	enum class class;
	const char *unit;
	const char *roof[4]; /* the best of these */
} lines[] = {
	{ "DRAM", MEMORY, "B/s", { "dram.read", "dram.write", "dram.copy", "dram.triad" } },
	{ "L3", MEMORY, "B/s", { "l3.read" } },
	{ "L2", MEMORY, "B/s", { "l2.read", "l2.write" } },
	{ "L1", MEMORY, "B/s", { "l1.read" } },
	{ "shared", MEMORY, "B/s", { "shared.read", "shared.write" } },
	{ "FP64", VECTOR, "FLOP/s", { "fp64" } },
	{ "FP32", VECTOR, "FLOP/s", { "fp32" } },
	{ "FP16", VECTOR, "FLOP/s", { "fp16" } },
	{ "BF16", VECTOR, "FLOP/s", { "bf16" } },
	{ "INT32", VECTOR, "OP/s", { "int32" } },
	{ "DP4A", VECTOR, "OP/s", { "dp4a" } },
	{ "tensor FP64", TENSOR, "FLOP/s", { "tensor.fp64" } },
	{ "tensor TF32", TENSOR, "FLOP/s", { "tensor.tf32" } },
	{ "tensor FP16", TENSOR, "FLOP/s", { "tensor.fp16" } },
	{ "tensor BF16", TENSOR, "FLOP/s", { "tensor.bf16" } },
	{ "tensor FP8", TENSOR, "FLOP/s", { "tensor.fp8" } },
	{ "tensor INT8", TENSOR, "OP/s", { "tensor.int8" } },
};
enum { LINES = sizeof lines / sizeof lines[0] };

/* A line of a model: medians over its GPUs. */
struct line {
	const char *label;
	enum class class;
	size_t model;
	double value, limit; /* the limit NAN: not known */
	const char *unit;
};

struct picture {
	struct line line[MODELS_MAX * LINES];
	size_t count, models;
	const char *model[MODELS_MAX];
	size_t gpus[MODELS_MAX];
	bool rated; /* every limit is that at the rated clock */
	double xmin, xmax, ymin, ymax;
};

/* The median of one roof over the GPUs of a model; NAN: none has it. */
static double median_of(const struct gb_roofs *roofs, const char *model, const char *name, bool limit, double *numbers,
			struct picture *p)
{
	size_t count = 0;

	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_roof *roof =
			strcmp(roofs->gpu[i].name, model) == 0 ? gb_gpu_roof(&roofs->gpu[i], name) : NULL;
		const double at_rated = roof != NULL ? roof->limit_rated : NAN;
		const double value = roof == NULL         ? NAN
				     : !limit             ? roof->value
				     : isfinite(at_rated) ? at_rated
							  : roof->limit;
		if (!isfinite(value))
			continue;
		p->rated &= !limit || isfinite(at_rated);
		numbers[count++] = value;
	}
	return count > 0 ? gb_stats_median(numbers, count, numbers + count) : NAN;
}

static void add_line(struct picture *p, const struct gb_roofs *roofs, size_t model, size_t of, double *numbers)
{
	const size_t ways = sizeof lines[of].roof / sizeof lines[of].roof[0];
	double best = 0;
	const char *roof = NULL;

	for (size_t i = 0; i < ways && lines[of].roof[i] != NULL; i++) {
		const double value = median_of(roofs, p->model[model], lines[of].roof[i], false, numbers, p);
		if (value > best) {
			best = value;
			roof = lines[of].roof[i];
		}
	}
	if (roof != NULL)
		p->line[p->count++] = (struct line){ lines[of].label,
						     lines[of].class,
						     model,
						     best,
						     median_of(roofs, p->model[model], roof, true, numbers, p),
						     lines[of].unit };
}

/* Models in the order of the GPUs. */
static int find_lines(struct picture *p, const struct gb_roofs *roofs, struct gb_error *error)
{
	double *numbers = calloc(roofs->count, 2 * sizeof *numbers);

	*p = (struct picture){ .rated = true };
	if (numbers == NULL)
		return gb_error_set(error, "out of memory");
	for (size_t i = 0; i < roofs->count; i++) {
		size_t m = 0;
		while (m < p->models && strcmp(p->model[m], roofs->gpu[i].name) != 0)
			m++;
		if (m == MODELS_MAX) {
			free(numbers);
			return gb_error_set(error, "more than %d models; choose with --gpu", MODELS_MAX);
		}
		if (m == p->models)
			p->model[p->models++] = roofs->gpu[i].name;
		p->gpus[m]++;
	}
	for (size_t m = 0; m < p->models; m++)
		for (size_t of = 0; of < LINES; of++)
			add_line(p, roofs, m, of, numbers);
	free(numbers);
	return GB_OK;
}

/* The fastest memory or arithmetic of a model, or of all (MODELS_MAX); 0: there is none. */
static double highest(const struct picture *p, bool memory, size_t model, bool limits)
{
	double most = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct line *l = &p->line[i];
		if ((l->class == MEMORY) == memory && (model == MODELS_MAX || l->model == model))
			most = fmax(most, limits && isfinite(l->limit) ? l->limit : l->value);
	}
	return most;
}

static double lowest(const struct picture *p, bool memory)
{
	double least = INFINITY;

	for (size_t i = 0; i < p->count; i++)
		if ((p->line[i].class == MEMORY) == memory)
			least = fmin(least, p->line[i].value);
	return least;
}

/* Room for the labels of slopes on the left, for lines to be told apart on the right. */
static bool find_range(struct picture *p)
{
	const double fastest = highest(p, true, MODELS_MAX, false), most = highest(p, false, MODELS_MAX, false);

	p->xmin = 0.03 * lowest(p, false) / fastest;
	p->xmax = 4 * most / lowest(p, true);
	p->ymin = p->xmin * lowest(p, true) / 1.5;
	p->ymax = most * 2;
	return fastest > 0 && most > 0;
}

/* ---- lines --------------------------------------------------------------------------------------------------------- */

/* Of several models each has its colour; of one each class. */
static int colour_of(const struct picture *p, const struct line *l)
{
	return p->models > 1 ? (int)l->model + 1 : (int)l->class + 1;
}

static void put_lines(FILE *data, const char *name, const struct picture *p, bool limits)
{
	fprintf(data, "# %s\n", name);
	for (size_t i = 0; i < p->count; i++) {
		const struct line *l = &p->line[i];
		const double value = limits ? l->limit : l->value;
		const double end = highest(p, false, l->model, limits), start = highest(p, true, l->model, limits);
		if (!isfinite(value) || end <= 0 || start <= 0)
			continue;
		const double x0 = l->class == MEMORY ? p->xmin : value / start;
		const double x1 = l->class == MEMORY ? end / value : p->xmax;
		fprintf(data, "%.9g %.9g %d\n%.9g %.9g %d\n\n", x0, l->class == MEMORY ? x0 * value : value,
			colour_of(p, l), x1, l->class == MEMORY ? end : value, colour_of(p, l));
	}
	fputs("\n\n", data);
}

/* ---- labels -------------------------------------------------------------------------------------------------------- */

struct label {
	char text[LABEL];
	double value, at; /* at: where it stands, in decades */
	int colour;
};

static int compare_lines(const void *left, const void *right)
{
	const struct line *a = left, *b = right;
	int order = (a->model > b->model) - (a->model < b->model);

	return order != 0 ? order : (a->value > b->value) - (a->value < b->value);
}

static int compare_labels(const void *left, const void *right)
{
	const struct label *a = left, *b = right;

	return (a->value > b->value) - (a->value < b->value);
}

/* "33.2 - 33.4 TB/s"; of FLOP/s and OP/s together "T". */
static void put_value(struct label *label, double low, double high, const char *unit)
{
	const double scale = high >= 1e15 ? 1e15 : high >= 1e12 ? 1e12 : 1e9;
	const char *prefix = scale > 1e14 ? "P" : scale > 1e11 ? "T" : "G";
	char from[32] = "", to[32] = "";

	gb_text_add(from, sizeof from, "%.3g", low / scale);
	gb_text_add(to, sizeof to, "%.3g", high / scale);
	if (strcmp(from, to) == 0)
		gb_text_add(label->text, sizeof label->text, "  %s %s%s", to, prefix, unit);
	else
		gb_text_add(label->text, sizeof label->text, "  %s - %s %s%s", from, to, prefix, unit);
}

/* "tensor FP16, BF16": a first word is said once. */
static void add_name(struct label *label, const char *before, const char *name)
{
	const char *blank = strchr(name, ' ');
	const size_t first = blank != NULL ? (size_t)(blank - name) + 1 : 0;

	if (before != NULL && first > 0 && strncmp(before, name, first) == 0)
		name += first;
	gb_text_add(label->text, sizeof label->text, "%s%s", before != NULL ? ", " : "", name);
}

/* Labels of memory or of arithmetic, by value. */
static size_t make_labels(struct picture *p, bool memory, struct label *label)
{
	size_t count = 0;

	qsort(p->line, p->count, sizeof p->line[0], compare_lines);
	for (size_t i = 0; i < p->count;) {
		const struct line *first = &p->line[i], *last = first;
		const char *unit = first->unit;
		struct label *l = &label[count];
		if ((first->class == MEMORY) != memory) {
			i++;
			continue;
		}
		*l = (struct label){ .colour = colour_of(p, first) };
		add_name(l, NULL, first->label);
		for (i++; i < p->count && p->line[i].model == first->model && p->line[i].value < equal * first->value;
		     i++) {
			if ((p->line[i].class == MEMORY) != memory)
				continue;
			add_name(l, last->label, p->line[i].label);
			last = &p->line[i];
			if (strcmp(unit, last->unit) != 0)
				unit = "";
		}
		put_value(l, first->value, last->value, unit);
		l->value = sqrt(first->value * last->value);
		l->at = log10(l->value);
		count++;
	}
	qsort(label, count, sizeof *label, compare_labels);
	return count;
}

/* Move labels apart, as little as can be: those that would touch stand as a block around the middle of their values. */
static void spread(struct label *label, size_t count)
{
	size_t first[MODELS_MAX * LINES], blocks = 0;

	for (size_t i = 0; i < count; i++) {
		first[blocks++] = i;
		for (;;) {
			const size_t from = first[blocks - 1], many = i + 1 - from;
			double sum = 0;
			for (size_t k = from; k <= i; k++)
				sum += log10(label[k].value);
			for (size_t k = from; k <= i; k++)
				label[k].at =
					sum / (double)many + label_gap * ((double)(k - from) - (double)(many - 1) / 2);
			if (blocks < 2 || label[from].at - label[from - 1].at >= label_gap)
				break;
			blocks--;
		}
	}
}

/* Along its line, in decades above it, or below it where the next line is too close above. */
static double shift_of(const struct label *label, size_t count, size_t i)
{
	const bool close = i + 1 < count && log10(label[i + 1].value / label[i].value) < 1.8 * label_gap;

	return close ? -0.8 * label_gap : 0.7 * label_gap;
}

static void put_labels(FILE *data, const char *name, struct picture *p, bool memory)
{
	struct label label[MODELS_MAX * LINES];
	const size_t count = make_labels(p, memory, label);

	if (!memory) {
		spread(label, count);
		p->ymax = fmax(p->ymax, pow(10, label[count - 1].at + label_gap));
	}
	fprintf(data, "# %s\n", name);
	for (size_t i = 0; i < count; i++) {
		const double x = memory ? p->xmin : p->xmax, y = memory ? x * label[i].value : label[i].value;
		fprintf(data, "%.9g %.9g %.9g %d ", x, y,
			memory ? y * pow(10, shift_of(label, count, i)) : pow(10, label[i].at), label[i].colour);
		gb_plot_put_text(data, label[i].text);
		fputc('\n', data);
	}
	fputs("\n\n", data);
}

/* ---- kernels ------------------------------------------------------------------------------------------------------- */

/* One row: name,flop,byte,seconds. False: it is none. */
static bool take_kernel(const char *line, char *name, size_t size, double number[3])
{
	const size_t length = strcspn(line, ",");

	if (line[length] != ',' || length >= size)
		return false;
	memcpy(name, line, length);
	name[length] = '\0';
	line += length;
	for (size_t i = 0; i < 3; i++) {
		char *end;
		if (*line != ',')
			return false;
		number[i] = strtod(line + 1, &end);
		if (end == line + 1 || !isfinite(number[i]) || number[i] <= 0)
			return false;
		line = end;
	}
	return strspn(line, "\r\n ") == strlen(line);
}

typedef void kernel_fn(void *context, const char *name, double intensity, double performance);

/* Give `take` each kernel of a file. */
static int each_kernel(const char *path, kernel_fn *take, void *context, struct gb_error *error)
{
	FILE *file = fopen(path, "r");
	char line[KERNELS_TEXT], name[128];
	double number[3];
	int status = GB_OK;

	if (file == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	for (size_t i = 1; status == GB_OK && fgets(line, sizeof line, file) != NULL; i++) {
		if (i == 1 && strncmp(line, "name,", 5) == 0)
			continue;
		if (take_kernel(line, name, sizeof name, number)) {
			take(context, name, number[0] / number[1], number[0] / number[2]);
			continue;
		}
		line[strcspn(line, "\r\n")] = '\0';
		status = gb_error_set(error,
				      "%s: line %zu: found '%.80s', expected name,flop,byte,seconds, numbers above 0",
				      path, i, line);
	}
	fclose(file);
	return status;
}

static void put_kernel(void *context, const char *name, double intensity, double performance)
{
	fprintf(context, "%.9g %.9g ", intensity, performance);
	gb_plot_put_text(context, name);
	fputc('\n', context);
}

static void widen(void *context, const char *name, double intensity, double performance)
{
	struct picture *p = context;

	(void)name;
	p->xmin = fmin(p->xmin, intensity / 2);
	p->xmax = fmax(p->xmax, intensity * 4);
	p->ymin = fmin(p->ymin, performance / 1.5);
	p->ymax = fmax(p->ymax, performance * 1.5);
}

static void set_models(struct gb_plot *plot, const struct picture *p)
{
	char setting[32], text[256];

	gb_plot_set(plot, "models", (double)p->models);
	gb_plot_array(plot, "model", p->models);
	for (size_t m = 0; m < p->models; m++) {
		setting[0] = text[0] = '\0';
		gb_text_add(setting, sizeof setting, "model[%zu]", m + 1);
		gb_text_add(text, sizeof text, p->gpus[m] > 1 ? "%s, median of %zu GPUs" : "%s", p->model[m],
			    p->gpus[m]);
		gb_plot_set_text(plot, setting, text);
		if (m == 0)
			gb_plot_set_text(plot, "title", p->models > 1 ? "" : text);
	}
}

static int write(struct gb_plot *plot, const struct gb_roofs *roofs, const char *kernels, struct gb_error *error)
{
	struct picture p;
	int status = GB_OK;

	if (find_lines(&p, roofs, error) != GB_OK)
		return GB_FAILED;
	if (!find_range(&p))
		return gb_error_set(error, "a roofline takes a roof of memory and one of arithmetic");
	if (kernels != NULL)
		status = each_kernel(kernels, widen, &p, error);
	put_lines(plot->data, "roofs", &p, false);
	put_lines(plot->data, "limits", &p, true);
	put_labels(plot->data, "memory", &p, true);
	put_labels(plot->data, "compute", &p, false);
	fputs("# kernels\n", plot->data);
	if (kernels != NULL && status == GB_OK)
		status = each_kernel(kernels, put_kernel, plot->data, error);
	fputs("\n\n", plot->data);
	set_models(plot, &p);
	gb_plot_set(plot, "xmin", p.xmin);
	gb_plot_set(plot, "xmax", p.xmax);
	gb_plot_set(plot, "ymin", p.ymin);
	gb_plot_set(plot, "ymax", p.ymax);
	gb_plot_set(plot, "rated", p.rated);
	gb_plot_set(plot, "kernels", kernels != NULL);
	return status;
}

const struct gb_plot_kind gb_plot_roofline = {
	.name = "roofline",
	.help = "roofs of memory and arithmetic over the intensity, and kernels under them",
	.write = write,
	.kernels = true,
};
