/* bad_size: must be refused, because its descriptor is smaller than the program's. */
#include "../refused.h"

REFUSED(bad_size, .abi = GB_ABI, .size = sizeof(struct gb_bench) - 8, .name = "bad_size", .axes = number,
	.verify = nothing);
