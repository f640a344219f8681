#include "record/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/heap.h"

/* No valid message is nearly this large: such a stream is corrupt. */
#define PAYLOAD_MAX ((size_t)64 << 20)

/* ---- sending ---------------------------------------------------------------------------------------------------- */

static bool send_bytes(int fd, const void *bytes, size_t size)
{
	const char *at = bytes;

	while (size > 0) {
		ssize_t wrote = send(fd, at, size, MSG_NOSIGNAL);
		if (wrote < 0 && errno == EINTR)
			continue;
		if (wrote <= 0)
			return false;
		at += wrote;
		size -= (size_t)wrote;
	}
	return true;
}

bool gb_wire_send(int fd, enum gb_message_type type, size_t task, const void *payload, size_t size)
{
	struct gb_message message;

	memset(&message, 0, sizeof message); /* padding is sent too */
	message.type = type;
	message.task = task;
	message.size = size;
	return send_bytes(fd, &message, sizeof message) && (size == 0 || send_bytes(fd, payload, size));
}

/* A row is this struct, then the batches (all aligned to 8), then the texts of the record. */
struct row_head {
	size_t size;             /* of all parts, a multiple of 8 */
	struct gb_record record; /* its texts are addresses in the sender */
	struct gb_measurement measurement;
	size_t batches;
	size_t has_measurement; /* 0 or 1 */
};

static size_t count_text_bytes(const struct gb_record *record)
{
	char number[GB_FIELD_TEXT];
	size_t size = 0;

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (c->type == GB_TEXT)
			size += strlen(gb_record_field(record, c, number)) + 1;
	return size;
}

static void pack_row(char *at, const struct gb_record *record, const struct row_head *head,
		     const struct gb_measurement *measurement)
{
	char number[GB_FIELD_TEXT];

	memcpy(at, head, sizeof *head);
	at += sizeof *head;
	if (head->batches > 0)
		memcpy(at, measurement->batches, head->batches * sizeof *measurement->batches);
	at += head->batches * sizeof *measurement->batches;
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		if (c->type != GB_TEXT)
			continue;
		const char *text = gb_record_field(record, c, number);
		memcpy(at, text, strlen(text) + 1);
		at += strlen(text) + 1;
	}
}

static struct row_head make_row_head(const struct gb_record *record, const struct gb_measurement *measurement)
{
	struct row_head head = { .record = *record, .has_measurement = measurement != NULL };

	if (measurement != NULL) {
		head.measurement = *measurement;
		head.measurement.batches = NULL;
		head.batches = measurement->batches != NULL ? measurement->value.count : 0;
	}
	head.size = (sizeof head + head.batches * sizeof(struct gb_batch) + count_text_bytes(record) + 7) / 8 * 8;
	return head;
}

char *gb_wire_pack_rows(const struct gb_record *records, size_t count, const struct gb_measurement *measurement,
			size_t *size)
{
	size_t used = 0;

	*size = 0;
	for (size_t i = 0; i < count; i++)
		*size += make_row_head(&records[i], i == 0 ? measurement : NULL).size;
	char *payload = gb_heap_array(1, *size + 1); /* a payload may have no rows */
	for (size_t i = 0; i < count; i++) {
		const struct row_head head = make_row_head(&records[i], i == 0 ? measurement : NULL);
		pack_row(payload + used, &records[i], &head, measurement);
		used += head.size;
	}
	return payload;
}

/* ---- receiving -------------------------------------------------------------------------------------------------- */

bool gb_wire_is_broken(const struct gb_wire *wire)
{
	struct gb_message next;

	if (wire->used < sizeof next)
		return false;
	memcpy(&next, wire->bytes, sizeof next);
	return next.size > PAYLOAD_MAX;
}

