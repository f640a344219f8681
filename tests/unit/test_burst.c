#include "engine/burst_sustain.h"
#include "host_clock_made.h"

#include "base/clock.h"
#include "one_run.h"

/* A card that is fast until it has worked for 40 ms, and again after a rest of 50 ms. */
static double warm_seconds, last_launch;
static volatile int stop;
static size_t stop_at, launches;

static double fast_after_a_rest(struct gb_shape shape, const void *args)
{
	const double now = gb_clock_now();

	if (now - last_launch > 0.05)
		warm_seconds = 0;
	last_launch = now;
	const double seconds = warm_seconds < 0.04 ? 20e-6 : 25e-6;
	warm_seconds += seconds;
	if (++launches == stop_at)
		stop = 1;
	return seconds;
}

static int start(void)
{
	const struct gb_point point = { .value = { 1, 2, 64 }, .has = { true, true, true } };

	warm_seconds = 1;
	last_launch = gb_clock_now();
	stop = 0;
	stop_at = launches = 0;
	if (open_card() != GB_OK)
		return -1;
	fake_kernel("work", fast_after_a_rest);
	open_run_at(&point);
	return 0;
}

static int measure(double rest_seconds, struct gb_burst *out)
{
	gb_measure_rest(rest_seconds, &stop);
	return gb_burst_measure(&run, 20e-6, out, &stop, &error);
}

/* Four batches of 5 ms end before the card slows down. */
TEST_WITH(a_card_that_has_rested_is_fast, start, close_card)
{
	struct gb_burst burst;

	assert_ok(measure(0.1, &burst), error);
	assert_near(burst.value, 2e6 / 20e-6, 1e-9);
	assert_unknown(burst.lo);
	assert_unknown(burst.hi);
	assert_near(burst.sm_hz, 1.5e9, 1e-6);
	assert_int_equal(launches, GB_BURST_BATCHES * 250);
}

TEST_WITH(one_that_has_not_is_as_it_was, start, close_card)
{
	struct gb_burst burst;

	assert_ok(measure(0, &burst), error);
	assert_near(burst.value, 2e6 / 25e-6, 1e-9);
}

TEST_WITH(a_clock_that_is_not_told_is_not_known, start, close_card)
{
	struct gb_burst burst;

	fake.stamped_sms = 0;
	assert_ok(measure(0.1, &burst), error);
	assert_near(burst.value, 2e6 / 20e-6, 1e-9);
	assert_unknown(burst.sm_hz);
	assert_unknown(burst.slowest_hz);
}

TEST_WITH(looks_are_joined_by_hand, start, close_card)
{
	const struct gb_burst looks[] = { { 101, NAN, NAN, 1.8e9, 1.7e9 },
					  { 99, NAN, NAN, 1.6e9, 1.5e9 },
					  { 100, NAN, NAN, 1.7e9, NAN } };
	const struct gb_burst alike[] = { { 100, NAN, NAN, 1e9, 1e9 }, { 100, NAN, NAN, 1e9, 1e9 } };
	struct gb_burst all;

	gb_burst_join(looks, 3, &all);
	assert_same(all.value, 100);
	assert_near(all.lo, 100 - 4.303 / sqrt(3), 1e-6);
	assert_near(all.hi, 100 + 4.303 / sqrt(3), 1e-6);
	assert_same(all.sm_hz, 1.7e9);
	assert_unknown(all.slowest_hz);
	gb_burst_join(alike, 2, &all);
	assert_near(all.hi - all.lo, 2 * 100 * 7.5e6 / 1e9, 1e-9); /* half a step of the clock on each side */
	gb_burst_join(looks, 1, &all);
	assert_same(all.value, 101);
	assert_unknown(all.lo);
}

TEST_WITH(an_interruption_ends_it, start, close_card)
{
	const double before = gb_clock_now();
	struct gb_burst burst;

	stop_at = 300; /* in the second batch */
	assert_int_equal(measure(0.1, &burst), GB_INTERRUPTED);
	assert_int_equal(launches, 2 * 250);
	stop = 1;
	assert_int_equal(measure(20, &burst), GB_INTERRUPTED);
	assert_true(gb_clock_now() - before < 10);
}

TEST_WITH(a_failure_is_passed_on, start, close_card)
{
	struct gb_burst burst;

	fake_fail("launch", 100, false);
	assert_fails(measure(0.1, &burst), "cuLaunchKernel");
}
