#include "base/text.h"
#include "host_clock_made.h"
#include "swept.h"

static double faster_at_64(struct gb_shape shape, const void *args)
{
	return shape.block == 64 ? 20e-6 : 25e-6;
}

SWEEP_TEST(rows_carry_the_best_point)
{
	fake_kernel("work", faster_at_64);
	fake.power_w = 650;
	fake.sync_sleep_seconds = 0.03; /* loads that last long enough to be sampled */
	sweep();
	fake.sync_sleep_seconds = 0;
	assert_int_equal(row_count, 2);
	assert_int_equal(announced, 2);
	assert_string_equal(rows[0].point, "op=read,block=64");
	assert_string_equal(rows[1].point, "op=copy,size=2,block=64");
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(rows[i].record.status, GB_ROW_OK);
		assert_near(rows[i].record.value, 2e6 / 20e-6, 1e-9);
		assert_near(rows[i].record.fraction, 0.8, 1e-9);
		assert_same(rows[i].record.power_w, 650);
		assert_unknown(rows[i].record.temperature_c);
		assert_string_equal(rows[i].record.benchmark, "bench");
		assert_string_equal(rows[i].record.variant, "default");
		assert_string_equal(rows[i].throttle, ""); /* that would take longer */
		assert_true(rows[i].raw);
	}
}

static int skip_copies(struct gb_run *run)
{
	return gb_value(run, op) == 1 ? gb_skip(run, "no copies here") : GB_OK;
}

SWEEP_TEST(a_skipped_point_is_a_row_and_no_failure)
{
	bench.prepare = skip_copies;
	sweep();
	assert_int_equal(row_count, 2);
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
	assert_int_equal(rows[1].record.status, GB_ROW_SKIPPED);
	assert_string_equal(rows[1].reason, "no copies here");
	assert_string_equal(rows[1].point, "op=copy,size=2");
	assert_unknown(rows[1].record.value);
	assert_unknown(rows[1].record.fraction);
	assert_int_equal(failed_rows, 0);
}

static int wrong_copies(struct gb_run *run)
{
	return gb_value(run, op) == 1 ? gb_fail(run, "word 3 is wrong") : bench_verify(run);
}

static void a_failed_row_has_no_number(void)
{
	assert_int_equal(row_count, 2);
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
	assert_int_equal(rows[1].record.status, GB_ROW_FAILED);
	assert_unknown(rows[1].record.value);
	assert_unknown(rows[1].record.fraction);
	assert_false(rows[1].raw);
	assert_int_equal(failed_rows, 1);
}

SWEEP_TEST(a_wrong_result_is_a_failed_row)
{
	bench.verify = wrong_copies;
	sweep();
	a_failed_row_has_no_number();
	assert_string_equal(rows[1].reason, "verify: word 3 is wrong");
}

static struct gb_cost cost_of_size(const struct gb_run *run)
{
	/* A mistake: op=read has no size; turned round, so that the first row is the good one. */
	(void)(gb_value(run, op) == 0 ? gb_value(run, block) : gb_value(run, vector));
	return (struct gb_cost){ .bytes = 2e6 };
}

SWEEP_TEST(a_pure_hook_that_asks_for_a_wrong_axis_fails_the_row)
{
	bench.cost = cost_of_size;
	sweep();
	assert_says(rows[1].reason, "no axis");
	a_failed_row_has_no_number();
}

static double limit_of_memory(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return sm_hz > 1.4e9 ? 200 * device->mem_clock_hz : 0;
}

static size_t metric_of_memory(const struct gb_run *run, const struct gb_result *result,
			       struct gb_metric out[GB_METRICS_MAX])
{
	out[0] = (struct gb_metric){ "moved", "B/s", GB_TIMES, 2, 300 * result->device->mem_clock_hz };
	return 1;
}

SWEEP_TEST(the_limit_follows_the_clocks_under_load)
{
	bench.limit = limit_of_memory;
	bench.metrics = metric_of_memory;
	bench.roof = roof_of_copy;
	sweep();
	assert_same(rows[0].metric_limit, 300e9);
	assert_same(rows[0].record.limit, 200e9); /* rated: this card does not report it */
	assert_string_equal(rows[0].record.roof, "");
	assert_string_equal(rows[1].record.roof, "some.roof");
	fake.state.mem_clock_hz = 0.98e9;
	sweep();
	assert_same(rows[0].record.limit, 196e9);
	assert_same(rows[0].metric_limit, 294e9);
	assert_same(rows[0].record.mem_clock_hz, 0.98e9);
}

static double limit_of_fp16(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return device->rates.tensor_fp16 * sm_hz;
}

