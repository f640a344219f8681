/* numbers.h: the numbers and units of Nsight Compute, in the notation of its user's locale. A number is read completely
 * or not at all, so that "96,0" is not read as 960. */
#pragma once

#include <stdbool.h>

enum gb_notation {
	GB_NOTATION_ENGLISH, /* 1,234.5: C, en_US */
	GB_NOTATION_GERMAN,  /* 1.234,5 */
	GB_NOTATION_FRENCH,  /* 1 234,5, with any kind of space */
	GB_NOTATION_SWISS,   /* 1'234.5 */
	GB_NOTATION_INDIAN,  /* 12,34,567.5 */
	GB_NOTATIONS
};

/* A locale with this notation, such as "de_DE". */
const char *gb_notation_locale(enum gb_notation notation);

enum gb_number { GB_NUMBER, GB_NUMBER_NONE, GB_NUMBER_BAD };

/* Reads a complete text: blanks, sign, digits, groups of three, one decimal sign, exponent, and the values of a
 * metric's instances in brackets after it. GB_NUMBER_NONE: the text states that there is no number ("", "n/a", "no
 * data", "nan", "inf"). `*value` is NAN unless it is a number. */
enum gb_number gb_number_read(const char *text, enum gb_notation notation, double *value);

/* Returns the size of a unit ("usecond", "Kbyte", "inst/cycle", "Ghz") in s, bytes, counts or Hz. NAN: unknown. */
double gb_number_unit(const char *unit);
bool gb_number_unit_is_time(const char *unit);
