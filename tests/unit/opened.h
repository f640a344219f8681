/* opened.h: one of the project's benchmarks, open on the fake device, at a point, with checks of its results. */
#pragma once

#include "real.h"

static struct gb_plugins plugins;
static const struct gb_bench *bench; /* find_bench() */
static struct gb_open_device card;
static struct gb_run run;

/* False when the build has no such benchmark, or its models are wrong. Freed by end_tests(). */
static inline bool find_bench(const char *name)
{
	size_t i = 0;

	fake_reset();
	plugins = real_plugins();
	while (i < plugins.count && strcmp(plugins.plugin[i].bench->name, name) != 0)
		i++;
	if (i == plugins.count)
		return false;
	bench = plugins.plugin[i].bench;
	return gb_models_load_near(&real_models, &plugins.plugin[i], &error) == GB_OK;
}

/* For a set-up and tear-down of cmocka; register the kernels that setup() runs in between. */
static inline void reset_device(void)
{
	real_reset();
	gb_error_clear(&error);
}

static inline const struct gb_variant *variant_of(const char *name)
{
	for (const struct gb_variant *v = bench->variants; v->name != NULL; v++)
		if (strcmp(v->name, name) == 0)
			return v;
	fail_msg("no variant %s", name);
	return NULL;
}

static inline int open_bench(void)
{
	return gb_device_open(&card, &fake_ops, 0, &error) == GB_OK &&
			       gb_run_open(&run, &card, bench, &bench->variants[0], &error) == GB_OK
		       ? 0
		       : -1;
}

/* On the fake device with its default settings. */
static inline int open_default(void)
{
	reset_device();
	return open_bench();
}

static inline void close_bench(void)
{
	gb_run_close(&run);
	gb_device_close(&card);
}

static inline int close_run(void)
{
	close_bench();
	return fake_reset() ? 0 : -1;
}

/* Called after a test's own open_bench() on a fresh device: nothing may be left over. */
static inline void close_point(void)
{
	assert_int_equal(close_run(), 0);
}

/* Make "axis=value,..." the current point; returns the status. */
static inline int point_of(const char *point)
{
	const struct gb_point p = real_point(bench, point);

	gb_error_clear(&error);
	return gb_run_point(&run, &p);
}

static inline void at(const char *point)
{
	assert_ok(point_of(point), error);
}

/* Make this the current point, whose verification must pass. */
static inline void expect_right(const char *point)
{
	at(point);
	if (gb_run_verify(&run) != GB_OK)
		fail_msg("%s: %s", point, error.text);
}

/* The verification of the current point must fail with this message. */
static inline void expect_check_says(const char *words)
{
	assert_fails(gb_run_verify(&run), words);
}

/* Make this the current point for one launch; returns the value of observe(). */
static inline double observed(const char *point)
{
	double value = 0;

	at(point);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	return value;
}

/* A point that cannot be measured, and words of the reason, which remains in the error. */
static inline void skipped(const char *point, const char *why)
{
	assert_int_equal(point_of(point), GB_SKIPPED);
	assert_says(error.text, why);
}

/* A metric of the current point with this result, until the next call; NULL: there is none with that name. */
static inline const struct gb_metric *metric_with(const struct gb_result *result, const char *name)
{
	static struct gb_metric out[GB_METRICS_MAX];
	const size_t count = bench->metrics(&run, result, out);

	for (size_t i = 0; i < count; i++)
		if (strcmp(out[i].name, name) == 0)
			return &out[i];
	return NULL;
}

/* The number of a metric of the current point; -1: there is none with that name. */
static inline double metric(const char *name)
{
	const struct gb_result result = { 1e12, 1e-3, 1.25e9, gb_device(&run), NAN };
	const struct gb_metric *found = metric_with(&result, name);

	return found != NULL ? found->number : -1;
}

/* A result of the current point: "bytes" or "ops" of its cost, its "limit" at 1 GHz, or a metric. */
struct by_hand {
	const char *name;
	double number;
};

static inline double result_named(const char *name)
{
	if (strcmp(name, "limit") == 0)
		return bench->limit(&run, gb_device(&run), 1e9);
	if (strcmp(name, "bytes") == 0)
		return bench->cost(&run).bytes;
	return strcmp(name, "ops") == 0 ? bench->cost(&run).ops : metric(name);
}

/* Make this the current point, which must have these results; the last has no name. */
static inline void expect_at(const char *point, const struct by_hand *wanted)
{
	at(point);
	for (; wanted->name != NULL; wanted++) {
		const double found = result_named(wanted->name), number = wanted->number;
		if (!(isnan(found) && isnan(number)) && !(fabs(found - number) <= 1e-12 * fabs(number)))
			fail_msg("%s: %s: got %.17g, expected %.17g", point, wanted->name, found, number);
	}
}

/* EXPECT_AT("op=read", { "bytes", 4096 }, { "limit", 1e12 }); */
#define EXPECT_AT(point, ...) expect_at(point, (const struct by_hand[]){ __VA_ARGS__, { .name = NULL } })

static inline int end_tests(int failed)
{
	gb_models_free(&real_models);
	gb_plugins_free(&plugins);
	return failed;
}

/* The program's main(): runs the tests of this benchmark; returns 1 if the build has none. */
#define TESTS_OF(name)                                                    \
	int main(void)                                                    \
	{                                                                 \
		return end_tests(find_bench(name) ? run_all_tests() : 1); \
	}
