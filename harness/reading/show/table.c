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
#include "show/table_fit.h"

/* The number of rows in the smallest window. */
enum { ROWS_LEAST = 3 };

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

/* If half the interval exceeds this fraction of the value, it shows only that the value was unstable. */
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

void gb_table_add_better(struct gb_table *table, int digits, double part)
{
	char text[64] = "-";
	const char *word = "";

	if (isfinite(part)) {
		gb_text_percent(text, sizeof text, fabs(part), digits);
		word = !(strtod(text, NULL) > 0) ? "" : part > 0 ? " better" : " worse";
	}
	gb_table_add(table, "%s%s", text, word);
}

enum gb_escape gb_table_escape(enum gb_table_style style)
{
	return style == GB_TABLE_MARKDOWN ? GB_ESCAPE_MARKDOWN : GB_ESCAPE_LINE;
}

static bool is_right(const struct gb_table *table, size_t column)
{
	return table->cell[column][0] == '>';
}

static void free_shown(struct gb_shown *s)
{
	for (size_t i = 0; s->cell != NULL && i < s->table->cells; i++)
		free(s->cell[i]);
	free(s->cell);
	free(s->width);
	free(s->left_out);
	free(s->is_long);
	free(s->is_hidden);
}

/* Hides all rows except the `most` with the highest rank. The first row has the headings. */
static void hide_rows(struct gb_shown *s, size_t most)
{
	const size_t rows = gb_shown_rows(s);
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

static void make_shown(struct gb_shown *s, const struct gb_table *table, enum gb_table_style style, size_t most)
{
	*s = (struct gb_shown){ .table = table, .indent = GB_TABLE_INDENT };
	s->cell = gb_heap_array(table->cells, sizeof *s->cell);
	s->width = gb_heap_array(table->columns, sizeof *s->width);
	s->left_out = gb_heap_array(table->columns, sizeof *s->left_out);
	s->is_long = gb_heap_array(table->columns, sizeof *s->is_long);
	s->is_hidden = gb_heap_array(gb_shown_rows(s), sizeof *s->is_hidden);
	hide_rows(s, most);
	for (size_t i = 0; i < table->cells; i++) {
		const size_t column = i % table->columns, mark = i < table->columns && is_right(table, column);
		s->cell[i] = gb_escape_copy(gb_table_escape(style), table->cell[i] + mark);
		const size_t length = gb_shown_length(s->cell[i]);
		if (!s->is_hidden[i / table->columns] && length > s->width[column])
			s->width[column] = length;
	}
}

/* ---- printing ---------------------------------------------------------------------------------------------------- */

static bool has_status(const struct gb_shown *s, size_t column)
{
	const char *const heading = gb_shown_cell(s, 0, column);

	return strcmp(heading, "status") == 0 || strcmp(heading, "verdict") == 0;
}

static void print_text_row(const struct gb_shown *s, size_t row, FILE *out)
{
	const struct gb_table *table = s->table;
	size_t blanks = s->indent; /* they are written later, so that no line ends with spaces */

	for (size_t c = 0; c < table->columns; c++) {
		if (s->left_out[c])
			continue;
		const char *text = gb_shown_cell(s, row, c);
		const char *colour = row == 0 ? gb_wrap_dim(out) : has_status(s, c) ? gb_wrap_colour(out, text) : "";
		const size_t rest = s->width[c] - gb_shown_length(text);
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

static void print_markdown_row(const struct gb_shown *s, size_t row, FILE *out)
{
	for (size_t c = 0; c < s->table->columns; c++)
		fprintf(out, "%s%s", c ? " | " : "| ", gb_shown_cell(s, row, c));
	fputs(" |\n", out);
	if (row > 0)
		return;
	for (size_t c = 0; c < s->table->columns; c++)
		fputs(is_right(s->table, c) ? "| ---: " : "| --- ", out);
	fputs("|\n", out);
}

void gb_table_print(const struct gb_table *table, enum gb_table_style style, FILE *out)
{
	struct gb_shown shown;
	const size_t rows = style == GB_TABLE_TEXT ? gb_wrap_rows(out, table->others) : SIZE_MAX;
	const size_t most = table->most > 0 ? table->most : (size_t)gb_wrap_columns(out);

	if (table->columns == 0)
		return;
	make_shown(&shown, table, style, rows > ROWS_LEAST ? rows : ROWS_LEAST);
	if (style == GB_TABLE_TEXT && most > 0)
		gb_shown_fit(&shown, most);
	for (size_t row = 0; row < gb_shown_rows(&shown); row++) {
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
