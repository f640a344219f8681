/* curve.h: the rows of one benchmark as curves to draw: which value over which, and which points belong to one line.
 *
 * A plot has panels; in gb_curve_kinds those of one plot follow each other. */
#ifndef GB_CURVE_H
#define GB_CURVE_H

#include <stdbool.h>
#include <stdio.h>

#include "plot/plot.h"
#include "record/reader.h"

enum { GB_CURVE_PANELS = 8, GB_CURVE_GPUS = 6 };

struct gb_curve_kind {
	const char *name;  /* of the plot */
	const char *panel; /* what its settings begin with in the script */
	const char *benchmark, *metric;
	/* An axis, or a metric of the same point; "{op} {word}": words, which are numbered from 1 as they come. */
	const char *x;
	/* Points whose axes have these values, "op=load|store,word=4"; a point without such an axis is in. The variant is
	 * an axis too. */
	const char *with;
	/* The line: "{bytes} B" with the value of an axis; a point without it is out. {build-} is what follows the last '-';
	 * {>acc} may be missing. */
	const char *series;
};

struct gb_curve_point;

struct gb_curve_panel {
	const struct gb_curve_kind *kind;
	struct gb_curve_point *point;
	size_t count, room;
};

struct gb_curve_gpu {
	char key[64], model[96];
};

struct gb_curve {
	const struct gb_curve_kind *kind; /* the first of its panels */
	struct gb_curve_panel panel[GB_CURVE_PANELS];
	struct gb_curve_gpu gpu[GB_CURVE_GPUS];
	size_t gpus;
	bool more; /* GPUs than that: their rows are left out */
};

/* The first panel of a plot; NULL: there is none of that name. */
const struct gb_curve_kind *gb_curve_kind_find(const char *name);

/* Take a row; its texts are copied. Another row of the same line and x replaces the first. */
int gb_curve_add(struct gb_curve *curve, const struct gb_record *record, struct gb_error *error);

/* Write the lines as gnuplot's data blocks: a comment, then rows of x, y, lo, hi, limit and the words of x. Settings:
 * lines (in all), title, gpus, gpu_name[]; of each panel PANEL_lines, PANEL_first (its first block), and for each line
 * PANEL_name[], PANEL_series[] (lines of one name on several GPUs have one number) and PANEL_gpu[]; where x are words also
 * PANEL_words and PANEL_word[]. Returns `lines`. */
size_t gb_curve_write(struct gb_curve *curve, struct gb_plot *plot);
void gb_curve_free(struct gb_curve *curve);

#endif
