#include "base/version.h"

/* GB_VERSION comes from the Makefile. This file stands alone so that a commit rebuilds nothing else. */
const char gb_version[] = GB_VERSION;
