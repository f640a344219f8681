/* numerics.h: definitions shared by the host code and the kernels of `numerics`. */
#pragma once

#include <stdint.h>

/* Distinct tiles: the rows of A, which a warp (mma.sync) or warpgroup (wgmma) multiplies; the columns of B; C and D by
 * rows. The elements of a row are adjacent along k, and padding follows them. */
#define NUMERICS_TILES             32
#define NUMERICS_ROWS(is_group)    ((is_group) ? 64 : 16)
#define NUMERICS_THREADS(is_group) ((is_group) ? 128 : 32)
#define NUMERICS_COLS              8
#define NUMERICS_ROW_BYTES         128
#define NUMERICS_BLOCK             128
/* The input: rows of A, rows of B, then C, with space for the largest tiles. */
#define NUMERICS_B_ROW     (NUMERICS_TILES * 64)
#define NUMERICS_C         ((NUMERICS_B_ROW + NUMERICS_TILES * NUMERICS_COLS) * NUMERICS_ROW_BYTES)
#define NUMERICS_SUM_BYTES (NUMERICS_TILES * 64 * NUMERICS_COLS * 4)
#define NUMERICS_IN_BYTES  (NUMERICS_C + NUMERICS_SUM_BYTES)

struct numerics_args {
	const char *in;
	char *out; /* one tile per warp or warpgroup; the distinct tiles repeat */
	uint32_t trips;
	uint32_t zero; /* 0, unknown to the compiler, which otherwise would multiply only once */
};
