#include "timing/measure.h"

#include "base/clock.h"
#include "host_clock.h"
#include "support.h"

/* A device that takes no real time. */
struct script {
	double launch_seconds; /* seconds of one launch, when warm */
	double cold;           /* launches take this much longer at first */
	uint64_t warm_after;   /* launches */
	double noise;          /* batches vary by this fraction */
	double idle_seconds;   /* of real time a batch */
	unsigned int fail_at;  /* the call; 0: none */
	volatile int *stop;    /* set at call stop_at */
	unsigned int stop_at;
	bool no_clock;
	double clock_rise_hz; /* with each call */
	unsigned int dip_at;  /* the call at which the clock is 20 % lower; 0: none */
	unsigned int calls;
	uint64_t launches;
	double shortest; /* batch number since the end of the calibration */
};

static int batch(void *context, uint64_t launches, struct gb_batch *out, struct gb_error *error)
{
	struct script *s = context;
	const double start = gb_clock_now();

	if (++s->calls == s->fail_at)
		return gb_error_set(error, "launch failed");
	if (s->stop != NULL && s->calls == s->stop_at)
		*s->stop = 1;
	const double slow = s->launches < s->warm_after ? s->cold : 1;
	s->launches += launches;
	const double swing = 1 + (s->calls % 2 ? s->noise : -s->noise);
	out->seconds = (double)launches * s->launch_seconds * slow * swing;
	out->value = out->seconds / (double)launches;
	out->sm_hz = s->no_clock ? (double)NAN : 1e9 / slow + s->calls * s->clock_rise_hz;
	out->sm_hz *= s->calls == s->dip_at ? 0.8 : 1;
	out->slowest_hz = 0.99 * out->sm_hz;
	while (gb_clock_now() - start < s->idle_seconds)
		;
	return GB_OK;
}

static const struct gb_measure_options options = {
	.batch_seconds = 1e-3,
	.warmup_seconds = 0.2,
	.budget_seconds = 0.2,
	.steady_within = 0.005,
	.max_noise = 0.001,
	.min_samples = 6,
	.max_samples = 100,
};

TEST(steady_times_converge_at_once)
{
	struct script script = { .launch_seconds = 2e-6 };
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };

	assert_ok(gb_measure(batch, &script, &options, &m, &error), error);
	assert_int_equal(m.stop, GB_STOP_CONVERGED);
	assert_int_equal(m.value.count, 6);
	assert_true(m.steady);
	assert_near(m.seconds, 2e-6, 1e-9);
	assert_near(m.value.median, 2e-6, 1e-9);
	assert_same(m.sm_hz, 1e9);
	assert_same(m.slowest_hz, 0.99e9);
	assert_same(m.sm_hz_spread, 0);
	/* Long enough, but not wastefully long. */
	assert_true(m.launches >= 500 && m.launches <= 1000);
	for (size_t i = 0; i < m.value.count; i++)
		assert_true(m.batches[i].seconds >= options.batch_seconds);
}

TEST(noise_ends_with_the_budget)
{
	struct script script = { .launch_seconds = 2e-6, .noise = 0.05, .idle_seconds = 1e-3 };
	struct gb_measure_options o = options;
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };

	o.budget_seconds = 0.03;
	o.warmup_seconds = 0.03;
	const double start = gb_clock_now();
	assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
	assert_true(gb_clock_now() - start < 2);
	assert_int_equal(m.stop, GB_STOP_BUDGET);
	assert_true(m.value.count >= o.min_samples && m.value.count < o.max_samples);
	assert_false(m.steady);
}

TEST(min_samples_whatever_the_budget)
{
	struct script script = { .launch_seconds = 2e-6, .noise = 0.05, .idle_seconds = 1e-3 };
	struct gb_measure_options o = options;
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };

	o.budget_seconds = 1e-6;
	o.warmup_seconds = 1e-6;
	o.min_samples = 20;
	assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
	assert_int_equal(m.value.count, 20);
	assert_int_equal(m.stop, GB_STOP_BUDGET);
}

