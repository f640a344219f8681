/* fake_nvml.h: the fake device as a GPU that tells little of itself, and whose NVML is the library that is found. */
#ifndef FAKE_NVML_H
#define FAKE_NVML_H

#include "device/gpu.h"

/* What GPUBENCH_FAKE says of it. */
struct fake_nvml {
	bool asked;      /* NVML, as the CUDA backend asks it, in the place of what the fake device says of itself */
	bool integrated; /* a part of its host's chip: on no bus, and CUDA tells nothing of its memory's clock and width */
	bool no_uuid;
};
extern struct fake_nvml fake_nvml;

/* The fake device's operations, with those that NVML answers put in the place of its own where it is asked. */
void fake_nvml_fill(struct gpu_ops *ops);

#endif
