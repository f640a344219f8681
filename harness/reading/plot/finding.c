#include "plot/finding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/quantity.h"
#include "base/text.h"

enum { WORDS = 160 }; /* bytes of a value and of its parts */

enum part { PART_Y, PART_X, PART_LIMIT, PART_WORD, PART_LINE };
enum place { PLACE_AT, PLACE_FIRST, PLACE_LAST, PLACE_MAX, PLACE_MIN, PLACE_FROM, PLACE_UNTIL };

static const struct {
	const char *word;
	enum part part;
} parts[] = { { "x of ", PART_X }, { "limit of ", PART_LIMIT }, { "word of ", PART_WORD }, { "line of ", PART_LINE } };

/* Words with a space at the end are followed by a text. */
static const struct {
	const char *word;
	enum place place;
} places[] = { { "at ", PLACE_AT },  { "first", PLACE_FIRST }, { "last", PLACE_LAST },   { "max", PLACE_MAX },
	       { "min", PLACE_MIN }, { "from ", PLACE_FROM },  { "until ", PLACE_UNTIL } };

static const struct {
	const char *word;
	double scale;
} formats[] = { { "%", 0.01 }, { "KiB", 1024 }, { "MiB", 1048576 }, { "GiB", 1073741824 }, { "number", 1 } };

enum { FORMATS = sizeof formats / sizeof formats[0] };

struct value {
	enum part part;
	enum place place;
	size_t panel;
	char line[WORDS]; /* "": any */
	char at[WORDS];   /* for PLACE_AT */
	double share;     /* for PLACE_FROM and PLACE_UNTIL */
};

struct insert {
	struct value first, second;
	char sign;     /* '/' or '-'; 0: there is no second value */
	size_t format; /* FORMATS: none */
};

/* ---- reading ----------------------------------------------------------------------------------------------------- */

static const char *read_place(struct value *value, const char *text)
{
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
		const size_t length = strlen(places[i].word);
		const char *rest = text + length;
		char *end;
		if (strncmp(text, places[i].word, length) != 0)
			continue;
		value->place = places[i].place;
		if (text[length - 1] != ' ')
			return *rest == '\0' ? NULL : "nothing after the place";
		gb_text_copy(value->at, sizeof value->at, rest);
		if (value->place == PLACE_AT)
			return *rest != '\0' ? NULL : "at X";
		value->share = strtod(rest, &end) / 100;
		return value->share > 0 && strcmp(end, "%") == 0 ? NULL : "from N% or until N%";
	}
	return "at X, first, last, max, min, from N% or until N%";
}

static const char *read_value(const struct gb_plot_kind *kind, struct value *value, const char *text)
{
	*value = (struct value){ .part = PART_Y };
	for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
		if (strncmp(text, parts[i].word, strlen(parts[i].word)) == 0) {
			value->part = parts[i].part;
			text += strlen(parts[i].word);
			break;
		}
	const size_t name = strcspn(text, "[ ");
	while (value->panel < kind->panels && (strncmp(kind->panel[value->panel].name, text, name) != 0 ||
					       kind->panel[value->panel].name[name] != '\0'))
		value->panel++;
	if (value->panel == kind->panels)
		return "a panel above";
	text += name;
	if (*text == '[') {
		const size_t line = strcspn(++text, "]");
		if (text[line] != ']' || line == 0 || line >= sizeof value->line)
			return "PANEL[LINE]";
		gb_text_add(value->line, sizeof value->line, "%.*s", (int)line, text);
		text += line + 1;
	}
	return *text == ' ' ? read_place(value, text + 1) : "PANEL[LINE] PLACE";
}

/* Cuts the text at the last `word` and returns the text after it; NULL: not found. */
static char *cut_at_word(char *text, const char *word)
{
	char *at = NULL;

	for (char *next = text; (next = strstr(next, word)) != NULL; next++)
		at = next;
	if (at == NULL)
		return NULL;
	*at = '\0';
	return at + strlen(word);
}

static bool is_text(const struct value *value)
{
	return value->part == PART_WORD || value->part == PART_LINE;
}

/* `text` is the contents of a pair of braces. */
static const char *read_insert(const struct gb_plot_kind *kind, struct insert *insert, const char *text, size_t length)
{
	char copy[2 * WORDS] = "";

	if (length >= sizeof copy)
		return "a shorter value";
	gb_text_add(copy, sizeof copy, "%.*s", (int)length, text);
	const char *format = cut_at_word(copy, " as ");
	*insert = (struct insert){ .format = format == NULL ? FORMATS : 0 };
	while (insert->format < FORMATS && strcmp(formats[insert->format].word, format) != 0)
		insert->format++;
	if (format != NULL && insert->format == FORMATS)
		return "as %, KiB, MiB, GiB or number";
	const char *second = cut_at_word(copy, " / ");
	insert->sign = second != NULL ? '/' : 0;
	if (second == NULL && (second = cut_at_word(copy, " - ")) != NULL)
		insert->sign = '-';
	const char *expected = read_value(kind, &insert->first, copy);
	if (expected == NULL && second != NULL)
		expected = read_value(kind, &insert->second, second);
	if (expected == NULL && (insert->sign != 0 || format != NULL) &&
	    (is_text(&insert->first) || is_text(&insert->second)))
		return "numbers";
	return expected;
}

const char *gb_finding_check(const struct gb_plot_kind *kind, const char *text, const char **at)
{
	struct insert insert;

	*at = text;
	if (text[0] == '\0')
		return "finding TEXT";
	for (const char *next = text; *(next += strcspn(next, "{}")) != '\0';) {
		const size_t length = strcspn(next + 1, "{}");
		*at = next;
		if (*next != '{' || next[1 + length] != '}')
			return "values as {VALUE}";
		const char *expected = read_insert(kind, &insert, next + 1, length);
		if (expected != NULL)
			return expected;
		next += length + 2;
	}
	return NULL;
}

