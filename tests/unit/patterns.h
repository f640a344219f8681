/* patterns.h: for the tests of benchmarks of access patterns: points on a small fake card, verified with kernels in C
 * that make mistakes, and their metrics. The test defines `suite` and emulate(). */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "../../bench/common/pattern.h"

#include "made.h"
#include "opened.h"

/* The benchmark, the card and the variant it is verified on, and points with a C function for the timed kernel of
 * each. */
static const struct suite {
	const char *bench, *variant;
	uint64_t memory_bytes;
	const struct verified *points;
	size_t count;
} suite;

/* Register the kernels other than the timed ones. */
static void emulate(void);

/* What timed kernels do; MISSING: nothing. */
static enum behaviour { RIGHT, WRONG, SHORT, LATE, LONG, MISSING } behaviour;

/* A timed kernel of elements of so many bytes, so many a thread: its function has its name. */
#define KERNEL(function, name, op, bytes, unroll)                                               \
	static double do_##name##_b##bytes##_u##unroll(struct gb_shape shape, const void *args) \
	{                                                                                       \
		return function(op, bytes, unroll, shape, args);                                \
	}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* On a card with so much memory, a 16th of it as L2, and 4 SMs; `variant` by its name. */
static inline void open_on(uint64_t memory_bytes, const char *variant, const char *point)
{
	size_t v = 0;

	reset_device();
	fake.free_bytes = memory_bytes;
	fake.l2_bytes = memory_bytes / 16;
	emulate();
	for (size_t i = 0; i < suite.count && behaviour != MISSING; i++)
		fake_kernel(suite.points[i].kernel, suite.points[i].function);
	while (strcmp(bench->variants[v].name, variant) != 0)
		assert_non_null(bench->variants[++v].name);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[v], &error), error);
	at(point);
}

static inline void open_point(const char *point)
{
	open_on(suite.memory_bytes, suite.variant, point);
}

static inline void close_point(void)
{
	gb_run_close(&run);
	gb_card_close(&card);
}

static inline void expect_metric(const char *name, double number)
{
	const double found = metric(name);

	if (!(fabs(found - number) <= 1e-12 * fabs(number) + 1e-15)) /* 0 may come out as 1e-17 */
		fail_msg("%s is %.17g, not %.17g", name, found, number);
}

static inline void expect_limit(double limit)
{
	assert_same(bench->limit(&run, gb_device(&run), 1e9), limit);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static inline int verify_on(uint64_t memory_bytes, const char *point, enum behaviour how)
{
	behaviour = how;
	open_on(memory_bytes, suite.variant, point);
	const int status = gb_run_verify(&run);
	close_point();
	behaviour = RIGHT;
	return status;
}

static inline void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < suite.count; i++)
		if (verify_on(suite.memory_bytes, suite.points[i].point, RIGHT) != GB_OK)
			fail_msg("%s: %s", suite.points[i].point, error.text);
	behaviour = RIGHT;
	for (size_t i = 0; i < suite.count; i++) {
		if (i > 0 && strcmp(suite.points[i].kernel, suite.points[i - 1].kernel) == 0)
			continue;
		open_on(suite.memory_bytes, suite.variant, suite.points[i].point);
		real_timed_sums_up_nothing(&run);
		close_point();
	}
}

/* Every kernel that does this is found out, in these words. */
static inline void expect_caught(enum behaviour how, const char *words)
{
	for (size_t i = 0; i < suite.count; i++) {
		if (verify_on(suite.memory_bytes, suite.points[i].point, how) != GB_FAILED)
			fail_msg("%s passes with mistake %d", suite.points[i].point, how);
		assert_says(error.text, words);
	}
}

/* What a conclusion wants to know of the card. */
static const struct gb_device warps_of_32 = { .warp_size = 32 };

#endif
