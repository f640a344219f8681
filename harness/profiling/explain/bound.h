/* bound.h: the shortest time that a load can take on a GPU: the longest of its times at the measured roofs, in its
 * issue slots, and until its last block has started; plus the launches. docs/roofline.md shows how far kernels
 * usually are from such a bound. */
#pragma once

#include "explain/curves.h"
#include "explain/load.h"

/* A GPU as it was measured. */
struct gb_measured {
	const struct gb_peaks *peaks;
	const struct gb_curve_set *rows; /* NULL: no rows were measured on such a GPU */
};

/* Seconds of all counted launches. */
struct gb_bound {
	double dram, memory; /* `memory` is the time of the slowest level */
	double arithmetic, starting, total;
};

struct gb_bound gb_bound_of(const struct gb_measured *gpu, const struct gb_load *load);
