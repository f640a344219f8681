/* verify.c: checks that every sum is correct, that every block worked for the requested time, and that each had its
 * own SM. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "state.h"

/* Nanoseconds beyond the requested time after which a block counts as idle. */
#define LATE 1000000000u

/* ---- spans ----------------------------------------------------------------------------------------------------------- */

static int check_spans(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const unsigned long long asked = s->args.nanoseconds;
	struct clocks_span span[CLOCKS_SMS];

	int status = clocks_read_spans(run, span);
	for (uint32_t i = 0; i < s->shape.grid && status == GB_OK; i++) {
		if (span[i].nanoseconds < asked || span[i].nanoseconds - asked > LATE)
			return gb_fail(run, "block %u worked for %llu ns, not %llu", i, span[i].nanoseconds, asked);
		if (span[i].cycles == 0)
			return gb_fail(run, "block %u counted no cycles", i);
		for (uint32_t j = 0; j < i; j++)
			if (span[i].sm == span[j].sm)
				return gb_fail(run, "blocks %u and %u both ran on SM %llu", j, i, span[i].sm);
	}
	return status;
}

/* ---- sums ------------------------------------------------------------------------------------------------------------ */

/* The accepted values of an element. */
struct range {
	double least, most;
};

/* The rounding error of a sum, relative to the sum of the magnitudes of its products: half an ulp for each addition in
 * FP64; in other formats the units truncate below the last place of the largest summand. */
static double loss(enum format format, unsigned int products)
{
	if (format == FORMAT_INT8)
		return 0;
	return format == FORMAT_FP64 ? 0x1p-53 * products * CLOCKS_ROUNDS : 0x1p-16;
}

static double operand(enum format format, const unsigned char *from, unsigned int row, unsigned int k)
{
	return format_decode(format, format_get(format, from, row * (CLOCKS_ROW_BYTES / formats[format].bytes) + k));
}

static struct range element(const struct state *s, enum format format, unsigned int row, unsigned int col)
{
	const unsigned int depth = CLOCKS_ROW_BYTES / formats[format].bytes;
	double sum = 0, size = 0;

	for (unsigned int k = 0; k < depth; k++) {
		const double product =
			operand(format, s->host, row, k) * operand(format, s->host + CLOCKS_A_BYTES, col, k);
		sum += product;
		size += fabs(product);
	}
	const double lost = loss(format, depth) * size;
	return (struct range){ CLOCKS_ROUNDS * (sum - lost), CLOCKS_ROUNDS * (sum + lost) };
}

/* The elements of one block: each warp multiplies its own operands. */
static unsigned int expect_products(const struct state *s, enum format format, struct range *out)
{
	const unsigned int rows = CLOCKS_AS * (format == FORMAT_FP64 ? 8 : 16);
	unsigned int count = 0;

	for (unsigned int warp = 0; warp < CLOCKS_WARPS; warp++)
		for (unsigned int row = 0; row < rows; row++)
			for (unsigned int col = 0; col < CLOCKS_COLS; col++)
				out[count++] = element(s, format, warp * rows + row, warp * CLOCKS_COLS + col);
	return count;
}

/* The last values of one block's FFMA chains, bit by bit. */
static unsigned int expect_chains(const struct state *s, struct range *out)
{
	enum { COUNT = CLOCKS_THREADS * CLOCKS_CHAINS };

	for (unsigned int i = 0; i < COUNT; i++) {
		float x, factor;
		memcpy(&x, s->host + i * sizeof x, sizeof x);
		memcpy(&factor, s->host + CLOCKS_A_BYTES + i / CLOCKS_CHAINS * sizeof factor, sizeof factor);
		for (int link = 0; link < CLOCKS_ROUNDS * CLOCKS_LINKS; link++)
			x = fmaf(x, factor, factor);
		out[i] = (struct range){ (double)x, (double)x };
	}
	return COUNT;
}

static double found(enum format format, const unsigned char *out, uint64_t i)
{
	int32_t whole;

	if (format == FORMAT_FP64)
		return format_decode(FORMAT_FP64, format_get(FORMAT_FP64, out, i));
	if (format != FORMAT_INT8)
		return format_decode(FORMAT_FP32, format_get(FORMAT_FP32, out, i));
	memcpy(&whole, out + i * sizeof whole, sizeof whole);
	return whole;
}

/* All blocks have the same operands. */
static int compare(struct gb_run *run, const unsigned char *out, const struct range *range, unsigned int count)
{
	const struct state *s = gb_state(run);
	const enum format format = clocks_format(clocks_load(run));

	for (uint32_t block = 0; block < s->shape.grid; block++)
		for (unsigned int i = 0; i < count; i++) {
			const double value = found(format, out, (uint64_t)block * count + i);
			if (!(value >= range[i].least && value <= range[i].most))
				return gb_fail(run, "element %u of block %u is %.9g, not %.9g", i, block, value,
					       0.5 * (range[i].least + range[i].most));
		}
	return GB_OK;
}

static int check_sums(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const enum load load = clocks_load(run);
	const enum format format = clocks_format(load);
	const uint64_t bytes = (uint64_t)s->shape.grid * CLOCKS_WARPS * CLOCKS_OUT_BYTES;
	unsigned char *out = malloc(bytes);
	struct range *range = malloc(CLOCKS_WARPS * CLOCKS_OUT_BYTES / sizeof(float) * sizeof *range);
	int status;

	if (out == NULL || range == NULL) {
		free(range);
		free(out);
		return gb_fail(run, "out of memory");
	}
	status = gb_copy_out(run, out, s->out, bytes);
	if (status == GB_OK)
		status = compare(run, out, range,
				 load == LOAD_FFMA ? expect_chains(s, range) : expect_products(s, format, range));
	free(range);
	free(out);
	return status;
}

int clocks_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = gb_fill(run, s->out, 0xff, (uint64_t)s->shape.grid * CLOCKS_WARPS * CLOCKS_OUT_BYTES);
	if (status == GB_OK)
		status = gb_fill(run, s->spans, 0xff, CLOCKS_SMS * sizeof(struct clocks_span));
	s->args.record = 1;
	if (status == GB_OK)
		status = clocks_launch(run);
	s->args.record = 0;
	if (status == GB_OK)
		status = check_spans(run);
	return status == GB_OK ? check_sums(run) : status;
}
