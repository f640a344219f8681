/* swept.h: sweeps of tasks on a separate card, and the resulting rows. */
#pragma once

#include "engine/sweep.h"

#include "bench.h"
#include "gpu_fake.h"

enum { ROWS_MAX = 32 };

static struct row {
	struct gb_record record;
	char point[GB_POINT_TEXT], reason[GB_RECORD_REASON], throttle[96];
	size_t records;
	bool raw, has_burst;
	double metric_limit; /* of the last record */
	double last_value;
	char last_metric[GB_NAME_MAX];
	struct gb_record burst; /* the additional record that sets a roof */
	char burst_roof[GB_NAME_MAX], burst_metric[GB_NAME_MAX];
} rows[ROWS_MAX];
static size_t row_count, failed_rows, refuse_at, announced;
static bool in_any_order; /* roofs are announced at each visit, and their rows come last */
static volatile int stop;

static inline int emit(void *context, size_t task, const struct gb_record *record, size_t count,
		       const struct gb_measurement *m, struct gb_error *why)
{
	assert_true(in_any_order || task == announced - 1);
	if (row_count + 1 == refuse_at)
		return gb_error_set(why, "disk full");
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

static inline int begin(void *context, size_t task)
{
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
		.measure = BENCH_MEASURE,                                                        \
	}
static const struct gb_sweep_options quick_options = {
	.effort = GB_FULL, .roof = CARE, .curve = CARE, .interrupted = &stop
};

/* The latest answers of the card's sensor, for visits that query it before they begin: one answer fewer each time. */
static struct gpu_ops hot_ops;
static const struct gpu_ops *ops = &fake_ops;
static double drawn_w[4];
static size_t asked;

static inline double power_of_late(struct gpu *gpu, double since, double until)
{
	if (fabs(until - since - GB_PRECONDITION_POWER_SPAN) > 1e-6)
		return NAN;
	const size_t at = asked++;
	return drawn_w[at < 4 ? at : 3];
}

static inline void have_hot_card(double first_w, double then_w)
{
	hot_ops = fake_ops;
	hot_ops.power = power_of_late;
	ops = &hot_ops;
	asked = 0;
	drawn_w[0] = drawn_w[1] = first_w;
	drawn_w[2] = drawn_w[3] = then_w;
}

/* The benchmark that a test sweeps, and its options. */
static struct gb_bench bench;
static struct gb_sweep_options options;

/* On a separate card. */
static inline int sweep_all(const struct gb_bench *const *benches, size_t count)
{
	struct gb_open_device card;
	FREED_BY(gb_tasks_free) struct gb_tasks tasks;
	size_t order[ROWS_MAX];

	row_count = announced = failed_rows = 0;
	assert_ok(gb_tasks_make(&tasks, benches, count, options.effort, &one_size, choice_count, &error), error);
	assert_true(tasks.count <= ROWS_MAX);
	for (size_t i = 0; i < tasks.count; i++)
		order[i] = i;
	int status = gb_device_open(&card, ops, 0, &error);
	if (status == GB_OK) {
		struct gb_sweep sweep = {
			.card = &card, .options = &options, .base = gb_record_empty(), .begin = begin, .emit = emit
		};
		status = gb_sweep_tasks(&sweep, &tasks, order, tasks.count, &error);
		gb_device_close(&card);
	}
	return status;
}

static inline int try_sweep(void)
{
	const struct gb_bench *const benches[] = { &bench };

	return sweep_all(benches, 1);
}

static inline void sweep(void)
{
	assert_ok(try_sweep(), error);
}

static inline int start(void)
{
	stop = 0;
	ops = &fake_ops;
	refuse_at = 0;
	in_any_order = false;
	bench = bench_good();
	options = quick_options;
	return fake_reset() ? 0 : -1; /* after a test, if something was left over */
}

#define SWEEP_TEST(name) TEST_WITH(name, start, start)

static inline const char *roof_of_copy(const struct gb_run *run)
{
	return gb_value(run, op) == 1 ? "some.roof" : NULL;
}

static inline void expect_one_failed_row(const char *op, unsigned int nth, int status)
{
	size_t failed = 0;

	if (status != GB_OK)
		fail_msg("%s %u: the sweep ended: %s", op, nth, error.text);
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

/* Sweeps in each of which one call of the device fails, from the first of its kind to the last; returns their
 * number. `prepare`, where there is one, changes the fake device, which is new each time. */
static inline unsigned int fail_each_call(void prepare(void))
{
	unsigned int failures = 0;

	for (int op = 0; op < FAKE_OPS; op++)
		for (unsigned int nth = 1;; nth++) {
			const char *name = fake_op_name((enum fake_op)op);
			gb_error_clear(&error);
			assert_true(fake_reset());
			if (prepare != NULL)
				prepare();
			fake_fail(name, nth, false);
			const int status = try_sweep();
			if (!fake_failed()) {
				assert_ok(status, error);
				break;
			}
			failures++;
			if (status == GB_FAILED && announced == 0 && row_count == 0)
				continue; /* the card could not be opened */
			expect_one_failed_row(name, nth, status);
		}
	return failures;
}
