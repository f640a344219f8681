/* host_case.h: the arguments of host_case's kernels. */
#pragma once

#include <stdint.h>

#include "../common/case_numbers.h"
#include "../common/host_report.h"
#include "gpubench.h"

/* Thread t of `threads` has the sets from first + (sets - first) t / threads up to those of the next thread. For set k:
 * out[i * sets + k] = sum over j of matrix[i][j] x mean of row j of the set. */
struct host_case_args {
	float *in, *matrix, *out;
	uint32_t first, sets;
	struct host_report *report;
};

extern const struct gb_host_kernel host_case_kernels[];
