/* bound.h: the shortest time that a load can take on a GPU. This is the longest of its times at the measured roofs, in
 * its issue slots and until its last block has started, plus the time of the launches. docs/roofline.md shows how far
 * from this bound kernels usually are. */
#pragma once

#include "explain/curves.h"
#include "explain/load.h"

struct gb_measured {
	const struct gb_peaks *peaks;
	const struct gb_curve_set *rows; /* NULL: no rows of such a GPU */
};

/* Seconds for all counted launches. */
struct gb_bound {
	double dram, memory; /* memory: of the slowest level */
	double arithmetic, starting, total;
};

struct gb_bound gb_bound_of(const struct gb_measured *gpu, const struct gb_load *load);
