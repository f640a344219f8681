/* table.h: tables as aligned text or Markdown. On a terminal, a table has the columns that fit into the window. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/escape.h"
#include "gpubench.h"

enum gb_table_style { GB_TABLE_TEXT, GB_TABLE_MARKDOWN };
/* Returns the escape for texts next to a table of this style. Cells are escaped when the table is printed. */
enum gb_escape gb_table_escape(enum gb_table_style style);

/* Prints the title above a table: a Markdown heading, or a line that may be wrapped on a terminal. */
void gb_table_title(enum gb_table_style style, const char *text, FILE *out);

/* A table whose width is limited leaves out columns without text.
 *
 * If the table is too wide, hosts first lose their common domain. Then the columns with the headings in `lesser` are
 * left out, in this order, unless they distinguish two rows; of two with the same heading, the last goes first. Then
 * the longest texts are cut where they do not differ, and finally columns are left out from the right.
 *
 * A table that is too high keeps the rows of the highest rank, in their order; of equal rows, the first. */
struct gb_table {
	const char *const *lesser; /* terminated by NULL; NULL: all columns are equally important */
	bool keeps_last;           /* short names are cut before columns are left out from the right */
	size_t most;               /* maximum width; 0: that of the window, if there is one */
	size_t others;             /* lines that follow the table on a screen */
	double *rank;              /* of each row; NULL: all are equal */
	size_t ranks, rank_room;
	char **cell; /* row by row, the headings first */
	size_t cells, room, columns;
};

/* Adds a column. If its heading begins with '>', cells are right-aligned, as for numbers. */
void gb_table_column(struct gb_table *table, const char *heading);
/* Adds several columns: "roof|>value|state". */
void gb_table_columns(struct gb_table *table, const char *headings);
/* Adds the next cell. A row ends after the last column. */
void gb_table_add(struct gb_table *table, const char *format, ...) GB_PRINTF(2, 3);
/* Sets the rank of a row. Call this after the cells of each row, or of none. */
void gb_table_rank(struct gb_table *table, double rank);
/* Add a value with prefix and unit, a percentage, a possible error, or a change with its sign; a dash if unknown. */
void gb_table_add_si(struct gb_table *table, double value, const char *unit);
void gb_table_add_percent(struct gb_table *table, int digits, double part);
void gb_table_add_uncertainty(struct gb_table *table, double part);
void gb_table_add_change(struct gb_table *table, int digits, double part);
/* Adds a change as "1.2 % better" or "1.2 % worse", because a sign would be ambiguous for a latency. */
void gb_table_add_better(struct gb_table *table, int digits, double part);

void gb_table_print(const struct gb_table *table, enum gb_table_style style, FILE *out);
void gb_table_free(struct gb_table *table);
