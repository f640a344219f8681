/* template_points.h: the points of benchmarks that a template uses, such as "gemm.flop_rate,type=fp16,n=8192":
 * benchmark and metric, then values of axes. Axes that are not given may have any value. "n=least" selects the smallest
 * n that was measured.
 *
 * The rows come from the files from which the roofs are read. The newest row of each GPU counts. */
#ifndef GB_TEMPLATE_POINTS_H
#define GB_TEMPLATE_POINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/roofs.h"
#include "base/collections.h"
#include "record/record.h"

/* The newest row of one GPU. */
struct gb_template_row {
	const char *gpu, *run, *point; /* kept texts */
	int64_t time;
	double value, place; /* place: on the axis whose least value is requested; else 0 */
	bool suspect, several;
};

struct gb_template_point {
	const char *text;                              /* as in the template */
	const char *benchmark, *metric, *axes, *least; /* least: an axis, or NULL */
	struct gb_template_row *row;
	size_t rows, room;
};

/* Initialise an empty set. */
struct gb_template_points {
	struct gb_template_point *point;
	size_t points, room;
	struct gb_strings strings;
};

/* Request a point. Requesting the same one again is fine. */
int gb_template_points_want(struct gb_template_points *points, const char *text, struct gb_error *error);

/* Add a row, if its point was requested. */
int gb_template_points_take(struct gb_template_points *points, const struct gb_record *record, struct gb_error *error);

/* The median over the GPUs in `roofs` that have the point, counting each GPU once. `*value` is NAN if none has it. It
 * is an error if a text matches two points of one run. */
int gb_template_points_value(const struct gb_template_points *points, const char *text, const struct gb_roofs *roofs,
			     double *value, struct gb_error *error);

/* How many of the points have a suspect row. */
size_t gb_template_points_suspect(const struct gb_template_points *points);
void gb_template_points_free(struct gb_template_points *points);

#endif
