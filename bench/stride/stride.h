/* stride.h: definitions shared by the host code and the kernels of `stride`. */
#pragma once

#include "../common/pattern.h"

/* In the order of the axis `op`. */
enum stride_op { STRIDE_COPY, STRIDE_READ, STRIDE_WRITE, STRIDE_REACH };

#define STRIDE_BLOCK 256 /* threads per block: a constant, which shortens the code */

/* Element k is in row k mod rows and column k / rows. Rows are `pitch` bytes apart, columns `hop` bytes. The number of
 * rows is a power of two. If `mask` is ~0 and `shift` 31, all elements are in column 0. */
struct stride_place {
	uint32_t pitch, hop;
	uint32_t mask, shift; /* rows - 1; binary logarithm of the number of rows */
};

struct stride_args {
	const void *a;
	void *out;
	struct stride_place place;
	struct pattern_report *report;
	uint32_t record; /* PATTERN_TIMED or PATTERN_VERIFIED */
};

/* The value that `write` stores in word w of element k. */
BENCH_BOTH uint32_t stride_mark(uint32_t k, uint32_t w)
{
	return (4 * k + w + 1) * INPUT_GOLDEN;
}

struct stride_check_args {
	uint32_t *out;
	unsigned long long rows, pitch, hop,
		elements; /* the layout, from which the check computes positions in another way */
	struct pattern_report *report;
	uint32_t bytes;
	int op;
};
