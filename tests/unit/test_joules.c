/* Tests of points in GB_JOULES: the power of a load and of waiting blocks, and the energy of an operation. */
#include "engine/watch.h"

#include "host_clock.h"
#include "swept.h"

static const struct gb_axis axes[] = {
	{ .name = "op", .help = "h", .names = bench_ops },
	{ .name = "size", .help = "h", .values = "1:3", .when = "op=copy" },
	{ .name = NULL },
};

static int launch(struct gb_run *run)
{
	const struct bench_state *s = gb_state(run);

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = 1, .block = 32 }, &s->memory);
}

static int verify(struct gb_run *run)
{
	return launch(run);
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return (double)NAN;
}

/* The arguments of metrics(). */
static double told_j;
static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	told_j = result->energy_j;
	return 0;
}

static struct gb_bench bench_of_energy(void)
{
	struct gb_bench bench = bench_good();

	bench.quantity = GB_JOULES;
	bench.axes = axes;
	bench.launch = launch;
	bench.verify = verify;
	bench.limit = limit;
	bench.metrics = metrics;
	return bench;
}

/* 300 W during launches of 4 ms, and 100 W while blocks only wait. */
static void load_card(void)
{
	fake.launch_seconds = 4e-3;
	fake.power_w = 300;
	fake.waiting_w = 100;
	fake.energy_step = 0.1;
	fake.state.temperature_c = 61;
}

static int sweep_in(size_t visits, double watch_seconds, struct gb_error *error)
{
	const struct gb_bench bench = bench_of_energy();
	struct gb_sweep_options options = quick_options;

	options.curve.visits = visits;
	options.curve.watch_seconds = watch_seconds;
	in_any_order = true;
	return sweep_with(&bench, &options, error);
}

/* A launch has 4e6 operations. The counter's steps are known to a few milliseconds in a second. */
SWEEP_TEST(the_energy_is_that_above_waiting_blocks)
{
	struct gb_error error = { "" };

	load_card();
	assert_ok(sweep_in(2, 1e-6, &error), error);
	assert_int_equal(row_count, 2);
	for (size_t i = 0; i < 2; i++) {
		const struct gb_record *r = &rows[i].record;
		assert_int_equal(r->status, GB_ROW_OK);
		assert_string_equal(r->metric, "energy");
		assert_string_equal(r->unit, "J");
		assert_near(r->value, 200 * 4e-3 / 4e6, 0.03);
		assert_near(r->energy_j, 300 * 4e-3, 0.03);
		assert_int_equal((int)r->samples, 2);
		assert_true(r->lo <= r->value && r->value <= r->hi);
		assert_int_equal(rows[i].records, 3);
		assert_string_equal(rows[i].last_metric, "waiting_power");
		assert_near(rows[i].last_value, 100, 0.03);
	}
	assert_near(told_j, 300 * 4e-3, 0.03);
}

/* The temperature is that of the load, and so is the sampled power: nothing else ran for long enough. */
SWEEP_TEST(the_state_is_that_of_the_load)
{
	struct gb_error error = { "" };

	load_card();
	assert_ok(sweep_in(1, 1e-6, &error), error);
	assert_same(rows[0].record.temperature_c, 61);
	assert_same(rows[0].record.power_w, 300);
	/* A single visit has no interval. */
	assert_unknown(rows[0].record.lo);
	assert_unknown(rows[0].record.hi);
}

SWEEP_TEST(a_longer_watch_is_a_longer_load)
{
	struct gb_error error = { "" };

	load_card();
	assert_ok(sweep_in(1, 1e-6, &error), error);
	const unsigned int short_of = fake_calls("launch");
	assert_true(fake_reset());
	load_card();
	assert_ok(sweep_in(1, 1.5, &error), error);
	/* 375 launches instead of 175, and the same number again while the card is watched. */
	assert_true(fake_calls("launch") > short_of + 2 * 300);
	assert_near(rows[0].record.value, 200 * 4e-3 / 4e6, 0.02);
}

SWEEP_TEST(a_card_without_a_counter_is_skipped)
{
	struct gb_error error = { "" };

	load_card();
	fake.power_w = 0;
	assert_ok(sweep_in(1, 1e-6, &error), error);
	assert_int_equal(row_count, 2);
	assert_int_equal(rows[0].record.status, GB_ROW_SKIPPED);
	assert_says(rows[0].reason, "no energy counter");
}

SWEEP_TEST(a_counter_that_moves_too_rarely_fails)
{
	struct gb_error error = { "" };

	load_card();
	fake.energy_step = 1;
	assert_ok(sweep_in(1, 1e-6, &error), error);
	assert_int_equal(rows[0].record.status, GB_ROW_FAILED);
	assert_says(rows[0].reason, "moved too rarely in the 0.5 s of waiting blocks");
}

/* The queue holds 400 launches: launches of a microsecond end before the counter has moved. */
SWEEP_TEST(launches_that_are_too_short_fail)
{
	struct gb_error error = { "" };

	load_card();
	fake.launch_seconds = 1e-6;
	assert_ok(sweep_in(1, 1e-6, &error), error);
	assert_int_equal(rows[0].record.status, GB_ROW_FAILED);
	assert_says(rows[0].reason, "moved too rarely in the 0.00038 s of its load");
}

SWEEP_TEST(any_call_may_fail)
{
	const char *const names[] = { "launch", "mark", "sync", "elapsed", "fill", "copy_out" };
	struct gb_error error;
	unsigned int nth;

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		for (nth = 1; nth < 12; nth += 5) {
			assert_true(fake_reset());
			load_card();
			gb_error_clear(&error);
			fake_fail(names[i], fake_calls(names[i]) + 20 + nth, false);
			const int status = sweep_in(1, 1e-6, &error);
			if (!fake_failed())
				continue;
			assert_true(status != GB_OK || failed_rows > 0);
		}
}

int main(void)
{
	host_clock_make();
	return run_all_tests();
}
