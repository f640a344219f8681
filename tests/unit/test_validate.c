/* Every kind of message that a worker must not send, each made from a valid one, and refused by name. */
#include "workers/validate.h"

#include "gpu_fake.h"
#include "engine/task_row.h"
#include "workers.h"

static struct gb_bench bench;
static struct gb_tasks tasks;
static struct gb_devices devices;
static const struct gb_workplace place = { &fake_ops, &tasks, &work_options, &work_host, NULL };

enum { GPU = 1, TASK = 2, ROWS_MOST = GB_FINDINGS_MAX + 1 };

static int start(void)
{
	const struct gb_bench *const benches[] = { &bench };

	fake_reset();
	fake.devices = 2;
	bench = work_bench();
	return gb_devices_read(&devices, &fake_ops, &error) == GB_OK
		       ? gb_tasks_make(&tasks, benches, 1, GB_EVERY, NULL, 0, &error)
		       : -1;
}

static int finish(void)
{
	gb_tasks_free(&tasks);
	gb_devices_free(&devices);
	return fake_reset() ? 0 : -1;
}

/* ---- what is said ------------------------------------------------------------------------------------------------ */

static struct gb_batch batches[6];

/* A message with rows, and the state before it. */
static struct said {
	bool begun, done_one; /* the worker is working on the task; and has done another before */
	bool is_left;
	struct gb_message message;
	struct gb_record record; /* of all its rows */
	size_t rows;
	struct gb_measurement measurement;
	bool measured;
	const char *text; /* in place of rows */
	size_t begins;    /* rows of the task before this message */
	void (*change)(char *payload, size_t *size);
	char point[GB_POINT_TEXT], time[GB_CLOCK_UTC];
	struct gb_device_text device;
} s;

static void say_right(void)
{
	memset(&s, 0, sizeof s);
	s.record = gb_worker_base(&place, &devices.found[GPU], &s.device);
	gb_clock_utc(s.time);
	s.record.time_utc = s.time;
	gb_row_identify(&s.record, &tasks.task[TASK], GPU == 0, &tasks.task[TASK].point, "", s.point);
	s.record.status = GB_ROW_OK;
	s.record.metric = "bandwidth";
	s.record.unit = "B/s";
	s.record.value = 1e9;
	s.rows = 1;
	s.measured = true;
	s.measurement =
		(struct gb_measurement){ .launches = 64, .value = { .count = 6 }, .batches = batches, .visits = 2 };
	s.measurement.batches_of[0] = s.measurement.batches_of[1] = 3;
	s.message = (struct gb_message){ .type = GB_MESSAGE_ROWS, .task = TASK };
	s.is_left = s.begun = true;
}

static char *pack(size_t *size)
{
	static struct gb_record records[ROWS_MOST];

	if (s.text != NULL) {
		*size = s.message.size;
		char *copy = calloc(1, *size + 1);
		assert_non_null(copy);
		memcpy(copy, s.text, *size);
		return copy;
	}
	for (size_t i = 0; i < s.rows; i++)
		records[i] = s.record;
	char *payload = gb_wire_pack_rows(records, s.rows, s.measured ? &s.measurement : NULL, size);
	assert_non_null(payload);
	if (s.change != NULL)
		s.change(payload, size);
	s.message.size = *size;
	return payload;
}

static int begin(struct gb_validation *validation)
{
	const struct gb_message message = { .type = GB_MESSAGE_BEGIN, .task = TASK };

	return gb_validate_measuring(validation, &message, NULL, true, &error);
}

static int hear(void)
{
	struct gb_validation validation = gb_validate_begin(&place, &devices, GPU, TASKS);
	size_t size;
	FREED_BY(free_text) char *payload = pack(&size);

	gb_error_clear(&error);
	validation.has_rows = s.done_one;
	for (size_t i = 0; i < s.begins; i++)
		if (begin(&validation) != GB_OK)
			break;
	if (s.begun && error.text[0] == '\0')
		assert_ok(begin(&validation), error);
	return error.text[0] != '\0' ? GB_FAILED
				     : gb_validate_measuring(&validation, &s.message, payload, s.is_left, &error);
}

static int conclude(void)
{
	size_t size;
	FREED_BY(free_text) char *payload = pack(&size);

	gb_error_clear(&error);
	return gb_validate_concluding(&place, &devices.found[GPU], &bench, &s.message, size > 0 ? payload : NULL,
				      &error);
}

static void conclude_right(void)
{
	say_right();
	s.message.task = 0;
	s.measured = false;
	s.record.variant = s.record.point = "";
	s.record.point_number = s.record.points = NAN;
}

/* ---- how it is spoilt -------------------------------------------------------------------------------------------- */

static char long_text[GB_ERROR_TEXT + 1];

