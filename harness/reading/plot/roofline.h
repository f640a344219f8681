/* roofline.h: the parts of a roofline: a line for each roof of each model and board, labels next to the lines, and
 * names of kernels next to their points. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "analysis/roofs.h"
#include "plot/kernel_points.h"
#include "plot/plot.h"

enum { GB_ROOFLINE_MODELS = 4, GB_ROOFLINE_LINES = 20, GB_ROOFLINE_LABEL = 192 };

/* Kinds of lines. If there is one model, each kind has its own colour. */
enum gb_roofline_class { GB_SLOPE, GB_VECTOR, GB_MATRIX };

/* A line of a model, with medians over its GPUs. */
struct gb_roofline_line {
	char label[48];
	enum gb_roofline_class class;
	size_t model;
	double value, limit; /* limit: NAN if unknown */
	const char *unit;
};

/* GPUs of one name on one board. */
struct gb_roofline_model {
	const struct gb_gpu_roofs *gpu; /* the first GPU */
	size_t gpus;
};

struct gb_roofline {
	struct gb_roofline_line line[GB_ROOFLINE_MODELS * GB_ROOFLINE_LINES];
	size_t count, models;
	struct gb_roofline_model model[GB_ROOFLINE_MODELS];
	bool rated; /* all limits are for the rated clock */
	double xmin, xmax, ymin, ymax;
};

/* Computes lines and ranges. GB_FAILED: there are too many models, or nothing to draw. */
int gb_roofline_of(struct gb_roofline *p, const struct gb_roofs *roofs, struct gb_error *error);
/* Returns the fastest memory or arithmetic of a model, or of all models (GB_ROOFLINE_MODELS); 0: there is none. */
double gb_roofline_highest(const struct gb_roofline *p, bool memory, size_t model, bool limits);
/* If there are several models, each has a colour; otherwise each class has one. */
int gb_roofline_colour(const struct gb_roofline *p, const struct gb_roofline_line *line);

/* Writes blocks of data: x, y, position, colour and text of the labels for memory or arithmetic. Extends ymax. */
void gb_roofline_put_labels(FILE *data, const char *name, struct gb_roofline *p, bool memory);
/* Writes x, y, colour and text of each ridge point. Those of a model's slowest memory have their intensity as text. */
void gb_roofline_put_ridges(FILE *data, const char *name, struct gb_roofline *p);

int gb_roofline_write(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_kernel_points *kernels,
		      struct gb_error *error);

/* ---- names of kernels -------------------------------------------------------------------------------------------- */

/* The point where a name starts (side 1: right of its point), ends (-1: left) or is centred (0), in FLOP/B and FLOP/s;
 * `size` is that of the point, in gnuplot's units. */
struct gb_kernel_label {
	double x, y, size;
	int side;
};

/* Finds a place for each kernel's name; `size` is given. A name is on the side of its point where it covers least. */
void gb_kernel_labels_place(struct gb_kernel_label *label, const struct gb_kernel_points *kernels,
			    const struct gb_roofline *p);
