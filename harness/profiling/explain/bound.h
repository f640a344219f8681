/* bound.h: the least time that a load takes on a GPU: at the measured roof where it takes longest, in its issue slots,
 * or until the last of its blocks has started; then the launches. docs/roofline.md says how far kernels usually are
 * from such a bound. */
#ifndef GB_BOUND_H
#define GB_BOUND_H

#include "explain/curves.h"
#include "explain/load.h"

/* A GPU as it was measured. */
struct gb_measured {
	const struct gb_peaks *peaks;
	const struct gb_curve_set *rows; /* NULL: none were measured on such a GPU */
};

/* Seconds of all counted launches. */
struct gb_bound {
	double dram, memory; /* `memory` is that of the slowest level */
	double arithmetic, starting, total;
};

struct gb_bound gb_bound_of(const struct gb_measured *gpu, const struct gb_load *load);

#endif
