/* plot_compare.c: draws each GPU as a point in the strip of each roof, at its distance from the median of its peers;
 * outliers are labelled. Models without peers, or compared with a selected base, are drawn as a bar for each roof. */
#include <stdlib.h>
#include <string.h>

#include "judge/judge_outliers.h"
#include "base/text.h"
#include "plot/kinds.h"
#include "plot/plot.h"

enum {
	POINTS_MAX = 400, /* with more GPUs, only every n-th is drawn, and every outlier */
	NAMED_MAX = 12,
	LINE = 256
};

/* The boards of one model, which are adjacent in a fleet. There is a strip for each roof of the largest board. */
struct boards {
	const struct gb_fleet_model *first, *largest;
	size_t count, gpus, hosts;
	size_t names; /* indices of models in the fleet */
};

static struct boards find_boards(const struct gb_fleet *fleet)
{
	struct boards most = { .count = 0 }, of = most;
	size_t names = 0;

	for (size_t m = 0; m < fleet->models; m++) {
		const struct gb_fleet_model *model = &fleet->model[m];
		if (of.count == 0 || strcmp(of.first->name, model->name) != 0) {
			of = (struct boards){ .first = model, .largest = model };
			names++;
		}
		of.count++;
		of.gpus += model->gpus;
		of.hosts += model->hosts;
		if (model->gpus > of.largest->gpus)
			of.largest = model;
		if (of.gpus > most.gpus)
			most = of;
	}
	most.names = names;
	return most;
}

/* Returns the strip of a roof; the number of strips: there is none. */
static size_t strip_of(const struct boards *boards, const struct gb_group *group)
{
	const struct gb_group *strip = gb_fleet_group_in(boards->largest, group->roof, group->unit);

	return strip != NULL ? (size_t)(strip - boards->largest->group) : boards->largest->groups;
}

/* In a strip, GPUs are placed side by side, by board and by their order in the fleet. */
static double place_in(const struct boards *boards, const struct gb_fleet_model *model, size_t gpu, size_t strip)
{
	for (const struct gb_fleet_model *m = boards->first; m < model; m++)
		gpu += m->gpus;
	return (double)strip + 1 + 0.7 * (((double)gpu + 0.5) / (double)boards->gpus - 0.5);
}

/* Writes x, y and the number of the board. */
static void put_points(FILE *data, const struct boards *boards, bool outliers)
{
	const size_t step = outliers ? 1 : 1 + boards->gpus / POINTS_MAX;

	fprintf(data, "# %s\n", outliers ? "outliers" : "points");
	for (size_t m = 0; m < boards->count; m++) {
		const struct gb_fleet_model *model = &boards->first[m];
		for (size_t i = 0; i < model->groups; i++) {
			const size_t strip = strip_of(boards, &model->group[i]);
			for (size_t g = 0; g < model->gpus && strip < boards->largest->groups; g += step) {
				const struct gb_sample sample = gb_fleet_sample(model, g, i);
				const enum gb_standing standing = gb_outliers_standing(model, g, i);
				if (sample.runs == 0 || outliers != (standing == GB_SLOW || standing == GB_FAST))
					continue;
				fprintf(data, "%.6g %.6g %zu\n", place_in(boards, model, g, strip),
					100 * gb_group_off(&model->group[i], sample.value), m + 1);
			}
		}
	}
	fputs("\n\n", data);
}

/* The worst outliers are numbered and explained in a list next to the plot, because their names would overlap. */
static void put_names(struct gb_plot *plot, const struct boards *boards, const struct gb_outlier *list, size_t count)
{
	char name[LINE], setting[32];
	size_t named = 0, here = 0;

	fputs("# numbers\n", plot->data);
	gb_plot_array(plot, "name", NAMED_MAX + 1);
	for (size_t i = 0; i < count; i++) {
		const struct gb_fleet_model *model = list[i].model;
		const struct gb_gpu_roofs *gpu = &model->gpu[list[i].gpu];
		if (strcmp(model->name, boards->first->name) != 0 || here++ >= NAMED_MAX)
			continue;
		fprintf(plot->data, "%.6g %.6g %zu\n",
			place_in(boards, model, list[i].gpu, strip_of(boards, &model->group[list[i].group])),
			100 * list[i].off, ++named);
		name[0] = setting[0] = '\0';
		gb_text_add(name, sizeof name, "%zu  %+.1f %%  %s  %.12s", named, 100 * list[i].off, gpu->host,
			    gpu->key);
		gb_text_add(setting, sizeof setting, "name[%zu]", named);
		gb_plot_set_text(plot, setting, name);
	}
	gb_plot_set(plot, "names", (double)named);
	gb_plot_set(plot, "more", (double)(here - named));
	fputs("\n\n", plot->data);
}

