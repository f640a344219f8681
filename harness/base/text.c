#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

size_t gb_text_character(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	const size_t size = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;

	if ((at[0] >= 0x80 && at[0] < 0xc2) || at[0] > 0xf4)
		return 0;
	/* An overlong form, a surrogate, or beyond the last code point. */
	if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf0 && at[1] < 0x90) ||
	    (at[0] == 0xf4 && at[1] > 0x8f))
		return 0;
	for (size_t i = 1; i < size; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	return size;
}

/* The text was truncated after `length` bytes: remove the rest of an incomplete character, too. */
static void drop_torn_character(char *text, size_t length)
{
	size_t at = length;

	while (at > 0 && length - at < 4 && ((unsigned char)text[at - 1] & 0xc0) == 0x80)
		at--;
	if (at > 0 && (unsigned char)text[at - 1] >= 0xc0 && gb_text_character(text + at - 1) == 0)
		text[at - 1] = '\0';
}

void gb_text_add(char *buffer, size_t size, const char *format, ...)
{
	size_t used = strlen(buffer);
	va_list args;

	va_start(args, format);
	const int wanted = vsnprintf(buffer + used, size - used, format, args);
	va_end(args);
	if (wanted >= 0 && (size_t)wanted >= size - used)
		drop_torn_character(buffer, size - 1);
}

static atomic_bool lost;

void gb_text_lose(void)
{
	atomic_store(&lost, true);
}

bool gb_text_is_lost(void)
{
	return atomic_load(&lost);
}

char *gb_text_made(const char *format, va_list args)
{
	char *text = NULL;

	return vasprintf(&text, format, args) < 0 ? NULL : text;
}

void gb_text_copy(char *buffer, size_t size, const char *text)
{
	buffer[0] = '\0';
	gb_text_add(buffer, size, "%s", text);
}

size_t gb_text_utf8_bytes(const char *text)
{
	const char *at = text;

	for (size_t size; *at != '\0' && (size = gb_text_character(at)) > 0; at += size)
		;
	return (size_t)(at - text);
}

void gb_text_percent(char *buffer, size_t size, double part, int digits)
{
	const double percent = fmax(-1e300, fmin(100 * part, 1e300));

	buffer[0] = '\0';
	if (fabs(percent) < 200)
		gb_text_add(buffer, size, "%.*f %%", digits, percent);
	else
		gb_text_add(buffer, size, fabs(percent) < 10000 ? "%.0f %%" : "%.3g %%", percent);
}

void gb_text_uncertainty(char *buffer, size_t size, double part)
{
	gb_text_percent(buffer, size, part, part < 0.01 ? 2 : part < 0.1 ? 1 : 0);
}

static bool takes_prefix(const char *unit)
{
	return unit[0] != '\0' && strcmp(unit, "cycles") != 0;
}

/* The index of the decimal prefix; NULL: there is none for it. */
struct si {
	double scale;
	const char *prefix;
};

static const struct si *si_of(double value, const char *unit)
{
	static const struct si steps[] = {
		{ 1e15, "P" }, { 1e12, "T" }, { 1e9, "G" },  { 1e6, "M" },  { 1e3, "k" },
		{ 1, "" },     { 1e-3, "m" }, { 1e-6, "u" }, { 1e-9, "n" }, { 1e-12, "p" },
	};
	const size_t last = sizeof steps / sizeof steps[0] - 1;
	size_t i = 0;

	if (!takes_prefix(unit) || value == 0 || !(fabs(value) < 1e6 * steps[0].scale) ||
	    fabs(value) < 1e-3 * steps[last].scale)
		return NULL;
	while (i < last && fabs(value) < steps[i].scale)
		i++;
	return &steps[i];
}

void gb_text_si(char *buffer, size_t size, double value, const char *unit)
{
	const struct si *step = si_of(value, unit);

	buffer[0] = '\0';
	if (step == NULL) {
		gb_text_add(buffer, size, takes_prefix(unit) && value != 0 ? "%.4g %s" : "%.5g %s", value, unit);
		return;
	}
	const double scaled = value / step->scale;
	gb_text_add(buffer, size, "%.*f %s%s", scaled < 10 ? 3 : scaled < 100 ? 2 : 1, scaled, step->prefix, unit);
}

void gb_text_si_rounded(char *buffer, size_t size, double value, const char *unit)
{
	const struct si *step = si_of(value, unit);
	const double scaled = step != NULL ? value / step->scale : value;
	/* Use the rounded value: 0.9996 becomes 1.00. */
	const double digits = scaled != 0 ? floor(log10(fabs(scaled) * (1 + 5e-4))) : 0;
	const char *prefix = step == NULL ? "" : strcmp(step->prefix, "u") == 0 ? "µ" : step->prefix;

	buffer[0] = '\0';
	if (fabs(digits) > 6)
		gb_text_add(buffer, size, "%.3g", scaled);
	else
		gb_text_add(buffer, size, "%.*f", digits < 2 ? 2 - (int)digits : 0, scaled);
	if (unit[0] != '\0')
		gb_text_add(buffer, size, " %s%s", prefix, unit);
}

void gb_text_bytes(char *buffer, size_t size, double bytes)
{
	static const char *const unit[] = { "B", "KiB", "MiB", "GiB", "TiB" };
	const size_t last = sizeof unit / sizeof unit[0] - 1;
	const double whole = bytes;
	size_t i = 0;

	while (i < last && bytes >= 1024) {
		bytes /= 1024;
		i++;
	}
	buffer[0] = '\0';
	if (bytes == floor(bytes))
		gb_text_add(buffer, size, "%.0f %s", bytes, unit[i]);
	else
		gb_text_add(buffer, size, "%.*f %s (%.0f B)", bytes < 10 ? 2 : 1, bytes, unit[i], whole);
}

double gb_text_number(const char *text)
{
	char *end;
	const double number = strtod(text, &end);

	return end != text && *end == '\0' && isfinite(number) ? number : NAN;
}

bool gb_text_ends_in(const char *name, const char *end)
{
	const size_t length = strlen(name), its = strlen(end);

	return length > its && strcmp(name + length - its, end) == 0;
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
