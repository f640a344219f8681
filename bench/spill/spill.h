/* spill.h: what the host and the kernels of `spill` share. */
#ifndef SPILL_H
#define SPILL_H

#include "../common/input.h"
#include "gpubench_report.h"

/* A thread keeps so many values; a trip takes each of them so many steps on: x <- SPILL_FACTOR x + word. */
#define SPILL_VALUES 64
#define SPILL_STEPS  2
#define SPILL_FACTOR (-0.75f)
/* Words of one trip; value i takes word i % SPILL_WORDS. */
#define SPILL_WORDS 4

/* Word i of what is loaded: a float in [1, 2) with 23 mixed bits. */
BENCH_BOTH unsigned int spill_word(unsigned int i)
{
	return input_float(i);
}

/* The values of a thread as one word: no two of them can trade places in it. */
BENCH_BOTH unsigned int spill_fold(unsigned int sum, unsigned int value)
{
	sum = (sum ^ value) * 0x2c1b3c6du;
	return sum ^ (sum >> 15);
}

struct spill_args {
	const void *words;  /* vectors of SPILL_WORDS floats; a power of two of them */
	const float *start; /* of each value */
	unsigned int *out;  /* a thread: its values, folded */
	unsigned int mask;  /* vectors - 1 */
	unsigned int step;  /* threads: a thread's vectors are so far apart, from its own number on */
	unsigned int trips;
	unsigned int stride; /* indexed: 1, which the compiler does not know */
};

struct spill_fill_args {
	void *at;
	unsigned int words;
};

struct spill_check_args {
	struct spill_args of;
	unsigned int threads;
	struct gb_report *report;
};

#endif
