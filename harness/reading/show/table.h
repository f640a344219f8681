/* table.h: tables for people, as aligned text or Markdown. On a terminal, a table has the columns that fit into the
 * window. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/escape.h"
#include "gpubench.h"

enum gb_table_style { GB_TABLE_TEXT, GB_TABLE_MARKDOWN };
/* The escape for texts next to a table of that style; cells are escaped when the table is printed. */
enum gb_escape gb_table_escape(enum gb_table_style style);

/* The title above a table: a Markdown heading, or a line, which may be wrapped on a terminal. */
void gb_table_title(enum gb_table_style style, const char *text, FILE *out);

/* Initialise an empty table. A limited width has no column without text.
 *
 * Text that is too wide first loses the common domain of hosts. Then it loses the columns with these headings, in this
 * order; of two with the same heading, the last goes first, but none that distinguishes two rows. Then its longest
 * texts are cut where they do not differ, then it loses columns from the right.
 *
 * A table that is too high keeps the rows of the highest rank, in their order; of equal ones the first. */
struct gb_table {
	const char *const *lesser; /* terminated by NULL; NULL: all columns are equally important */
	bool keeps_last;           /* short names are cut before it loses columns from the right */
	size_t most;               /* maximum width; 0: the window's width, if there is a window */
	size_t others;             /* lines that follow the table, for the height of the window */
	double *rank;              /* rank of each row; NULL: all are equal */
	size_t ranks, rank_room;
	char **cell; /* row by row; the first row has the headings */
	size_t cells, room, columns;
};

/* The next column's heading; if it begins with '>', cells are right-aligned, as for numbers. */
void gb_table_column(struct gb_table *table, const char *heading);
/* The next ones: "roof|>value|state". */
void gb_table_columns(struct gb_table *table, const char *headings);
/* The next cell; a row ends after the last column. */
void gb_table_add(struct gb_table *table, const char *format, ...) GB_PRINTF(2, 3);
/* Call after the cells of a row; for none of the rows, or for each. */
void gb_table_rank(struct gb_table *table, double rank);
/* A value with prefix and unit, a fraction as a percentage, a possible error, a change with its sign; a dash if
 * unknown. */
void gb_table_add_si(struct gb_table *table, double value, const char *unit);
void gb_table_add_percent(struct gb_table *table, int digits, double part);
void gb_table_add_uncertainty(struct gb_table *table, double part);
void gb_table_add_change(struct gb_table *table, int digits, double part);
/* A change as "1.2 % better" or "1.2 % worse": for a latency, a sign would not say which. */
void gb_table_add_better(struct gb_table *table, int digits, double part);

void gb_table_print(const struct gb_table *table, enum gb_table_style style, FILE *out);
void gb_table_free(struct gb_table *table);
