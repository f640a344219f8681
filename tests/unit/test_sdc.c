#include "sdc/sdc.h"

#include <limits.h>

#include "base/clock.h"

#include "gpu_fake.h"
#include "support.h"

/* A benchmark whose kernel writes words; `habit` selects additional behaviour. */
enum { WORDS = 256, TURNS = 32, PASSES = 40, ROWS_MAX = 64 };
static enum habit {
	PLAIN,
	GOES_ON, /* results depend on the number of launches since the check began */
	VARIES,  /* it also writes a time, which the check copies and ignores */
	SUMS,    /* it also adds to a sum, from zero, whose result depends on the order of the threads */
	FLIPS,   /* launch FLIP_AT has a wrong bit in a word that the check ignores */
	WRONG    /* it always has */
} habit;
enum { FLIP_AT = 25, FLIPPED = 17 };

struct args {
	unsigned int *out, *turn, *time, *sum;
};

struct point {
	uint32_t op, block;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op), .help = "h", .values = "1:3", .full = "1,2", .quick = "1" },
	{ GB_AXIS(block), .help = "h", .kind = GB_SEARCHED, .values = "32:128:pow2", .quick = "32,64" },
	{ .name = NULL },
};
static const struct gb_variant variants[] = { { .name = "default", .flags = "", .archs = "sm_90" }, { .name = NULL } };

struct state {
	gb_ptr out, turn, time, sum;
	struct gb_kernel kernel;
};

static volatile int stop;
static unsigned int launches, stop_at, least_block, without_op; /* 0: all can run */
static double seconds;

static double work(struct gb_shape shape, const void *args)
{
	const struct args *a = args;

	launches++;
	stop |= launches >= stop_at;
	++*a->turn;
	*a->time = launches;
	*a->sum += launches > 20 ? launches : 7; /* late enough to seem constant */
	for (unsigned int i = 0; i < WORDS; i++)
		a->out[i] = 3 * i + (habit == GOES_ON ? *a->turn : 0);
	if ((habit == FLIPS && launches == FLIP_AT) || habit == WRONG)
		a->out[FLIPPED] ^= 0x80;
	return 1e-6;
}

/* Graphs of the fake device compute if it knows the size of the arguments. */
static int known(const struct gb_variant *variant, const char *name, struct fake_known *out, struct gb_error *why)
{
	*out = (struct fake_known){ .kernel = { .registers = 32, .threads_max = 1024 },
				    .args_size = sizeof(struct args) };
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, WORDS * sizeof(unsigned int), &s->out));
	GB_TRY(gb_alloc(run, TURNS * sizeof(unsigned int), &s->turn));
	GB_TRY(gb_alloc(run, sizeof(unsigned int), &s->time));
	GB_TRY(gb_alloc(run, sizeof(unsigned int), &s->sum));
	GB_TRY(gb_fill(run, s->turn, 0, sizeof(unsigned int)));
	return gb_find_kernel(run, "work", &s->kernel);
}

static int prepare(struct gb_run *run)
{
	if (gb_value(run, op) == without_op)
		return gb_skip(run, "this device has no op=%u", without_op);
	return gb_value(run, block) < least_block
		       ? gb_skip(run, "a block of %u threads is too small", gb_value(run, block))
		       : GB_OK;
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct args args = { gb_address(s->out), gb_address(s->turn), gb_address(s->time), gb_address(s->sum) };

	return gb_launch(run, &s->kernel, (struct gb_shape){ .grid = 1, .block = gb_value(run, block) }, &args);
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	/* Enough bytes to count as input. */
	const unsigned int none[TURNS] = { 0 }, turn = habit == GOES_ON;
	unsigned int out[WORDS], time, sum;

	GB_TRY(gb_copy_in(run, s->turn, none, sizeof none));
	GB_TRY(gb_fill_output(run, s->out, 0xff, sizeof out));
	GB_TRY(gb_fill_output(run, s->time, 0xff, sizeof time));
	GB_TRY(gb_fill(run, s->sum, 0, sizeof sum));
	GB_TRY(launch(run));
	GB_TRY(gb_copy_out(run, out, s->out, sizeof out));
	if (habit == VARIES)
		GB_TRY(gb_copy_out(run, &time, s->time, sizeof time));
	if (habit == SUMS)
		GB_TRY(gb_copy_out(run, &sum, s->sum, sizeof sum));
	for (unsigned int i = 0; i < WORDS; i++)
		if (out[i] != 3 * i + turn && !(habit == FLIPS && i == FLIPPED))
			return gb_fail(run, "word %u: got %u, expected %u", i, out[i], 3 * i + turn);
	return GB_OK;
}

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = 1 };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return NAN;
}

static struct gb_bench bench;

/* ---- the watch --------------------------------------------------------------------------------------------------- */

static struct row {
	struct gb_record record;
	char metric[GB_NAME_MAX], point[GB_POINT_TEXT], reason[GB_RECORD_REASON];
} rows[ROWS_MAX];
static size_t row_count, units;
static double spent;

