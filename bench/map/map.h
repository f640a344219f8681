/* map.h: definitions shared by the host code and the kernels of `map`. */
#ifndef MAP_H
#define MAP_H

#include "../common/input.h"
#include "../common/random_address.h"
#include "gpubench_report.h"

enum {
	MAP_SMS = 256, /* at most */
	MAP_LINES = 4096,
	MAP_LINE = 128, /* bytes */
	MAP_LOADS = 8,  /* consecutive loads of a line, each waiting for the previous one */
	MAP_THREADS = 1024,
	MAP_CHUNK = 131072, /* bytes that a block reads at a time: eight 16-byte loads per thread */
	MAP_BLOCKS = 4096,  /* of random reads, at most */
	MAP_WORD = 8        /* bytes of a random read */
};

/* Every line holds its own address. Each selected SM loads each line this many times; the minimum of several tries
 * counts. */
struct map_survey_args {
	unsigned char *lines;
	unsigned short *cycles; /* cycles of MAP_LOADS loads: [SM][line] */
	uint32_t *visited;      /* per SM: lines visited */
	uint32_t count;         /* of lines */
	uint32_t untimed;       /* rounds through the lines that bring them into the near half */
	uint32_t tries;
	uint32_t part, parts; /* SMs whose number leaves `part` when divided by `parts` */
};

/* The SM on which each block ran; blocks of a cluster are adjacent. */
struct map_where_args {
	uint32_t *sm;
};

struct map_read_args {
	const unsigned char *active; /* per SM: 1: it reads */
	const uint32_t *in;
	unsigned long long chunks; /* chunks to read in total; of `of` chunks, cyclically */
	unsigned long long of;
	unsigned long long *next; /* the next chunk to read */
	uint32_t *sum;            /* sum of all words */
};

/* Random reads of words by all SMs, each in its window of the set. */
struct map_windows_args {
	const unsigned char *at;
	uint32_t lines;          /* of a window */
	uint32_t trips;          /* of a timed thread; the check's reads of a thread */
	uint32_t record;         /* sums up to it are stored; 0 when timed */
	uint32_t walkers, block; /* of the check: threads in all, and of a block */
	const unsigned char *window_of_sm;
	uint32_t *sm_of_block;
	uint32_t *sums; /* of all words read, and the expected one */
};

/* The byte of the set at which an SM's window begins. */
BENCH_BOTH unsigned long long map_window(const struct map_windows_args *a, uint32_t sm)
{
	return (unsigned long long)a->window_of_sm[sm % MAP_SMS] * a->lines * RANDOM_LINE;
}

struct map_sum_args {
	unsigned long long words, times;
	uint32_t *sum;
};

#endif
