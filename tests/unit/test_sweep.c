#include "run/sweep.h"

#include "base/clock.h"
#include "bench.h"
#include "gpu_fake.h"
#include "host_clock.h"
#include "run/burst.h"
#include "support.h"

/* ---- whole sweeps ------------------------------------------------------------------------------------------------- */

enum { ROWS_MAX = 32 };

static struct row {
	struct gb_record record;
	char point[GB_POINT_TEXT], reason[GB_RECORD_REASON], throttle[96];
	size_t records;
	bool raw, has_burst;
	double metric_limit; /* of the last record */
	double last_value;
	char last_metric[GB_NAME_MAX];
	struct gb_record burst; /* the record besides the first that sets a roof */
	char burst_roof[GB_NAME_MAX], burst_metric[GB_NAME_MAX];
} rows[ROWS_MAX];
static size_t row_count, failed_rows, refuse_at, announced;
static bool in_any_order; /* roofs are announced at each visit, and their rows come last */
static volatile int stop;

static int emit(void *context, size_t task, const struct gb_record *record, size_t count,
		const struct gb_measurement *m, struct gb_error *error)
{
	(void)context;
	assert_true(in_any_order || task == announced - 1);
	if (row_count + 1 == refuse_at)
		return gb_error_set(error, "disk full");
	assert_true(row_count < ROWS_MAX);
	struct row *row = &rows[row_count++];
	row->record = *record;
	snprintf(row->point, sizeof row->point, "%s", record->point);
	snprintf(row->reason, sizeof row->reason, "%s", record->reason);
	snprintf(row->throttle, sizeof row->throttle, "%s", record->throttle);
	failed_rows += record->status == GB_ROW_FAILED;
	row->records = count;
	row->metric_limit = record[count - 1].limit;
	row->last_value = record[count - 1].value;
	snprintf(row->last_metric, sizeof row->last_metric, "%s", record[count - 1].metric);
	row->has_burst = false;
	for (size_t i = 1; i < count; i++)
		if (record[i].roof[0] != '\0') {
			row->has_burst = true;
			row->burst = record[i];
			snprintf(row->burst_roof, sizeof row->burst_roof, "%s", record[i].roof);
			snprintf(row->burst_metric, sizeof row->burst_metric, "%s", record[i].metric);
		}
	row->raw = m != NULL && m->batches != NULL && m->value.count == (size_t)record->samples;
	return GB_OK;
}

static int begin(void *context, size_t task)
{
	(void)context;
	/* A task that is visited again was announced before. */
	assert_true(in_any_order || task <= announced);
	announced += in_any_order || task == announced;
	return GB_OK;
}

static const struct gb_choice one_size = { "size=2" };
static size_t choice_count = 1;
#define CARE                                                                                     \
	{                                                                                        \
		.judge_seconds = 1e-4, .watch_seconds = 1e-6, .search_most = 24, .finalists = 2, \
		.measure = { .batch_seconds = 1e-5,                                              \
			     .warmup_seconds = 0.5,                                              \
			     .budget_seconds = 0.5,                                              \
			     .steady_within = 0.005,                                             \
			     .max_noise = 0.001,                                                 \
			     .min_samples = 6,                                                   \
			     .max_samples = 50,                                                  \
			     .interrupted = &stop },                                             \
	}
static const struct gb_sweep_options quick_options = {
	.effort = GB_FULL, .roof = CARE, .curve = CARE, .interrupted = &stop
};

/* What the card's sensor said of late, when visits ask before they begin: one word less each time. */
static struct gpu_ops hot_ops;
static const struct gpu_ops *ops = &fake_ops;
static double drawn_w[4];
static size_t asked;

static double power_of_late(struct gpu *gpu, double since, double until)
{
	(void)gpu;
	if (fabs(until - since - GB_READY_POWER_SPAN) > 1e-6)
		return NAN;
	const size_t at = asked++;
	return drawn_w[at < 4 ? at : 3];
}

static void have_hot_card(double first_w, double then_w)
{
	hot_ops = fake_ops;
	hot_ops.power = power_of_late;
	ops = &hot_ops;
	asked = 0;
	drawn_w[0] = drawn_w[1] = first_w;
	drawn_w[2] = drawn_w[3] = then_w;
}

