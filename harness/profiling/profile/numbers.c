#include "profile/numbers.h"

#include <ctype.h>
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum { NUMBER_TEXT = 64, GROUP = 3 };

static const struct {
	const char *locale;
	char decimal;
	const char *groups[5];
	size_t upper_group; /* digits of each group except the last */
} notations[GB_NOTATIONS] = {
	[GB_NOTATION_ENGLISH] = { "en_US", '.', { "," }, 3 },
	[GB_NOTATION_GERMAN] = { "de_DE", ',', { "." }, 3 },
	[GB_NOTATION_FRENCH] = { "fr_FR", ',', { " ", "\xc2\xa0", "\xe2\x80\xaf", "\xa0" }, 3 },
	[GB_NOTATION_SWISS] = { "de_CH", '.', { "'", "\xe2\x80\x99" }, 3 },
	[GB_NOTATION_INDIAN] = { "en_IN", '.', { "," }, 2 },
};

const char *gb_notation_locale(enum gb_notation notation)
{
	return notations[notation].locale;
}

/* Returns the length of the group separator at the start of the text; 0: none. */
static size_t separator_length(const char *text, enum gb_notation notation)
{
	for (size_t i = 0; notations[notation].groups[i] != NULL; i++) {
		const size_t length = strlen(notations[notation].groups[i]);
		if (strncmp(text, notations[notation].groups[i], length) == 0)
			return length;
	}
	return 0;
}

struct plain {
	char text[NUMBER_TEXT];
	size_t length;
};

static bool add_char(struct plain *plain, char c)
{
	if (plain->length + 1 == sizeof plain->text)
		return false;
	plain->text[plain->length++] = c;
	plain->text[plain->length] = '\0';
	return true;
}

static size_t add_digits(struct plain *plain, const char **at)
{
	size_t count = 0;

	while (isdigit((unsigned char)**at) && add_char(plain, **at)) {
		++*at;
		count++;
	}
	return count;
}

/* Copies "1,234,567" as "1234567". A complete group must follow each separator, and precede each except the first. */
static bool add_whole(struct plain *plain, const char **at, enum gb_notation notation)
{
	size_t digits = add_digits(plain, at), length;
	bool is_first = true;

	while (digits > 0 && (length = separator_length(*at, notation)) > 0 && isdigit((unsigned char)(*at)[length])) {
		if (is_first ? digits > GROUP : digits != notations[notation].upper_group)
			return false;
		*at += length;
		digits = add_digits(plain, at);
		is_first = false;
	}
	return is_first || digits == GROUP;
}

static bool add_exponent(struct plain *plain, const char **at)
{
	if (**at != 'e' && **at != 'E')
		return true;
	add_char(plain, *(*at)++);
	if (**at == '+' || **at == '-')
		add_char(plain, *(*at)++);
	return add_digits(plain, at) > 0;
}

static const char *skip_blanks(const char *text)
{
	while (*text == ' ' || *text == '\t')
		text++;
	return text;
}

/* True if the text after a number is empty or lists the values of its instances: " (1; 2; 3)". */
static bool is_rest(const char *text)
{
	const char *rest = skip_blanks(text);
	const size_t length = strlen(rest);

	return length == 0 || (rest > text && ((rest[0] == '(' && rest[length - 1] == ')') ||
					       (rest[0] == '{' && rest[length - 1] == '}')));
}

static bool is_no_number(const char *text)
{
	static const char *const words[] = { "",    "n/a", "N/A",  "no data", "nan",    "-nan",
					     "NaN", "inf", "-inf", "(!) n/a", "(!) nan" };

	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcmp(words[i], text) == 0)
			return true;
	return false;
}

enum gb_number gb_number_read(const char *text, enum gb_notation notation, double *value)
{
	struct plain plain = { .length = 0 };
	const char *at = skip_blanks(text);

	*value = NAN;
	if (is_no_number(at))
		return GB_NUMBER_NONE;
	if (*at == '-')
		add_char(&plain, *at++);
	if (!add_whole(&plain, &at, notation))
		return GB_NUMBER_BAD;
	if (*at == notations[notation].decimal) {
		at++;
		add_char(&plain, '.');
		add_digits(&plain, &at);
	}
	if (strpbrk(plain.text, "0123456789") == NULL || !add_exponent(&plain, &at) || !is_rest(at))
		return GB_NUMBER_BAD;
	const double number = strtod(plain.text, NULL);
	if (!isfinite(number))
		return GB_NUMBER_BAD;
	*value = number;
	return GB_NUMBER;
}

struct unit {
	const char *name;
	double size;
};

static const struct unit times[] = {
	{ "s", 1 },          { "second", 1 },       { "ms", 1e-3 },        { "msecond", 1e-3 }, { "us", 1e-6 },
	{ "usecond", 1e-6 }, { "\xc2\xb5s", 1e-6 }, { "\xce\xbcs", 1e-6 }, { "ns", 1e-9 },      { "nsecond", 1e-9 },
};
/* Counts, then units that may have a prefix. */
static const char *const counts[] = { "",          "byte", "bytes",  "sector",  "sectors",  "inst",     "instruction",
				      "request",   "warp", "thread", "block",   "cycle",    "register", "hz",
				      "wavefront", "op",   "sample", "cluster", "branches", "SM",       "pass" };

static double time_of_unit(const char *unit, size_t length)
{
	for (size_t i = 0; i < sizeof times / sizeof times[0]; i++)
		if (strlen(times[i].name) == length && strncmp(times[i].name, unit, length) == 0)
			return times[i].size;
	return NAN;
}

/* Returns the size of a unit without '/'. */
static double plain_unit(const char *unit, size_t length)
{
	static const struct unit prefixes[] = { { "", 1 }, { "K", 1e3 }, { "M", 1e6 }, { "G", 1e9 }, { "T", 1e12 } };

	if (length == 1 && unit[0] == '%')
		return 1;
	for (size_t p = 0; p < sizeof prefixes / sizeof prefixes[0]; p++) {
		const size_t skip = strlen(prefixes[p].name);
		if (strncmp(unit, prefixes[p].name, skip) != 0 || (skip > 0 && length == skip))
			continue;
		for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++)
			if (strlen(counts[i]) == length - skip && strncmp(counts[i], unit + skip, length - skip) == 0)
				return prefixes[p].size;
	}
	return time_of_unit(unit, length);
}

double gb_number_unit(const char *unit)
{
	const char *per = strchr(unit, '/');

	if (per == NULL)
		return plain_unit(unit, strlen(unit));
	return plain_unit(unit, (size_t)(per - unit)) / plain_unit(per + 1, strlen(per + 1));
}

bool gb_number_unit_is_time(const char *unit)
{
	return !isnan(time_of_unit(unit, strlen(unit)));
}
