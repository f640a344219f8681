/* spill.h: definitions shared by the host code and the kernels of `spill`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* Values per thread. In each trip every value makes this many steps x <- SPILL_FACTOR x + word. */
#define SPILL_VALUES 64
#define SPILL_STEPS  2
#define SPILL_FACTOR (-0.75f)
/* Words per trip; value i uses word i % SPILL_WORDS. */
#define SPILL_WORDS 4

/* Word i of the input: a float in [1, 2) with 23 mixed bits. */
BENCH_BOTH uint32_t spill_word(uint32_t i)
{
	return input_float(i);
}

/* Folds the values of a thread into one word, which changes if two of them are exchanged. */
BENCH_BOTH uint32_t spill_fold(uint32_t sum, uint32_t value)
{
	sum = (sum ^ value) * 0x2c1b3c6du;
	return sum ^ (sum >> 15);
}

struct spill_args {
	const void *words; /* a power of two of vectors, each with SPILL_WORDS floats */
	const float *start;
	uint32_t *out; /* per thread: its folded values */
	uint32_t mask; /* number of vectors - 1 */
	uint32_t step; /* number of threads; vector i of a thread is its number + i x this */
	uint32_t trips;
	uint32_t stride; /* indexed: 1, unknown to the compiler */
};

struct spill_fill_args {
	void *at;
	uint32_t words;
};

struct spill_check_args {
	struct spill_args of;
	uint32_t threads;
	struct gb_report *report;
};
