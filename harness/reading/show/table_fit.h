/* table_fit.h: fits a table into the width of a window. */
#pragma once

#include <stdbool.h>

#include "show/table.h"

/* Spaces before each row. */
enum { GB_TABLE_INDENT = 2 };

/* A table ready to be printed: every cell is escaped. */
struct gb_shown {
	const struct gb_table *table;
	char **cell;
	size_t *width;                        /* of each column, in characters */
	bool *left_out, *is_long, *is_hidden; /* of each column; is_hidden: of each row */
	size_t indent;
};

const char *gb_shown_cell(const struct gb_shown *s, size_t row, size_t column);
size_t gb_shown_rows(const struct gb_shown *s);
/* Returns the number of characters, in UTF-8. */
size_t gb_shown_length(const char *text);

/* Leaves out and cuts columns as described in table.h. */
void gb_shown_fit(struct gb_shown *s, size_t columns);
