/* Changes of values over time: planted steps and drifts in normal noise. */
#include "past/trend.h"

#include "normal.h"
#include "support.h"

enum { DAYS = 120 };
#define DAY   86400.0
#define NOISE 0.001

struct made {
	double seconds[DAYS], value[DAYS];
	struct gb_trend trend;
};

static void search_made(struct made *made, size_t count, double floor)
{
	made->trend.seconds = made->seconds;
	made->trend.value = made->value;
	made->trend.count = count;
	made->trend.unit = "B/s";
	made->trend.floor = floor;
	made->trend.least = 0.006;
	made->trend.certain = gb_trend_by_orders;
	gb_trend_run(&made->trend);
}

/* A slope of `slope` per day from day `from`, and a step of `part` on day `day`. */
static void search(struct made *made, uint64_t seed, double slope, int from, double part, int day)
{
	for (int i = 0; i < DAYS; i++) {
		const double level = 1 + (i > from ? slope * (i - from) : 0) + (i >= day ? part : 0);
		made->seconds[i] = i * DAY;
		made->value[i] = 4e12 * (level + NOISE * normal(&seed));
	}
	search_made(made, DAYS, 0.006);
}

TEST(step_has_a_day)
{
	struct made made = { 0 };

	for (uint64_t seed = 1; seed <= 20; seed++) {
		search(&made, seed, 0, 0, -0.02, 70);
		assert_int_equal(made.trend.finds, 1);
		assert_false(made.trend.found[0].is_drift);
		assert_int_equal(made.trend.found[0].at, 70);
		assert_true(fabs(made.trend.found[0].after / made.trend.found[0].before - 0.98) < 0.001);
		assert_true(made.trend.found[0].confidence > 0.999);
	}
	gb_trend_free(&made.trend);
}

TEST(drift_has_a_slope)
{
	struct made made = { 0 };

	for (uint64_t seed = 1; seed <= 20; seed++) {
		search(&made, seed, -0.03 / DAYS, 0, 0, 0);
		assert_int_equal(made.trend.finds, 1);
		assert_true(made.trend.found[0].is_drift);
		assert_int_equal(made.trend.found[0].from, 0);
		assert_int_equal(made.trend.found[0].to, DAYS);
		assert_true(fabs(made.trend.found[0].a_second * DAYS * DAY / 4e12 + 0.03) < 0.002);
	}
	gb_trend_free(&made.trend);
}

/* Two steps down are not a slope, however even they are. */
TEST(stairs_are_steps)
{
	struct made made = { 0 };

	search(&made, 5, 0, 0, -0.02, 40);
	for (int i = 80; i < DAYS; i++)
		made.value[i] -= 0.02 * 4e12;
	gb_trend_run(&made.trend);
	assert_int_equal(made.trend.finds, 2);
	assert_int_equal(made.trend.found[0].at, 40);
	assert_int_equal(made.trend.found[1].at, 80);
	gb_trend_free(&made.trend);
}

TEST(step_and_then_a_drift)
{
	struct made made = { 0 };
	size_t steps = 0, drifts = 0;

	search(&made, 3, -0.03 / 60, 60, -0.05, 60);
	for (size_t i = 0; i < made.trend.finds; i++) {
		steps += !made.trend.found[i].is_drift;
		drifts += made.trend.found[i].is_drift;
	}
	assert_int_equal(drifts, 1);
	assert_true(steps >= 1);
	assert_true(made.trend.found[0].at >= 58 && made.trend.found[0].at <= 62);
	gb_trend_free(&made.trend);
}

/* Thirty runs at the power cap, with a scattering clock, of a card that is hot from a certain day on. */
TEST(step_in_much_noise_is_no_drift)
{
	struct made made = { .trend.count = 0 };
	size_t found = 0, drifts = 0;

	for (uint64_t seed = 1; seed <= 300; seed++) {
		const size_t day = 5 + seed % 21;
		uint64_t state = seed;
		for (size_t i = 0; i < 30; i++) {
			made.seconds[i] = (double)i * DAY;
			made.value[i] = 8e14 * ((i >= day ? 0.98 : 1) + 0.005 * normal(&state));
		}
		search_made(&made, 30, 5.5 * 0.005);
		drifts += made.trend.finds > 0 && made.trend.found[0].is_drift;
		found +=
			made.trend.finds == 1 && made.trend.found[0].at + 1 >= day && made.trend.found[0].at <= day + 1;
	}
	assert_true(found >= 280);
	assert_true(drifts <= 3);
	gb_trend_free(&made.trend);
}

TEST(noise_is_neither)
{
	struct made made = { 0 };

	for (uint64_t seed = 1; seed <= 200; seed++) {
		search(&made, seed, 0, 0, 0, 0);
		assert_int_equal(made.trend.finds, 0);
	}
	gb_trend_free(&made.trend);
}
