#include "record/pack.h"

#include <stdlib.h>
#include <string.h>

/* A row is a word with a bit for each column that differs, and what these columns hold: a number as it is in memory, a text with
 * its end. The first row has all bits. Raise VERSION with the format. */
enum { VERSION = 1 };
_Static_assert(GB_COLUMN_COUNT < 64, "a row has a word of bits");
#define ALL_COLUMNS ((UINT64_C(1) << GB_COLUMN_COUNT) - 1)

static uint64_t mix(uint64_t hash, const void *bytes, size_t size)
{
	const unsigned char *at = bytes;

	for (size_t i = 0; i < size; i++)
		hash = (hash ^ at[i]) * UINT64_C(1099511628211);
	return hash;
}

int64_t gb_pack_layout(void)
{
	const double number = 1;
	const int version = VERSION;
	uint64_t hash = mix(UINT64_C(14695981039346656037), &version, sizeof version);

	hash = mix(hash, &number, sizeof number);
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++) {
		hash = mix(hash, c->name, strlen(c->name) + 1);
		hash = mix(hash, &c->type, sizeof c->type);
	}
	return (int64_t)(hash >> 1) | 1;
}

/* ---- in ------------------------------------------------------------------------------------------------------------ */

/* What a column of a row holds. */
struct field {
	const void *bytes;
	size_t size;
};

static struct field field_of(const struct gb_record *record, const struct gb_column *column)
{
	const void *at = (const char *)record + column->offset;

	if (column->type == GB_NUMBER)
		return (struct field){ at, sizeof(double) };
	const char *text = column->type == GB_STATUS ? gb_row_status_word(*(const enum gb_row_status *)at)
						     : gb_record_text(*(const char *const *)at);
	return (struct field){ text, strlen(text) + 1 };
}

static bool put(struct gb_pack *pack, const void *bytes, size_t size)
{
	if (pack->room - pack->used < size) {
		const size_t room = 2 * pack->room + size + 4096;
		unsigned char *grown = realloc(pack->bytes, room);
		if (grown == NULL)
			return false;
		pack->bytes = grown;
		pack->room = room;
	}
	memcpy(pack->bytes + pack->used, bytes, size);
	pack->used += size;
	return true;
}

/* What was written last lies before the end of the bytes, a text with its end. */
static bool differs(const struct gb_pack *pack, size_t column, struct field field)
{
	const size_t there = pack->used - pack->at[column];

	return there < field.size || memcmp(pack->bytes + pack->at[column], field.bytes, field.size) != 0;
}

bool gb_pack_add(struct gb_pack *pack, const struct gb_record *record)
{
	uint64_t bits = ALL_COLUMNS;

	for (size_t i = 0; i < GB_COLUMN_COUNT && pack->rows > 0; i++)
		if (!differs(pack, i, field_of(record, &gb_columns[i])))
			bits &= ~(UINT64_C(1) << i);
	if (!put(pack, &bits, sizeof bits))
		return false;
	for (size_t i = 0; i < GB_COLUMN_COUNT; i++) {
		const struct field field = field_of(record, &gb_columns[i]);
		if ((bits >> i & 1) == 0)
			continue;
		pack->at[i] = pack->used;
		if (!put(pack, field.bytes, field.size))
			return false;
	}
	pack->rows++;
	return true;
}

void gb_pack_free(struct gb_pack *pack)
{
	free(pack->bytes);
	*pack = (struct gb_pack){ 0 };
}

/* ---- out ----------------------------------------------------------------------------------------------------------- */

/* The field at the beginning of the bytes; its size, 0: it does not end in them. */
static size_t take(const struct gb_unpack *unpack, const struct gb_column *column, struct gb_record *record)
{
	void *to = (char *)record + column->offset;
	const size_t left = (size_t)(unpack->end - unpack->next);

	if (column->type == GB_NUMBER) {
		if (left < sizeof(double))
			return 0;
		memcpy(to, unpack->next, sizeof(double));
		return sizeof(double);
	}
	const unsigned char *end = memchr(unpack->next, '\0', left);
	if (end == NULL)
		return 0;
	if (column->type == GB_STATUS)
		*(enum gb_row_status *)to = gb_row_status_read((const char *)unpack->next);
	else
		*(const char **)to = (const char *)unpack->next;
	return (size_t)(end - unpack->next) + 1;
}

bool gb_unpack_next(struct gb_unpack *unpack, struct gb_record *record)
{
	uint64_t bits;

	if ((size_t)(unpack->end - unpack->next) < sizeof bits)
		return false;
	memcpy(&bits, unpack->next, sizeof bits);
	if (bits > ALL_COLUMNS)
		return false;
	unpack->next += sizeof bits;
	for (; bits != 0; bits &= bits - 1) {
		const size_t size = take(unpack, &gb_columns[__builtin_ctzll(bits)], record);
		if (size == 0) {
			unpack->end = NULL; /* and so is not `next` */
			return false;
		}
		unpack->next += size;
	}
	return true;
}
