/* plot.h: draws results with gnuplot. A script in plots/ draws, and users may have their own scripts. The program
 * writes the data, the settings and the texts.
 *
 * A text from a file, such as the name of a GPU or kernel, is never part of what gnuplot evaluates: it reaches a script
 * as a string in a variable, read from a data file, or as a column of the data. File names that gnuplot sees are the
 * program's own. */
#pragma once

#include <stdio.h>

#include "analysis/fleet_ratios.h"
#include "analysis/roofs.h"

/* Bytes of the folder's name, and of a text in a picture. */
enum { GB_PLOT_FOLDER = 4000, GB_PLOT_TEXT = 160 };

/* Inputs of a script, which stay in their own folder until gb_plot_end(). */
struct gb_plot {
	FILE *data;      /* gnuplot's blocks: "# name", rows, two empty lines */
	FILE *settings;  /* gnuplot assignments in the program's own words: "xmin = 0.1; ..." */
	FILE *texts;     /* texts of settings, one per line: "title = texts[1]; ..." */
	size_t count;    /* of texts */
	char files[120]; /* names of the files, for the small print; "": none */
	char folder[GB_PLOT_FOLDER];
};

/* `name` is chosen by the program: a gnuplot variable or an element of an array. The text may contain anything. */
void gb_plot_set(struct gb_plot *plot, const char *name, double value);
void gb_plot_set_text(struct gb_plot *plot, const char *name, const char *text);
/* Sets the label of a tick, in which '%' is doubled because gnuplot would interpret it as a format. */
void gb_plot_set_tick(struct gb_plot *plot, const char *name, const char *text);
/* Declares an array of at least one element. */
void gb_plot_array(struct gb_plot *plot, const char *name, size_t size);
/* Writes a text as a column of data: quoted, on one line, in UTF-8, without characters that gnuplot might interpret. */
void gb_plot_put_text(FILE *data, const char *text);

/* Open the files of a plot. Call gb_plot_end() even after GB_FAILED: it removes what exists. */
int gb_plot_begin(struct gb_plot *plot, struct gb_error *error);
/* Names the files that a picture shows, each with its last folder. */
void gb_plot_name_files(struct gb_plot *plot, const char *const *file, size_t count);
int gb_plot_keep(struct gb_plot *plot, const char *path, struct gb_error *error);
/* True if a picture can have this name. */
int gb_plot_check_output(const char *output, struct gb_error *error);
/* Runs `script` with gnuplot and writes `output`, whose name ends in .svg, .png or .pdf. `here` is the folder of the
 * scripts. An existing picture is replaced only if the new one is complete. */
int gb_plot_draw(struct gb_plot *plot, const char *script, const char *here, const char *output,
		 struct gb_error *error);
void gb_plot_end(struct gb_plot *plot);

/* ---- the picture of a host --------------------------------------------------------------------------------------- */

struct gb_plot_object {
	const char *text;
	size_t parent; /* index of the parent; for the first object, its own */
	int kind;      /* colour: 0 host, 1 NUMA node, 2 bridge, 3 GPU, 4 network, 5 storage */
};

struct gb_plot_join {
	size_t from, to; /* indices of GPUs */
	const char *text;
};

struct gb_plot_tree {
	const struct gb_plot_object *object;
	size_t objects;
	const struct gb_plot_join *join; /* may be empty */
	size_t joins;
};

int gb_plot_node_write(struct gb_plot *plot, const struct gb_plot_tree *tree, struct gb_error *error);

/* ---- ratios of models (ratio_bars.c) ---------------------------------------------------------------------------- */

/* Compares the models of a fleet with one of them, for plots/ratios.gp, with the same ratios as compare. */

/* Writes a panel for each model except the base. */
int gb_plot_ratios_write(struct gb_plot *plot, const struct gb_fleet *fleet, const struct gb_fleet_model *base,
			 struct gb_error *error);
