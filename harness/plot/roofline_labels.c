#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "plot/plot.h"
#include "plot/roofline.h"

enum { LABELS = GB_ROOFLINE_MODELS * GB_ROOFLINE_LINES };
static const double equal = 1.035;    /* roofs of one class that are closer than this share a label */
static const double label_gap = 0.14; /* of labels, in decades: the height of a line of text in roofline.gp */

struct label {
	char text[GB_ROOFLINE_LABEL];
	double value, at; /* at: its position, in decades */
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

/* "tensor FP16, BF16": a common first word is printed once. */
static void add_name(struct label *label, const char *before, const char *name)
{
	const char *blank = strchr(name, ' ');
	const size_t first = blank != NULL ? (size_t)(blank - name) + 1 : 0;

	if (before != NULL && first > 0 && strncmp(before, name, first) == 0)
		name += first;
	gb_text_add(label->text, sizeof label->text, "%s%s", before != NULL ? ", " : "", name);
}

/* Labels of memory or of arithmetic, by value. */
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

/* Move labels apart as little as possible: those that would touch form a block around the mean of their values. */
static void spread(struct label *label, size_t count)
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

/* Along its line, above it or, if the next line is too close, below it; in decades. */
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

/* "356 - 398" for the roofs of a model from `first` on that are too close for separate texts; returns the last of
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
