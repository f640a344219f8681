/* reference.h: what GPUs of a model are known to give, from the files that come with the program or that a site has
 * made.
 *
 * A reference is a CSV of rows that set a roof, of any number of GPUs. The GPUs of it that count for a GPU here are
 * those of its model and board (its part number) and with its power limit: another limit is another card. */
#ifndef GB_REFERENCE_H
#define GB_REFERENCE_H

#include "analysis/files.h"

/* The word that means these files, where a baseline is asked for. */
#define GB_REFERENCE_WORD "reference"

/* Power limits that differ by less are the same, W. */
#define GB_POWER_LIMIT_SAME 0.5

/* Read every *.csv of the folders of `path` (GPUBENCH_REFERENCE, ':' between them, may be NULL), of `<folder of
 * the program>/reference`, of `<folder of the program>/../share/gpubench/reference` and, where it was built,
 * `../results/reference`. They need not exist. Returns the number of reports, as gb_files_read() does. */
size_t gb_reference_read(struct gb_roofs *reference, const char *path, gb_files_tell_fn *tell);

/* True if a GPU of the reference shows what this one should reach. */
bool gb_reference_is_for(const struct gb_gpu *reference, const struct gb_gpu *gpu);

/* Keep of `reference` the GPUs that are for one of `roofs`. */
void gb_reference_select(struct gb_roofs *reference, const struct gb_roofs *roofs);

#endif
