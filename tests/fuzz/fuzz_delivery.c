/* fuzz_delivery: any messages of a worker, followed from the first byte to the files. An input is a list of messages:
 *
 *   'b' TASK                          a task begins
 *   'r' TASK ROWS COUNT PATCH...      good rows of a task, spoilt: COUNT times a place (2 bytes) and a value
 *   'c' ROWS COUNT PATCH...           good conclusions, likewise
 *   'f' COUNT PATCH...                two devices, likewise
 *   'e' SIZE BYTES...                 an error
 *   'x' TYPE TASK SIZE BYTES...       anything
 *
 * The delivered rows go through CSV and JSON: none has another GPU, host or benchmark. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/text.h"
#include "fuzz.h"
#include "record/csv.h"
#include "record/json.h"
#include "workers/validate.h"

extern const struct gb_bench gb_bench_dram;

enum { GPUS = 2, GPU = 1, BATCHES = 4, ROWS_MOST = 8 };

static const struct gpu_ops ops = { .name = "none" };
static struct gb_tasks tasks;
static const struct gb_sweep_options options = { .effort = GB_QUICK };
static const struct gb_host host = { .name = "node1", .run_id = "0123", .job_id = "", .rank = "" };
static const struct gb_workplace place = { &ops, &tasks, &options, &host, NULL };
static struct gb_found_device found[GPUS];
static const struct gb_devices devices = { found, GPUS };

static void prepare(void)
{
	const struct gb_bench *const benches[] = { &gb_bench_dram };
	struct gb_error error = { "" };

	if (tasks.count > 0)
		return;
	fuzz_require(gb_tasks_make(&tasks, benches, 1, GB_QUICK, NULL, 0, &error) == GB_OK, "%s", error.text);
	for (int i = 0; i < GPUS; i++) {
		found[i].device.index = i;
		gb_text_copy(found[i].device.name, sizeof found[i].device.name, "Some GPU");
		gb_text_add(found[i].device.uuid, sizeof found[i].device.uuid, "GPU-%d", i);
		found[i].identity.numa_node = -1;
	}
}

/* ---- the input --------------------------------------------------------------------------------------------------- */

struct input {
	const uint8_t *at;
	size_t left;
};

static uint8_t next(struct input *in)
{
	if (in->left == 0)
		return 0;
	in->left--;
	return *in->at++;
}

static void spoil(struct input *in, char *payload, size_t size)
{
	for (uint8_t count = next(in); count > 0 && in->left >= 3; count--) {
		const size_t at = (size_t)next(in) << 8;
		payload[(at | next(in)) % size] = (char)next(in);
	}
}

static char *any_bytes(struct input *in, size_t *size)
{
	const size_t wanted = next(in);

	*size = wanted < in->left ? wanted : in->left;
	char *bytes = fuzz_text(in->at, *size);
	in->at += *size;
	in->left -= *size;
	return bytes;
}

/* ---- rows -------------------------------------------------------------------------------------------------------- */

static char *good_rows(const struct gb_task *task, size_t rows, size_t *size)
{
	static struct gb_batch batches[BATCHES];
	struct gb_measurement m = { .launches = 3, .value = { .count = BATCHES }, .visits = 1, .batches = batches };
	struct gb_record record[ROWS_MOST];
	struct gb_device_text text;
	char point[GB_POINT_TEXT];

	m.batches_of[0] = BATCHES;
	record[0] = gb_worker_base(&place, &found[GPU], &text);
	record[0].time_utc = "2026-01-02T03:04:05.678Z";
	record[0].benchmark = gb_bench_dram.name;
	if (task != NULL)
		gb_row_identify(&record[0], task, false, &task->point, "", point);
	record[0].status = GB_ROW_OK;
	record[0].metric = "bandwidth";
	record[0].unit = "B/s";
	record[0].value = 1e12;
	for (size_t i = 1; i < rows; i++)
		record[i] = record[0];
	char *payload = gb_wire_pack_rows(record, rows, task != NULL ? &m : NULL, size);
	fuzz_require(payload != NULL, "out of memory");
	return payload;
}

static void write_row(const struct gb_record *record, const struct gb_measurement *m)
{
	struct gb_error error = { "" };
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	fuzz_require(file != NULL, "out of memory");
	fuzz_require(gb_csv_write_rows(file, record, 1, &error) == GB_OK, "no CSV: %s", error.text);
	fuzz_require(gb_json_row(file, record, m, &error) == GB_OK, "no JSON: %s", error.text);
	fclose(file);
	fuzz_require(memchr(text, '\0', size) == NULL, "a 0 byte in what is written");
	free(text);
}