/* Sweep on a card of its own. */
static int sweep_with(const struct gb_bench *bench, const struct gb_sweep_options *options, struct gb_error *error)
{
	struct gb_card card;

	const struct gb_bench *const benches[] = { bench };
	struct gb_tasks tasks;
	size_t order[ROWS_MAX];

	row_count = announced = failed_rows = 0;
	assert_ok(gb_tasks_make(&tasks, benches, 1, options->effort, &one_size, choice_count, error), *error);
	assert_true(tasks.count <= ROWS_MAX);
	for (size_t i = 0; i < tasks.count; i++)
		order[i] = i;
	int status = gb_card_open(&card, ops, 0, error);
	if (status == GB_OK) {
		struct gb_sweep sweep = {
			.card = &card, .options = options, .base = gb_record_empty(), .begin = begin, .emit = emit
		};
		status = gb_sweep_tasks(&sweep, &tasks, order, tasks.count, error);
		gb_card_close(&card);
	}
	gb_tasks_free(&tasks);
	return status;
}

static void sweep(const struct gb_bench *bench)
{
	struct gb_error error = { "" };

	assert_ok(sweep_with(bench, &quick_options, &error), error);
}

static int start(void **state)
{
	(void)state;
	stop = 0;
	ops = &fake_ops;
	refuse_at = 0;
	in_any_order = false;
	return fake_reset() ? 0 : -1; /* after a test: something was left over */
}

#define S(name) cmocka_unit_test_setup_teardown(name, start, start)

static double faster_at_64(struct gb_shape shape, const void *args)
{
	(void)args;
	return shape.block == 64 ? 20e-6 : 25e-6;
}

