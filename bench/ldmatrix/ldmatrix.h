/* ldmatrix.h: what the host and the kernels of `ldmatrix` share. */
#ifndef LDMATRIX_H
#define LDMATRIX_H

#include "../common/input.h"

#define LDMATRIX_LANES  32
#define LDMATRIX_WARPS  32 /* of a block, one block per SM */
#define LDMATRIX_UNROLL 8  /* independent accesses of a warp in one trip */
#define LDMATRIX_LINKS  16 /* dependent accesses in one turn of the chain's loop */

/* A matrix has eight rows of 16 bytes, elements of two; lane l says where row l lies. Tiles of all rows are as far apart as the
 * widest pitch needs, in whole rows of the banks. */
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

/* What is stored in a trip: at byte `at` of a tile a half that depends on both. */
BENCH_BOTH unsigned int ldmatrix_stored(unsigned int at, unsigned int trip)
{
	return ((at / 2 + 1) * 40503u ^ trip) & 0xffff;
}

struct ldmatrix_args {
	unsigned int offset[LDMATRIX_LANES]; /* bytes from the start of a tile to the row of each lane */
	/* Of two rounds, of which the second counts: */
	unsigned int links[2]; /* of the chain, one more than these; multiples of LDMATRIX_LINKS */
	unsigned int trips[2]; /* even */
	unsigned int never;    /* what no sum is */
	unsigned int record;   /* 0 when timed: `sum` and `memory` are kept back */
	unsigned int *cycles;  /* a block: of all trips; then a block: of the chain */
	unsigned int *sum;     /* a thread: of all registers loaded or moved, and where the chain ended */
	unsigned int *memory;  /* a block: the words left in shared memory */
};

#endif
