/* async.h: what the host and the kernels of `async` share. */
#ifndef ASYNC_H
#define ASYNC_H

#include "../common/input.h"
#include "gpubench_report.h"
#include "gpubench_tensor.h"

#define ASYNC_STAGES 32  /* at most */
#define ASYNC_UNROLL 8   /* accesses of a thread in a piece: of `ld` */
#define ASYNC_COPIES 4   /* ... and of cp.async */
#define ASYNC_ROW    128 /* bytes of a row of a box: what the swizzle goes through */

struct async_args {
	struct gb_tensor_map map;
	unsigned char *at;          /* the data: words of input_bits(), or what is written */
	unsigned long long pieces;  /* of all blocks or clusters together, dealt out one by one */
	unsigned long long set;     /* bytes, a power of two: pieces go through it over and over */
	unsigned int bytes, stages; /* of a piece; pieces on their way to a block */
	unsigned int ahead;         /* pieces that are fetched into L2 before they are copied */
	unsigned int swizzled;
	unsigned int record; /* 0 when timed: what has come is looked at */
	struct gb_report *report;
};

/* What is stored or added, word i of a piece; of what is added a small number as a float. */
BENCH_BOTH unsigned int async_stored(unsigned int i)
{
	return input_mark(i);
}

#endif
