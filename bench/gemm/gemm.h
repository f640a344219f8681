/* gemm.h: definitions shared by the host code and the kernels of `gemm`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* Size of the table of numbers that fill the matrices. */
#define GEMM_TABLE 65536u

BENCH_BOTH uint32_t gemm_mix(unsigned long long i)
{
	return input_mix((uint32_t)i * INPUT_GOLDEN + (uint32_t)(i >> 32) * 40503u + 12345u);
}

/* The index in the table of element `i` of all operands. */
BENCH_BOTH uint32_t gemm_place(unsigned long long i)
{
	return gemm_mix(i) % GEMM_TABLE;
}

BENCH_BOTH double gemm_sign(uint32_t j)
{
	return gemm_mix(j) >> 31 ? -1 : 1;
}

enum gemm_element {
	GEMM_FP16,
	GEMM_BF16,
	GEMM_FP32, /* also TF32, which is stored as FP32 */
	GEMM_E4M3,
	GEMM_INT8,
	GEMM_INT32,
	GEMM_FP64
};

struct gemm_fill_args {
	void *to;
	const void *table;
	unsigned long long elements, first; /* first: number of the first element */
	uint32_t bytes;                     /* bytes per element: 1, 2, 4, 8 */
};

/* out[i] += sum over j of sign(j) x m[i + j n], and squares[i] += sum over j of m[i + j n]^2. */
struct gemm_fold_args {
	const void *m;
	double *out, *squares; /* squares may be NULL */
	uint32_t n, element;
};
#define GEMM_FOLD_COLUMNS 128u /* columns per block */

/* For each row i, checks that alpha x sum over k of a[k + i n] x b[k] + beta x before[i] is near d[i]. The two may
 * differ by `part` times the square root of squares[i]. */
struct gemm_compare_args {
	const void *a;
	const double *b, *d, *squares, *before; /* before: NULL if beta is 0 */
	struct gb_report *report;               /* wrong rows, by their numbers in their product */
	double alpha, beta, part;
	uint32_t n, element;
};
