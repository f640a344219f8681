/* map.h: definitions shared by the host code and the kernels of `map`. */
#pragma once

#include "../common/input.h"
#include "../common/l2_halves_probe.h"
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

/* Random reads of words by all SMs, each in its part of the set: a window, or the chunks of one home in L2. */
struct map_random_args {
	const unsigned char *at;
	const uint32_t *homes; /* one bit for each chunk of HOME_CHUNK bytes; NULL: windows */
	uint32_t lines;        /* of a window, or of the set */
	uint32_t trips;        /* of a timed thread; the check's reads of a thread */
	uint32_t record;       /* sums up to it are stored; 0 when timed */
	uint32_t sms;
	uint32_t walkers, block; /* of the check: threads in all, and of a block */
	const unsigned char *part_of_sm;
	uint32_t *sm_of_block;
	uint32_t *sums; /* of all words read, and the expected one */
};

/* Where a part is both homes, and where an SM reads nothing. */
enum { MAP_BOTH = 2, MAP_IDLE = 255, MAP_CHUNK_LINES = HOME_CHUNK / RANDOM_LINE };

BENCH_BOTH uint32_t map_count(uint32_t bits)
{
#ifdef __CUDA_ARCH__
	return (uint32_t)__popc((int)bits);
#else
	return (uint32_t)__builtin_popcount(bits);
#endif
}

/* Maps the 32 chunks around `chunk` evenly to those among them with this home. `bits` has their homes, both of which
 * occur. */
BENCH_BOTH uint32_t map_chunk_of(uint32_t bits, uint32_t home, uint32_t chunk)
{
	uint32_t left = home == MAP_BOTH ? ~0u : home == 1 ? bits : ~bits, first = chunk / 32 * 32;
	uint32_t before = chunk % 32 * map_count(left) / 32;

	for (uint32_t half = 16; half > 0; half /= 2) {
		const uint32_t lower = map_count(left & ((1u << half) - 1));
		if (before >= lower) {
			before -= lower;
			left >>= half;
			first += half;
		}
	}
	return first;
}

/* The byte of the set that is read in state x. `homes` is a copy of args->homes. */
BENCH_BOTH unsigned long long map_place(const struct map_random_args *a, const uint32_t *homes, uint32_t part,
					uint32_t x)
{
	const unsigned long long in_part = random_offset(x, a->lines, MAP_WORD);

	if (homes == 0)
		return (unsigned long long)part * a->lines * RANDOM_LINE + in_part;
	const uint32_t chunk = (uint32_t)(in_part / HOME_CHUNK);
	return (unsigned long long)map_chunk_of(homes[chunk / 32], part, chunk) * HOME_CHUNK + in_part % HOME_CHUNK;
}

struct map_sum_args {
	unsigned long long words, times;
	uint32_t *sum;
};
