/* bad_axis: must be refused, because an axis depends on a later one. */
#include "../refused.h"

static const struct gb_axis axes[] = {
	{ .name = "early", .help = "where late is 1", .values = "1", .when = "late=1" },
	{ .name = "late", .help = "comes too late", .values = "1" },
	{ .name = NULL },
};

REFUSED(bad_axis, .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "bad_axis", .axes = axes, .verify = nothing);
