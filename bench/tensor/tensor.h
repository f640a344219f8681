/* tensor.h: what the host and the kernels of `tensor` share. */
#ifndef TENSOR_H
#define TENSOR_H

#include "gpubench_report.h"

/* Operands are matrices of rows: A by its rows, B by its columns, the elements of a row next to each other along k. */
#define TENSOR_A_BYTES 128 /* of a row of A */
#define TENSOR_B_BYTES 256 /* of a row of B: twice as long where A is sparse */
#define TENSOR_A_ROWS  256
#define TENSOR_B_ROWS  256
/* Behind all rows come the scales of each, a byte for a block of 128 bytes' elements: 4, 8 or 16 of these bytes. */
#define TENSOR_SCALES 16

/* Of these a pass goes over: of A's row, so many bytes. */
#define TENSOR_GROUP_DEPTH 128 /* wgmma, tcgen05 */
#define TENSOR_MMA_DEPTH   64
#define TENSOR_FP64_DEPTH  128 /* mma, fp64 */

/* What a warpgroup works on. With tcgen05 its sums take half of the tensor memory: two warpgroups are the most. */
#define TENSOR_WGMMA_ROWS    64
#define TENSOR_TCGEN05_ROWS  128
#define TENSOR_GROUP_COLS    256
#define TENSOR_TCGEN05_WARPS 8
/* With scales or a sparse A one warpgroup is: behind its sums come columns of A's scales, of B's, and of what A keeps. */
#define TENSOR_TCGEN05_SCALES_A 256
#define TENSOR_TCGEN05_SCALES_B 272
#define TENSOR_TCGEN05_KEPT     304
/* Instructions with 96 elements along k (10.3, FP4) take 48 bytes of a row. Eight go three times around its 128 bytes, and each lap has
 * its own copy of the scales. */
#define TENSOR_TCGEN05_K96_BYTES    48
#define TENSOR_TCGEN05_K96_STEPS    8
#define TENSOR_TCGEN05_K96_LAPS     3
#define TENSOR_TCGEN05_K96_SCALES_B 304
#define TENSOR_TCGEN05_COLUMNS      512
/* Of shared memory, tcgen05: barriers of each warpgroup, then where the tensor memory is. */
#define TENSOR_TCGEN05_EXTRA 80
/* Warps of a block that differ in their number by a multiple of this work on the same rows, with mma. */
#define TENSOR_MMA_DISTINCT 4

/* Sums start anew after so many passes, as they do in a matrix product: they neither overflow nor lose what is added. */
#define TENSOR_SPAN 8

/* What sums are held in. */
enum tensor_sum { TENSOR_SUM_FP32, TENSOR_SUM_FP16, TENSOR_SUM_INT32, TENSOR_SUM_FP64 };

struct tensor_args {
	const void *a, *b;
	void *out;           /* tiles, one after the other, each by rows */
	unsigned int passes; /* over all of k */
	unsigned int meta;   /* sparse: which elements of A are there, the same pattern everywhere */
	int record;          /* write `out` */
	/* tcgen05: the descriptors of the instruction, and of a tile of operands but for its address (tcgen05.h). */
	unsigned int instruction;
	unsigned long long tile;
};

/* What an element of `out` may be. */
struct tensor_range {
	double least, most;
};

struct tensor_check_args {
	const void *out;
	const struct tensor_range *range; /* of `distinct` tiles; tile i must be as i modulo `distinct` */
	struct gb_report *report;         /* of the elements of `out` */
	unsigned long long tiles;
	unsigned int distinct, elements; /* of a tile */
	int sum;                         /* enum tensor_sum */
};

#endif
