#include "show/table_fit.h"

#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/text.h"
#include "base/wrap.h"

const char *gb_shown_cell(const struct gb_shown *s, size_t row, size_t column)
{
	return s->cell[row * s->table->columns + column];
}

size_t gb_shown_rows(const struct gb_shown *s)
{
	return s->table->cells / s->table->columns;
}

size_t gb_shown_length(const char *text)
{
	size_t length = 0;

	for (; *text != '\0'; text++)
		length += ((unsigned char)*text & 0xc0) != 0x80;
	return length;
}

/* Columns with only short texts, which are names of roofs, are never cut, and other texts not below a minimum
 * length. */
enum { NAME_MOST = 34, CUT_LEAST = 16 };
#define CUT "..."
enum { CUT_BYTES = sizeof CUT - 1 };

static size_t width_of(const struct gb_shown *s)
{
	size_t width = 0;

	for (size_t c = 0; c < s->table->columns; c++)
		width += s->left_out[c] ? 0 : 2 + s->width[c];
	return width - GB_TABLE_INDENT + s->indent;
}

/* A table that is slightly too wide loses its indent instead of a column. */
static bool is_too_wide(struct gb_shown *s, size_t columns)
{
	s->indent = GB_TABLE_INDENT;
	if (width_of(s) > columns)
		s->indent = 0;
	return width_of(s) > columns;
}

/* Only a table that is limited by the window is reported: a user can widen a window. */
static void tell_loss(const struct gb_shown *s)
{
	if (s->table->most == 0)
		gb_wrap_leave_out(0);
}

static void leave_out_column(struct gb_shown *s, size_t column)
{
	s->left_out[column] = true;
	tell_loss(s);
}

static bool are_rows_alike(const struct gb_shown *s, size_t a, size_t b, size_t except)
{
	for (size_t c = 0; c < s->table->columns; c++)
		if (c != except && !s->left_out[c] && strcmp(gb_shown_cell(s, a, c), gb_shown_cell(s, b, c)) != 0)
			return false;
	return true;
}

/* True if two of the remaining rows differ in this column only. */
static bool is_column_needed(const struct gb_shown *s, size_t column)
{
	for (size_t a = 1; a < gb_shown_rows(s); a++)
		for (size_t b = 1; b < a && !s->is_hidden[a]; b++)
			if (!s->is_hidden[b] && strcmp(gb_shown_cell(s, a, column), gb_shown_cell(s, b, column)) != 0 &&
			    are_rows_alike(s, a, b, column))
				return true;
	return false;
}

static void leave_out_heading(struct gb_shown *s, const char *heading)
{
	for (size_t c = s->table->columns; c-- > 0;)
		if (!s->left_out[c] && strcmp(gb_shown_cell(s, 0, c), heading) == 0 && !is_column_needed(s, c)) {
			leave_out_column(s, c);
			return;
		}
}

static char *skip_characters(char *text, size_t characters)
{
	while (characters-- > 0)
		text += gb_text_character(text);
	return text;
}

/* Cuts a text to this many characters, the last ones of which are kept. */
static void cut_text(char *text, size_t characters, size_t last)
{
	const size_t length = gb_shown_length(text), kept = characters - CUT_BYTES;

	if (length <= characters)
		return;
	const char *const end = skip_characters(text, length - last);
	char *const middle = skip_characters(text, kept - last);
	memmove(middle + CUT_BYTES, end, strlen(end) + 1);
	memcpy(middle, CUT, CUT_BYTES);
}

static int compare_texts(const void *left, const void *right)
{
	return strcmp(*(char *const *)left, *(char *const *)right);
}

/* Returns the number of different cells in a column that is cut in this way. */
static size_t count_different(const struct gb_shown *s, size_t column, size_t width, size_t last)
{
	const size_t rows = gb_shown_rows(s);
	char **text = gb_heap_array(rows, sizeof *text);
	size_t count = 0, different = 0;

	for (size_t r = 1; r < rows; r++)
		if (!s->is_hidden[r]) {
			text[count] = gb_heap_text(gb_shown_cell(s, r, column));
			cut_text(text[count++], width, last);
		}
	qsort(text, count, sizeof *text, compare_texts);
	for (size_t i = 0; i < count; i++)
		different += i == 0 || strcmp(text[i - 1], text[i]) != 0;
	for (size_t i = 0; i < count; i++)
		free(text[i]);
	free(text);
	return different;
}

static bool has_words(const struct gb_shown *s, size_t column)
{
	for (size_t r = 1; r < gb_shown_rows(s); r++)
		if (!s->is_hidden[r] && strchr(gb_shown_cell(s, r, column), ' ') != NULL)
			return true;
	return false;
}

/* Words lose their ends. Names lose a part so that they remain different: a third of the kept characters comes from the
 * end, unless another fraction leaves more of them different. */