bool gb_wire_read(struct gb_wire *wire)
{
	if (gb_wire_is_broken(wire))
		return false; /* otherwise it would be kept forever */
	if (wire->room - wire->used < 65536) {
		wire->room = 2 * wire->room + 65536;
		wire->bytes = gb_heap_resize(wire->bytes, wire->room, 1);
	}
	ssize_t got = read(wire->fd, wire->bytes + wire->used, wire->room - wire->used);
	if (got < 0)
		return errno == EINTR || errno == EAGAIN;
	wire->used += (size_t)got;
	return got > 0;
}

bool gb_wire_take(struct gb_wire *wire, struct gb_message *message, char **payload)
{
	if (wire->used < sizeof *message)
		return false;
	memcpy(message, wire->bytes, sizeof *message);
	if (gb_wire_is_broken(wire) || wire->used < sizeof *message + message->size)
		return false;
	*payload = NULL;
	if (message->size > 0) {
		*payload = gb_heap_array(message->size + 1, 1);
		memcpy(*payload, wire->bytes + sizeof *message, message->size);
		(*payload)[message->size] = '\0'; /* ends the text, whatever the worker sent */
	}
	wire->used -= sizeof *message + message->size;
	memmove(wire->bytes, wire->bytes + sizeof *message + message->size, wire->used);
	return true;
}

void gb_wire_close(struct gb_wire *wire)
{
	if (wire->fd >= 0)
		close(wire->fd);
	free(wire->bytes);
	*wire = (struct gb_wire){ .fd = -1 };
}

/* A bool or an enum of a received struct may be read only after its bytes have been checked. */
static bool is_valid_flag(const bool *at)
{
	unsigned char byte;

	memcpy(&byte, at, sizeof byte);
	return byte <= 1;
}

static bool is_valid_status(const enum gb_row_status *at)
{
	unsigned int word;

	_Static_assert(sizeof word == sizeof *at, "an enum is an int");
	memcpy(&word, at, sizeof word);
	return word <= GB_ROW_FAILED;
}

static bool is_valid_stop(const enum gb_stop *at)
{
	unsigned int word;

	_Static_assert(sizeof word == sizeof *at, "an enum is an int");
	memcpy(&word, at, sizeof word);
	return word <= GB_STOP_INTERRUPTED;
}

static bool is_well_formed(const struct row_head *head)
{
	return head->has_measurement <= 1 && is_valid_status(&head->record.status) &&
	       is_valid_flag(&head->measurement.held) && is_valid_flag(&head->measurement.steady) &&
	       is_valid_stop(&head->measurement.stop) && (head->batches == 0 || head->has_measurement == 1);
}

bool gb_wire_unpack_row(const char **payload, size_t *left, struct gb_record *record,
			struct gb_measurement *measurement, bool *has_measurement)
{
	struct row_head head;

	if (*left < sizeof head)
		return false;
	memcpy(&head, *payload, sizeof head);
	if (head.size < sizeof head || head.size > *left || head.size % 8 != 0 ||
	    head.batches > (head.size - sizeof head) / sizeof(struct gb_batch) ||
	    (head.batches > 0 && head.batches != head.measurement.value.count) || !is_well_formed(&head))
		return false;
	const void *batches = *payload + sizeof head;
	const char *at = *payload + sizeof head + head.batches * sizeof(struct gb_batch), *end = *payload + head.size;
	*record = head.record;
	record->other = ""; /* an address in the sender, like the texts */
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		if (c->type != GB_TEXT)
			continue;
		const char *stop = memchr(at, '\0', (size_t)(end - at));
		if (stop == NULL)
			return false;
		memcpy((char *)record + c->offset, &at, sizeof at);
		at = stop + 1;
	}
	*measurement = head.measurement;
	measurement->batches = NULL; /* an address in the sender */
	if (head.batches > 0)
		measurement->batches = (struct gb_batch *)(uintptr_t)batches;
	*has_measurement = head.has_measurement != 0;
	*payload = end;
	*left -= head.size;
	return true;
}
