/* The clock that limits a load: that of matrix instructions, values per clock, and the cause given in a row, on the
 * fake device with planted clocks, power and reasons. */
#include "bench.h"
#include "timing/ceiling.h"
#include "rows.h"
#include "engine/doubts_remarks.h"
#include "engine/sweep.h"

/* Bytes per clock and SM of this benchmark: a launch takes 3 ms, so that a queue of launches can be observed. */
#define RATE 0.1

static struct gb_open_device card;
static struct gb_run run;
static enum gb_shares kind_of_shares;
static bool is_matrix;

static enum gb_shares shares(const struct gb_run *r)
{
	return kind_of_shares;
}

static int matrix(const struct gb_run *r)
{
	return is_matrix;
}

static double limit(const struct gb_run *r, const struct gb_device *device, double sm_hz)
{
	return RATE * device->sm_count * sm_hz;
}

static const char *roof(const struct gb_run *r)
{
	return "tensor.fp16";
}

static const struct gb_axis one_point[] = {
	{ GB_AXIS(block), .help = "h", .values = "32" },
	{ .name = NULL },
};

static struct gb_bench bench_with_clocks(void)
{
	struct gb_bench bench = bench_good();

	bench.axes = one_point;
	bench.shares = shares;
	bench.matrix = matrix;
	bench.limit = limit;
	bench.roof = roof;
	return bench;
}

static int start(void)
{
	kind_of_shares = GB_SHARES_EQUAL;
	is_matrix = true;
	row_count = 0;
	return fake_reset() ? 0 : -1;
}

/* ---- the clock of matrix instructions ---------------------------------------------------------------------------- */

static double matrix_clock(int *status)
{
	double hz = -1;

	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	*status = gb_ceiling_matrix(&card.timer, NULL, &hz, &error);
	gb_device_close(&card);
	return hz;
}

TEST_WITH(it_is_that_of_the_sms_that_work, start, start)
{
	int status;

	fake.matrix = 0.92;
	assert_near(matrix_clock(&status), 0.92 * 1.5e9, 1e-6);
	assert_ok(status, error);
}

TEST_WITH(a_failure_is_passed_on, start, start)
{
	static const char *const calls[] = { "kernel", "launch", "sync", "copy_out" };
	int status;

	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
		double hz;
		fake_fail(calls[i], 1, false);
		status = gb_ceiling_matrix(&card.timer, NULL, &hz, &error);
		assert_int_equal(status, GB_FAILED);
		assert_unknown(hz);
		gb_error_clear(&error);
		gb_device_close(&card);
		assert_true(fake_reset());
	}
}

/* ---- values per clock -------------------------------------------------------------------------------------------- */

static void measure(struct gb_bench *bench, struct gb_measurement *out)
{
	const struct gb_point point = { .value = { 32 }, .has = { true } };
	const struct gb_measure_options options = { .batch_seconds = 1e-3,
						    .warmup_seconds = 0.01,
						    .budget_seconds = 0.01,
						    .steady_within = 0.01,
						    .held_below_hz = NAN,
						    .max_noise = 0.001,
						    .min_samples = 12,
						    .max_samples = 24 };

	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, bench, &bench_variants[0], &error), error);
	assert_ok(gb_run_point(&run, &point), error);
	assert_ok(gb_measure(gb_run_batch, &run, &options, out, &error), error);
	gb_run_close(&run);
	gb_device_close(&card);
}

/* One of four SMs is a tenth slower: equal shares wait for it; shares taken on demand finish at the mean rate. */
TEST_WITH(the_clock_is_that_which_the_work_waits_for, start, start)
{
	static const struct {
		enum gb_shares shares;
		double hz;
	} cases[] = { { GB_SHARES_EQUAL, 0.9 * 1.5e9 }, { GB_SHARES_TAKEN, 0.975 * 1.5e9 }, { GB_SHARES_NONE, NAN } };

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct gb_bench bench = bench_with_clocks();
		struct gb_measurement m;
		kind_of_shares = cases[i].shares;
		fake.slowest = 0.9;
		measure(&bench, &m);
		if (isnan(cases[i].hz))
			assert_unknown(m.per_clock.median);
		else
			assert_near(m.per_clock.median, 100e9 / 4 / cases[i].hz, 1e-5);
		gb_measurement_free(&m);
		assert_true(fake_reset());
	}
}

