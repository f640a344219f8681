/* held_clock.h: what holds the clock of a load below its limit: the power limit, the driver, or the clock that matrix
 * instructions have. */
#ifndef GB_HELD_CLOCK_H
#define GB_HELD_CLOCK_H

#include <stdbool.h>

#include "record/record.h"

/* A load whose power is above this fraction of the limit is close enough to be held by it. On an H200 such loads draw
 * 80 % or more as sampled, and those for which the driver reports the cap unnecessarily draw less than half. */
#define GB_AT_POWER_LIMIT 0.75
/* A matrix load below this fraction of its limit at the rated clock needs a reason. */
#define GB_MATRIX_HELD 0.97
/* A matrix load above this fraction of the card's own matrix clock runs at it: on an H100 that clock rises by two
 * steps, 1.6 %, within the first 0.3 s of a load. */
#define GB_AT_MATRIX_CLOCK 0.98

/* Known clocks of a load. NAN: not known, or not of this point. */
struct gb_clocks {
	double limit_rated;             /* of the point at the card's rated clock */
	double limit_matrix, matrix_hz; /* the same at the card's own clock under matrix instructions, and that clock */
	bool is_burst;                  /* the load was too short for the driver to react to it */
	bool power_cap;
	double power_w, power_limit_w;
};

/* True if the power is near its limit; false if either is not known. Pure. */
bool gb_held_by_power_limit(double power_w, double limit_w);

/* The value as fractions of its limits at other clocks than the measured one, after gb_judge_limit(). A matrix load far
 * below its limit at the rated clock gets the cause: the clock of matrix instructions, the power limit, or a cap that
 * the driver reports unnecessarily. Pure. */
void gb_held_judge(struct gb_record *record, const struct gb_clocks *clocks, char reason[GB_RECORD_REASON]);

#endif
