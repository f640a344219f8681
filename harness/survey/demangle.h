/* demangle.h: the name that a C++ programmer gave a kernel. */
#ifndef GB_DEMANGLE_H
#define GB_DEMANGLE_H

/* The readable form of a mangled name ("_Z..."); the caller frees it. NULL: the name is not mangled, or there is no C++
 * library. */
char *gb_demangled(const char *name);

#endif
