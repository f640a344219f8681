/* lines.h: definitions shared by the host code and the kernels of `lines`. */
#ifndef LINES_H
#define LINES_H

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	LINES_LINE = 128,     /* bytes that a warp's eight lanes read */
	LINES_HOPS = 4096,    /* hops per launch that are timed, one by one */
	LINES_BASES = 256,    /* lines of `hash` */
	LINES_TRIES = 8,      /* tries for each, of which the minimum counts */
	LINES_CAMPED = 16384, /* lines that all SMs read, in `camping` */
	LINES_TRIPS = 64,     /* rounds through a share of them */
	LINES_UNROLL = 8,     /* loads per thread and trip */
	LINES_BLOCK = 1024    /* threads of `camping` */
};

/* The position of the chase, in device memory, and its counts: for hops with even numbers and those with odd ones. */
struct lines_place {
	unsigned long long at;
	unsigned long long cycles[2];
	unsigned int hits[2]; /* hops that took less than `cut` */
};

/* Groups `stride` bytes apart, in an order without a pattern. Each is one word, or two words `apart` bytes from each
 * other. */
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
	unsigned int *trace; /* of the verified launch: each hop's offset in the set; NULL: not recorded */
};

/* Pairs of lines that differ in one bit of the address, each loaded separately. */
struct lines_hash_args {
	const unsigned char *at;
	unsigned int flip; /* that bit */
	unsigned long long zero;
	unsigned short *cycles;   /* cycles per base: of the line, of the other one */
	struct gb_report *report; /* errors of the first words; NULL: not checked */
};

/* All SMs read lines that lie `stride` bytes apart. */
struct lines_camp_args {
	const unsigned char *at;
	unsigned long long stride;
	unsigned int trips;
	unsigned int record;
	unsigned int *sums; /* one per thread */
	struct gb_report *report;
};

/* The chase's place at position `at` of its cycle, in bytes from the set's start. */
static inline CYCLE_BOTH unsigned long long lines_offset(const struct lines_set *set, unsigned int at)
{
	const unsigned int words = set->apart ? 2 : 1;

	return cycle_line_at(at / words, set->groups) * set->stride + at % words * (unsigned long long)set->apart;
}

/* The base of number `i`, in bytes from the start: a multiple of twice the bit, plus a line of the lower half. */
BENCH_BOTH unsigned int lines_base(unsigned int i)
{
	return (input_mix(i + 1) & ((4u << 20) - 1)) / 32 * 32;
}

/* The line of load number `load` of a thread's trip. */
BENCH_BOTH unsigned int lines_camped(unsigned int warp, unsigned int warps, unsigned int load, unsigned int lane)
{
	return (4 * (warp + load * warps) + lane / 8) % LINES_CAMPED;
}

#endif
