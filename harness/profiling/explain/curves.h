/* curves.h: measured rows that set no roof but explain kernels: the cost of an access pattern, a resource or a
 * launch. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "base/heap.h"
#include "record/record.h"

/* The collection owns the texts. */
struct gb_curve_row {
	const char *benchmark, *variant, *point, *metric, *unit;
	double value;
};

struct gb_curve_set {
	const char *uuid, *model, *run, *time;
	struct gb_curve_row *row;
	size_t count, room;
};

struct gb_curves {
	struct gb_curve_set *set;
	size_t count, room, last; /* last: the set of the last row, which is usually that of the next one */
	struct gb_strings strings;
};

/* Keep a row if explanations use rows of its kind. */
void gb_curves_add(struct gb_curves *curves, const struct gb_record *record);
/* Returns the newest run of this GPU, or else of a GPU of its model; NULL: there is none. */
const struct gb_curve_set *gb_curves_find(const struct gb_curves *curves, const char *uuid, const char *model);
void gb_curves_free(struct gb_curves *curves);

/* Returns the next row of this benchmark and metric whose point matches all of `axes`, such as "op=read,ilp=1"; "":
 * any. Begin with *at = 0; NULL after the last row. `set` may be NULL. */
const struct gb_curve_row *gb_curve_next(const struct gb_curve_set *set, const char *benchmark, const char *metric,
					 const char *axes, size_t *at);
const struct gb_curve_row *gb_curve_first(const struct gb_curve_set *set, const char *benchmark, const char *metric,
					  const char *axes);
/* Returns another metric of the same point; NULL: there is none, or `row` is NULL. */
const struct gb_curve_row *gb_curve_other(const struct gb_curve_set *set, const struct gb_curve_row *row,
					  const char *metric);
