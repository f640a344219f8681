/* no_verify: must be refused, because it does not check the results of the device. */
#include "../refused.h"

REFUSED(no_verify, .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "no_verify", .axes = number);
