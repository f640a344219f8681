/* kernels.h: kernels that are placed on a roofline, and files that list them: name,flop,byte,seconds. */
#ifndef GB_KERNELS_H
#define GB_KERNELS_H

#include <stddef.h>

#include "base/error.h"
#include "profile/binding.h"

struct gb_kernel_point {
	char name[128];
	double intensity, performance, seconds;
};

struct gb_kernel_points {
	struct gb_kernel_point *point;
	size_t count, room;
};

int gb_kernel_points_add(struct gb_kernel_points *points, const struct gb_kernel_point *point, struct gb_error *error);
/* The kernels in a file. */
int gb_kernel_points_read(struct gb_kernel_points *points, const char *path, struct gb_error *error);
void gb_kernel_points_free(struct gb_kernel_points *points);

/* ---- the kernels of a program ------------------------------------------------------------------------------------ */

/* A kernel is placed under the memory that limits it most. `*left_out`: kernels without arithmetic, which have no
 * intensity. Only the longest ones are labelled. */
int gb_plot_profile_points(struct gb_kernel_points *points, const struct gb_binding *binding, size_t count,
			   size_t *left_out, struct gb_error *error);

/* Draw them under the roofs that were used for them, into `output`. */
int gb_plot_profile_draw(const struct gb_bindings *bindings, size_t kernels, const struct gb_roofs *roofs,
			 const char *output, size_t *left_out, struct gb_error *error);

#endif