static void rows_carry_the_best_point(void **state)
{
	const struct gb_bench bench = bench_good();

	(void)state;
	fake_kernel("work", faster_at_64);
	fake.power_w = 650;
	fake.sync_sleep_seconds = 0.03; /* loads that last long enough to be sampled */
	sweep(&bench);
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

static void the_primary_axis_is_the_first_with_numbers(void **state)
{
	const struct gb_bench bench = bench_good();

	(void)state;
	sweep(&bench);
	assert_string_equal(rows[0].record.axis, "op");
	assert_unknown(rows[0].record.x);
	assert_string_equal(rows[1].record.axis, "size");
	assert_same(rows[1].record.x, 2);
}

static void every_point_is_a_row(void **state)
{
	struct gb_sweep_options options = quick_options;
	const struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	options.effort = GB_EVERY;
	choice_count = 0;
	assert_ok(sweep_with(&bench, &options, &error), error);
	choice_count = 1;
	assert_int_equal(row_count, 3 * (1 + 3));
	assert_string_equal(rows[0].point, "op=read,block=32");
	assert_string_equal(rows[11].point, "op=copy,size=3,block=128");
}

static int skip_copies(struct gb_run *run)
{
	return gb_value(run, "op") == 1 ? gb_skip(run, "no copies here") : GB_OK;
}

static void a_skipped_point_is_a_row_and_no_failure(void **state)
{
	struct gb_bench bench = bench_good();

	(void)state;
	bench.prepare = skip_copies;
	sweep(&bench);
	assert_int_equal(row_count, 2);
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
	assert_int_equal(rows[1].record.status, GB_ROW_SKIPPED);
	assert_string_equal(rows[1].reason, "no copies here");
	assert_string_equal(rows[1].point, "op=copy,size=2");
	assert_unknown(rows[1].record.value);
	assert_unknown(rows[1].record.fraction);
	assert_int_equal(failed_rows, 0);
}

static void a_benchmark_that_cannot_run_says_so_for_each_point(void **state)
{
	struct gb_bench bench = bench_good();

	(void)state;
	bench.require.cc_min = 100;
	sweep(&bench);
	assert_int_equal(row_count, 2);
	for (size_t i = 0; i < 2; i++) {
		assert_int_equal(rows[i].record.status, GB_ROW_SKIPPED);
		assert_says(rows[i].reason, "needs compute capability 10.0");
	}
	assert_int_equal(failed_rows, 0);
}

static int wrong_copies(struct gb_run *run)
{
	return gb_value(run, "op") == 1 ? gb_fail(run, "word 3 is wrong") : bench_verify(run);
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

static void a_wrong_result_is_a_failed_row(void **state)
{
	struct gb_bench bench = bench_good();

	(void)state;
	bench.verify = wrong_copies;
	sweep(&bench);
	a_failed_row_has_no_number();
	assert_string_equal(rows[1].reason, "verify: word 3 is wrong");
}

static struct gb_cost cost_of_size(const struct gb_run *run)
{
	/* A mistake: op=read has no size; turned round, so that the first row is the good one. */
	(void)gb_value(run, gb_value(run, "op") == 0 ? "block" : "vector");
	return (struct gb_cost){ .bytes = 2e6 };
}

static void a_pure_hook_that_asks_for_a_wrong_axis_fails_the_row(void **state)
{
	struct gb_bench bench = bench_good();

	(void)state;
	bench.cost = cost_of_size;
	sweep(&bench);
	assert_says(rows[1].reason, "'vector'");
	a_failed_row_has_no_number();
}

static double limit_of_memory(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	return sm_hz > 1.4e9 ? 200 * device->mem_clock_hz : 0;
}

static size_t metric_of_memory(const struct gb_run *run, const struct gb_result *result,
			       struct gb_metric out[GB_METRICS_MAX])
{
	(void)run;
	out[0] = (struct gb_metric){ "moved", "B/s", GB_TIMES, 2, 300 * result->device->mem_clock_hz };
	return 1;
}

static const char *roof_of_copy(const struct gb_run *run)
{
	return gb_value(run, "op") == 1 ? "some.roof" : NULL;
}

static void the_limit_follows_the_clocks_under_load(void **state)
{
	struct gb_bench bench = bench_good();

	(void)state;
	bench.limit = limit_of_memory;
	bench.metrics = metric_of_memory;
	bench.roof = roof_of_copy;
	sweep(&bench);
	assert_same(rows[0].metric_limit, 300e9);
	assert_same(rows[0].record.limit, 200e9); /* rated: this card does not tell */
	assert_string_equal(rows[0].record.roof, "");
	assert_string_equal(rows[1].record.roof, "some.roof");
	fake.state.mem_clock_hz = 0.98e9;
	sweep(&bench);
	assert_same(rows[0].record.limit, 196e9);
	assert_same(rows[0].metric_limit, 294e9);
	assert_same(rows[0].record.mem_clock_hz, 0.98e9);
}

static void doubts_make_a_row_suspect(void **state)
{
	static const double swing[] = { 0.95, 1.05 };
	const struct gb_bench bench = bench_good();

	(void)state;
	fake.clocks = (struct fake_series){ swing, 2 };
	struct gb_sweep_options options = quick_options;
	struct gb_error error = { "" };
	options.curve.measure.warmup_seconds = options.curve.measure.budget_seconds = 0.01;
	assert_ok(sweep_with(&bench, &options, &error), error);
	assert_int_equal(rows[0].record.status, GB_ROW_SUSPECT);
	assert_says(rows[0].reason, "the SM clock moved by 10.0 %");
	assert_int_equal(failed_rows, 0);

	fake.clocks = (struct fake_series){ NULL, 0 };
	snprintf(fake.state.throttle, sizeof fake.state.throttle, "hw_slowdown");
	fake.state.slowdown = true;
	sweep(&bench);
	assert_int_equal(rows[0].record.status, GB_ROW_SUSPECT);
	assert_string_equal(rows[0].throttle, ""); /* it may have been that of the load before */

	snprintf(fake.state.throttle, sizeof fake.state.throttle, "sw_power_cap");
	fake.state.slowdown = false;
	sweep(&bench);
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
}

/* A card that runs a load fast until it has had it for 40 ms, and recovers while it rests. Its clock is what it was
 * without a load in the first two looks, and then lower. */
static double warm_seconds;
static double last_call;

static double fast_after_a_rest(struct gb_shape shape, const void *args)
{
	const double now = gb_clock_now();

	(void)shape;
	(void)args;
	if (now - last_call > 0.05)
		warm_seconds = 0;
	last_call = now;
	const double seconds = warm_seconds < 0.04 ? 20e-6 : 25e-6;
	warm_seconds += seconds;
	return seconds;
}

static void a_load_that_holds_the_clock_has_a_burst(void **state)
{
	enum { TURNS = 100000, LOOKS = 3 };
	static double clocks[TURNS];
	struct gb_sweep_options options = quick_options;
	struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	for (size_t i = 0; i < TURNS; i++)
		clocks[i] = i < LOOKS ? 1 : 0.9;
	fake.clocks = (struct fake_series){ clocks, TURNS };
	fake_kernel("work", fast_after_a_rest);
	bench.roof = roof_of_copy;
	options.roof.measure.settle_seconds = 0.06;
	options.roof.measure.batch_seconds = 0.001; /* for a tick of the timer to be little */
	options.roof.rest_seconds = 0.1;
	assert_ok(sweep_with(&bench, &options, &error), error);
	assert_false(rows[0].has_burst); /* a point of a curve */
	assert_near(rows[1].record.value, 2e6 / 25e-6, 1e-9);
	/* Its samples are all alike: half a step of the clock is left. */
	assert_near(rows[1].record.hi / rows[1].record.value - 1, 7.5e6 / rows[1].record.sm_clock_hz, 1e-9);
	assert_near(1 - rows[1].record.lo / rows[1].record.value, 7.5e6 / rows[1].record.sm_clock_hz, 1e-9);
	assert_true(rows[1].has_burst);
	assert_string_equal(rows[1].burst_roof, "some.roof.burst");
	assert_string_equal(rows[1].burst_metric, "burst_bandwidth");
	assert_near(rows[1].burst.value, 2e6 / 20e-6, 1e-9);
	assert_unknown(rows[1].burst.lo); /* of one look */
	assert_unknown(rows[1].burst.power_w);

	options.roof.rest_seconds = 0;
	assert_ok(sweep_with(&bench, &options, &error), error);
	assert_false(rows[1].has_burst);
}

/* Looks at a burst: the first finds a card that has rested for longer, and does not count; the intervals of the others
 * and of what the load settles at must be apart. */
static const double *look_seconds;
static size_t look;

static double of_each_look(struct gb_shape shape, const void *args)
{
	const double now = gb_clock_now();

	(void)shape;
	(void)args;
	if (now - last_call > 0.05) {
		warm_seconds = 0;
		look++;
	}
	last_call = now;
	const double seconds = warm_seconds < 0.04 ? look_seconds[look % 4] : 25e-6;
	warm_seconds += seconds;
	return seconds;
}

static void sweep_with_looks(const double seconds[4])
{
	enum { TURNS = 100000 };
	static double clocks[TURNS];
	struct gb_sweep_options options = quick_options;
	struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	for (size_t i = 0; i < TURNS; i++)
		clocks[i] = i < 3 ? 1 : 0.9;
	fake.clocks = (struct fake_series){ clocks, TURNS };
	look_seconds = seconds;
	look = 0;
	fake_kernel("work", of_each_look);
	bench.roof = roof_of_copy;
	options.roof.measure.settle_seconds = 0.06;
	options.roof.measure.batch_seconds = 0.001;
	options.roof.rest_seconds = options.roof.pause_seconds = 0.1;
	options.roof.bursts = 3;
	assert_ok(sweep_with(&bench, &options, &error), error);
}

/* A shape that is ahead until its own load has held the clock down for 20 ms. */
static double ahead_at_first(struct gb_shape shape, const void *args)
{
	static uint32_t block;
	static double ran;

	(void)args;
	ran = shape.block == block ? ran : 0;
	block = shape.block;
	const double seconds = block != 64 ? 25e-6 : ran < 0.02 ? 23e-6 : 30e-6;
	ran += seconds;
	return seconds;
}

static void a_held_load_has_the_shape_that_is_best_once_settled(void **state)
{
	enum { TURNS = 100000 };
	static double clocks[TURNS];
	struct gb_sweep_options options = quick_options;
	struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	for (size_t i = 0; i < TURNS; i++)
		clocks[i] = i < 3 ? 1 : 0.9;
	fake_kernel("work", ahead_at_first);
	bench.roof = roof_of_copy;
	for (int settled = 0; settled < 2; settled++) {
		fake.clocks = (struct fake_series){ clocks, TURNS };
		options.roof.final_seconds = settled ? 0.03 : 0;
		assert_ok(sweep_with(&bench, &options, &error), error);
		assert_int_equal(strstr(rows[1].point, "block=64") != NULL, !settled);
	}
	/* A clock that is not held needs no time to settle. */
	fake.clocks = (struct fake_series){ NULL, 0 };
	assert_ok(sweep_with(&bench, &options, &error), error);
	assert_string_equal(rows[1].point, "op=copy,size=2,block=64");
}

static void bursts_count_from_the_second_look(void **state)
{
	static const double alike[] = { 20e-6, 20e-6, 20e-6, 20e-6 };

	(void)state;
	sweep_with_looks(alike);
	assert_true(rows[1].has_burst);
	assert_near(rows[1].burst.value, 2e6 / 20e-6, 1e-9);
	assert_int_equal(rows[1].burst.samples, 3 * GB_BURST_BATCHES);
}

static void bursts_that_differ_are_no_roof(void **state)
{
	static const double apart[] = { 24e-6, 20e-6, 22e-6, 24e-6 };

	(void)state;
	sweep_with_looks(apart);
	assert_false(rows[1].has_burst);
}

/* Nothing that was measured before the failure is told. */
static int wrong_after_all(struct gb_run *run)
{
	return gb_fail(run, "element 3 is wrong");
}

/* The limit is 700 W: 526 are too near, 524 are not. */
static void a_card_at_its_power_limit_is_left_alone(void **state)
{
	struct gb_error error = { "" };
	struct gb_card card;

	(void)state;
	have_hot_card(526, 524);
	assert_ok(gb_card_open(&card, ops, 0, &error), error);
	double began = gb_clock_now();
	gb_ready_power(&card, &stop);
	assert_int_equal(asked, 3);
	assert_true(gb_clock_now() - began >= 0.04);
	have_hot_card(700, 700);
	began = gb_clock_now();
	gb_ready_power(&card, &stop);
	assert_true(asked > 3 && gb_clock_now() - began >= GB_READY_POWER_MOST);
	have_hot_card(700, 700);
	stop = 1;
	gb_ready_power(&card, &stop);
	assert_int_equal(asked, 1);
	stop = 0;
	have_hot_card(NAN, NAN);
	gb_ready_power(&card, &stop);
	assert_int_equal(asked, 1);
	gb_card_close(&card);
}

/* The driver still clears memory for 50 ms after the setup: as after a benchmark that freed much. */
#define CLEARING_SECONDS 0.05
static double set_up_at, launched_at;

static int setup_while_clearing(struct gb_run *run)
{
	const uint64_t bytes = (uint64_t)(gb_memory_rate(&run->card->device) / 13 * CLEARING_SECONDS);

	gb_card_freed(run->card, bytes);
	set_up_at = gb_clock_now();
	launched_at = NAN;
	return bench_setup(run);
}

static double note_the_first(struct gb_shape shape, const void *args)
{
	(void)shape;
	(void)args;
	launched_at = fmin(launched_at, gb_clock_now());
	return 20e-6;
}

static void a_card_that_clears_memory_is_left_alone(void **state)
{
	struct gb_bench bench = bench_good();
	struct gb_error error = { "" };
	struct gb_card card;
	struct gb_run run;
	gb_ptr at;

	(void)state;
	bench.setup = setup_while_clearing;
	fake_kernel("work", note_the_first);
	sweep(&bench);
	assert_true(launched_at - set_up_at > 0.9 * CLEARING_SECONDS);

	/* What is freed is cleared after what was freed before it. */
	bench.setup = bench_setup;
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	assert_ok(gb_run_open(&run, &card, &bench, &bench_variants[0], &error), error);
	run.error = &error;
	card.cleared_at = gb_clock_now() + 100;
	const double before = card.cleared_at;
	assert_ok(gb_alloc(&run, 1 << 20, &at), error);
	gb_release(&run, at);
	assert_near(card.cleared_at - before, 13.0 * (1 << 20) / gb_memory_rate(&card.device), 1e-2);
	gb_run_close(&run);
	assert_true(card.cleared_at - before > 13.0 * (1 << 20) / gb_memory_rate(&card.device));
	gb_card_close(&card);
}

static void roofs_alone_wait_for_it(void **state)
{
	struct gb_sweep_options options = quick_options;
	struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	options.roof.visits = 3;
	bench.roof = roof_of_copy;
	in_any_order = true;
	have_hot_card(100, 100);
	assert_ok(sweep_with(&bench, &options, &error), error);
	assert_int_equal(asked, 3);
	bench.roof = NULL;
	have_hot_card(100, 100);
	assert_ok(sweep_with(&bench, &options, &error), error);
	assert_int_equal(asked, 0);
}

static void a_failed_row_has_no_other_rows(void **state)
{
	static const double held[] = { 1, 1, 1, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.9 };
	struct gb_sweep_options options = quick_options;
	struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	fake.clocks = (struct fake_series){ held, sizeof held / sizeof held[0] };
	fake_kernel("work", fast_after_a_rest);
	bench.roof = roof_of_copy;
	bench.verify = wrong_after_all;
	options.roof.measure.settle_seconds = 0.06;
	options.roof.rest_seconds = 0.1;
	options.sustain_seconds = 0.01;
	assert_ok(sweep_with(&bench, &options, &error), error);
	for (size_t i = 0; i < row_count; i++) {
		assert_int_equal(rows[i].record.status, GB_ROW_FAILED);
		assert_int_equal(rows[i].records, 1);
		assert_unknown(rows[i].record.value);
	}
}

static void without_a_held_clock_there_is_no_burst(void **state)
{
	struct gb_sweep_options options = quick_options;
	struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	fake_kernel("work", fast_after_a_rest);
	bench.roof = roof_of_copy;
	options.roof.measure.settle_seconds = 0.06;
	options.roof.rest_seconds = 0.1;
	assert_ok(sweep_with(&bench, &options, &error), error);
	assert_false(rows[1].has_burst);
}

static void a_record_that_cannot_be_delivered_ends_it(void **state)
{
	const struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	refuse_at = 2;
	assert_int_equal(sweep_with(&bench, &quick_options, &error), GB_FAILED);
	assert_string_equal(error.text, "disk full");
	assert_int_equal(row_count, 1);
}

/* ---- trouble ------------------------------------------------------------------------------------------------------ */

static void expect_one_failed_row(const char *op, unsigned int nth, int status, const struct gb_error *error)
{
	size_t failed = 0;

	if (status != GB_OK)
		fail_msg("%s %u: the sweep ended: %s", op, nth, error->text);
	assert_int_equal(row_count, 2);
	for (size_t i = 0; i < row_count; i++)
		if (rows[i].record.status != GB_ROW_OK) {
			assert_int_equal(rows[i].record.status, GB_ROW_FAILED);
			assert_says(rows[i].reason, "cu"); /* the call's own name */
			assert_unknown(rows[i].record.value);
			failed++;
		}
	assert_true(failed > 0);
	assert_int_equal(failed_rows, failed);
}

static void any_call_may_fail_once(void **state)
{
	const struct gb_bench bench = bench_good();
	unsigned int failures = 0;

	(void)state;
	for (int op = 0; op < FAKE_OPS; op++)
		for (unsigned int nth = 1;; nth++) {
			struct gb_error error = { "" };
			assert_true(fake_reset());
			fake_fail(fake_op_name((enum fake_op)op), nth, false);
			int status = sweep_with(&bench, &quick_options, &error);
			if (!fake_failed()) {
				assert_ok(status, error);
				break;
			}
			failures++;
			if (status == GB_FAILED && announced == 0 && row_count == 0)
				continue; /* the card could not be opened */
			expect_one_failed_row(fake_op_name((enum fake_op)op), nth, status, &error);
		}
	assert_true(failures > 200);
}

static void a_device_that_is_gone_ends_the_sweep(void **state)
{
	const struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	fake_fail("sync", 3, true);
	/* The row says so; what is left is for a worker with a new context. */
	assert_int_equal(sweep_with(&bench, &quick_options, &error), GB_FAILED);
	assert_says(error.text, "the card no longer answers: cudaStreamSynchronize");
	assert_int_equal(row_count, 1);
	assert_int_equal(failed_rows, 1);
	assert_says(rows[0].reason, "cudaErrorIllegalAddress");
}

/* ---- visits ------------------------------------------------------------------------------------------------------- */

/* Copies set a roof, and their load holds the clock down: three visits, and two looks at the burst. */
static struct gb_sweep_options visit_options(void)
{
	enum { TURNS = 100000, LOOKS = 3 };
	static double clocks[TURNS];
	struct gb_sweep_options options = quick_options;

	for (size_t i = 0; i < TURNS; i++)
		clocks[i] = i < LOOKS ? 1 : 0.9;
	fake.clocks = (struct fake_series){ clocks, TURNS };
	options.roof.visits = 3;
	options.curve.visits = 2;
	options.roof.bursts = 2;
	options.roof.rest_seconds = options.roof.pause_seconds = 1e-4; /* hundreds of sweeps rest */
	return options;
}

/* As visits go on a launch takes longer. */
static int setups;

static int setup_and_count(struct gb_run *run)
{
	setups++;
	return bench_setup(run);
}

static double slower = 0.01;

static double slower_by_setup(struct gb_shape shape, const void *args)
{
	(void)shape;
	(void)args;
	return 20e-6 * (1 + slower * setups);
}

static void a_roof_is_there_after_its_last_visit(void **state)
{
	struct gb_bench bench = bench_good(), other = bench_good();
	const struct gb_bench *const benches[] = { &bench, &other };
	const struct gb_sweep_options options = visit_options();
	struct gb_error error = { "" };
	struct gb_tasks tasks;
	struct gb_card card;
	const size_t order[] = { 0, 1, 2, 3 };

	(void)state;
	fake_kernel("work", slower_by_setup);
	bench.roof = roof_of_copy;
	bench.setup = setup_and_count;
	other.name = "other";
	setups = 0;
	row_count = failed_rows = announced = 0;
	in_any_order = true;
	assert_ok(gb_tasks_make(&tasks, benches, 2, GB_FULL, &one_size, 1, &error), error);
	assert_int_equal(tasks.count, 4);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	struct gb_sweep sweep = {
		.card = &card, .options = &options, .base = gb_record_empty(), .begin = begin, .emit = emit
	};
	assert_ok(gb_sweep_tasks(&sweep, &tasks, order, 4, &error), error);
	gb_card_close(&card);
	gb_tasks_free(&tasks);
	assert_int_equal(row_count, 4);
	/* bench read, other read, other copy; then what sets a roof. */
	assert_string_equal(rows[0].point, "op=read,block=32");
	assert_string_equal(rows[3].point, "op=copy,size=2,block=32");
	assert_true(rows[3].record.samples >= 9);
	assert_true(rows[3].raw);
	/* The three visits differ, so the interval is wider than that of any batch. */
	assert_true(rows[3].record.hi - rows[3].record.lo > rows[3].record.max - rows[3].record.min);
	assert_int_equal(failed_rows, 0);
}

/* Two visits to each point of two curves; the setup of the second is so much slower. */
static void see_curves_twice(double slower_by)
{
	struct gb_bench bench = bench_good(), other = bench_good();
	const struct gb_bench *const benches[] = { &bench, &other };
	const struct gb_sweep_options options = visit_options();
	struct gb_error error = { "" };
	struct gb_tasks tasks;
	struct gb_card card;
	const size_t order[] = { 0, 1, 2, 3 };

	fake.clocks = (struct fake_series){ NULL, 0 };
	slower = slower_by;
	fake_kernel("work", slower_by_setup);
	bench.setup = other.setup = setup_and_count;
	other.name = "other";
	setups = 0;
	row_count = failed_rows = announced = 0;
	in_any_order = true;
	assert_ok(gb_tasks_make(&tasks, benches, 2, GB_FULL, &one_size, 1, &error), error);
	assert_ok(gb_card_open(&card, &fake_ops, 0, &error), error);
	struct gb_sweep sweep = {
		.card = &card, .options = &options, .base = gb_record_empty(), .begin = begin, .emit = emit
	};
	assert_ok(gb_sweep_tasks(&sweep, &tasks, order, 4, &error), error);
	gb_card_close(&card);
	gb_tasks_free(&tasks);
	slower = 0.01;
	assert_int_equal(row_count, 4);
	assert_int_equal(failed_rows, 0);
}

static void points_of_curves_are_seen_twice(void **state)
{
	(void)state;
	see_curves_twice(0.001);
	assert_string_equal(rows[0].point, "op=read,block=32");
	assert_string_equal(rows[1].point, "op=copy,size=2,block=32");
	for (size_t i = 0; i < 4; i++) {
		const struct gb_record *r = &rows[i].record;
		assert_int_equal(r->status, GB_ROW_OK);
		assert_true(rows[i].raw);
		assert_true(r->lo < r->min && r->hi > r->max);
	}
	see_curves_twice(0.1);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(rows[i].record.status, GB_ROW_SUSPECT);
		assert_says(rows[i].reason, "its visits gave");
	}
}

static void any_call_of_any_visit_may_fail(void **state)
{
	struct gb_bench bench = bench_good();
	unsigned int failures = 0;

	(void)state;
	in_any_order = true;
	bench.roof = roof_of_copy;
	for (int op = 0; op < FAKE_OPS; op++)
		for (unsigned int nth = 1;; nth++) {
			struct gb_error error = { "" };
			assert_true(fake_reset());
			const struct gb_sweep_options options = visit_options();
			fake_fail(fake_op_name((enum fake_op)op), nth, false);
			int status = sweep_with(&bench, &options, &error);
			if (!fake_failed()) {
				assert_ok(status, error);
				break;
			}
			failures++;
			if (status == GB_FAILED && announced == 0 && row_count == 0)
				continue; /* the card could not be opened */
			expect_one_failed_row(fake_op_name((enum fake_op)op), nth, status, &error);
		}
	assert_true(failures > 400);
}

static unsigned int stop_at;

static int launch_and_stop(struct gb_run *run)
{
	if (stop_at > 0 && --stop_at == 0)
		stop = 1;
	return bench_launch(run);
}

static void interrupted_anywhere_rows_are_whole(void **state)
{
	struct gb_bench bench = bench_good();

	(void)state;
	bench.launch = launch_and_stop;
	for (unsigned int at = 1;; at++) {
		struct gb_error error = { "" };
		assert_true(fake_reset());
		stop = 0;
		stop_at = at;
		int status = sweep_with(&bench, &quick_options, &error);
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

/* A kernel that takes no time the clock can see has no rate: never a row that is ok and has no value. */
static struct gb_kernel empty;
static int launch_nothing(struct gb_run *run)
{
	(void)run;
	(void)empty;
	return GB_OK;
}

static int verify_nothing(struct gb_run *run)
{
	(void)run;
	return GB_OK;
}

static void no_time_is_no_result(void **state)
{
	struct gb_bench bench = bench_good();

	(void)state;
	bench.launch = launch_nothing;
	bench.verify = verify_nothing;
	bench.limit = limit_of_memory;
	sweep(&bench);
	assert_int_equal(row_count, 2);
	assert_int_not_equal(rows[0].record.status, GB_ROW_OK);
}

static double no_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)device;
	(void)sm_hz;
	return NAN;
}

static int observe_clock(struct gb_run *run, double *value)
{
	(void)run;
	*value = 1.8e9;
	return GB_OK;
}

/* NVML's clock is told of a load that lasts: the row of a clock has a second one after it, of the two. */
static void a_clock_stands_next_to_that_of_nvml(void **state)
{
	struct gb_sweep_options options = quick_options;
	struct gb_bench bench = bench_good();
	struct gb_error error = { "" };

	(void)state;
	bench.quantity = GB_HERTZ;
	bench.observe = observe_clock;
	bench.limit = no_limit;
	fake.state.sm_clock_hz = 2e9;
	sweep(&bench);
	assert_int_equal(rows[0].records, 1);
	fake.launch_seconds = 2e-3;
	options.curve.watch_seconds = 0.4;
	assert_ok(sweep_with(&bench, &options, &error), error);
	assert_string_equal(rows[0].record.metric, "sm_clock");
	assert_same(rows[0].record.sm_clock_nvml_hz, 2e9);
	assert_int_equal(rows[0].records, 2);
	assert_string_equal(rows[0].last_metric, "of_nvml");
	assert_near(rows[0].last_value, 0.9, 1e-9);
	/* Of another quantity there is none. */
	const struct gb_bench bandwidth = bench_good();
	assert_ok(sweep_with(&bandwidth, &options, &error), error);
	assert_int_equal(rows[0].records, 1);
}

int main(void)
{
	host_clock_make();
	RUN(S(rows_carry_the_best_point), S(the_primary_axis_is_the_first_with_numbers), S(every_point_is_a_row),
	    S(a_skipped_point_is_a_row_and_no_failure), S(a_benchmark_that_cannot_run_says_so_for_each_point),
	    S(a_wrong_result_is_a_failed_row), S(a_pure_hook_that_asks_for_a_wrong_axis_fails_the_row),
	    S(the_limit_follows_the_clocks_under_load), S(doubts_make_a_row_suspect),
	    S(a_load_that_holds_the_clock_has_a_burst), S(bursts_count_from_the_second_look),
	    S(a_held_load_has_the_shape_that_is_best_once_settled), S(bursts_that_differ_are_no_roof),
	    S(without_a_held_clock_there_is_no_burst), S(a_card_at_its_power_limit_is_left_alone),
	    S(roofs_alone_wait_for_it), S(a_card_that_clears_memory_is_left_alone), S(a_failed_row_has_no_other_rows),
	    S(a_record_that_cannot_be_delivered_ends_it), S(any_call_may_fail_once),
	    S(a_roof_is_there_after_its_last_visit), S(points_of_curves_are_seen_twice),
	    S(any_call_of_any_visit_may_fail), S(a_device_that_is_gone_ends_the_sweep),
	    S(interrupted_anywhere_rows_are_whole), S(no_time_is_no_result), S(a_clock_stands_next_to_that_of_nvml));
}
