/* kernel_names.h: names of kernels for tables: short and distinct. */
#pragma once

#include <stddef.h>

struct gb_kernel_names {
	char **text;
	size_t count;
};

/* Shorten the names of a table to `most` bytes, without return type and parameters. A longer name loses its namespaces,
 * then the parts that all kernels of its function have in common. Only equal names get equal texts. If memory runs out,
 * the texts are NULL. */
void gb_kernel_names_make(struct gb_kernel_names *names, const char *const *full, size_t count, size_t most);
/* Returns the text of a name; `full` if there is none. */
const char *gb_kernel_names_get(const struct gb_kernel_names *names, size_t i, const char *full);
void gb_kernel_names_free(struct gb_kernel_names *names);
