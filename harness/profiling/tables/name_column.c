/* name_column.c: the names of kernels in tables, lines and pictures. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/wrap.h"
#include "tables/tables.h"

enum { NAME_LEAST = 16, NAME_MOST = 48, COLUMN = 1 };

/* The bytes that are left for names if the table loses all columns that it may lose. */
static size_t room_for_names(const struct gb_table *table, FILE *out)
{
	const size_t window = (size_t)gb_wrap_columns(out);
	size_t others = 0;

	for (size_t c = 0; c < table->columns; c++) {
		const char *const *lesser = table->lesser, *heading = table->cell[c] + (table->cell[c][0] == '>');
		size_t width = 0;
		while (lesser != NULL && *lesser != NULL && strcmp(*lesser, heading) != 0)
			lesser++;
		if (c != COLUMN && lesser != NULL && *lesser != NULL)
			continue;
		for (size_t i = c; i < table->cells && c != COLUMN; i += table->columns)
			width = strlen(table->cell[i]) > width ? strlen(table->cell[i]) : width;
		others += width + 2;
	}
	if (window == 0)
		return NAME_MOST;
	if (window >= INT_MAX)
		return SIZE_MAX / 2;
	return window < others + NAME_LEAST ? NAME_LEAST : window - others < NAME_MOST ? window - others : NAME_MOST;
}

void gb_table_name_kernels(struct gb_table *table, FILE *out)
{
	const size_t rows = table->columns > 0 ? table->cells / table->columns - 1 : 0;
	const char **full = calloc(rows + 1, sizeof *full);
	struct gb_kernel_names names;

	if (full == NULL || table->broken) {
		free(full);
		return;
	}
	for (size_t i = 0; i < rows; i++)
		full[i] = table->cell[(i + 1) * table->columns + COLUMN];
	gb_kernel_names_make(&names, full, rows, room_for_names(table, out));
	for (size_t i = 0; i < rows && names.text != NULL; i++) {
		free(table->cell[(i + 1) * table->columns + COLUMN]);
		table->cell[(i + 1) * table->columns + COLUMN] = names.text[i];
		names.text[i] = NULL;
	}
	gb_kernel_names_free(&names);
	free(full);
}

void gb_name_bindings(struct gb_kernel_names *names, const struct gb_binding *binding, size_t count, size_t most)
{
	const char **full = calloc(count + 1, sizeof *full);

	*names = (struct gb_kernel_names){ .count = 0 };
	if (full == NULL)
		return;
	for (size_t i = 0; i < count; i++)
		full[i] = binding[i].kernel->name;
	gb_kernel_names_make(names, full, count, most);
	free(full);
}
