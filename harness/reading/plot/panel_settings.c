#include "plot/panel_settings.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

const char *const gb_panel_setting_name[GB_PANEL_SETTINGS] = {
	"title", "xlabel", "ylabel", "xscale", "yscale", "xlog", "ylog", "xrange", "yrange",
	"xtics", "ytics",  "xwords", "room",   "key",    "ends", "draw", "line",   "over",
};

enum gb_panel_setting gb_panel_setting_find(const char *name)
{
	enum gb_panel_setting which = 0;

	while (which < GB_PANEL_SETTINGS && strcmp(name, gb_panel_setting_name[which]) != 0)
		which++;
	return which;
}

static bool skip_number(const char **at, double *number)
{
	char *end;
	const size_t length = strspn(*at, "0123456789.eE+-");

	*number = strtod(*at, &end);
	if (length == 0 || end != *at + length)
		return false;
	*at = end;
	return true;
}

static bool skip_text(const char **at, const char *text)
{
	if (strncmp(*at, text, strlen(text)) != 0)
		return false;
	*at += strlen(text);
	return true;
}

/* True for `least` to `most` numbers above `above`, separated by spaces. */
static bool are_numbers(const char *text, size_t least, size_t most, double above)
{
	size_t count = 0;

	for (double number; *text != '\0'; count++) {
		if (!skip_number(&text, &number) || number <= above)
			return false;
		text += strspn(text, " ");
	}
	return count >= least && count <= most;
}

/* True if the first word of `text` is in a list such as "one two". */
static bool is_word_of(const char *text, const char *list)
{
	const size_t length = strcspn(text, " ");

	for (const char *at = list; *at != '\0'; at += strspn(at, " ")) {
		const size_t word = strcspn(at, " ");
		if (word == length && strncmp(at, text, length) == 0)
			return true;
		at += word;
	}
	return false;
}

static bool is_key(const char *text)
{
	double number;

	if (strcmp(text, "off") == 0)
		return true;
	while (*text != '\0') {
		const bool counts = is_word_of(text, "maxrows width samplen font");
		if (!counts && !is_word_of(text, "top bottom left right center above inside outside horizontal "
						 "vertical"))
			return false;
		text += strcspn(text, " ");
		text += strspn(text, " ");
		if (counts && !skip_number(&text, &number))
			return false;
		text += strspn(text, " ");
	}
	return true;
}

/* True for a style, optionally followed by the limits to be drawn. */
static bool is_drawing(const char *text)
{
	if (!is_word_of(text, "lines rings points bars dashes steady level"))
		return false;
	text += strcspn(text, " ");
	return *text == '\0' || strcmp(text, " limit") == 0 || strcmp(text, " limits") == 0;
}

/* Skips "*", "1.5", "2<*" or "top*1.2". */
static bool skip_end(const char **at)
{
	double number;

	if (skip_text(at, "*"))
		return true;
	if (skip_text(at, "low*") || skip_text(at, "top*"))
		return skip_number(at, &number);
	return skip_number(at, &number) && (skip_text(at, "<*") || **at != '<');
}

static bool is_range(const char *text)
{
	return skip_end(&text) && skip_text(&text, ":") && skip_end(&text) && *text == '\0';
}

/* Converts "8, 1 KiB=1024" to gnuplot's "(8, '1 KiB' 1024)" if gnuplot does not interpret any letter of the labels. */
static bool write_tics(const char *list, char *text, size_t size)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 :./+-";
	double number;

	gb_text_add(text, size, "(");
	for (;;) {
		const size_t label = strspn(list, letters);
		if (list[label] == '=') {
			gb_text_add(text, size, "'%.*s' ", (int)label, list);
			list += label + 1;
		}
		const char *begin = list;
		if (!skip_number(&list, &number))
			return false;
		gb_text_add(text, size, "%.*s%s", (int)(list - begin), begin, *list == ',' ? ", " : ")");
		if (*list == '\0')
			return true;
		if (!skip_text(&list, ", "))
			return false;
	}
}

static const char *check_tics(const char *given, char *text, size_t size)
{
	if (strcmp(given, "powers") == 0 || (strncmp(given, "every ", 6) == 0 && are_numbers(given + 6, 1, 1, 0))) {
		gb_text_add(text, size, "%s", given[0] == 'p' ? given : given + 6);
		return NULL;
	}
	return write_tics(given, text, size) ? NULL : "NUMBER, LABEL=NUMBER, ..., every NUMBER or powers";
}

static const char *check_scale(enum gb_panel_setting which, const char *given)
{
	if (which == GB_PANEL_YSCALE && strcmp(given, "limit") == 0)
		return NULL;
	return are_numbers(given, 1, 1, 0) ? NULL : "a number above 0, or for yscale: limit";
}

const char *gb_panel_setting_text(enum gb_panel_setting which, const char *given, char *text, size_t size)
{
	text[0] = '\0';
	if (which == GB_PANEL_XTICS || which == GB_PANEL_YTICS)
		return check_tics(given, text, size);
	gb_text_add(text, size, "%s", given);
	switch (which) {
	case GB_PANEL_XSCALE:
	case GB_PANEL_YSCALE:
		return check_scale(which, given);
	case GB_PANEL_XLOG:
	case GB_PANEL_YLOG:
		return strcmp(given, "off") == 0 || are_numbers(given, 1, 1, 1) ? NULL : "a base above 1, or off";
	case GB_PANEL_XRANGE:
	case GB_PANEL_YRANGE:
		return is_range(given) ? NULL : "A:B, each a number, *, NUMBER<*, low*NUMBER or top*NUMBER";
	case GB_PANEL_XWORDS:
		return are_numbers(given, 1, 2, -1) ? NULL : "ANGLE [SIZE]";
	case GB_PANEL_ROOM:
		return are_numbers(given, 1, 1, 0) ? NULL : "a number above 0";
	case GB_PANEL_KEY:
		return is_key(given) ? NULL : "off, or words of gnuplot's set key: top left maxrows 2 ...";
	case GB_PANEL_ENDS:
		return are_numbers(given, 1, 2, -2) ? NULL : "WIDTH [X]";
	case GB_PANEL_DRAW:
		return is_drawing(given) ? NULL
					 : "lines, rings, points, bars, dashes, steady or level, then limit or limits";
	case GB_PANEL_LINE:
		return strchr("12345678", given[0]) != NULL && strchr(" ", given[1]) != NULL
			       ? NULL
			       : "line 1 to 8, and a name";
	default:
		return NULL;
	}
}
