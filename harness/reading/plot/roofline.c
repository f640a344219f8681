#include "plot/roofline.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/stats.h"
#include "base/text.h"
#include "plot/plot.h"

/* The possible lines of a model, each for the first of its roofs that was measured. A slope is that of reads. Other
 * roofs, such as those of a library or of all-zero data, are not roofs of the hardware. */
static const struct {
	const char *label;
	enum gb_roofline_class class;
	const char *unit;
	const char *roof[4];
} lines[] = {
	{ "DRAM", GB_SLOPE, "B/s", { "dram.read", "dram.triad", "dram.copy", "dram.write" } },
	{ "L3", GB_SLOPE, "B/s", { "l3.read" } },
	{ "L2", GB_SLOPE, "B/s", { "l2.read", "l2.write" } },
	{ "L1", GB_SLOPE, "B/s", { "l1.read" } },
	{ "shared", GB_SLOPE, "B/s", { "shared.read", "shared.write" } },
	{ "FP64", GB_VECTOR, "FLOP/s", { "fp64" } },
	{ "FP32", GB_VECTOR, "FLOP/s", { "fp32" } },
	{ "FP16", GB_VECTOR, "FLOP/s", { "fp16" } },
	{ "BF16", GB_VECTOR, "FLOP/s", { "bf16" } },
	{ "INT32", GB_VECTOR, "OP/s", { "int32" } },
	{ "DP4A", GB_VECTOR, "OP/s", { "dp4a" } },
	{ "tensor FP64", GB_MATRIX, "FLOP/s", { "tensor.fp64" } },
	{ "tensor TF32", GB_MATRIX, "FLOP/s", { "tensor.tf32" } },
	{ "tensor FP16", GB_MATRIX, "FLOP/s", { "tensor.fp16" } },
	{ "tensor BF16", GB_MATRIX, "FLOP/s", { "tensor.bf16" } },
	{ "tensor FP8", GB_MATRIX, "FLOP/s", { "tensor.fp8" } },
	{ "tensor INT8", GB_MATRIX, "OP/s", { "tensor.int8" } },
};
enum { LINES = sizeof lines / sizeof lines[0] };
_Static_assert((int)LINES <= (int)GB_ROOFLINE_LINES, "struct gb_roofline has room for every line");