static int begin(void *context, size_t task)
{
	return GB_OK;
}

static int emit(void *context, size_t task, const struct gb_record *record, size_t count,
		const struct gb_measurement *m, struct gb_error *why)
{
	assert_null(m);
	units++;
	for (size_t i = 0; i < count; i++) {
		assert_true(row_count < ROWS_MAX);
		struct row *row = &rows[row_count++];
		row->record = record[i];
		snprintf(row->metric, sizeof row->metric, "%s", record[i].metric);
		snprintf(row->point, sizeof row->point, "%s", record[i].point);
		snprintf(row->reason, sizeof row->reason, "%s", record[i].reason);
		assert_string_equal(record[i].roof, "");
	}
	return GB_OK;
}

static double value(const char *metric)
{
	for (size_t i = 0; i < row_count; i++)
		if (strcmp(rows[i].metric, metric) == 0)
			return rows[i].record.value;
	fail_msg("no row of %s", metric);
	return NAN;
}

static int watch_status(struct gb_error *why)
{
	const struct gb_bench *const benches[] = { &bench };
	const struct gb_sweep_options options = { .effort = GB_SDC, .sdc_seconds = seconds, .interrupted = &stop };
	FREED_BY(gb_tasks_free) struct gb_tasks tasks;
	FREED_BY(gb_device_close) struct gb_open_device card;
	const size_t order[] = { 0, 1, 2 };

	assert_ok(gb_tasks_make(&tasks, benches, 1, GB_SDC, NULL, 0, why), *why);
	assert_ok(gb_device_open(&card, &fake_ops, 0, why), *why);
	struct gb_sweep sweep = { .card = &card,
				  .options = &options,
				  .base = gb_record_empty(),
				  .begin = begin,
				  .emit = emit,
				  .spent = spent };
	const int status = gb_sdc_watch(&sweep, &tasks, order, tasks.count, why);
	assert_ptr_equal(card.ops, &fake_ops); /* nothing is between them any longer */
	return status;
}

static void watch(enum habit how)
{
	habit = how;
	const int status = watch_status(&error);
	assert_int_equal(status, stop ? GB_INTERRUPTED : GB_OK);
}

static int start(void)
{
	fake_reset();
	fake.known = known;
	fake_kernel("work", work);
	habit = PLAIN;
	stop = 0;
	launches = 0;
	stop_at = PASSES;
	least_block = without_op = 0;
	seconds = 1000;
	row_count = units = 0;
	spent = 0;
	bench = (struct gb_bench){
		.abi = GB_ABI,
		.size = sizeof(struct gb_bench),
		.name = "bench",
		.summary = "summary",
		.method = "method",
		.quantity = GB_BANDWIDTH,
		.axes = axes,
		.variants = variants,
		.state_size = sizeof(struct state),
		.setup = setup,
		.prepare = prepare,
		.launch = launch,
		.verify = verify,
		.cost = cost,
		.limit = limit,
	};
	return 0;
}

