#include "base/text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"

size_t gb_text_character(const char *text)
{
	const unsigned char *at = (const unsigned char *)text;
	const size_t size = at[0] < 0x80 ? 1 : at[0] < 0xe0 ? 2 : at[0] < 0xf0 ? 3 : 4;

	if ((at[0] >= 0x80 && at[0] < 0xc2) || at[0] > 0xf4)
		return 0;
	/* An overlong form, a surrogate, or a value beyond the last code point. */
	if ((at[0] == 0xe0 && at[1] < 0xa0) || (at[0] == 0xed && at[1] > 0x9f) || (at[0] == 0xf0 && at[1] < 0x90) ||
	    (at[0] == 0xf4 && at[1] > 0x8f))
		return 0;
	for (size_t i = 1; i < size; i++)
		if ((at[i] & 0xc0) != 0x80)
			return 0;
	return size;
}

/* The text was cut after `length` bytes: remove what is left of an incomplete character. */
static void drop_torn_character(char *text, size_t length)
{
	size_t at = length;

	while (at > 0 && length - at < 4 && ((unsigned char)text[at - 1] & 0xc0) == 0x80)
		at--;
	if (at > 0 && (unsigned char)text[at - 1] >= 0xc0 && gb_text_character(text + at - 1) == 0)
		text[at - 1] = '\0';
}

GB_PRINTF(3, 0)
static void add_text(char *buffer, size_t size, const char *format, va_list args)
{
	size_t used = strlen(buffer);
	const int wanted = vsnprintf(buffer + used, size - used, format, args);

	if (wanted >= 0 && (size_t)wanted >= size - used)
		drop_torn_character(buffer, size - 1);
}

void gb_text_add(char *buffer, size_t size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_text(buffer, size, format, args);
	va_end(args);
}

void gb_text_write(char *buffer, size_t size, const char *format, ...)
{
	va_list args;

	buffer[0] = '\0';
	va_start(args, format);
	add_text(buffer, size, format, args);
	va_end(args);
}

char *gb_text_made(const char *format, va_list args)
{
	char *text = NULL;

	if (vasprintf(&text, format, args) < 0)
		gb_heap_end();
	return text;
}

char *gb_text_format(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *text = gb_text_made(format, args);
	va_end(args);
	return text;
}

void gb_text_copy(char *buffer, size_t size, const char *text)
{
	gb_text_write(buffer, size, "%s", text);
}

void gb_text_percent(char *buffer, size_t size, double part, int digits)
{
	const double percent = fmax(-1e300, fmin(100 * part, 1e300));

	if (fabs(percent) < 200)
		gb_text_write(buffer, size, "%.*f %%", digits, percent);
	else
		gb_text_write(buffer, size, fabs(percent) < 10000 ? "%.0f %%" : "%.3g %%", percent);
}

void gb_text_uncertainty(char *buffer, size_t size, double part)
{
	gb_text_percent(buffer, size, part, part < 0.01 ? 2 : part < 0.1 ? 1 : 0);
}

double gb_text_number(const char *text)
{
	char *end;
	const double number = strtod(text, &end);

	return end != text && *end == '\0' && isfinite(number) ? number : NAN;
}

const char *gb_text_input(const char *path)
{
	return strcmp(path, "-") == 0 ? "standard input" : path;
}

size_t gb_text_mark(const char *text, size_t size)
{
	return size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
}

bool gb_text_ends_in(const char *name, const char *end)
{
	const size_t length = strlen(name), its = strlen(end);

	return length > its && strcmp(name + length - its, end) == 0;
}
