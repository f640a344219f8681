/* constant.h: what the host and the kernels of `constant` share. */
#ifndef CONSTANT_H
#define CONSTANT_H

#include "../common/input.h"

#ifdef __CUDACC__
#define CONSTANT_BOTH static inline __host__ __device__ constexpr
#else
#define CONSTANT_BOTH static inline
#endif

#define CONSTANT_LANES 32
#define CONSTANT_WARPS 32 /* of a block at most; one block per SM */

/* ---- loads whose address is known at run time ---- */

#define CONSTANT_BYTES  65536 /* all that a kernel may have of it */
#define CONSTANT_LINE   64
#define CONSTANT_LINES  4 /* of a group: a load in each */
#define CONSTANT_GROUP  (CONSTANT_LINES * CONSTANT_LINE)
#define CONSTANT_GROUPS 2 /* in a trip */
#define CONSTANT_LOADS  (CONSTANT_GROUPS * CONSTANT_LINES)

/* ---- multiply-adds with an operand from there or from elsewhere ---- */

#define CONSTANT_OPERANDS  64 /* of a trip, the first words of the memory */
#define CONSTANT_REGISTERS 8  /* of them where they are in registers, again and again */
#define CONSTANT_CHAINS    8  /* of dependent multiply-adds in a thread */
/* Where operands come from, in the order of the axis. */
#define CONSTANT_SOURCES(X) X(register) X(immediate) X(param) X(bank) X(ldc)

/* ---- straight code ---- */

#define CONSTANT_INSTRUCTION 16    /* bytes of machine code, from 7.0 on */
#define CONSTANT_SEGMENT     16384 /* the largest kernel's loop may be left after each */
#define CONSTANT_SEGMENTS    32
/* KiB of loops that have a kernel of their own. */
#define CONSTANT_SMALL(X) X(1) X(2) X(4) X(8)

/* Word i of the constant memory: a float in [1, 2). The operands are multiples of 1/64, so that sums of them are exact. */
CONSTANT_BOTH unsigned int constant_word(unsigned int i)
{
	const unsigned int x = (i + 1u) * INPUT_GOLDEN, mixed = (x ^ (x >> 15)) * 0x846ca68bu;

	return 0x3f800000u | (i < CONSTANT_OPERANDS ? mixed >> 26 << 17 : mixed >> 9);
}

/* Where a warp begins in a set of so many bytes, so that they are spread over it. */
CONSTANT_BOTH unsigned int constant_start(unsigned int warp, unsigned int set)
{
	return warp * (set / CONSTANT_GROUP) / CONSTANT_WARPS * CONSTANT_GROUP;
}

struct constant_load_args {
	unsigned int offset[CONSTANT_LANES]; /* bytes that a lane adds to its warp's address */
	unsigned int set;                    /* bytes that a warp goes through, again and again */
	unsigned int trips[2];               /* of two rounds, of which the second counts */
	unsigned int never;                  /* what no sum is */
	unsigned int record;                 /* 0 when timed: `sum` is kept back */
	unsigned int *cycles;                /* a block */
	unsigned int *sum;                   /* a thread: of all words loaded in the second round */
};

struct constant_sum_args {
	float one[CONSTANT_LANES]; /* a lane: not known to the compiler, nor that it is the same for all */
	unsigned int trips[2];     /* as above */
	unsigned int segments;     /* of the large loop */
	unsigned int never, record;
	unsigned int *cycles; /* a block */
	unsigned int *sum;    /* a thread: its chains, constant_mixed() */
	float operand[CONSTANT_OPERANDS];
};

struct constant_table_args {
	unsigned int *words; /* all of the constant memory */
};

#endif
