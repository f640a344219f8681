/* curves.h: measured rows that set no roof but support explanations of kernels: the cost of a pattern, a resource or
 * a launch on this GPU. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/heap.h"
#include "record/record.h"

/* A row. The collection owns its texts. */
struct gb_curve_row {
	const char *benchmark, *variant, *point, *metric, *unit;
	double value;
};

/* The rows of one GPU in one run. */
struct gb_curve_set {
	const char *uuid, *model, *run, *time;
	struct gb_curve_row *row;
	size_t count, room;
};

struct gb_curves {
	struct gb_curve_set *set;
	size_t count, room, last; /* the set of the last row, which is usually that of the next row too */
	struct gb_strings strings;
};

/* Keep a row if explanations use its kind. */
void gb_curves_add(struct gb_curves *curves, const struct gb_record *record);
/* The newest run of this GPU, or otherwise of a GPU of its model; NULL: there is none. */
const struct gb_curve_set *gb_curves_find(const struct gb_curves *curves, const char *uuid, const char *model);
void gb_curves_free(struct gb_curves *curves);

/* The next row of this benchmark and metric whose point matches all `axes`, "op=read,ilp=1"; "": any. Begin with *at
 * = 0; NULL after the last. `set` may be NULL. */
const struct gb_curve_row *gb_curve_next(const struct gb_curve_set *set, const char *benchmark, const char *metric,
					 const char *axes, size_t *at);
const struct gb_curve_row *gb_curve_first(const struct gb_curve_set *set, const char *benchmark, const char *metric,
					  const char *axes);
/* Another metric of the same point; NULL: it does not exist, or `row` is NULL. */
const struct gb_curve_row *gb_curve_other(const struct gb_curve_set *set, const struct gb_curve_row *row,
					  const char *metric);
