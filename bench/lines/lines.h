/* lines.h: what the host and the kernels of `lines` share. */
#ifndef LINES_H
#define LINES_H

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	LINES_LINE = 128,     /* bytes that a warp's eight lanes read */
	LINES_HOPS = 4096,    /* of a launch that are timed, one by one */
	LINES_BASES = 256,    /* lines of `hash` */
	LINES_TRIES = 8,      /* of each of which the least counts */
	LINES_CAMPED = 16384, /* lines that all SMs read, in `camping` */
	LINES_TRIPS = 64,     /* through a share of them */
	LINES_UNROLL = 8,     /* loads of a thread in a trip */
	LINES_BLOCK = 1024    /* threads of `camping` */
};

/* Where the chase is, in device memory, and what it counted: of hops with an even number and of those with an odd one. */
struct lines_place {
	unsigned long long at;
	unsigned long long cycles[2];
	unsigned int hits[2]; /* hops that took less than `cut` */
};

/* Groups `stride` bytes apart, in an order without a pattern. Each is one word, or two that lie `apart` bytes from each other. */
struct lines_set {
	unsigned char *at;
	unsigned long long stride;
	unsigned int groups, apart; /* 0: one word */
};

struct lines_args {
	struct lines_set set;
	struct lines_place *place;
	unsigned int warm;   /* hops before the timed ones */
	unsigned int hops;   /* an even number */
	unsigned int cut;    /* cycles */
	unsigned int *trace; /* of the checked launch: each hop's offset in the set; NULL */
};

/* Lines of which one and another one that differs in one bit of the address are loaded alone. */
struct lines_hash_args {
	const unsigned char *at;
	unsigned int flip; /* that bit */
	unsigned long long zero;
	unsigned short *cycles;   /* of each base: of the line, of the other one */
	struct gb_report *report; /* the first words are looked at; NULL: not */
};

/* All SMs read lines that lie `stride` bytes apart. */
struct lines_camp_args {
	const unsigned char *at;
	unsigned long long stride;
	unsigned int trips;
	unsigned int record;
	unsigned int *sums; /* of each thread */
	struct gb_report *report;
};

/* Where the chase is at position `at` of its cycle, bytes from the set's start. */
static inline CYCLE_BOTH unsigned long long lines_offset(const struct lines_set *set, unsigned int at)
{
	const unsigned int words = set->apart ? 2 : 1;

	return cycle_line_at(at / words, set->groups) * set->stride + at % words * (unsigned long long)set->apart;
}

/* The base of number `i`: bytes from the start; a multiple of twice the bit, plus some line of the lower half. */
BENCH_BOTH unsigned int lines_base(unsigned int i)
{
	return (input_mix(i + 1) & ((4u << 20) - 1)) / 32 * 32;
}

/* The line that a thread reads: number `load` of its trip. */
BENCH_BOTH unsigned int lines_camped(unsigned int warp, unsigned int warps, unsigned int load, unsigned int lane)
{
	return (4 * (warp + load * warps) + lane / 8) % LINES_CAMPED;
}

#endif
