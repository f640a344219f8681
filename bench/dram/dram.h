/* dram.h: definitions shared by the host code and the kernels of `dram`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

enum dram_op { DRAM_READ, DRAM_WRITE, DRAM_COPY, DRAM_SCALE, DRAM_ADD, DRAM_TRIAD, DRAM_MIX, DRAM_DRIVER };

/* `mix` has `reads` loads in this many accesses. A thread has at most DRAM_MIX_MAX accesses per tile. */
#define DRAM_MIX_PARTS 8
#define DRAM_MIX_MAX   16

/* The factor of `scale` and `triad`. It is no power of two, so that the product rounds. */
#define DRAM_FACTOR 1.1f

struct dram_args {
	const void *a, *b;
	void *out;
	unsigned long long *sum; /* sum of all words read */
	unsigned long long
		tiles;        /* tiles of block x unroll vectors per stream; for mix block x loads and block x stores */
	uint32_t stripes;     /* a power of two: see striped() */
	uint32_t stripe_bits; /* its logarithm */
	uint32_t record;      /* 0 when timed: the sum stays in registers */
};

struct dram_check_args {
	const void *out;
	unsigned long long words;  /* words of `out` */
	unsigned long long b_word; /* first word of stream b in the arena; a starts at 0 */
	struct gb_report *report;  /* mismatches in `out`, and the number of summed words */
	unsigned long long *sum;   /* expected sum of the first `read_words` words of the arena */
	unsigned long long read_words;
	int op;
	uint32_t loads, stores, block; /* of mix: accesses per thread and tile */
};
