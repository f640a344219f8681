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

/* Spoils the message in the wanted way; returns the words of the refusal, or NULL after the last way. */
#define SPOIL(said, ...)     \
	if (wanted-- == 0) { \
		__VA_ARGS__; \
		return said; \
	}
// clang-format off
static const char *spoil(int wanted)
{
	SPOIL("another benchmark", s.record.benchmark = "other")
	SPOIL("another variant", s.record.variant = "other")
	SPOIL("a point of another task", s.record.point = "task=3,block=32")
	SPOIL("a point that the benchmark does not have", s.record.point = "task=x,block=32")
	SPOIL("a point in another form", s.record.point = "task=2,block=32,=1+1")
	SPOIL("another position in the plan", s.record.point_number = 1)
	SPOIL("another position in the plan", s.record.points = NAN)
	SPOIL("schema is another's", s.record.schema = "gpubench-2")
	SPOIL("version is another's", s.record.version = "9")
	SPOIL("run_id is another's", s.record.run_id = "0124")
	SPOIL("host is another's", s.record.host = "node2")
	SPOIL("job_id is another's", s.record.job_id = "1")
	SPOIL("rank is another's", s.record.rank = "7")
	SPOIL("mode is another's", s.record.mode = "full")
	SPOIL("device is another's", s.record.device = "0")
	SPOIL("gpu_name is another's", s.record.gpu_name = "Other GPU")
	SPOIL("gpu_uuid is another's", s.record.gpu_uuid = devices.found[0].device.uuid)
	SPOIL("pci_bus_id is another's", s.record.pci_bus_id = "0000:09:00.0")
	SPOIL("driver is another's", s.record.driver = "1")
	SPOIL("board is another's", s.record.board = "")
	SPOIL("power_limit_w is another's", s.record.power_limit_w = 1)
	SPOIL("memory_bytes is another's", s.record.memory_bytes = NAN)
	SPOIL("peer_uuid is another's", s.record.peer_uuid = devices.found[0].device.uuid)
	SPOIL("invalid time", s.record.time_utc = "yesterday")
	SPOIL("invalid time", s.record.time_utc = "2026-01-02")
	SPOIL("invalid time", s.record.time_utc = "2026-01-02T03:04:05.000000000000000Z")
	SPOIL("invalid numa_node", s.record.numa_node = -1)
	SPOIL("invalid numa_node", s.record.numa_node = 0.5)
	SPOIL("without a status", s.record.status = GB_ROW_UNKNOWN)
	SPOIL("an unknown doubt", s.record.doubts = 1U << GB_DOUBT_COUNT)
	SPOIL("a text of more than 511 bytes in reason", s.record.reason = long_text)
	SPOIL("a text of more than 511 bytes in roof", s.record.roof = long_text)
	SPOIL("rows at once", s.rows = GB_TASK_RECORDS_MAX + 1)
	SPOIL("a task without a row", s.rows = 0)
	SPOIL("more than 8 visits", s.measurement.visits = GB_VISITS_MAX + 1)
	SPOIL("more than 8 visits", s.measurement.visits = SIZE_MAX)
	SPOIL("more batches than there are", s.measurement.batches_of[0] = SIZE_MAX - 2;
	      s.measurement.batches_of[1] = 9)
	SPOIL("do not cover all batches", s.measurement.batches_of[0] = 1)
	SPOIL("more outliers than batches", s.measurement.value.outliers = 7)
	SPOIL("incomplete row", s.change = shorten)
	SPOIL("incomplete row", s.change = lengthen)
	SPOIL("incomplete row", s.change = unend)
	SPOIL("incomplete row", s.change = no_status)
	SPOIL("incomplete row", s.change = no_stop)
	SPOIL("incomplete row", s.change = no_bool)
	SPOIL("incomplete row", s.change = no_held)
	SPOIL("a task that it was not given", s.is_left = false)
	SPOIL("a task that is not its current one", s.begun = false)
	SPOIL("a task that is not its current one", s.message.task = TASK - 1)
	SPOIL("more starts than there are steps", s.begins = 1000)
#define MESSAGE_OF(kind, ...) s.message = (struct gb_message){ .type = GB_MESSAGE_##kind, __VA_ARGS__ }
	SPOIL("a beginning with 3 bytes", MESSAGE_OF(BEGIN, .task = TASK, .size = 3); s.text = "abc")
	SPOIL("the start of a task that it was not given", MESSAGE_OF(BEGIN, .task = 99);
	      s.is_left = false; s.text = "")
#define ERROR_OF(words, bytes) MESSAGE_OF(ERROR, .size = (bytes)); s.text = (words)
	SPOIL("without a terminator", ERROR_OF("no device", 9))
	SPOIL("or with two", ERROR_OF("no\0device", 10))
	SPOIL("an error of 0 bytes", ERROR_OF("", 0))
	SPOIL("an error of 513 bytes", ERROR_OF(long_text, sizeof long_text))
	SPOIL("an error of a task", ERROR_OF("no device", 10); s.message.task = TASK)
	SPOIL("after it was opened", ERROR_OF("no device", 10); s.begun = false)
	SPOIL("after it was opened", ERROR_OF("no device", 10); s.done_one = true)
	SPOIL("after it was opened", ERROR_OF("no device", 10); s.message.type = GB_MESSAGE_SKIP; s.done_one = true)
	SPOIL("that it does not leave", s.text = ""; s.message.type = GB_MESSAGE_LEFT)
	SPOIL("message 3 while it measures", s.message.type = GB_MESSAGE_FOUND)
	SPOIL("message 1 while it measures", s.message.type = GB_MESSAGE_JOB)
	SPOIL("message 2 while it measures", s.message.type = GB_MESSAGE_CONCLUDE)
	SPOIL("while it measures", memset(&s.message.type, 0x7f, sizeof s.message.type))
	SPOIL("while it measures", memset(&s.message.type, 0xff, sizeof s.message.type))
	return NULL;
}

static const char *spoil_conclusion(int wanted)
{
	SPOIL("a conclusion of another benchmark", s.record.benchmark = "other")
	SPOIL("poses as a point", s.record.variant = "other")
	SPOIL("poses as a point", s.record.point_number = 1)
	SPOIL("gpu_uuid is another's", s.record.gpu_uuid = devices.found[0].device.uuid)
	SPOIL("host is another's", s.record.host = "node2")
	SPOIL("invalid time", s.record.time_utc = "yesterday")
	SPOIL("without a status", s.record.status = GB_ROW_UNKNOWN)
	SPOIL("in roof", s.record.roof = long_text)
	SPOIL("incomplete row", s.change = shorten)
	SPOIL("without a terminator", ERROR_OF("no device", 9))
	SPOIL("message 3 while it concludes", s.message.type = GB_MESSAGE_FOUND)
	SPOIL("while it concludes", memset(&s.message.type, 0x7f, sizeof s.message.type))
	SPOIL("conclusions of a task", s.message.task = TASK - 1)
	return NULL;
}
// clang-format on

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
	const char *said;
	for (int i = 0; say_right(), (said = spoil(i)) != NULL; i++)
		assert_fails(hear(), said);
}

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
	const char *said;
	for (int i = 0; conclude_right(), (said = spoil_conclusion(i)) != NULL; i++)
		assert_fails(conclude(), said);
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
