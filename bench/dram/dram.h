/* dram.h: definitions shared by the host code and the kernels of `dram`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* In the order of the axis `op`. */
enum dram_op { DRAM_READ, DRAM_WRITE, DRAM_COPY, DRAM_SCALE, DRAM_ADD, DRAM_TRIAD, DRAM_MIX, DRAM_DRIVER };

/* `mix` has `reads` loads in this many accesses; a thread has at most DRAM_MIX_MAX of them in one tile. */
#define DRAM_MIX_PARTS 8
#define DRAM_MIX_MAX   16

/* The factor of `scale` and `triad`: not a power of two, so that the product rounds. */
#define DRAM_FACTOR 1.1f

struct dram_args {
	const void *a, *b;
	void *out;
	unsigned long long *sum; /* sum of all words read */
	unsigned long long
		tiles;        /* tiles of block * unroll vectors per stream; for mix block * loads and block * stores */
	uint32_t stripes;     /* a power of two: see striped() */
	uint32_t stripe_bits; /* its logarithm */
	uint32_t record;      /* 0 when timed: the sum stays in registers and is not written */
};

struct dram_check_args {
	const void *out;
	unsigned long long words;  /* of out */
	unsigned long long b_word; /* where stream b starts in the arena; a starts at 0 */
	struct gb_report *report;  /* the words of out, and the words summed */
	unsigned long long *sum;   /* expected sum of the first `read_words` words of the arena */
	unsigned long long read_words;
	int op;
	uint32_t loads, stores, block; /* of mix: accesses per thread and tile */
};