static int end(void)
{
	return fake_reset() ? 0 : -1; /* something was left over */
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

TEST_WITH(right_results_are_no_errors, start, end)
{
	watch(PLAIN);
	assert_int_equal(units, 1);
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
	assert_true(value("sdc_errors") == 0);
	assert_true(value("sdc_passes") > 10);
	assert_true(value("sdc_words") == WORDS * value("sdc_passes"));
	assert_true(value("sdc_time") >= value("sdc_device_time"));
	/* Most passes repeat the verified work. */
	assert_true(fake_calls("graph_launch") > 10);
}

TEST_WITH(work_that_goes_on_from_its_own_results_is_not_repeated, start, end)
{
	watch(GOES_ON);
	assert_true(value("sdc_errors") == 0);
	assert_true(fake_calls("graph_launch") <= 3); /* one to record, plus trials */
	assert_true(value("sdc_passes") > 10);
}

static int restore(struct gb_run *run)
{
	return GB_OK;
}

TEST_WITH(a_bit_that_the_check_ignores_is_found_without_repetitions, start, end)
{
	bench.restore = restore;
	watch(FLIPS);
	assert_true(value("sdc_errors") == 1);
	assert_says(rows[0].reason, "pass 25: the word at 0x44 of buffer 1 (1024 bytes): got 0x000000b3");
	assert_says(rows[0].reason, "the benchmark's own check accepts it");
}

/* verify() may examine the results of launches, and counts those that it knows. */
TEST_WITH(work_in_place_is_not_repeated, start, end)
{
	bench.restore = restore;
	watch(PLAIN);
	assert_true(value("sdc_passes") == PASSES);
	assert_int_equal(fake_calls("graph_launch"), 0);
}

TEST_WITH(times_are_not_compared, start, end)
{
	watch(VARIES);
	assert_true(value("sdc_errors") == 0);
	assert_true(fake_calls("graph_launch") > 10);
}

TEST_WITH(sums_from_zero_are_not_compared, start, end)
{
	watch(SUMS);
	assert_true(value("sdc_errors") == 0);
}

TEST_WITH(a_bit_that_the_check_ignores_is_found, start, end)
{
	watch(FLIPS);
	assert_int_equal(rows[0].record.status, GB_ROW_FAILED);
	assert_true(value("sdc_errors") == 1);
	assert_true(value("sdc_wrong_words") == 1);
	assert_says(rows[0].reason,
		    "the word at 0x44 of buffer 1 (1024 bytes): got 0x000000b3, expected 0x00000033 (bits "
		    "0x00000080); block and SM unknown");
}

TEST_WITH(a_unit_that_is_always_wrong_is_given_up, start, end)
{
	stop_at = 1000;
	bench.sdc = "op=2,3";
	watch(WRONG);
	assert_int_equal(stop, 0);
	assert_int_equal(units, 2);
	assert_true(value("sdc_errors") == 16);
	assert_says(rows[0].reason, "16 of 16 passes are wrong; pass 1: verify: word 17: got 179, expected 51");
}

/* Memory may be the faulty part, so it is set up anew. */
TEST_WITH(memory_is_set_up_anew_after_a_wrong_result, start, end)
{
	watch(FLIPS);
	assert_int_equal(fake_calls("load"), 2 + 1); /* one more for the timer */
}

TEST_WITH(a_benchmark_declares_its_points, start, end)
{
	bench.sdc = "op=2,3 block=128";
	stop_at = 1;
	watch(PLAIN);
	assert_int_equal(units, 1); /* stopped during its first pass */
	assert_string_equal(rows[0].point, "op=2,block=128");
	assert_true(value("sdc_passes") == 1);
}

/* Another worker has died late, so each unit is visited again. */
TEST_WITH(time_that_is_spent_is_not_given_again, start, end)
{
	bench.sdc = "op=1,2,3";
	stop_at = 1000;
	spent = 2000;
	watch(PLAIN);
	assert_int_equal(units, 3);
	assert_true(value("sdc_passes") == 1);
}

TEST_WITH(the_first_shape_that_fits_is_taken, start, end)
{
	least_block = 64;
	watch(PLAIN);
	assert_string_equal(rows[0].point, "op=1,block=64");
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
}

TEST_WITH(a_unit_without_a_shape_is_skipped, start, end)
{
	least_block = 1024;
	watch(PLAIN);
	assert_int_equal(row_count, 1);
	assert_int_equal(rows[0].record.status, GB_ROW_SKIPPED);
	assert_says(rows[0].reason, "a block of 64 threads is too small");
	assert_true(isnan(rows[0].record.value));
}

/* The last of three units is skipped, and its time goes to the others. */
TEST_WITH(no_time_is_left_over, start, end)
{
	const double begun = gb_clock_now();

	bench.sdc = "op=1,2,3";
	without_op = 3;
	stop_at = UINT_MAX;
	seconds = 0.05;
	watch(PLAIN);
	assert_int_equal(units, 3);
	assert_true(gb_clock_now() - begun >= seconds);
}

TEST_WITH(a_call_that_fails_is_no_wrong_result, start, end)
{
	fake_fail("copy_out", 5, false);
	watch(PLAIN);
	assert_int_equal(rows[0].record.status, GB_ROW_FAILED);
	assert_says(rows[0].reason, "cudaMemcpy");
	assert_true(value("sdc_errors") == 0);
}

TEST_WITH(a_card_that_no_longer_answers_ends_the_watch, start, end)
{
	bench.sdc = "op=2,3";
	fake_fail("sync", 1, true);
	assert_int_equal(watch_status(&error), GB_FAILED);
	assert_int_equal(units, 1); /* the other one is left to the next worker */
}

TEST_WITH(errors_of_the_card_are_counted, start, end)
{
	for (int i = 0; i < GPU_COUNTERS; i++)
		fake.error_at[i] = 10;
	watch(PLAIN);
	assert_true(value("sdc_errors") == 0);
	for (int i = 0; i < GPU_COUNTERS; i++)
		assert_true(value(gpu_counter_text[i].metric) == 1);
	assert_int_equal(rows[0].record.status, GB_ROW_FAILED);
	assert_string_equal(rows[0].reason,
			    "uncorrected ECC errors: 1; row replacements failed: 1; Xid events: 1, the last 79");
}

TEST_WITH(corrected_errors_are_no_failure, start, end)
{
	fake.error_at[GPU_ECC_CORRECTED] = 10;
	watch(PLAIN);
	assert_true(value("sdc_ecc_corrected") == 1);
	assert_int_equal(rows[0].record.status, GB_ROW_OK);
}

TEST_WITH(what_the_card_does_not_report_has_no_row, start, end)
{
	fake.health.count[GPU_ECC_CORRECTED] = fake.health.count[GPU_ECC_UNCORRECTED] = NAN;
	watch(PLAIN);
	for (size_t i = 0; i < row_count; i++)
		assert_null(strstr(rows[i].metric, "ecc"));
}
