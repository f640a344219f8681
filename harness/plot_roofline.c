/* plot_roofline.c: the roofline of one model: measured roofs as lines, their physical limits beside them, kernels as points.
 *
 * Roofs that differ by less than a line of text share one label: "DRAM 4.29 ... 4.73 TB/s". */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "peaks.h"
#include "plot.h"
#include "text.h"

enum { KERNELS_TEXT = 1024 };
static const double label_gap = 1.3; /* a line of text in decades of the plot */

/* ---- ranges -------------------------------------------------------------------------------------------------------- */

static bool is_memory(const struct gb_peak *peak)
{
	return gb_roof_is_memory(peak->unit) && !gb_roof_is_aside(peak->name);
}

static bool is_compute(const struct gb_peak *peak)
{
	return gb_roof_is_compute(peak->unit) && !gb_roof_is_aside(peak->name);
}

struct range {
	double xmin, xmax, ymin, ymax, fastest, highest; /* of memory, of arithmetic */
};

static bool find_range(const struct gb_peaks *peaks, struct range *r)
{
	double slowest = INFINITY, lowest = INFINITY;

	r->fastest = r->highest = 0;
	for (size_t i = 0; i < peaks->count; i++) {
		const struct gb_peak *p = &peaks->peak[i];
		if (is_memory(p)) {
			r->fastest = fmax(r->fastest, p->value);
			slowest = fmin(slowest, p->value);
		} else if (is_compute(p)) {
			r->highest = fmax(r->highest, p->value);
			lowest = fmin(lowest, p->value);
		}
	}
	if (r->fastest <= 0 || r->highest <= 0)
		return false;
	/* Room for labels on both sides of the ridge points. */
	r->xmin = pow(10, floor(log10(lowest / r->fastest) - 1.7));
	r->xmax = pow(10, ceil(log10(r->highest / slowest) + 1.2));
	r->ymin = r->xmin * slowest / 1.5;
	r->ymax = r->highest * 2.5;
	return true;
}

/* ---- lines --------------------------------------------------------------------------------------------------------- */

static void put_line(FILE *data, double x0, double y0, double x1, double y1)
{
	fprintf(data, "%.9g %.9g\n%.9g %.9g\n\n", x0, y0, x1, y1);
}

static void put_lines(FILE *data, const char *name, const struct gb_peaks *peaks, const struct range *r, bool limits)
{
	fprintf(data, "# %s\n", name);
	for (size_t i = 0; i < peaks->count; i++) {
		const struct gb_peak *p = &peaks->peak[i];
		const double value = limits ? p->limit : p->value;
		if (!isfinite(value))
			continue;
		if (is_memory(p))
			put_line(data, r->xmin, r->xmin * value, r->highest / value, r->highest);
		else if (is_compute(p))
			put_line(data, value / r->fastest, value, r->xmax, value);
	}
	fputs("\n\n", data);
}

/* ---- labels -------------------------------------------------------------------------------------------------------- */

static int compare_values(const void *left, const void *right)
{
	const struct gb_peak *const *a = left, *const *b = right;

	return ((*a)->value > (*b)->value) - ((*a)->value < (*b)->value);
}

static const char *label_of(const struct gb_peak *peak)
{
	const struct gb_roof_kind *kind = gb_roof_kind(peak->name);

	return kind != NULL ? kind->label : peak->name;
}

/* "DRAM" of "DRAM read", "Tensor" of "Tensor FP8". */
static size_t first_word(const char *label)
{
	return strcspn(label, " ");
}

/* Roofs in the group whose label begins with the same word. */
static size_t alike(const struct gb_peak *const *group, size_t count, const char *label)
{
	size_t same = 0;

	for (size_t i = 0; i < count; i++)
		same += first_word(label_of(group[i])) == first_word(label) &&
			strncmp(label_of(group[i]), label, first_word(label)) == 0;
	return same;
}

static bool is_named(const char *text, const char *word, size_t length)
{
	for (const char *at = strstr(text, word); at != NULL; at = strstr(at + 1, word))
		if (strncmp(at, word, length) == 0)
			return true;
	return false;
}

/* "read" of "DRAM read"; all of "FP32". */
static const char *last_word(const char *label)
{
	const char *blank = strrchr(label, ' ');

	return blank != NULL ? blank + 1 : label;
}

