/* Models of the kernels of `dram`. */
#include <math.h>

#include "../common/bits.h"
#include "../common/input_model.h"
#include "dram.h"

static uint32_t combined(int op, uint32_t a, uint32_t b)
{
	switch (op) {
	case DRAM_SCALE:
		return bits_of_float(DRAM_FACTOR * bits_float(a));
	case DRAM_ADD:
		return bits_of_float(bits_float(a) + bits_float(b));
	case DRAM_TRIAD:
		return bits_of_float(fmaf(DRAM_FACTOR, bits_float(b), bits_float(a)));
	default:
		return a;
	}
}

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

static void stream(enum dram_op op, struct gb_shape shape, const struct dram_args *args)
{
	const unsigned long long words = args->tiles * shape.block * gb_model_number("_v") * gb_model_number("_u");
	const uint32_t *a = args->a, *b = args->b;
	const bool reads_b = op == DRAM_ADD || op == DRAM_TRIAD;
	uint32_t *out = args->out, total = 0;

	for (unsigned long long i = 0; i < words; i++)
		if (op == DRAM_READ)
			total += a[i];
		else
			out[i] = op == DRAM_WRITE ? input_mark(i) : combined((int)op, a[i], reads_b ? b[i] : 0);
	if (op == DRAM_READ && args->record)
		*args->sum += total;
	gb_model_did(((op != DRAM_WRITE) + reads_b + (op != DRAM_READ)) * (double)words * sizeof *a, 0);
}

#define STREAM(name, op)                                          \
	static void name(struct gb_shape shape, const void *args) \
	{                                                         \
		stream(op, shape, args);                          \
	}
STREAM(read, DRAM_READ)
STREAM(write, DRAM_WRITE)
STREAM(copy, DRAM_COPY)
STREAM(scale, DRAM_SCALE)
STREAM(add, DRAM_ADD)
STREAM(triad, DRAM_TRIAD)

static uint32_t loaded(const uint32_t *a, uint32_t loads, uint32_t block, unsigned long long tile, uint32_t thread)
{
	uint32_t sum = 0;

	for (uint32_t load = 0; load < loads; load++)
		for (uint32_t word = 0; word < 4; word++)
			sum += a[4 * ((tile * loads + load) * block + thread) + word];
	return sum;
}

static void mix(struct gb_shape shape, const void *of)
{
	const struct dram_args *args = of;
	const uint32_t loads = gb_model_number("_r"), stores = gb_model_number("_w");
	uint32_t *out = args->out, total = 0;

	for (unsigned long long tile = 0; tile < args->tiles; tile++)
		for (uint32_t thread = 0; thread < shape.block; thread++) {
			const uint32_t sum = loaded(args->a, loads, shape.block, tile, thread);
			for (uint32_t store = 0; store < stores; store++)
				for (uint32_t word = 0; word < 4; word++) {
					const unsigned long long i =
						4 * ((tile * stores + store) * shape.block + thread) + word;
					out[i] = input_mark(i) + sum;
				}
			total += sum;
			gb_model_did((loads + stores) * 4.0 * sizeof *out, 0);
		}
	if (stores == 0 && args->record)
		*args->sum += total;
}

/* ---- kernels that are not timed ---------------------------------------------------------------------------------- */

static uint32_t expected_mix(const struct dram_check_args *args, unsigned long long i)
{
	const unsigned long long vector = i / 4, tile = vector / args->block / args->stores;
	uint32_t sum = input_mark(i);

	for (uint32_t load = 0; load < args->loads; load++)
		for (uint32_t word = 0; word < 4; word++)
			sum += input_float(4 * ((tile * args->loads + load) * args->block + vector % args->block) +
					   word);
	return sum;
}

static uint32_t expected(const struct dram_check_args *args, unsigned long long i)
{
	switch (args->op) {
	case DRAM_WRITE:
		return input_mark(i);
	case DRAM_MIX:
		return expected_mix(args, i);
	default:
		return combined(args->op, input_float(i), input_float(args->b_word + i));
	}
}

static void check(struct gb_shape shape, const void *of)
{
	const struct dram_check_args *args = of;
	const uint32_t *out = args->out;
	uint32_t total = 0;

	for (unsigned long long i = 0; i < args->words; i++)
		if (out[i] != expected(args, i))
			gb_model_wrong(args->report, i);
	for (unsigned long long i = 0; i < args->read_words; i++)
		total += input_float(i);
	*args->sum += total;
	gb_model_compared(args->report, args->words + args->read_words);
}

GB_MODELS_OF(dram, { "dram_read_*", read }, { "dram_write_*", write }, { "dram_copy_*", copy },
	     { "dram_scale_*", scale }, { "dram_add_*", add }, { "dram_triad_*", triad }, { "dram_mix_*", mix },
	     { "dram_fill", input_fill_float_model }, { "dram_check", check });
