#include "record/point_text.h"

#include <math.h>
#include <string.h>

#include "base/text.h"

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

static bool has_word(const char *point, const char *word, size_t length)
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
		if (!has_word(point, word, length))
			return false;
		word += length + (word[length] == ',');
	}
	return true;
}