static void run_on_board(const char *name, enum gb_quantity quantity)
{
	bench.quantity = quantity;
	bench.limit = limit_of_fp16;
	gb_text_copy(fake.board, sizeof fake.board, name);
	sweep();
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
}

SWEEP_TEST(a_row_says_why_its_board_has_no_limit)
{
	run_on_board("NVIDIA L99", GB_FLOPS);
	assert_unknown(rows[0].record.limit);
	assert_string_equal(rows[0].reason, "limit unknown: this board is not in the table");
	run_on_board("NVIDIA L99", GB_BANDWIDTH);
	assert_string_equal(rows[0].reason, "");
	run_on_board("NVIDIA H100 PCIe", GB_FLOPS);
	assert_true(rows[0].record.limit > 0);
	assert_string_equal(rows[0].reason, "");
}

SWEEP_TEST(doubts_make_a_row_suspect)
{
	static const double swing[] = { 0.95, 1.05 };

	fake.clocks = (struct fake_series){ swing, 2 };
	options.curve.measure.warmup_seconds = options.curve.measure.budget_seconds = 0.01;
	sweep();
	assert_int_equal(rows[0].record.status, GB_ROW_SUSPECT);
	assert_says(rows[0].reason, "the SM clock moved by 10.0 %");
	assert_int_equal(failed_rows, 0);

	fake.clocks = (struct fake_series){ NULL, 0 };
	snprintf(fake.state.throttle, sizeof fake.state.throttle, "hw_slowdown");
	fake.state.slowdown = true;
	sweep();
	assert_int_equal(rows[0].record.status, GB_ROW_SUSPECT);
	assert_string_equal(rows[0].throttle, "hw_slowdown");

	snprintf(fake.state.throttle, sizeof fake.state.throttle, "sw_power_cap");
	fake.state.slowdown = false;
	sweep();
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
}

/* ---- trouble ----------------------------------------------------------------------------------------------------- */

SWEEP_TEST(any_call_may_fail_once)
{
	assert_true(fail_each_call(NULL) > 200);
}

static unsigned int stop_at;

static int launch_and_stop(struct gb_run *run)
{
	if (stop_at > 0 && --stop_at == 0)
		stop = 1;
	return bench_launch(run);
}

SWEEP_TEST(interrupted_anywhere_rows_are_whole)
{
	bench.launch = launch_and_stop;
	for (unsigned int at = 1;; at++) {
		gb_error_clear(&error);
		assert_true(fake_reset());
		stop = 0;
		stop_at = at;
		int status = try_sweep();
		if (!stop) {
			assert_int_equal(row_count, 2);
			break;
		}
		assert_int_equal(status, GB_INTERRUPTED);
		assert_true(row_count < 2);
		for (size_t i = 0; i < row_count; i++)
			assert_int_equal(rows[i].record.status, GB_ROW_OK);
	}
}

/* A kernel whose time the clock cannot resolve has no rate: never an ok row without a value. */
static int launch_nothing(struct gb_run *run)
{
	return GB_OK;
}

static int verify_nothing(struct gb_run *run)
{
	return GB_OK;
}

SWEEP_TEST(no_time_is_no_result)
{
	bench.launch = launch_nothing;
	bench.verify = verify_nothing;
	bench.limit = limit_of_memory;
	sweep();
	assert_int_equal(row_count, 2);
	assert_int_not_equal(rows[0].record.status, GB_ROW_OK);
}

static double no_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return NAN;
}

static int observe_clock(struct gb_run *run, double *value)
{
	*value = 1.8e9;
	return GB_OK;
}

/* NVML's clock is reported for loads that last: the row of a clock is followed by a second one that compares the
 * two. */
SWEEP_TEST(a_clock_stands_next_to_that_of_nvml)
{
	bench.quantity = GB_HERTZ;
	bench.observe = observe_clock;
	bench.limit = no_limit;
	fake.state.sm_clock_hz = 2e9;
	sweep();
	assert_int_equal(rows[0].records, 1);
	fake.launch_seconds = 2e-3;
	options.curve.watch_seconds = 0.4;
	sweep();
	assert_string_equal(rows[0].record.metric, "sm_clock");
	assert_same(rows[0].record.sm_clock_nvml_hz, 2e9);
	assert_int_equal(rows[0].records, 2);
	assert_string_equal(rows[0].last_metric, "of_nvml");
	assert_near(rows[0].last_value, 0.9, 1e-9);
	/* The clock of a roof may be at the adjacent step in the next run. */
	bench.roof = roof_of_copy;
	sweep();
	assert_near(rows[1].record.hi, 1.815e9, 1e-9);
	assert_near(rows[1].record.lo, 1.785e9, 1e-9);
	bench = bench_good();
	sweep();
	assert_int_equal(rows[0].records, 1);
}
