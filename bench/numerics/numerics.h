/* numerics.h: definitions shared by the host code and the kernels of `numerics`. */
#ifndef NUMERICS_H
#define NUMERICS_H

#include <stdint.h>

/* A tile: A by its rows and B by its columns, with the elements of a row adjacent along k, and sums by rows. Rows of
 * operands have this many bytes, of which an instruction uses the first ones. */
#define NUMERICS_ROW_BYTES 128
/* The sums of a warp (mma.sync) and of a warpgroup (wgmma). */
#define NUMERICS_WARP_ROWS  16
#define NUMERICS_WARP_COLS  8
#define NUMERICS_GROUP_ROWS 64
#define NUMERICS_GROUP_COLS 64
#define NUMERICS_BLOCK      128
/* Instructions in a trip: of a warp with sums of their own; of a warpgroup, without C, which a last one adds. */
#define NUMERICS_CHAINS 4
#define NUMERICS_BODY   8

struct numerics_args {
	const void *a, *b, *c;
	void *out;      /* a tile for each warp or warpgroup, all of which multiply one of `tiles` tiles in turn */
	uint32_t tiles; /* of operands */
	uint32_t trips;
	uint32_t zero; /* unknown to the compiler, which would otherwise multiply once */
};

#endif
