/* l1.h: what the host and the kernels of `l1` share. */
#ifndef L1_H
#define L1_H

#include "../offset/pattern.h"

#define L1_FLIGHT 8 /* loads of a thread in flight at once */

/* Sweeps: 4-byte elements. Block b of the wide form reads tile b mod tiles. */
#define L1_SWEEP_BLOCK 256

struct l1_sweep_args {
	const unsigned int *a; /* shifted already */
	unsigned int stride;   /* elements */
	unsigned int tiles;    /* that there are */
	unsigned int trips;    /* L1_FLIGHT loads of each thread; together a multiple of the stride */
	unsigned int record;   /* 0 when timed: the sum is kept in registers and not written */
	struct pattern_report *report;
};

/* Reuse: 16-byte elements. */
#define L1_REUSE_BLOCK 1024
#define L1_REUSE_STEP  16384 /* bytes that a block reads at once: 16 x L1_REUSE_BLOCK */

struct l1_reuse_args {
	const void *a;
	unsigned int bytes;  /* working set of a block */
	unsigned int trips;  /* L1_FLIGHT loads of each thread */
	unsigned int record; /* as above */
	struct pattern_report *report;
};

struct l1_check_args {
	unsigned long long first, step;  /* words of the input that were read: from there on, so far apart */
	unsigned long long words, times; /* so many, so many times each */
	struct pattern_report *report;
};

#endif
