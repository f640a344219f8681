/* normal.h: random numbers for tests, the same for the same seed. */
#pragma once

#include <math.h>

#include "base/hash.h"

/* Above 0 and below 1. */
static inline double draw(uint64_t *state)
{
	return ((double)(gb_hash_next(state) >> 11) + 0.5) / 9007199254740992.0;
}

/* Standard normal (Box and Muller). */
static inline double normal(uint64_t *state)
{
	return sqrt(-2 * log(draw(state))) * cos(6.283185307179586 * draw(state));
}
