/* gpus.h: the GPUs of a collection of roofs, stored with their texts and found by key. For roofs.c. */
#ifndef GB_GPUS_H
#define GB_GPUS_H

#include "analysis/roofs.h"

/* The GPU of a record, added if it is new; NULL: out of memory. */
struct gb_gpu_roofs *gb_gpus_of(struct gb_roofs *roofs, const struct gb_record *record);
/* Call after moving or removing GPUs. */
void gb_gpus_index(struct gb_roofs *roofs);

#endif
