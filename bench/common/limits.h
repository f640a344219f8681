/* limits.h: limits of points that several benchmarks have. */
#pragma once

#include <math.h>

#include "gpubench.h"

/* A set this many times as large as L2 is read from memory; L2 holds a part of a smaller one. */
enum { L2S_FOR_MEMORY = 4 };

static inline int limit_is_of_memory(const struct gb_device *device, double bytes)
{
	return bytes >= L2S_FOR_MEMORY * (double)device->l2_bytes;
}

/* Bandwidth in B/s that the slices of L2 deliver to the SMs, and receive from them, for lines that each SM requests
 * separately. If several SMs request a line at the same time, a slice serves them once and more bytes arrive. NAN: not
 * known for this model. */
static inline double limit_l2_read(const struct gb_device *device)
{
	const struct gb_l2 *l2 = &device->l2;

	return l2->slices > 0 ? l2->slices * l2->read_bytes * l2->clock_hz : (double)NAN;
}

static inline double limit_l2_write(const struct gb_device *device)
{
	const struct gb_l2 *l2 = &device->l2;

	return l2->slices > 0 ? l2->slices * l2->write_bytes * l2->clock_hz : (double)NAN;
}

/* Bytes per second between the partitions of L2, both directions together. On an H100 and an H200, sectors counted at
 * the link and rates of sets without copies fit 16 bytes per slice and clock of L2. NAN: not known for this model. */
static inline double limit_l2_link(const struct gb_device *device)
{
	const struct gb_l2 *l2 = &device->l2;

	return device->cc_major == 9 && l2->slices > 0 ? 16 * l2->slices * l2->clock_hz : (double)NAN;
}

/* Bytes that an L2 fetches from memory at once: from 8.0 on the default of cudaLimitMaxL2FetchGranularity, before that
 * one sector. */
static inline uint32_t limit_fetch_bytes(const struct gb_device *device)
{
	return device->cc_major >= 8 ? 64 : 32;
}

/* A hook limit() for points without a known limit. */
static inline double limit_unknown(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return (double)NAN;
}

/* A hook limit() for the bandwidth of device memory. */
static inline double limit_memory_rate(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return gb_memory_rate(device);
}

/* The lesser of two limits; NAN if either is not known. */
static inline double limit_lesser(double a, double b)
{
	return isnan(a) || isnan(b) ? (double)NAN : fmin(a, b);
}
