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
	MAP_LOADS = 8,  /* dependent loads of a line, one after another */
	MAP_THREADS = 1024,
	MAP_CHUNK = 131072, /* bytes that a block reads at a time: eight 16-byte loads per thread */
	MAP_BLOCKS = 4096,  /* blocks of random reads, at most */
	MAP_WORD = 8        /* bytes of a random read */
};

/* Every line holds its own address. In each try a selected SM loads each line MAP_LOADS times; the minimum over the
 * tries counts. */
struct map_survey_args {
	unsigned char *lines;
	unsigned short *cycles; /* of MAP_LOADS loads: [SM][line] */
	uint32_t *visited;      /* lines visited, by SM */
	uint32_t count;         /* number of lines */
	uint32_t untimed;       /* untimed rounds, which bring the lines into the near half of L2 */
	uint32_t tries;
	uint32_t part, parts; /* an SM is selected if its number modulo `parts` is `part` */
};

/* The SM of each block; blocks of a cluster are adjacent. */
struct map_where_args {
	uint32_t *sm;
};

struct map_read_args {
	const unsigned char *active; /* by SM; 1: reads */
	const uint32_t *in;
	unsigned long long chunks; /* chunks to read in total, in rounds through the `of` chunks */
	unsigned long long of;
	unsigned long long *next; /* number of the next chunk to read */
	uint32_t *sum;
};

/* Random reads of words by all SMs, each in its part of the set: in a window, or in the chunks with one home in L2. */
struct map_random_args {
	const unsigned char *at;
	const uint32_t *homes; /* one bit for each chunk of HOME_CHUNK bytes; NULL: windows */
	uint32_t lines;        /* lines of a window, or of the set */
	uint32_t trips;        /* trips of a timed thread; in the check: reads per thread */
	uint32_t record;       /* sums up to this value are stored; 0 when timed */
	uint32_t sms;
	uint32_t walkers, block; /* for the check: number of threads in total and per block */
	const unsigned char *part_of_sm;
	uint32_t *sm_of_block;
	uint32_t *sums; /* sum of all words read; expected sum */
};

/* MAP_BOTH: the SM reads chunks of both homes; MAP_IDLE: it reads nothing. */
enum { MAP_BOTH = 2, MAP_IDLE = 255, MAP_CHUNK_LINES = HOME_CHUNK / RANDOM_LINE };

BENCH_BOTH uint32_t map_count(uint32_t bits)
{
#ifdef __CUDA_ARCH__
	return (uint32_t)__popc((int)bits);
#else
	return (uint32_t)__builtin_popcount(bits);
#endif
}

/* Maps `chunk` to a chunk with this home: each aligned group of 32 chunks maps evenly to those of its members that have
 * this home. `bits` holds the homes of the group; both homes occur. */
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

/* The byte offset in the set that state x reads. `homes` is a copy of args->homes. */
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
