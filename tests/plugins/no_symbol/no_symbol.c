/* no_symbol: must be refused, because it exports no symbol under the name of its file. */
#include "gpubench.h"

GB_BENCH(some_symbol) = { .abi = GB_ABI, .size = sizeof(struct gb_bench), .name = "no_symbol" };
