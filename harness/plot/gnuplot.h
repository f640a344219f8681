/* gnuplot.h: runs gnuplot so that its scripts can draw, and can neither start another program nor write anywhere
 * else. */
#ifndef GB_GNUPLOT_H
#define GB_GNUPLOT_H

#include <stdbool.h>

#include "base/error.h"

/* Run the scripts (up to 4, NULL closes the list) in their order, in `folder`, without the user's own settings.
 *
 * `confined` is true except in the test of this very thing: the kernel then refuses gnuplot a new process, so that
 * system(), back quotes and pipes fail, whatever text reaches gnuplot. Where the kernel cannot do that, gnuplot is not
 * run. It writes below `folder` alone where the kernel has Landlock (gnuplot_rules.h). */
int gb_gnuplot_run(const char *const *script, const char *folder, bool confined, struct gb_error *error);

#endif
