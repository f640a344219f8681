/* version.h: which build this is. */
#ifndef GB_VERSION_H
#define GB_VERSION_H

extern const char gb_version[]; /* "0.1.0-1a2b3c4", with "-dirty" if the tree had changes */

#endif