/* Does the same as the supervisor with the received messages. */
static void deliver(const char *payload, size_t left)
{
	struct gb_measurement m;
	struct gb_record record;
	bool measured;

	while (left > 0) {
		fuzz_require(gb_wire_unpack_row(&payload, &left, &record, &m, &measured),
			     "a row that was heard is not whole");
		fuzz_require(strcmp(record.gpu_uuid, "GPU-1") == 0, "a row of GPU %s", record.gpu_uuid);
		fuzz_require(strcmp(record.host, "node1") == 0, "a row of host %s", record.host);
		fuzz_require(strcmp(record.run_id, "0123") == 0, "a row of run %s", record.run_id);
		fuzz_require(strcmp(record.benchmark, gb_bench_dram.name) == 0, "a row of %s", record.benchmark);
		write_row(&record, measured ? &m : NULL);
	}
}

/* ---- messages ---------------------------------------------------------------------------------------------------- */

static void say(struct gb_validation *validation, const struct gb_message *message, const char *payload, bool *ended)
{
	struct gb_error error = { "" };
	const bool is_left = message->task < tasks.count && gb_task_is_of(&tasks.task[message->task], GPU);

	if (*ended)
		return;
	if (gb_validate_measuring(validation, message, payload, is_left, &error) != GB_OK) {
		fuzz_one_line(&error);
		*ended = true;
	} else if (message->type == GB_MESSAGE_ROWS) {
		deliver(payload, message->size);
	}
}

static void conclude(const struct gb_message *message, const char *payload)
{
	struct gb_error error = { "" };

	if (gb_validate_concluding(&place, &found[GPU], &gb_bench_dram, message, payload, &error) != GB_OK)
		fuzz_one_line(&error);
	else if (message->type == GB_MESSAGE_ROWS)
		deliver(payload, message->size);
}

static void find(const struct gb_message *message, const char *payload)
{
	struct gb_error error = { "" };
	struct gb_devices out;

	if (gb_validate_found(&place, message, payload, &out, &error) != GB_OK) {
		fuzz_one_line(&error);
		return;
	}
	for (size_t i = 0; i < out.count; i++)
		fuzz_require(memchr(out.found[i].device.uuid, '\0', sizeof out.found[i].device.uuid) != NULL, "no end");
	gb_devices_free(&out);
}

static void one(struct input *in, struct gb_validation *validation, bool *ended)
{
	struct gb_message message = { .type = GB_MESSAGE_ROWS };
	char *payload = NULL;
	const uint8_t kind = next(in);

	switch (kind) {
	case 'b':
		message = (struct gb_message){ .type = GB_MESSAGE_BEGIN, .task = next(in) };
		break;
	case 'r':
		message.task = next(in);
		payload = good_rows(&tasks.task[message.task % tasks.count], 1 + next(in) % ROWS_MOST, &message.size);
		spoil(in, payload, message.size);
		break;
	case 'c':
		payload = good_rows(NULL, 1 + next(in) % ROWS_MOST, &message.size);
		spoil(in, payload, message.size);
		conclude(&message, payload);
		break;
	case 'f':
		message = (struct gb_message){ .type = GB_MESSAGE_FOUND, .size = sizeof found };
		payload = fuzz_text((const uint8_t *)found, sizeof found);
		spoil(in, payload, message.size);
		find(&message, payload);
		break;
	case 'e':
		message.type = GB_MESSAGE_ERROR;
		payload = any_bytes(in, &message.size);
		conclude(&message, payload);
		break;
	default: {
		const int type = (int)next(in) - 128;
		memcpy(&message.type, &type, sizeof message.type);
		message.task = next(in);
		payload = any_bytes(in, &message.size);
		conclude(&message, payload);
		find(&message, payload);
	}
	}
	if (kind != 'c' && kind != 'f')
		say(validation, &message, payload, ended);
	free(payload);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	struct input in = { bytes, size };

	prepare();
	while (in.left > 0) {
		struct gb_validation validation = gb_validate_begin(&place, &devices, GPU, tasks.count);
		bool ended = false;
		while (in.left > 0 && !ended)
			one(&in, &validation, &ended);
	}
	return 0;
}
