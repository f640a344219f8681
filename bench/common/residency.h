/* residency.h: limits the number of blocks per SM through the shared memory that they request. */
#pragma once

#include "gpubench.h"

/* Shared memory is allocated in these units. From 8.0 on the system reserves some in every block. */
static uint32_t residency_unit(const struct gb_device *device)
{
	return device->cc_major >= 8 ? 128 : 256;
}

static uint32_t residency_reserved(const struct gb_device *device)
{
	return device->cc_major >= 8 ? 1024 : 0;
}

/* The most shared memory that each of `blocks` blocks on an SM may have. */
static inline uint32_t residency_shared(const struct gb_device *device, uint32_t blocks)
{
	const uint32_t unit = residency_unit(device);
	const uint32_t each = (uint32_t)(device->shared_per_sm / blocks) / unit * unit - residency_reserved(device);

	return each < device->shared_per_block ? each : (uint32_t)device->shared_per_block;
}
