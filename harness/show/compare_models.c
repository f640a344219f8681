/* compare_models.c: a model against another: what the silicon brings, which the limits tell, and what the measurement does. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "show/compare_print.h"

/* A roof of both. */
struct ratio {
	const struct gb_group *base, *other;
	double times;    /* by how much the other is better */
	double limit[2]; /* the median of each; NAN: not known */
	double limit_times;
};

/* The median of the limits of its GPUs. `number` holds one for each. */
static double limit_of(const struct gb_model *model, const struct gb_group *group, double *number)
{
	size_t count = 0;

	for (size_t i = 0; i < model->gpus; i++) {
		const struct gb_roof *roof = gb_gpu_roof(&model->gpu[i], group->roof);
		if (roof != NULL && isfinite(roof->limit))
			number[count++] = roof->limit;
	}
	return count > 0 ? gb_stats_middle(number, count) : NAN;
}

/* By how much a value is better, as a factor. */
static double times(const struct gb_group *group, double value, double reference)
{
	return 1 + gb_off(group->unit, value, reference);
}

static struct ratio ratio_of(const struct gb_model *base, const struct gb_model *model, const struct gb_group *group,
			     const struct gb_group *other, double *number)
{
	struct ratio ratio = {
		.base = group,
		.other = other,
		.times = times(group, other->median, group->median),
		.limit = { limit_of(base, group, number), limit_of(model, other, number) },
	};

	ratio.limit_times = times(group, ratio.limit[1], ratio.limit[0]);
	return ratio;
}

static int by_times(const void *left, const void *right)
{
	const struct ratio *a = left, *b = right;

	if (a->times != b->times)
		return (a->times < b->times) - (a->times > b->times);
	return (a->base > b->base) - (a->base < b->base);
}

static void add_times(struct gb_table *table, double value)
{
	if (isfinite(value))
		gb_table_add(table, "%.3f", value);
	else
		gb_table_add(table, "-");
}

/* The part of its limit that a median is. */
static void add_part(struct gb_table *table, const struct gb_group *group, double limit)
{
	gb_table_add_percent(table, 1, group->lower ? limit / group->median : group->median / limit);
}

static void add_ratio(struct gb_table *table, const struct ratio *ratio)
{
	gb_table_add(table, "%s", ratio->base->roof);
	add_times(table, ratio->times);
	gb_table_add_si(table, ratio->base->median, ratio->base->unit);
	gb_table_add_si(table, ratio->other->median, ratio->other->unit);
	add_times(table, ratio->limit_times);
	add_part(table, ratio->base, ratio->limit[0]);
	add_part(table, ratio->other, ratio->limit[1]);
}

static void print(const struct ratio *ratio, size_t count, enum gb_table_style style, FILE *out)
{
	static const char *const lesser[] = { "base, of it", "this, of it", "base", "this", NULL };
	struct gb_table table = { .lesser = lesser };

	gb_table_column(&table, "roof");
	gb_table_column(&table, ">ratio");
	gb_table_column(&table, ">base");
	gb_table_column(&table, ">this");
	gb_table_column(&table, ">limits");
	gb_table_column(&table, ">base, of it");
	gb_table_column(&table, ">this, of it");
	for (size_t i = 0; i < count; i++)
		add_ratio(&table, &ratio[i]);
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

int gb_compare_print_ratios(const struct gb_model *base, const struct gb_model *model, enum gb_table_style style,
			    FILE *out, struct gb_error *error)
{
	const size_t gpus = base->gpus > model->gpus ? base->gpus : model->gpus;
	struct ratio *ratio = calloc(base->groups + 1, sizeof *ratio);
	double *number = calloc(gpus + 1, sizeof *number);
	size_t count = 0;

	for (size_t i = 0; ratio != NULL && number != NULL && i < base->groups; i++) {
		const struct gb_group *group = &base->group[i];
		const struct gb_group *other = gb_model_group_in(model, group->roof, group->unit);
		/* What is made of roofs tells a GPU from its peers. */
		if (other != NULL && !group->derived)
			ratio[count++] = ratio_of(base, model, group, other, number);
	}
	const int status = ratio != NULL && number != NULL ? GB_OK : gb_error_set(error, "out of memory");
	if (status == GB_OK && count > 0) {
		qsort(ratio, count, sizeof *ratio, by_times);
		print(ratio, count, style, out);
	} else if (status == GB_OK)
		fputs("(they have no roof in common)\n", out);
	free(ratio);
	free(number);
	return status;
}
