/* nvml_health.h: errors of a card according to NVML: memory errors, replaced rows, Xid events. */
#ifndef GB_NVML_HEALTH_H
#define GB_NVML_HEALTH_H

#include "device/nvml.h"

/* What NVML does not report is NAN. Xid events count from the first call in this process, and only for the first card
 * that is asked about. */
void gb_nvml_health(struct gb_nvml card, struct gpu_health *out);

#endif
