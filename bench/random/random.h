/* random.h: definitions shared by the host code and the kernels of `random`: the addresses of accesses, and their
 * results. */
#pragma once

#include "gpubench_report.h"
#include "../common/input.h"
#include "../common/random_address.h"

/* clang-format off */
#define RANDOM_OPS(X) X(read) X(update) X(atomic)
/* clang-format on */

#define RANDOM_SUMS 512   /* sums to which threads add their words */
#define RANDOM_TAG  0x5au /* even value that an update stores in the low byte of each word */

/* A set, and the division of accesses of `bytes` bytes among `lanes` neighbouring threads of a warp. Both are powers of
 * two. */
struct random_set {
	unsigned char *at;
	uint32_t lines;
	uint32_t bytes, lanes;
	uint32_t windows; /* equal parts of the set; 1: the set is not divided */
	uint32_t group;   /* walkers that share a window */
};

/* The byte of the set at which the window of a walker begins. */
BENCH_BOTH unsigned long long random_base(const struct random_set *set, uint32_t walker)
{
	const uint32_t window = input_mix(walker / set->group + 0x51ed27u) % set->windows;

	return (unsigned long long)(set->lines / set->windows) * window * RANDOM_LINE;
}

/* Word i of the set; it is odd, so that every update changes it. */
BENCH_BOTH uint32_t random_word(unsigned long long i)
{
	return input_bits(i) | 1u;
}

BENCH_BOTH uint32_t random_updated(uint32_t word)
{
	return (word & ~0xffu) | RANDOM_TAG;
}

struct random_args {
	struct random_set set;
	uint32_t trips;
	uint32_t record; /* reads: sums up to this value are stored; 0 when timed */
	uint32_t one;    /* atomics add this */
	uint32_t *sum;
};

enum random_op {
#define RANDOM_ENUM(name) RANDOM_##name,
	RANDOM_OPS(RANDOM_ENUM)
#undef RANDOM_ENUM
};

/* The check repeats the walks, one access after another, and scans the whole set. */
struct random_check_args {
	struct random_set set;
	uint32_t op;
	uint32_t walkers, accesses; /* accesses per walker */
	uint32_t width;             /* bytes of a number: 4 or 8 for an atomic; 4 for a word */
	uint32_t *expected;         /* sum of all words that the walks should have read */
	struct gb_report *report;
};
