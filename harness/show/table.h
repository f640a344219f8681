/* table.h: tables for people, as aligned text or Markdown. */
#ifndef GB_TABLE_H
#define GB_TABLE_H

#include <stddef.h>
#include <stdio.h>

#include "base/escape.h"
#include "gpubench.h"

enum gb_table_style { GB_TABLE_TEXT, GB_TABLE_MARKDOWN };
/* How a text next to a table of that style is escaped; cells are when the table is printed. */
enum gb_escape gb_table_escape(enum gb_table_style style);

/* The title above one: a heading of Markdown, or a line, which a terminal may want in several. */
void gb_table_title(enum gb_table_style style, const char *text, FILE *out);

/* Begin with an empty one. When memory ends the table is not printed but says so. */
struct gb_table {
	char **cell; /* row by row; the first row has the headings */
	size_t cells, room, columns;
	int broken;
};

/* The next column's heading; one that begins with '>' has its cells to the right, as numbers want it. */
void gb_table_column(struct gb_table *table, const char *heading);
/* The next cell; rows follow each other by the number of columns. */
void gb_table_add(struct gb_table *table, const char *format, ...) GB_PRINTF(2, 3);
/* A value with prefix and unit, a part as percents, how far a value may be off, a change with its sign; a dash where it is not known. */
void gb_table_add_si(struct gb_table *table, double value, const char *unit);
void gb_table_add_percent(struct gb_table *table, int digits, double part);
void gb_table_add_uncertainty(struct gb_table *table, double part);
void gb_table_add_change(struct gb_table *table, int digits, double part);

/* Columns that its widest line takes as text; 0: out of memory. */
size_t gb_table_width(const struct gb_table *table);
void gb_table_print(const struct gb_table *table, enum gb_table_style style, FILE *out);
void gb_table_free(struct gb_table *table);

#endif
