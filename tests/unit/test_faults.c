/* Every benchmark there is, the project's and the tests', with every call of every operation failing in turn. The
 * work follows from the descriptors, so a new benchmark is tested from its first build on. */
#include "host_clock.h"
#include "real.h"
#include "rows.h"
#include "plan/description.h"
#include "engine/sweep.h"

static struct gb_plugins plugins;
static struct gb_tasks all;

/* gcc indicates it by a macro, clang by a feature. */
#ifdef __has_feature
#define SANITIZED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Tasks that run per benchmark, spread over all variants and points; GB_SEED, which follows from the commit, chooses
 * the first. A sanitizer takes six times as long. */
#if SANITIZED
enum { TASKS_MOST = 1 };
#else
enum { TASKS_MOST = 3 };
#endif

/* An operation may be called thousands of times in a sweep, mostly launches and marks of similar batches. If
 * there are at most ALL_CALLS, each call fails once; otherwise the first and the last calls fail, which include
 * setup and verify, and others spread evenly. */
enum { ALL_CALLS = 16, FIRST_CALLS = 8, LAST_CALLS = 4, BETWEEN_CALLS = 4 };

/* ---- a benchmark to sweep ---------------------------------------------------------------------------------------- */

static const struct gb_bench *original;
static size_t order[TASKS_MOST], order_count, next_task;
/* A roof's row is delivered after its last visit, or when a visit has failed, so the order of rows varies. */
static size_t place_of_row[TASKS_MOST];
static bool has_row[TASKS_MOST];

/* The fake device computes only for a few benchmarks. Missing results are not a fault here: all of verify() runs,
 * and only the statuses of calls count. */
static int verify(struct gb_run *run)
{
	const bool before = fake_failed();
	const int status = original->verify(run);

	if (status != GB_FAILED || fake_failed() != before || strstr(run->error->text, " (") != NULL)
		return status;
	gb_error_clear(run->error);
	return GB_OK;
}

/* Uncounted results of a kernel are not a fault, either. */
static int observe(struct gb_run *run, double *value)
{
	const int status = original->observe(run, value);

	if (status == GB_OK)
		*value = 1;
	return status;
}

static size_t place_of(size_t task)
{
	size_t place = 0;

	while (place < order_count && order[place] != task)
		place++;
	assert_true(place < order_count);
	return place;
}

static int begin(void *context, size_t task)
{
	assert_false(has_row[place_of(task)]);
	return GB_OK;
}

static int emit(void *context, size_t task, const struct gb_record *record, size_t count,
		const struct gb_measurement *m, struct gb_error *why)
{
	const size_t place = place_of(task);

	assert_false(has_row[place]); /* exactly one a task */
	has_row[place] = true;
	place_of_row[next_task++] = place;
	rows_keep(record, m);
	return GB_OK;
}

#define CARE                                                                                                 \
	{                                                                                                    \
		.visits = 2, .judge_seconds = 1e-6, .watch_seconds = 1e-6, .search_most = 2, .finalists = 2, \
		.measure = { .batch_seconds = 1e-6,                                                          \
			     .warmup_seconds = 0.5,                                                          \
			     .budget_seconds = 0.5,                                                          \
			     .steady_within = 0.005,                                                         \
			     .max_noise = 0.001,                                                             \
			     .min_samples = 3,                                                               \
			     .max_samples = 6 },                                                             \
	}
/* Little work, because verify() repeats it on the host. This makes all rows suspect. */
static const struct gb_sweep_options options = { .effort = GB_FULL, .work = 0.01, .roof = CARE, .curve = CARE };

static uint64_t memory; /* of the device */