static void shorten(char *payload, size_t *size)
{
	*size -= 8;
}
static void lengthen(char *payload, size_t *size)
{
	const size_t more = *size + 8;

	memcpy(payload, &more, sizeof more);
}
static void unend(char *payload, size_t *size)
{
	for (size_t i = *size; i-- > *size - 400;)
		if (payload[i] == '\0')
			payload[i] = 'x';
}

/* The place in a payload that corresponds to a place in a row: its record comes second, its measurement third. */
#define OF_RECORD(member)      (sizeof(size_t) + offsetof(struct gb_record, member))
#define OF_MEASUREMENT(member) (sizeof(size_t) + sizeof(struct gb_record) + offsetof(struct gb_measurement, member))

static void no_status(char *payload, size_t *size)
{
	memset(payload + OF_RECORD(status), 0x7f, sizeof(int));
}
static void no_stop(char *payload, size_t *size)
{
	memset(payload + OF_MEASUREMENT(stop), 0x7f, sizeof(int));
}
static void no_bool(char *payload, size_t *size)
{
	payload[OF_MEASUREMENT(steady)] = 3;
}
static void no_held(char *payload, size_t *size)
{
	payload[OF_MEASUREMENT(held)] = 2;
}

#define SPOIL(name, ...)       \
	static void name(void) \
	{                      \
		__VA_ARGS__;   \
	}
// clang-format off
SPOIL(another_benchmark, s.record.benchmark = "other")
SPOIL(another_variant, s.record.variant = "other")
SPOIL(another_point, s.record.point = "task=3,block=32")
SPOIL(no_point, s.record.point = "task=x,block=32")
SPOIL(more_than_a_point, s.record.point = "task=2,block=32,=1+1")
SPOIL(another_number, s.record.point_number = 1)
SPOIL(no_number, s.record.points = NAN)
SPOIL(another_schema, s.record.schema = "gpubench-2")
SPOIL(another_version, s.record.version = "9")
SPOIL(another_run, s.record.run_id = "0124")
SPOIL(another_host, s.record.host = "node2")
SPOIL(another_job, s.record.job_id = "1")
SPOIL(another_rank, s.record.rank = "7")
SPOIL(another_mode, s.record.mode = "full")
SPOIL(another_device, s.record.device = "0")
SPOIL(another_model, s.record.gpu_name = "Other GPU")
SPOIL(another_uuid, s.record.gpu_uuid = devices.found[0].device.uuid)
SPOIL(another_bus, s.record.pci_bus_id = "0000:09:00.0")
SPOIL(another_driver, s.record.driver = "1")
SPOIL(another_board, s.record.board = "")
SPOIL(another_limit, s.record.power_limit_w = 1)
SPOIL(another_memory, s.record.memory_bytes = NAN)
SPOIL(a_peer, s.record.peer_uuid = devices.found[0].device.uuid)
SPOIL(no_time, s.record.time_utc = "yesterday")
SPOIL(half_a_time, s.record.time_utc = "2026-01-02")
SPOIL(long_time, s.record.time_utc = "2026-01-02T03:04:05.000000000000000Z")
SPOIL(a_node_below_0, s.record.numa_node = -1)
SPOIL(half_a_node, s.record.numa_node = 0.5)
SPOIL(no_status_known, s.record.status = GB_ROW_UNKNOWN)
SPOIL(a_doubt, s.record.doubts = 1U << GB_DOUBT_COUNT)
SPOIL(a_long_reason, s.record.reason = long_text)
SPOIL(a_long_roof, s.record.roof = long_text)
SPOIL(many_rows, s.rows = GB_TASK_RECORDS_MAX + 1)
SPOIL(no_rows, s.rows = 0)
SPOIL(many_visits, s.measurement.visits = GB_VISITS_MAX + 1)
SPOIL(all_visits_there_are, s.measurement.visits = SIZE_MAX)
SPOIL(a_long_visit, s.measurement.batches_of[0] = SIZE_MAX - 2; s.measurement.batches_of[1] = 9)
SPOIL(few_batches, s.measurement.batches_of[0] = 1)
SPOIL(outliers, s.measurement.value.outliers = 7)
SPOIL(shortened, s.change = shorten)
SPOIL(lengthened, s.change = lengthen)
SPOIL(unended, s.change = unend)
SPOIL(status_of_none, s.change = no_status)
SPOIL(stop_of_none, s.change = no_stop)
SPOIL(bool_of_none, s.change = no_bool)
SPOIL(held_of_none, s.change = no_held)
SPOIL(a_task_of_another, s.is_left = false)
SPOIL(before_its_beginning, s.begun = false)
SPOIL(of_the_task_before, s.message.task = TASK - 1)
SPOIL(endless_beginnings, s.begins = 1000)
#define MESSAGE_OF(kind, ...) s.message = (struct gb_message){ .type = GB_MESSAGE_##kind, __VA_ARGS__ }
SPOIL(a_beginning_with_more, MESSAGE_OF(BEGIN, .task = TASK, .size = 3); s.text = "abc")
SPOIL(a_beginning_of_another, MESSAGE_OF(BEGIN, .task = 99); s.is_left = false; s.text = "")
#define ERROR_OF(words, bytes) MESSAGE_OF(ERROR, .size = (bytes)); s.text = (words)
SPOIL(an_error_without_end, ERROR_OF("no device", 9))
SPOIL(an_error_with_two, ERROR_OF("no\0device", 10))
SPOIL(an_empty_error, ERROR_OF("", 0))
SPOIL(a_long_error, ERROR_OF(long_text, sizeof long_text))
SPOIL(an_error_of_a_task, ERROR_OF("no device", 10); s.message.task = TASK)
SPOIL(an_error_too_early, ERROR_OF("no device", 10); s.begun = false)
SPOIL(an_error_too_late, ERROR_OF("no device", 10); s.done_one = true)
SPOIL(a_skip_too_late, ERROR_OF("no device", 10); s.message.type = GB_MESSAGE_SKIP; s.done_one = true)
SPOIL(the_end_of_a_teardown_that_did_not_begin, s.text = ""; s.message.type = GB_MESSAGE_LEFT)
SPOIL(devices_again, s.message.type = GB_MESSAGE_FOUND)
SPOIL(an_order, s.message.type = GB_MESSAGE_JOB)
SPOIL(a_question, s.message.type = GB_MESSAGE_CONCLUDE)
SPOIL(no_message, memset(&s.message.type, 0x7f, sizeof s.message.type))
SPOIL(no_message_below_0, memset(&s.message.type, 0xff, sizeof s.message.type))
// clang-format on

