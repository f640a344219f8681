/* l1.h: definitions shared by the host code and the kernels of `l1`. */
#pragma once

#include "../common/pattern.h"

/* Sweeps: 4-byte elements. Block b of the wide form reads tile b mod tiles. */
#define L1_SWEEP_BLOCK 256

/* Loads per thread of the wide form: 16, rounded up to a multiple of the stride. */
#define L1_DEPTH(stride) ((15 + (stride)) / (stride) * (stride))

struct l1_sweep_args {
	const uint32_t *a; /* already shifted */
	uint32_t stride;   /* elements, of the naive form */
	uint32_t tiles;
	uint32_t record; /* PATTERN_TIMED or PATTERN_VERIFIED */
	struct pattern_report *report;
};

/* Reuse: 8-byte elements. */
#define L1_REUSE_BLOCK 1024
#define L1_REUSE_STEP  8192 /* bytes that a block reads at once: 8 x L1_REUSE_BLOCK */
#define L1_FLIGHT      8    /* loads per trip */
#define L1_WINDOW_MOST 4    /* steps: larger sets are a multiple of this many */

struct l1_reuse_args {
	const void *a;
	uint32_t bytes;  /* working set per block */
	uint32_t still;  /* 0, which the compiler does not know */
	uint32_t trips;  /* trips of L1_FLIGHT loads per thread */
	uint32_t record; /* PATTERN_TIMED or PATTERN_VERIFIED */
	struct pattern_report *report;
};

struct l1_check_args {
	unsigned long long first, step;  /* words of the input that were read: from the first on, this far apart */
	unsigned long long words, times; /* number of words, and how often each was read */
	struct pattern_report *report;
};
