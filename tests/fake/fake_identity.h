/* fake_identity.h: the fake device identified by the NVML library that is found, or with little known about it. */
#ifndef FAKE_IDENTITY_H
#define FAKE_IDENTITY_H

#include "device/gpu.h"

/* Its settings in GPUBENCH_FAKE. */
struct fake_identity {
	bool asked;      /* NVML, as the CUDA backend asks it, in the place of what the fake device says of itself */
	bool integrated; /* a part of its host's chip: on no bus, and CUDA knows no clock and width of its memory */
	bool no_uuid;
};
extern struct fake_identity fake_identity;

/* The fake device's operations, with those that NVML answers put in the place of its own where it is asked. */
void fake_identity_fill(struct gpu_ops *ops);

#endif
