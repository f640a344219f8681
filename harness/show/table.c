#include "show/table.h"

#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static void take(struct gb_table *table, char *text)
{
	if (text != NULL && table->cells == table->room) {
		const size_t more = table->room ? 2 * table->room : 64;
		char **grown = realloc(table->cell, more * sizeof *grown);
		if (grown != NULL) {
			table->cell = grown;
			table->room = more;
		}
	}
	if (text == NULL || table->cells == table->room) {
		free(text);
		table->broken = 1;
		return;
	}
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
	if (isfinite(part))
		gb_table_add(table, "%.*f %%", digits, 100 * part);
	else
		gb_table_add(table, "-");
}

void gb_table_add_change(struct gb_table *table, int digits, double part)
{
	if (isfinite(part))
		gb_table_add(table, "%+.*f %%", digits, 100 * part);
	else
		gb_table_add(table, "-");
}

static const char *cell_at(const struct gb_table *table, size_t row, size_t column)
{
	const char *text = table->cell[row * table->columns + column];

	return text + (row == 0 && text[0] == '>');
}

static bool is_right(const struct gb_table *table, size_t column)
{
	return table->cell[column][0] == '>';
}

/* Characters, as far as UTF-8 tells. */
static size_t length_of(const char *text)
{
	size_t length = 0;

	for (; *text != '\0'; text++)
		length += ((unsigned char)*text & 0xc0) != 0x80;
	return length;
}

static size_t width_of(const struct gb_table *table, size_t column)
{
	size_t width = 0;

	for (size_t row = 0; row < table->cells / table->columns; row++) {
		const size_t length = length_of(cell_at(table, row, column));
		width = length > width ? length : width;
	}
	return width;
}

static void print_text_row(const struct gb_table *table, size_t row, const size_t *width, FILE *out)
{
	size_t blanks = 2; /* kept back: none at the end of a line */

	for (size_t c = 0; c < table->columns; c++) {
		const char *text = cell_at(table, row, c);
		const size_t rest = width[c] - length_of(text);
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

static void print_markdown_row(const struct gb_table *table, size_t row, FILE *out)
{
	for (size_t c = 0; c < table->columns; c++) {
		fputs(c ? " | " : "| ", out);
		for (const char *text = cell_at(table, row, c); *text != '\0'; text++)
			fprintf(out, *text == '|' ? "\\%c" : "%c", *text);
	}
	fputs(" |\n", out);
	if (row > 0)
		return;
	for (size_t c = 0; c < table->columns; c++)
		fputs(is_right(table, c) ? "| ---: " : "| --- ", out);
	fputs("|\n", out);
}

void gb_table_print(const struct gb_table *table, enum gb_table_style style, FILE *out)
{
	size_t *width = table->columns ? calloc(table->columns, sizeof *width) : NULL;

	if (table->broken || width == NULL) {
		fputs("  (out of memory for this table)\n", out);
		free(width);
		return;
	}
	for (size_t c = 0; c < table->columns; c++)
		width[c] = width_of(table, c);
	for (size_t row = 0; row < table->cells / table->columns; row++) {
		if (style == GB_TABLE_MARKDOWN)
			print_markdown_row(table, row, out);
		else
			print_text_row(table, row, width, out);
	}
	free(width);
}

void gb_table_free(struct gb_table *table)
{
	for (size_t i = 0; i < table->cells; i++)
		free(table->cell[i]);
	free(table->cell);
	*table = (struct gb_table){ 0 };
}
