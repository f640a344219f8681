/* kernel_points.h: kernels placed on a roofline, and files that list them: name,flop,byte,seconds. */
#pragma once

#include <stddef.h>

#include "base/error.h"

struct gb_kernel_point {
	char name[128];
	double intensity, performance, seconds;
};

struct gb_kernel_points {
	struct gb_kernel_point *point;
	size_t count, room;
};

void gb_kernel_points_add(struct gb_kernel_points *points, const struct gb_kernel_point *point);
int gb_kernel_points_read(struct gb_kernel_points *points, const char *path, struct gb_error *error);
void gb_kernel_points_free(struct gb_kernel_points *points);
