/* latency.h: definitions shared by the host code and the kernels of `latency`: the cycles that chases follow, and the
 * kernels' arguments. */
#pragma once

#include "../common/cycle.h"
#include "../common/l2_halves_probe.h"

enum {
	LATENCY_LINE = 128,      /* bytes */
	LATENCY_UNROLL = 64,     /* hops per trip */
	LATENCY_TOUCHERS = 1024, /* threads that traverse a set before it is timed */
	LATENCY_WALKERS = 4096,  /* of the check */
	LATENCY_SHARED_WORDS = 1024,
	/* Constant memory: its size, and the distance between two hops. Word k of each slot belongs to cycle k. */
	LATENCY_CONSTANT_BYTES = 65536,
	LATENCY_CONSTANT_STEP = 64,
	LATENCY_CONSTANT_SETS = 12,
	LATENCY_CHUNK_LINES = HOME_CHUNK / LATENCY_LINE,
	LATENCY_HOPS = 4096, /* most hops that a kernel times one by one */
	LATENCY_BINS = 4096  /* bins of one cycle each; the last one also holds longer hops */
};

/* Sizes in constant memory with a cycle, in bytes. */
#define LATENCY_CONSTANT_SIZES                                                          \
	{                                                                               \
		256, 512, 1024, 1536, 2048, 2560, 3072, 4096, 8192, 16384, 32768, 65536 \
	}

/* Lines are `stride` bytes apart, each at one of several places in its stride, or belong to listed chunks. */
struct latency_set {
	unsigned char *at;
	unsigned long long stride;
	uint32_t lines, places;
	const uint32_t *chunks;   /* numbers of the buffer's chunks with the lines; NULL: no list */
	const uint32_t *place_of; /* for each chunk of the buffer, its place in the list */
	uint32_t room_chunks;
};

static inline CYCLE_BOTH unsigned long long latency_offset_of(const struct latency_set *set, uint32_t line)
{
	if (set->chunks != 0)
		return set->chunks[line / LATENCY_CHUNK_LINES] * (unsigned long long)HOME_CHUNK +
		       line % LATENCY_CHUNK_LINES * (unsigned long long)LATENCY_LINE;
	return line * set->stride + (line * 0x9e3779b1u >> 7) % set->places * (unsigned long long)LATENCY_LINE;
}

/* The line that may be at an offset, which latency_offset_of() confirms. `lines` or more: there is none. */
static inline CYCLE_BOTH uint32_t latency_line_at(const struct latency_set *set, unsigned long long offset)
{
	const unsigned long long chunk = offset / HOME_CHUNK;

	if (set->chunks == 0)
		return offset / set->stride < set->lines ? (uint32_t)(offset / set->stride) : set->lines;
	if (chunk >= set->room_chunks || set->place_of[chunk] >= set->lines / LATENCY_CHUNK_LINES)
		return set->lines;
	return set->place_of[chunk] * LATENCY_CHUNK_LINES + (uint32_t)(offset % HOME_CHUNK / LATENCY_LINE);
}

/* The first words of a line. */
struct latency_line {
	unsigned long long next; /* its address */
	unsigned long long mark; /* number of the walker that starts here, plus one */
};

/* In device memory: the position of the chase and its measurements. */
struct latency_place {
	unsigned long long at;     /* where the chase begins, and afterwards where it has ended */
	unsigned long long cycles; /* cycles of the timed hops */
	uint32_t sm;               /* SM on which the chase ran */
	uint32_t toucher;          /* SM that traversed the set before */
	uint32_t sum;              /* sum of the words read, not used */
};

/* For every kernel that follows a cycle. */
struct latency_chase_args {
	struct latency_place *place;
	uint32_t warm, hops;     /* untimed and timed hops; multiples of LATENCY_UNROLL */
	unsigned long long zero; /* 0, which atomics add */
	unsigned long long texture;
	uint32_t *table; /* words of a chain in shared memory; NULL: not requested */
};

/* For kernels that make a set, traverse it, or check it. */
struct latency_set_args {
	struct latency_set set;
	struct latency_place *place;
	struct latency_walk *walk; /* one per walker */
	uint32_t walkers;
	uint32_t *table; /* of texels */
};
/* In device memory: the position of the chase through the lines of one half. It continues from launch to launch and
 * from point to point, so the lines that it reaches were last read a full cycle ago. */
struct latency_trail {
	unsigned long long at;      /* the next line */
	uint32_t position;          /* its position in the cycle */
	uint32_t taken;             /* ticket of the launch whose block is at work */
	unsigned long long chain;   /* cycles of the last chain of hops */
	unsigned long long chains;  /* cycles of all chains */
	unsigned long long singles; /* cycles of all hops timed one by one */
	uint32_t chained, singled;  /* number of hops in chains, and of those timed one by one */
	uint32_t sum;               /* sum of the words brought, not used */
};

/* For kernels of one SM that follow such a trail. */
struct latency_trail_args {
	struct latency_set set;
	struct latency_trail *trail;
	uint32_t *bins;      /* histogram of the hops timed one by one */
	uint32_t sm;         /* SM whose block works; all others exit */
	uint32_t ticket;     /* of this launch; no other launch has it */
	uint32_t warm, hops; /* as above */
};

/* All SMs read this, which evicts everything else from L2. */
struct latency_wash_args {
	const uint32_t *at;
	unsigned long long words;
	uint32_t *sum;
};

struct latency_walk {
	uint32_t next;   /* the walker at whose line this one ended */
	uint32_t steps;  /* hops that it took */
	uint32_t astray; /* 1: it left the set, or did not reach another walker's line */
};
