/* profile.h: the kernels of a program as points of a roofline. */
#ifndef GB_PLOT_PROFILE_H
#define GB_PLOT_PROFILE_H

#include "plot/kernels.h"
#include "profile/placing.h"

/* A kernel stands under the memory that binds it most. `*left_out`: kernels without arithmetic, which have no
 * intensity. Only the longest have their names next to them. */
int gb_plot_profile_points(struct gb_kernel_points *points, const struct gb_place *place, size_t count,
			   size_t *left_out, struct gb_error *error);

/* Draw them under the roofs that were taken for them, into `output`. */
int gb_plot_profile_draw(const struct gb_placing *placing, size_t kernels, const struct gb_roofs *roofs,
			 const char *output, size_t *left_out, struct gb_error *error);

#endif
