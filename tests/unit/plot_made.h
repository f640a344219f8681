/* plot_made.h: a plot in memory, for tests of a script's input. */
#pragma once

#include "plot/plot.h"
#include "support.h"

static struct {
	char *data, *settings, *texts;
	size_t data_size, settings_size, texts_size;
	char *whole; /* the settings, with the texts in place of texts[N] */
	size_t whole_size;
} made_plot;

static inline void forget_plot(void)
{
	free(made_plot.data);
	free(made_plot.settings);
	free(made_plot.texts);
	free(made_plot.whole);
	memset(&made_plot, 0, sizeof made_plot);
}

static inline struct gb_plot begin_plot(void)
{
	forget_plot();
	struct gb_plot plot = { .data = open_memstream(&made_plot.data, &made_plot.data_size),
				.settings = open_memstream(&made_plot.settings, &made_plot.settings_size),
				.texts = open_memstream(&made_plot.texts, &made_plot.texts_size) };

	assert_non_null(plot.data);
	assert_non_null(plot.settings);
	assert_non_null(plot.texts);
	return plot;
}

/* Line `number` of the texts. */
static inline void put_line(FILE *out, size_t number)
{
	const char *line = made_plot.texts;

	for (; number > 1; number--)
		line = strchr(line, '\n') + 1;
	fprintf(out, "%.*s", (int)strcspn(line, "\n"), line);
}

static inline void end_plot(struct gb_plot *plot)
{
	assert_int_equal(fclose(plot->data) | fclose(plot->settings) | fclose(plot->texts), 0);
	FREED_BY(close_stream) FILE *out = open_memstream(&made_plot.whole, &made_plot.whole_size);

	assert_non_null(out);
	for (char *at = made_plot.settings; *at != '\0';) {
		if (strncmp(at, "texts[", 6) == 0) {
			put_line(out, strtoul(at + 6, &at, 10));
			at++; /* the bracket */
		} else {
			fputc(*at++, out);
		}
	}
}

static inline void expect_setting(const char *setting)
{
	assert_says(made_plot.whole, setting);
}
