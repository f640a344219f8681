/* outcome.c: the functions with which plug-ins report the outcome of a call or a point. */
#include <stdarg.h>

#include "base/text.h"
#include "run/run.h"

int gb_fail(struct gb_run *run, const char *format, ...)
{
	va_list args;

	(run->of != NULL ? run->of : run)->refuted = true;
	va_start(args, format);
	gb_error_write_list(gb_run_error(run), format, args);
	va_end(args);
	return GB_FAILED;
}

int gb_skip(struct gb_run *run, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	gb_error_write_list(gb_run_error(run), format, args);
	va_end(args);
	return GB_SKIPPED;
}

void gb_suspect(struct gb_run *run, const char *format, ...)
{
	struct gb_error line = { "" }; /* as one line, like any reason */
	va_list args;

	va_start(args, format);
	gb_error_write_list(&line, format, args);
	va_end(args);
	gb_text_add(run->doubt, sizeof run->doubt, "%s%s", run->doubt[0] != '\0' ? "; " : "", line.text);
}