static size_t choose_last(const struct gb_shown *s, size_t column, size_t width)
{
	const size_t kept = width - CUT_BYTES;
	size_t best = kept / 3;

	if (has_words(s, column))
		return 0;
	const size_t most = count_different(s, column, s->width[column], 0);
	size_t different = count_different(s, column, width, best);
	for (size_t last = 0; last <= kept && different < most; last++) {
		const size_t now = count_different(s, column, width, last);
		if (now > different) {
			different = now;
			best = last;
		}
	}
	return best;
}

static void cut_column(struct gb_shown *s, size_t column, size_t width)
{
	const size_t last = choose_last(s, column, width);

	for (size_t i = column; i < s->table->cells; i += s->table->columns)
		cut_text(s->cell[i], width, last);
	s->width[column] = width;
	tell_loss(s);
}

/* Returns the length of the end that all names of a column have from a dot on, such as the domain of hosts. */
static size_t common_domain(const struct gb_shown *s, size_t column)
{
	const char *first = NULL, *dot;
	size_t common = 0;

	for (size_t r = 1; r < gb_shown_rows(s); r++) {
		const char *const text = gb_shown_cell(s, r, column);
		size_t length = strlen(text), shared = 0;
		if (s->is_hidden[r])
			continue;
		first = first != NULL ? first : text;
		common = text == first ? length : common;
		while (shared < common && shared < length &&
		       text[length - shared - 1] == first[strlen(first) - shared - 1])
			shared++;
		common = shared;
	}
	if (common == 0 || (dot = strchr(first + strlen(first) - common, '.')) == NULL || dot == first)
		return 0;
	return strspn(dot, ".0123456789") < strlen(dot) ? strlen(dot) : 0; /* addresses have no domain */
}

static void cut_domains(struct gb_shown *s)
{
	for (size_t c = 0; c < s->table->columns; c++) {
		const size_t end = strcmp(gb_shown_cell(s, 0, c), "host") == 0 ? common_domain(s, c) : 0;
		if (end == 0)
			continue;
		s->width[c] = gb_shown_length(gb_shown_cell(s, 0, c));
		for (size_t r = 1; r < gb_shown_rows(s); r++) {
			char *const text = s->cell[r * s->table->columns + c];
			if (s->is_hidden[r])
				continue;
			text[strlen(text) - end] = '\0';
			s->width[c] = gb_shown_length(text) > s->width[c] ? gb_shown_length(text) : s->width[c];
		}
		tell_loss(s);
	}
}

/* Returns the widest column of texts that can be cut, except one; the number of columns: there is none. */
static size_t widest_text(const struct gb_shown *s, size_t except)
{
	size_t widest = s->table->columns;

	for (size_t c = 0; c < s->table->columns; c++)
		if (c != except && !s->left_out[c] && s->is_long[c] && s->width[c] > CUT_LEAST &&
		    (widest == s->table->columns || s->width[c] > s->width[widest]))
			widest = c;
	return widest;
}

/* Cuts as much as needed, but not below the width of the next column, which is then cut as well. */
static void cut_widest(struct gb_shown *s, size_t column, size_t columns)
{
	const size_t none = s->table->columns, second = widest_text(s, column), excess = width_of(s) - columns;
	const size_t width = s->width[column];
	size_t least = CUT_LEAST;

	if (second != none)
		least = s->width[second] < width ? s->width[second] : width - 1;
	cut_column(s, column, width > excess + least ? width - excess : least);
}

/* Returns the last column that does not distinguish two rows, or else the last one. The first two columns are kept. */
static size_t last_column(const struct gb_shown *s)
{
	size_t left = 0, last = s->table->columns, spare = last;

	for (size_t c = 0; c < s->table->columns; c++) {
		if (s->left_out[c] || ++left <= 2)
			continue;
		last = c;
		spare = is_column_needed(s, c) ? spare : c;
	}
	return spare < s->table->columns ? spare : last;
}

static bool is_column_empty(const struct gb_shown *s, size_t column)
{
	for (size_t r = 1; r < gb_shown_rows(s); r++)
		if (!s->is_hidden[r] && gb_shown_cell(s, r, column)[0] != '\0')
			return false;
	return true;
}

static void cut_texts(struct gb_shown *s, size_t columns, size_t least)
{
	const size_t none = s->table->columns;

	for (size_t c = 0; c < none; c++)
		s->is_long[c] = s->width[c] > least;
	for (size_t c; is_too_wide(s, columns) && (c = widest_text(s, none)) != none;) {
		s->indent = GB_TABLE_INDENT;
		cut_widest(s, c, columns);
	}
}

void gb_shown_fit(struct gb_shown *s, size_t columns)
{
	const size_t none = s->table->columns;

	for (size_t c = 0; c < none; c++)
		s->left_out[c] = is_column_empty(s, c);

	if (is_too_wide(s, columns))
		cut_domains(s);
	for (const char *const *name = s->table->lesser; name != NULL && *name != NULL && is_too_wide(s, columns);
	     name++)
		leave_out_heading(s, *name);
	cut_texts(s, columns, NAME_MOST);
	if (s->table->keeps_last)
		cut_texts(s, columns, CUT_LEAST);
	for (size_t c; is_too_wide(s, columns) && (c = last_column(s)) != none;)
		leave_out_column(s, c);
}
