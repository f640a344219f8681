/* The supervisor on the fake device, with real processes: a worker's failure must cost only its own row. */
#include <fcntl.h>
#include <sys/resource.h>

#include "rows.h"
#include "base/host_memory.h"
#include "workers/supervisor.h"
#include "workers.h"

static struct gb_bench bench;
static struct gb_tasks tasks;
static struct gb_supervisor supervisor;
static struct gb_devices devices;
static size_t begun, refuse_at;
static int files_before;

/* Called when a task begins; NULL: nothing. */
static void (*at_begin)(int device, int64_t task);

static void begin(void *context, const struct gb_found_device *on, const struct gb_task *task)
{
	begun++;
	if (at_begin != NULL)
		at_begin(on->device.index, task->point.value[0]);
}

static int deliver(void *context, const struct gb_record *record, size_t count, const struct gb_measurement *m,
		   struct gb_error *why)
{
	if (row_count + 1 == refuse_at)
		return gb_error_set(why, "disk full");
	assert_string_equal(record->run_id, "0123"); /* rows from the supervisor also have the run's columns */
	assert_string_equal(record->gpu_name, "Fake GPU");
	assert_string_equal(record->board, "900-FAKE0-0000-000");
	assert_string_equal(record->benchmark, "bench");
	rows_keep(record, m);
	return GB_OK;
}

static int start(void)
{
	const struct gb_bench *const benches[] = { &bench };

	fake_reset();
	memset(deeds, FINE, sizeof deeds);
	abort_in_teardown = false;
	at_begin = NULL;
	stop = 0;
	row_count = begun = refuse_at = 0;
	files_before = open_files();
	bench = work_bench();
	supervisor = (struct gb_supervisor){
		.place = { &fake_ops, &tasks, &work_options, &work_host, NULL },
		.options = { .point_seconds = 20, .deadline_seconds = INFINITY, .interrupted = &stop },
		.begin = begin,
		.deliver = deliver,
	};
	return gb_tasks_make(&tasks, benches, 1, GB_EVERY, NULL, 0, &error);
}

static int finish(void)
{
	gb_devices_free(&devices);
	gb_tasks_free(&tasks);
	if (!no_children() || open_files() != files_before) {
		fprintf(stderr, "left over: a process, or %d files\n", open_files() - files_before);
		return -1;
	}
	return fake_reset() ? 0 : -1;
}

static int run_on(int count, const bool *skip)
{
	fake.devices = count;
	assert_ok(gb_supervisor_find(&supervisor, &devices, &error), error);
	assert_int_equal(devices.count, count);
	return gb_supervisor_run(&supervisor, &devices, skip, &error);
}

/* Rows in order, GPU by GPU, with a letter for each status, as in "o.f" (ok, skipped, failed; ? is suspect). */
static void expect_rows(const char *letters)
{
	char line[64];

	assert_int_equal(row_count, strlen(letters));
	for (size_t i = 0; i < row_count; i++) {
		const char *status = letters[i] == 'o'   ? "ok"
				     : letters[i] == '.' ? "skipped"
				     : letters[i] == '?' ? "suspect"
							 : "failed";
		snprintf(line, sizeof line, "%zu task=%zu,block=32 %s", i / TASKS, i % TASKS, status);
		/* A row that was not measured cannot know the best block. */
		assert_true(strcmp(rows_line(i), line) == 0);
	}
}

/* ---- finding devices --------------------------------------------------------------------------------------------- */

static struct gpu_ops changed_ops;

static int count_and_abort(int *count, struct gb_error *why)
{
	abort();
}

static int count_and_hang(int *count, struct gb_error *why)
{
	work_hang();
	return GB_FAILED;
}

TEST_WITH(devices_are_found_by_a_worker, start, finish)
{
	fake.devices = 3;
	assert_ok(gb_supervisor_find(&supervisor, &devices, &error), error);
	assert_int_equal(devices.count, 3);
	assert_string_equal(devices.found[2].device.uuid, "GPU-c0000000-1111-2222-3333-444444444444");
	assert_string_equal(devices.found[2].identity.driver, "580.00");
	assert_int_equal(fake_calls("count"), 0); /* not in this process */
	gb_supervisor_dismiss(&supervisor);
}

TEST_WITH(a_driver_that_crashes_while_it_lists, start, finish)
{
	changed_ops = fake_ops;
	changed_ops.count = count_and_abort;
	supervisor.place.ops = &changed_ops;
	assert_fails_with(gb_supervisor_find(&supervisor, &devices, &error),
			  "while the devices were listed, the worker was ended by signal 6 (Aborted)");
}

