/* atomic.h: what the host and the kernels of `atomic` share. */
#ifndef ATOMIC_H
#define ATOMIC_H

#include "../common/input.h"

/* Operations in global memory, in the order of the axis `op`: X(name, bytes of a place). */
/* clang-format off */
#define ATOMIC_OPS(X)                                                   \
	X(add, 4) X(fetch_add, 4) X(min, 4) X(exch, 4) X(cas, 4)        \
	X(add_u64, 8) X(add_f32, 4) X(add_f64, 8) X(add_f16x2, 4)       \
	X(add_v2f32, 8) X(add_v4f32, 16)
/* Those with a result, one after another: the axis `chain`. */
#define ATOMIC_CHAINS(X) X(add) X(exch) X(cas) X(min)
/* In shared memory: the axis `in_shared`. */
#define ATOMIC_SHARED(X) X(add) X(fetch_add) X(inc) X(min) X(exch) X(cas) X(add_f32)
#define ATOMIC_SCOPES(X) X(gpu) X(cta) X(cluster) X(sys)
/* clang-format on */

#define ATOMIC_LANES  32
#define ATOMIC_WARPS  32   /* of a block in shared memory */
#define ATOMIC_UNROLL 4    /* operations of a thread in a trip */
#define ATOMIC_LINES  16   /* of the chain: one operation in each, and again */
#define ATOMIC_APART  2176 /* bytes from one of them to the next: 17 lines */

/* The place of a thread among `places`. */
BENCH_BOTH unsigned int atomic_place(unsigned int thread, unsigned int places)
{
	return thread % places;
}

/* Where a thread goes at random: the state before its first operation, from one to the next, and the place, of a power of
 * two of them. A linear congruence with the constants of Numerical Recipes. */
BENCH_BOTH unsigned int atomic_random_start(unsigned int thread)
{
	return input_mix(thread);
}
BENCH_BOTH unsigned int atomic_random_next(unsigned int x)
{
	return x * 1664525u + 1013904223u;
}
BENCH_BOTH unsigned int atomic_random_place(unsigned int x, unsigned int places)
{
	return (x >> 8) & (places - 1);
}

/* What a thread adds: 1, or nothing where so many ones would leave what the format counts exactly. Of the threads that share
 * a place every so-manieth adds. */
BENCH_BOTH unsigned int atomic_addend(unsigned int thread, unsigned int places, unsigned int every)
{
	return thread / places % every == 0;
}

/* What it exchanges or takes the least of, in operation k of n: numbers that differ. */
BENCH_BOTH unsigned int atomic_value(unsigned int thread, unsigned int k)
{
	return (0x80000000u | input_mix(thread) >> 1) - k;
}

struct atomic_args {
	unsigned char *at;           /* the memory */
	unsigned int places, stride; /* of a set, of which each has so many bytes from the next */
	unsigned int sets;           /* a power of two, one after another; a trip goes to one, the next to the next */
	unsigned int random;         /* a power of two of places, or 0: each thread stays at its own */
	unsigned int trips, every;
	unsigned int record;  /* 0 when timed: `result` is kept back */
	unsigned int never;   /* what no sum of results is */
	unsigned int *result; /* a thread */
};

struct atomic_chain_args {
	unsigned char *at;
	unsigned int trips, apart; /* bytes from one of ATOMIC_LINES places to the next; 0: they are one */
	unsigned int *end;         /* two words: the last result, and the one before */
	unsigned long long *cycles;
};

struct atomic_shared_args {
	unsigned int degree;            /* lanes of a warp at the same word */
	unsigned int warm_trips, trips; /* of two rounds, of which the second counts */
	unsigned int record, never, one;
	unsigned int *cycles; /* a block */
	unsigned int *result; /* a thread */
	unsigned int *words;  /* a block, a warp, a lane: what is left in the shared memory */
};

#endif
