/* gnuplot.h: runs gnuplot so that its scripts can draw and cannot start another program. */
#ifndef GB_GNUPLOT_H
#define GB_GNUPLOT_H

#include <stdbool.h>

#include "base/error.h"

/* Run the scripts (up to 4, NULL closes the list) in their order, without the user's own settings.
 *
 * `confined` is true except in the test of this very thing: the kernel then refuses gnuplot a new process, so that system(),
 * back quotes and pipes fail, whatever text reaches gnuplot. Where the kernel cannot do that, gnuplot is not run. */
int gb_gnuplot_run(const char *const *script, bool confined, struct gb_error *error);

#endif
