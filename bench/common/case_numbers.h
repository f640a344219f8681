/* case_numbers.h: the sets and the matrix of the worked example, for the GPU (`case`) and for the host
 * (`host_case`). */
#pragma once

#include "input.h"

/* A set has CASE_LENGTH rows of CASE_LENGTH numbers. The means of its rows form a vector. */
#define CASE_LENGTH 1024u

/* Small whole numbers, so that every sum is exact in FP32 in any order. */
BENCH_BOTH int case_number(unsigned long long i)
{
	return (int)(input_bits(i) >> 24) - 128;
}

/* An element of the matrix that multiplies the vectors. */
BENCH_BOTH int case_matrix_number(unsigned long long i)
{
	return (int)(input_bits(i + 0x5bd1e995u) >> 26) - 32;
}
