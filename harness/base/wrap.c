#include "base/wrap.h"

#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/escape.h"
#include "base/heap.h"
#include "base/pager.h"
#include "base/text.h"

/* For a terminal that does not report its size. */
enum { COLUMNS_USUAL = 80, LINES_USUAL = 24 };

/* Lines that gb_wrap_rows() reserves in addition. */
enum { LINES_KEPT = 3 };

/* The gap between phrases, and the least width of a text next to its name. */
enum { GAP = 3, TEXT_LEAST = 20 };

static bool is_wide, shows_rows, lacks_columns;
static size_t lines_printed, lines_most = SIZE_MAX, notes;
enum { NOTES_LACK, ROWS_LACK, LINES_LACK, LACKS };
static size_t lacking[LACKS];
static enum gb_wrap_colour colour_when;

int gb_wrap_window(FILE *out)
{
	struct winsize size = { .ws_col = 0 };

	if (isatty(gb_pager_screen(out)) != 1)
		return 0;
	if (ioctl(gb_pager_screen(out), TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
		return COLUMNS_USUAL - 1;
	return size.ws_col - 1;
}

void gb_wrap_wide(void)
{
	is_wide = true;
}

int gb_wrap_columns(FILE *out)
{
	const int window = gb_wrap_window(out);

	return window > 0 && is_wide ? INT_MAX : window;
}

size_t gb_wrap_rows(FILE *out, size_t others)
{
	struct winsize size = { .ws_row = 0 };

	if (shows_rows || isatty(gb_pager_screen(out)) != 1)
		return SIZE_MAX;
	if (ioctl(gb_pager_screen(out), TIOCGWINSZ, &size) != 0 || size.ws_row == 0)
		size.ws_row = LINES_USUAL;
	others += LINES_KEPT + lines_printed;
	return size.ws_row > others ? size.ws_row - others : 0;
}

void gb_wrap_count_lines(int lines)
{
	lines_printed = lines < 0 ? 0 : lines_printed + (size_t)lines;
}

void gb_wrap_show_rows(void)
{
	shows_rows = true;
}

bool gb_wrap_shows_rows(void)
{
	return shows_rows;
}

void gb_wrap_leave_out(size_t rows)
{
	lacking[ROWS_LACK] += rows;
	lacks_columns |= rows == 0;
}

void gb_wrap_leave_out_notes(size_t count)
{
	lacking[NOTES_LACK] += count;
}

void gb_wrap_limit(size_t others)
{
	const size_t rows = gb_wrap_rows(stdout, others);

	/* Without a table there are no headings. */
	if (rows != SIZE_MAX)
		lines_most = lines_printed + rows + 1;
}

void gb_wrap_end_limit(void)
{
	lines_most = SIZE_MAX;
}

bool gb_wrap_takes_note(void)
{
	enum { NOTES_MOST = 3, LINES_OF_NOTE = 2, LINES_OF_VERDICT = 4 };
	const size_t rows = gb_wrap_rows(stderr, LINES_OF_VERDICT);
	const bool taken = rows == SIZE_MAX || (notes < NOTES_MOST && rows >= LINES_OF_NOTE);

	notes += taken;
	lacking[NOTES_LACK] += !taken;
	return taken;
}

void gb_wrap_begin_notes(void)
{
	notes = 0;
}

bool gb_wrap_left_out(char *text, size_t size)
{
	static const char *const word[LACKS] = { "note", "row", "line" };
	bool has = false;

	gb_text_write(text, size, "not shown: ");
	for (size_t i = 0; i < LACKS; i++)
		if (lacking[i] > 0) {
			gb_text_add(text, size, "%s%zu %s%s", has ? ", " : "", lacking[i], word[i],
				    gb_text_plural(lacking[i]));
			has = true;
		}
	gb_text_add(text, size, "%s%s%s", has ? " (--rows)" : "", has && lacks_columns ? ", " : "",
		    lacks_columns ? "columns (--wide)" : "");
	has |= lacks_columns;
	memset(lacking, 0, sizeof lacking);
	lacks_columns = false;
	return has;
}

/* ---- colour ------------------------------------------------------------------------------------------------------ */

#define RED    "\033[31m"
#define GREEN  "\033[32m"
#define YELLOW "\033[33m"
#define DIM    "\033[2m"
#define PLAIN  "\033[0m"

void gb_wrap_choose_colour(enum gb_wrap_colour when)
{
	colour_when = when;
}

static bool has_colour(FILE *out)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (colour_when != GB_COLOUR_AUTO)
		return colour_when == GB_COLOUR_ALWAYS;
	return isatty(gb_pager_screen(out)) == 1 && (no == NULL || no[0] == '\0') &&
	       (term == NULL || strcmp(term, "dumb") != 0);
}

const char *gb_wrap_colour(FILE *out, const char *text)
{
	static const struct {
		const char *word, *colour;
	} colours[] = { { "ok", GREEN },
			{ "suspect", YELLOW },
			{ "skipped", YELLOW },
			{ "failed", RED },
			{ "slow", RED },
			{ "changed", YELLOW },
			{ "no verdict", YELLOW },
			{ "undecided", YELLOW },
			{ "at its roof", GREEN },
			{ "near its roof", YELLOW },
			{ "far from every roof", RED } };

	for (size_t i = 0; i < sizeof colours / sizeof colours[0]; i++) {
		const size_t length = strlen(colours[i].word);
		if (strncmp(text, colours[i].word, length) == 0 && strchr(" :,", text[length]) != NULL)
			return has_colour(out) ? colours[i].colour : "";
	}
	return "";
}

const char *gb_wrap_dim(FILE *out)
{
	return has_colour(out) ? DIM : "";
}

const char *gb_wrap_plain(const char *colour)
{
	return colour[0] != '\0' ? PLAIN : "";
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* Where the next text goes; nothing is written below the window's last line. */
static FILE *stream_of(const struct gb_wrap *w)
{
	static FILE *nowhere;

	if (w->out != stdout || lines_printed < lines_most)
		return w->out;
	if (nowhere == NULL)
		nowhere = fopen("/dev/null", "w");
	return nowhere != NULL ? nowhere : w->out;
}

static void end_line(const struct gb_wrap *w)
{
	fputc('\n', stream_of(w));
	lacking[LINES_LACK] += w->out == stdout && lines_printed >= lines_most;
	lines_printed += w->columns > 0;
}

static void make_room(struct gb_wrap *w, size_t length)
{
	if (w->columns == 0 || w->at <= w->indent || w->at + w->blanks + length <= w->columns)
		return;
	end_line(w);
	fprintf(stream_of(w), "%*s", (int)w->indent, "");
	w->at = w->indent;
	w->blanks = 0;
}

void gb_wrap_set_mark(struct gb_wrap *w, const char *words, const char *status)
{
	w->mark = (struct gb_wrap_mark){ words, status };
}

/* The text is already escaped. A colour begins and ends with its words. */
static void put_words(struct gb_wrap *w, const char *text)
{
	const char *const from = w->mark.words != NULL ? strstr(text, w->mark.words) : NULL;
	const char *const to = from != NULL ? from + strlen(w->mark.words) : NULL;
	const char *colour = from != NULL ? gb_wrap_colour(w->out, w->mark.status) : "", *plain = "";

	for (const char *at = text; *at != '\0';) {
		const size_t length = strcspn(at, " "), blanks = strspn(at + length, " ");
		if (length > 0) {
			make_room(w, length);
			fprintf(stream_of(w), "%*s%s%.*s", (int)w->blanks, "", at == from ? colour : "", (int)length,
				at);
			w->at += w->blanks + length;
			w->blanks = 0;
		}
		if (at == from)
			plain = gb_wrap_plain(colour);
		if (plain[0] != '\0' && at + length >= to) {
			fputs(plain, stream_of(w));
			plain = "";
		}
		w->blanks += blanks;
		at += length + blanks;
	}
	fputs(plain, stream_of(w));
	w->mark = (struct gb_wrap_mark){ NULL, NULL };
}

void gb_wrap_phrase(struct gb_wrap *w, const char *text)
{
	char *escaped = gb_escape_copy(GB_ESCAPE_LINE, text);

	w->blanks += w->at > 0 ? GAP : 0;
	make_room(w, strlen(escaped));
	put_words(w, escaped);
	free(escaped);
}

void gb_wrap_words(struct gb_wrap *w, const char *text)
{
	char *escaped = gb_escape_copy(GB_ESCAPE_LINE, text);

	put_words(w, escaped);
	free(escaped);
}

void gb_wrap_part(struct gb_wrap *w, const char *text, size_t length)
{
	char *const part = gb_heap_part(text, length);

	gb_wrap_words(w, part);
	free(part);
}

void gb_wrap_to(struct gb_wrap *w, size_t column)
{
	if (w->at + w->blanks < column)
		w->blanks = column - w->at;
}

void gb_wrap_end(struct gb_wrap *w)
{
	end_line(w);
	w->at = w->blanks = 0;
}

void gb_wrap_line(FILE *out, const char *text)
{
	struct gb_wrap w = { .out = out, .columns = (size_t)gb_wrap_columns(out), .indent = GB_WRAP_INDENT };

	gb_wrap_phrase(&w, text);
	gb_wrap_end(&w);
}

void gb_wrap_format(FILE *out, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	char *text = gb_text_made(format, args);
	va_end(args);
	gb_wrap_line(out, text);
	free(text);
}

void gb_wrap_pair(FILE *out, size_t at, const char *name, size_t text_at, const char *text)
{
	struct gb_wrap w = { .out = out, .columns = (size_t)gb_wrap_columns(out), .indent = text_at };

	if (w.columns > 0 && text_at + TEXT_LEAST > w.columns)
		w.indent = at + 2;
	gb_wrap_to(&w, at);
	gb_wrap_words(&w, name);
	gb_wrap_words(&w, " ");
	if (w.at >= w.indent)
		gb_wrap_end(&w);
	gb_wrap_to(&w, w.indent);
	gb_wrap_words(&w, text);
	gb_wrap_end(&w);
}
