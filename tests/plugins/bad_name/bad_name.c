/* bad_name: refused, as it calls itself otherwise than its file. */
#include "../refused.h"

REFUSED(bad_name, .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "another", .axes = number, .verify = nothing);
