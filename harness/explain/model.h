/* model.h: how long a load takes on a GPU, from measured roofs and curves.
 *
 * Memory takes what the longest of its levels takes and a bit of the others, DRAM at the rate that as many warps reach
 * in the curve of `occupancy`. Arithmetic takes what its units or the issue slots take, likewise. The shorter of the
 * two is hidden behind the longer, the better the more warps there are, or blocks if warps wait at barriers. SMs
 * without work do not help. Blocks take time to start (`launch`, op=blocks), while others work. To begin and to end
 * takes what a launch without work does (`launch`, op=period). docs/model.md has the formula, the constants and how
 * well it does. */
#ifndef GB_MODEL_H
#define GB_MODEL_H

#include "explain/curves.h"
#include "explain/load.h"

enum { GB_MODEL_POINTS = 24 };

/* A curve of `occupancy`: of its highest rate, what so many resident warps reach. */
struct gb_time_curve {
	double warps[GB_MODEL_POINTS], part[GB_MODEL_POINTS];
	size_t points;
};

struct gb_time_model {
	const struct gb_peaks *peaks;
	const struct gb_curve_set *rows; /* NULL: none were measured on such a GPU */
	struct gb_time_curve loads, chains;
	double warps_most;  /* that an SM holds; NAN: not known */
	double launch;      /* seconds from a launch to the next; 0: not measured */
	double block, warp; /* seconds to start a block, and what each of its warps adds */
};

/* Where the time goes, in seconds of all counted launches. */
struct gb_time_terms {
	double memory, arithmetic, hidden, starting, launch, total;
};

void gb_time_model_make(struct gb_time_model *model, const struct gb_peaks *peaks, const struct gb_curve_set *rows);
/* The part of its highest rate that memory reaches with this part of the warps that an SM holds. */
double gb_time_model_loads(const struct gb_time_model *model, double warps);
struct gb_time_terms gb_time_model_time(const struct gb_time_model *model, const struct gb_load *load);

#endif
