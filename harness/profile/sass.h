/* sass.h: the instructions of kernels without a disassembler: what an instruction of machine code does, how often each
 * was executed, and what they did. */
#ifndef GB_SASS_H
#define GB_SASS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "profile/counters.h"
#include "survey/trace_lines.h"

enum gb_sass_kind {
	GB_SASS_OTHER,
	GB_SASS_THREADS, /* arithmetic: `each` operations of `counter` for a thread */
	GB_SASS_WARPS,   /* of matrix units: likewise, for a warp */
	GB_SASS_MATRIX,  /* of matrix units, in a form that is not known here or that its descriptor has */
	GB_SASS_LOAD,    /* of global memory, `each` bytes for a thread; through generic addresses too */
	GB_SASS_STORE,
	GB_SASS_ATOMIC,
	GB_SASS_LOCAL_LOAD,
	GB_SASS_LOCAL_STORE,
	GB_SASS_SHARED_LOAD,
	GB_SASS_SHARED_STORE,
	GB_SASS_BULK_LOAD,  /* of the copy engine: no instruction tells its bytes */
	GB_SASS_BULK_STORE, /* a load too, perhaps */
	GB_SASS_TEXTURE,    /* textures and surfaces */
};

struct gb_sass_code {
	enum gb_sass_kind kind;
	enum gb_counter counter;
	double each; /* 0: not told */
};

/* True if machine code of this compute capability, 90 for 9.0, can be read. */
bool gb_sass_is_known(int capability);

/* The word at the lower address is `low`. */
struct gb_sass_code gb_sass_decode(int capability, uint64_t low, uint64_t high);

/* ---- sums over a kernel ------------------------------------------------------------------------------------------ */

/* What the instructions of a kernel did, from how often each was executed and what it touched.
 *
 * FLOP, sectors of L1 and wavefronts of shared memory are what counters count. What reached L2 and DRAM no
 * instruction knows: a sector may be in a cache. It is at most what would arrive if nothing were found in any. How
 * many sectors are distinct is not counted here: the least bytes of DRAM are 0 until the addresses are known
 * (counted.h). */

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

/* Add an instruction (sass.h). */
void gb_sass_sums_add(double value[GB_COUNTERS], int capability, uint64_t low, uint64_t high,
		      const struct gb_sass_counts *counts);

/* ---- the trace of a process -------------------------------------------------------------------------------------- */

/* Reads how often the instructions of kernels were executed, of the trace of a process (inject/counts.c). */

struct gb_sass_kernel {
	struct gb_trace_kernel of; /* the launch that was counted */
	double value[GB_COUNTERS]; /* NAN: no instruction says it */
};

/* Any result but GB_OK ends the reading. */
typedef int gb_sass_kernel_fn(void *context, const struct gb_sass_kernel *kernel, struct gb_error *error);

struct gb_sass_said {
	char refused[GB_ERROR_TEXT]; /* why nothing was counted, or not everything; "": all was */
	struct gb_trace_wrong wrong; /* lines without sense: their kernels are left out */
};

/* Read the open file, which `path` names. GB_FAILED: it is no trace, or `take` failed. */
int gb_sass_trace_read(FILE *file, const char *path, gb_sass_kernel_fn *take, void *context, struct gb_sass_said *said,
		       struct gb_error *error);

#endif