/* Names of the group: of memory a level with several roofs counts as one, "DRAM"; of arithmetic "Tensor FP16, BF16". */
static void group_names(const struct gb_peak *const *group, size_t count, char *text, size_t size)
{
	const char *before = "";

	for (size_t i = count; i-- > 0;) {
		const char *label = label_of(group[i]);
		const bool several = alike(group, count, label) > 1, memory = gb_roof_is_memory(group[i]->unit);
		char word[64];
		gb_text_copy(word, sizeof word, label);
		if (several && memory)
			word[first_word(label)] = '\0';
		else if (several && first_word(before) == first_word(label) &&
			 strncmp(before, label, first_word(label)) == 0 && last_word(label) != label)
			gb_text_copy(word, sizeof word, last_word(label));
		if (!is_named(text, word, strlen(word)) || !memory)
			gb_text_add(text, size, "%s%s", text[0] ? ", " : "", word);
		before = label;
	}
}

/* And the values from ... to. */
static void group_label(const struct gb_peak *const *group, size_t count, char *text, size_t size)
{
	const struct gb_peak *lowest = group[0], *highest = group[count - 1];
	char low[32], high[32];

	text[0] = '\0';
	group_names(group, count, text, size);
	gb_text_si(low, sizeof low, lowest->value, lowest->unit);
	gb_text_si(high, sizeof high, highest->value, highest->unit);
	if (strcmp(strrchr(low, ' '), strrchr(high, ' ')) == 0)
		*strrchr(low, ' ') = '\0'; /* the unit once */
	if (count > 1 && highest->value / lowest->value > 1.005)
		gb_text_add(text, size, "  %s ... %s", low, high);
	else
		gb_text_add(text, size, "  %s", high);
}

static void put_labels(FILE *data, const char *name, const struct gb_peaks *peaks, const struct range *r, bool memory)
{
	const struct gb_peak **list = calloc(peaks->count + 1, sizeof *list);
	size_t count = 0;

	fprintf(data, "# %s\n", name);
	for (size_t i = 0; list != NULL && i < peaks->count; i++)
		if (memory ? is_memory(&peaks->peak[i]) : is_compute(&peaks->peak[i]))
			list[count++] = &peaks->peak[i];
	if (count > 0)
		qsort(list, count, sizeof *list, compare_values);
	for (size_t i = 0; i < count;) {
		char text[256];
		size_t many = 1;
		while (i + many < count && list[i + many]->value < label_gap * list[i + many - 1]->value)
			many++;
		group_label(list + i, many, text, sizeof text);
		const double value = list[i + many - 1]->value;
		fprintf(data, "%.9g %.9g ", memory ? r->xmin : r->xmax, memory ? r->xmin * value : value);
		gb_plot_put_text(data, text);
		fputc('\n', data);
		i += many;
	}
	fputs("\n\n", data);
	free(list);
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
	struct range *r = context;

	(void)name;
	r->xmin = fmin(r->xmin, pow(10, floor(log10(intensity))));
	r->xmax = fmax(r->xmax, pow(10, ceil(log10(intensity) + 0.3)));
	r->ymin = fmin(r->ymin, performance / 1.5);
	r->ymax = fmax(r->ymax, performance * 1.5);
}

int gb_plot_roofline(struct gb_plot *plot, const struct gb_roofs *roofs, const char *kernels, struct gb_error *error)
{
	struct gb_peaks peaks;
	struct range range;
	char title[256];
	int status = GB_OK;

	if (gb_peaks_of(&peaks, roofs, error) != GB_OK)
		return GB_FAILED;
	if (!find_range(&peaks, &range)) {
		gb_peaks_free(&peaks);
		return gb_error_set(error, "a roofline takes a roof of memory and one of arithmetic");
	}
	if (kernels != NULL)
		status = each_kernel(kernels, widen, &range, error);
	put_lines(plot->data, "roofs", &peaks, &range, false);
	put_lines(plot->data, "limits", &peaks, &range, true);
	put_labels(plot->data, "memory", &peaks, &range, true);
	put_labels(plot->data, "compute", &peaks, &range, false);
	fputs("# kernels\n", plot->data);
	if (kernels != NULL && status == GB_OK)
		status = each_kernel(kernels, put_kernel, plot->data, error);
	fputs("\n\n", plot->data);
	title[0] = '\0';
	gb_text_add(title, sizeof title, peaks.gpus > 1 ? "%s, median of %zu GPUs" : "%s", peaks.gpu->name, peaks.gpus);
	gb_plot_set_text(plot, "title", title);
	gb_plot_set(plot, "xmin", range.xmin);
	gb_plot_set(plot, "xmax", range.xmax);
	gb_plot_set(plot, "ymin", range.ymin);
	gb_plot_set(plot, "ymax", range.ymax);
	gb_plot_set(plot, "kernels", kernels != NULL);
	gb_peaks_free(&peaks);
	return status;
}
