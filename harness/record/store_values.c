/* store_values.c: how numbers are stored, and the checksums of rows. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "record/store_parts.h"

/* ---- numbers ----------------------------------------------------------------------------------------------------- */

/* `*whole` times 10^`*exponent` is exactly the number; false: it has more than nine digits, or is far too large or
 * small. */
static bool split(double number, int64_t *whole, int *exponent)
{
	char text[GB_FIELD_TEXT];

	if (number == floor(number) && fabs(number) < 1e9 && !(number == 0 && signbit(number))) {
		*whole = (int64_t)number;
		*exponent = 0;
		return true;
	}
	snprintf(text, sizeof text, "%.8e", number);
	char *e = strchr(text, 'e'), *point = text + (text[0] == '-') + 1;
	if (e == NULL)
		return false;
	*exponent = (int)strtol(e + 1, NULL, 10) - 8;
	*e = '\0';
	memmove(point, point + 1, strlen(point)); /* the decimal point, or comma */
	*whole = strtoll(text, NULL, 10);
	return *exponent >= -22 && *exponent <= 22;
}

/* 10^22 is the largest power that a double represents exactly, so that each product and quotient is rounded once. */
static double scale_of(int exponent)
{
	double scale = 1;

	for (int i = 0; i < abs(exponent); i++)
		scale *= 10;
	return exponent < 0 ? -scale : scale;
}

double gb_store_unpack(int64_t whole, double scale)
{
	return scale > 0 ? (double)whole * scale : (double)whole / -scale;
}

bool gb_store_pack(double number, int64_t *whole, double *scale)
{
	int exponent;

	if (!split(number, whole, &exponent) || gb_store_unpack(*whole, scale_of(exponent)) != number)
		return false;
	*scale = scale_of(exponent);
	return true;
}

/* ---- checks ------------------------------------------------------------------------------------------------------ */

static uint64_t mix(uint64_t check, uint64_t kind, uint64_t value)
{
	return gb_hash_finish(check ^ (value + kind * GB_HASH_STEP));
}

uint64_t gb_store_mix_integer(uint64_t check, int64_t value)
{
	return mix(check, 1, (uint64_t)value);
}

uint64_t gb_store_mix_number(uint64_t check, double value)
{
	uint64_t bits;

	memcpy(&bits, &value, sizeof bits);
	return mix(check, 2, bits);
}

uint64_t gb_store_mix_text(uint64_t check, const char *value)
{
	return mix(check, 3, value[0] != '\0' ? gb_hash_mix(GB_HASH_BEGIN, value, strlen(value)) : 0);
}
