/* made.h: hand-made rows of a benchmark, its conclusions from them, and look-ups of these. */
#pragma once

#include "real.h"

enum { MADE_MAX = 256 };
static struct gb_row made[MADE_MAX];
static size_t made_count;

static struct gb_finding finding[GB_FINDINGS_MAX];
static size_t finding_count;

/* One more row, from "axis=value,...": of the variant `default`, known to 10 %, at 1.5 GHz and without a limit. The
 * caller changes the other fields. */
static inline struct gb_row *make_row(const struct gb_bench *of, const char *point, const char *metric, double value)
{
	static struct gb_point points[MADE_MAX];
	static unsigned char has[MADE_MAX][GB_AXES_MAX];
	const size_t i = made_count++;

	assert_true(i < MADE_MAX);
	points[i] = real_point(of, point);
	for (size_t axis = 0; axis < GB_AXES_MAX; axis++)
		has[i][axis] = points[i].has[axis];
	made[i] = (struct gb_row){ .bench = of,
				   .variant = "default",
				   .metric = metric,
				   .value_of = points[i].value,
				   .has = has[i],
				   .value = value,
				   .lo = 0.9 * value,
				   .hi = 1.1 * value,
				   .limit = NAN,
				   .sm_hz = 1.5e9 };
	return &made[i];
}

struct given {
	const char *variant, *point, *metric;
	double value;
};

/* The new rows replace those made before; the last has no point. */
static inline void make_rows(const struct gb_bench *of, const struct given *given)
{
	made_count = 0;
	for (; given->point != NULL; given++)
		make_row(of, given->point, given->metric, given->value)->variant = given->variant;
}

/* MAKE_ROWS({ "default", "op=read", "bandwidth", 1e12 }, { "default", "op=copy", "bandwidth", 9e11 }); */
#define MAKE_ROWS(...) make_rows(bench, (const struct given[]){ __VA_ARGS__, { .point = NULL } })

static inline size_t conclude(const struct gb_bench *of, const struct gb_device *device)
{
	memset(finding, 0, sizeof finding);
	finding_count = of->conclude(device, made, made_count, finding);
	return finding_count;
}

/* A reported value of a point; NULL: there is none with that name. */
static inline const struct gb_finding *finding_of(const char *point, const char *metric)
{
	for (size_t i = 0; i < finding_count; i++)
		if (strcmp(finding[i].point, point) == 0 && strcmp(finding[i].metric, metric) == 0)
			return &finding[i];
	return NULL;
}

static inline const struct gb_finding *the_finding(const char *point, const char *metric)
{
	const struct gb_finding *found = finding_of(point, metric);

	if (found != NULL)
		return found;
	fail_msg("no finding %s of %s", metric, point);
	return finding; /* not reached, but the compiler does not know that */
}

static inline const struct gb_finding *expect_finding(const char *point, const char *metric, double value)
{
	const struct gb_finding *found = the_finding(point, metric);

	assert_same(found->value, value);
	return found;
}