static int sweep(void)
{
	FREED_BY(gb_device_close) struct gb_open_device card;

	fake.free_bytes = memory;
	fake.l2_bytes = 256 << 10; /* benchmarks in L2 and beyond it are reduced likewise */
	fake.sms = 1;
	fake.computes = false; /* the results are not examined */
	row_count = next_task = 0;
	memset(has_row, 0, sizeof has_row);
	gb_error_clear(&error);
	int status = gb_device_open(&card, &fake_ops, 0, &error);
	if (status != GB_OK)
		return status;
	struct gb_sweep s = {
		.card = &card, .options = &options, .base = gb_record_empty(), .begin = begin, .emit = emit
	};
	status = gb_sweep_tasks(&s, &all, order, order_count, &error);
	return status;
}

/* ---- what must hold ---------------------------------------------------------------------------------------------- */

static char expected[TASKS_MOST][16]; /* the status of each row when nothing fails */
static unsigned int calls[FAKE_OPS], injected;
static const char *op_name;
static unsigned int nth;

#define expect(condition)                                                                                           \
	do {                                                                                                        \
		if (!(condition))                                                                                   \
			fail_msg("%s, call %u of %s: not so: %s; row %zu: %s %s; %s", original->name, nth, op_name, \
				 #condition, row_count, row_count > 0 ? rows_line(row_count - 1) : "none",          \
				 row_count > 0 ? rows[row_count - 1].reason : "", error.text);                      \
	} while (0)

/* The number of calls to a fake device that computes nothing causes doubts, and so does reduced work. */
static const char *outcome_of(const char *status)
{
	return strcmp(status, "suspect") == 0 ? "ok" : status;
}

/* Rows equal those without the fault, or failed with the message of the call. Returns the number of failed rows. */
static size_t check_rows(void)
{
	size_t failed = 0;

	for (size_t i = 0; i < row_count; i++) {
		if (strcmp(outcome_of(rows[i].status), outcome_of(expected[place_of_row[i]])) == 0)
			continue;
		expect(strcmp(rows[i].status, "failed") == 0);
		expect(strstr(rows[i].reason, ": cu") != NULL || strncmp(rows[i].reason, "cu", 2) == 0);
		failed++;
	}
	return failed;
}

/* If the host's clock times points, sweeps differ in the number of launches per batch: a late call may not occur,
 * and then nothing fails. */
static bool came(int status)
{
	if (fake_failed() || original->timing == NULL || nth <= FIRST_CALLS)
		return true;
	expect(status == GB_OK && row_count == order_count && check_rows() == 0);
	expect(fake_reset());
	return false;
}

static void fail_once(void)
{
	fake_fail(op_name, nth, false);
	const int status = sweep();
	if (!came(status))
		return;
	expect(fake_failed());
	if (next_task == 0)
		expect(status == GB_FAILED && strstr(error.text, "cu") != NULL); /* the card could not be opened */
	else
		expect(status == GB_OK && row_count == order_count && check_rows() > 0);
	expect(fake_reset()); /* nothing was left over */
}

/* From then on all calls fail: the sweep ends after the row that reports this, where a new worker would continue. */
static void fail_onwards(void)
{
	fake_fail(op_name, nth, true);
	const int status = sweep();
	if (!came(status))
		return;
	expect(fake_failed());
	if (next_task == 0)
		expect(status == GB_FAILED);
	else
		expect(check_rows() > 0);
	/* Without waiting or allocating, the state of a card cannot be known. */
	if (strcmp(op_name, "sync") == 0 || strcmp(op_name, "memory_free") == 0)
		expect(status == GB_FAILED && (next_task == 0 || check_rows() == 1));
	expect(fake_reset());
}

static void fail_at(unsigned int call)
{
	nth = call;
	fail_once();
	fail_onwards();
	injected++;
}

