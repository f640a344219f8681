#include "show/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/quantity.h"
#include "base/text.h"
#include "base/wrap.h"

/* The number of rows in the smallest window, and the spaces before each row. */
enum { ROWS_LEAST = 3, INDENT = 2 };

static void take_cell(struct gb_table *table, char *text)
{
	table->cell = gb_array_grow(table->cell, table->cells, &table->room, sizeof *table->cell);
	table->cell[table->cells++] = text;
}

void gb_table_column(struct gb_table *table, const char *heading)
{
	table->columns++;
	take_cell(table, gb_heap_text(heading));
}

void gb_table_columns(struct gb_table *table, const char *headings)
{
	char *text = gb_heap_text(headings), *rest = text;

	for (char *heading; (heading = strsep(&rest, "|")) != NULL;)
		gb_table_column(table, heading);
	free(text);
}

void gb_table_add(struct gb_table *table, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	take_cell(table, gb_text_made(format, args));
	va_end(args);
}

void gb_table_rank(struct gb_table *table, double rank)
{
	table->rank = gb_array_grow(table->rank, table->ranks, &table->rank_room, sizeof *table->rank);
	table->rank[table->ranks++] = rank;
}

void gb_table_add_si(struct gb_table *table, double value, const char *unit)
{
	char text[64] = "-";

	if (isfinite(value))
		gb_quantity_write(text, sizeof text, value, unit);
	gb_table_add(table, "%s", text);
}

void gb_table_add_percent(struct gb_table *table, int digits, double part)
{
	char text[64] = "-";

	if (isfinite(part))
		gb_text_percent(text, sizeof text, part, digits);
	gb_table_add(table, "%s", text);
}

/* If half the interval exceeds this part of the value, the interval shows only that the value moved. */
#define UNSTABLE 0.5

void gb_table_add_uncertainty(struct gb_table *table, double part)
{
	char text[64] = "-";

	if (part > UNSTABLE)
		gb_text_copy(text, sizeof text, "unstable");
	else if (isfinite(part))
		gb_text_uncertainty(text, sizeof text, part);
	gb_table_add(table, "%s", text);
}

void gb_table_add_change(struct gb_table *table, int digits, double part)
{
	char text[64] = "-";

	if (isfinite(part))
		gb_text_percent(text, sizeof text, part, digits);
	gb_table_add(table, "%s%s", isfinite(part) && part >= 0 ? "+" : "", text);
}

enum gb_escape gb_table_escape(enum gb_table_style style)
{
	return style == GB_TABLE_MARKDOWN ? GB_ESCAPE_MARKDOWN : GB_ESCAPE_LINE;
}

static bool is_right(const struct gb_table *table, size_t column)
{
	return table->cell[column][0] == '>';
}

/* A table ready to be printed: every cell is escaped here. */
struct shown {
	const struct gb_table *table;
	char **cell;
	size_t *width;                        /* width of each column, in characters */
	bool *left_out, *is_long, *is_hidden; /* the last one of each row, the others of each column */
	size_t indent;
};

static const char *cell_at(const struct shown *s, size_t row, size_t column)
{
	return s->cell[row * s->table->columns + column];
}

/* Characters according to UTF-8. */
static size_t length_of(const char *text)
{
	size_t length = 0;

	for (; *text != '\0'; text++)
		length += ((unsigned char)*text & 0xc0) != 0x80;
	return length;
}

static void free_shown(struct shown *s)
{
	for (size_t i = 0; s->cell != NULL && i < s->table->cells; i++)
		free(s->cell[i]);
	free(s->cell);
	free(s->width);
	free(s->left_out);
	free(s->is_long);
	free(s->is_hidden);
}

static size_t count_rows(const struct gb_table *table)
{
	return table->cells / table->columns;
}

/* Hide all rows but `most`, those of the highest rank. The first row is the headings. */
static void hide_rows(struct shown *s, size_t most)
{
	const size_t rows = count_rows(s->table);
	const double *rank = s->table->rank;

	if (rows - 1 <= most)
		return;
	for (size_t r = 1; r < rows; r++)
		s->is_hidden[r] = true;
	for (size_t kept = 0; kept < most; kept++) {
		size_t best = 0;
		for (size_t r = rows - 1; r > 0; r--)
			if (s->is_hidden[r] && (best == 0 || rank == NULL || rank[r - 1] >= rank[best - 1]))
				best = r;
		s->is_hidden[best] = false;
	}
	gb_wrap_leave_out(rows - 1 - most);
}