/* A card that moves back and forth between clocks, with constant work per cycle. */
TEST_WITH(a_clock_that_moves_does_not_widen_it, start, start)
{
	static const double clocks[] = { 1, 0.97, 1.01, 0.98, 0.99 },
			    times[] = { 1, 1 / 0.97, 1 / 1.01, 1 / 0.98, 1 / 0.99 };
	struct gb_bench bench = bench_with_clocks();
	FREED_BY(gb_measurement_free) struct gb_measurement m;

	fake.clocks = (struct fake_series){ clocks, 5 };
	fake.times = (struct fake_series){ times, 5 };
	measure(&bench, &m);
	assert_true(m.value.hi - m.value.lo > 0.01 * m.value.median);
	assert_near(m.per_clock.median, 100e9 / 4 / 1.5e9, 1e-4);
	assert_true(m.per_clock.hi - m.per_clock.lo < 1e-4 * m.per_clock.median);
}

/* ---- what held a load -------------------------------------------------------------------------------------------- */

TEST_WITH(what_a_row_says, start, start)
{
	const struct {
		double hz; /* measured; rated 1.83, the card's own 1.80 GHz */
		struct gb_clocks clocks;
		const char *says;
	} cases[] = {
		/* Near its rated limit, nothing needs an explanation. */
		{ 1.80e9, { .power_w = 260, .power_limit_w = 700 }, "" },
		/* The first of two reasons to take effect. */
		{ 1.77e9,
		  { .power_w = 700, .power_limit_w = 700 },
		  "runs at the clock of matrix instructions, 1.800 GHz on this card" },
		{ 1.60e9, { .power_w = 640, .power_limit_w = 700 }, "held by the power limit: 640 of 700 W" },
		{ 1.60e9,
		  { .power_cap = true, .power_w = 640, .power_limit_w = 700 },
		  "held by the power limit: 640 of 700 W" },
		{ 1.66e9,
		  { .power_cap = true, .power_w = 244, .power_limit_w = 700 },
		  "the driver reports a power cap, which 244 of 700 W do not explain" },
		{ 1.66e9,
		  { .power_w = 244, .power_limit_w = 700 },
		  "the SM clock is 1.660 GHz, below that of matrix instructions, 1.800 GHz, at 244 of 700 W; "
		  "the driver gives no reason" },
		{ 1.66e9,
		  { .is_burst = true, .power_w = NAN, .power_limit_w = 700 },
		  "the SM clock is 1.660 GHz, below that of matrix instructions, 1.800 GHz, within 20 ms of the start "
		  "of the load: too soon to read the power" },
		{ 1.66e9,
		  { .power_w = NAN, .power_limit_w = NAN },
		  "the SM clock is 1.660 GHz, below that of matrix instructions, 1.800 GHz; the power is not known" },
		{ 1.66e9,
		  { .power_cap = true, .power_w = NAN, .power_limit_w = NAN },
		  "the SM clock is 1.660 GHz, below that of matrix instructions, 1.800 GHz; the driver reports a power "
		  "cap, but the power is not known" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		char reason[GB_RECORD_REASON] = "";
		struct gb_record r = gb_record_empty();
		struct gb_clocks clocks = cases[i].clocks;
		r.unit = "FLOP/s";
		r.sm_clock_hz = cases[i].hz;
		r.value = 4096 * cases[i].hz;
		r.limit = r.value;
		clocks.limit_rated = 4096 * 1.83e9;
		clocks.limit_matrix = 4096 * 1.80e9;
		clocks.matrix_hz = 1.80e9;
		gb_remarks_clocks(&r, &clocks, reason);
		assert_string_equal(reason, cases[i].says);
		assert_near(r.fraction_rated, cases[i].hz / 1.83e9, 1e-9);
		assert_near(r.fraction_matrix, cases[i].hz / 1.80e9, 1e-9);
		assert_same(r.matrix_clock_hz, 1.80e9);
	}
}

/* A card whose matrix clock is 5 % low appears low, though nothing else is wrong with it. */
TEST_WITH(other_work_has_no_matrix_clock, start, start)
{
	char reason[GB_RECORD_REASON] = "so it is";
	struct gb_record r = gb_record_empty();
	const struct gb_clocks clocks = {
		.limit_rated = 100, .limit_matrix = NAN, .matrix_hz = NAN, .power_w = 600, .power_limit_w = 700
	};

	r.unit = "FLOP/s";
	r.value = r.limit = 80;
	gb_remarks_clocks(&r, &clocks, reason);
	assert_string_equal(reason, "so it is");
	assert_same(r.fraction_rated, 0.8);
	assert_unknown(r.fraction_matrix);
	assert_unknown(r.matrix_clock_hz);
}

/* ---- whole rows -------------------------------------------------------------------------------------------------- */

/* The row of a load measured at `clock` of 1.5 GHz, on a card whose matrix instructions run at 1.38 GHz and are
 * rated for 1.4. */
static const struct row *row_watched(double clock, double power_w, const char *throttle, double watch_seconds,
				     double held_watch_seconds)
{
	static const size_t order[] = { 0 };
	const struct gb_effort effort = { .measure = { .batch_seconds = 1e-3,
						       .warmup_seconds = 0.01,
						       .budget_seconds = 0.01,
						       .steady_within = 0.01,
						       .max_noise = 0.01,
						       .min_samples = 6,
						       .max_samples = 12 },
					  .watch_seconds = watch_seconds,
					  .held_watch_seconds = held_watch_seconds };
	const struct gb_sweep_options options = { .roof = effort, .curve = effort };
	const double clocks[] = { clock }, times[] = { 1 / clock };
	struct gb_bench bench = bench_with_clocks();
	const struct gb_bench *const benches[] = { &bench };
	struct gb_sweep sweeping = {
		.card = &card, .options = &options, .base = gb_record_empty(), .begin = rows_begin, .emit = rows_emit
	};
	struct gb_tasks tasks;

	row_count = 0;
	fake.launch_seconds = 2e6 / (RATE * 4 * 1.5e9);
	fake.matrix_max_hz = 1.4e9;
	fake.matrix = 0.92 / clock; /* the planted clock applies to everything that runs */
	fake.clocks = (struct fake_series){ clocks, 1 };
	fake.times = (struct fake_series){ times, 1 };
	fake.power_w = power_w;
	fake.state.sm_clock_hz = 1.98e9;
	snprintf(fake.state.throttle, sizeof fake.state.throttle, "%s", throttle);
	fake.sync_sleep_seconds = 0.03; /* long enough for power to be sampled */
	assert_ok(gb_tasks_make(&tasks, benches, 1, GB_EVERY, NULL, 0, &error), error);
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_sweep_tasks(&sweeping, &tasks, order, 1, &error), error);
	gb_device_close(&card);
	gb_tasks_free(&tasks);
	assert_int_equal(row_count, 1);
	return &rows[0];
}

