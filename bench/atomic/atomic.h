/* atomic.h: definitions shared by the host code and the kernels of `atomic`. */
#pragma once

#include "../common/input.h"

/* Operations in global memory, in the order of the axis `op`: X(name, bytes per operand). */
/* clang-format off */
#define ATOMIC_OPS(X)                                                   \
	X(add, 4) X(fetch_add, 4) X(min, 4) X(exch, 4) X(cas, 4)        \
	X(add_u64, 8) X(add_f32, 4) X(add_f64, 8) X(add_f16x2, 4)       \
	X(add_v2f32, 8) X(add_v4f32, 16)
/* Operations of the dependent chain: the axis `chain`. */
#define ATOMIC_CHAINS(X) X(add) X(exch) X(cas) X(min)
/* Operations in shared memory: the axis `in_shared`. */
#define ATOMIC_SHARED(X) X(add) X(fetch_add) X(inc) X(min) X(exch) X(cas) X(add_f32)
#define ATOMIC_SCOPES(X) X(gpu) X(cta) X(cluster) X(sys)
/* clang-format on */

#define ATOMIC_LANES  32
#define ATOMIC_WARPS  32   /* warps of a block, in shared memory */
#define ATOMIC_UNROLL 4    /* operations per thread and trip */
#define ATOMIC_LINES  16   /* places of the chain, which it visits repeatedly */
#define ATOMIC_APART  2176 /* bytes between two places of the chain: 17 lines */

BENCH_BOTH uint32_t atomic_place(uint32_t thread, uint32_t places)
{
	return thread % places;
}

/* The random places of a thread: the state before its first operation, the next state, and the place, less than a power
 * of two. The generator is linear congruential with the constants of Numerical Recipes. */
BENCH_BOTH uint32_t atomic_random_start(uint32_t thread)
{
	return input_mix(thread);
}
BENCH_BOTH uint32_t atomic_random_next(uint32_t x)
{
	return x * 1664525u + 1013904223u;
}
BENCH_BOTH uint32_t atomic_random_place(uint32_t x, uint32_t places)
{
	return (x >> 8) & (places - 1);
}

/* The operand of an addition. One in `every` threads that share a place adds 1, the others 0, so that the sum stays in
 * the range that the format counts exactly. */
BENCH_BOTH uint32_t atomic_addend(uint32_t thread, uint32_t places, uint32_t every)
{
	return thread / places % every == 0;
}

/* The operand of operation k of an exchange or minimum; all operands differ. */
BENCH_BOTH uint32_t atomic_value(uint32_t thread, uint32_t k)
{
	return (0x80000000u | input_mix(thread) >> 1) - k;
}

struct atomic_args {
	unsigned char *at;
	uint32_t places, stride; /* places of a set, and their distance in bytes */
	uint32_t sets;           /* number of sets, a power of two; each trip uses the next one */
	uint32_t random;         /* number of random places, a power of two; 0: each thread keeps its own */
	uint32_t trips, every;
	uint32_t record;  /* 0 when timed: `result` is not written */
	uint32_t never;   /* no sum of results has this value */
	uint32_t *result; /* per thread */
};

struct atomic_chain_args {
	unsigned char *at;
	uint32_t trips, apart; /* distance in bytes between ATOMIC_LINES places; 0: a single place */
	uint32_t *end;         /* two words: the last result and the previous one */
	unsigned long long *cycles;
};

struct atomic_shared_args {
	uint32_t degree;            /* lanes of a warp that use the same word */
	uint32_t warm_trips, trips; /* trips of both rounds, of which only the second counts */
	uint32_t record, never, one;
	uint32_t *cycles; /* per block */
	uint32_t *result; /* per thread */
	uint32_t *words;  /* per block, warp and lane: the final words of shared memory */
};
