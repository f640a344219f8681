/* compare_models.c: one model compared with another, as a table. */
#include <math.h>
#include <stdlib.h>

#include "analysis/ratios.h"
#include "show/compare_print.h"

static void add_times(struct gb_table *table, double value)
{
	if (isfinite(value))
		gb_table_add(table, "%.3f", value);
	else
		gb_table_add(table, "-");
}

/* A median as a fraction of its limit. */
static void add_part(struct gb_table *table, const struct gb_group *group, double limit)
{
	gb_table_add_percent(table, 1, group->lower ? limit / group->median : group->median / limit);
}

static void add_ratio(struct gb_table *table, const struct gb_ratio *ratio)
{
	gb_table_add(table, "%s", ratio->base->roof);
	add_times(table, ratio->times);
	gb_table_add_si(table, ratio->base->median, ratio->base->unit);
	gb_table_add_si(table, ratio->other->median, ratio->other->unit);
	add_times(table, ratio->limit_times);
	add_part(table, ratio->base, ratio->limit[0]);
	add_part(table, ratio->other, ratio->limit[1]);
}

static void print(const struct gb_ratio *ratio, size_t count, enum gb_table_style style, FILE *out)
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
	struct gb_ratio *ratio;
	size_t count;

	if (gb_ratios_of(base, model, &ratio, &count, error) != GB_OK)
		return GB_FAILED;
	if (count > 0)
		print(ratio, count, style, out);
	else
		fputs("(they have no roof in common)\n", out);
	free(ratio);
	return GB_OK;
}
