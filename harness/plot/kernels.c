#include "plot/kernels.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

enum { LINE = 1024 };

int gb_kernel_points_add(struct gb_kernel_points *points, const struct gb_kernel_point *point, struct gb_error *error)
{
	struct gb_kernel_point *grown = gb_array_grow(points->point, points->count, &points->room, sizeof *grown);

	if (grown == NULL)
		return gb_error_set(error, "out of memory");
	points->point = grown;
	points->point[points->count++] = *point;
	return GB_OK;
}

void gb_kernel_points_free(struct gb_kernel_points *points)
{
	free(points->point);
	*points = (struct gb_kernel_points){ .count = 0 };
}

/* One row: name,flop,byte,seconds. False: it is none. */
static bool take_kernel(const char *line, char *name, size_t size, double number[3])
{
	const size_t length = strcspn(line, ",");

	if (line[length] != ',' || length >= size)
		return false;
	memcpy(name, line, length);
	name[length] = '\0';
	line += length;
	for (size_t i = 0; i < 3; i++) {
		char *end;
		if (*line != ',')
			return false;
		number[i] = strtod(line + 1, &end);
		if (end == line + 1 || !isfinite(number[i]) || number[i] <= 0)
			return false;
		line = end;
	}
	return strspn(line, "\r\n ") == strlen(line);
}

int gb_kernel_points_read(struct gb_kernel_points *points, const char *path, struct gb_error *error)
{
	FILE *file = fopen(path, "r");
	char line[LINE];
	double number[3];
	int status = GB_OK;

	if (file == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	for (size_t i = 1; status == GB_OK && fgets(line, sizeof line, file) != NULL; i++) {
		struct gb_kernel_point point = { .seconds = 0 };
		if (i == 1 && strncmp(line, "name,", 5) == 0)
			continue;
		if (take_kernel(line, point.name, sizeof point.name, number)) {
			point.intensity = number[0] / number[1];
			point.performance = number[0] / number[2];
			point.seconds = number[2];
			status = gb_kernel_points_add(points, &point, error);
			continue;
		}
		line[strcspn(line, "\r\n")] = '\0';
		status = gb_error_set(error,
				      "%s: line %zu: found '%.80s', expected name,flop,byte,seconds, numbers above 0",
				      path, i, line);
	}
	fclose(file);
	return status;
}