/* A process that does not get the processor in time has no reading for a load. On such a machine the load lasts
 * longer. */
static const struct row *row_at(double clock, double power_w, const char *throttle)
{
	double seconds = 0.3;
	const struct row *row = row_watched(clock, power_w, throttle, seconds, 0);

	while (isnan(row->record.sm_clock_nvml_hz) && seconds < 5) {
		seconds *= 2;
		row = row_watched(clock, power_w, throttle, seconds, 0);
	}
	return row;
}

/* Its throttle reasons arrive late. */
TEST_WITH(a_held_load_is_watched_for_longer, start, start)
{
	double seconds = 0.3;

	while (isnan(row_watched(0.8, 260, "none", 1e-4, seconds)->record.sm_clock_nvml_hz) && seconds < 5)
		seconds *= 2;
	assert_true(seconds < 5);
}

TEST_WITH(a_row_tells_its_clocks, start, start)
{
	const struct row *row = row_at(0.92, 260, "none");

	assert_near(row->record.matrix_clock_hz, 1.38e9, 1e-4);
	assert_near(row->record.fraction, 1, 1e-4);
	assert_near(row->record.fraction_matrix, 1, 1e-4);
	assert_near(row->record.fraction_rated, 1.38 / 1.4, 1e-4);
	assert_near(row->record.per_clock, RATE, 1e-4);
	assert_same(row->record.sm_clock_nvml_hz, 1.98e9);
	assert_string_equal(row->reason, "");
}

TEST_WITH(a_row_says_what_held_it, start, start)
{
	assert_string_equal(row_at(0.8, 690, "sw_power_cap")->reason, "held by the power limit: 690 of 700 W");
	assert_string_equal(row_at(0.8, 244, "sw_power_cap")->reason,
			    "the driver reports a power cap, which 244 of 700 W do not explain");
	assert_says(row_at(0.8, 244, "none")->reason, "the driver gives no reason");
	assert_string_equal(row_at(0.905, 260, "none")->reason,
			    "runs at the clock of matrix instructions, 1.380 GHz on this card");
}

/* FP64 and plain arithmetic: the matrix clock is neither measured nor used. */
TEST_WITH(a_load_that_is_none_of_the_matrix_units, start, start)
{
	is_matrix = false;
	const struct row *row = row_at(1, 260, "none");
	assert_unknown(row->record.matrix_clock_hz);
	assert_unknown(row->record.fraction_matrix);
	assert_near(row->record.fraction_rated, 1, 1e-4);
	assert_near(row->record.per_clock, RATE, 1e-4);
	assert_int_equal(row->record.status, GB_ROW_OK);
}
