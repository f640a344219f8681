#include "tables/profile_plot.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "plot/kinds.h"
#include "plot/plot.h"
#include "plot/roofline.h"
#include "tables/tables.h"

enum { NAMED_MAX = 12, NAME_MOST = 47 };

void gb_plot_profile_points(struct gb_kernel_points *points, const struct gb_binding *binding, size_t count,
			    size_t *left_out)
{
	struct gb_kernel_names names;

	gb_name_bindings(&names, binding, count, NAME_MOST);
	*left_out = 0;
	for (size_t i = 0; i < count; i++) {
		const struct gb_binding *p = &binding[i];
		const enum gb_level level = p->nearest < GB_LEVELS ? p->nearest : GB_LEVEL_DRAM;
		const double seconds = p->kernel->seconds;
		struct gb_kernel_point point = { .intensity = p->intensity[level],
						 .performance = p->flop / seconds,
						 .seconds = seconds };
		if (!(point.intensity > 0) || !isfinite(point.intensity) || !(point.performance > 0)) {
			++*left_out;
			continue;
		}
		if (points->count < NAMED_MAX)
			gb_text_copy(point.name, sizeof point.name, gb_kernel_names_get(&names, i, p->kernel->name));
		gb_kernel_points_add(points, &point);
	}
	gb_kernel_names_free(&names);
}

static const struct gb_plot_kind *find_roofline(void)
{
	size_t i = 0;

	while (strcmp(gb_plot_own_kinds[i]->name, "roofline") != 0)
		i++;
	return gb_plot_own_kinds[i];
}

static bool is_gpu_used(const struct gb_bindings *bindings, const struct gb_gpu_roofs *gpu)
{
	for (size_t g = 0; g < bindings->gpus; g++)
		for (size_t m = 0; bindings->gpu[g].found && m < bindings->gpu[g].match.count; m++)
			if (bindings->gpu[g].match.gpu[m].key == gpu->key)
				return true;
	return false;
}

static void copy_used_roofs(const struct gb_bindings *bindings, const struct gb_roofs *roofs, struct gb_roofs *used)
{
	*used = *roofs;
	used->gpu = gb_heap_array(roofs->count + 1, sizeof *used->gpu);
	used->count = 0;
	for (size_t i = 0; i < roofs->count; i++)
		if (is_gpu_used(bindings, &roofs->gpu[i]))
			used->gpu[used->count++] = roofs->gpu[i];
}

int gb_plot_profile_draw(const struct gb_bindings *bindings, size_t kernels, const struct gb_roofs *roofs,
			 const char *output, size_t *left_out, struct gb_error *error)
{
	struct gb_kernel_points points = { .count = 0 };
	struct gb_roofs used;
	struct gb_plot plot;
	int status = gb_plot_begin(&plot, error);

	copy_used_roofs(bindings, roofs, &used);
	if (status == GB_OK)
		gb_plot_profile_points(&points, bindings->binding, kernels, left_out);
	if (status == GB_OK)
		status = gb_roofline_write(&plot, &used, &points, error);
	if (status == GB_OK)
		status = gb_plot_kind_draw(find_roofline(), &plot, NULL, output, error);
	gb_plot_end(&plot);
	gb_kernel_points_free(&points);
	free(used.gpu);
	return status;
}
