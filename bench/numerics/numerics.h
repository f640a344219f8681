/* numerics.h: definitions shared by the host code and the kernels of `numerics`. */
#pragma once

#include <stdint.h>

/* Distinct tiles: A by its rows, those of a warp (mma.sync) or a warpgroup (wgmma), B by its columns, C and D by rows.
 * A row has its elements adjacent along k, then padding. */
#define NUMERICS_TILES             32
#define NUMERICS_ROWS(is_group)    ((is_group) ? 64 : 16)
#define NUMERICS_THREADS(is_group) ((is_group) ? 128 : 32)
#define NUMERICS_COLS              8
#define NUMERICS_ROW_BYTES         128
#define NUMERICS_BLOCK             128
/* The input: rows of A, then those of B, then C, with the room that the largest need. */
#define NUMERICS_B_ROW     (NUMERICS_TILES * 64)
#define NUMERICS_C         ((NUMERICS_B_ROW + NUMERICS_TILES * NUMERICS_COLS) * NUMERICS_ROW_BYTES)
#define NUMERICS_SUM_BYTES (NUMERICS_TILES * 64 * NUMERICS_COLS * 4)
#define NUMERICS_IN_BYTES  (NUMERICS_C + NUMERICS_SUM_BYTES)

struct numerics_args {
	const char *in;
	char *out; /* a tile for each warp or warpgroup, which multiply the distinct ones in turn */
	uint32_t trips;
	uint32_t zero; /* unknown to the compiler, which would otherwise multiply once */
};
