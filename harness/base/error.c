#include "base/error.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char left_out[] = "...";

/* A message stays one line, whatever input it quotes. */
static void make_one_line(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

/* True for a continuation byte of UTF-8. */
static bool is_inside_character(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* A text begins with its place, such as a path, and ends with the cause. If it does not fit, its middle is left out. */
static void copy_ends(char *to, size_t size, const char *text)
{
	const size_t length = strlen(text);
	size_t head = length, tail = 0;

	if (length >= size) {
		head = (size - sizeof left_out) / 2;
		tail = size - sizeof left_out - head;
		while (head > 0 && is_inside_character(text[head]))
			head--;
		while (is_inside_character(text[length - tail]))
			tail--;
	}
	snprintf(to, size, "%.*s%s%s", (int)head, text, tail > 0 ? left_out : "", text + length - tail);
}

void gb_error_write_list(struct gb_error *error, const char *format, va_list args)
{
	va_list again;
	char *whole = NULL;

	if (error->text[0] != '\0')
		return;
	va_copy(again, args);
	const int length = vsnprintf(error->text, sizeof error->text, format, args);
	if (length >= (int)sizeof error->text && vasprintf(&whole, format, again) >= 0)
		copy_ends(error->text, sizeof error->text, whole);
	va_end(again);
	free(whole);
	make_one_line(error->text);
}

void gb_error_write(struct gb_error *error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	gb_error_write_list(error, format, args);
	va_end(args);
}

int gb_error_prefix(struct gb_error *error, const char *format, ...)
{
	const struct gb_error kept = *error;
	struct gb_error prefix = { "" };
	va_list args;

	va_start(args, format);
	gb_error_write_list(&prefix, format, args);
	va_end(args);
	/* The cause matters more than its place, which gets at most half of the room. */
	copy_ends(error->text, sizeof error->text / 2, prefix.text);
	const size_t used = strlen(error->text);
	snprintf(error->text + used, sizeof error->text - used, ": ");
	copy_ends(error->text + used + 2, sizeof error->text - used - 2, kept.text);
	return GB_FAILED;
}

void gb_error_clear(struct gb_error *error)
{
	error->text[0] = '\0';
}
