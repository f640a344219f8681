/* no_symbol: refused, as it exports nothing under the name its file asks for. */
#include "gpubench.h"

GB_BENCH(some_symbol) = { .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "no_symbol" };
