/* profile_plot.h: draws the kernels of a program as points under their roofs. */
#pragma once

#include "plot/kernel_points.h"
#include "profile/binding.h"

/* A kernel is placed under the memory that limits it most. `*left_out`: the number of kernels without arithmetic,
 * which have no intensity. Only the longest ones are labelled. */
void gb_plot_profile_points(struct gb_kernel_points *points, const struct gb_binding *binding, size_t count,
			    size_t *left_out);

/* Draw the kernels under the roofs used for them, into `output`. */
int gb_plot_profile_draw(const struct gb_bindings *bindings, size_t kernels, const struct gb_roofs *roofs,
			 const char *output, size_t *left_out, struct gb_error *error);
