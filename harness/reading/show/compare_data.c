/* compare_data.c: writes the results of compare as CSV and JSON, with a row for each roof of each GPU. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/fleet_ratios.h"
#include "judge/judge_outliers.h"
#include "base/text.h"
#include "base/wrap.h"
#include "show/data.h"
#include "show/print.h"

static const char *standing_word(enum gb_standing standing)
{
	static const char *const words[] = { "normal",       "slow",   "fast",      "few peers",
					     "not measured", "unsure", "not judged" };

	return words[standing];
}

static json_t *gpu_object(const struct gb_gpu_roofs *gpu)
{
	json_t *object = json_object();

	gb_data_text(object, "gpu_name", gpu->name);
	gb_data_text(object, "gpu_uuid", gpu->uuid);
	gb_data_text(object, "host", gpu->host);
	gb_data_text(object, "device", gpu->device);
	gb_data_text(object, "pci_bus_id", gpu->pci);
	gb_data_text(object, "board", gpu->board);
	return object;
}

static void set_change(json_t *object, const struct gb_comparison *c, const struct gb_gpu_roofs *gpu,
		       const struct gb_group *group, const struct gb_sample *sample)
{
	const struct gb_change change = gb_change_of(c->baseline, gpu, group->roof, group->unit, sample, c->margin);

	if (change.changed == GB_NO_BASELINE)
		return;
	gb_data_number(object, "baseline", change.before);
	gb_data_text(object, "baseline_of", change.same_gpu ? "gpu" : "model");
	gb_data_number(object, "change", change.part);
	gb_data_number(object, "change_lo", change.lo);
	gb_data_number(object, "change_hi", change.hi);
	gb_data_text(object, "changed", gb_changed_word(change.changed));
}

static json_t *row_object(const struct gb_comparison *c, const struct gb_fleet_model *model, size_t gpu, size_t place)
{
	const struct gb_group *group = &model->group[place];
	const struct gb_sample sample = gb_fleet_sample(model, gpu, place);
	const enum gb_standing standing = gb_outliers_standing(model, gpu, place);
	json_t *object = json_object();
	char why[256];

	gb_data_text(object, "roof", group->roof);
	gb_data_text(object, "unit", group->unit);
	json_object_set_new(object, "peers", json_integer((json_int_t)group->gpus));
	gb_data_number(object, "median", group->median);
	gb_data_number(object, "mad", group->mad);
	gb_data_text(object, "verdict", standing_word(standing));
	if (sample.runs == 0)
		return object;
	json_object_set_new(object, "runs", json_integer((json_int_t)sample.runs));
	gb_data_number(object, "value", sample.value);
	gb_data_number(object, "lo", sample.lo);
	gb_data_number(object, "hi", sample.hi);
	gb_data_text(object, "status", sample.ok ? "ok" : "suspect");
	gb_data_number(object, "off", gb_group_off(group, sample.value));
	gb_data_number(object, "z", gb_group_z(group, sample.value));
	if (standing == GB_SLOW || standing == GB_FAST) {
		gb_outliers_explain(model, gpu, place, why, sizeof why);
		gb_data_text(object, "differs", why);
	}
	if (c->baseline != NULL)
		set_change(object, c, &model->gpu[gpu], group, &sample);
	return object;
}

static json_t *rows_of(const struct gb_comparison *c, const struct gb_fleet_model *model, size_t gpu)
{
	json_t *rows = json_array();

	for (size_t place = 0; place < model->groups; place++)
		json_array_append_new(rows, row_object(c, model, gpu, place));
	return rows;
}

int gb_compare_write_csv(const struct gb_comparison *comparison, FILE *out, struct gb_error *error)
{
	static const char *const columns[] = { "gpu_name", "gpu_uuid",  "host",      "device",  "pci_bus_id",
					       "roof",     "unit",      "value",     "lo",      "hi",
					       "runs",     "status",    "peers",     "median",  "mad",
					       "off",      "z",         "verdict",   "differs", "baseline",
					       "change",   "change_lo", "change_hi", "changed", "baseline_of",
					       "board",    NULL };

	gb_data_header(out, columns);
	for (size_t m = 0; m < comparison->fleet.models; m++)
		for (size_t g = 0; g < comparison->fleet.model[m].gpus; g++) {
			json_t *gpu = gpu_object(&comparison->fleet.model[m].gpu[g]);
			json_t *rows = rows_of(comparison, &comparison->fleet.model[m], g);
			gb_data_rows(out, columns, gpu, rows);
			json_decref(rows);
			json_decref(gpu);
		}
	return gb_data_end(out, error);
}

static json_t *model_object(const struct gb_fleet_model *model)
{
	json_t *object = json_object(), *groups = json_array();

	gb_data_text(object, "gpu_name", model->name);
	gb_data_text(object, "board", model->board);
	json_object_set_new(object, "gpus", json_integer((json_int_t)model->gpus));
	json_object_set_new(object, "hosts", json_integer((json_int_t)model->hosts));
	for (size_t i = 0; i < model->groups; i++) {
		const struct gb_group *group = &model->group[i];
		json_t *of = json_object();
		gb_data_text(of, "roof", group->roof);
		gb_data_text(of, "unit", group->unit);
		json_object_set_new(of, "gpus", json_integer((json_int_t)group->gpus));
		gb_data_number(of, "median", group->median);
		gb_data_number(of, "mad", group->mad);
		gb_data_number(of, "worst", group->worst);
		gb_data_number(of, "best", group->best);
		json_object_set_new(of, "slow", json_integer((json_int_t)group->slow));
		json_object_set_new(of, "fast", json_integer((json_int_t)group->fast));
		json_array_append_new(groups, of);
	}
	json_object_set_new(object, "roofs", groups);
	return object;
}

/* Only one GPU at a time is in memory, because the document for thousands of GPUs is long. */
static void put_item(FILE *out, json_t *item, bool *first)
{
	fputs(*first ? "\n" : ",\n", out);
	json_dumpf(item, out, GB_DATA_JSON | JSON_COMPACT);
	json_decref(item);
	*first = false;
}

