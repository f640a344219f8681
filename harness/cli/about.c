#include "cli/about.h"

#include <string.h>

#include "plan/axis.h"

static bool is_searched(const void *context, const char *axis)
{
	const struct gb_bench *bench = context;
	const int found = gb_axes_find(bench->axes, axis, strlen(axis));

	return found >= 0 && bench->axes[found].kind != GB_REPORTED;
}

struct gb_points_about gb_about(const char *name, const struct gb_bench *bench)
{
	if (bench == NULL)
		return (struct gb_points_about){ .name = name };
	return (struct gb_points_about){
		.name = name,
		.summary = bench->summary,
		.method = bench->method,
		.is_searched = is_searched,
		.context = bench,
	};
}
