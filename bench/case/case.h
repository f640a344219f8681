/* case.h: definitions shared by the host code and the kernels of `case`. */
#pragma once

#include "../common/case_numbers.h"
#include "gpubench_report.h"

/* One thread for each number of a vector. */
#define CASE_BLOCK CASE_LENGTH

enum case_version { CASE_ONE_BLOCK, CASE_BLOCK_A_SET, CASE_COALESCED, CASE_SHUFFLED, CASE_LIBRARY, CASE_VERSIONS };

enum case_kernel {
	CASE_PLAIN,
	CASE_ALONG_ROWS,
	CASE_TILED,
	CASE_BLOCKED,
	CASE_REGISTERS,
	CASE_CP_ASYNC,
	CASE_CUBLAS,
	CASE_KERNELS
};

/* Edge of a block's tile of C: for plain, along_rows and tiled, and for the other kernels, which compute 8 x 8 elements
 * per thread. */
#define CASE_TILE      32u
#define CASE_BIG_TILE  128u
#define CASE_BIG_BLOCK 256u

BENCH_BOTH uint32_t case_bits(int number)
{
	union {
		float number;
		uint32_t bits;
	} as;

	as.number = (float)number;
	return as.bits;
}

BENCH_BOTH uint32_t case_word(unsigned long long i)
{
	return case_bits(case_number(i));
}

BENCH_BOTH uint32_t case_matrix_word(unsigned long long i)
{
	return case_bits(case_matrix_number(i));
}

/* out[i * sets + k] = sum over j of matrix[i][j] x mean of row j of set k. */
struct case_average_args {
	const float *in, *matrix;
	float *out, *means; /* the means of the rows of all sets; only for the library */
	uint32_t sets;
};

/* C = A B; all matrices are n x n, stored by rows. */
struct case_product_args {
	const float *a, *b;
	float *c;
	uint32_t n;
};

struct case_sum_args {
	int *sums; /* row sums of all sets, for checking the means */
	unsigned long long rows;
};

struct case_check_average_args {
	const float *out;
	const int *sums;
	uint32_t sets;
	struct gb_report *report;
};

struct case_check_product_args {
	const float *c;
	uint32_t n;
	struct gb_report *report;
};
