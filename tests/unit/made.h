/* made.h: rows of a benchmark made by hand, and what it concludes from them. */
#ifndef MADE_H
#define MADE_H

#include "real.h"
#include "support.h"

enum { MADE_MAX = 256 };
static struct gb_row made[MADE_MAX];
static struct gb_point made_point[MADE_MAX];
static unsigned char made_has[MADE_MAX][GB_AXES_MAX];
static size_t made_count;

static struct gb_finding finding[GB_FINDINGS_MAX];
static size_t finding_count;

/* A row of "axis=value,..."; what it has beside its value is left to the caller. */
static inline struct gb_row *make_row(const struct gb_bench *of, const char *point, const char *metric, double value)
{
	const size_t i = made_count++;

	assert_true(i < MADE_MAX);
	made_point[i] = real_point(of, point);
	for (size_t axis = 0; axis < GB_AXES_MAX; axis++)
		made_has[i][axis] = made_point[i].has[axis];
	made[i] = (struct gb_row){ .bench = of,
				   .variant = "default",
				   .metric = metric,
				   .value_of = made_point[i].value,
				   .has = made_has[i],
				   .value = value };
	return &made[i];
}

static inline size_t conclude(const struct gb_bench *of, const struct gb_device *device)
{
	memset(finding, 0, sizeof finding);
	finding_count = of->conclude(device, made, made_count, finding);
	return finding_count;
}

/* What is told of a point; NULL: nothing of that name. */
static inline const struct gb_finding *finding_of(const char *point, const char *metric)
{
	for (size_t i = 0; i < finding_count; i++)
		if (strcmp(finding[i].point, point) == 0 && strcmp(finding[i].metric, metric) == 0)
			return &finding[i];
	return NULL;
}

/* The same where there must be one. */
static inline const struct gb_finding *the_finding(const char *point, const char *metric)
{
	const struct gb_finding *found = finding_of(point, metric);

	if (found == NULL)
		fail_msg("no finding %s of %s", metric, point);
	return found;
}

#endif
