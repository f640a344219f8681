/* gnuplot.h: runs gnuplot so that its scripts can draw, but can neither start a program nor write anywhere else. */
#pragma once

#include <stdbool.h>

#include "base/error.h"

/* Runs the scripts (up to 4, terminated by NULL) in order, in `folder`, without the user's own settings.
 *
 * `confined` is true except in the test of the confinement itself. The kernel then refuses new processes to gnuplot, so
 * that system(), back quotes and pipes fail, whatever text reaches gnuplot. If the kernel cannot do this, gnuplot is
 * not run. If the kernel has Landlock, gnuplot can write only below `folder`. */
int gb_gnuplot_run(const char *const *script, const char *folder, bool confined, struct gb_error *error);

/* ---- Landlock ---------------------------------------------------------------------------------------------------- */

/* Restricts writing, by this process and its successors, to files below `folder` and to /dev/null; open files stay
 * open. Returns 0, or an errno. On kernels before 5.13, or if Landlock is disabled, this does nothing and returns 0. */
int gb_gnuplot_rules(const char *folder);
