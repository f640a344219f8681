/* plot_limits.c: draws the part of its physical limit that each roof reaches, as a bar for each model. The bar is the
 * median of the model's GPUs, and a line shows their range. */
#include <math.h>
#include <stdlib.h>

#include "analysis/fleet.h"
#include "base/heap.h"
#include "base/text.h"
#include "plot/kinds.h"

enum { ROOFS_MAX = 64, MODELS_MAX = 3, LINE = 256 };

struct bar {
	const struct gb_roof_kind *kind; /* NULL: the model lacks the roof */
	bool is_memory;
	struct gb_summary part; /* fraction of the limit, over the GPUs */
};

/* Computes the fractions over GPUs with a known limit; false: there are none. `numbers` has room for two per GPU. */
static bool find_bar(const struct gb_fleet_model *model, const struct gb_roof_kind *kind, double *numbers,
		     struct bar *out)
{
	size_t count = 0;

	*out = (struct bar){ .kind = kind };
	for (size_t g = 0; g < model->gpus; g++) {
		const struct gb_roof *roof = gb_gpu_roof(&model->gpu[g], kind->name);
		if (roof == NULL || isnan(gb_roof_fraction(roof)))
			continue;
		numbers[count++] = gb_roof_fraction(roof);
		out->is_memory = gb_roof_is_memory(roof->row->unit);
	}
	if (count > 0)
		gb_stats_summary(numbers, count, numbers + count, &out->part);
	if (count == 0)
		out->kind = NULL;
	return count > 0;
}

/* Writes position, median and range in percent, 1 for memory or 2, and the label. The first roof is at the top. */
static void put_bars(FILE *data, const struct bar *bar, size_t count)
{
	fputs("# bars\n", data);
	for (size_t i = 0; i < count; i++) {
		const struct gb_summary *part = &bar[i].part;
		if (bar[i].kind == NULL)
			continue;
		fprintf(data, "%zu %.6g %.6g %.6g %d ", count - i, 100 * part->median, 100 * part->min, 100 * part->max,
			bar[i].is_memory ? 1 : 2);
		gb_plot_put_text(data, bar[i].kind->label);
		fputc('\n', data);
	}
	fputs("\n\n", data);
}

/* Sets a text of one model. */
static void set_of_model(struct gb_plot *plot, const char *array, size_t m, const char *text)
{
	char setting[LINE] = "";

	gb_text_add(setting, sizeof setting, "%s[%zu]", array, m + 1);
	gb_plot_set_text(plot, setting, text);
}

static void set_texts(struct gb_plot *plot, const struct gb_fleet_model *model, const struct bar *bar, size_t count,
		      size_t m)
{
	const struct bar *least = NULL;
	char text[LINE] = "", name[GB_FLEET_TITLE];

	for (size_t i = 0; i < count; i++)
		if (bar[i].kind != NULL && (least == NULL || bar[i].part.median < least->part.median))
			least = &bar[i];
	if (least != NULL)
		gb_text_add(text, sizeof text, "%s is farthest from its limit, at %.0f %%", least->kind->label,
			    100 * least->part.median);
	set_of_model(plot, "finding", m, text);
	gb_text_write(text, sizeof text, "%s", gb_fleet_title(model, name));
	if (model->gpus > 1)
		gb_text_add(text, sizeof text, ", median and range of %zu GPUs", model->gpus);
	set_of_model(plot, "title", m, text);
}

/* Finds the models with the most GPUs; returns the number of all models. A pair of GPUs has no limits of this kind. */
static size_t find_models(const struct gb_fleet *fleet, const struct gb_fleet_model *largest[MODELS_MAX])
{
	size_t count = 0;

	for (size_t m = 0; m < fleet->models; m++) {
		const struct gb_fleet_model *model = &fleet->model[m];
		if (model->gpus == 0 || model->gpu->peer[0] != '\0')
			continue;
		size_t at = count < MODELS_MAX ? count : MODELS_MAX;
		for (count++; at > 0 && largest[at - 1]->gpus < model->gpus; at--)
			if (at < MODELS_MAX)
				largest[at] = largest[at - 1];
		if (at < MODELS_MAX)
			largest[at] = model;
	}
	return count;
}

/* Finds the roofs for which a model has a known limit. */
static size_t find_bars(const struct gb_fleet_model *const *model, size_t models, double *numbers,
			struct bar bar[MODELS_MAX][ROOFS_MAX])
{
	size_t count = 0;

	for (const struct gb_roof_kind *kind = gb_roof_kinds; kind->name != NULL && count < ROOFS_MAX; kind++) {
		bool found = false;
		for (size_t m = 0; m < models && !kind->aside; m++)
			found |= find_bar(model[m], kind, numbers, &bar[m][count]);
		count += found;
	}
	return count;
}

static int write_models(struct gb_plot *plot, const struct gb_fleet *fleet, struct gb_error *error)
{
	const struct gb_fleet_model *model[MODELS_MAX];
	const size_t all = find_models(fleet, model), models = all < MODELS_MAX ? all : MODELS_MAX;
	struct bar bar[MODELS_MAX][ROOFS_MAX];

	if (all == 0)
		return gb_error_set(error, "no roof of a GPU in these files");
	double *numbers = gb_heap_array(2 * model[0]->gpus, sizeof *numbers);
	const size_t count = find_bars(model, models, numbers, bar);
	free(numbers);
	if (count == 0)
		return gb_error_set(error, "no roof with a known limit in these files");
	gb_plot_array(plot, "finding", models);
	gb_plot_array(plot, "title", models);
	for (size_t m = 0; m < models; m++) {
		put_bars(plot->data, bar[m], count);
		set_texts(plot, model[m], bar[m], count, m);
	}
	gb_plot_set(plot, "rows", (double)count);
	gb_plot_set(plot, "models", (double)models);
	gb_plot_set(plot, "left_out", (double)(all - models));
	gb_plot_set(plot, "gpus", (double)model[0]->gpus);
	return GB_OK;
}

static int write_limits(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_plot_choice *choice,
			struct gb_error *error)
{
	struct gb_fleet fleet;

	gb_fleet_of(&fleet, roofs);
	const int status = write_models(plot, &fleet, error);
	gb_fleet_free(&fleet);
	return status;
}

const struct gb_plot_kind gb_plot_limits = {
	.name = "limits",
	.help = "how much of its physical limit each roof reaches",
	.write = write_limits,
	.gpus = SIZE_MAX, /* not in a report, whose table has these numbers */
};
