/* kernel_names.h: names of kernels as a table shows them: short, and no two alike. */
#ifndef GB_KERNEL_NAMES_H
#define GB_KERNEL_NAMES_H

#include <stddef.h>

struct gb_kernel_names {
	char **text;
	size_t count;
};

/* Shorten the names of a table to `most` bytes, without return type and parameters. A longer one loses its namespaces,
 * then what all kernels of this function have in common. Kernels have the same text only if they have the same name;
 * where memory runs out, the texts are NULL. */
void gb_kernel_names_make(struct gb_kernel_names *names, const char *const *full, size_t count, size_t most);
/* The text of a name; `full` where there is none. */
const char *gb_kernel_names_get(const struct gb_kernel_names *names, size_t i, const char *full);
void gb_kernel_names_free(struct gb_kernel_names *names);

#endif
