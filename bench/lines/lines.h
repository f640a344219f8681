/* lines.h: definitions shared by the host code and the kernels of `lines`. */
#pragma once

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	LINES_LINE = 128,     /* bytes that a warp's eight lanes read */
	LINES_HOPS = 4096,    /* hops per launch that are timed, one by one */
	LINES_BASES = 256,    /* lines of `hash` */
	LINES_TRIES = 8,      /* tries for each, of which the minimum counts */
	LINES_CAMPED = 16384, /* lines that all SMs read, in `camping` */
	LINES_TRIPS = 64,     /* rounds through each SM's share of these lines */
	LINES_UNROLL = 8,     /* loads per thread and trip */
	LINES_BLOCK = 1024,   /* threads of `camping`, and of the block that reads lines to evict another */
	LINES_TESTS = 32,     /* tests of a launch of `eviction` */
	LINES_SETS = 4,       /* sets of L2 that a launch of `set` reads */
	LINES_OF_SET = 40,    /* lines of each, at most */
	LINES_ROUNDS = 32     /* rounds through them, of which the second half counts */
};
/* Where a kernel of one block may run on any SM. */
#define LINES_ANY_SM ~0u

/* The position of the chase, in device memory, and its counts: for hops with even numbers and those with odd ones. */
struct lines_place {
	unsigned long long at;
	unsigned long long cycles[2];
	uint32_t hits[2]; /* hops that took less than `cut` */
};

/* Groups `stride` bytes apart, in an order without a pattern. Each is one word, or two words `apart` bytes from each
 * other. */
struct lines_set {
	unsigned char *at;
	unsigned long long stride;
	uint32_t groups, apart; /* 0: one word */
};

struct lines_args {
	struct lines_set set;
	struct lines_place *place;
	uint32_t warm;   /* hops before the timed ones */
	uint32_t hops;   /* an even number */
	uint32_t cut;    /* cycles */
	uint32_t *trace; /* of the verified launch: each hop's offset in the set; NULL: not recorded */
};

/* Pairs of lines that differ in one bit of the address, each loaded separately. */
struct lines_hash_args {
	const unsigned char *at;
	uint32_t flip; /* that bit */
	unsigned long long zero;
	unsigned short *cycles;   /* cycles per base: of the line, of the other one */
	struct gb_report *report; /* errors of the first words; NULL: not checked */
};

/* All SMs read lines that lie `stride` bytes apart. */
struct lines_camp_args {
	const unsigned char *at;
	unsigned long long stride;
	uint32_t trips;
	uint32_t record;
	uint32_t *sums; /* one per thread */
	struct gb_report *report;
};

/* One block works, on the chosen SM: other SMs may look up lines in the other half of L2. */
struct lines_alone {
	uint32_t sm;     /* LINES_ANY_SM: the only block of the launch works */
	uint32_t ticket; /* of this launch; no other launch has it */
	uint32_t *taken; /* the ticket of the launch whose block is at work */
};

/* Tests whether lines evict another one: the target is read, then the lines, then the target again. The last read is
 * timed. */
struct lines_evict_args {
	struct lines_alone alone;
	const unsigned char *at;
	const uint32_t *bits; /* one per line from `at` on; they are copied to shared memory */
	uint32_t words;       /* of these */
	uint32_t from, to;    /* lines that are left out */
	uint32_t target;      /* number of its line, whose bit is 0 */
	uint32_t passes;      /* rounds through the lines */
	uint32_t tests;       /* up to LINES_TESTS */
	uint32_t cut;         /* a test that takes fewer cycles is the last one */
	struct lines_evict_found *found;
	struct gb_report *report; /* errors of the target's words; NULL: not checked */
};
struct lines_evict_found {
	uint32_t sm; /* of the block */
	uint32_t tests;
	uint32_t cycles[LINES_TESTS];
};

/* Lines of the same set of L2, read in turn by one thread, set by set. The list is in device memory. */
struct lines_list {
	uint32_t line[LINES_SETS][LINES_OF_SET];
	uint32_t cut[LINES_SETS]; /* cycles that separate hits from misses */
};
struct lines_rounds_args {
	struct lines_alone alone;
	const unsigned char *at;
	const struct lines_list *list;
	uint32_t count; /* lines of each set that are read */
	unsigned long long zero;
	struct lines_rounds_found *found;
	struct gb_report *report; /* as above, of all words; NULL: not checked */
};
struct lines_rounds_found {
	uint32_t sm;
	uint32_t hits[LINES_SETS]; /* of the rounds that count: loads that took less than `cut` */
	unsigned long long cycles; /* of these rounds, all sets */
};

/* The chase's place at position `at` of its cycle, in bytes from the set's start. */
static inline CYCLE_BOTH unsigned long long lines_offset(const struct lines_set *set, uint32_t at)
{
	const uint32_t words = set->apart ? 2 : 1;

	return cycle_line_at(at / words, set->groups) * set->stride + at % words * (unsigned long long)set->apart;
}

/* The base of number `i`, in bytes from the start: a multiple of twice the bit, plus a line of the lower half. */
BENCH_BOTH uint32_t lines_base(uint32_t i)
{
	return (input_mix(i + 1) & ((4u << 20) - 1)) / 32 * 32;
}

/* Word number `word` of the bits of lines, without those of lines `from` to `to` - 1. */
BENCH_BOTH uint32_t lines_kept(uint32_t bits, uint32_t word, uint32_t from, uint32_t to)
{
	const uint32_t first = 32 * word;

	for (uint32_t i = from > first ? from - first : 0; i < 32 && first + i < to; i++)
		bits &= ~(1u << i);
	return bits;
}

/* The line of load number `load` of a thread's trip. */
BENCH_BOTH uint32_t lines_camped(uint32_t warp, uint32_t warps, uint32_t load, uint32_t lane)
{
	return (4 * (warp + load * warps) + lane / 8) % LINES_CAMPED;
}
