/* point_text.h: the axes of a point as a row has them, "axis=value,axis=value". */
#ifndef GB_POINT_TEXT_H
#define GB_POINT_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* The value of an axis, whose name has so many bytes, and its length; NULL: the point has no such axis. */
const char *gb_point_word(const char *point, const char *axis, size_t length_of_axis, size_t *length);

/* The same as a number; NAN: it is none, or the point has no such axis. */
double gb_point_number(const char *point, const char *axis);

/* True if a point has all of the words "stride=1,op=read". */
bool gb_point_has_words(const char *point, const char *words);

#endif