static void make_shown(struct shown *s, const struct gb_table *table, enum gb_table_style style, size_t most)
{
	*s = (struct shown){ .table = table, .indent = INDENT };
	s->cell = gb_heap_array(table->cells, sizeof *s->cell);
	s->width = gb_heap_array(table->columns, sizeof *s->width);
	s->left_out = gb_heap_array(table->columns, sizeof *s->left_out);
	s->is_long = gb_heap_array(table->columns, sizeof *s->is_long);
	s->is_hidden = gb_heap_array(count_rows(table), sizeof *s->is_hidden);
	hide_rows(s, most);
	for (size_t i = 0; i < table->cells; i++) {
		const size_t column = i % table->columns, mark = i < table->columns && is_right(table, column);
		s->cell[i] = gb_escape_copy(gb_table_escape(style), table->cell[i] + mark);
		const size_t length = length_of(s->cell[i]);
		if (!s->is_hidden[i / table->columns] && length > s->width[column])
			s->width[column] = length;
	}
}

/* ---- fitting into the width -------------------------------------------------------------------------------------- */

/* Columns with only short texts are never cut: they are names of roofs. Others are not cut below a minimum length. */
enum { NAME_MOST = 34, CUT_LEAST = 16 };
/* The mark for cut text. */
#define CUT "..."
enum { CUT_BYTES = sizeof CUT - 1 };

static size_t width_of(const struct shown *s)
{
	size_t width = 0;

	for (size_t c = 0; c < s->table->columns; c++)
		width += s->left_out[c] ? 0 : 2 + s->width[c];
	return width - INDENT + s->indent;
}

/* A table that is slightly too wide loses its indent rather than a column. */
static bool is_too_wide(struct shown *s, size_t columns)
{
	s->indent = INDENT;
	if (width_of(s) > columns)
		s->indent = 0;
	return width_of(s) > columns;
}

/* A user can widen a window, but not a table with a limited width. */
static void tell_loss(const struct shown *s)
{
	if (s->table->most == 0)
		gb_wrap_leave_out(0);
}

static void leave_out_column(struct shown *s, size_t column)
{
	s->left_out[column] = true;
	tell_loss(s);
}

static bool are_rows_alike(const struct shown *s, size_t a, size_t b, size_t except)
{
	for (size_t c = 0; c < s->table->columns; c++)
		if (c != except && !s->left_out[c] && strcmp(cell_at(s, a, c), cell_at(s, b, c)) != 0)
			return false;
	return true;
}

/* True if two of the remaining rows differ in this column only. */
static bool is_column_needed(const struct shown *s, size_t column)
{
	for (size_t a = 1; a < count_rows(s->table); a++)
		for (size_t b = 1; b < a && !s->is_hidden[a]; b++)
			if (!s->is_hidden[b] && strcmp(cell_at(s, a, column), cell_at(s, b, column)) != 0 &&
			    are_rows_alike(s, a, b, column))
				return true;
	return false;
}

