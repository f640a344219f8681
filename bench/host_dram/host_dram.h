/* host_dram.h: the arguments of host_dram's kernels, and the contents of the arrays. */
#pragma once

#include <stdint.h>

#include "../common/host_report.h"
#include "../common/input.h"

/* The operations, in the order of the kernels' names. They read the arrays b and c and write out. */
enum host_dram_op {
	HOST_DRAM_READ,  /* sum of b */
	HOST_DRAM_WRITE, /* out = value */
	HOST_DRAM_COPY,  /* out = b */
	HOST_DRAM_SCALE, /* out = value * b */
	HOST_DRAM_ADD,   /* out = b + c */
	HOST_DRAM_TRIAD  /* out = b + value * c */
};

enum { HOST_DRAM_STEP = 4096 /* bytes: a multiple of every kernel's trip */ };

/* Each launched thread t works on `streams` parts of each array, from part t * streams on, and processes the first
 * `each` bytes of every part. */
struct host_dram_args {
	const char *b, *c;
	char *out;
	uint64_t part,
		each; /* bytes from one part to the next, and bytes of a part per launch; multiples of HOST_DRAM_STEP */
	double value;
	struct host_report *report;
};

struct host_dram_fill_args {
	uint64_t *at;
	uint64_t words;
};

/* Compares the output with its expected values, or sums the words that must have been read. */
struct host_dram_check_args {
	const uint64_t *out;
	uint64_t words;          /* number of words written, or read */
	uint64_t b_word, c_word; /* numbers of the first words of b and c in the arena */
	enum host_dram_op op;
	uint64_t factor; /* `value`, a whole number */
	struct host_report *report;
};

/* Word i of the arena is the double 1 + k / 2^40, with k of 40 bits. Sums and small multiples of such numbers are
 * exact. */
#define HOST_DRAM_BITS 40
static inline uint64_t host_dram_fraction(uint64_t i)
{
	return (i * INPUT_GOLDEN_64) >> (64 - HOST_DRAM_BITS);
}

static inline uint64_t host_dram_word(uint64_t i)
{
	return UINT64_C(0x3ff0000000000000) | host_dram_fraction(i) << (52 - HOST_DRAM_BITS);
}
