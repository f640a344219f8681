/* outcome.c: how plug-ins say what came of a call or a point. */
#include <stdarg.h>
#include <stdio.h>

#include "base/text.h"
#include "run/run.h"

int gb_fail(struct gb_run *run, const char *format, ...)
{
	char text[GB_ERROR_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	return gb_error_set(gb_run_error(run), "%s", text);
}

int gb_skip(struct gb_run *run, const char *format, ...)
{
	char text[GB_ERROR_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	gb_error_write(gb_run_error(run), "%s", text);
	return GB_SKIPPED;
}

void gb_suspect(struct gb_run *run, const char *format, ...)
{
	struct gb_error line = { "" };
	char text[GB_ERROR_TEXT];
	va_list args;

	va_start(args, format);
	vsnprintf(text, sizeof text, format, args);
	va_end(args);
	gb_error_write(&line, "%s", text); /* as one line, like any reason */
	gb_text_add(run->doubt, sizeof run->doubt, "%s%s", run->doubt[0] != '\0' ? "; " : "", line.text);
}
