#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* A message is one line, whatever input it quotes. */
static void make_one_line(char *text)
{
	for (; *text != '\0'; text++)
		if ((unsigned char)*text < ' ' || *text == 0x7f)
			*text = '?';
}

void gb_error_write_list(struct gb_error *error, const char *format, va_list args)
{
	if (error->text[0] != '\0')
		return;
	vsnprintf(error->text, sizeof error->text, format, args);
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
	char kept[GB_ERROR_TEXT], prefix[GB_ERROR_TEXT / 2];
	va_list args;

	memcpy(kept, error->text, sizeof kept);
	va_start(args, format);
	vsnprintf(prefix, sizeof prefix, format, args);
	va_end(args);
	gb_error_clear(error);
	/* The fault matters more than its place: the prefix is truncated, and the text gets the remaining room. */
	return gb_error_set(error, "%s: %.*s", prefix, (int)(sizeof kept - strlen(prefix) - 3), kept);
}

void gb_error_clear(struct gb_error *error)
{
	error->text[0] = '\0';
}
