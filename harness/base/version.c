/* version.c: identifies this build. GB_VERSION comes from the Makefile: a commit rebuilds only this file. */
#include "base/version.h"

#include "gpubench.h"

const char gb_version[] = GB_VERSION;

/* The harness's own kernel, which every build compiles for all its architectures. */
GB_VARIANTS(stamp);

const char *gb_build_archs(void)
{
	return gb_variants_stamp[0].archs;
}