/* Returns the median of one roof over the GPUs of a model; NAN: none has it. */
static double median_of(struct gb_roofline *p, const struct gb_roofline_model *model, const char *name, bool limit,
			double *numbers)
{
	size_t count = 0;

	for (size_t i = 0; i < model->gpus; i++) {
		const struct gb_roof *roof = gb_gpu_roof(&model->gpu[i], name);
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

static void add_line(struct gb_roofline *p, size_t model, size_t of, double *numbers)
{
	const size_t ways = sizeof lines[of].roof / sizeof lines[of].roof[0];

	for (size_t i = 0; i < ways && lines[of].roof[i] != NULL; i++) {
		const char *roof = lines[of].roof[i];
		const double value = median_of(p, &p->model[model], roof, false, numbers);
		if (!(value > 0))
			continue;
		struct gb_roofline_line *line = &p->line[p->count++];
		*line = (struct gb_roofline_line){ .class = lines[of].class,
						   .model = model,
						   .value = value,
						   .limit = median_of(p, &p->model[model], roof, true, numbers),
						   .unit = lines[of].unit };
		gb_text_add(line->label, sizeof line->label, "%s%s%s", lines[of].label, i > 0 ? " " : "",
			    i > 0 ? strchr(roof, '.') + 1 : "");
		return;
	}
}

double gb_roofline_highest(const struct gb_roofline *p, bool memory, size_t model, bool limits)
{
	double most = 0;

	for (size_t i = 0; i < p->count; i++) {
		const struct gb_roofline_line *l = &p->line[i];
		if ((l->class == GB_SLOPE) == memory && (model == GB_ROOFLINE_MODELS || l->model == model))
			most = fmax(most, limits && isfinite(l->limit) ? l->limit : l->value);
	}
	return most;
}

static double lowest_line(const struct gb_roofline *p, bool memory)
{
	double least = INFINITY;

	for (size_t i = 0; i < p->count; i++)
		if ((p->line[i].class == GB_SLOPE) == memory)
			least = fmin(least, p->line[i].value);
	return least;
}

/* Leaves room on the left for the labels of slopes, and on the right so that lines can be distinguished. */
static bool find_range(struct gb_roofline *p)
{
	const double fastest = gb_roofline_highest(p, true, GB_ROOFLINE_MODELS, false);
	const double most = gb_roofline_highest(p, false, GB_ROOFLINE_MODELS, false);

	p->xmin = 0.03 * lowest_line(p, false) / fastest;
	p->xmax = 4 * most / lowest_line(p, true);
	p->ymin = p->xmin * lowest_line(p, true) / 1.5;
	p->ymax = most * 2;
	return fastest > 0 && most > 0;
}

/* GPUs are sorted by model and board. Pairs have no roofline. */
static int find_models(struct gb_roofline *p, const struct gb_roofs *roofs, struct gb_error *error)
{
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *gpu = &roofs->gpu[i],
					  *before = p->models > 0 ? p->model[p->models - 1].gpu : NULL;
		if (gpu->peer[0] != '\0')
			continue;
		if (before == NULL || strcmp(before->name, gpu->name) != 0 || strcmp(before->board, gpu->board) != 0) {
			if (p->models == GB_ROOFLINE_MODELS)
				return gb_error_set(error, "more than %d models and boards; choose with --gpu",
						    GB_ROOFLINE_MODELS);
			p->model[p->models++].gpu = gpu;
		}
		p->model[p->models - 1].gpus++;
	}
	return GB_OK;
}

int gb_roofline_colour(const struct gb_roofline *p, const struct gb_roofline_line *line)
{
	return p->models > 1 ? (int)line->model + 1 : (int)line->class + 1;
}

int gb_roofline_of(struct gb_roofline *p, const struct gb_roofs *roofs, struct gb_error *error)
{
	*p = (struct gb_roofline){ .rated = true };
	GB_TRY(find_models(p, roofs, error));
	double *numbers = gb_heap_array(roofs->count + 1, 2 * sizeof *numbers);
	for (size_t m = 0; m < p->models; m++)
		for (size_t of = 0; of < LINES; of++)
			add_line(p, m, of, numbers);
	free(numbers);
	return find_range(p) ? GB_OK : gb_error_set(error, "a roofline needs a roof of memory and one of arithmetic");
}

/* ---- labels ------------------------------------------------------------------------------------------------------ */

enum { LABELS = GB_ROOFLINE_MODELS * GB_ROOFLINE_LINES };
static const double equal = 1.035;    /* roofs of one class whose ratio is below this share a label */
static const double label_gap = 0.14; /* between labels, in decades: the height of a text line in roofline.gp */

struct label {
	char text[GB_ROOFLINE_LABEL];
	double value, at; /* at: position in decades */
	int colour;
	size_t model;
};

static int compare_lines(const void *left, const void *right)
{
	const struct gb_roofline_line *a = left, *b = right;
	int order = (a->model > b->model) - (a->model < b->model);

	if (order == 0)
		order = (a->class > b->class) - (a->class < b->class);
	return order != 0 ? order : (a->value > b->value) - (a->value < b->value);
}

static int compare_labels(const void *left, const void *right)
{
	const struct label *a = left, *b = right;

	return (a->value > b->value) - (a->value < b->value);
}

/* Writes "33.2 - 33.4 TB/s"; if FLOP/s and OP/s share a label, the unit is "T". */
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

/* Adds "tensor FP16, BF16": a common first word is printed once. */
static void add_name(struct label *label, const char *before, const char *name)
{
	const char *blank = strchr(name, ' ');
	const size_t first = blank != NULL ? (size_t)(blank - name) + 1 : 0;

	if (before != NULL && first > 0 && strncmp(before, name, first) == 0)
		name += first;
	gb_text_add(label->text, sizeof label->text, "%s%s", before != NULL ? ", " : "", name);
}

static size_t make_labels(struct gb_roofline *p, bool memory, struct label *label)
{
	size_t count = 0;

	qsort(p->line, p->count, sizeof p->line[0], compare_lines);
	for (size_t i = 0; i < p->count;) {
		const struct gb_roofline_line *first = &p->line[i], *last = first;
		const char *unit = first->unit;
		struct label *l = &label[count];
		if ((first->class == GB_SLOPE) != memory) {
			i++;
			continue;
		}
		*l = (struct label){ .colour = gb_roofline_colour(p, first), .model = first->model };
		add_name(l, NULL, first->label);
		for (i++; i < p->count && p->line[i].model == first->model && p->line[i].class == first->class &&
			  p->line[i].value < equal * first->value;
		     i++) {
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

/* Moves labels apart as little as possible: labels that would touch form a block around the mean of their values. */
static void spread_labels(struct label *label, size_t count)
{
	size_t first[LABELS], blocks = 0;

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

/* Returns the shift of a label from its line, in decades: above it or, if the next line is too close, below it. */
static double shift_of(const struct label *label, size_t count, size_t i)
{
	const bool close = i + 1 < count && log10(label[i + 1].value / label[i].value) < 1.8 * label_gap;

	return close ? -0.8 * label_gap : 0.7 * label_gap;
}

void gb_roofline_put_labels(FILE *data, const char *name, struct gb_roofline *p, bool memory)
{
	struct label label[LABELS];
	const size_t count = make_labels(p, memory, label);

	if (!memory) {
		spread_labels(label, count);
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

/* Writes "356 - 398" for roofs of a model, from `first` on, that are too close for two texts. Returns the last of
 * them. */
static size_t name_ridges(const struct label *compute, size_t count, size_t first, double slope, char *text,
			  size_t size)
{
	char from[32] = "", to[32] = "";
	size_t last = first;

	for (size_t i = first + 1; i < count && log10(compute[i].value / compute[first].value) < label_gap; i++)
		if (compute[i].model == compute[first].model)
			last = i;
	gb_text_add(from, sizeof from, "%.3g", compute[first].value / slope);
	gb_text_add(to, sizeof to, "%.3g", compute[last].value / slope);
	gb_text_add(text, size, "%s%s%s", from, strcmp(from, to) == 0 ? "" : " - ", strcmp(from, to) == 0 ? "" : to);
	return last;
}

void gb_roofline_put_ridges(FILE *data, const char *name, struct gb_roofline *p)
{
	struct label memory[LABELS], compute[LABELS];
	const size_t slopes = make_labels(p, true, memory), roofs = make_labels(p, false, compute);
	bool named[GB_ROOFLINE_MODELS] = { false };

	fprintf(data, "# %s\n", name);
	for (size_t s = 0; s < slopes; s++) {
		size_t covered = 0; /* by a text so far */
		for (size_t r = 0; r < roofs; r++) {
			const double intensity = compute[r].value / memory[s].value;
			char text[80] = "";
			if (compute[r].model != memory[s].model)
				continue;
			if (!named[memory[s].model] && r >= covered)
				covered = 1 + name_ridges(compute, roofs, r, memory[s].value, text, sizeof text);
			fprintf(data, "%.9g %.9g %d ", intensity, compute[r].value, compute[r].colour);
			gb_plot_put_text(data, text);
			fputc('\n', data);
		}
		named[memory[s].model] = true;
	}
	fputs("\n\n", data);
}
