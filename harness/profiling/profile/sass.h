/* sass.h: the work of kernels from their machine code, without a disassembler: decodes instructions, reads execution
 * counts, and adds up the work. */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "profile/counters.h"
#include "survey/trace_lines.h"

enum gb_sass_kind {
	GB_SASS_OTHER,
	GB_SASS_THREADS, /* arithmetic: `each` operations of `counter` per thread */
	GB_SASS_WARPS,   /* of matrix units: likewise, per warp */
	GB_SASS_MATRIX,  /* for matrix units: in an unknown form, or given by a descriptor */
	GB_SASS_LOAD,    /* of global memory, also by generic addresses: `each` bytes per thread */
	GB_SASS_STORE,
	GB_SASS_ATOMIC,
	GB_SASS_LOCAL_LOAD,
	GB_SASS_LOCAL_STORE,
	GB_SASS_SHARED_LOAD,
	GB_SASS_SHARED_STORE,
	GB_SASS_BULK_LOAD,  /* of the copy engine: the instruction does not contain the number of bytes */
	GB_SASS_BULK_STORE, /* a load too, perhaps */
	GB_SASS_TEXTURE,    /* textures and surfaces */
};

struct gb_sass_code {
	enum gb_sass_kind kind;
	enum gb_counter counter;
	double each; /* 0: not known */
};

/* True if machine code of this compute capability, 90 for 9.0, can be read. */
bool gb_sass_is_known(int capability);

/* The word at the lower address is `low`. */
struct gb_sass_code gb_sass_decode(int capability, uint64_t low, uint64_t high);

/* ---- sums over a kernel ------------------------------------------------------------------------------------------ */

/* Sums over the instructions of a kernel, from execution counts and touched memory.
 *
 * FLOP, sectors of L1 and wavefronts of shared memory are exact. The traffic of L2 and DRAM is not known, as sectors
 * may be in a cache: its upper bound is the traffic without any cache hit. The least bytes of DRAM are 0 until the
 * addresses are known (counted.h). */

/* The sums of one instruction over all warps. */
struct gb_sass_counts {
	uint64_t warps;   /* that executed it */
	uint64_t threads; /* threads of these whose predicate was true */
	uint64_t sectors; /* 32-byte sectors requested from global memory */
	uint64_t lines;   /* 128-byte lines in L1 that contain these */
	uint64_t local_sectors;
	uint64_t wavefronts, wavefronts_ideal; /* wavefronts of shared memory, and the same without bank conflicts */
};

/* The bytes that L2 fetches from memory at once: the default of cudaLimitMaxL2FetchGranularity. `stride` and
 * `random` confirm this: from a distance of 64 bytes on, each element costs the same. */
enum { GB_SASS_FETCH = 64 };

/* Initialize all counters: those based on instructions to 0, others to NAN. */
void gb_sass_sums_begin(double value[GB_COUNTERS]);

/* Add an instruction (sass.h). */
void gb_sass_sums_add(double value[GB_COUNTERS], int capability, uint64_t low, uint64_t high,
		      const struct gb_sass_counts *counts);

/* ---- the trace of a process -------------------------------------------------------------------------------------- */

/* Reads execution counts of instructions from the trace of a process (inject/counts.c). */

struct gb_sass_kernel {
	struct gb_trace_kernel of; /* the launch that was counted */
	double value[GB_COUNTERS]; /* NAN: no instruction says it */
};

/* Any result but GB_OK ends the reading. */
typedef int gb_sass_kernel_fn(void *context, const struct gb_sass_kernel *kernel, struct gb_error *error);

struct gb_sass_said {
	char refused[GB_ERROR_TEXT]; /* why nothing, or not everything, was counted; "": everything was */
	struct gb_trace_wrong wrong; /* malformed lines, whose kernels are left out */
};

/* Read the file, open under the name `path`. GB_FAILED: not a trace, or `take` failed. */
int gb_sass_trace_read(FILE *file, const char *path, gb_sass_kernel_fn *take, void *context, struct gb_sass_said *said,
		       struct gb_error *error);
