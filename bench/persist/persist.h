/* persist.h: definitions shared by the host code and the kernels of `persist`. */
#ifndef PERSIST_H
#define PERSIST_H

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	PERSIST_BLOCK = 256, /* threads */
	PERSIST_BLOCKS = 4,  /* per SM */
	PERSIST_VECTOR = 16, /* bytes that a thread loads at once */
	PERSIST_TILE = PERSIST_BLOCK * PERSIST_VECTOR,
	PERSIST_FLIGHT = 8,    /* loads of a thread in flight */
	PERSIST_LINE = 128,    /* bytes */
	PERSIST_PROBES = 4096, /* lines that are tried afterwards */
	PERSIST_REPEATS = 64   /* of these, read twice to learn the latency of a hit */
};

/* The arena: the hot set, then the stream. A unit is a tile of the hot set and `ratio` tiles of the stream. */
struct persist_args {
	const unsigned char *at;
	unsigned int hot;    /* tiles of the hot set, which is read again and again */
	unsigned int units;  /* of a launch, for all blocks */
	unsigned int record; /* 1: each thread stores its sum */
	unsigned int *sums;  /* one per thread */
};

struct persist_check_args {
	struct persist_args args;
	unsigned int ratio;
	struct gb_report *report;
};

/* One thread reads lines one by one. Those that take less than `cut` cycles are in L2. */
struct persist_probe_args {
	const unsigned char *at;
	unsigned int lines;       /* from there on; after the last one comes the first */
	unsigned int first, span; /* those that may be read, */
	unsigned int tried; /* ... and how many of them are, up to PERSIST_PROBES, in an order without a pattern */
	unsigned int cut;
	struct persist_found *found;
};
struct persist_found {
	unsigned int tried, hits;
	unsigned long long cycles; /* of all that were tried */
};

/* The line of probe number `probe`. */
static inline CYCLE_BOTH unsigned int persist_probed(unsigned int probe, unsigned int first, unsigned int span,
						     unsigned int lines)
{
	return (first + cycle_line_at(probe, span)) % lines;
}

/* Tile number `tile` of the stream that belongs to a unit, counted from the start of the arena. */
BENCH_BOTH unsigned int persist_streamed(unsigned int hot, unsigned int unit, unsigned int ratio, unsigned int tile)
{
	return hot + unit * ratio + tile;
}

#endif
