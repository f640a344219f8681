/* template.h: fills measured roofs into a text, so that another tool can be supported by a file, without code.
 *
 * Expressions between {{ and }} are replaced; the rest is copied unchanged. Lines that begin with #% are removed. A
 * line that begins with #? is removed if a value in it is unknown; otherwise only the mark is removed.
 *
 *     {{NAME}}                  a roof, in its unit: {{tensor.bf16}}, {{tensor.bf16.burst}}, {{gemm.bf16}}
 *     {{NAME:limit}}            its physical limit
 *     {{gpu:FIELD}}             a property of the GPU: name, board, driver, version, capability, memory_bytes,
 *                               power_limit_w, sm_clock_rated_hz
 *     {{with:NAME}}             a number given by the user: --with NAME=NUMBER
 *     {{point:BENCHMARK.METRIC,AXIS=VALUE,...}}  a point of a curve:
 *                                                {{point:gemm.flop_rate,type=fp16,n=1024}} (see below)
 *     {{.../NAME*NUMBER@3|TEXT}}  divided by another of these, then times a number, with this many decimals; TEXT if
 *                                 it is unknown
 *
 * Each part after the first may be omitted; the order is fixed. An unknown value without TEXT is an error: a figure
 * that was not measured must not look like a measured one. A template is only text and is never executed. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analysis/roofs.h"
#include "base/heap.h"
#include "record/record.h"

/* ---- template_points.c: the points of benchmarks that a template uses -------------------------------------------- */

/* For example "gemm.flop_rate,type=fp16,n=8192": benchmark and metric, then values of axes. Axes that are not given may
 * have any value. "n=least" selects the smallest measured n.
 *
 * The rows come from the files from which the roofs are read. The newest row of each GPU counts. */

struct gb_template_row {
	const char *gpu, *run, *point; /* kept texts */
	int64_t time;
	double value, place; /* place: position on the axis of which the least value is requested; otherwise 0 */
	bool suspect, several;
};

struct gb_template_point {
	const char *text;                              /* as in the template */
	const char *benchmark, *metric, *axes, *least; /* least: an axis, or NULL */
	struct gb_template_row *row;
	size_t rows, room;
};

struct gb_template_points {
	struct gb_template_point *point;
	size_t points, room;
	struct gb_strings strings;
};

/* Requests a point; a repeated request has no effect. */
int gb_template_points_want(struct gb_template_points *points, const char *text, struct gb_error *error);

/* Adds a row if its point was requested. */
void gb_template_points_take(struct gb_template_points *points, const struct gb_record *record);

/* Returns the median over the GPUs in `roofs` that have the point; each GPU counts once. `*value` is NAN if none has
 * it. A text that matches two points of one run is an error. */
int gb_template_points_value(const struct gb_template_points *points, const char *text, const struct gb_roofs *roofs,
			     double *value, struct gb_error *error);

size_t gb_template_points_suspect(const struct gb_template_points *points);
void gb_template_points_free(struct gb_template_points *points);

/* ---- the template ------------------------------------------------------------------------------------------------ */

struct gb_template {
	char *path, *text; /* the contents of the file */
	struct gb_template_points points;
};

/* Reads a template: a file, or one that comes with the program. Its points are requested from then on. */
int gb_template_open(struct gb_template *template, const char *name, struct gb_error *error);

/* Fills the template. The roofs must be sorted; for several GPUs of one model and board, medians are used. Each entry
 * of `with` is "NAME=NUMBER". */
int gb_template_fill(const struct gb_template *template, const char *const *with, size_t withs,
		     const struct gb_roofs *roofs, FILE *out, struct gb_error *error);
void gb_template_close(struct gb_template *template);
