/* version.h: identifies this build. */
#ifndef GB_VERSION_H
#define GB_VERSION_H

extern const char gb_version[]; /* "0.1.0-1a2b3c4", with "-dirty" if the tree had changes */

/* The message of a build without kernels. */
#define GB_NO_KERNELS "this build has no kernels; `make deps && make` builds them"

#endif
