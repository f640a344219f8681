/* dram.h: what the host and the kernels of `dram` share. */
#ifndef DRAM_H
#define DRAM_H

#include "../common/input.h"
#include "gpubench_report.h"

/* In the order of the axis `op`. */
enum dram_op { DRAM_READ, DRAM_WRITE, DRAM_COPY, DRAM_SCALE, DRAM_ADD, DRAM_TRIAD, DRAM_MIX, DRAM_DRIVER };

/* `mix` has `reads` loads in every so many accesses; a thread has at most DRAM_MIX_MAX of them in one tile. */
#define DRAM_MIX_PARTS 8
#define DRAM_MIX_MAX   16

/* The factor of `scale` and `triad`: not a power of two, so that the product rounds. */
#define DRAM_FACTOR 1.1f

struct dram_args {
	const void *a, *b;
	void *out;
	unsigned long long *sum; /* of all words read */
	unsigned long long
		tiles;        /* of block * unroll vectors of each stream; of mix, block * loads and block * stores */
	unsigned int stripes; /* a power of two: see striped() */
	unsigned int stripe_bits; /* its logarithm */
	unsigned int record;      /* 0 when timed: the sum is kept in registers and not written */
};

struct dram_check_args {
	const void *out;
	unsigned long long words;  /* of out */
	unsigned long long b_word; /* where stream b starts in the arena; a starts at 0 */
	struct gb_report *report;  /* of the words of out and the words summed */
	unsigned long long *sum;   /* expected, of the `read_words` first words of the arena */
	unsigned long long read_words;
	int op;
	unsigned int loads, stores, block; /* of mix: a thread's in one tile */
};

#endif
