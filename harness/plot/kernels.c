#include "plot/kernels.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 1024 };

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

int gb_kernels_each(const char *path, gb_kernel_fn *take, void *context, struct gb_error *error)
{
	FILE *file = fopen(path, "r");
	char line[LINE], name[128];
	double number[3];
	int status = GB_OK;

	if (file == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	for (size_t i = 1; status == GB_OK && fgets(line, sizeof line, file) != NULL; i++) {
		if (i == 1 && strncmp(line, "name,", 5) == 0)
			continue;
		if (take_kernel(line, name, sizeof name, number)) {
			take(context, name, number[0] / number[1], number[0] / number[2]);
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
