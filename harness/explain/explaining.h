/* explaining.h: all kernels of a program, explained and predicted. */
#ifndef GB_EXPLAINING_H
#define GB_EXPLAINING_H

#include "explain/why.h"
#include "profile/placing.h"

/* Seconds are those of all launches; NAN: nothing can be said. */
struct gb_explained {
	struct gb_reason reason[GB_WHY_MOST];
	size_t reasons;
	struct gb_time_terms terms;
	double predicted, least, most;
	const char *limiter; /* of resident blocks; NULL: not counted */
};

/* One for each kernel, in the order of `placing`; to be freed. NULL: out of memory. `curves` live as long. */
struct gb_explained *gb_explaining_make(const struct gb_placing *placing, size_t kernels,
					const struct gb_curves *curves);

#endif
