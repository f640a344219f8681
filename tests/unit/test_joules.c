/* Tests of points in GB_JOULES: the power of a load and of waiting blocks, and the energy of an operation. */
#include "engine/watch.h"

#include "host_clock_made.h"
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

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return (double)NAN;
}

static double told_j;
static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	told_j = result->energy_j;
	return 0;
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

static int start_loaded(void)
{
	const int status = start();

	in_any_order = true;
	bench.quantity = GB_JOULES;
	bench.axes = axes;
	bench.launch = bench.verify = launch;
	bench.limit = limit;
	bench.metrics = metrics;
	options.curve.visits = 1;
	options.curve.watch_seconds = 1e-6;
	load_card();
	return status;
}

#define JOULES_TEST(name) TEST_WITH(name, start_loaded, start)

/* A launch has 4e6 operations. The counter's steps are known to a few milliseconds in a second. */
JOULES_TEST(the_energy_is_that_above_waiting_blocks)
{
	options.curve.visits = 2;
	sweep();
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
JOULES_TEST(the_state_is_that_of_the_load)
{
	sweep();
	assert_same(rows[0].record.temperature_c, 61);
	assert_same(rows[0].record.power_w, 300);
	assert_unknown(rows[0].record.lo);
	assert_unknown(rows[0].record.hi);
}

JOULES_TEST(a_longer_watch_is_a_longer_load)
{
	sweep();
	const unsigned int short_of = fake_calls("launch");
	assert_true(fake_reset());
	load_card();
	options.curve.watch_seconds = 1.5;
	sweep();
	/* 375 launches instead of 175, and the same number again while the card is watched. */
	assert_true(fake_calls("launch") > short_of + 2 * 300);
	assert_near(rows[0].record.value, 200 * 4e-3 / 4e6, 0.02);
}

JOULES_TEST(a_card_without_a_counter_is_skipped)
{
	fake.power_w = 0;
	sweep();
	assert_int_equal(row_count, 2);
	assert_int_equal(rows[0].record.status, GB_ROW_SKIPPED);
	assert_says(rows[0].reason, "no energy counter");
}

JOULES_TEST(a_counter_that_moves_too_rarely_fails)
{
	fake.energy_step = 1;
	sweep();
	assert_int_equal(rows[0].record.status, GB_ROW_FAILED);
	assert_says(rows[0].reason, "moved too rarely in the 0.5 s of waiting blocks");
}

/* The queue holds 400 launches: launches of a microsecond end before the counter has moved. */
JOULES_TEST(launches_that_are_too_short_fail)
{
	fake.launch_seconds = 1e-6;
	sweep();
	assert_int_equal(rows[0].record.status, GB_ROW_FAILED);
	assert_says(rows[0].reason, "moved too rarely in the 0.00038 s of its load");
}

JOULES_TEST(any_call_may_fail)
{
	const char *const names[] = { "launch", "mark", "sync", "elapsed", "fill", "copy_out" };
	unsigned int nth;

	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		for (nth = 1; nth < 12; nth += 5) {
			assert_true(fake_reset());
			load_card();
			gb_error_clear(&error);
			fake_fail(names[i], fake_calls(names[i]) + 20 + nth, false);
			const int status = try_sweep();
			if (!fake_failed())
				continue;
			assert_true(status != GB_OK || failed_rows > 0);
		}
}
