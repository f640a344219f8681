/* l1.h: what the host and the kernels of `l1` share. */
#ifndef L1_H
#define L1_H

#include "../common/pattern.h"

/* Sweeps: 4-byte elements. Block b of the wide form reads tile b mod tiles. */
#define L1_SWEEP_BLOCK 256

/* Loads of a thread of the wide form: 16, or as many more as make them a multiple of the stride. */
#define L1_DEPTH(stride) ((15 + (stride)) / (stride) * (stride))

struct l1_sweep_args {
	const unsigned int *a; /* shifted already */
	unsigned int stride;   /* elements, of the naive form */
	unsigned int tiles;    /* that there are */
	unsigned int record;   /* PATTERN_TIMED or PATTERN_VERIFIED */
	struct pattern_report *report;
};

/* Reuse: 8-byte elements. */
#define L1_REUSE_BLOCK 1024
#define L1_REUSE_STEP  8192 /* bytes that a block reads at once: 8 x L1_REUSE_BLOCK */
#define L1_FLIGHT      8    /* loads of a trip */
#define L1_WINDOW_MOST 4    /* steps: larger sets are a multiple of so many */

struct l1_reuse_args {
	const void *a;
	unsigned int bytes;  /* working set of a block */
	unsigned int still;  /* 0 */
	unsigned int trips;  /* L1_FLIGHT loads of each thread */
	unsigned int record; /* PATTERN_TIMED or PATTERN_VERIFIED */
	struct pattern_report *report;
};

struct l1_check_args {
	unsigned long long first, step;  /* words of the input that were read: from there on, so far apart */
	unsigned long long words, times; /* so many, so many times each */
	struct pattern_report *report;
};

#endif
