/* demangle.h: the name that a C++ programmer gave a kernel. */
#ifndef GB_DEMANGLE_H
#define GB_DEMANGLE_H

/* Of a mangled name ("_Z..."), for the caller to free. NULL: it is none, or no C++ library is here to ask. */
char *gb_demangled(const char *name);

#endif
