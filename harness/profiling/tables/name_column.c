/* name_column.c: the names of kernels in tables, lines and pictures. */
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/heap.h"
#include "base/wrap.h"
#include "tables/tables.h"

enum { NAME_LEAST = 16, NAME_ENOUGH = 32, NAME_MOST = 48, COLUMN = 1 };

/* Returns the index of a column in the list of removable columns; SIZE_MAX: the column stays. */
static size_t place_in_lesser(const struct gb_table *table, size_t column)
{
	const char *const heading = table->cell[column] + (table->cell[column][0] == '>');
	size_t place = 0;

	while (table->lesser != NULL && table->lesser[place] != NULL && strcmp(table->lesser[place], heading) != 0)
		place++;
	return table->lesser != NULL && table->lesser[place] != NULL ? place : SIZE_MAX;
}

/* Returns the width of the other columns after this many columns have been removed. */
static size_t width_of_others(const struct gb_table *table, size_t lost)
{
	size_t others = 2;

	for (size_t c = 0; c < table->columns; c++) {
		size_t width = 0;
		if (c == COLUMN || place_in_lesser(table, c) < lost)
			continue;
		for (size_t i = c; i < table->cells; i += table->columns)
			width = strlen(table->cell[i]) > width ? strlen(table->cell[i]) : width;
		others += width + 2;
	}
	return others;
}

/* Columns are removed until there is enough room for names. */
static size_t room_for_names(const struct gb_table *table, FILE *out)
{
	const size_t window = (size_t)gb_wrap_columns(out);
	size_t room = 0, lost = 0;

	if (window == 0)
		return NAME_MOST;
	if (window >= INT_MAX)
		return SIZE_MAX / 4;
	for (bool more = true; more && room < NAME_ENOUGH; lost++) {
		const size_t others = width_of_others(table, lost);
		more = table->lesser != NULL && table->lesser[lost] != NULL;
		room = window > others ? window - others : 0;
	}
	return room < NAME_LEAST ? NAME_LEAST : room < NAME_MOST ? room : NAME_MOST;
}

void gb_table_name_kernels(struct gb_table *table, FILE *out)
{
	const size_t rows = table->columns > 0 ? table->cells / table->columns - 1 : 0;
	const char **full = gb_heap_array(rows + 1, sizeof *full);
	struct gb_kernel_names names;

	for (size_t i = 0; i < rows; i++)
		full[i] = table->cell[(i + 1) * table->columns + COLUMN];
	gb_kernel_names_make(&names, full, rows, room_for_names(table, out));
	for (size_t i = 0; i < rows; i++) {
		free(table->cell[(i + 1) * table->columns + COLUMN]);
		table->cell[(i + 1) * table->columns + COLUMN] = names.text[i];
		names.text[i] = NULL;
	}
	gb_kernel_names_free(&names);
	free(full);
}

void gb_name_bindings(struct gb_kernel_names *names, const struct gb_binding *binding, size_t count, size_t most)
{
	const char **full = gb_heap_array(count + 1, sizeof *full);

	for (size_t i = 0; i < count; i++)
		full[i] = binding[i].kernel->name;
	gb_kernel_names_make(names, full, count, most);
	free(full);
}
