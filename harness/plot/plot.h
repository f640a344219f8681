/* plot.h: what gnuplot draws of results. A script in plots/ draws, and users may have their own; the program writes the
 * data and a few settings. */
#ifndef GB_PLOT_H
#define GB_PLOT_H

#include <stdio.h>

#include "analysis/roofs.h"

/* What a kind of plot takes from the files. */
struct gb_plot {
	FILE *data;           /* blocks as gnuplot indexes them: "# name", rows, two empty lines */
	char settings[32768]; /* gnuplot assignments: "xmin = 0.1; ..." */
};

struct gb_plot_kind {
	const char *name, *help;
	/* Of GPUs and their roofs, after gb_roofs_sort(); NULL: draws rows of a benchmark, see curve.h. */
	int (*write)(struct gb_plot *plot, const struct gb_roofs *roofs, const char *kernels, struct gb_error *error);
};

extern const struct gb_plot_kind gb_plot_kinds[];
const struct gb_plot_kind *gb_plot_kind_find(const char *name);
int gb_plot_kind_unknown(const char *name, struct gb_error *error);

int gb_plot_roofline(struct gb_plot *plot, const struct gb_roofs *roofs, const char *kernels, struct gb_error *error);
int gb_plot_compare(struct gb_plot *plot, const struct gb_roofs *roofs, const char *kernels, struct gb_error *error);

/* A setting; a text is quoted for gnuplot. */
void gb_plot_set(struct gb_plot *plot, const char *name, double value);
void gb_plot_set_text(struct gb_plot *plot, const char *name, const char *text);
/* A text as a column of a data block. */
void gb_plot_put_text(FILE *data, const char *text);

/* Have gnuplot run `script` over `data` (a file) with the settings and write `output`, whose name ends in .svg, .png or
 * .pdf. `here` is the folder of the scripts. */
int gb_plot_run(const char *script, const char *here, const char *data, const char *settings, const char *output,
		struct gb_error *error);
/* The folder of a kind's script: GPUBENCH_PLOTS, then where the program was installed or built. */
int gb_plot_folder(const char *kind, char *folder, size_t size, struct gb_error *error);

#endif
