/* gpus.h: the GPUs of a collection of roofs: kept with their texts, found by key. For roofs.c. */
#ifndef GB_GPUS_H
#define GB_GPUS_H

#include "analysis/roofs.h"

/* The GPU of a record, a new one if need be; NULL: out of memory. */
struct gb_gpu *gb_gpus_of(struct gb_roofs *roofs, const struct gb_record *record);
/* After GPUs were moved or taken out. */
void gb_gpus_index(struct gb_roofs *roofs);

/* Have the collection keep each text; false: out of memory. */
bool gb_gpus_keep(struct gb_roofs *roofs, const char **const texts[], size_t count);

#endif