static void leave_out_heading(struct shown *s, const char *heading)
{
	for (size_t c = s->table->columns; c-- > 0;)
		if (!s->left_out[c] && strcmp(cell_at(s, 0, c), heading) == 0 && !is_column_needed(s, c)) {
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

/* Cut to this many characters: names in the middle, because they differ at their beginnings or ends; words at the
 * end. */
static void cut_text(char *text, size_t characters)
{
	const size_t length = length_of(text), kept = characters - strlen(CUT);
	const size_t last = strchr(text, ' ') != NULL ? 0 : kept / 3;

	if (length <= characters)
		return;
	const char *const end = skip_characters(text, length - last);
	char *const middle = skip_characters(text, kept - last);
	memmove(middle + CUT_BYTES, end, strlen(end) + 1);
	memcpy(middle, CUT, CUT_BYTES);
}

static void cut_column(struct shown *s, size_t column, size_t width)
{
	for (size_t i = column; i < s->table->cells; i += s->table->columns)
		cut_text(s->cell[i], width);
	s->width[column] = width;
	tell_loss(s);
}

/* The widest column of texts that can be cut, except one; the number of columns: there is none. */
static size_t widest_text(const struct shown *s, size_t except)
{
	size_t widest = s->table->columns;

	for (size_t c = 0; c < s->table->columns; c++)
		if (c != except && !s->left_out[c] && s->is_long[c] && s->width[c] > CUT_LEAST &&
		    (widest == s->table->columns || s->width[c] > s->width[widest]))
			widest = c;
	return widest;
}

/* As much as needed, but not below the width of the next column, which is then cut with this one. */
static void cut_widest(struct shown *s, size_t column, size_t columns)
{
	const size_t none = s->table->columns, second = widest_text(s, column), excess = width_of(s) - columns;
	const size_t width = s->width[column];
	size_t least = CUT_LEAST;

	if (second != none)
		least = s->width[second] < width ? s->width[second] : width - 1;
	cut_column(s, column, width > excess + least ? width - excess : least);
}

/* The last column; the first two are kept. */
static size_t last_column(const struct shown *s)
{
	size_t left = 0, last = 0;

	for (size_t c = 0; c < s->table->columns; c++)
		if (!s->left_out[c]) {
			left++;
			last = c;
		}
	return left > 2 ? last : s->table->columns;
}

static bool is_column_empty(const struct shown *s, size_t column)
{
	for (size_t r = 1; r < count_rows(s->table); r++)
		if (!s->is_hidden[r] && cell_at(s, r, column)[0] != '\0')
			return false;
	return true;
}

static void fit_columns(struct shown *s, size_t columns)
{
	const size_t none = s->table->columns;

	for (size_t c = 0; c < none; c++)
		s->left_out[c] = is_column_empty(s, c);

	for (const char *const *name = s->table->lesser; name != NULL && *name != NULL && is_too_wide(s, columns);
	     name++)
		leave_out_heading(s, *name);
	for (size_t c = 0; c < none; c++)
		s->is_long[c] = s->width[c] > NAME_MOST;
	for (size_t c; is_too_wide(s, columns) && (c = widest_text(s, none)) != none;) {
		s->indent = INDENT;
		cut_widest(s, c, columns);
	}
	for (size_t c; is_too_wide(s, columns) && (c = last_column(s)) != none;)
		leave_out_column(s, c);
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

static bool has_status(const struct shown *s, size_t column)
{
	const char *const heading = cell_at(s, 0, column);

	return strcmp(heading, "status") == 0 || strcmp(heading, "verdict") == 0;
}

static void print_text_row(const struct shown *s, size_t row, FILE *out)
{
	const struct gb_table *table = s->table;
	size_t blanks = s->indent; /* written later, so that no line ends with spaces */

	for (size_t c = 0; c < table->columns; c++) {
		if (s->left_out[c])
			continue;
		const char *text = cell_at(s, row, c);
		const char *colour = row == 0 ? gb_wrap_dim(out) : has_status(s, c) ? gb_wrap_colour(out, text) : "";
		const size_t rest = s->width[c] - length_of(text);
		if (is_right(table, c))
			blanks += rest;
		if (text[0] != '\0') {
			fprintf(out, "%*s%s%s%s", (int)blanks, "", colour, text, gb_wrap_plain(colour));
			blanks = 0;
		}
		blanks += is_right(table, c) ? 2 : rest + 2;
	}
	fputc('\n', out);
}

static void print_markdown_row(const struct shown *s, size_t row, FILE *out)
{
	for (size_t c = 0; c < s->table->columns; c++)
		fprintf(out, "%s%s", c ? " | " : "| ", cell_at(s, row, c));
	fputs(" |\n", out);
	if (row > 0)
		return;
	for (size_t c = 0; c < s->table->columns; c++)
		fputs(is_right(s->table, c) ? "| ---: " : "| --- ", out);
	fputs("|\n", out);
}

void gb_table_print(const struct gb_table *table, enum gb_table_style style, FILE *out)
{
	struct shown shown;
	const size_t rows = style == GB_TABLE_TEXT ? gb_wrap_rows(out, table->others) : SIZE_MAX;
	const size_t most = table->most > 0 ? table->most : (size_t)gb_wrap_columns(out);

	if (table->columns == 0)
		return;
	make_shown(&shown, table, style, rows > ROWS_LEAST ? rows : ROWS_LEAST);
	if (style == GB_TABLE_TEXT && most > 0)
		fit_columns(&shown, most);
	for (size_t row = 0; row < count_rows(table); row++) {
		if (shown.is_hidden[row])
			continue;
		if (style == GB_TABLE_MARKDOWN)
			print_markdown_row(&shown, row, out);
		else
			print_text_row(&shown, row, out);
		gb_wrap_count_lines(most > 0);
	}
	free_shown(&shown);
}

void gb_table_title(enum gb_table_style style, const char *text, FILE *out)
{
	if (style == GB_TABLE_TEXT) {
		gb_wrap_line(out, text);
		return;
	}
	fputs("## ", out);
	gb_escape_put(out, gb_table_escape(style), text);
	fputs("\n\n", out);
}

void gb_table_free(struct gb_table *table)
{
	for (size_t i = 0; i < table->cells; i++)
		free(table->cell[i]);
	free(table->cell);
	free(table->rank);
	*table = (struct gb_table){ 0 };
}
