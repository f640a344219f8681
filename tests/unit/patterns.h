/* patterns.h: for tests of access-pattern benchmarks: points on a small fake card, and their metrics. */
#pragma once

#include "../../bench/common/pattern.h"

#include "made.h"
#include "verified.h"

/* On a card with this much memory, a 16th of it as L2, and 4 SMs; `variant` is a name. */
static inline void open_on(uint64_t memory_bytes, const char *variant, const char *point)
{
	reset_device();
	fake.free_bytes = memory_bytes;
	fake.l2_bytes = memory_bytes / 16;
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, variant_of(variant), &error), error);
	at(point);
}

/* On the card of the verified points. */
static inline void open_point(const char *point)
{
	open_on(verified_device.free_bytes, "default", point);
}

static inline void expect_metric(const char *name, double number)
{
	const double found = metric(name);

	if (!(fabs(found - number) <= 1e-12 * fabs(number) + 1e-15)) /* 0 may come out as 1e-17 */
		fail_msg("%s: got %.17g, expected %.17g", name, found, number);
}

static inline void expect_limit(double limit)
{
	assert_same(bench->limit(&run, gb_device(&run), 1e9), limit);
}

/* The card's data that a conclusion needs. */
static const struct gb_device warps_of_32 = { .warp_size = 32 };
