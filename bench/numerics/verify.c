/* The random operands of `numerics`, and the check of all sums against the model, bit by bit. */
#include <string.h>

#include "../common/input.h"
#include "state.h"

/* Element `i` of an operand: a normal number of any fraction, and of an exponent such that small products lose bits next
 * to large ones and no sum is too large; of 32 elements two are zero and two subnormal. */
static uint64_t operand(enum format f, uint64_t i)
{
	const uint64_t bits = format_mix(i);
	const int exponent = (int)(bits >> 56) % 9 - 5;
	const double fraction = (double)(bits & ((UINT64_C(1) << 52) - 1)) * 0x1p-52;
	const double sign = bits >> 55 & 1 ? -1 : 1;

	if (f == FORMAT_INT8)
		return bits & 0xff;
	if (i % 16 == 5)
		return format_encode(f, 0);
	if (i % 16 == 11)
		return format_encode(f, sign * ldexp(fraction, arithmetic_least_exponent(f)));
	return format_encode(f, sign * ldexp(1 + fraction, exponent));
}

/* C of sum `i`: zero, a number, a small one, or one that nearly cancels the products. */
static double sum_before(const struct instruction *in, uint64_t i, const double *a, const double *b)
{
	const double number = format_decode(FORMAT_TF32, operand(FORMAT_TF32, 16 * i)) * (1 + ldexp(1, -21));
	double products = 0;

	for (uint32_t k = 0; k < in->depth; k++)
		products += a[k] * b[k];
	switch (format_mix(i) % 4) {
	case 0:
		return 0;
	case 1:
		return -products;
	case 2:
		return ldexp(number, -12);
	default:
		return ldexp(number, 4);
	}
}

static void fill_sums(const struct gb_run *run, uint32_t tile)
{
	const struct state *s = gb_state(run);
	const struct instruction *in = numerics_instruction(run);
	const uint32_t rows = numerics_rows(run), cols = numerics_cols(run);
	double a[NUMERICS_DEPTH], b[NUMERICS_DEPTH];

	for (uint32_t at = 0; at < rows * cols; at++) {
		const uint64_t i = (uint64_t)tile * rows * cols + at;
		if (in->sum == SUM_INT32) {
			const uint32_t whole = input_bits(i);
			memcpy(s->host_c + i * sizeof whole, &whole, sizeof whole);
			continue;
		}
		arithmetic_read(in->type, s->host_a + ((uint64_t)tile * rows + at / cols) * NUMERICS_ROW_BYTES,
				in->depth, a);
		arithmetic_read(in->type, s->host_b + ((uint64_t)tile * cols + at % cols) * NUMERICS_ROW_BYTES,
				in->depth, b);
		format_put(in->sum, s->host_c, i, format_encode(in->sum, sum_before(in, i, a, b)));
	}
}

int numerics_fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const enum format type = numerics_instruction(run)->type;
	const uint64_t a = (uint64_t)s->args.tiles * numerics_rows(run) * NUMERICS_ROW_BYTES;
	const uint64_t b = (uint64_t)s->args.tiles * numerics_cols(run) * NUMERICS_ROW_BYTES;

	for (uint64_t i = 0; i < format_elements(type, a); i++)
		format_put(type, s->host_a, i, operand(type, i));
	for (uint64_t i = 0; i < format_elements(type, b); i++)
		format_put(type, s->host_b, i, operand(type, (UINT64_C(1) << 32) + i));
	for (uint32_t tile = 0; tile < s->args.tiles; tile++)
		fill_sums(run, tile);
	GB_TRY(gb_copy_in(run, s->a, s->host_a, a));
	GB_TRY(gb_copy_in(run, s->b, s->host_b, b));
	return gb_copy_in(run, s->c, s->host_c, s->args.tiles * numerics_tile_bytes(run));
}

static void expect(const struct gb_run *run, unsigned char *out)
{
	const struct state *s = gb_state(run);
	const uint32_t rows = numerics_rows(run), cols = numerics_cols(run);

	for (uint64_t tile = 0; tile < s->args.tiles; tile++)
		arithmetic_tile(&s->found, rows, cols, NUMERICS_ROW_BYTES, s->host_a + tile * rows * NUMERICS_ROW_BYTES,
				s->host_b + tile * cols * NUMERICS_ROW_BYTES,
				s->host_c + tile * numerics_tile_bytes(run), out + tile * numerics_tile_bytes(run));
}

static uint64_t element(const unsigned char *sums, uint64_t i, uint32_t bytes)
{
	uint64_t bits = 0;

	memcpy(&bits, sums + i * bytes, bytes);
	return bits;
}

/* Every sum of every warp or warpgroup. A model that differs in some is a finding, and makes the row suspect. */
static int compare(struct gb_run *run, const unsigned char *out, const unsigned char *expected)
{
	struct state *s = gb_state(run);
	const uint32_t bytes = arithmetic_sum_bytes(numerics_instruction(run)->sum);
	const uint64_t count = numerics_tiles(run, s->shape) * numerics_tile_bytes(run) / bytes;
	const uint64_t distinct = s->args.tiles * numerics_tile_bytes(run) / bytes;
	uint64_t wrong = 0, first = 0;

	for (uint64_t i = 0; i < count; i++)
		if (element(out, i, bytes) != element(expected, i % distinct, bytes) && wrong++ == 0)
			first = i;
	s->equal = 1 - (double)wrong / (double)count;
	if (wrong == count)
		return gb_fail(run, "no sum equals the model");
	if (wrong > 0)
		gb_suspect(run, "%llu of %llu sums differ from the model: sum %llu is %#llx, not %#llx",
			   (unsigned long long)wrong, (unsigned long long)count, (unsigned long long)first,
			   (unsigned long long)element(out, first, bytes),
			   (unsigned long long)element(expected, first % distinct, bytes));
	return GB_OK;
}

int numerics_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t bytes = numerics_tiles(run, s->shape) * numerics_tile_bytes(run);
	unsigned char *expected = gb_scratch(run, s->args.tiles * numerics_tile_bytes(run));

	if (expected == NULL)
		return GB_FAILED;
	expect(run, expected);
	GB_TRY(gb_fill_output(run, s->out, 0xff, bytes));
	GB_TRY(numerics_launch(run));
	const unsigned char *out = gb_fetch(run, s->out, bytes);
	return out == NULL ? GB_FAILED : compare(run, out, expected);
}