TEST_WITH(a_driver_that_hangs_while_it_lists, start, finish)
{
	changed_ops = fake_ops;
	changed_ops.count = count_and_hang;
	supervisor.place.ops = &changed_ops;
	supervisor.options.deadline_seconds = 0.5;
	assert_fails_with(gb_supervisor_find(&supervisor, &devices, &error),
			  "the driver did not list its devices within 0.5 s");
}

/* From task 4 of a device on, no file is left for another worker. */
static struct rlimit all_files;

static void leave_no_files(int device, int64_t task)
{
	const int next = dup(STDIN_FILENO);
	const struct rlimit none = { (rlim_t)next, all_files.rlim_max };

	close(next);
	if (device == 0 && task == 4)
		setrlimit(RLIMIT_NOFILE, &none);
}

TEST_WITH(no_files_left_for_another_worker, start, finish)
{
	getrlimit(RLIMIT_NOFILE, &all_files);
	deeds[0][4] = ABORT;
	at_begin = leave_no_files;
	const int status = run_on(2, NULL);
	setrlimit(RLIMIT_NOFILE, &all_files);
	assert_ok(status, error);
	expect_rows("ooooffffffff");
	assert_says(rows[4].reason, "signal 6");
	for (size_t i = 5; i < row_count; i++)
		assert_string_equal(rows[i].reason, "no socket pair for a worker: Too many open files");
}

/* ---- faults ------------------------------------------------------------------------------------------------------ */

TEST_WITH(a_run_in_which_nothing_happens, start, finish)
{
	assert_ok(run_on(2, NULL), error);
	expect_rows("oooooooooooo");
	assert_int_equal(begun, 12 + 2); /* a worker names its first task before and after it opens the device */
	assert_int_equal(supervisor.rows, 12);
	assert_int_equal(fake_calls("open"), 0); /* this process has not touched a device */
}

/* Task 2 of the first GPU fails in this way; all others are measured, and the row gives the reason. */
static void expect_one_lost(enum deed deed, const char *reason)
{
	deeds[0][2] = deed;
	assert_ok(run_on(2, NULL), error);
	expect_rows("oofooooooooo");
	assert_says(rows[2].reason, reason);
}

/* Load does not count as a hang: the task takes twice the allowed time, while others had the processors. */
TEST_WITH(a_worker_that_is_kept_from_the_processors, start, finish)
{
	char command[128];

	strcpy(work_root, "/tmp/gpubench-starved-XXXXXX");
	assert_non_null(mkdtemp(work_root));
	supervisor.options.root = work_root;
	supervisor.options.point_seconds = STARVED_SECONDS / 2.0;
	deeds[0][2] = STARVED;
	assert_ok(gb_supervisor_find(&supervisor, &devices, &error), error);
	work_have_threads(supervisor.scout.pid); /* the first worker */
	const int status = gb_supervisor_run(&supervisor, &devices, NULL, &error);
	snprintf(command, sizeof command, "rm -r %s", work_root);
	assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): of our own folder */
	assert_ok(status, error);
	expect_rows("oooooo");
}

TEST_WITH(a_worker_that_babbles, start, finish)
{
	supervisor.options.point_seconds = 2;
	expect_one_lost(BABBLE, "bytes that are not a message");
}

TEST_WITH(a_worker_that_has_no_row, start, finish)
{
	expect_one_lost(VOID, "the worker sent an invalid message: a task without a row");
}

TEST_WITH(a_worker_that_forges_a_row, start, finish)
{
	expect_one_lost(FORGE, "the worker sent an invalid message: ");
}

TEST_WITH(a_worker_that_begins_for_ever, start, finish)
{
	expect_one_lost(BEGINNER, "the worker sent an invalid message: more starts than there are steps");
}

TEST_WITH(every_task_in_another_way, start, finish)
{
	static const enum deed all[TASKS] = { ABORT, CRASH, LOST, ABSENT, DOUBTED, EXIT };

	memcpy(deeds[1], all, sizeof all);
	assert_ok(run_on(3, NULL), error);
	expect_rows("oooooofff.?foooooo");
	assert_string_equal(rows[9].reason, "not here");
	assert_string_equal(rows[10].reason, "half of it is missing");
}

static const char *roof_of_odd_tasks(const struct gb_run *run)
{
	return gb_value(run, task) % 2 == 1 ? "some.roof" : NULL;
}

