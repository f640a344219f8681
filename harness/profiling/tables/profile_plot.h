/* profile_plot.h: draws the kernels of a program as points under their roofs. */
#pragma once

#include "plot/kernel_points.h"
#include "profile/binding.h"

/* Places each kernel under the memory that limits it most. `*left_out`: the number of kernels without arithmetic, which
 * have no arithmetic intensity. Only the longest kernels are labelled. */
void gb_plot_profile_points(struct gb_kernel_points *points, const struct gb_binding *binding, size_t count,
			    size_t *left_out);

/* Draws the kernels under the roofs used for them, into the file `output`. */
int gb_plot_profile_draw(const struct gb_bindings *bindings, size_t kernels, const struct gb_roofs *roofs,
			 const char *output, size_t *left_out, struct gb_error *error);
