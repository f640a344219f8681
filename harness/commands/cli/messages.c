/* messages.c: messages of commands on standard error, and the check whether their output was written. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "base/quantity.h"
#include "base/text.h"
#include "base/wrap.h"
#include "cli/commands.h"

static const char *speaker; /* NULL: no context */

void gb_complain_as(const char *who)
{
	speaker = who;
}

int gb_complain(int status, const char *text)
{
	return gb_complain_marked(status, text, (struct gb_wrap_mark){ NULL, NULL });
}

int gb_complain_format(int status, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *text = gb_text_made(format, args);
	va_end(args);
	gb_complain(status, text);
	free(text);
	return status;
}

int gb_complain_marked(int status, const char *text, struct gb_wrap_mark mark)
{
	struct gb_wrap wrap = { .out = stderr, .columns = (size_t)gb_wrap_columns(stderr), .indent = GB_WRAP_INDENT };

	gb_wrap_words(&wrap, "gpubench: ");
	if (speaker != NULL) {
		gb_wrap_words(&wrap, speaker);
		gb_wrap_words(&wrap, ": ");
	}
	wrap.mark = mark;
	gb_wrap_words(&wrap, text);
	gb_wrap_end(&wrap);
	return status;
}

void gb_remark(const char *text)
{
	gb_remark_marked(text, (struct gb_wrap_mark){ NULL, NULL });
}

void gb_remark_format(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *text = gb_text_made(format, args);
	va_end(args);
	gb_remark(text);
	free(text);
}

void gb_remark_marked(const char *text, struct gb_wrap_mark mark)
{
	if (gb_wrap_takes_note())
		gb_complain_marked(0, text, mark);
}

void gb_tell_written(const char *path)
{
	struct stat file;
	char size[64];

	if (gb_wrap_window(stderr) == 0 || stat(path, &file) != 0)
		return;
	gb_quantity_write(size, sizeof size, (double)file.st_size, "B");
	gb_complain_format(0, "%s is written: %s", path, size);
}

int gb_flushed(int status)
{
	if (fflush(stdout) != 0 && status == GB_EXIT_OK)
		return gb_complain(GB_EXIT_FAILED, "standard output: cannot write");
	return status;
}
