/* axis_words.h: the axes of a point in the patterns of NAME.plot (kinds.h): which points a panel has, and their
 * names. */
#ifndef GB_AXIS_WORDS_H
#define GB_AXIS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "record/record.h"

/* The value of an axis in "axis=value,axis=value", or the variant; NULL: not found. `*length` is that of the value. */
const char *gb_axis_value(const struct gb_record *record, const char *axis, size_t axis_length, size_t *length);

/* True if `value` is one of "a|b", which ends at `end`. */
bool gb_axis_is_one_of(const char *value, size_t length, const char *at, const char *end);

/* True if each axis of `words` has one of its values in the point ("axis=value|value"), has none of them
 * ("axis!=value|value"), or is missing. */
bool gb_axis_fits(const struct gb_record *record, const char *words);

/* Write `pattern` with the values of its axes; false: the point lacks one of them. {>acc} stands for ">" and the value,
 * or for nothing if the axis is missing. */
bool gb_axis_fill_in(const struct gb_record *record, const char *pattern, char *text, size_t size);

#endif
