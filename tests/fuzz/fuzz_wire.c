/* fuzz_wire: gb_wire_take() and gb_wire_unpack_row() on any bytes. After a first byte below 128, the input is the
 * stream itself. Otherwise it describes a valid row, which must come back unchanged, followed by the bytes to
 * damage: three bytes each, a place and a value. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "record/csv.h"
#include "fuzz.h"
#include "record/wire.h"

enum { BATCHES = 3 };

/* ---- what comes out --------------------------------------------------------------------------------------------- */

/* True if `size` bytes at `at` lie within the payload. */
static bool within(const char *payload, size_t size, const void *at, size_t bytes)
{
	const uintptr_t from = (uintptr_t)payload, to = (uintptr_t)at;

	return to >= from && to - from <= size && bytes <= size - (to - from);
}

/* Handles a row like a supervisor: writes it, with its raw samples. */
static void use(const char *payload, size_t size, const struct gb_record *record, const struct gb_measurement *m)
{
	struct gb_error error = { "" };
	char *text;
	size_t written;
	FILE *file = open_memstream(&text, &written);
	double sum = 0;

	fuzz_require(file != NULL, "out of memory");
	fuzz_require(gb_csv_write_row(file, record, &error) == GB_OK, "cannot be written: %s", error.text);
	fclose(file);
	free(text);
	if (m == NULL || m->batches == NULL)
		return;
	const bool good = within(payload, size, m->batches, 0) && m->value.count <= size / sizeof *m->batches &&
			  within(payload, size, m->batches, m->value.count * sizeof *m->batches);
	fuzz_require(good, "%zu batches do not lie in the %zu bytes", m->value.count, size);
	for (size_t i = 0; i < m->value.count; i++)
		sum += m->batches[i].seconds;
	(void)sum;
}

static void unpack(const char *payload, size_t size)
{
	struct gb_record record;
	struct gb_measurement measurement;
	bool has;

	const char *at = payload;
	size_t left = size;

	while (gb_wire_unpack_row(&at, &left, &record, &measurement, &has)) {
		fuzz_require(at + left == payload + size, "%zu bytes are left", left);
		use(payload, size, &record, has ? &measurement : NULL);
	}
}

/* Takes all messages of a stream. */
static void take(const uint8_t *bytes, size_t size)
{
	struct gb_wire wire = { .fd = -1, .bytes = fuzz_text(bytes, size), .used = size, .room = size };
	struct gb_message message;
	char *payload;
	size_t left = size;

	while (gb_wire_take(&wire, &message, &payload)) {
		fuzz_require(left >= sizeof message && message.size <= left - sizeof message, "%zu bytes out of %zu",
			     message.size, left);
		left -= sizeof message + message.size;
		fuzz_require(wire.used == left, "%zu bytes are left of %zu", wire.used, left);
		fuzz_require((payload != NULL) == (message.size > 0), "a payload of %zu bytes", message.size);
		/* The text of an error is used unchanged. */
		if (payload != NULL && message.type == GB_MESSAGE_ERROR)
			fuzz_require(strlen(payload) <= message.size, "a text without end");
		if (payload != NULL)
			unpack(payload, message.size);
		free(payload);
	}
	gb_wire_close(&wire);
}

/* ---- a good row, spoilt ----------------------------------------------------------------------------------------- */

static void *field(struct gb_record *record, const struct gb_column *c)
{
	return (char *)record + c->offset;
}

/* Texts separated by '|', and numbers, go into the columns in turn. */
static struct gb_record make_record(char *texts)
{
	struct gb_record record = gb_record_empty();
	double number = 0.5;

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		const char *text = c->type == GB_TEXT && texts != NULL ? strsep(&texts, "|") : NULL;
		if (text != NULL)
			memcpy(field(&record, c), &text, sizeof text);
		if (c->type == GB_NUMBER)
			memcpy(field(&record, c), &number, sizeof number);
		number += 1;
	}
	return record;
}

static void check_same(const char *payload, size_t size, const struct gb_record *sent, const struct gb_measurement *m)
{
	struct gb_record record;
	struct gb_measurement back;
	bool has;
	char number[2][GB_FIELD_TEXT];

	const char *at = payload;
	size_t left = size;
	fuzz_require(gb_wire_unpack_row(&at, &left, &record, &back, &has), "a good row is refused");
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		fuzz_require(strcmp(gb_record_field(sent, c, number[0]), gb_record_field(&record, c, number[1])) == 0,
			     "%s has become '%s'", c->name, gb_record_field(&record, c, number[1]));
	fuzz_require(has == (m != NULL), "a measurement comes or goes");
	if (m == NULL)
		return;
	fuzz_require(back.value.count == m->value.count && (back.batches != NULL) == (m->batches != NULL),
		     "%zu batches", back.value.count);
	if (m->batches != NULL)
		fuzz_require(memcmp(back.batches, m->batches, m->value.count * sizeof *m->batches) == 0,
			     "other batches");
	use(payload, size, &record, &back);
}

static void spoil(char *payload, size_t size, const uint8_t *patches, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		const uint8_t *p = patches + 3 * i;
		payload[((size_t)p[0] << 8 | p[1]) % size] = (char)p[2];
	}
}

static void describe(uint8_t kind, const uint8_t *bytes, size_t size)
{
	struct gb_batch batches[BATCHES] = { { 1e-3, 100, 1.5e9, 1.5e9, NAN },
					     { 2e-3, 50, 1.5e9, 1.4e9, NAN },
					     { 3e-3, 33, 1.5e9, NAN, NAN } };
	struct gb_measurement m = { .launches = 64, .steady = true };
	const size_t texts = size > 0 && bytes[0] < size ? bytes[0] : 0;
	char *text = fuzz_text(bytes + (size > 0), texts);
	const struct gb_record record = make_record(text);
	size_t packed;

	m.value.count = (kind >> 1) % (BATCHES + 1);
	m.batches = m.value.count > 0 ? batches : NULL;
	char *payload = gb_wire_pack_rows(&record, 1, kind & 1 ? &m : NULL, &packed);
	fuzz_require(payload != NULL, "out of memory");
	check_same(payload, packed, &record, kind & 1 ? &m : NULL);
	if (size > texts + 1) {
		spoil(payload, packed, bytes + texts + 1, (size - texts - 1) / 3);
		unpack(payload, packed);
		/* Cut at the place given by the last byte, in memory that ends there. */
		const size_t cut = packed * bytes[size - 1] / 256;
		char *part = malloc(cut > 0 ? cut : 1);
		fuzz_require(part != NULL, "out of memory");
		memcpy(part, payload, cut);
		unpack(part, cut);
		free(part);
	}
	free(payload);
	free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	if (size > 0 && bytes[0] >= 128)
		describe(bytes[0], bytes + 1, size - 1);
	else if (size > 0)
		take(bytes + 1, size - 1);
	return 0;
}
