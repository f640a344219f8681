/* A worker alone: its answers to each message, and its end. */
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/socket.h>

#include "rows.h"
#include "workers.h"
#include "workers/worker.h"

static struct gb_bench bench;
static struct gb_tasks tasks;
static struct gb_worker worker;
static const struct gb_workplace place = { &fake_ops, &tasks, &work_options, &work_host, NULL };

static int start(void)
{
	const struct gb_bench *const benches[] = { &bench };

	fake_reset();
	memset(deeds, FINE, sizeof deeds);
	row_count = 0;
	bench = work_bench();
	return gb_tasks_make(&tasks, benches, 1, GB_EVERY, NULL, 0, &error);
}

static int finish(void)
{
	gb_tasks_free(&tasks);
	return no_children() && fake_reset() ? 0 : -1;
}

/* The worker's next message, except those before a hook is called; the caller frees the payload. */
static struct gb_message next(char **payload)
{
	struct gb_message message;

	do
		while (!gb_wire_take(&worker.wire, &message, payload))
			assert_true(gb_wire_read(&worker.wire));
	while (message.type == GB_MESSAGE_ASK);
	return message;
}

static void expect_end(void)
{
	char *payload;
	struct gb_message message;
	int status;

	assert_false(gb_wire_read(&worker.wire));
	assert_false(gb_wire_take(&worker.wire, &message, &payload));
	assert_int_equal(waitpid(worker.pid, &status, 0), worker.pid);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
	gb_wire_close(&worker.wire);
}

static void send_job(const struct gb_found_device *on, size_t together, const size_t *order, size_t count)
{
	const struct gb_job job = { .together = together, .gpus = 1, .count = count, .spent = 0.01 };
	size_t size;
	FREED_BY(free_text) char *payload = gb_job_pack(&job, &size);

	assert_non_null(payload);
	*gb_job_found(payload) = *on;
	memcpy(gb_job_order(payload), order, count * sizeof *order);
	assert_true(gb_job_unpack(payload, size)->spent == job.spent);
	assert_true(gb_wire_send(worker.wire.fd, GB_MESSAGE_JOB, 0, payload, size));
}

static struct gb_found_device find_first(void)
{
	FREED_BY(free_text) char *payload;

	assert_true(gb_wire_send(worker.wire.fd, GB_MESSAGE_FIND, 0, NULL, 0));
	const struct gb_message message = next(&payload);
	assert_int_equal(message.type, GB_MESSAGE_FOUND);
	assert_int_equal(message.size, (size_t)fake.devices * sizeof(struct gb_found_device));
	struct gb_found_device found;
	memcpy(&found, payload, sizeof found);
	return found;
}

TEST_WITH(it_finds_and_then_measures_in_the_order_given, start, finish)
{
	static const size_t order[] = { 4, 1, 3 };
	char *payload;

	fake.devices = 2;
	assert_ok(gb_worker_start(&worker, &place, &error), error);
	const struct gb_found_device found = find_first();
	assert_string_equal(found.device.uuid, "GPU-a0000000-1111-2222-3333-444444444444");
	send_job(&found, 1, order, 3);
	/* Sent before the device is touched: if that hangs, this task hangs. */
	assert_int_equal(next(&payload).task, 4);
	for (size_t i = 0; i < 3; i++) {
		struct gb_measurement m;
		struct gb_record record;
		bool measured;
		struct gb_message message = next(&payload);
		assert_int_equal(message.type, GB_MESSAGE_BEGIN);
		assert_int_equal(message.task, order[i]);
		message = next(&payload);
		assert_int_equal(message.type, GB_MESSAGE_ROWS);
		assert_int_equal(message.task, order[i]);
		const char *at = payload;
		assert_true(gb_wire_unpack_row(&at, &message.size, &record, &m, &measured));
		rows_keep(&record, measured ? &m : NULL);
		free(payload);
	}
	assert_int_equal(next(&payload).type, GB_MESSAGE_LEAVE);
	assert_int_equal(next(&payload).type, GB_MESSAGE_LEFT);
	expect_end();
	assert_string_equal(rows_line(0), "0 task=4,block=32 ok");
	assert_string_equal(rows_line(1), "0 task=1,block=32 ok");
	assert_string_equal(rows_line(2), "0 task=3,block=32 ok");
	assert_string_equal(rows[0].reason, "measured together with 1 other GPU of this host");
}

/* The supervisor is gone without a message: a worker must not wait forever. */
TEST_WITH(without_a_job_it_ends, start, finish)
{
	assert_ok(gb_worker_start(&worker, &place, &error), error);
	shutdown(worker.wire.fd, SHUT_WR);
	expect_end();
}

/* A supervisor in a separate process, which is killed while its worker hangs. Returns the worker's process id. */
static pid_t kill_a_supervisor(void)
{
	static const size_t order[] = { 0 };
	int line[2];
	pid_t worker_pid = 0;

	assert_int_equal(pipe(line), 0);
	const pid_t pid = fork();
	if (pid == 0) {
		char *payload;
		if (gb_worker_start(&worker, &place, &error) == GB_OK) {
			const struct gb_found_device found = find_first();
			send_job(&found, 0, order, 1);
			next(&payload);
			next(&payload); /* the task has begun */
			if (write(line[1], &worker.pid, sizeof worker.pid) < 0)
				_exit(1);
		}
		work_hang();
	}
	assert_int_equal(read(line[0], &worker_pid, sizeof worker_pid), sizeof worker_pid);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, NULL, 0), pid);
	close(line[0]);
	close(line[1]);
	return worker_pid;
}

TEST_WITH(a_worker_does_not_outlive_its_supervisor, start, finish)
{
	const struct timespec pause = { 0, 10000000 };
	pid_t gone = 0;
	int status = 0;

	deeds[0][0] = DEAF;
	prctl(PR_SET_CHILD_SUBREAPER, 1); /* orphans become children of this process */
	const pid_t orphan = kill_a_supervisor();
	for (int i = 0; i < 500 && gone == 0; i++) {
		nanosleep(&pause, NULL);
		gone = waitpid(orphan, &status, WNOHANG);
	}
	if (gone == 0) {
		kill(orphan, SIGKILL);
		waitpid(orphan, NULL, 0);
	}
	prctl(PR_SET_CHILD_SUBREAPER, 0);
	assert_int_equal(gone, orphan);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

TEST(what_is_not_known_stays_empty)
{
	struct gb_found_device found = { .device = { .index = 7, .cc_major = 9, .name = "Some GPU" } };
	struct gb_device_text text;

	found.identity.numa_node = -1;
	found.identity.power_limit_w = NAN;
	struct gb_record record = gb_worker_base(&place, &found, &text);
	assert_string_equal(record.device, "7");
	assert_string_equal(record.compute_capability, "9.0");
	assert_string_equal(record.job_id, "4711");
	assert_unknown(record.numa_node);
	assert_unknown(record.power_limit_w);
	assert_unknown(record.value);
	found.identity.numa_node = 0;
	assert_same(gb_worker_base(&place, &found, &text).numa_node, 0);
}
