/* sass.h: the work of kernels from their machine code, without a disassembler. It decodes instructions, reads how often
 * they were executed, and adds up their work. */
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
	GB_SASS_WARPS,   /* for matrix units: likewise, per warp */
	GB_SASS_MATRIX,  /* for matrix units: in an unknown form, or in a descriptor */
	GB_SASS_LOAD,    /* of global memory, including generic addresses: `each` bytes per thread */
	GB_SASS_STORE,
	GB_SASS_ATOMIC,
	GB_SASS_LOCAL_LOAD,
	GB_SASS_LOCAL_STORE,
	GB_SASS_SHARED_LOAD,
	GB_SASS_SHARED_STORE,
	GB_SASS_BULK_LOAD,  /* by the copy engine: the instruction does not contain the number of bytes */
	GB_SASS_BULK_STORE, /* may also be a load */
	GB_SASS_TEXTURE,    /* textures and surfaces */
};

struct gb_sass_code {
	enum gb_sass_kind kind;
	enum gb_counter counter;
	double each; /* 0: unknown */
};

/* True if machine code for this compute capability (90 for 9.0) can be read. */
bool gb_sass_is_known(int capability);

/* `low` is the word at the lower address. */
struct gb_sass_code gb_sass_decode(int capability, uint64_t low, uint64_t high);

/* ---- sums over a kernel ------------------------------------------------------------------------------------------ */

/* Sums over the instructions of a kernel, from execution counts and touched memory.
 *
 * FLOP, sectors of L1 and wavefronts of shared memory are exact. The traffic of L2 and DRAM is unknown, because sectors
 * may be cached: the upper bound is the traffic without any cache hit. The least bytes of DRAM are 0 until the
 * addresses are known (counted.h). */

/* The counts of one instruction over all warps. */
struct gb_sass_counts {
	uint64_t warps;   /* warps that executed it */
	uint64_t threads; /* their threads with a true predicate */
	uint64_t sectors; /* 32-byte sectors requested from global memory */
	uint64_t lines;   /* 128-byte lines of L1 that contain these sectors */
	uint64_t local_sectors;
	uint64_t wavefronts, wavefronts_ideal; /* wavefronts of shared memory; without bank conflicts */
};

/* The bytes that L2 fetches from memory at a time: the default of cudaLimitMaxL2FetchGranularity. `stride` and `random`
 * confirm this value: at distances of 64 bytes and more, every element costs the same. */
enum { GB_SASS_FETCH = 64 };

/* Initializes all counters: those that instructions determine to 0, the others to NAN. */
void gb_sass_sums_begin(double value[GB_COUNTERS]);

void gb_sass_sums_add(double value[GB_COUNTERS], int capability, uint64_t low, uint64_t high,
		      const struct gb_sass_counts *counts);

/* ---- the trace of a process -------------------------------------------------------------------------------------- */

/* Reads how often instructions were executed from the trace of a process (inject/counts.c). */

struct gb_sass_kernel {
	struct gb_trace_kernel of; /* the launch that was counted */
	double value[GB_COUNTERS]; /* NAN: instructions do not determine it */
};

/* A result other than GB_OK ends the reading. */
typedef int gb_sass_kernel_fn(void *context, const struct gb_sass_kernel *kernel, struct gb_error *error);

struct gb_sass_said {
	char refused[GB_ERROR_TEXT]; /* why some or all launches were not counted; "": all were */
	struct gb_trace_wrong wrong; /* malformed lines; their kernels are left out */
};

/* Reads the file, which is open under the name `path`. GB_FAILED: not a trace, or `take` failed. */
int gb_sass_trace_read(FILE *file, const char *path, gb_sass_kernel_fn *take, void *context, struct gb_sass_said *said,
		       struct gb_error *error);
