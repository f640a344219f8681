/* async.h: definitions shared by the host code and the kernels of `async`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"
#include "gpubench_tensor.h"

#define ASYNC_STAGES 32  /* most stages of a block */
#define ASYNC_UNROLL 8   /* accesses per thread and piece for `ld` */
#define ASYNC_COPIES 4   /* accesses per thread and piece for `cpasync` */
#define ASYNC_ROW    128 /* bytes per row of a box: the unit of the swizzle */

struct async_args {
	struct gb_tensor_map map;
	unsigned char *at;         /* the data: words of input_bits(), or the output */
	unsigned long long pieces; /* number of pieces, assigned to blocks or clusters one by one */
	unsigned long long set;    /* bytes, a power of two; the pieces wrap around the set */
	uint32_t bytes, stages;    /* bytes per piece; pieces in flight per block */
	uint32_t ahead;            /* pieces prefetched into L2 ahead of their copies */
	uint32_t swizzled;
	uint32_t record; /* 0 when timed; otherwise the arriving words are checked */
	struct gb_report *report;
};

/* Word i of a piece that is stored or added. Additions use a small number as a float. */
BENCH_BOTH uint32_t async_stored(uint32_t i)
{
	return input_mark(i);
}
