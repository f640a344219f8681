/* lines.h: definitions shared by the host code and the kernels of `lines`. */
#pragma once

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	LINES_LINE = 128,     /* bytes: eight lanes of a warp read a line */
	LINES_HOPS = 4096,    /* hops per launch that are timed, one by one */
	LINES_BASES = 256,    /* pairs of lines in `hash` */
	LINES_TRIES = 8,      /* loads of each line, the fastest of which counts */
	LINES_CAMPED = 16384, /* lines that all SMs read, in `camping` */
	LINES_TRIPS = 64,     /* rounds of each SM through its share of these lines */
	LINES_UNROLL = 8,     /* loads per thread and trip */
	LINES_BLOCK = 1024,   /* threads per block of `camping` and `eviction` */
	LINES_TESTS = 32,     /* tests per launch of `eviction` */
	LINES_SETS = 4,       /* sets of L2 that a launch of `set` reads */
	LINES_OF_SET = 40,    /* lines of each set, at most */
	LINES_ROUNDS = 32     /* rounds through these lines; the second half counts */
};
/* `lines_alone.sm` of a launch with a single block, which may run on any SM. */
#define LINES_ANY_SM ~0u

/* The position of the chase, in device memory, and the counts of even and odd hops. */
struct lines_place {
	unsigned long long at;
	unsigned long long cycles[2];
	uint32_t hits[2]; /* hops that took fewer cycles than `cut` */
};

/* Groups `stride` bytes apart, visited in an order without a pattern. A group is one word, or two words `apart` bytes
 * from each other. */
struct lines_set {
	unsigned char *at;
	unsigned long long stride;
	uint32_t groups, apart; /* `apart` is 0 for groups of one word */
};

struct lines_args {
	struct lines_set set;
	struct lines_place *place;
	uint32_t warm;   /* hops before the timed ones */
	uint32_t hops;   /* timed hops, an even number */
	uint32_t cut;    /* hops with fewer cycles are hits */
	uint32_t *trace; /* offset of each hop in the set, in verified launches; NULL: not recorded */
};

/* Pairs of lines whose addresses differ in one bit; each line is timed separately. */
struct lines_hash_args {
	const unsigned char *at;
	uint32_t flip; /* the address bit, as a mask */
	unsigned long long zero;
	unsigned short *cycles;   /* of each pair: the cycles of the line and of the other line */
	struct gb_report *report; /* errors in the first words; NULL: not checked */
};

/* All SMs read lines that lie `stride` bytes apart. */
struct lines_camp_args {
	const unsigned char *at;
	unsigned long long stride;
	uint32_t trips;
	uint32_t record;
	uint32_t *sums;
	struct gb_report *report;
};

/* Only one of the launched blocks works, on a chosen SM: another SM may find lines in the other half of L2. */
struct lines_alone {
	uint32_t sm;     /* LINES_ANY_SM: the launch has only one block */
	uint32_t ticket; /* number of the launch, never used again */
	uint32_t *taken; /* ticket of the last launch in which a block began to work */
};

/* Tests whether lines evict a target: reads the target, then the lines, then the target again. The last read is
 * timed. */
struct lines_evict_args {
	struct lines_alone alone;
	const unsigned char *at;
	const uint32_t *bits; /* one bit per line from `at` on, copied to shared memory */
	uint32_t words;
	uint32_t from, to; /* lines `from` to `to` - 1 are left out */
	uint32_t target;   /* number of the target line, whose bit is 0 */
	uint32_t passes;   /* rounds through the lines in a test */
	uint32_t tests;    /* at most LINES_TESTS */
	uint32_t cut;      /* tests end after one in which the target took fewer cycles */
	struct lines_evict_found *found;
	struct gb_report *report; /* errors in the target's words; NULL: not checked */
};
struct lines_evict_found {
	uint32_t sm; /* SM on which the block ran */
	uint32_t tests;
	uint32_t cycles[LINES_TESTS];
};

/* Lines of several sets of L2. One thread reads them in turn, set by set. The list is in device memory. */
struct lines_list {
	uint32_t line[LINES_SETS][LINES_OF_SET];
	uint32_t cut[LINES_SETS]; /* cycles that separate hits from misses, by set */
};
struct lines_rounds_args {
	struct lines_alone alone;
	const unsigned char *at;
	const struct lines_list *list;
	uint32_t count; /* lines that are read, per set */
	unsigned long long zero;
	struct lines_rounds_found *found;
	struct gb_report *report; /* errors in all words; NULL: not checked */
};
struct lines_rounds_found {
	uint32_t sm;
	uint32_t hits[LINES_SETS]; /* loads with fewer cycles than `cut`, in the rounds that count */
	unsigned long long cycles; /* of the rounds that count, all sets together */
};

/* The offset in bytes of position `at` of the cycle from the start of the set. */
static inline CYCLE_BOTH unsigned long long lines_offset(const struct lines_set *set, uint32_t at)
{
	const uint32_t words = set->apart ? 2 : 1;

	return cycle_line_at(at / words, set->groups) * set->stride + at % words * (unsigned long long)set->apart;
}

/* The offset in bytes of the first line of pair `i`, a multiple of a sector within 4 MiB. */
BENCH_BOTH uint32_t lines_base(uint32_t i)
{
	return (input_mix(i + 1) & ((4u << 20) - 1)) / 32 * 32;
}

/* Word `word` of the line bits, with lines `from` to `to` - 1 cleared. */
BENCH_BOTH uint32_t lines_kept(uint32_t bits, uint32_t word, uint32_t from, uint32_t to)
{
	const uint32_t first = 32 * word;

	for (uint32_t i = from > first ? from - first : 0; i < 32 && first + i < to; i++)
		bits &= ~(1u << i);
	return bits;
}

/* The line that load `load` of a trip reads. */
BENCH_BOTH uint32_t lines_camped(uint32_t warp, uint32_t warps, uint32_t load, uint32_t lane)
{
	return (4 * (warp + load * warps) + lane / 8) % LINES_CAMPED;
}
