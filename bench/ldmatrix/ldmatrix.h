/* ldmatrix.h: definitions shared by the host code and the kernels of `ldmatrix`. */
#ifndef LDMATRIX_H
#define LDMATRIX_H

#include "../common/input.h"

#define LDMATRIX_LANES  32
#define LDMATRIX_WARPS  32 /* threads of a block; one block per SM */
#define LDMATRIX_UNROLL 8  /* independent accesses per warp and trip */
#define LDMATRIX_LINKS  16 /* dependent accesses per iteration of the chain's loop */

/* A matrix has eight rows of 16 bytes, with elements of two bytes; lane l supplies the address of row l. The distance
 * between tiles is what the widest pitch needs, in whole rows of the banks. */
#define LDMATRIX_ROWS      8
#define LDMATRIX_ROW_BYTES 16
#define LDMATRIX_PITCH     144
#define LDMATRIX_TILE      ((LDMATRIX_LANES * LDMATRIX_PITCH + 127) / 128 * 128)
#define LDMATRIX_BYTES     (LDMATRIX_UNROLL * LDMATRIX_TILE)

/* Half h of a lane's register: its row of the matrix, and its byte there. */
BENCH_BOTH unsigned int ldmatrix_row(int trans, unsigned int lane, unsigned int h)
{
	return trans ? 2 * (lane % 4) + h : lane / 4;
}
BENCH_BOTH unsigned int ldmatrix_byte(int trans, unsigned int lane, unsigned int h)
{
	return trans ? 2 * (lane / 4) : 4 * (lane % 4) + 2 * h;
}

/* The half stored at byte `at` of a tile in a trip; it depends on both. */
BENCH_BOTH unsigned int ldmatrix_stored(unsigned int at, unsigned int trip)
{
	return ((at / 2 + 1) * 40503u ^ trip) & 0xffff;
}

struct ldmatrix_args {
	unsigned int offset[LDMATRIX_LANES]; /* offset in the tile of each lane's row, in bytes */
	/* Both rounds; only the second counts. */
	unsigned int links[2]; /* links of the chain, less one; multiples of LDMATRIX_LINKS */
	unsigned int trips[2]; /* even */
	unsigned int never;    /* a value that no sum can have */
	unsigned int record;   /* 0 when timed: `sum` and `memory` are not written */
	unsigned int *cycles;  /* per block: cycles of all trips; then, per block: of the chain */
	unsigned int *sum;     /* per thread: sum of all registers loaded or moved, and end of the chain */
	unsigned int *memory;  /* per block: the final words of shared memory */
};

#endif
