/* bad_abi: must be refused, because it was built for another version of the ABI. */
#include "../refused.h"

REFUSED(bad_abi, .abi = GB_ABI + 1, .size = sizeof(struct gb_bench), .name = "bad_abi", .axes = number,
	.verify = nothing);
