/* latency.h: what the host and the kernels of `latency` share: the cycles that are followed, and the kernels' arguments. */
#ifndef LATENCY_H
#define LATENCY_H

#include "../common/cycle.h"
#include "../common/home_probe.h"

enum {
	LATENCY_LINE = 128,      /* bytes */
	LATENCY_UNROLL = 64,     /* hops of a trip */
	LATENCY_TOUCHERS = 1024, /* threads that go through a set before it is timed */
	LATENCY_WALKERS = 4096,  /* of the check */
	LATENCY_SHARED_WORDS = 1024,
	/* Constant memory: all of it, and what lies between two hops; word k of each such slot belongs to cycle k. */
	LATENCY_CONSTANT_BYTES = 65536,
	LATENCY_CONSTANT_STEP = 64,
	LATENCY_CONSTANT_SETS = 12,
	LATENCY_CHUNK_LINES = HOME_CHUNK / LATENCY_LINE,
	LATENCY_HOPS = 4096, /* that a kernel times one by one, at most */
	LATENCY_BINS = 4096  /* of one cycle each; the last one has what took longer, too */
};

/* The sizes in constant memory that have a cycle, bytes. */
#define LATENCY_CONSTANT_SIZES                                                          \
	{                                                                               \
		256, 512, 1024, 1536, 2048, 2560, 3072, 4096, 8192, 16384, 32768, 65536 \
	}

/* Lines lie `stride` bytes apart, each at one of so many places in its stride. Or they are those of listed chunks. */
struct latency_set {
	unsigned char *at;
	unsigned long long stride;
	unsigned int lines, places;
	const unsigned int *chunks;   /* numbers of those of the room that have the lines; NULL: no list */
	const unsigned int *place_of; /* ... and of each chunk of the room its place in its list */
	unsigned int room_chunks;
};

static inline CYCLE_BOTH unsigned long long latency_offset_of(const struct latency_set *set, unsigned int line)
{
	if (set->chunks != 0)
		return set->chunks[line / LATENCY_CHUNK_LINES] * (unsigned long long)HOME_CHUNK +
		       line % LATENCY_CHUNK_LINES * (unsigned long long)LATENCY_LINE;
	return line * set->stride + (line * 0x9e3779b1u >> 7) % set->places * (unsigned long long)LATENCY_LINE;
}

/* The line that may lie at an offset: latency_offset_of() tells whether it does. `lines` or more: none. */
static inline CYCLE_BOTH unsigned int latency_line_at(const struct latency_set *set, unsigned long long offset)
{
	const unsigned long long chunk = offset / HOME_CHUNK;

	if (set->chunks == 0)
		return offset / set->stride < set->lines ? (unsigned int)(offset / set->stride) : set->lines;
	if (chunk >= set->room_chunks || set->place_of[chunk] >= set->lines / LATENCY_CHUNK_LINES)
		return set->lines;
	return set->place_of[chunk] * LATENCY_CHUNK_LINES + (unsigned int)(offset % HOME_CHUNK / LATENCY_LINE);
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
/* In device memory: where the chase through the lines of one half is. It goes on from launch to launch and from point to
 * point, so that what it comes to was not read for as long as the cycle is. */
struct latency_trail {
	unsigned long long at;         /* the line that comes next */
	unsigned int position;         /* ... in the cycle */
	unsigned int taken;            /* the ticket of the launch that has a block at work */
	unsigned long long chain;      /* cycles of the last chain of hops */
	unsigned long long chains;     /* ... of all of them */
	unsigned long long singles;    /* ... of all hops that were timed one by one */
	unsigned int chained, singled; /* how many hops those are */
	unsigned int sum;              /* of what was brought; nobody looks at it */
};

/* Kernels of one SM that follow such a trail. */
struct latency_trail_args {
	struct latency_set set;
	struct latency_trail *trail;
	unsigned int *bins;      /* of hops that were timed one by one */
	unsigned int sm;         /* whose block works; all others leave */
	unsigned int ticket;     /* of this launch; no other one has it */
	unsigned int warm, hops; /* as above */
};

/* All SMs read this, and L2 has nothing else then. */
struct latency_wash_args {
	const unsigned int *at;
	unsigned long long words;
	unsigned int *sum;
};

struct latency_walk {
	unsigned int next;   /* the walker at whose line it ended */
	unsigned int steps;  /* that it took there */
	unsigned int astray; /* 1: it left the set, or did not come by another walker's line */
};

#endif
