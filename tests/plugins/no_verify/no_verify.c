/* no_verify: refused, as it does not check what the device computed. */
#include "../refused.h"

REFUSED(no_verify, .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "no_verify", .axes = number);
