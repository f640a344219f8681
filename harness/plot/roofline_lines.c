#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/stats.h"
#include "base/text.h"
#include "plot/roofline.h"

/* The lines that a model may have, each for the first of its roofs that was measured: a slope is that of reads. Other
 * roofs, of a library or of all-zero data, are not roofs of the hardware. */
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

/* The median of one roof over the GPUs of a model; NAN: none has it. */
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

static double lowest(const struct gb_roofline *p, bool memory)
{
	double least = INFINITY;

	for (size_t i = 0; i < p->count; i++)
		if ((p->line[i].class == GB_SLOPE) == memory)
			least = fmin(least, p->line[i].value);
	return least;
}

/* Room on the left for the labels of slopes, and on the right for lines to be distinguishable. */
static bool find_range(struct gb_roofline *p)
{
	const double fastest = gb_roofline_highest(p, true, GB_ROOFLINE_MODELS, false);
	const double most = gb_roofline_highest(p, false, GB_ROOFLINE_MODELS, false);

	p->xmin = 0.03 * lowest(p, false) / fastest;
	p->xmax = 4 * most / lowest(p, true);
	p->ymin = p->xmin * lowest(p, true) / 1.5;
	p->ymax = most * 2;
	return fastest > 0 && most > 0;
}

/* GPUs are sorted by model and board. */
static int find_models(struct gb_roofline *p, const struct gb_roofs *roofs, struct gb_error *error)
{
	for (size_t i = 0; i < roofs->count; i++) {
		const struct gb_gpu_roofs *gpu = &roofs->gpu[i], *before = i > 0 ? gpu - 1 : NULL;
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
	if (find_models(p, roofs, error) != GB_OK)
		return GB_FAILED;
	double *numbers = calloc(roofs->count + 1, 2 * sizeof *numbers);
	if (numbers == NULL) {
		gb_text_lose(); /* a report omits what it cannot draw */
		return gb_error_set(error, "out of memory");
	}
	for (size_t m = 0; m < p->models; m++)
		for (size_t of = 0; of < LINES; of++)
			add_line(p, m, of, numbers);
	free(numbers);
	return find_range(p) ? GB_OK : gb_error_set(error, "a roofline needs a roof of memory and one of arithmetic");
}
