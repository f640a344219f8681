/* kernel_labels.h: where the names of kernels stand in a roofline: next to their points, clear of each other. */
#ifndef GB_KERNEL_LABELS_H
#define GB_KERNEL_LABELS_H

#include "plot/kernels.h"
#include "plot/roofline.h"

/* Where a name begins (side 1: it stands to the right of its point), ends (-1: to the left) or has its middle (0), FLOP/B
 * and FLOP/s; `size` is the point's, as gnuplot has it. */
struct gb_kernel_label {
	double x, y, size;
	int side;
};

/* Find the place of each kernel's name; `size` is given. Names go to the side of their point where they cover least. */
void gb_kernel_labels_place(struct gb_kernel_label *label, const struct gb_kernel_points *kernels,
			    const struct gb_roofline *p);

#endif
