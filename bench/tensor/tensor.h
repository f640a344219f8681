/* tensor.h: definitions shared by the host code and the kernels of `tensor`. */
#pragma once

#include <stdint.h>

#include "gpubench_report.h"

/* Operands are matrices stored by rows: A by its rows, B by its columns. The elements of a row are adjacent along k. */
#define TENSOR_A_BYTES 128
#define TENSOR_B_BYTES 256 /* bytes per row of B, which is twice as long for a sparse A */
#define TENSOR_A_ROWS  256
#define TENSOR_B_ROWS  256
/* Scales follow all rows, one byte per block of elements: 4, 8 or 16 of these bytes per row of 128 bytes. */
#define TENSOR_SCALES 16

/* Bytes of A's row that a pass covers. */
#define TENSOR_GROUP_DEPTH 128 /* wgmma, tcgen05 */
#define TENSOR_MMA_DEPTH   64
#define TENSOR_FP64_DEPTH  128 /* mma, fp64 */

/* The tile of a warpgroup. Its sums take half of tensor memory with tcgen05, so there are at most two warpgroups. */
#define TENSOR_WGMMA_ROWS    64
#define TENSOR_TCGEN05_ROWS  128
#define TENSOR_GROUP_COLS    256
#define TENSOR_TCGEN05_WARPS 8
/* With scales or a sparse A there is only one warpgroup. After its sums come the columns of A's scales, B's scales and
 * A's metadata. */
#define TENSOR_TCGEN05_SCALES_A 256
#define TENSOR_TCGEN05_SCALES_B 272
#define TENSOR_TCGEN05_KEPT     304
/* Instructions with 96 elements along k (10.3, FP4) take 48 bytes of a row. Eight of them go around its 128 bytes three
 * times, and each time has its own copy of the scales. */
#define TENSOR_TCGEN05_K96_BYTES    48
#define TENSOR_TCGEN05_K96_STEPS    8
#define TENSOR_TCGEN05_K96_LAPS     3
#define TENSOR_TCGEN05_K96_SCALES_B 304
#define TENSOR_TCGEN05_COLUMNS      512
/* Shared memory of tcgen05 after the tiles: the barriers of each warpgroup, then the address of the tensor memory. */
#define TENSOR_TCGEN05_EXTRA 80
/* With mma, warps of a block whose numbers differ by a multiple of this multiply the same rows. */
#define TENSOR_MMA_DISTINCT 4

/* Sums restart after this many passes, as in a matrix product, so that they neither overflow nor absorb small terms. */
#define TENSOR_SPAN 8

enum tensor_sum { TENSOR_SUM_FP32, TENSOR_SUM_FP16, TENSOR_SUM_INT32, TENSOR_SUM_FP64 };

struct tensor_args {
	const void *a, *b;
	void *out;       /* tiles one after another, each by rows */
	uint32_t passes; /* passes over all of k */
	uint32_t meta;   /* sparse: the kept elements of A, in the same pattern everywhere */
	int record;      /* write `out` */
	/* tcgen05: descriptors of the instruction and of a tile of operands, without its address (tcgen05.h). */
	uint32_t instruction;
	unsigned long long tile;
};

struct tensor_range {
	double least, most;
};

struct tensor_check_args {
	const void *out;
	const struct tensor_range *range; /* ranges of `distinct` tiles; tile i must equal tile i modulo `distinct` */
	struct gb_report *report;         /* errors in the elements of `out` */
	unsigned long long tiles;
	uint32_t distinct, elements; /* elements per tile */
	int sum;                     /* enum tensor_sum */
};
