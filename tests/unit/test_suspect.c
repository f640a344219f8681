/* Rows that are suspect because of events around them, on the fake device. */
#include "base/clock.h"
#include "host_clock_made.h"
#include "rows.h"
#include "engine/sweep.h"
#include "workers.h"

static struct gb_tasks tasks;
static struct gb_sweep_options options;
static struct gb_sweep sweeping;
static size_t together;

static int start(void)
{
	memset(deeds, FINE, sizeof deeds);
	row_count = together = 0;
	options = work_options;
	return fake_reset() ? 0 : -1;
}

/* The effect of a launch on the state of the card, or on processes, or none. */
static void (*at_launch)(void);

static int launch(struct gb_run *run)
{
	if (at_launch != NULL && gb_value(run, task) == 1)
		at_launch();
	return work_launch(run);
}

static int setup_with_doubt(struct gb_run *run)
{
	gb_suspect(run, "half of the memory");
	return bench_setup(run);
}

/* Three tasks; `hook` is called at every launch of the second. */
static void sweep(struct gb_bench bench, void (*hook)(void))
{
	static const size_t order[] = { 0, 1, 2 };
	const struct gb_bench *const benches[] = { &bench };
	struct gb_open_device card;

	bench.launch = launch;
	at_launch = hook;
	assert_ok(gb_tasks_make(&tasks, benches, 1, GB_EVERY, NULL, 0, &error), error);
	assert_ok(gb_device_open(&card, &fake_ops, 0, &error), error);
	sweeping = (struct gb_sweep){ .card = &card,
				      .options = &options,
				      .base = gb_record_empty(),
				      .together = together,
				      .begin = rows_begin,
				      .emit = rows_emit };
	assert_ok(gb_sweep_tasks(&sweeping, &tasks, order, 3, &error), error);
	gb_device_close(&card);
	gb_tasks_free(&tasks);
	assert_int_equal(row_count, 3);
}

/* The reasons of the three rows; "" for a row that is ok. */
static void expect_reasons(const char *first, const char *second, const char *third)
{
	const char *const reasons[] = { first, second, third };

	for (size_t i = 0; i < 3; i++) {
		assert_string_equal(rows[i].reason, reasons[i]);
		assert_string_equal(rows[i].status, reasons[i][0] != '\0' ? "suspect" : "ok");
	}
}

static void somebody_comes(void)
{
	fake.processes = 2;
}

TEST_WITH(processes_that_come, start, start)
{
	sweep(work_bench(), somebody_comes);
	expect_reasons("", "2 other compute processes on the GPU", "2 other compute processes on the GPU");
}

static void everybody_leaves(void)
{
	fake.processes = 0;
}

/* A part of the point was shared with them. */
TEST_WITH(processes_that_leave_during_the_point, start, start)
{
	fake.processes = 2;
	sweep(work_bench(), everybody_leaves);
	expect_reasons("2 other compute processes on the GPU", "2 other compute processes on the GPU", "");
}

/* ---- work of others ---------------------------------------------------------------------------------------------- */

TEST_WITH(a_busy_gpu, start, start)
{
	const char *const why = "the GPU was busy with other work (80 %) before the first launch";
	const double before = gb_clock_now();

	fake.processes = -1; /* as in a container */
	fake.busy = 80;
	sweep(work_bench(), NULL);
	expect_reasons(why, why, why);
	assert_true(gb_clock_now() - before >= 1.1); /* a process that had just ended would still have been seen */
	assert_true(gb_clock_now() - before < 3);    /* once, not before each point */
}

TEST_WITH(a_display_is_no_work, start, start)
{
	fake.busy = 5;
	sweep(work_bench(), NULL);
	expect_reasons("", "", "");
}

/* Without --wait-idle: the work of another process just before does not concern this run. */
TEST_WITH(work_that_has_just_ended, start, start)
{
	fake.busy = 80;
	fake.leave_at = gb_clock_now() + 0.4;
	sweep(work_bench(), NULL);
	expect_reasons("", "", "");
}

/* Some time later: the others end soon, but while this process works, the figure does not show that. */
static void end_soon(void)
{
	sweeping.precondition.rest_at = 0;
	fake.leave_at = gb_clock_now() + 0.4;
}