/* Batches of 1 ms: about 50, even though a few would be enough for a narrow interval and the budget is spent. */
TEST(least_time_whatever_the_budget)
{
	struct script script = { .launch_seconds = 2e-6 };
	struct gb_measure_options o = options;
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };
	double seconds = 0;

	o.budget_seconds = 1e-6;
	o.min_seconds = 0.05;
	assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
	assert_int_equal(m.stop, GB_STOP_CONVERGED);
	for (size_t i = 0; i < m.value.count; i++)
		seconds += m.batches[i].seconds;
	assert_true(seconds >= o.min_seconds && seconds - m.batches[0].seconds < o.min_seconds);
}

TEST(max_samples_bound_a_least_time)
{
	struct script script = { .launch_seconds = 2e-6, .noise = 0.05 };
	struct gb_measure_options o = options;
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };

	o.min_seconds = 1000;
	assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
	assert_int_equal(m.value.count, o.max_samples);
	assert_int_equal(m.stop, GB_STOP_BUDGET);
}

TEST(max_samples_bound_a_long_budget)
{
	struct script script = { .launch_seconds = 2e-6, .noise = 0.05 };
	struct gb_measure_options o = options;
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };

	o.budget_seconds = 1000;
	assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
	assert_int_equal(m.value.count, o.max_samples);
	assert_int_equal(m.stop, GB_STOP_BUDGET);
}

TEST(too_short_batches_are_discarded)
{
	struct script script = { .launch_seconds = 100e-9 };
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };

	assert_ok(gb_measure(batch, &script, &options, &m, &error), error);
	assert_true(m.launches >= 10000);
	for (size_t i = 0; i < m.value.count; i++)
		assert_true(m.batches[i].seconds >= 1e-3);
	assert_true(script.calls > m.value.count + 3);
}

/* Calibrated on a cold device, batches become a third too short when the clock rises. */
TEST(rising_clock_is_calibrated_anew)
{
	struct script script = { .launch_seconds = 2e-6, .cold = 3, .warm_after = 300 };
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };

	assert_ok(gb_measure(batch, &script, &options, &m, &error), error);
	assert_true(m.steady);
	for (size_t i = 0; i < m.value.count; i++)
		assert_true(m.batches[i].seconds >= 0.9 * options.batch_seconds);
	assert_near(m.value.median, 2e-6, 1e-9);
}

/* The scripted clock is 1 GHz. */
TEST(a_clock_that_is_held_down_settles_first)
{
	struct gb_measure_options o = options;
	struct gb_error error = { "" };

	o.settle_seconds = 0.5;
	o.warmup_seconds = 1e-6;
	for (int held = 0; held <= 1; held++) {
		struct script script = { .launch_seconds = 2e-6 };
		struct gb_measurement m;
		o.held_below_hz = held ? 1.01e9 : 0.99e9;
		assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
		const double load = (double)script.launches * script.launch_seconds;
		assert_int_equal(m.held, held);
		assert_int_equal(m.value.count, 6); /* earlier work must not affect the result */
		if (held)
			assert_true(load > 0.5 && load < 0.55);
		else
			assert_true(load < 0.05);
		gb_measurement_free(&m);
	}
}

/* Batches that vary by 2 % never agree: if held, they are sampled as soon as the load has settled, for as long as a
 * held load may be. */
TEST(a_held_load_is_not_waited_for)
{
	struct gb_measure_options o = options;
	struct gb_error error = { "" };

	o.settle_seconds = 0.1;
	o.warmup_seconds = o.budget_seconds = 0.5;
	o.held_budget_seconds = 0.05;
	o.max_samples = 10000;
	for (int held = 0; held <= 1; held++) {
		struct script script = { .launch_seconds = 2e-6, .noise = 0.02, .idle_seconds = 1e-3 };
		struct gb_measurement m;
		o.held_below_hz = held ? 1.01e9 : 0.99e9;
		const double began = gb_clock_now();
		assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
		const double seconds = gb_clock_now() - began;
		assert_int_equal(m.steady, held);
		assert_int_equal(m.stop, GB_STOP_BUDGET);
		if (held)
			assert_true(m.value.count >= 6 && m.value.count <= 51 && seconds < 0.9);
		else
			assert_true(m.value.count > 51 && seconds >= 1);
		gb_measurement_free(&m);
	}
}

