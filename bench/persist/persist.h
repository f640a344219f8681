/* persist.h: definitions shared by the host code and the kernels of `persist`. */
#pragma once

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	PERSIST_BLOCK = 256, /* threads */
	PERSIST_BLOCKS = 4,  /* per SM */
	PERSIST_VECTOR = 16, /* bytes per load */
	PERSIST_TILE = PERSIST_BLOCK * PERSIST_VECTOR,
	PERSIST_FLIGHT = 8,    /* loads in flight per thread */
	PERSIST_LINE = 128,    /* bytes */
	PERSIST_PROBES = 4096, /* lines that are probed, at most */
	PERSIST_REPEATS = 64   /* lines that are read twice to measure the latency of a hit */
};

/* The arena holds the hot set, followed by the stream. A unit is one tile of the hot set and `ratio` tiles of the
 * stream. */
struct persist_args {
	const unsigned char *at;
	uint32_t hot;    /* tiles of the hot set */
	uint32_t units;  /* units per launch, over all blocks */
	uint32_t record; /* 1: each thread stores its sum */
	uint32_t *sums;
};

struct persist_check_args {
	struct persist_args args;
	uint32_t ratio;
	struct gb_report *report;
};

/* One thread reads lines one by one. Lines that take fewer than `cut` cycles are in L2. */
struct persist_probe_args {
	const unsigned char *at;
	uint32_t lines;       /* lines from `at` on, in a ring */
	uint32_t first, span; /* range of lines that may be probed */
	uint32_t tried;       /* number of lines probed, at most PERSIST_PROBES, in an order without a pattern */
	uint32_t cut;
	struct persist_found *found;
};
struct persist_found {
	uint32_t tried, hits;
	unsigned long long cycles; /* of all probed lines */
};

/* The line that probe `probe` reads. */
static inline CYCLE_BOTH uint32_t persist_probed(uint32_t probe, uint32_t first, uint32_t span, uint32_t lines)
{
	return (first + cycle_line_at(probe, span)) % lines;
}

/* The number, counted from the start of the arena, of tile `tile` of a unit's part of the stream. */
BENCH_BOTH uint32_t persist_streamed(uint32_t hot, uint32_t unit, uint32_t ratio, uint32_t tile)
{
	return hot + unit * ratio + tile;
}
