/* host_dram.h: what the kernels of host_dram are given, and what the arrays hold. */
#ifndef HOST_DRAM_H
#define HOST_DRAM_H

#include <stdint.h>

#include "../common/host_report.h"
#include "../common/input.h"

/* In the order of the kernels' names. The arrays: b and c are read, out is written. */
enum host_dram_op {
	HOST_DRAM_READ,  /* sum of b */
	HOST_DRAM_WRITE, /* out = value */
	HOST_DRAM_COPY,  /* out = b */
	HOST_DRAM_SCALE, /* out = value * b */
	HOST_DRAM_ADD,   /* out = b + c */
	HOST_DRAM_TRIAD  /* out = b + value * c */
};

enum { HOST_DRAM_STEP = 4096 /* bytes: every trip of every kernel divides it */ };

/* Thread t of those that were launched works on `streams` parts of each array, of which number t * streams is the first: on
 * `each` bytes from the start of every part on. */
struct host_dram_args {
	const char *b, *c;
	char *out;
	uint64_t part, each; /* bytes from part to part, and of them in a launch; multiples of HOST_DRAM_STEP */
	double value;
	struct host_report *report;
};

struct host_dram_fill_args {
	uint64_t *at;
	uint64_t words;
};

/* Compare what was written with what must be there, or sum what must have been read. */
struct host_dram_check_args {
	const uint64_t *out;
	uint64_t words;          /* written, or read */
	uint64_t b_word, c_word; /* numbers of the first words of b and c in the arena */
	enum host_dram_op op;
	uint64_t factor; /* `value`, a whole number */
	struct host_report *report;
};

/* Word i of the arena: the double 1 + k / 2^40, k of 40 bits. Sums and small multiples of such numbers are exact. */
#define HOST_DRAM_BITS 40
static inline uint64_t host_dram_fraction(uint64_t i)
{
	return (i * INPUT_GOLDEN_64) >> (64 - HOST_DRAM_BITS);
}

static inline uint64_t host_dram_word(uint64_t i)
{
	return UINT64_C(0x3ff0000000000000) | host_dram_fraction(i) << (52 - HOST_DRAM_BITS);
}

#endif
