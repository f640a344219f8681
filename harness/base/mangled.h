/* mangled.h: mangled C++ names of kernels: finds the mangled name of a kernel whose author forgot extern "C", and
 * converts it back. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Find "_Z4namePv" for "name" in the machine code from `image` to `end`, and copy the name. False: not found. */
bool gb_mangled_find(const unsigned char *image, const unsigned char *end, const char *name, char *text, size_t size);

/* ---- back to what the author wrote ------------------------------------------------------------------------------- */

/* The readable form of a mangled name ("_Z..."); the caller frees it. NULL: the name is not mangled, or there is no C++
 * library. */
char *gb_demangled(const char *name);
