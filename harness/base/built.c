#include "base/version.h"

#include "gpubench.h"

/* The harness's own kernel, which every build compiles for all its architectures. */
GB_VARIANTS(stamp);

const char *gb_build_archs(void)
{
	return gb_variants_stamp[0].archs;
}