struct violation {
	void (*spoil)(void);
	const char *said;
};

static const struct violation violations[] = {
	{ another_benchmark, "another benchmark" },
	{ another_variant, "another variant" },
	{ another_point, "a point of another task" },
	{ no_point, "a point that the benchmark does not have" },
	{ more_than_a_point, "a point in another form" },
	{ another_number, "another position in the plan" },
	{ no_number, "another position in the plan" },
	{ another_schema, "schema is another's" },
	{ another_version, "version is another's" },
	{ another_run, "run_id is another's" },
	{ another_host, "host is another's" },
	{ another_job, "job_id is another's" },
	{ another_rank, "rank is another's" },
	{ another_mode, "mode is another's" },
	{ another_device, "device is another's" },
	{ another_model, "gpu_name is another's" },
	{ another_uuid, "gpu_uuid is another's" },
	{ another_bus, "pci_bus_id is another's" },
	{ another_driver, "driver is another's" },
	{ another_board, "board is another's" },
	{ another_limit, "power_limit_w is another's" },
	{ another_memory, "memory_bytes is another's" },
	{ a_peer, "peer_uuid is another's" },
	{ no_time, "invalid time" },
	{ half_a_time, "invalid time" },
	{ long_time, "invalid time" },
	{ a_node_below_0, "invalid numa_node" },
	{ half_a_node, "invalid numa_node" },
	{ no_status_known, "without a status" },
	{ a_doubt, "an unknown doubt" },
	{ a_long_reason, "a text of more than 511 bytes in reason" },
	{ a_long_roof, "a text of more than 511 bytes in roof" },
	{ many_rows, "rows at once" },
	{ no_rows, "a task without a row" },
	{ many_visits, "more than 8 visits" },
	{ all_visits_there_are, "more than 8 visits" },
	{ a_long_visit, "more batches than there are" },
	{ few_batches, "do not cover all batches" },
	{ outliers, "more outliers than batches" },
	{ shortened, "incomplete row" },
	{ lengthened, "incomplete row" },
	{ unended, "incomplete row" },
	{ status_of_none, "incomplete row" },
	{ stop_of_none, "incomplete row" },
	{ bool_of_none, "incomplete row" },
	{ held_of_none, "incomplete row" },
	{ a_task_of_another, "a task that it was not given" },
	{ before_its_beginning, "a task that is not its current one" },
	{ of_the_task_before, "a task that is not its current one" },
	{ endless_beginnings, "more starts than there are steps" },
	{ a_beginning_with_more, "a beginning with 3 bytes" },
	{ a_beginning_of_another, "the start of a task that it was not given" },
	{ an_error_without_end, "without a terminator" },
	{ an_error_with_two, "or with two" },
	{ an_empty_error, "an error of 0 bytes" },
	{ a_long_error, "an error of 513 bytes" },
	{ an_error_of_a_task, "an error of a task" },
	{ an_error_too_early, "after it was opened" },
	{ an_error_too_late, "after it was opened" },
	{ a_skip_too_late, "after it was opened" },
	{ the_end_of_a_teardown_that_did_not_begin, "that it does not leave" },
	{ devices_again, "message 3 while it measures" },
	{ an_order, "message 1 while it measures" },
	{ a_question, "message 2 while it measures" },
	{ no_message, "while it measures" },
	{ no_message_below_0, "while it measures" },
};

