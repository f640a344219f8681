/* mixture.h: differences between the runs of files that may explain their values. */
#ifndef GB_MIXTURE_H
#define GB_MIXTURE_H

#include "analysis/fleet.h"

/* Write to `text` a line on how the runs differ: versions, modes and, with `plans`, the number of planned points. "":
 * they do not. `earlier` may be NULL. */
void gb_mixture(const struct gb_runs *runs, const struct gb_runs *earlier, bool plans, char *text, size_t size);

/* The same for GPUs of unknown board, if others have a known one. */
void gb_mixture_boards(const struct gb_fleet *fleet, const struct gb_fleet *earlier, char *text, size_t size);

#endif
