/* constant.h: definitions shared by the host code and the kernels of `constant`. */
#pragma once

#include "../common/input.h"

#ifdef __CUDACC__
#define CONSTANT_BOTH static inline __host__ __device__ constexpr
#else
#define CONSTANT_BOTH static inline
#endif

#define CONSTANT_LANES 32
#define CONSTANT_WARPS 32 /* most threads of a block; one block per SM */

/* ---- loads from addresses known only at run time ----------------------------------------------------------------- */

#define CONSTANT_BYTES  65536 /* all constant memory of a kernel */
#define CONSTANT_LINE   64
#define CONSTANT_LINES  4 /* lanes of a group: one load in each */
#define CONSTANT_GROUP  (CONSTANT_LINES * CONSTANT_LINE)
#define CONSTANT_GROUPS 2 /* groups per trip */
#define CONSTANT_LOADS  (CONSTANT_GROUPS * CONSTANT_LINES)

/* ---- multiply-adds with an operand from a register, the code or memory ------------------------------------------- */

#define CONSTANT_OPERANDS  64 /* constants per trip: the first words of the memory */
#define CONSTANT_REGISTERS 8  /* operands in registers, reused in turn */
#define CONSTANT_CHAINS    8  /* chains of dependent multiply-adds per thread */
/* Sources of operands, in the order of the axis. */
#define CONSTANT_SOURCES(X) X(register) X(immediate) X(param) X(bank) X(ldc)

/* ---- straight-line code ---- */

#define CONSTANT_INSTRUCTION 16    /* bytes of machine code per instruction, from 7.0 on */
#define CONSTANT_SEGMENT     16384 /* places where the largest kernel may leave its loop */
#define CONSTANT_SEGMENTS    32
/* Loop sizes in KiB that have their own kernel. */
#define CONSTANT_SMALL(X) X(1) X(2) X(4) X(8)

/* Word i of constant memory: a float in [1, 2) and a multiple of 1/64, so that sums are exact. */
CONSTANT_BOTH uint32_t constant_word(uint32_t i)
{
	const uint32_t x = (i + 1u) * INPUT_GOLDEN, mixed = (x ^ (x >> 15)) * 0x846ca68bu;

	return 0x3f800000u | (i < CONSTANT_OPERANDS ? mixed >> 26 << 17 : mixed >> 9);
}

/* Start of a warp in a set of this many bytes. The starts are spread over the set. */
CONSTANT_BOTH uint32_t constant_start(uint32_t warp, uint32_t set)
{
	return warp * (set / CONSTANT_GROUP) / CONSTANT_WARPS * CONSTANT_GROUP;
}

struct constant_load_args {
	uint32_t offset[CONSTANT_LANES]; /* bytes that a lane adds to its warp's address */
	uint32_t set;                    /* bytes that a warp reads cyclically */
	uint32_t trips[2];               /* trips of both rounds, of which only the second counts */
	uint32_t never;                  /* no sum has this value */
	uint32_t record;                 /* 0 when timed: `sum` is not written */
	uint32_t *cycles;                /* per block */
	uint32_t *sum;                   /* per thread: the sum of all words loaded in the second round */
};

struct constant_sum_args {
	float one[CONSTANT_LANES]; /* 1 for each lane; the compiler does not know this */
	uint32_t trips[2];         /* as above */
	uint32_t segments;         /* of the large loop */
	uint32_t never, record;
	uint32_t *cycles; /* per block */
	uint32_t *sum;    /* per thread: its chains, combined by mixed() of the kernels */
	float operand[CONSTANT_OPERANDS];
};

struct constant_table_args {
	uint32_t *words; /* all of the constant memory */
};
