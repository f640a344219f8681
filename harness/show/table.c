#include "show/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/text.h"
#include "base/wrap.h"

static void take(struct gb_table *table, char *text)
{
	char **grown = text != NULL ? gb_array_grow(table->cell, table->cells, &table->room, sizeof *grown) : NULL;

	if (grown == NULL) {
		free(text);
		table->broken = 1;
		gb_text_lose();
		return;
	}
	table->cell = grown;
	table->cell[table->cells++] = text;
}

void gb_table_column(struct gb_table *table, const char *heading)
{
	table->columns++;
	take(table, strdup(heading));
}

void gb_table_add(struct gb_table *table, const char *format, ...)
{
	char *text = NULL;
	va_list args;

	va_start(args, format);
	if (vasprintf(&text, format, args) < 0)
		text = NULL;
	va_end(args);
	take(table, text);
}

void gb_table_add_si(struct gb_table *table, double value, const char *unit)
{
	char text[64] = "-";

	if (isfinite(value))
		gb_text_si(text, sizeof text, value, unit);
	gb_table_add(table, "%s", text);
}

void gb_table_add_percent(struct gb_table *table, int digits, double part)
{
	char text[64] = "-";

	if (isfinite(part))
		gb_text_percent(text, sizeof text, part, digits);
	gb_table_add(table, "%s", text);
}

void gb_table_add_uncertainty(struct gb_table *table, double part)
{
	char text[64] = "-";

	if (isfinite(part))
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

/* A table as it is printed: every cell escaped, all at this one place. */
struct shown {
	const struct gb_table *table;
	char **cell;
	size_t *width; /* of each column, in characters */
};

static const char *cell_at(const struct shown *s, size_t row, size_t column)
{
	return s->cell[row * s->table->columns + column];
}

/* Characters, as far as UTF-8 tells. */
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
}

static int make_shown(struct shown *s, const struct gb_table *table, enum gb_table_style style)
{
	*s = (struct shown){ .table = table };
	if (table->broken || table->columns == 0)
		return GB_FAILED;
	s->cell = calloc(table->cells, sizeof *s->cell);
	s->width = calloc(table->columns, sizeof *s->width);
	for (size_t i = 0; s->cell != NULL && s->width != NULL && i < table->cells; i++) {
		const size_t column = i % table->columns, mark = i < table->columns && is_right(table, column);
		s->cell[i] = gb_escape_copy(gb_table_escape(style), table->cell[i] + mark);
		if (s->cell[i] == NULL)
			return GB_FAILED;
		const size_t length = length_of(s->cell[i]);
		s->width[column] = length > s->width[column] ? length : s->width[column];
	}
	if (s->cell != NULL && s->width != NULL)
		return GB_OK;
	gb_text_lose();
	return GB_FAILED;
}

static void print_text_row(const struct shown *s, size_t row, FILE *out)
{
	const struct gb_table *table = s->table;
	size_t blanks = 2; /* kept back: none at the end of a line */

	for (size_t c = 0; c < table->columns; c++) {
		const char *text = cell_at(s, row, c);
		const size_t rest = s->width[c] - length_of(text);
		if (is_right(table, c))
			blanks += rest;
		if (text[0] != '\0') {
			fprintf(out, "%*s%s", (int)blanks, "", text);
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

size_t gb_table_width(const struct gb_table *table)
{
	struct shown shown;
	size_t width = 0;

	if (make_shown(&shown, table, GB_TABLE_TEXT) == GB_OK)
		for (size_t c = 0; c < table->columns; c++)
			width += 2 + shown.width[c];
	free_shown(&shown);
	return width;
}

void gb_table_print(const struct gb_table *table, enum gb_table_style style, FILE *out)
{
	struct shown shown;
	const int status = make_shown(&shown, table, style);

	if (status != GB_OK)
		fputs("  (out of memory for this table)\n", out);
	for (size_t row = 0; status == GB_OK && row < table->cells / table->columns; row++) {
		if (style == GB_TABLE_MARKDOWN)
			print_markdown_row(&shown, row, out);
		else
			print_text_row(&shown, row, out);
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
	*table = (struct gb_table){ 0 };
}
