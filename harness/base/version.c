/* version.c: identifies this build. GB_VERSION comes from the Makefile: a commit rebuilds only this file. */
#include "base/version.h"

const char gb_version[] = GB_VERSION;
