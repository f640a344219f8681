/* fleet_reference.h: known results for GPUs of a model, from the files that come with the program or that a site has
 * made.
 *
 * A reference is a CSV of rows that set a roof, for any number of GPUs. A GPU is compared with those of the same model,
 * board (part number) and power limit: a card with another limit counts as another card. If the reference lacks the
 * board, all boards of the model count, and the differences between boards add to the scatter. */
#pragma once

#include "analysis/files.h"

/* The word that selects these files as the baseline. */
#define GB_REFERENCE_WORD "reference"

/* Power limits that differ by less than this, in W, are equal. */
#define GB_POWER_LIMIT_SAME 0.5

/* Read every *.csv in the folders of `path` (GPUBENCH_REFERENCE, separated by ':', may be NULL), in `<folder of the
 * program>/reference`, in `<folder of the program>/../share/gpubench/reference` and, in the build tree, in
 * `../results/reference`. The folders need not exist. Returns the number of problems, as gb_files_read() does. */
size_t gb_reference_read(struct gb_roofs *reference, const char *path, gb_files_tell_fn *tell);

/* Keep only the GPUs of `reference` that match a GPU of `roofs`. */
void gb_reference_select(struct gb_roofs *reference, const struct gb_roofs *roofs);
