/* kinds.h: the kinds of pictures: those of roofs, each a file plot_*.c here, and those of benchmarks.
 *
 * A benchmark's picture is next to its plug-in: NAME.plot selects the rows and describes their appearance for
 * panels.gp. If that is not sufficient, NAME.gp draws them instead. Lines of NAME.plot, in which '#' begins a comment:
 *
 *     summary TEXT
 *     size WIDTH HEIGHT       of the picture with all its panels, in points
 *     columns NUMBER          of panels side by side; a panel without points leaves no gap
 *     name LINE = TEXT        name of a line in the picture
 *     values NAME VALUE|VALUE
 *     panel PANEL METRIC X POINTS LINES
 *     KEY TEXT                appearance: panel_settings.h
 *     finding TEXT
 *
 * A panel shows METRIC over X, an axis or a metric of the same point; "access_rate|op_rate" is whichever of them a
 * point has. With "{op}" or "{op}{word}", X is a word; words are numbered from 1 in order of appearance. POINTS selects
 * points whose axes have given values, or other values with !=: "op=load|store,word!=4"; "op={NAME}" uses the values of
 * a line `values`. A point without such an axis is included; "-" selects all. LINES is the name of a point's line:
 * "{bytes} B" with the value of an axis; a point without this axis is left out. {build-} is the part after the last '-'
 * of the value; {>acc} and {?acc} may be missing. The variant is an axis, too. Lines called "-" have no name.
 *
 * A finding is the title, with values of the drawn points: finding.h. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/heap.h"
#include "past/history.h"
#include "plot/panel_settings.h"
#include "plot/plot.h"
#include "record/record.h"

enum { GB_PLOT_PANELS = 32, GB_PLOT_FINDINGS = 4, GB_PLOT_NAMES = 16, GB_PLOT_REFUSED = 8 };

struct gb_plot_panel {
	const char *name; /* prefix of its settings in the script */
	const char *metric, *x, *points, *lines;
	const char *setting[GB_PANEL_SETTINGS]; /* as gnuplot reads it; NULL: not given */
};

/* The requested inputs; NULL: not requested. */
struct gb_plot_choice {
	const char *kernels;             /* a file of kernels */
	const char *relative_to, *first; /* a file or a model; the first of the files (analysis/fleet_ratios.h) */
};

struct gb_plot_kind {
	const char *name, *help;
	/* Draws GPUs and their roofs, after gb_roofs_sort(). If this and the next two members are not set, the picture
	 * shows rows of the benchmark of this name (curve.h). */
	int (*write)(struct gb_plot *plot, const struct gb_roofs *roofs, const struct gb_plot_choice *choice,
		     struct gb_error *error);
	/* Draws GPUs over time, after gb_history_settle(); NULL: not such a picture. */
	int (*write_history)(struct gb_plot *plot, const struct gb_history *history, struct gb_error *error);
	bool of_host;       /* draws this host, without reading a file (plot.h) */
	bool kernels;       /* accepts a file of kernels */
	bool models;        /* compares models with a selected one */
	size_t gpus;        /* a report draws it if there are at least this many GPUs */
	const char *folder; /* of NAME.gp; NULL: that of common.gp */
	struct gb_plot_panel panel[GB_PLOT_PANELS];
	size_t panels;
	const char *setting[GB_PANEL_SETTINGS]; /* for panels that lack the setting */
	unsigned width, height, columns;        /* 0: not given */
	struct {
		const char *line, *text;
	} alias[GB_PLOT_NAMES]; /* names of lines in the picture */
	size_t aliases;
	const char *finding[GB_PLOT_FINDINGS];
	size_t findings;
	const char *wrong; /* why it cannot be drawn; NULL: it can */
};

struct gb_plot_kinds {
	struct gb_plot_kind *kind; /* those of roofs, then those of benchmarks, by name */
	size_t count;
	struct gb_strings texts; /* of the kinds */
	/* Folders that others can write to, whose pictures are refused; only the first ones, terminated by NULL. */
	const char *refused[GB_PLOT_REFUSED + 1];
};

/* The kinds for roofs, terminated by NULL: gb_plot_* of each file plot_*.c. The build generates this list. */
extern const struct gb_plot_kind *const gb_plot_own_kinds[];

/* Finds all kinds. `path` is GPUBENCH_PLUGIN_PATH (folders.h). If two kinds have the same name, the first is used.
 * Folders and files that others can write to (files/owner.h) are refused. */
void gb_plot_kinds_load(struct gb_plot_kinds *kinds, const char *path);
void gb_plot_kinds_free(struct gb_plot_kinds *kinds);

/* NULL: there is no kind of this name. */
const struct gb_plot_kind *gb_plot_kinds_find(const struct gb_plot_kinds *kinds, const char *name);
/* Reports that there is no kind of this name. */
int gb_plot_kinds_unknown(const struct gb_plot_kinds *kinds, const char *name, struct gb_error *error);

/* Reads the description `path` into a kind, except for the name. Texts are stored in `texts`. */
int gb_plot_kind_read(struct gb_plot_kind *kind, const char *path, struct gb_strings *texts, struct gb_error *error);

/* Draws the data with the kind's script, or with `script` if it is not NULL (gb_plot_draw()). */
int gb_plot_kind_draw(const struct gb_plot_kind *kind, struct gb_plot *plot, const char *script, const char *output,
		      struct gb_error *error);

/* ---- patterns of axes -------------------------------------------------------------------------------------------- */

/* The axes of a point in the patterns of NAME.plot, which select the points of a panel and name them. */

/* Returns the value of an axis in "axis=value,axis=value", or the variant; NULL: not found. `*length`: of the value. */
const char *gb_axis_value(const struct gb_record *record, const char *axis, size_t axis_length, size_t *length);

/* True if `value` is one of "a|b", which ends at `end`. */
bool gb_axis_is_one_of(const char *value, size_t length, const char *at, const char *end);

/* True if each axis of `words` has one of its values in the point ("axis=value|value"), or none of them
 * ("axis!=value|value"), or is missing there. */
bool gb_axis_fits(const struct gb_record *record, const char *words);

/* Writes `pattern` with the values of its axes; false: the point lacks an axis. {>acc} stands for ">" and the value,
 * {?acc} for the value; both are empty if the axis is missing. */
bool gb_axis_fill_in(const struct gb_record *record, const char *pattern, char *text, size_t size);