static json_t *run_object(const struct gb_run_rows *run)
{
	json_t *object = json_object();

	gb_data_text(object, "gpu", run->gpu);
	gb_data_text(object, "host", run->host);
	gb_data_text(object, "run_id", run->run);
	json_object_set_new(object, "points", json_integer((json_int_t)run->points));
	json_object_set_new(object, "points_measured", json_integer((json_int_t)run->seen));
	return object;
}

static void put_gaps(FILE *out, const struct gb_roofs *roofs)
{
	bool first = true;

	fprintf(out, "\"files\": %zu, \"files_without_rows\": [", roofs->files);
	for (size_t i = 0; i < roofs->empties; i++)
		put_item(out, json_pack("{s:o}", "file", gb_data_string(roofs->empty[i])), &first);
	fputs("], \"runs_cut_short\": [", out);
	first = true;
	for (size_t i = 0; i < roofs->runs.count; i++)
		if (roofs->runs.run[i].seen < roofs->runs.run[i].points)
			put_item(out, run_object(&roofs->runs.run[i]), &first);
	fputs("], ", out);
}

static json_t *cohort_object(const struct gb_cohort *cohort)
{
	const struct gb_group *group = &cohort->model->group[cohort->group];
	json_t *object = json_object();
	char text[GB_ERROR_TEXT];

	gb_cohort_tell(cohort, text, sizeof text);
	gb_data_text(object, "text", text);
	gb_data_text(object, "gpu_name", cohort->model->name);
	gb_data_text(object, "board", cohort->model->board);
	gb_data_text(object, "what", cohort->what != NULL ? cohort->what : "against");
	gb_data_text(object, "value", cohort->value);
	gb_data_number(object, "gpus", (double)cohort->gpus);
	gb_data_number(object, "of", (double)cohort->of);
	gb_data_text(object, "roof", group->roof);
	gb_data_number(object, "roofs", (double)cohort->roofs);
	gb_data_number(object, "change", cohort->part);
	gb_data_number(object, "lo", cohort->lo);
	gb_data_number(object, "hi", cohort->hi);
	gb_data_number(object, "chance", cohort->chance);
	return object;
}

int gb_compare_write_json(const struct gb_comparison *comparison, FILE *out, struct gb_error *error)
{
	bool first = true;

	fputs("{\"schema\": \"gpubench-compare-1\", ", out);
	put_gaps(out, comparison->roofs);
	fputs("\"models\": [", out);
	for (size_t m = 0; m < comparison->fleet.models; m++)
		put_item(out, model_object(&comparison->fleet.model[m]), &first);
	fputs("\n], \"groups\": [", out);
	first = true;
	for (size_t i = 0; i < comparison->fleet.cohorts; i++)
		put_item(out, cohort_object(&comparison->fleet.cohort[i]), &first);
	fputs("\n], \"as_good\": [", out);
	first = true;
	for (size_t i = 0; i < comparison->fleet.alike; i++)
		put_item(out, cohort_object(&comparison->fleet.cohort[comparison->fleet.cohorts + i]), &first);
	fputs("\n], \"gpus\": [", out);
	first = true;
	for (size_t m = 0; m < comparison->fleet.models; m++)
		for (size_t g = 0; g < comparison->fleet.model[m].gpus; g++) {
			const struct gb_gpu_roofs *gpu = &comparison->fleet.model[m].gpu[g];
			json_t *object = gpu_object(gpu);
			json_object_set_new(object, "failed_rows", json_integer((json_int_t)gpu->failed));
			gb_data_text(object, "failure", gpu->failure);
			json_object_set_new(object, "roofs", rows_of(comparison, &comparison->fleet.model[m], g));
			put_item(out, object, &first);
		}
	fputs("\n]}\n", out);
	return gb_data_end(out, error);
}

