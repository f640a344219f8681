/* libraries.h: finds functions in libraries of CUDA, which the process may have loaded already. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct gb_library {
	void *handle; /* NULL: none was found */
	const char *path;
};

struct gb_library_function {
	const char *name;
	void *to; /* address of a function pointer */
};

/* Open the first of `names`, separated by ':', that can be opened. False: none can, and `why` is the error of the last
 * one. The library stays open. */
bool gb_library_open(struct gb_library *library, const char *names, char *why, size_t size);

/* Set the pointers to the functions, or to NULL if the library lacks them. False: at least one is missing. */
bool gb_library_find(const struct gb_library *library, const struct gb_library_function *functions, size_t count);

/* Does the same for the driver, which the process has loaded. */
bool gb_library_find_driver(const struct gb_library_function *functions, size_t count);
