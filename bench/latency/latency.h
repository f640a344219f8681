/* latency.h: what the host and the kernels of `latency` share: the cycles that are followed, and the kernels' arguments. */
#ifndef LATENCY_H
#define LATENCY_H

#include "../common/cycle.h"

enum {
	LATENCY_LINE = 128,      /* bytes */
	LATENCY_UNROLL = 64,     /* hops of a trip */
	LATENCY_TOUCHERS = 1024, /* threads that go through a set before it is timed */
	LATENCY_WALKERS = 4096,  /* of the check */
	LATENCY_SHARED_WORDS = 1024,
	/* Constant memory: all of it, and what lies between two hops; word k of each such slot belongs to cycle k. */
	LATENCY_CONSTANT_BYTES = 65536,
	LATENCY_CONSTANT_STEP = 64,
	LATENCY_CONSTANT_SETS = 12
};

/* The sizes in constant memory that have a cycle, bytes. */
#define LATENCY_CONSTANT_SIZES                                                          \
	{                                                                               \
		256, 512, 1024, 1536, 2048, 2560, 3072, 4096, 8192, 16384, 32768, 65536 \
	}

/* Lines lie `stride` bytes apart, each at one of so many places in its stride. */
struct latency_set {
	unsigned char *at;
	unsigned long long stride;
	unsigned int lines, places;
};

static inline CYCLE_BOTH unsigned long long latency_offset_of(const struct latency_set *set, unsigned int line)
{
	return line * set->stride + (line * 0x9e3779b1u >> 7) % set->places * (unsigned long long)LATENCY_LINE;
}

/* The first words of a line. */
struct latency_line {
	unsigned long long next; /* its address */
	unsigned long long mark; /* of a walker that starts here: its number and one more */
};

/* In device memory: where the chase is and what it measured. */
struct latency_place {
	unsigned long long at;     /* where it begins, and afterwards where it has ended */
	unsigned long long cycles; /* of the timed hops */
	unsigned int sm;           /* that the chase ran on */
	unsigned int toucher;      /* ... and the one that had gone through the set before */
	unsigned int sum;          /* of what was read; nobody looks at it */
};

/* Every kernel that follows a cycle. */
struct latency_chase_args {
	struct latency_place *place;
	unsigned int warm, hops; /* not timed, and timed; multiples of LATENCY_UNROLL */
	unsigned long long zero; /* 0: atomics add it */
	unsigned long long texture;
	unsigned int *table; /* of a chain in shared memory: its words; NULL: not asked for */
};

/* Kernels that make a set, go through it, or look at it. */
struct latency_set_args {
	struct latency_set set;
	struct latency_place *place;
	struct latency_walk *walk; /* of each walker */
	unsigned int walkers;
	unsigned int *table; /* of texels */
};
struct latency_walk {
	unsigned int next;   /* the walker at whose line it ended */
	unsigned int steps;  /* that it took there */
	unsigned int astray; /* 1: it left the set, or did not come by another walker's line */
};

#endif
