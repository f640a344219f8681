/* plot.h: what gnuplot draws of results. A script in plots/ draws, and users may have their own; the program writes the
 * data, the settings and the texts.
 *
 * A text of a file (a GPU's name, a kernel's) is never part of what gnuplot evaluates: it reaches a script as a string
 * in a variable, read from a file of data, or as a column of the data. File names that gnuplot sees are the program's
 * own. */
#ifndef GB_PLOT_H
#define GB_PLOT_H

#include <stdio.h>

#include "analysis/roofs.h"

/* Bytes of the folder's name. */
enum { GB_PLOT_FOLDER = 4000 };

/* Inputs of a script, in a folder of its own until gb_plot_end(). */
struct gb_plot {
	FILE *data;     /* blocks as gnuplot indexes them: "# name", rows, two empty lines */
	FILE *settings; /* gnuplot assignments, in the program's own words: "xmin = 0.1; ..." */
	FILE *texts;    /* a text a line, for the settings that are texts: "title = texts[1]; ..." */
	size_t count;   /* of texts */
	char folder[GB_PLOT_FOLDER];
};

/* `name` is the program's own, a gnuplot variable or an element of an array; the text may be anybody's. */
void gb_plot_set(struct gb_plot *plot, const char *name, double value);
void gb_plot_set_text(struct gb_plot *plot, const char *name, const char *text);
/* The same for a label of an axis, in which gnuplot takes '%' for a format: it is doubled. */
void gb_plot_set_tick(struct gb_plot *plot, const char *name, const char *text);
/* An array of at least one element. */
void gb_plot_array(struct gb_plot *plot, const char *name, size_t size);
/* A text as a column of data: in quotes, on one line, in UTF-8. What gnuplot could take for more than text is
 * replaced. */
void gb_plot_put_text(FILE *data, const char *text);

/* Open the files of a plot. After GB_OK and after GB_FAILED gb_plot_end() removes what is there. */
int gb_plot_begin(struct gb_plot *plot, struct gb_error *error);
/* Copy the data, which are complete, to `path`. */
int gb_plot_keep(struct gb_plot *plot, const char *path, struct gb_error *error);
/* True if a picture can have this name. */
int gb_plot_check_output(const char *output, struct gb_error *error);
/* Have gnuplot run `script` and write `output`, whose name ends in .svg, .png or .pdf. `here` is the folder of the
 * scripts. A picture that is there already stays unless the new one is whole. */
int gb_plot_draw(struct gb_plot *plot, const char *script, const char *here, const char *output,
		 struct gb_error *error);
void gb_plot_end(struct gb_plot *plot);

#endif