/* ---- values ------------------------------------------------------------------------------------------------------ */

static bool is_point_of_value(const struct value *value, size_t gpu, const struct gb_curve_point *p)
{
	return p->drawn && p->gpu == gpu && (value->line[0] == '\0' || strcmp(value->line, p->series) == 0);
}

static double most_of(const struct gb_curve_panel *panel, size_t gpu, const struct value *value)
{
	double most = -INFINITY;

	for (size_t i = 0; i < panel->count; i++)
		if (is_point_of_value(value, gpu, &panel->point[i]))
			most = fmax(most, panel->point[i].y);
	return most;
}

static bool is_at_place(const struct value *value, const struct gb_curve_point *p, double most)
{
	if (value->place == PLACE_AT)
		return p->word[0] != '\0' ? strcmp(p->word, value->at) == 0
					  : fabs(gb_text_number(value->at) - p->x) <= 1e-9 * fabs(p->x);
	return (value->place != PLACE_FROM && value->place != PLACE_UNTIL) || p->y >= value->share * most;
}

/* True if `p` is selected and not the other matching point. */
static bool is_rather(const struct value *value, const struct gb_curve_point *p, const struct gb_curve_point *than)
{
	switch (value->place) {
	case PLACE_MAX:
		return p->y > than->y;
	case PLACE_MIN:
		return p->y < than->y;
	case PLACE_LAST:
	case PLACE_UNTIL:
		return p->x > than->x;
	case PLACE_AT:
	case PLACE_FIRST:
	case PLACE_FROM:
		break;
	}
	return p->x < than->x;
}

/* NULL: no drawn point matches. */
static const struct gb_curve_point *find_curve_point(const struct gb_curve *curve, size_t gpu,
						     const struct value *value)
{
	const struct gb_curve_panel *panel = &curve->panel[value->panel];
	const double most = most_of(panel, gpu, value);
	const struct gb_curve_point *found = NULL;

	for (size_t i = 0; i < panel->count; i++) {
		const struct gb_curve_point *p = &panel->point[i];
		if (is_point_of_value(value, gpu, p) && is_at_place(value, p, most) &&
		    (found == NULL || is_rather(value, p, found)))
			found = p;
	}
	return found;
}

static double part_of_point(const struct value *value, const struct gb_curve_point *p)
{
	return p == NULL ? NAN : value->part == PART_X ? p->x : value->part == PART_LIMIT ? p->limit : p->y;
}

static const char *unit_of(const struct insert *insert, const struct gb_curve_point *p)
{
	const char *unit = insert->first.part == PART_X ? p->x_unit : p->unit;

	return insert->sign == '/' || strcmp(unit, "1") == 0 ? "" : unit;
}

static void put_number(char *text, size_t size, const struct insert *insert, double number, const char *unit)
{
	char part[48] = "";
	const bool is_number = insert->format < FORMATS && formats[insert->format].scale == 1;

	if (is_number && !(fabs(number) < 1000 && number == rint(number)))
		gb_quantity_write_rounded(part, sizeof part, number, "");
	else if (is_number ||
		 (insert->format == FORMATS && insert->sign == 0 && insert->first.part == PART_X && unit[0] == '\0'))
		gb_text_add(part, sizeof part, "%.6g", number); /* a count or, for an axis, the selected value */
	else if (insert->format == FORMATS)
		gb_quantity_write_rounded(part, sizeof part, number, unit);
	else if (formats[insert->format].scale < 1)
		gb_text_percent(part, sizeof part, number, fabs(number) < 0.1);
	else
		gb_text_add(part, sizeof part, "%.3g %s", number / formats[insert->format].scale,
			    formats[insert->format].word);
	gb_text_add(text, size, "%s", part);
}

/* False: a value is missing. */
static bool put_insert(const struct gb_curve *curve, size_t gpu, const struct insert *insert, char *text, size_t size)
{
	const struct gb_curve_point *first = find_curve_point(curve, gpu, &insert->first);
	double number = part_of_point(&insert->first, first);

	if (first == NULL || (is_text(&insert->first) && insert->sign == 0)) {
		if (first != NULL)
			gb_text_add(text, size, "%s", insert->first.part == PART_WORD ? first->word : first->series);
		return first != NULL;
	}
	if (insert->sign != 0) {
		const double second = part_of_point(&insert->second, find_curve_point(curve, gpu, &insert->second));
		number = insert->sign == '/' ? number / second : number - second;
	}
	if (!isfinite(number))
		return false;
	put_number(text, size, insert, number, unit_of(insert, first));
	return true;
}

static bool write_finding(const struct gb_curve *curve, size_t gpu, const char *pattern, char *text, size_t size)
{
	struct insert insert;

	text[0] = '\0';
	for (;;) {
		const size_t plain = strcspn(pattern, "{");
		gb_text_add(text, size, "%.*s", (int)plain, pattern);
		pattern += plain;
		if (*pattern == '\0')
			return true;
		const size_t length = strcspn(++pattern, "}");
		if (read_insert(curve->kind, &insert, pattern, length) != NULL ||
		    !put_insert(curve, gpu, &insert, text, size))
			return false;
		pattern += length + 1;
	}
}

void gb_finding_of(const struct gb_curve *curve, size_t gpu, char *text, size_t size)
{
	for (size_t i = 0; i < curve->kind->findings; i++)
		if (write_finding(curve, gpu, curve->kind->finding[i], text, size))
			return;
	text[0] = '\0';
}
