/* mangled.h: finds the mangled C++ name of a kernel whose author forgot extern "C". */
#ifndef GB_MANGLED_H
#define GB_MANGLED_H

#include <stdbool.h>
#include <stddef.h>

/* Find "_Z4namePv" for "name" in the machine code from `image` to `end`, and copy it. False: not found. */
bool gb_mangled_find(const unsigned char *image, const unsigned char *end, const char *name, char *text, size_t size);

#endif
