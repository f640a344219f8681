/* kind_read.c: reads NAME.plot (kinds.h). */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/escape.h"
#include "base/folders.h"
#include "base/text.h"
#include "plot/finding.h"
#include "plot/kinds.h"
#include "record/record.h"

enum { LISTS_MAX = 8 };

/* The current line, and the lists of values defined so far. */
struct place {
	const char *path;
	size_t line;
	struct gb_strings *texts;
	struct gb_error *error;
	struct {
		const char *name, *values;
	} list[LISTS_MAX];
	size_t lists;
};

static int fail_expected(const struct place *at, const char *found, const char *expected)
{
	return gb_error_set(at->error, "%s: line %zu: found '%.80s', expected %s", at->path, at->line, found, expected);
}

/* Returns the next word, which is empty at the end, and moves `*rest` past it. */
static const char *next_word(char **rest)
{
	char *word = *rest + strspn(*rest, " \t");
	const size_t length = strcspn(word, " \t");

	*rest = word + length + (word[length] != '\0');
	word[length] = '\0';
	return word;
}

static bool is_name(const char *word)
{
	return islower((unsigned char)word[0]) && word[strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0';
}

/* True if every { is followed by an axis and a }. */
static bool is_pattern(const char *text)
{
	while (*(text += strcspn(text, "{}")) != '\0') {
		const size_t axis = strcspn(text + 1, "{}");
		if (text[0] != '{' || text[1 + axis] != '}' || axis == (size_t)(text[1] == '>' || text[1] == '?'))
			return false;
		text += axis + 2;
	}
	return true;
}

/* True for "axis=value|value,axis!=value". */
static bool is_choice(const char *text)
{
	for (;;) {
		const size_t length = strcspn(text, ","), axis = strcspn(text, "!=,");
		const size_t values = axis + 1 + (text[axis] == '!');
		if (axis == 0 || axis == length || text[values - 1] != '=' || values >= length)
			return false;
		if (text[length] == '\0')
			return true;
		text += length + 1;
	}
}

static bool has_panel(const struct gb_plot_kind *kind, const char *name)
{
	for (size_t i = 0; i < kind->panels; i++)
		if (strcmp(kind->panel[i].name, name) == 0)
			return true;
	return false;
}

/* ---- named lists of values --------------------------------------------------------------------------------------- */

static const char *find_values(const struct place *at, const char *name, size_t length)
{
	for (size_t i = 0; i < at->lists; i++)
		if (strncmp(at->list[i].name, name, length) == 0 && at->list[i].name[length] == '\0')
			return at->list[i].values;
	return NULL;
}

static int read_values(char *rest, struct place *at)
{
	const char *name = next_word(&rest), *values = next_word(&rest);
	char most[32] = "";

	gb_text_add(most, sizeof most, "at most %d lists of values", LISTS_MAX);
	if (at->lists == LISTS_MAX)
		return fail_expected(at, name, most);
	if (!is_name(name) || find_values(at, name, strlen(name)) != NULL)
		return fail_expected(at, name, "a new name for the list, in lowercase letters, digits and _");
	if (values[0] == '\0' || values[strcspn(values, "{}=,")] != '\0' || rest[strspn(rest, " \t")] != '\0')
		return fail_expected(at, values, "values NAME VALUE|VALUE");
	at->list[at->lists].name = gb_strings_keep(at->texts, name);
	at->list[at->lists++].values = gb_strings_keep(at->texts, values);
	return GB_OK;
}

/* Stores POINTS with each {name} replaced by its values; NULL: there is no such list. */
static const char *keep_points(const struct place *at, const char *points)
{
	char text[4096] = "";

	while (*points != '\0') {
		const size_t plain = strcspn(points, "{");
		gb_text_add(text, sizeof text, "%.*s", (int)plain, points);
		points += plain;
		if (*points == '\0')
			break;
		const size_t name = strcspn(points, "}");
		const char *values = points[name] == '}' ? find_values(at, points + 1, name - 1) : NULL;
		if (values == NULL) {
			fail_expected(at, points, "{NAME} of a line 'values NAME VALUE|VALUE' above");
			return NULL;
		}
		gb_text_add(text, sizeof text, "%s", values);
		points += name + 1;
	}
	if (strlen(text) + 1 < sizeof text)
		return gb_strings_keep(at->texts, text);
	fail_expected(at, text, "a shorter list of points");
	return NULL;
}

static int read_panel(struct gb_plot_kind *kind, char *rest, const struct place *at)
{
	const char *name = next_word(&rest), *metric = next_word(&rest), *x = next_word(&rest),
		   *points = next_word(&rest), *lines = rest + strspn(rest, " \t");
	char most[32] = "";

	gb_text_add(most, sizeof most, "at most %d panels", GB_PLOT_PANELS);
	if (kind->panels == GB_PLOT_PANELS)
		return fail_expected(at, name, most);
	if (!is_name(name) || has_panel(kind, name))
		return fail_expected(at, name, "a new name for the panel, in lowercase letters, digits and _");
	if (lines[0] == '\0')
		return fail_expected(at, lines, "panel PANEL METRIC X POINTS LINES");
	if (!is_pattern(x) || !is_pattern(lines))
		return fail_expected(at, is_pattern(x) ? lines : x, "axes as {axis}");
	if (strcmp(points, "-") != 0 && !is_choice(points))
		return fail_expected(at, points, "axis=value|value,axis!=value,... or -");
	points = keep_points(at, strcmp(points, "-") != 0 ? points : "");
	if (points == NULL)
		return GB_FAILED;
	struct gb_plot_panel *panel = &kind->panel[kind->panels++];
	*panel = (struct gb_plot_panel){ .name = gb_strings_keep(at->texts, name),
					 .metric = gb_strings_keep(at->texts, metric),
					 .x = gb_strings_keep(at->texts, x),
					 .points = points,
					 .lines = gb_strings_keep(at->texts, lines) };
	return GB_OK;
}

/* ---- appearance of panels ---------------------------------------------------------------------------------------- */

static int read_setting(struct gb_plot_kind *kind, enum gb_panel_setting which, const char *given,
			const struct place *at)
{
	struct gb_plot_panel *panel = kind->panels > 0 ? &kind->panel[kind->panels - 1] : NULL;
	const char **kept = panel != NULL ? &panel->setting[which] : &kind->setting[which];
	char text[GB_PLOT_TEXT] = "";
	const char *expected = gb_panel_setting_text(which, given, text, sizeof text);

	if (*kept != NULL)
		expected = "one such line for a panel";
	else if (given[0] == '\0' || strlen(text) + 1 >= sizeof text)
		expected = "a text of at most 158 bytes";
	else if (which == GB_PANEL_OVER &&
		 (panel == NULL || !has_panel(kind, given) || strcmp(panel->name, given) == 0))
		expected = "a panel above";
	if (expected != NULL)
		return fail_expected(at, given, expected);
	*kept = gb_strings_keep(at->texts, text);
	return GB_OK;
}

/* Reads a number from 1 to 9999. */
static bool read_number(char **rest, unsigned *number)
{
	const char *word = next_word(rest);

	*number = (unsigned)strtoul(word, NULL, 10);
	return word[strspn(word, "0123456789")] == '\0' && strlen(word) <= 4 && *number > 0;
}

static int read_size(struct gb_plot_kind *kind, char *rest, const struct place *at)
{
	if (!read_number(&rest, &kind->width) || !read_number(&rest, &kind->height) || rest[0] != '\0')
		return fail_expected(at, rest, "size WIDTH HEIGHT");
	return GB_OK;
}

static int read_columns(struct gb_plot_kind *kind, char *rest, const struct place *at)
{
	return read_number(&rest, &kind->columns) && rest[0] == '\0' ? GB_OK
								     : fail_expected(at, rest, "columns NUMBER");
}

static int read_name(struct gb_plot_kind *kind, char *rest, const struct place *at)
{
	char *text = strstr(rest, " = ");
	char most[32] = "";

	gb_text_add(most, sizeof most, "at most %d names", GB_PLOT_NAMES);
	if (kind->aliases == GB_PLOT_NAMES)
		return fail_expected(at, rest, most);
	if (text == NULL || text == rest)
		return fail_expected(at, rest, "name LINE = TEXT");
	*text = '\0';
	kind->alias[kind->aliases].line = gb_strings_keep(at->texts, rest);
	kind->alias[kind->aliases++].text = gb_strings_keep(at->texts, text + 3);
	return GB_OK;
}

static int read_finding(struct gb_plot_kind *kind, const char *text, const struct place *at)
{
	char most[32] = "";
	const char *where;
	const char *expected = gb_finding_check(kind, text, &where);

	gb_text_add(most, sizeof most, "at most %d findings", GB_PLOT_FINDINGS);
	if (expected == NULL && kind->findings == GB_PLOT_FINDINGS)
		expected = most;
	if (expected != NULL)
		return fail_expected(at, where, expected);
	kind->finding[kind->findings++] = gb_strings_keep(at->texts, text);
	return GB_OK;
}

static int read_line(struct gb_plot_kind *kind, char *line, struct place *at)
{
	char *rest = line + strspn(line, " \t");

	for (size_t length = strlen(line); length > 0 && isspace((unsigned char)line[length - 1]);)
		line[--length] = '\0';
	if (rest[0] == '#' || rest[0] == '\0')
		return GB_OK;
	const char *word = next_word(&rest);
	if (strcmp(word, "panel") == 0)
		return read_panel(kind, rest, at);
	if (strcmp(word, "values") == 0)
		return read_values(rest, at);
	if (strcmp(word, "finding") == 0)
		return read_finding(kind, rest, at);
	if (strcmp(word, "size") == 0)
		return read_size(kind, rest, at);
	if (strcmp(word, "columns") == 0)
		return read_columns(kind, rest, at);
	if (strcmp(word, "name") == 0)
		return read_name(kind, rest + strspn(rest, " \t"), at);
	const enum gb_panel_setting setting = gb_panel_setting_find(word);
	if (setting != GB_PANEL_SETTINGS)
		return read_setting(kind, setting, rest + strspn(rest, " \t"), at);
	if (strcmp(word, "summary") != 0)
		return fail_expected(at, word,
				     "summary, size, columns, name, values, panel, a setting of one, finding or #");
	if (kind->help != NULL || rest[0] == '\0')
		return fail_expected(at, rest, "one summary in words");
	/* Terminals show the summary in the help. */
	char *shown = gb_escape_copy(GB_ESCAPE_LINE, rest);
	kind->help = gb_strings_keep(at->texts, shown);
	free(shown);
	return GB_OK;
}

int gb_plot_kind_read(struct gb_plot_kind *kind, const char *path, struct gb_strings *texts, struct gb_error *error)
{
	struct place at = { .path = path, .texts = texts, .error = error };
	FILE *file = gb_folders_is_file(path) ? fopen(path, "r") : NULL;
	char *line = NULL;
	size_t size = 0;
	int status = GB_OK;

	kind->help = NULL;
	kind->panels = kind->findings = 0;
	if (file == NULL)
		return gb_error_set(error, "%s: cannot be read: %s", path, strerror(errno));
	while (status == GB_OK && getline(&line, &size, file) >= 0) {
		at.line++;
		status = read_line(kind, line, &at);
	}
	free(line);
	fclose(file);
	if (status == GB_OK && (kind->help == NULL || kind->panels == 0))
		status = gb_error_set(error, "%s: expected a summary and a panel", path);
	return status;
}

/* ---- the axes of a point ----------------------------------------------------------------------------------------- */

const char *gb_axis_value(const struct gb_record *record, const char *axis, size_t axis_length, size_t *length)
{
	if (axis_length == strlen("variant") && strncmp(axis, "variant", axis_length) == 0) {
		*length = strlen(record->variant);
		return record->variant;
	}
	return gb_point_word(gb_record_text(record->point), axis, axis_length, length);
}

bool gb_axis_is_one_of(const char *value, size_t length, const char *at, const char *end)
{
	while (at < end) {
		const size_t one = strcspn(at, "|,");
		if (one == length && strncmp(at, value, one) == 0)
			return true;
		at += one + 1;
	}
	return false;
}

bool gb_axis_fits(const struct gb_record *record, const char *words)
{
	for (const char *at = words; *at != '\0';) {
		const char *end = at + strcspn(at, ",");
		const size_t name = strcspn(at, "!=");
		const bool others = at[name] == '!';
		size_t length;
		const char *value = gb_axis_value(record, at, name, &length);
		if (value != NULL && gb_axis_is_one_of(value, length, at + name + 1 + others, end) == others)
			return false;
		at = end + (*end == ',');
	}
	return true;
}

/* Keeps "ca" of "r32-ca". */
static void keep_end(const char **value, size_t *length)
{
	for (size_t i = *length; i-- > 0;)
		if ((*value)[i] == '-') {
			*value += i + 1;
			*length -= i + 1;
			return;
		}
}

bool gb_axis_fill_in(const struct gb_record *record, const char *pattern, char *text, size_t size)
{
	text[0] = '\0';
	while (*pattern != '\0') {
		const size_t plain = strcspn(pattern, "{");
		gb_text_add(text, size, "%.*s", (int)plain, pattern);
		pattern += plain;
		if (*pattern == '\0')
			break;
		const bool marked = *++pattern == '>', optional = marked || *pattern == '?';
		const size_t name = strcspn(pattern, "}");
		const bool end = pattern[name - 1] == '-';
		size_t length;
		const char *value = gb_axis_value(record, pattern + optional, name - end - optional, &length);
		if (value == NULL && !optional)
			return false;
		if (value != NULL && end)
			keep_end(&value, &length);
		if (value != NULL)
			gb_text_add(text, size, "%s%.*s", marked ? ">" : "", (int)length, value);
		pattern += name + 1;
	}
	return true;
}
