/* template_points.h: points of benchmarks that a template names, as "gemm.flop_rate,type=fp16,n=8192": benchmark and metric, then
 * values of axes. Axes that are not named may have any value. "n=least" stands for the smallest n that was measured.
 *
 * The rows come from the files that the roofs are read from. The newest row of each GPU counts. */
#ifndef GB_TEMPLATE_POINTS_H
#define GB_TEMPLATE_POINTS_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/roofs.h"
#include "base/strings.h"
#include "record/record.h"

/* The newest row of one GPU. */
struct gb_template_row {
	const char *gpu, *run, *point; /* kept texts */
	int64_t time;
	double value, place; /* place: of the axis whose least value is wanted; else 0 */
	bool suspect, several;
};

struct gb_template_point {
	const char *text;                              /* as it stands in the template */
	const char *benchmark, *metric, *axes, *least; /* least: an axis, or NULL */
	struct gb_template_row *row;
	size_t rows, room;
};

/* Begin with an empty one. */
struct gb_template_points {
	struct gb_template_point *point;
	size_t points, room;
	struct gb_strings strings;
};

/* Ask for a point. Asking again for the same one is fine. */
int gb_template_points_want(struct gb_template_points *points, const char *text, struct gb_error *error);

/* Take a row, if a point that is wanted has it. */
int gb_template_points_take(struct gb_template_points *points, const struct gb_record *record, struct gb_error *error);

/* The median over those of `roofs` that have the point, each GPU once. `*value` is NAN if none has it. A text that fits two
 * points of one run is an error. */
int gb_template_points_value(const struct gb_template_points *points, const char *text, const struct gb_roofs *roofs,
			     double *value, struct gb_error *error);

/* How many of the points have a suspect row. */
size_t gb_template_points_suspect(const struct gb_template_points *points);
void gb_template_points_free(struct gb_template_points *points);

#endif
