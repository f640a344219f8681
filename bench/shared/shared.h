/* shared.h: definitions shared by the host code and the kernels of `shared`. */
#ifndef SHARED_H
#define SHARED_H

#include "../common/input.h"

/* In the order of the axis `op`. */
enum shared_op { SHARED_READ, SHARED_WRITE, SHARED_COPY };

#define SHARED_LANES 32

/* Word i of a block's shared memory at the start: mixed bits. */
BENCH_BOTH unsigned int shared_word(unsigned int i)
{
	return input_mix(i);
}

/* The value that `write` leaves in word i after this many trips. */
BENCH_BOTH unsigned int shared_written(unsigned int i, unsigned int trips)
{
	return shared_word(i % 4) + trips;
}

struct shared_args {
	unsigned int trips;  /* even */
	unsigned int flip;   /* bytes of an access: neighbouring threads swap theirs from trip to trip */
	unsigned int words;  /* of a block's shared memory */
	unsigned int record; /* 0 when timed: `sum` and `left` are not written */
	unsigned int *sum;   /* per thread: the sum of all words read */
	unsigned int *left;  /* per block: its final shared memory */
};

#endif
