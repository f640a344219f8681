/* interfere.h: definitions shared by the host code and the kernels of `interfere`. */
#ifndef INTERFERE_H
#define INTERFERE_H

#include "../common/input.h"
#include "gpubench_report.h"

/* The unit that a kernel keeps busy; idle: none. */
enum unit { UNIT_ISSUE, UNIT_SHARED, UNIT_MATRIX, UNIT_L2, UNIT_DRAM, UNIT_HOST, UNIT_IDLE };

/* The only block of an SM, and the turns of its warps. After each turn a warp looks whether it should end. */
enum {
	INTERFERE_BLOCK = 1024,
	INTERFERE_CHAINS = 8,                  /* issue: chains of additions, */
	INTERFERE_ADDS = 512,                  /* additions of each */
	INTERFERE_SHARED_LOADS = 64,           /* shared: loads of 16 bytes, */
	INTERFERE_SHARED_WORDS = 8192,         /* from an array that the block reads twice with every fourth load */
	INTERFERE_TILES = 4,                   /* matrix: accumulators of 16 x 8, */
	INTERFERE_PRODUCTS = 64,               /* products added to each, with this many */
	INTERFERE_DEPTH = 16,                  /* elements of each of their sums */
	INTERFERE_LOADS = 8,                   /* l2, dram, host: loads of 16 bytes in flight */
	INTERFERE_PART = INTERFERE_LOADS * 512 /* bytes that a warp reads */
};

/* Counts of the launches so far: blocks of aggressors that have begun, and warps of victims that have ended. */
struct interfere_gate {
	uint32_t begun, ended;
};

/* A warp: when it worked, in nanoseconds of the device, and its turns. */
struct interfere_warp {
	unsigned long long begin, end;
	uint32_t turns, sm;
};

struct interfere_args {
	struct interfere_gate *gate;
	struct interfere_warp *warp;
	uint32_t *sum;      /* of each thread: of all that it read or computed */
	const uint32_t *in; /* words by input_bits(), in parts */
	uint32_t parts;     /* warp w reads part (w + turn x warps) % parts */
	uint32_t begun;     /* a victim begins once the gate has this count, */
	uint32_t ended;     /* an aggressor ends once it has this one; 0: this is a victim */
	/* In cycles: what a victim waits before it begins, and works; the most that an aggressor works and that a
	 * victim waits for it. */
	unsigned long long settle, cycles, most;
	float add[2];  /* issue: x = add[0] - x; x = add[1] - x */
	uint32_t ones; /* matrix: two elements of A or B */
};

struct interfere_check_args {
	const struct interfere_warp *warp;
	const uint32_t *sum;
	uint32_t first, parts, warps; /* first: the part of the input where its parts begin */
	enum unit unit;
	struct gb_report *report;
};

#define INTERFERE_ADD_FIRST  5.0f
#define INTERFERE_ADD_SECOND 8.0f

/* Where a chain of additions starts; all its results are integers that a float holds. */
BENCH_BOTH float interfere_start(uint32_t thread, uint32_t chain)
{
	return (float)(thread % INTERFERE_BLOCK * INTERFERE_CHAINS + chain);
}

/* True if the unit is memory outside of the SMs. */
BENCH_BOTH int interfere_reads(enum unit unit)
{
	return unit == UNIT_L2 || unit == UNIT_DRAM || unit == UNIT_HOST;
}

/* The sum of a turn, except of a unit that reads memory. */
BENCH_BOTH uint32_t interfere_sum_of_turn(enum unit unit, uint32_t thread)
{
	uint32_t sum = 0;

	switch (unit) {
	case UNIT_ISSUE:
		for (uint32_t c = 0; c < INTERFERE_CHAINS; c++)
			sum += (uint32_t)interfere_start(thread, c) +
			       INTERFERE_ADDS / 2 * (uint32_t)(INTERFERE_ADD_SECOND - INTERFERE_ADD_FIRST);
		return sum;
	case UNIT_SHARED:
		for (uint32_t i = 0; i < INTERFERE_SHARED_WORDS; i += 4 * INTERFERE_BLOCK)
			for (uint32_t k = 0; k < 4; k++)
				sum += input_bits(i + thread % INTERFERE_BLOCK * 4 + k);
		return sum * (INTERFERE_SHARED_LOADS * INTERFERE_BLOCK * 4 / INTERFERE_SHARED_WORDS);
	case UNIT_MATRIX:
		return INTERFERE_TILES * 4 * INTERFERE_PRODUCTS * INTERFERE_DEPTH;
	default:
		return 1;
	}
}

BENCH_BOTH uint32_t interfere_sum_of_part(unsigned long long part, uint32_t lane)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < 4 * INTERFERE_LOADS; i++)
		sum += input_bits(part * (INTERFERE_PART / 4) + i / 4 * 128 + lane * 4 + i % 4);
	return sum;
}

#endif
