/* patterns.h: for the tests of benchmarks of access patterns: one point on a small fake card, its input, and rows made by
 * hand. The test defines `TESTED`, the benchmark's name, before it includes
 * this, and emulate(), which registers kernels. */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "../../bench/offset/pattern.h"

#include "real.h"
#include "support.h"

/* ---- one point ----------------------------------------------------------------------------------------------------- */

static struct gb_plugins plugins;
static const struct gb_bench *bench;
static struct gb_card card;
static struct gb_run run;
static struct gb_error error;

static void emulate(void);

static inline int load_plugins(void **state)
{
	(void)state;
	fake_reset();
	plugins = real_plugins();
	bench = gb_plugins_find(&plugins, TESTED);
	return bench != NULL ? 0 : -1;
}

static inline int unload_plugins(void **state)
{
	(void)state;
	gb_plugins_free(&plugins);
	return 0;
}

/* On a card with so much memory, a 16th of it as L2, and 4 SMs; `variant` by its name. */
static inline void open_on(uint64_t memory_bytes, const char *variant, const char *point)
{
	size_t v = 0;

	gb_error_clear(&error);
	fake_reset();
	fake.free_bytes = memory_bytes;
	fake.l2_bytes = memory_bytes / 16;
	emulate();
	while (strcmp(bench->variants[v].name, variant) != 0)
		assert_non_null(bench->variants[++v].name);
	const struct gb_point p = real_point(bench, point);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[v], &error), error);
	assert_ok(gb_run_point(&run, &p), error);
}

static inline void open_point(const char *point)
{
	open_on(16 << 20, "default", point);
}

static inline void close_point(void)
{
	gb_run_close(&run);
	gb_card_close(&card);
}

/* The metric of that name, of a launch at 1 TB/s and 1 GHz; NULL if there is none. */
static inline const struct gb_metric *find_metric(const char *name)
{
	const struct gb_result result = { .value = 1e12, .seconds = 1e-3, .sm_hz = 1e9 };
	static struct gb_metric metric[GB_METRICS_MAX];
	const size_t count = bench->metrics(&run, &result, metric);

	for (size_t i = 0; i < count; i++)
		if (strcmp(metric[i].name, name) == 0)
			return &metric[i];
	return NULL;
}

static inline void expect_metric(const char *name, double number)
{
	const struct gb_metric *metric = find_metric(name);

	if (metric == NULL)
		fail_msg("no metric %s", name);
	else if (!(fabs(metric->number - number) <= 1e-12 * fabs(number) + 1e-15)) /* 0 may come out as 1e-17 */
		fail_msg("%s is %.17g, not %.17g", name, metric->number, number);
}

/* ---- rows made by hand ------------------------------------------------------------------------------------------------ */

enum { MADE_MAX = 64 };

static struct gb_row made[MADE_MAX];
static size_t made_count;
static struct gb_finding found[GB_FINDINGS_MAX];
static size_t found_count;

static inline void make_row(const char *variant, const char *point, const char *metric, double value)
{
	static struct gb_point points[MADE_MAX];
	static unsigned char has[MADE_MAX][GB_AXES_MAX];
	const size_t i = made_count++;

	assert_true(i < MADE_MAX);
	points[i] = real_point(bench, point);
	for (size_t axis = 0; axis < GB_AXES_MAX; axis++)
		has[i][axis] = points[i].has[axis];
	made[i] = (struct gb_row){ .bench = bench,
				   .variant = variant,
				   .metric = metric,
				   .value_of = points[i].value,
				   .has = has[i],
				   .value = value,
				   .lo = NAN,
				   .hi = NAN,
				   .limit = NAN,
				   .sm_hz = NAN };
}

static inline void conclude_made(void)
{
	const struct gb_device device = { .warp_size = 32 };

	found_count = bench->conclude(&device, made, made_count, found);
	made_count = 0;
}

static inline const struct gb_finding *expect_finding(const char *point, const char *metric, double value)
{
	for (size_t i = 0; i < found_count; i++)
		if (strcmp(found[i].point, point) == 0 && strcmp(found[i].metric, metric) == 0) {
			assert_same(found[i].value, value);
			return &found[i];
		}
	fail_msg("nothing found for %s: %s", point, metric);
	return found;
}

#endif
