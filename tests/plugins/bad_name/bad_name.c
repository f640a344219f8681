/* bad_name: must be refused, because its name differs from its file's. */
#include "../refused.h"

REFUSED(bad_name, .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "another", .axes = number, .verify = nothing);
