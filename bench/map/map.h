/* map.h: what the host and the kernels of `map` share. */
#ifndef MAP_H
#define MAP_H

#include "../common/input.h"
#include "gpubench_report.h"

enum {
	MAP_SMS = 256, /* at most */
	MAP_LINES = 4096,
	MAP_LINE = 128, /* bytes */
	MAP_LOADS = 8,  /* of a line in a row, each waiting for the one before */
	MAP_THREADS = 1024,
	MAP_CHUNK = 131072 /* bytes that a block reads at a time: eight loads of 16 bytes per thread */
};

/* Every line holds its own address. Each SM that is meant loads each line so often, the lowest count of some tries. */
struct map_survey_args {
	unsigned char *lines;
	unsigned short *cycles; /* of MAP_LOADS loads: [SM][line] */
	unsigned int *visited;  /* of each SM: lines */
	unsigned int count;     /* of lines */
	unsigned int untimed;   /* rounds through the lines that bring them into the near half */
	unsigned int tries;
	unsigned int part, parts; /* SMs whose number leaves `part` when divided by `parts` */
};

/* Which SM each block ran on; blocks of a cluster lie next to each other. */
struct map_where_args {
	unsigned int *sm;
};

struct map_read_args {
	const unsigned char *active; /* of each SM: 1: it reads */
	const unsigned int *in;
	unsigned long long chunks; /* to be read in all; of `of` there are, round and round */
	unsigned long long of;
	unsigned long long *next; /* the chunk that is read next */
	unsigned int *sum;        /* of all words */
};

struct map_sum_args {
	unsigned long long words, times;
	unsigned int *sum;
};

#endif