static void fail_calls_of(enum fake_op op)
{
	const unsigned int count = calls[op];

	op_name = fake_op_name(op);
	for (unsigned int n = 1; n <= count && n <= (count <= ALL_CALLS ? ALL_CALLS : FIRST_CALLS); n++)
		fail_at(n);
	if (count <= ALL_CALLS)
		return;
	const unsigned int between = count - FIRST_CALLS - LAST_CALLS;
	for (unsigned int i = 0; i < BETWEEN_CALLS; i++)
		fail_at(FIRST_CALLS + 1 + (unsigned int)((uint64_t)between * i / BETWEEN_CALLS));
	for (unsigned int n = count - LAST_CALLS + 1; n <= count; n++)
		fail_at(n);
}

/* ---- all of them ------------------------------------------------------------------------------------------------- */

static void choose_tasks(void)
{
	const char *seed = getenv("GB_SEED");
	const size_t first = seed != NULL ? strtoul(seed, NULL, 10) % all.count : 0;

	order_count = all.count < TASKS_MOST ? all.count : TASKS_MOST;
	for (size_t i = 0; i < order_count; i++)
		order[i] = (first + i * all.count / order_count) % all.count;
}

/* Sweep without a fault; returns the number of rows with a value. */
static size_t sweep_in_peace(void)
{
	size_t measured = 0;

	op_name = "nothing";
	nth = 0;
	assert_true(fake_reset());
	assert_ok(sweep(), error);
	expect(row_count == order_count);
	for (size_t i = 0; i < row_count; i++)
		measured += rows[i].raw;
	return measured;
}

/* A device with less memory is swept faster: it has just enough for half of the rows, and the others are skipped.
 * False if no row can be measured here, for example without an installed library. */
static bool choose_memory(void)
{
	memory = UINT64_C(64) << 20;
	const size_t most = sweep_in_peace();
	for (size_t i = 0; i < row_count && most == 0; i++)
		expect(strcmp(rows[i].status, "skipped") == 0);
	for (memory = 64 << 10; 2 * sweep_in_peace() < most;)
		memory *= 2;
	return most > 0;
}

static void note_calls(void)
{
	expect(sweep_in_peace() > 0);
	for (size_t i = 0; i < row_count; i++) {
		snprintf(expected[place_of_row[i]], sizeof expected[0], "%s", rows[i].status);
		expect(strcmp(rows[i].status, "failed") != 0);
	}
	for (int op = 0; op < FAKE_OPS; op++)
		calls[op] = fake_calls(fake_op_name((enum fake_op)op));
	expect(calls[FAKE_LAUNCH] > 0 && calls[FAKE_SYNC] > 0 && calls[FAKE_LOAD] > 0);
	expect(fake_reset());
}

static void sweep_all_faults_of(const struct gb_bench *bench)
{
	assert_ok(gb_description_attach(bench, &error), error);
	struct gb_bench copy = *bench;
	const struct gb_bench *const benches[] = { &copy };

	original = bench;
	copy.verify = verify;
	copy.observe = original->observe != NULL ? observe : NULL;
	assert_ok(gb_tasks_make(&all, benches, 1, GB_FULL, NULL, 0, &error), error);
	choose_tasks();
	if (choose_memory()) {
		note_calls();
		injected = 0;
		for (int op = 0; op < FAKE_OPS; op++)
			fail_calls_of((enum fake_op)op);
		assert_true(injected > 50);
	}
	assert_true(fake_reset());
	gb_tasks_free(&all);
}

TEST(any_call_of_any_benchmark_may_fail)
{
	assert_true(plugins.count >= 6); /* dram and ffma, and the valid plug-ins of tests/plugins */
	for (size_t i = 0; i < plugins.count; i++)
		sweep_all_faults_of(plugins.plugin[i].bench);
}

int main(void)
{
	char path[4200];

	fake_reset();
	host_clock_make();
	snprintf(path, sizeof path, "%s", next_to_program("../plugins"));
	snprintf(path + strlen(path), sizeof path - strlen(path), ":%s", next_to_program("../../plugins"));
	gb_plugins_load(&plugins, path);
	int failed = run_all_tests();
	gb_plugins_free(&plugins);
	return failed;
}