/* Tasks 1, 3 and 5 set roofs and have three visits. The second visit of the third task ends the worker: the other
 * roofs, also visited before, are measured again, and nothing else is. */
TEST_WITH(a_crash_in_a_later_visit_costs_its_row, start, finish)
{
	static const char *const expected[] = { "0 task=0,block=32 ok", "0 task=3,block=32 failed",
						"0 task=1,block=32 ok", "0 task=2,block=32 ok",
						"0 task=4,block=32 ok", "0 task=5,block=32 ok" };
	struct gb_sweep_options options = work_options;

	options.roof.visits = 3;
	supervisor.place.options = &options;
	bench.roof = roof_of_odd_tasks;
	deeds[0][3] = RELAPSE;
	assert_ok(run_on(1, NULL), error);
	assert_int_equal(row_count, TASKS);
	for (size_t i = 0; i < TASKS; i++)
		assert_string_equal(rows_line(i), expected[i]);
	assert_says(rows[1].reason, "signal 6");
	assert_true(rows[2].record.samples >= 9); /* three visits, at once */
}

TEST_WITH(a_crash_in_the_last_teardown_has_a_row, start, finish)
{
	abort_in_teardown = true;
	assert_ok(run_on(1, NULL), error);
	assert_int_equal(row_count--, TASKS + 1);
	expect_rows("oooooo");
	assert_string_equal(rows[TASKS].status, "failed");
	assert_string_equal(rows[TASKS].reason, "in teardown(), the worker was ended by signal 6 (Aborted)");
}

/* ---- the run ----------------------------------------------------------------------------------------------------- */

TEST_WITH(side_by_side_rows_keep_their_order, start, finish)
{
	for (size_t t = 0; t < TASKS; t++)
		deeds[0][t] = SLOW; /* the others are done first */
	deeds[1][1] = ABORT;
	deeds[2][5] = ABSENT;
	supervisor.options.concurrent = true;
	assert_ok(run_on(3, NULL), error);
	expect_rows("ooooooofooooooooo.");
	for (size_t i = 0; i < row_count; i++)
		if (strcmp(rows[i].status, "ok") == 0)
			assert_string_equal(rows[i].reason, "measured together with 2 other GPUs of this host");
}

TEST_WITH(a_gpu_that_is_done_is_beside_nobody, start, finish)
{
	bool skip[3 * TASKS] = { [3] = true };

	memset(skip + TASKS, true, TASKS);
	supervisor.options.concurrent = true;
	assert_ok(run_on(3, skip), error);
	assert_int_equal(row_count, 5 + 6);
	for (size_t i = 0; i < row_count; i++)
		assert_string_equal(rows[i].reason, "measured together with 1 other GPU of this host");
}

/* Workers that run, or have ended and were not reaped: "12 345 " in the kernel's list. */
static int count_workers(void)
{
	char path[64], list[256] = "";
	int count = 0;

	snprintf(path, sizeof path, "/proc/self/task/%d/children", getpid());
	FILE *file = fopen(path, "r");
	assert_non_null(file);
	const size_t size = fread(list, 1, sizeof list, file);
	assert_int_equal(fclose(file), 0);
	for (size_t i = 0; i < size; i++)
		count += list[i] == ' ';
	return count;
}

/* The second GPU is done and its worker ends, while its rows wait for those of the first GPU, whose worker hangs.
 * The second worker may end long before the first one names its task. */
static void interrupt_late(int device, int64_t task)
{
	const struct timespec pause = { 0, 1000000 };
	siginfo_t ended = { 0 };

	if (device != 0 || task != 1)
		return;
	while (count_workers() > 1 && ended.si_pid == 0) {
		assert_int_equal(waitid(P_ALL, 0, &ended, WEXITED | WNOWAIT | WNOHANG), 0);
		nanosleep(&pause, NULL);
	}
	stop = 1;
}

TEST_WITH(an_interrupted_run_keeps_what_waited, start, finish)
{
	deeds[0][1] = HANG;
	supervisor.options.concurrent = true;
	at_begin = interrupt_late;
	assert_int_equal(run_on(2, NULL), GB_INTERRUPTED);
	assert_int_equal(row_count, 1 + TASKS);
	assert_string_equal(rows_line(0), "0 task=0,block=32 ok");
	assert_string_equal(rows_line(1), "1 task=0,block=32 ok");
	assert_string_equal(rows_line(6), "1 task=5,block=32 ok");
}