TEST(a_clock_that_is_not_known_is_not_held)
{
	struct script script = { .launch_seconds = 2e-6, .no_clock = true };
	struct gb_measure_options o = options;
	struct gb_error error = { "" };
	FREED_BY(gb_measurement_free) struct gb_measurement m;

	o.settle_seconds = 0.5;
	o.held_below_hz = 1.01e9;
	assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
	assert_false(m.held);
	assert_true((double)script.launches * script.launch_seconds < 0.05);
}

TEST(no_time_at_all_still_ends)
{
	struct script script = { .launch_seconds = 0 };
	struct gb_measurement m;
	struct gb_error error = { "" };

	/* Either answer is acceptable; an endless loop or a huge batch is not. */
	if (gb_measure(batch, &script, &options, &m, &error) == GB_OK)
		gb_measurement_free(&m);
	assert_true(script.calls < 500);
}

TEST(impossible_time_is_an_error)
{
	struct script script = { .launch_seconds = -1 };
	struct gb_measurement m;
	struct gb_error error = { "" };

	assert_int_equal(gb_measure(batch, &script, &options, &m, &error), GB_FAILED);
	assert_says(error.text, "impossible time");
}

TEST(interruption_ends_it_soon)
{
	volatile int stop = 0;
	struct gb_measure_options o = options;
	struct gb_error error = { "" };

	o.interrupted = &stop;
	o.budget_seconds = 1000;
	o.warmup_seconds = 1000;
	o.max_samples = 100000;
	for (unsigned int at = 1; at < 40; at++) {
		struct script script = { .launch_seconds = 2e-6, .noise = 0.05, .stop = &stop, .stop_at = at };
		struct gb_measurement m;
		stop = 0;
		assert_ok(gb_measure(batch, &script, &o, &m, &error), error);
		assert_int_equal(m.stop, GB_STOP_INTERRUPTED);
		/* Calibration is completed first: a handful of batches. */
		assert_true(script.calls < at + 10);
		gb_measurement_free(&m);
	}
}

TEST(every_failing_call_is_passed_on)
{
	unsigned int at = 1;

	for (;; at++) {
		struct script script = { .launch_seconds = 2e-6, .fail_at = at };
		struct gb_measurement m;
		struct gb_error error = { "" };
		if (gb_measure(batch, &script, &options, &m, &error) == GB_OK) {
			gb_measurement_free(&m);
			break;
		}
		assert_string_equal(error.text, "launch failed");
		assert_int_equal(script.calls, at);
	}
	assert_true(at > options.min_samples);
}

/* The last six batches are kept. */
TEST(a_clock_drifts_if_it_keeps_moving_one_way)
{
	struct script rising = { .launch_seconds = 2e-6, .clock_rise_hz = 1e6 };
	struct script dipping = { .launch_seconds = 2e-6 };
	struct gb_measurement m;
	struct gb_error error = { "" };

	assert_ok(gb_measure(batch, &rising, &options, &m, &error), error);
	assert_int_equal(m.value.count, 6);
	assert_near(m.sm_hz_drift, 3e6 / m.sm_hz, 1e-9);
	gb_measurement_free(&m);
	dipping.dip_at = rising.calls - 1;
	assert_ok(gb_measure(batch, &dipping, &options, &m, &error), error);
	assert_near(m.sm_hz_spread, 0.2, 1e-9);
	assert_same(m.sm_hz_drift, 0);
	gb_measurement_free(&m);
}

TEST(unknown_clock_stays_unknown)
{
	struct script script = { .launch_seconds = 2e-6, .no_clock = true };
	FREED_BY(gb_measurement_free) struct gb_measurement m;
	struct gb_error error = { "" };

	assert_ok(gb_measure(batch, &script, &options, &m, &error), error);
	assert_unknown(m.sm_hz);
	assert_unknown(m.slowest_hz);
	assert_unknown(m.sm_hz_spread);
	assert_unknown(m.sm_hz_drift);
	assert_true(m.steady);
}

int main(void)
{
	host_clock_make();
	return run_all_tests();
}
