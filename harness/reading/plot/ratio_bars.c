/* ratio_bars.c: draws the ratios of models as bars, with a panel for each model (plot.h). */
#include "plot/plot.h"

#include <math.h>
#include <stdlib.h>

#include "base/text.h"

/* Space that bars leave free at both ends of the axis: a fraction of the axis, and a minimum. */
#define MARGIN       0.03
#define MARGIN_LEAST 0.01

struct panels {
	struct gb_plot *plot;
	const struct gb_fleet_model *base;
	size_t count;
	double low, high; /* of 1 and all ratios */
};

static void widen_axis(struct panels *panels, double ratio)
{
	if (!isfinite(ratio) || ratio <= 0)
		return;
	panels->low = fmin(panels->low, ratio);
	panels->high = fmax(panels->high, ratio);
}

/* Writes position, ratio, ratio of the limits (0 if unknown), and roof. The largest ratio is at the top. */
static void put_bars(struct panels *panels, const struct gb_ratio *ratio, size_t count)
{
	FILE *data = panels->plot->data;

	fprintf(data, "# panel %zu\n", panels->count);
	for (size_t i = 0; i < count; i++) {
		const double limits = isfinite(ratio[i].limit_times) ? ratio[i].limit_times : 0;
		widen_axis(panels, ratio[i].times);
		widen_axis(panels, limits);
		fprintf(data, "%zu %.6g %.6g ", count - i, ratio[i].times, limits);
		gb_plot_put_text(data, ratio[i].base->roof);
		fputc('\n', data);
	}
	fputs("\n\n", data);
}

static void add_cards(char *text, size_t size, const struct gb_fleet_model *model)
{
	gb_text_add(text, size, "%zu GPU%s", model->gpus, model->gpus == 1 ? "" : "s");
	if (model->board[0] != '\0')
		gb_text_add(text, size, ", board %s", model->board);
}

static const char *of_panel(const struct panels *panels, const char *name, char setting[32])
{
	gb_text_write(setting, 32, "%s[%zu]", name, panels->count);
	return setting;
}

/* Sets the title, and the number of cards on which a ratio is based. */
static void set_titles(struct panels *panels, const struct gb_fleet_model *model, const struct gb_ratio *ratio,
		       size_t count)
{
	char text[2 * GB_FLEET_TITLE] = "", setting[32];

	gb_text_add(text, sizeof text, "%s: %.2fx to %.2fx of %s", model->name, ratio[count - 1].times, ratio[0].times,
		    panels->base->name);
	gb_plot_set_text(panels->plot, of_panel(panels, "heading", setting), text);
	gb_text_write(text, sizeof text, "medians of ");
	add_cards(text, sizeof text, model);
	gb_text_add(text, sizeof text, "; base: ");
	add_cards(text, sizeof text, panels->base);
	gb_plot_set_text(panels->plot, of_panel(panels, "about", setting), text);
	gb_plot_set(panels->plot, of_panel(panels, "rows", setting), (double)count);
}

static void add_panel(struct panels *panels, const struct gb_fleet_model *model)
{
	struct gb_ratio *ratio;
	size_t count;

	gb_ratios_of(panels->base, model, &ratio, &count);
	if (count > 0) {
		panels->count++;
		put_bars(panels, ratio, count);
		set_titles(panels, model, ratio, count);
	}
	free(ratio);
}

int gb_plot_ratios_write(struct gb_plot *plot, const struct gb_fleet *fleet, const struct gb_fleet_model *base,
			 struct gb_error *error)
{
	static const char *const arrays[] = { "rows", "heading", "about" };
	struct panels panels = { .plot = plot, .base = base, .low = 1, .high = 1 };

	for (size_t i = 0; i < sizeof arrays / sizeof arrays[0]; i++)
		gb_plot_array(plot, arrays[i], fleet->models);
	for (size_t m = 0; m < fleet->models; m++)
		if (&fleet->model[m] != base)
			add_panel(&panels, &fleet->model[m]);
	if (panels.count == 0)
		return gb_error_set(error, "no other model in these files has a roof that %s has", base->name);
	const double margin = fmax(pow(panels.high / panels.low, MARGIN), 1 + MARGIN_LEAST);
	gb_plot_set(plot, "panels", (double)panels.count);
	gb_plot_set(plot, "low", panels.low / margin);
	gb_plot_set(plot, "high", panels.high * margin);
	return GB_OK;
}
