#include "base/wrap.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/escape.h"

/* What a terminal has that does not say. */
enum { COLUMNS_USUAL = 80 };

/* Between phrases. */
enum { GAP = 3 };

int gb_wrap_columns(FILE *out)
{
	struct winsize size = { .ws_col = 0 };

	if (isatty(fileno(out)) != 1)
		return 0;
	if (ioctl(fileno(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return COLUMNS_USUAL - 1;
	return size.ws_col - 1;
}

/* Go to the next line if so much does not fit into this one. */
static void make_room(struct gb_wrap *w, size_t length, size_t *blanks)
{
	if (w->columns == 0 || w->at <= w->indent || w->at + *blanks + length <= w->columns)
		return;
	fprintf(w->out, "\n%*s", (int)w->indent, "");
	w->at = w->indent;
	*blanks = 0;
}

/* Text that is escaped, after some blanks. */
static void put_words(struct gb_wrap *w, const char *text, size_t blanks)
{
	for (const char *at = text; *at != '\0';) {
		const size_t length = strcspn(at, " ");
		make_room(w, length, &blanks);
		fprintf(w->out, "%*s%.*s", (int)blanks, "", (int)length, at);
		w->at += blanks + length;
		at += length;
		blanks = strspn(at, " ");
		at += blanks;
	}
}

void gb_wrap_phrase(struct gb_wrap *w, const char *text)
{
	char *escaped = gb_escape_copy(GB_ESCAPE_LINE, text);
	size_t blanks = w->at > 0 ? GAP : 0;

	if (escaped != NULL) {
		make_room(w, strlen(escaped), &blanks);
		put_words(w, escaped, blanks);
	}
	free(escaped);
}

void gb_wrap_words(struct gb_wrap *w, const char *text)
{
	char *escaped = gb_escape_copy(GB_ESCAPE_LINE, text);

	if (escaped != NULL)
		put_words(w, escaped, 0);
	free(escaped);
}

void gb_wrap_to(struct gb_wrap *w, size_t column)
{
	if (w->at >= column)
		return;
	fprintf(w->out, "%*s", (int)(column - w->at), "");
	w->at = column;
}

void gb_wrap_end(struct gb_wrap *w)
{
	fputc('\n', w->out);
	w->at = 0;
}

void gb_wrap_line(FILE *out, const char *text)
{
	struct gb_wrap w = { .out = out, .columns = (size_t)gb_wrap_columns(out), .indent = GB_WRAP_INDENT };

	gb_wrap_phrase(&w, text);
	gb_wrap_end(&w);
}
