/* sass_sums.h: what the instructions of a kernel did, from how often each was executed and what it touched.
 *
 * FLOP, sectors of L1 and wavefronts of shared memory are what counters count. What reached L2 and DRAM no instruction
 * knows: a sector may be in a cache. It is at most what would arrive if nothing were found in any. How many sectors are
 * distinct is not counted here: the least bytes of DRAM are 0 until the addresses are known (bounded.h). */
#ifndef GB_SASS_SUMS_H
#define GB_SASS_SUMS_H

#include <stdint.h>

#include "profile/counters.h"

/* Sums of one instruction, over all warps. */
struct gb_sass_counts {
	uint64_t warps;   /* that executed it */
	uint64_t threads; /* of these, those whose predicate was on */
	uint64_t sectors; /* of global memory that were asked for: 32 bytes */
	uint64_t lines;   /* of L1 that they lie in: 128 bytes */
	uint64_t local_sectors;
	uint64_t wavefronts, wavefronts_ideal; /* of shared memory; without bank conflicts */
};

/* Bytes that L2 fetches from memory at once: the default of cudaLimitMaxL2FetchGranularity. `stride` and `random` show
 * it: from 64 bytes between elements on, each costs as much. */
enum { GB_SASS_FETCH = 64 };

/* Set all counters to what nothing gives: those of instructions 0, others NAN. */
void gb_sass_sums_begin(double value[GB_COUNTERS]);

/* Add an instruction (sass_code.h). */
void gb_sass_sums_add(double value[GB_COUNTERS], int capability, uint64_t low, uint64_t high,
		      const struct gb_sass_counts *counts);

#endif
