/* plot_compare.c: each GPU as a point in each roof's strip, by how far it is from the median of its peers; outliers named. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare.h"
#include "plot/kinds.h"
#include "base/text.h"

enum {
	POINTS_MAX = 400,
	NAMED_MAX = 12,
	LINE = 256
}; /* of a strip that has more, every n-th is drawn; outliers always */

/* GPUs lie next to each other in a strip, by their place in the fleet. */
static double place_in(const struct gb_model *model, size_t gpu, size_t strip)
{
	return (double)strip + 1 + 0.7 * (((double)gpu + 0.5) / (double)model->gpus - 0.5);
}

static void put_points(FILE *data, const struct gb_fleet *fleet, const struct gb_model *model, bool outliers)
{
	const size_t step = outliers ? 1 : 1 + model->gpus / POINTS_MAX;

	fprintf(data, "# %s\n", outliers ? "outliers" : "points");
	for (size_t i = 0; i < model->groups; i++)
		for (size_t g = 0; g < model->gpus; g += step) {
			const struct gb_sample *sample = gb_model_sample(model, g, i);
			const enum gb_verdict verdict = gb_fleet_judge(fleet, &model->group[i], sample);
			if (sample->runs == 0 || outliers != (verdict == GB_SLOW || verdict == GB_FAST))
				continue;
			fprintf(data, "%.6g %.6g\n", place_in(model, g, i),
				100 * gb_group_off(&model->group[i], sample->value));
		}
	fputs("\n\n", data);
}

/* The worst of them get numbers, which a list next to the plot explains: names would lie upon each other. */
static void put_names(struct gb_plot *plot, const struct gb_model *model, const struct gb_outlier *list, size_t count)
{
	char name[LINE], setting[32];
	size_t named = 0, of_model = 0;

	fputs("# numbers\n", plot->data);
	gb_plot_array(plot, "name", NAMED_MAX + 1);
	for (size_t i = 0; i < count; i++) {
		const struct gb_gpu *gpu = &list[i].model->gpu[list[i].gpu];
		if (list[i].model != model || of_model++ >= NAMED_MAX)
			continue;
		fprintf(plot->data, "%.6g %.6g %zu\n", place_in(model, list[i].gpu, list[i].group), 100 * list[i].off,
			++named);
		name[0] = setting[0] = '\0';
		gb_text_add(name, sizeof name, "%zu  %+.1f %%  %s  %.12s", named, 100 * list[i].off, gpu->host,
			    gpu->key);
		gb_text_add(setting, sizeof setting, "name[%zu]", named);
		gb_plot_set_text(plot, setting, name);
	}
	gb_plot_set(plot, "names", (double)named);
	gb_plot_set(plot, "more", (double)(of_model - named));
	fputs("\n\n", plot->data);
}

static const struct gb_model *largest(const struct gb_fleet *fleet)
{
	const struct gb_model *most = fleet->model;

	for (size_t m = 1; m < fleet->models; m++)
		if (fleet->model[m].gpus > most->gpus)
			most = &fleet->model[m];
	return most;
}

static int write(struct gb_plot *plot, const struct gb_roofs *roofs, const char *kernels, struct gb_error *error)
{
	struct gb_fleet fleet;
	struct gb_outlier *list;
	char title[LINE] = "", setting[32], name[GB_MODEL_TITLE];
	size_t count;

	(void)kernels;
	if (gb_fleet_of(&fleet, roofs, 0, GB_MIN_Z, error) != GB_OK)
		return GB_FAILED;
	const struct gb_model *model = largest(&fleet);
	list = gb_compare_outliers(&fleet, &count);
	put_points(plot->data, &fleet, model, false);
	put_points(plot->data, &fleet, model, true);
	put_names(plot, model, list, list != NULL ? count : 0);
	gb_plot_array(plot, "strip", model->groups);
	for (size_t i = 0; i < model->groups; i++) {
		setting[0] = '\0';
		gb_text_add(setting, sizeof setting, "strip[%zu]", i + 1);
		gb_plot_set_tick(plot, setting, model->group[i].roof);
	}
	gb_text_add(title, sizeof title, "%s, %zu GPUs on %zu hosts", gb_model_title(model, name), model->gpus,
		    model->hosts);
	gb_plot_set_text(plot, "title", title);
	gb_plot_set(plot, "outliers", (double)count);
	gb_plot_set(plot, "strips", (double)model->groups);
	free(list);
	gb_fleet_free(&fleet);
	return GB_OK;
}

const struct gb_plot_kind gb_plot_compare = {
	.name = "compare",
	.help = "each GPU's distance from the median of its peers",
	.write = write,
	.gpus = GB_PEERS_MIN,
};
