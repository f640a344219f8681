/* table.h: tables for people, as aligned text or Markdown. A text on a terminal has the columns that its window
 * holds. */
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

/* Begin with an empty one. When memory ends the table is not printed but says so.
 *
 * Text that is too wide loses the columns of these headings, in this order; of two with one heading the last goes
 * first. Then its longest texts are cut, then it loses columns from the right. */
struct gb_table {
	const char *const *lesser; /* closed by NULL; NULL: none is less than others */
	size_t most;               /* columns of the screen that it may take; 0: those of the window, if there is one */
	char **cell;               /* row by row; the first row has the headings */
	size_t cells, room, columns;
	int broken;
};

/* The next column's heading; one that begins with '>' has its cells to the right, as numbers want it. */
void gb_table_column(struct gb_table *table, const char *heading);
/* The next cell; rows follow each other by the number of columns. */
void gb_table_add(struct gb_table *table, const char *format, ...) GB_PRINTF(2, 3);
/* A value with prefix and unit, a part as percents, how far a value may be off, a change with its sign; a dash where it
 * is not known. */
void gb_table_add_si(struct gb_table *table, double value, const char *unit);
void gb_table_add_percent(struct gb_table *table, int digits, double part);
void gb_table_add_uncertainty(struct gb_table *table, double part);
void gb_table_add_change(struct gb_table *table, int digits, double part);

void gb_table_print(const struct gb_table *table, enum gb_table_style style, FILE *out);
void gb_table_free(struct gb_table *table);

#endif
