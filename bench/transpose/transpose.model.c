/* Models of the kernels of `transpose`. */
#include "../common/input_model.h"
#include "transpose.h"

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

/* The row and column of a word that the threads of a block access in the tile. */
static struct transpose_spot spot_of(uint32_t tile, uint32_t vec, uint32_t block, uint32_t word)
{
	struct transpose_spot s = transpose_spot(tile, vec, block, word / vec % block, word / vec / block);

	s.column += word % vec;
	return s;
}

static void move_tile(uint32_t block, const struct transpose_args *args, uint32_t column, uint32_t row)
{
	static uint32_t shared[64 * 65];
	const uint32_t tile = gb_model_number("_t"), vec = gb_model_number("_v"), *in = args->in;
	const int layout = gb_model_is("_swizzled") ? TRANSPOSE_SWIZZLE
			   : gb_model_is("_padded") ? TRANSPOSE_PAD
						    : TRANSPOSE_PLAIN;
	uint32_t *out = args->out;

	for (uint32_t i = 0; i < tile * tile; i++) {
		const struct transpose_spot s = spot_of(tile, vec, block, i);
		const uint32_t y = row * tile + s.row, x = column * tile + s.column;
		if (y >= args->height || x >= args->width)
			continue;
		shared[transpose_place(tile, vec, layout, s.row, s.column)] = in[y * args->width + x];
		gb_model_did(sizeof *in, 0);
	}
	for (uint32_t i = 0; i < tile * tile; i++) {
		const struct transpose_spot s = spot_of(tile, vec, block, i);
		const uint32_t y = column * tile + s.row, x = row * tile + s.column;
		if (y >= args->width || x >= args->height)
			continue;
		out[y * args->height + x] = shared[transpose_place(tile, vec, layout, s.column, s.row)];
		gb_model_did(sizeof *out, 0);
	}
}

static void tiled(struct gb_shape shape, const void *of)
{
	const struct transpose_args *args = of;

	for (uint32_t block = 0; block < shape.grid; block++) {
		const uint32_t row = block % args->rows, round = block / args->rows;
		if (args->order == TRANSPOSE_ACROSS)
			move_tile(shape.block, args, block % args->columns, block / args->columns);
		else if (args->order == TRANSPOSE_DOWN)
			move_tile(shape.block, args, round, row);
		else
			move_tile(shape.block, args, (row + round) % args->columns, row);
	}
}

/* Threads are in the order of the output or of the input. */
static void naive(struct gb_shape shape, const void *of)
{
	const struct transpose_args *args = of;
	const uint32_t width = args->width, height = args->height, *in = args->in;
	const bool reads = gb_model_is("_read");
	uint32_t *out = args->out;

	for (uint32_t i = 0; i < shape.grid * shape.block; i++) {
		const uint32_t block = i / shape.block, thread = i % shape.block;
		const uint32_t row = block / args->columns * (shape.block / 32) + thread / 32;
		const uint32_t column = block % args->columns * 32 + thread % 32;
		if (row >= (reads ? width : height) || column >= (reads ? height : width))
			continue;
		out[reads ? row * height + column : column * height + row] =
			in[reads ? column * width + row : row * width + column];
		gb_model_did(sizeof *in + sizeof *out, 0);
	}
}

static void copy(struct gb_shape shape, const void *of)
{
	const struct transpose_args *args = of;
	const uint32_t words = args->width * args->height, vectors = words / 4, *in = args->in;
	uint32_t *out = args->out;

	for (uint32_t i = 0; i < shape.grid * shape.block && i < vectors + words % 4; i++) {
		const uint32_t at = i < vectors ? 4 * i : 3 * vectors + i, count = i < vectors ? 4 : 1;
		memcpy(&out[at], &in[at], count * sizeof *out);
		gb_model_did(2.0 * count * sizeof *out, 0);
	}
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

static void check(struct gb_shape shape, const void *of)
{
	const struct transpose_check_args *args = of;
	const uint32_t *out = args->out, words = args->width * args->height;

	for (uint32_t i = 0; i < words; i++)
		if (out[i] != input_bits(args->copied ? i : i % args->height * args->width + i / args->height))
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, words);
}

GB_MODELS_OF(transpose, { "transpose_copy", copy }, { "transpose_naive_*", naive }, { "transpose_*_t*", tiled },
	     { "transpose_check", check }, { "transpose_fill", input_fill_bits_model });
