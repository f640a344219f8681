/* constant.h: definitions shared by the host code and the kernels of `constant`. */
#pragma once

#include "../common/input.h"

#ifdef __CUDACC__
#define CONSTANT_BOTH static inline __host__ __device__ constexpr
#else
#define CONSTANT_BOTH static inline
#endif

#define CONSTANT_LANES 32
#define CONSTANT_WARPS 32 /* threads of a block at most; one block per SM */

/* ---- loads whose address is known at run time ---- */

#define CONSTANT_BYTES  65536 /* all constant memory that a kernel may have */
#define CONSTANT_LINE   64
#define CONSTANT_LINES  4 /* lanes of a group: one load in each */
#define CONSTANT_GROUP  (CONSTANT_LINES * CONSTANT_LINE)
#define CONSTANT_GROUPS 2 /* in a trip */
#define CONSTANT_LOADS  (CONSTANT_GROUPS * CONSTANT_LINES)

/* ---- multiply-adds with an operand from a register, the code or memory ------------------------------------------- */

#define CONSTANT_OPERANDS  64 /* constants per trip, the first words of the memory */
#define CONSTANT_REGISTERS 8  /* operands in registers, reused in turn */
#define CONSTANT_CHAINS    8  /* chains of dependent multiply-adds per thread */
/* Sources of operands, in the order of the axis. */
#define CONSTANT_SOURCES(X) X(register) X(immediate) X(param) X(bank) X(ldc)

/* ---- straight code ---- */

#define CONSTANT_INSTRUCTION 16    /* bytes of machine code, from 7.0 on */
#define CONSTANT_SEGMENT     16384 /* number of places where the largest kernel may leave its loop */
#define CONSTANT_SEGMENTS    32
/* KiB of loops that have their own kernel. */
#define CONSTANT_SMALL(X) X(1) X(2) X(4) X(8)

/* Word i of the constant memory: a float in [1, 2). The operands are multiples of 1/64, so that sums of them are
 * exact. */
CONSTANT_BOTH uint32_t constant_word(uint32_t i)
{
	const uint32_t x = (i + 1u) * INPUT_GOLDEN, mixed = (x ^ (x >> 15)) * 0x846ca68bu;

	return 0x3f800000u | (i < CONSTANT_OPERANDS ? mixed >> 26 << 17 : mixed >> 9);
}

/* Where a warp begins in a set of this many bytes; the warps are spread over the set. */
CONSTANT_BOTH uint32_t constant_start(uint32_t warp, uint32_t set)
{
	return warp * (set / CONSTANT_GROUP) / CONSTANT_WARPS * CONSTANT_GROUP;
}

struct constant_load_args {
	uint32_t offset[CONSTANT_LANES]; /* offset in bytes that a lane adds to its warp's address */
	uint32_t set;                    /* bytes that a warp reads cyclically */
	uint32_t trips[2];               /* trips of both rounds; only the second counts */
	uint32_t never;                  /* a value that no sum can have */
	uint32_t record;                 /* 0 when timed: `sum` is not written */
	uint32_t *cycles;                /* per block */
	uint32_t *sum;                   /* per thread: the sum of all words loaded in the second round */
};

struct constant_sum_args {
	float one[CONSTANT_LANES]; /* per lane: 1; the compiler does not know that all are */
	uint32_t trips[2];         /* as above */
	uint32_t segments;         /* of the large loop */
	uint32_t never, record;
	uint32_t *cycles; /* per block */
	uint32_t *sum;    /* per thread: its chains, combined as in mixed() of the kernels */
	float operand[CONSTANT_OPERANDS];
};

struct constant_table_args {
	uint32_t *words; /* all of the constant memory */
};
