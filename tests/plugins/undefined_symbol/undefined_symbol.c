/* undefined_symbol: must be refused, because it needs a function that the program does not have, such as one of a later
 * version or of the device's own library. */
#include "gpubench.h"

int gb_of_a_later_version(struct gb_run *run);

GB_BENCH(undefined_symbol) = {
	GB_IDENTITY(undefined_symbol),
	.launch = gb_of_a_later_version,
};
