#include "plot/axis_words.h"

#include <string.h>

#include "base/text.h"
#include "record/record.h"

const char *gb_axis_value(const struct gb_record *record, const char *axis, size_t axis_length, size_t *length)
{
	if (axis_length == strlen("variant") && strncmp(axis, "variant", axis_length) == 0) {
		*length = strlen(record->variant);
		return record->variant;
	}
	return gb_point_word(gb_record_text(record->point), axis, axis_length, length);
}

bool gb_axis_is_one_of(const char *value, size_t length, const char *at, const char *end)
{
	while (at < end) {
		const size_t one = strcspn(at, "|,");
		if (one == length && strncmp(at, value, one) == 0)
			return true;
		at += one + 1;
	}
	return false;
}

bool gb_axis_fits(const struct gb_record *record, const char *words)
{
	for (const char *at = words; *at != '\0';) {
		const char *end = at + strcspn(at, ",");
		const size_t name = strcspn(at, "!=");
		const bool others = at[name] == '!';
		size_t length;
		const char *value = gb_axis_value(record, at, name, &length);
		if (value != NULL && gb_axis_is_one_of(value, length, at + name + 1 + others, end) == others)
			return false;
		at = end + (*end == ',');
	}
	return true;
}

/* "ca" of "r32-ca". */
static void keep_end(const char **value, size_t *length)
{
	for (size_t i = *length; i-- > 0;)
		if ((*value)[i] == '-') {
			*value += i + 1;
			*length -= i + 1;
			return;
		}
}

bool gb_axis_fill_in(const struct gb_record *record, const char *pattern, char *text, size_t size)
{
	text[0] = '\0';
	while (*pattern != '\0') {
		const size_t plain = strcspn(pattern, "{");
		gb_text_add(text, size, "%.*s", (int)plain, pattern);
		pattern += plain;
		if (*pattern == '\0')
			break;
		const bool optional = *++pattern == '>';
		const size_t name = strcspn(pattern, "}");
		const bool end = pattern[name - 1] == '-';
		size_t length;
		const char *value = gb_axis_value(record, pattern + optional, name - end - optional, &length);
		if (value == NULL && !optional)
			return false;
		if (value != NULL && end)
			keep_end(&value, &length);
		if (value != NULL)
			gb_text_add(text, size, "%s%.*s", optional ? ">" : "", (int)length, value);
		pattern += name + 1;
	}
	return true;
}
