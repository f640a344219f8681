/* Models of the kernels of `ldmatrix`. All blocks do the same, so it is worked out once. */
#include <stdint.h>

#include "gpubench_model.h"
#include "ldmatrix.h"

enum { THREADS = LDMATRIX_WARPS * LDMATRIX_LANES, WORDS = LDMATRIX_BYTES / 4, ELEMENTS = 64 };

/* An element of a matrix, and the lane and half of a register that hold it. */
struct element {
	unsigned int row, col, lane, half;
};

static struct element element_of(bool trans, unsigned int number)
{
	const unsigned int row = number / 8, col = number % 8;
	const unsigned int in_row = trans ? col : row, in_col = trans ? row : col;

	return (struct element){ row, col, 4 * in_row + in_col / 2, in_col % 2 };
}

/* Of a tile in memory. */
static uint16_t *half_at(unsigned int *tile, const struct ldmatrix_args *args, unsigned int matrix, struct element e)
{
	return (uint16_t *)tile + args->offset[LDMATRIX_ROWS * matrix + e.row] / 2 + e.col;
}

static void transpose(unsigned int registers[LDMATRIX_LANES])
{
	unsigned int to[LDMATRIX_LANES] = { 0 };

	for (unsigned int i = 0; i < ELEMENTS; i++) {
		const struct element from = element_of(false, i), turned = element_of(true, i);
		to[turned.lane] |= (registers[from.lane] >> 16 * from.half & 0xffff) << 16 * turned.half;
	}
	memcpy(registers, to, sizeof to);
}

static void add_moves(const struct ldmatrix_args *args, unsigned int u, unsigned int *sum)
{
	unsigned int registers[LDMATRIX_LANES];

	for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
		registers[lane] = input_bits(u * LDMATRIX_LANES + lane);
	for (unsigned int trip = 0; trip < args->trips[1]; trip++) {
		transpose(registers);
		for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
			sum[lane] += registers[lane];
	}
}

/* Of all trips, one element after another. */
static void access_matrix(const struct ldmatrix_args *args, unsigned int *tile, unsigned int matrix, unsigned int *sum)
{
	const bool trans = gb_model_is("trans"), stores = gb_model_is("store");

	for (unsigned int i = 0; i < ELEMENTS; i++) {
		const struct element e = element_of(trans, i);
		uint16_t *half = half_at(tile, args, matrix, e);
		if (stores)
			*half = (uint16_t)ldmatrix_stored(args->offset[LDMATRIX_ROWS * matrix + e.row] + 2 * e.col,
							  args->trips[1] - 1);
		else
			sum[e.lane] += args->trips[1] * ((unsigned int)*half << 16 * e.half);
	}
}

static void first_block(const struct ldmatrix_args *args)
{
	unsigned int end[LDMATRIX_LANES], sum[LDMATRIX_LANES] = { 0 };

	for (unsigned int i = 0; i < WORDS; i++)
		args->memory[i] = input_bits(i);
	for (unsigned int u = 0; u < LDMATRIX_UNROLL; u++)
		if (gb_model_is("move"))
			add_moves(args, u, sum);
		else
			for (unsigned int m = 0; m < gb_model_number("_x"); m++)
				access_matrix(args, args->memory + (size_t)u * (LDMATRIX_TILE / 4), m, sum);
	for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
		end[lane] = gb_model_is("move") ? input_bits(lane) : LDMATRIX_TILE + args->offset[lane];
	if (gb_model_is("move"))
		transpose(end);
	for (unsigned int i = 0; i < THREADS; i++)
		args->sum[i] = sum[i % LDMATRIX_LANES] + (i < LDMATRIX_LANES ? end[i] : 0);
}

/* 5 cycles per access, and 33 per link of the chain. */
static void launch(struct gb_shape shape, const void *of)
{
	const struct ldmatrix_args *args = of;

	if (args->record)
		first_block(args);
	for (size_t b = 0; b < shape.grid; b++) {
		args->cycles[b] = 5 * LDMATRIX_WARPS * LDMATRIX_UNROLL * args->trips[1];
		args->cycles[shape.grid + b] = 33 * (args->links[1] + 1);
		if (args->record && b > 0) {
			memcpy(args->sum + b * THREADS, args->sum, THREADS * sizeof *args->sum);
			memcpy(args->memory + b * WORDS, args->memory, WORDS * sizeof *args->memory);
		}
	}
}

static const struct gb_model models[] = { { "ldmatrix_*", launch }, { .kernel = NULL } };

GB_MODELS(ldmatrix) = { GB_ABI, models };
