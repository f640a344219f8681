/* mangled.h: the name that a C++ compiler made of a kernel whose author forgot extern "C". */
#ifndef GB_MANGLED_H
#define GB_MANGLED_H

#include <stdbool.h>
#include <stddef.h>

/* Find "_Z4namePv" for "name" in machine code, from `image` to `end`, and copy it. False: there is none. */
bool gb_mangled_find(const unsigned char *image, const unsigned char *end, const char *name, char *text, size_t size);

#endif
