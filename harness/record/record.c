#include "record/record.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"

// clang-format off
#define COLUMN(type, added, group, name, help) \
	{ #name, type, GB_COLUMN_##group, added, offsetof(struct gb_record, name), help },
#define FIRST_TEXT(group, name, help)   COLUMN(GB_TEXT, false, group, name, help)
#define FIRST_NUMBER(group, name, help) COLUMN(GB_NUMBER, false, group, name, help)
#define FIRST_STATUS(group, name, help) COLUMN(GB_STATUS, false, group, name, help)
#define ADDED_TEXT(group, name, help)   COLUMN(GB_TEXT, true, group, name, help)
#define ADDED_NUMBER(group, name, help) COLUMN(GB_NUMBER, true, group, name, help)
#define ADDED_STATUS(group, name, help) COLUMN(GB_STATUS, true, group, name, help)

const struct gb_column gb_columns[GB_COLUMN_COUNT + 1] = {
	GB_COLUMNS_FIRST(FIRST_TEXT, FIRST_NUMBER, FIRST_STATUS)
	GB_COLUMNS_ADDED(ADDED_TEXT, ADDED_NUMBER, ADDED_STATUS)
	{ NULL, GB_TEXT, GB_COLUMN_RUN, false, 0, NULL },
};
// clang-format on

#define PLACE(name) GB_COLUMN_AT_##name,
static const unsigned char identity[] = { GB_COLUMNS_IDENTITY(PLACE) };

bool gb_column_identifies(const struct gb_column *column)
{
	return memchr(identity, (int)(column - gb_columns), sizeof identity) != NULL;
}

static const char *const status_words[] = {
	[GB_ROW_UNKNOWN] = "",        [GB_ROW_OK] = "ok",         [GB_ROW_SUSPECT] = "suspect",
	[GB_ROW_SKIPPED] = "skipped", [GB_ROW_FAILED] = "failed",
};
enum { STATUSES = sizeof status_words / sizeof status_words[0] };

const char *gb_row_status_word(enum gb_row_status status)
{
	return (size_t)status < STATUSES ? status_words[status] : "";
}

enum gb_row_status gb_row_status_read(const char *word)
{
	for (int i = GB_ROW_OK; i < STATUSES; i++)
		if (strcmp(status_words[i], word) == 0)
			return (enum gb_row_status)i;
	return GB_ROW_UNKNOWN;
}

#define WORDS(name, words) [GB_DOUBT_##name] = (words),

bool gb_record_is_slowdown(const char *throttle)
{
	static const char *const words[] = { "hw_slowdown", "sw_thermal_slowdown", "hw_thermal_slowdown",
					     "hw_power_brake" };

	for (size_t length; *throttle != '\0'; throttle += length + (throttle[length] == '|')) {
		length = strcspn(throttle, "|");
		for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
			if (strlen(words[i]) == length && strncmp(throttle, words[i], length) == 0)
				return true;
	}
	return false;
}

const char *gb_doubt_words(enum gb_doubt kind)
{
	static const char *const all[GB_DOUBT_COUNT] = { GB_DOUBTS(WORDS) };

	return all[kind];
}

static void clear_column(struct gb_record *record, const struct gb_column *column)
{
	void *at = (char *)record + column->offset;

	switch (column->type) {
	case GB_TEXT:
		*(const char **)at = "";
		break;
	case GB_NUMBER:
		*(double *)at = NAN;
		break;
	case GB_STATUS:
		*(enum gb_row_status *)at = GB_ROW_UNKNOWN;
		break;
	}
}

struct gb_column gb_column_grouped;

void gb_column_group_by(const char *name)
{
	gb_column_grouped =
		(struct gb_column){ .name = name, .type = GB_TEXT, .offset = offsetof(struct gb_record, other) };
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (strcmp(c->name, name) == 0)
			gb_column_grouped = *c;
}

struct gb_record gb_record_empty(void)
{
	struct gb_record record = { .other = "" };

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		clear_column(&record, c);
	record.schema = GB_SCHEMA;
	return record;
}

void gb_record_clear(struct gb_record *record, enum gb_column_group group)
{
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (c->group == group)
			clear_column(record, c);
}

void gb_record_copy(struct gb_record *record, const struct gb_record *from, enum gb_column_group group)
{
	static const size_t bytes[] = {
		[GB_TEXT] = sizeof(const char *),
		[GB_NUMBER] = sizeof(double),
		[GB_STATUS] = sizeof(enum gb_row_status),
	};

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (c->group == group)
			memcpy((char *)record + c->offset, (const char *)from + c->offset, bytes[c->type]);
}

const char *gb_record_field(const struct gb_record *record, const struct gb_column *column, char number[GB_FIELD_TEXT])
{
	const char *at = (const char *)record + column->offset;

	if (column->type == GB_TEXT)
		return *(const char *const *)(const void *)at;
	if (column->type == GB_STATUS)
		return gb_row_status_word(*(const enum gb_row_status *)(const void *)at);
	const double value = *(const double *)(const void *)at;
	if (!isfinite(value))
		return "";
	snprintf(number, GB_FIELD_TEXT, "%.9g", value);
	/* A library may have set a locale with a decimal comma. */
	char *comma = strchr(number, ',');
	if (comma != NULL)
		*comma = '.';
	return number;
}

double gb_record_fraction(const struct gb_record *r, double limit)
{
	if (!isfinite(r->limit) || !(limit > 0))
		return NAN;
	return gb_lower_is_better(r->unit) ? limit / r->value : r->value / limit;
}

double gb_half_interval(double value, double lo, double hi)
{
	return (hi - lo) / 2 / fabs(value);
}

bool gb_is_known_per_clock(const struct gb_record *r)
{
	return gb_half_interval(r->per_clock, r->per_clock_lo, r->per_clock_hi) <= GB_KNOWN_INTERVAL;
}

/* ---- the axes of a point ----------------------------------------------------------------------------------------- */

const char *gb_point_word(const char *point, const char *axis, size_t length_of_axis, size_t *length)
{
	for (;;) {
		const size_t word = strcspn(point, ",");
		if (word > length_of_axis && point[length_of_axis] == '=' &&
		    strncmp(point, axis, length_of_axis) == 0) {
			*length = word - length_of_axis - 1;
			return point + length_of_axis + 1;
		}
		if (point[word] == '\0')
			return NULL;
		point += word + 1;
	}
}

double gb_point_number(const char *point, const char *axis)
{
	char number[64] = "";
	size_t length;
	const char *value = gb_point_word(point, axis, strlen(axis), &length);

	if (value == NULL)
		return (double)NAN;
	gb_text_add(number, sizeof number, "%.*s", (int)length, value);
	return gb_text_number(number);
}

static bool point_has_word(const char *point, const char *word, size_t length)
{
	for (const char *at = point; *at != '\0';) {
		const size_t here = strcspn(at, ",");
		if (here == length && strncmp(at, word, length) == 0)
			return true;
		at += here + (at[here] == ',');
	}
	return false;
}

bool gb_point_has_words(const char *point, const char *words)
{
	for (const char *word = words; *word != '\0';) {
		const size_t length = strcspn(word, ",");
		if (!point_has_word(point, word, length))
			return false;
		word += length + (word[length] == ',');
	}
	return true;
}

/* ---- devices by their label -------------------------------------------------------------------------------------- */

const char *gb_device_word(const char *label)
{
	return gb_devices_mean_host(label) ? "" : "GPU ";
}

const char *gb_device_clock(const char *label)
{
	return gb_devices_mean_host(label) ? "core clock" : "SM clock";
}

bool gb_devices_mean_host(const char *list)
{
	return strcmp(list, "host") == 0;
}