/* Sets the key for the colours of points if there are several boards. */
static void set_boards(struct gb_plot *plot, const struct boards *boards)
{
	char setting[32], name[LINE];

	gb_plot_set(plot, "boards", (double)boards->count);
	gb_plot_array(plot, "board", boards->count);
	for (size_t m = 0; m < boards->count; m++) {
		const char *board = boards->first[m].board;
		setting[0] = name[0] = '\0';
		gb_text_add(setting, sizeof setting, "board[%zu]", m + 1);
		gb_text_add(name, sizeof name, "board %s", board[0] != '\0' ? board : "unknown");
		gb_plot_set_text(plot, setting, boards->count > 1 ? name : "GPU");
	}
}

static void set_title(struct gb_plot *plot, const struct boards *boards)
{
	char title[LINE] = "", name[GB_FLEET_TITLE];

	if (boards->count > 1)
		gb_text_add(title, sizeof title, "%s, %zu boards", boards->first->name, boards->count);
	else
		gb_text_add(title, sizeof title, "%s", gb_fleet_title(boards->first, name));
	gb_text_add(title, sizeof title, ", %zu GPUs on %zu hosts", boards->gpus, boards->hosts);
	if (boards->names > 1)
		gb_text_add(title, sizeof title, "; the largest of %zu models", boards->names);
	gb_plot_set_text(plot, "title", title);
}

/* The number of GPUs that stand out, and the one that deviates most. The list begins with the slowest. */
static void set_finding(struct gb_plot *plot, const struct boards *boards, const struct gb_outlier *list, size_t count)
{
	const struct gb_outlier *most = NULL;
	char text[LINE] = "";
	size_t out = 0;

	for (size_t i = 0; i < count; i++) {
		if (strcmp(list[i].model->name, boards->first->name) != 0)
			continue;
		most = out++ == 0 ? &list[i] : most;
	}
	if (most == NULL)
		gb_text_add(text, sizeof text, "None of %zu GPUs stands out from its peers", boards->gpus);
	else
		gb_text_add(text, sizeof text,
			    "%zu of %zu GPUs stand%s out from their peers, the first by %+.1f %% in %s", out,
			    boards->gpus, out == 1 ? "s" : "", 100 * most->off, most->model->group[most->group].roof);
	gb_plot_set_text(plot, "finding", text);
}

static void write_strips(struct gb_plot *plot, struct gb_fleet *fleet, const struct boards *boards)
{
	struct gb_outlier *list;
	char setting[32];
	size_t count;

	gb_outliers_judge(fleet, NULL, NULL, 0);
	list = gb_outliers_find(fleet, &count);
	put_points(plot->data, boards, false);
	put_points(plot->data, boards, true);
	put_names(plot, boards, list, list != NULL ? count : 0);
	gb_plot_array(plot, "strip", boards->largest->groups);
	for (size_t i = 0; i < boards->largest->groups; i++) {
		gb_text_write(setting, sizeof setting, "strip[%zu]", i + 1);
		gb_plot_set_tick(plot, setting, boards->largest->group[i].roof);
	}
	set_boards(plot, boards);
	set_title(plot, boards);
	set_finding(plot, boards, list, list != NULL ? count : 0);
	gb_plot_set(plot, "panels", 0);
	gb_plot_set(plot, "outliers", (double)count);
	gb_plot_set(plot, "strips", (double)boards->largest->groups);
	free(list);
}

static int write_ratios(struct gb_plot *plot, const struct gb_fleet *fleet, const struct gb_plot_choice *choice,
			struct gb_error *error)
{
	const struct gb_fleet_model *base;

	GB_TRY(gb_ratios_base(fleet, choice->relative_to, choice->first, &base, error));
	return gb_plot_ratios_write(plot, fleet, base, error);
}

static int write_compare(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_plot_choice *choice,
			 struct gb_error *error)
{
	struct gb_fleet fleet;
	int status = GB_OK;

	gb_fleet_of(&fleet, roofs);
	const struct boards boards = find_boards(&fleet);
	if (boards.first == NULL || boards.largest == NULL)
		status = gb_error_set(error, "no GPU in these files");
	else if (choice->relative_to != NULL || (boards.names > 1 && boards.gpus < GB_PEERS_MIN))
		status = write_ratios(plot, &fleet, choice, error);
	else
		write_strips(plot, &fleet, &boards);
	gb_fleet_free(&fleet);
	return status;
}

const struct gb_plot_kind gb_plot_compare = {
	.name = "compare",
	.help = "each GPU's distance from the median of its peers, or models against one of them",
	.write = write_compare,
	.models = true,
	.gpus = GB_PEERS_MIN,
};