/* ---- models ------------------------------------------------------------------------------------------------------ */

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

/* A smaller difference between models in a roof does not count. */
#define SAME 0.01

/* The three largest differences in each direction come first. The ratios are sorted in descending order. */
static double ratio_rank(const struct gb_ratio *ratio, size_t i, size_t count)
{
	return fabs(log(ratio[i].times)) + ((ratio[i].times > 1 ? i : count - 1 - i) < 3);
}

static void tell_ratios(const struct gb_fleet_model *base, const struct gb_fleet_model *model,
			const struct gb_ratio *ratio, size_t count, FILE *out)
{
	double least = INFINITY, most = -INFINITY;
	size_t better = 0, worse = 0;

	for (size_t i = 0; i < count; i++) {
		least = fmin(least, ratio[i].times);
		most = fmax(most, ratio[i].times);
		better += ratio[i].times >= 1 + SAME;
		worse += ratio[i].times <= 1 - SAME;
	}
	gb_wrap_format(out, "%s: %.2fx to %.2fx of %s; of %zu roofs %zu are worse, %zu better, %zu within 1 %%",
		       model->name, least, most, strcmp(model->name, base->name) != 0 ? base->name : "the base", count,
		       worse, better, count - worse - better);
}

enum { MODEL_TEXT = 32 };

/* Writes "H100" for "NVIDIA H100 80GB HBM3"; "base" and "this" if both models have the same name. */
static void name_sides(const char *const model[2], char side[2][MODEL_TEXT])
{
	static const char maker[] = "NVIDIA ";
	static const char *const part[2] = { "base", "this" };

	for (int i = 0; i < 2; i++) {
		const char *name = model[i] + (strncmp(model[i], maker, strlen(maker)) == 0 ? strlen(maker) : 0);
		gb_text_write(side[i], MODEL_TEXT, "%.*s", (int)strcspn(name, " |"), name);
	}
	if (strcmp(side[0], side[1]) == 0 || side[0][0] == '\0' || side[1][0] == '\0')
		for (int i = 0; i < 2; i++)
			gb_text_copy(side[i], MODEL_TEXT, part[i]);
}

static void print_ratios(const char *const model[2], const struct gb_ratio *ratio, size_t count, size_t others,
			 enum gb_table_style style, FILE *out)
{
	char side[2][MODEL_TEXT], part[2][2 * MODEL_TEXT];

	name_sides(model, side);
	for (int i = 0; i < 2; i++)
		gb_text_write(part[i], sizeof part[i], "%s, %% of limit", side[i]);
	const char *const lesser[] = { part[0], part[1], side[0], side[1], NULL };
	struct gb_table table = { .lesser = lesser, .others = others + 2 };
	char columns[8 * MODEL_TEXT];

	gb_text_write(columns, sizeof columns, "roof|>ratio|>%s|>%s|>ratio of limits|>%s|>%s", side[0], side[1],
		      part[0], part[1]);
	gb_table_columns(&table, columns);
	for (size_t i = 0; i < count; i++) {
		add_ratio(&table, &ratio[i]);
		gb_table_rank(&table, ratio_rank(ratio, i, count));
	}
	gb_table_print(&table, style, out);
	gb_table_free(&table);
}

void gb_compare_print_ratios(const struct gb_fleet_model *base, const struct gb_fleet_model *model, size_t others,
			     enum gb_table_style style, FILE *out)
{
	struct gb_ratio *ratio;
	size_t count;

	gb_ratios_of(base, model, &ratio, &count);
	if (count > 0)
		print_ratios((const char *const[]){ base->name, model->name }, ratio, count, others, style, out);
	if (count > 0 && style == GB_TABLE_TEXT && gb_wrap_rows(out, 0) != SIZE_MAX)
		tell_ratios(base, model, ratio, count, out);
	if (count == 0)
		fputs("(they have no roof in common)\n", out);
	free(ratio);
}
