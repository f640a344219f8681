/* case_numbers.h: the sets and the matrix of the worked example, for the GPU (`case`) and for the host (`host_case`). */
#ifndef CASE_NUMBERS_H
#define CASE_NUMBERS_H

#include "input.h"

/* A set is CASE_LENGTH rows of CASE_LENGTH numbers: the means of its rows are a vector of CASE_LENGTH numbers. */
#define CASE_LENGTH 1024u

/* Small whole numbers, so that every sum is exact in FP32 in whatever order it is made. */
BENCH_BOTH int case_number(unsigned long long i)
{
	return (int)(input_bits(i) >> 24) - 128;
}

/* Of the matrix that the vectors are multiplied by. */
BENCH_BOTH int case_matrix_number(unsigned long long i)
{
	return (int)(input_bits(i + 0x5bd1e995u) >> 26) - 32;
}

#endif
