/* pattern_host.h: what the host halves of the benchmarks of access patterns share. */
#ifndef PATTERN_HOST_H
#define PATTERN_HOST_H

#include "../input_host.h"
#include "gpubench.h"
#include "pattern.h"

enum { PATTERN_WARP = 32, PATTERN_SECTOR = 32, PATTERN_LINE = 128 };

#define PATTERN_SHARE 0.8 /* of the free memory, at most */

/* Data moves on both edges of the memory clock. */
static inline double pattern_memory_limit(const struct gb_device *device)
{
	return 2 * device->mem_clock_hz * device->mem_bus_bits / 8;
}

/* Blocks of `size` bytes that one request touches: a warp's lanes access elements `pitch` bytes apart, none of which
 * crosses a block's border. The mean of four warps, one behind the other: after that many the pattern repeats. */
static inline double pattern_touched(uint64_t first, uint64_t pitch, uint64_t size)
{
	enum { WARPS = PATTERN_LINE / PATTERN_WARP };
	uint64_t touched = 0;

	for (uint64_t warp = 0; warp < WARPS; warp++) {
		const uint64_t start = first + warp * PATTERN_WARP * pitch;
		for (uint64_t lane = 0; lane < PATTERN_WARP; lane++) {
			const uint64_t block = (start + lane * pitch) / size;
			touched += lane == 0 || block != (start + (lane - 1) * pitch) / size;
		}
	}
	return (double)touched / WARPS;
}

/* Bytes of each of `arrays` arrays of at most `wanted` bytes in that much memory. */
static inline uint64_t pattern_fit(unsigned int arrays, uint64_t wanted, uint64_t available)
{
	const uint64_t step = UINT64_C(1) << 20;
	const uint64_t most = (uint64_t)(PATTERN_SHARE * (double)available / arrays) / step * step;

	return most < wanted ? most : wanted;
}

/* The same in the memory that is free. Together they must be several times L2. */
static inline int pattern_array_bytes(struct gb_run *run, unsigned int arrays, uint64_t wanted, uint64_t *bytes)
{
	enum { L2S = 4 };
	const uint64_t empty = pattern_fit(arrays, wanted, gb_device(run)->memory_bytes);
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	*bytes = pattern_fit(arrays, wanted, available);
	status = input_check_size(run, arrays * *bytes, L2S, available);
	if (status != GB_OK)
		return status;
	/* A tenth is what contexts and the driver may hold. */
	if ((double)*bytes < 0.9 * (double)empty)
		gb_suspect(run, "arrays of %.0f MB instead of %.0f MB: %.0f MB of device memory are free",
			   1e-6 * (double)*bytes, 1e-6 * (double)empty, 1e-6 * (double)available);
	return GB_OK;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static inline int pattern_reset(struct gb_run *run, gb_ptr report)
{
	const uint64_t sums = offsetof(struct pattern_report, expected);
	int status = gb_report_clear(run, report + offsetof(struct pattern_report, words));

	return status == GB_OK ? gb_fill(run, report + sums, 0, sizeof(struct pattern_report) - sums) : status;
}

/* What a check that had to look at `count` words found. Sums are modulo 2^32 in each thread: compare them so. */
static inline int pattern_judge(struct gb_run *run, gb_ptr at, uint64_t count)
{
	struct pattern_report report;
	uint32_t sum = 0;
	int status = gb_report_judge(run, at + offsetof(struct pattern_report, words), count, "words");

	if (status == GB_OK)
		status = gb_copy_out(run, &report, at, sizeof report);
	if (status != GB_OK)
		return status;
	for (size_t i = 0; i < PATTERN_SUMS; i++)
		sum += (uint32_t)report.sum[i];
	if (sum != (uint32_t)report.expected)
		return gb_fail(run, "the sum of the words read is %#x, not %#x", sum, (unsigned int)report.expected);
	return GB_OK;
}

#endif
