/* curve.h: the rows of one benchmark as curves: values on both axes, and the points that form a line (kinds.h). */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "analysis/roofs.h"
#include "plot/kinds.h"
#include "record/csv.h"

enum { GB_CURVE_GPUS = 6, GB_CURVE_NAME = 96, GB_CURVE_POINT = 320, GB_CURVE_UNIT = 24 };

struct gb_curve_point {
	size_t gpu, order;
	/* word: if not "", the number x stands for it */
	char series[GB_CURVE_NAME], point[GB_CURVE_POINT], word[GB_CURVE_NAME];
	char x_unit[GB_CURVE_UNIT], unit[GB_CURVE_UNIT]; /* x_unit: "" if x is an axis */
	double x, y, lo, hi, limit;
	bool drawn; /* after gb_curve_settle() */
};

struct gb_curve_panel {
	const struct gb_plot_panel *shown;
	struct gb_curve_point *point;
	size_t count, room;
};

struct gb_curve_gpu {
	char key[GB_GPU_KEY], peer[GB_GPU_KEY], model[96]; /* peer: the other GPU of a pair, otherwise "" or "all" */
	char day[11];                                      /* day of the newest row that is drawn */
	const char *clock;                                 /* name of the clock */
	double slowest_hz, fastest_hz;                     /* of this clock in the rows; 0: unknown */
};

struct gb_curve {
	const struct gb_plot_kind *kind;
	struct gb_curve_panel panel[GB_PLOT_PANELS];
	struct gb_curve_gpu gpu[GB_CURVE_GPUS];
	size_t gpus;
	bool more; /* there are further GPUs, whose rows are left out */
};

/* Adds a row, whose texts are copied. A later row with the same line and x replaces it. */
void gb_curve_add(struct gb_curve *curve, const struct gb_record *record);

/* Sorts the points by line and x, and marks those to be drawn: with both values, and not measured again later. */
void gb_curve_settle(struct gb_curve *curve);

/* Writes the lines as data blocks of gnuplot: a comment, then rows of x, y, lo, hi, limit and the words of x. Settings:
 * lines (in total), title (of a single GPU: name, day and clock), gpus, gpu_name[], finding[] (finding.h; "": none);
 * for each panel PANEL_lines, PANEL_first (its first block), and for each of its lines PANEL_name[], PANEL_series[]
 * (lines of the same name on several GPUs have the same number) and PANEL_gpu[]; if x are words, also PANEL_words and
 * PANEL_word[]. For panels with points, whose names are in `panels`: PANEL_x and PANEL_y (names of the axes),
 * PANEL_x_unit and PANEL_y_unit. Returns `lines`. */
size_t gb_curve_write(struct gb_curve *curve, struct gb_plot *plot);
void gb_curve_free(struct gb_curve *curve);
