/* axis.h: a benchmark's axes, its points, and their texts. */
#pragma once

#include <stdbool.h>

#include "base/error.h"
#include "gpubench.h"
#include "plan/values.h"

enum { GB_POINT_TEXT = 256 }; /* room for the text of any point of a benchmark that gb_axes_check() accepts */

/* A value for each axis that the point has. */
struct gb_point {
	int64_t value[GB_AXES_MAX];
	bool has[GB_AXES_MAX];
};

size_t gb_axes_count(const struct gb_axis *axes);
/* The index of the axis called `name` (of `length` characters); -1: none. */
int gb_axes_find(const struct gb_axis *axes, const char *name, size_t length);

/* True if a point has axis number `i`, given the values of the axes before it. */
bool gb_axis_exists(const struct gb_axis *axes, size_t i, const struct gb_point *point);
/* True if a point is in a selection (gpubench.h). */
bool gb_point_is(const struct gb_axis *axes, const char *selection, const struct gb_point *point);
/* GB_OK: the selection names values of axes before number `end`, which must be reported unless `searched`. */
int gb_selection_check(const struct gb_axis *axes, size_t end, bool searched, const char *selection,
		       struct gb_error *error);

/* Check names, kinds, lists and conditions of a plug-in's axes; the error names the axis and the fault. */
int gb_axes_check(const struct gb_axis *axes, struct gb_error *error);

/* Write the axes that the point has, "op=read,vec=4", of one kind or (kind < 0) of both. */
void gb_point_text(const struct gb_axis *axes, const struct gb_point *point, int kind, char *text, size_t size);
/* The reverse, for words in any order; unknown axes are ignored. */
int gb_point_read(const struct gb_axis *axes, const char *text, struct gb_point *point, struct gb_error *error);
/* Such as "read" or "4". */
void gb_value_text(const struct gb_axis *axis, int64_t value, char *text, size_t size);
