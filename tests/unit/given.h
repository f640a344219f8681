/* given.h: rows made by hand, by the text of their points, as conclude() gets them. */
#ifndef GIVEN_H
#define GIVEN_H

#include "real.h"

struct given {
	const char *variant, *point, *metric;
	double value; /* known to 10 % */
};

enum { GIVEN_MAX = 16 };

/* At 1.5 GHz, without a limit. They stay until the next call. */
static inline const struct gb_row *given_rows(const struct gb_bench *bench, const struct given *given, size_t count)
{
	static struct gb_row rows[GIVEN_MAX];
	static struct gb_point points[GIVEN_MAX];
	static unsigned char has[GIVEN_MAX][GB_AXES_MAX];

	assert_true(count <= GIVEN_MAX);
	for (size_t i = 0; i < count; i++) {
		points[i] = real_point(bench, given[i].point);
		for (size_t a = 0; a < GB_AXES_MAX; a++)
			has[i][a] = points[i].has[a];
		rows[i] = (struct gb_row){ .bench = bench,
					   .variant = given[i].variant,
					   .metric = given[i].metric,
					   .value_of = points[i].value,
					   .has = has[i],
					   .value = given[i].value,
					   .lo = 0.9 * given[i].value,
					   .hi = 1.1 * given[i].value,
					   .limit = NAN,
					   .sm_hz = 1.5e9 };
	}
	return rows;
}

#endif
