/* test_kernels.h: the kernels of `tensor` in C, correct or with the fault that the test selects. */
#ifndef TENSOR_KERNELS_H
#define TENSOR_KERNELS_H

#include "check_model.h"
#include "real.h"

/* Properties of the point under test. */
static struct {
	enum format type;
	enum tensor_sum sum;
	unsigned int rows, cols, depth; /* rows and columns of a tile; depth in bytes of A */
	unsigned int warps;             /* threads that work on a tile */
	bool sparse, shared_b;          /* shared_b: all tiles have the same columns */
	unsigned int forgotten;         /* passes that are omitted */
	bool spoil;                     /* the last element */
} now;

static inline uint64_t sum_bytes(void)
{
	return now.sum == TENSOR_SUM_FP16 ? 2 : now.sum == TENSOR_SUM_FP64 ? 8 : 4;
}

static inline void put_sum(void *out, uint64_t i, double value)
{
	const int32_t whole = (int32_t)value;
	const float single = (float)value;

	if (now.sum == TENSOR_SUM_FP16)
		format_put(FORMAT_FP16, out, i, format_encode(FORMAT_FP16, value));
	else if (now.sum == TENSOR_SUM_INT32)
		memcpy((char *)out + 4 * i, &whole, sizeof whole);
	else if (now.sum == TENSOR_SUM_FP64)
		memcpy((char *)out + 8 * i, &value, sizeof value);
	else
		memcpy((char *)out + 4 * i, &single, sizeof single);
}

/* A row of A times a row of B; for a sparse A, elements stand for the second of each two. */
static inline double product(const struct tensor_args *args, unsigned int row, unsigned int col)
{
	const unsigned int bytes = formats[now.type].bytes;
	const uint64_t kept = now.sparse ? 2 : 1;
	const uint64_t a = row * (uint64_t)(TENSOR_A_BYTES / bytes), b = col * (uint64_t)(TENSOR_B_BYTES / bytes);
	double sum = 0;

	for (uint64_t k = 0; k < now.depth / bytes; k++)
		sum += format_decode(now.type, format_get(now.type, args->a, a + k)) *
		       format_decode(now.type, format_get(now.type, args->b, b + kept * k + kept - 1));
	return sum;
}

static inline double products(struct gb_shape shape, const void *arguments)
{
	const struct tensor_args *args = arguments;
	const unsigned int tiles = shape.grid * shape.block / 32 / now.warps, passes = args->passes - now.forgotten;
	const unsigned int distinct = now.shared_b ? tiles / shape.grid : TENSOR_MMA_DISTINCT;
	const double times = now.type == FORMAT_FP64 ? passes : passes % TENSOR_SPAN;
	uint64_t i = 0;

	if (!args->record)
		return 0;
	for (unsigned int tile = 0; tile < tiles && tile < distinct; tile++)
		for (unsigned int row = 0; row < now.rows; row++)
			for (unsigned int col = 0; col < now.cols; col++)
				put_sum(args->out, i++,
					times * product(args, tile * now.rows + row,
							(now.shared_b ? 0 : tile * now.cols) + col));
	const uint64_t first = i * sum_bytes();
	for (uint64_t at = first; at < tiles * (uint64_t)now.rows * now.cols * sum_bytes(); at += first)
		memcpy((char *)args->out + at, args->out, first);
	i = tiles * (uint64_t)now.rows * now.cols;
	if (now.spoil)
		put_sum(args->out, i - 1, 12345);
	return 0;
}

/* The work of the device's check. */
static inline double check(struct gb_shape shape, const void *arguments)
{
	(void)shape;
	check_model(arguments);
	return 0;
}

#endif
