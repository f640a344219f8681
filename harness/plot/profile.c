#include "plot/profile.h"

#include <math.h>

enum { NAMED_MAX = 12 };

int gb_plot_profile_points(struct gb_kernel_points *points, const struct gb_place *place, size_t count,
			   size_t *left_out, struct gb_error *error)
{
	int status = GB_OK;

	*left_out = 0;
	for (size_t i = 0; i < count && status == GB_OK; i++) {
		const struct gb_place *p = &place[i];
		const enum gb_level level = p->nearest < GB_LEVELS ? p->nearest : GB_LEVEL_DRAM;
		const double seconds = p->kernel->value[GB_COUNTED_SECONDS];
		struct gb_kernel_point point = { .intensity = p->intensity[level],
						 .performance = p->flop / seconds,
						 .seconds = seconds };
		if (!(point.intensity > 0) || !isfinite(point.intensity) || !(point.performance > 0)) {
			++*left_out;
			continue;
		}
		if (points->count < NAMED_MAX)
			gb_profiled_short_name(p->kernel->name, point.name, 48);
		status = gb_kernel_points_add(points, &point, error);
	}
	return status;
}
