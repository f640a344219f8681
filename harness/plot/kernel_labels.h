/* kernel_labels.h: places the names of kernels in a roofline: next to their points, without overlaps. */
#ifndef GB_KERNEL_LABELS_H
#define GB_KERNEL_LABELS_H

#include "plot/kernels.h"
#include "plot/roofline.h"

/* Where a name starts (side 1: to the right of its point), ends (-1: to the left) or is centred (0), in FLOP/B and
 * FLOP/s; `size` is the point's, in gnuplot's units. */
struct gb_kernel_label {
	double x, y, size;
	int side;
};

/* Find the place of each kernel's name; `size` is given. A name goes to the side of its point where it covers least. */
void gb_kernel_labels_place(struct gb_kernel_label *label, const struct gb_kernel_points *kernels,
			    const struct gb_roofline *p);

#endif
