/* libraries.h: libraries of CUDA that the process may have loaded already, and their functions. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct gb_library {
	void *handle; /* NULL: none was found */
	const char *path;
};

struct gb_library_function {
	const char *name;
	void *to; /* the address of a pointer to a function */
};

/* Open the first of `names` (separated by ':') that can be opened. False: none, and `why` is the error of the last one.
 * The library stays open. */
bool gb_library_open(struct gb_library *library, const char *names, char *why, size_t size);

/* Set the variables for the functions; NULL if the library has no such function. False: at least one is missing. */
bool gb_library_find(const struct gb_library *library, const struct gb_library_function *functions, size_t count);

/* The same for functions of the driver, which the process has loaded. */
bool gb_library_find_driver(const struct gb_library_function *functions, size_t count);
