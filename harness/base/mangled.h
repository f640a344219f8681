/* mangled.h: finds the mangled C++ name of a kernel whose author forgot extern "C", and demangles names. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Find "_Z4namePv" for "name" in the machine code from `image` to `end`, and copy the name. False: not found. */
bool gb_mangled_find(const unsigned char *image, const unsigned char *end, const char *name, char *text, size_t size);

/* Demangle a name ("_Z..."); the caller frees the result. NULL: the name is not mangled, or there is no C++ library. */
char *gb_demangled(const char *name);
