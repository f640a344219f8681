#include "engine/watch.h"

#include <time.h>

#include "bench.h"
#include "base/clock.h"
#include "gpu_fake.h"
#include "host_clock_made.h"

/* A counter that advances at 2, 4 and 6 s, by 100 J per second, and is read just before and after. */
TEST(power_from_the_first_step_to_the_last)
{
	const double seconds[] = { 1, 1.95, 2, 2.5, 3, 4, 4.5, 5.95, 6, 6.9 };
	const double joules[] = { 500, 500, 700, 700, 700, 900, 900, 900, 1100, 1100 };

	assert_same(gb_watch_power(seconds, joules, 10), 400.0 / 4);
}

/* The time of the last step is known to half a second in four, which is too coarse. */
TEST(steps_that_were_seen_late_tell_nothing)
{
	const double seconds[] = { 1, 1.95, 2, 4, 5.5, 6 }, joules[] = { 500, 500, 700, 900, 900, 1100 };

	assert_unknown(gb_watch_power(seconds, joules, 6));
}

/* The last step was noticed half a second late, but the one before it was not. */
TEST(a_step_that_was_seen_late_is_passed_over)
{
	const double seconds[] = { 1, 1.95, 2, 3.95, 4, 5.95, 6, 7.5, 8.4 };
	const double joules[] = { 500, 500, 700, 700, 900, 900, 1100, 1100, 1300 };

	assert_same(gb_watch_power(seconds, joules, 9), 400.0 / 4);
}

TEST(too_few_steps_tell_nothing)
{
	const double seconds[] = { 1, 2, 3, 4 }, two[] = { 1, 2, 3, 3 }, none[] = { 5, 5, 5, 5 };
	const double unknown[] = { NAN, NAN, NAN, NAN };

	assert_unknown(gb_watch_power(seconds, two, 4));
	assert_unknown(gb_watch_power(seconds, none, 4));
	assert_unknown(gb_watch_power(seconds, unknown, 4));
	assert_unknown(gb_watch_power(seconds, two, 0));
}

static void watch_by(const struct gpu_ops *ops, struct gb_watch *out, double launch_seconds, double window,
		     double before)
{
	static const struct gb_point point = { .value = { 0, 0, 32 }, .has = { true, false, true } };
	const struct gb_bench bench = bench_good();
	FREED_BY(gb_device_close) struct gb_open_device card;
	FREED_BY(gb_run_close) struct gb_run run;

	assert_ok(gb_device_open(&card, ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, &bench, &bench_variants[0], &error), error);
	assert_ok(gb_run_point(&run, &point), error);
	assert_ok(gb_watch_load(&run, launch_seconds, window, gb_clock_now() - before, out), error);
}

static void watch(struct gb_watch *out, double launch_seconds, double window, double before)
{
	fake.launch_seconds = launch_seconds;
	watch_by(&fake_ops, out, launch_seconds, window, before);
}

static void load_card(void)
{
	fake_reset();
	fake.state = (struct gpu_state){ .sm_clock_hz = 1.9e9,
					 .mem_clock_hz = 3.2e9,
					 .temperature_c = 61,
					 .throttle = "sw_power_cap",
					 .ecc_errors = NAN };
	fake.power_w = 650;
	fake.energy_step = 0.005;
}

TEST(state_and_energy_under_load)
{
	struct gb_watch out;

	load_card();
	watch(&out, 1e-3, 0.4, 0.6);
	assert_same(out.power_w, 650);
	assert_same(out.load.temperature_c, 61);
	assert_same(out.state.mem_clock_hz, 3.2e9);
	assert_string_equal(out.throttle, "sw_power_cap");
	assert_false(out.state.slowdown);
	assert_same(out.energy_j, 0.65); /* of one launch of 1 ms */
}

/* A value that the card reports just after a load began describes the time before. */
TEST(what_was_sampled_before_is_not_of_the_load)
{
	struct gb_watch out;

	load_card();
	watch(&out, 1e-3, 0.02, 0);
	assert_unknown(out.power_w);
	assert_unknown(out.load.temperature_c);
	assert_string_equal(out.throttle, "");
	assert_same(out.state.temperature_c, 61); /* reported nevertheless */
	load_card();
	watch(&out, 1e-3, 0.02, GB_WATCH_TEMPERATURE_SECONDS);
	assert_same(out.load.temperature_c, 61);
	assert_string_equal(out.throttle, "");
	watch(&out, 1e-3, 0.02, GB_WATCH_THROTTLE_SECONDS);
	assert_string_equal(out.throttle, "sw_power_cap");
	assert_same(out.power_w, 650);
	assert_unknown(out.energy_j); /* its mean power has too few samples */
}

TEST(power_without_a_sample_inside_is_not_known)
{
	struct gb_watch out;

	load_card();
	fake.power_step = 1e9; /* the last one was long ago */
	watch(&out, 1e-3, 0.1, 0.5);
	assert_unknown(out.power_w);
	assert_same(out.load.temperature_c, 61);
}

/* A card that is slow to answer, so that the answer arrives after the end of the load. */
static void slow_state(struct gpu *gpu, struct gpu_state *out)
{
	const struct timespec pause = { 0, 60000000 };

	nanosleep(&pause, NULL);
	*out = fake.state;
}

TEST(what_is_answered_after_the_load_is_not_of_it)
{
	struct gpu_ops ops = fake_ops;
	struct gb_watch out;

	load_card();
	ops.state = slow_state;
	watch_by(&ops, &out, 1e-3, 0.03, 1);
	assert_unknown(out.load.temperature_c);
	assert_string_equal(out.throttle, "");
}

TEST(unknown_stays_unknown)
{
	struct gb_watch out;

	fake_reset();
	fake.state.throttle[0] = '\0';
	watch(&out, 1e-4, 0.01, 1);
	assert_unknown(out.energy_j);
	assert_unknown(out.power_w);
	assert_string_equal(out.throttle, "");
}

TEST(a_long_window_of_short_launches_is_bounded)
{
	struct gb_watch out;
	const double start = gb_clock_now();

	fake_reset();
	watch(&out, 1e-6, 3, 0);
	assert_true(gb_clock_now() - start < 1);
	assert_true(fake_calls("launch") < 600);
}

/* The throttle reasons of the whole window, each once, whenever they occurred. */
static unsigned int looks;
static void changing_state(struct gpu *gpu, struct gpu_state *out)
{
	static const char *const reasons[] = { "none", "sw_power_cap", "sw_power_cap|hw_slowdown", "idle" };

	*out = fake.state;
	snprintf(out->throttle, sizeof out->throttle, "%s", reasons[looks < 3 ? looks : 3]);
	out->slowdown = looks == 2;
	looks++;
}

TEST(reasons_of_the_whole_window)
{
	struct gpu_ops ops = fake_ops;
	struct gb_watch out;

	fake_reset();
	ops.state = changing_state;
	looks = 0;
	watch_by(&ops, &out, 1e-3, 0.05, 1);
	assert_true(looks > 3);
	assert_string_equal(out.throttle, "sw_power_cap|hw_slowdown|idle");
	assert_string_equal(out.state.throttle, "sw_power_cap|hw_slowdown|idle");
	assert_true(out.state.slowdown);
}