TEST_WITH(what_a_worker_says_is_heard, start, finish)
{
	say_right();
	assert_ok(hear(), error);
	s.measured = false;
	s.rows = GB_TASK_RECORDS_MAX;
	assert_ok(hear(), error);
	s.record.numa_node = 1;
	s.record.status = GB_ROW_FAILED;
	assert_ok(hear(), error);
	ERROR_OF("no device", 10);
	assert_ok(hear(), error);
}

TEST_WITH(what_it_may_not_say_is_refused_by_name, start, finish)
{
	memset(long_text, 'x', GB_ERROR_TEXT);
	for (size_t i = 0; i < sizeof violations / sizeof violations[0]; i++) {
		say_right();
		violations[i].spoil();
		if (hear() == GB_OK)
			fail_msg("violation %zu was heard: expected %s", i, violations[i].said);
		assert_says(error.text, violations[i].said);
	}
}

static const struct violation of_conclusions[] = {
	{ another_benchmark, "a conclusion of another benchmark" },
	{ another_variant, "poses as a point" },
	{ another_number, "poses as a point" },
	{ another_uuid, "gpu_uuid is another's" },
	{ another_host, "host is another's" },
	{ no_time, "invalid time" },
	{ no_status_known, "without a status" },
	{ a_long_roof, "in roof" },
	{ shortened, "incomplete row" },
	{ an_error_without_end, "without a terminator" },
	{ devices_again, "message 3 while it concludes" },
	{ no_message, "while it concludes" },
	{ of_the_task_before, "conclusions of a task" },
};

TEST_WITH(conclusions_are_of_their_benchmark, start, finish)
{
	memset(long_text, 'x', GB_ERROR_TEXT);
	conclude_right();
	assert_ok(conclude(), error);
	s.rows = 0;
	assert_ok(conclude(), error); /* it may find nothing */
	s.rows = GB_FINDINGS_MAX;
	assert_ok(conclude(), error);
	s.rows = GB_FINDINGS_MAX + 1;
	assert_fails(conclude(), "more than 256 rows at once");
	conclude_right();
	s.measured = true;
	assert_fails(conclude(), "samples for a row that has none");
	for (size_t i = 0; i < sizeof of_conclusions / sizeof of_conclusions[0]; i++) {
		conclude_right();
		of_conclusions[i].spoil();
		assert_fails(conclude(), of_conclusions[i].said);
	}
}

/* ---- devices ----------------------------------------------------------------------------------------------------- */

static int find(const struct gb_found_device *found, size_t size, enum gb_message_type type, struct gb_devices *out)
{
	const struct gb_message message = { .type = type, .size = size };

	gb_error_clear(&error);
	return gb_validate_found(&place, &message, (const char *)(const void *)found, out, &error);
}

static void spoilt(struct gb_found_device *found, const char *said)
{
	struct gb_devices out;

	assert_fails(find(found, 2 * sizeof *found, GB_MESSAGE_FOUND, &out), said);
	memcpy(found, devices.found, 2 * sizeof *found);
}

TEST_WITH(devices_are_what_they_may_be, start, finish)
{
	struct gb_found_device found[2];
	struct gb_devices out;

	memcpy(found, devices.found, sizeof found);
	assert_ok(find(found, sizeof found, GB_MESSAGE_FOUND, &out), error);
	assert_int_equal(out.count, 2);
	gb_devices_free(&out);
	assert_int_equal(find(found, sizeof found - 1, GB_MESSAGE_FOUND, &out), GB_FAILED);
	assert_int_equal(find(found, 0, GB_MESSAGE_FOUND, &out), GB_FAILED);
	assert_int_equal(find(found, sizeof found, GB_MESSAGE_BEGIN, &out), GB_FAILED);
	memset(found[1].device.name, 'x', sizeof found[1].device.name);
	spoilt(found, "is not text");
	memset(found[0].identity.mig, 'x', sizeof found[0].identity.mig);
	spoilt(found, "is not text");
	strcpy(found[0].device.uuid, "../GPU");
	spoilt(found, "is not text");
	strcpy(found[0].identity.driver, "\033[2J");
	spoilt(found, "is not text");
	found[1].device.index = 0;
	spoilt(found, "a device twice");
	found[1].device.index = -1;
	spoilt(found, "below 0");
	found[1].identity.numa_node = -2;
	spoilt(found, "below 0");
	memset(&found[1].device.target, 0x7f, sizeof found[1].device.target);
	spoilt(found, "another kind");
}
