/* fake_identity.h: the fake device identified by the NVML library that is found, or with little known about it. */
#pragma once

#include "device/gpu.h"

/* Its settings in GPUBENCH_FAKE. */
struct fake_identity {
	bool asked;      /* NVML's answers, queried as by the CUDA backend, in place of the fake device's own */
	bool integrated; /* part of its host's chip: on no bus, and CUDA knows neither clock nor width of the memory */
	bool no_uuid;
};
extern struct fake_identity fake_identity;

/* The fake device's operations, some of which are replaced by NVML's answers on request. */
void fake_identity_fill(struct gpu_ops *ops);
