/* persist.h: definitions shared by the host code and the kernels of `persist`. */
#pragma once

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
	uint32_t hot;    /* tiles of the hot set, which is read repeatedly */
	uint32_t units;  /* of a launch, for all blocks */
	uint32_t record; /* 1: each thread stores its sum */
	uint32_t *sums;  /* one per thread */
};

struct persist_check_args {
	struct persist_args args;
	uint32_t ratio;
	struct gb_report *report;
};

/* One thread reads lines one by one. Those that take less than `cut` cycles are in L2. */
struct persist_probe_args {
	const unsigned char *at;
	uint32_t lines;       /* from there on; the last one is followed by the first */
	uint32_t first, span; /* those that may be read, */
	uint32_t tried;       /* ... and how many of them are, up to PERSIST_PROBES, in an order without a pattern */
	uint32_t cut;
	struct persist_found *found;
};
struct persist_found {
	uint32_t tried, hits;
	unsigned long long cycles; /* of all that were tried */
};

/* The line of probe number `probe`. */
static inline CYCLE_BOTH uint32_t persist_probed(uint32_t probe, uint32_t first, uint32_t span, uint32_t lines)
{
	return (first + cycle_line_at(probe, span)) % lines;
}

/* Tile number `tile` of the stream that belongs to a unit, counted from the start of the arena. */
BENCH_BOTH uint32_t persist_streamed(uint32_t hot, uint32_t unit, uint32_t ratio, uint32_t tile)
{
	return hot + unit * ratio + tile;
}
