/* plot_limits.c: how much of its physical limit each roof reaches, as a bar. The bar is the median of the GPUs of one
 * model, and a line shows their range. */
#include <math.h>
#include <stdlib.h>

#include "analysis/fleet.h"
#include "base/text.h"
#include "plot/kinds.h"

enum { ROOFS_MAX = 64, LINE = 256 };

struct bar {
	const struct gb_roof_kind *kind;
	bool is_memory;
	struct gb_summary part; /* of the limit, over the GPUs */
};

/* The parts of the GPUs that know the limit of this roof; false: none does. `numbers` has room for two of each GPU. */
static bool find_bar(const struct gb_model *model, const struct gb_roof_kind *kind, double *numbers, struct bar *out)
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
	return count > 0;
}

/* Place, the median and the range in percent, 1 for memory or 2, and the label; the first roof at the top. */
static void put_bars(FILE *data, const struct bar *bar, size_t count)
{
	fputs("# bars\n", data);
	for (size_t i = 0; i < count; i++) {
		const struct gb_summary *part = &bar[i].part;
		fprintf(data, "%zu %.6g %.6g %.6g %d ", count - i, 100 * part->median, 100 * part->min, 100 * part->max,
			bar[i].is_memory ? 1 : 2);
		gb_plot_put_text(data, bar[i].kind->label);
		fputc('\n', data);
	}
	fputs("\n\n", data);
}

static void set_texts(struct gb_plot *plot, const struct gb_model *model, const struct bar *bar, size_t count)
{
	const struct bar *least = bar;
	char text[LINE] = "", name[GB_MODEL_TITLE];

	for (size_t i = 1; i < count; i++)
		if (bar[i].part.median < least->part.median)
			least = &bar[i];
	gb_text_add(text, sizeof text, "%s is farthest from its limit, at %.0f %%", least->kind->label,
		    100 * least->part.median);
	gb_plot_set_text(plot, "finding", text);
	text[0] = '\0';
	gb_text_add(text, sizeof text, "%s", gb_model_title(model, name));
	if (model->gpus > 1)
		gb_text_add(text, sizeof text, ", median and range of %zu GPUs", model->gpus);
	gb_plot_set_text(plot, "title", text);
}

static int write_model(struct gb_plot *plot, const struct gb_model *model, struct gb_error *error)
{
	double *numbers = calloc(2 * model->gpus, sizeof *numbers);
	struct bar bar[ROOFS_MAX];
	size_t count = 0;

	if (numbers == NULL)
		return gb_error_set(error, "out of memory");
	for (const struct gb_roof_kind *kind = gb_roof_kinds; kind->name != NULL && count < ROOFS_MAX; kind++)
		count += !kind->aside && find_bar(model, kind, numbers, &bar[count]);
	free(numbers);
	if (count == 0)
		return gb_error_set(error, "no roof with a known limit in these files");
	put_bars(plot->data, bar, count);
	set_texts(plot, model, bar, count);
	gb_plot_set(plot, "rows", (double)count);
	gb_plot_set(plot, "gpus", (double)model->gpus);
	return GB_OK;
}

/* The model with the most GPUs; a pair of GPUs has no limits of this kind. */
static const struct gb_model *find_model(const struct gb_fleet *fleet)
{
	const struct gb_model *most = NULL;

	for (size_t m = 0; m < fleet->models; m++) {
		const struct gb_model *model = &fleet->model[m];
		if (model->gpus > 0 && model->gpu->peer[0] == '\0' && (most == NULL || model->gpus > most->gpus))
			most = model;
	}
	return most;
}

static int write(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_plot_choice *choice,
		 struct gb_error *error)
{
	struct gb_fleet fleet;

	(void)choice;
	int status = gb_fleet_of(&fleet, roofs, error);
	const struct gb_model *model = status == GB_OK ? find_model(&fleet) : NULL;
	if (status == GB_OK && model == NULL)
		status = gb_error_set(error, "no roof of a GPU in these files");
	if (status == GB_OK)
		status = write_model(plot, model, error);
	gb_fleet_free(&fleet);
	return status;
}

const struct gb_plot_kind gb_plot_limits = {
	.name = "limits",
	.help = "how much of its physical limit each roof reaches",
	.write = write,
	.gpus = SIZE_MAX, /* a report has these numbers in its table */
};