TEST_WITH(work_that_ends_later, start, start)
{
	const char *const why = "the GPU was busy with other work (80 %) before the first launch";

	fake.busy = 80;
	sweep(work_bench(), end_soon);
	expect_reasons(why, why, "");
}

/* Only a device that was idle before can become busy through this process's own work. */
static void own_work(void)
{
	fake.busy = 100;
}

TEST_WITH(own_work_is_not_taken_for_that_of_others, start, start)
{
	sweep(work_bench(), own_work);
	expect_reasons("", "", "");
}

static void linger(void)
{
	static bool once;

	if (!once)
		nanosleep(&(struct timespec){ 1, 200000000 }, NULL);
	once = true;
}

/* The process came and went, so the counts before and after do not show it. The other points are too short to be
 * examined. */
TEST_WITH(work_during_a_long_point, start, start)
{
	fake.workers = 2;
	sweep(work_bench(), linger);
	expect_reasons("", "2 other processes worked on the GPU during the point", "");
}

/* ---- the memory clock -------------------------------------------------------------------------------------------- */

TEST_WITH(a_memory_clock_that_stays_down, start, start)
{
	const char *const why = "memory clock 500 MHz below rated 1000 MHz";
	const double before = gb_clock_now();

	fake.state.mem_clock_hz = 0.5e9;
	sweep(work_bench(), NULL);
	expect_reasons(why, why, why);
	assert_true(gb_clock_now() - before >= 2);
	assert_true(gb_clock_now() - before < 4); /* once */
}

TEST_WITH(a_memory_clock_that_is_up_costs_nothing, start, start)
{
	sweep(work_bench(), NULL); /* it does not report */
	const unsigned int launches = fake_calls("launch");
	row_count = 0;
	fake_reset();
	fake.state.mem_clock_hz = 1e9;
	sweep(work_bench(), NULL);
	expect_reasons("", "", "");
	assert_int_equal(fake_calls("launch"), launches);
}

static void warm(void)
{
	fake.state.temperature_c = 81;
}

TEST_WITH(a_card_that_warms_up, start, start)
{
	fake.state.temperature_c = 55;
	sweep(work_bench(), warm);
	expect_reasons("", "the GPU warmed by 26 degrees during the point", ""); /* the third began as warm */
}

static void break_memory(void)
{
	fake.state.ecc_errors = 9;
}

TEST_WITH(memory_errors_during_the_point, start, start)
{
	fake.state.ecc_errors = 7; /* old ones */
	sweep(work_bench(), break_memory);
	expect_reasons("", "2 memory errors (ECC) during the point", "");
}

TEST_WITH(doubts_of_the_plugin, start, start)
{
	struct gb_bench bench = work_bench();

	deeds[0][1] = DOUBTED;
	sweep(bench, NULL);
	expect_reasons("", "half of it is missing", "");
	row_count = 0;
	bench.setup = setup_with_doubt;
	sweep(bench, NULL);
	expect_reasons("half of the memory", "half of the memory; half of it is missing", "half of the memory");
}

TEST_WITH(gpus_measured_beside_are_told, start, start)
{
	deeds[0][1] = DOUBTED;
	together = 3;
	sweep(work_bench(), NULL);
	assert_string_equal(rows[0].status, "ok");
	assert_string_equal(rows[0].reason, "measured together with 3 other GPUs of this host");
	assert_string_equal(rows[1].status, "suspect");
	assert_string_equal(rows[1].reason, "half of it is missing; measured together with 3 other GPUs of this host");
}

/* The driver uses the code of an older GPU of the same generation if it finds no other. */
TEST_WITH(machine_code_of_another_architecture_is_told, start, start)
{
	fake.cc = 89;
	fake.code = 86;
	sweep(work_bench(), NULL);
	assert_string_equal(rows[0].status, "ok");
	assert_string_equal(rows[0].reason, "machine code of sm_86: the GPU's own comes with make ARCHS=\"89\"");
	row_count = 0;
	fake.code = 89;
	sweep(work_bench(), NULL);
	assert_string_equal(rows[0].reason, "");
}
