#include "record/record.h"

#include <stdio.h>
#include <string.h>

// clang-format off
#define COLUMN(type, added, group, name, help) \
	{ #name, type, GB_COLUMN_##group, added, offsetof(struct gb_record, name), help },
#define FIRST_TEXT(group, name, help)   COLUMN(GB_TEXT, false, group, name, help)
#define FIRST_NUMBER(group, name, help) COLUMN(GB_NUMBER, false, group, name, help)
#define ADDED_TEXT(group, name, help)   COLUMN(GB_TEXT, true, group, name, help)
#define ADDED_NUMBER(group, name, help) COLUMN(GB_NUMBER, true, group, name, help)

const struct gb_column gb_columns[GB_COLUMN_COUNT + 1] = {
	GB_COLUMNS_FIRST(FIRST_TEXT, FIRST_NUMBER)
	GB_COLUMNS_ADDED(ADDED_TEXT, ADDED_NUMBER)
	{ NULL, GB_TEXT, GB_COLUMN_RUN, false, 0, NULL },
};
// clang-format on

static void forget(struct gb_record *record, const struct gb_column *column)
{
	void *at = (char *)record + column->offset;

	if (column->type == GB_NUMBER)
		*(double *)at = NAN;
	else
		*(const char **)at = "";
}

struct gb_record gb_record_empty(void)
{
	struct gb_record record;

	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		forget(&record, c);
	record.schema = GB_SCHEMA;
	return record;
}

void gb_record_clear(struct gb_record *record, enum gb_column_group group)
{
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (c->group == group)
			forget(record, c);
}

void gb_record_copy(struct gb_record *record, const struct gb_record *from, enum gb_column_group group)
{
	for (const struct gb_column *c = gb_columns; c->name != NULL; c++)
		if (c->group == group)
			memcpy((char *)record + c->offset, (const char *)from + c->offset,
			       c->type == GB_NUMBER ? sizeof(double) : sizeof(char *));
}

const char *gb_record_field(const struct gb_record *record, const struct gb_column *column, char number[GB_FIELD_TEXT])
{
	const char *at = (const char *)record + column->offset;

	if (column->type == GB_TEXT)
		return *(const char *const *)(const void *)at;
	const double value = *(const double *)(const void *)at;
	if (!isfinite(value))
		return "";
	snprintf(number, GB_FIELD_TEXT, "%.9g", value);
	/* A host library may have set a locale with a decimal comma. */
	char *comma = strchr(number, ',');
	if (comma != NULL)
		*comma = '.';
	return number;
}
