/* Models of the kernels of `dram`. */
#include <math.h>

#include "../common/bits.h"
#include "../common/input_model.h"
#include "dram.h"

static unsigned int combined(int op, unsigned int a, unsigned int b)
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
	const unsigned int *a = args->a, *b = args->b;
	const bool reads_b = op == DRAM_ADD || op == DRAM_TRIAD;
	unsigned int *out = args->out, total = 0;

	for (unsigned long long i = 0; i < words; i++)
		if (op == DRAM_READ)
			total += a[i];
		else
			out[i] = op == DRAM_WRITE ? input_mark(i) : combined((int)op, a[i], reads_b ? b[i] : 0);
	if (op == DRAM_READ && args->record)
		*args->sum += total;
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

/* The sum of the words that a thread of a tile loads: four in each of its loads. */
static unsigned int loaded(const unsigned int *a, unsigned int loads, unsigned int block, unsigned long long tile,
			   unsigned int thread)
{
	unsigned int sum = 0;

	for (unsigned int load = 0; load < loads; load++)
		for (unsigned int word = 0; word < 4; word++)
			sum += a[4 * ((tile * loads + load) * block + thread) + word];
	return sum;
}

static void mix(struct gb_shape shape, const void *of)
{
	const struct dram_args *args = of;
	const unsigned int loads = gb_model_number("_r"), stores = gb_model_number("_w");
	unsigned int *out = args->out, total = 0;

	for (unsigned long long tile = 0; tile < args->tiles; tile++)
		for (unsigned int thread = 0; thread < shape.block; thread++) {
			const unsigned int sum = loaded(args->a, loads, shape.block, tile, thread);
			for (unsigned int store = 0; store < stores; store++)
				for (unsigned int word = 0; word < 4; word++) {
					const unsigned long long i =
						4 * ((tile * stores + store) * shape.block + thread) + word;
					out[i] = input_mark(i) + sum;
				}
			total += sum;
		}
	if (stores == 0 && args->record)
		*args->sum += total;
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

static unsigned int expected_mix(const struct dram_check_args *args, unsigned long long i)
{
	const unsigned long long vector = i / 4, tile = vector / args->block / args->stores;
	unsigned int sum = input_mark(i);

	for (unsigned int load = 0; load < args->loads; load++)
		for (unsigned int word = 0; word < 4; word++)
			sum += input_float(4 * ((tile * args->loads + load) * args->block + vector % args->block) +
					   word);
	return sum;
}

static unsigned int expected(const struct dram_check_args *args, unsigned long long i)
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
	const unsigned int *out = args->out;
	unsigned int total = 0;

	(void)shape;
	for (unsigned long long i = 0; i < args->words; i++)
		if (out[i] != expected(args, i))
			gb_model_wrong(args->report, i);
	for (unsigned long long i = 0; i < args->read_words; i++)
		total += input_float(i);
	*args->sum += total;
	gb_model_compared(args->report, args->words + args->read_words);
}

static const struct gb_model models[] = {
	{ "dram_read_*", read }, { "dram_write_*", write },
	{ "dram_copy_*", copy }, { "dram_scale_*", scale },
	{ "dram_add_*", add },   { "dram_triad_*", triad },
	{ "dram_mix_*", mix },   { "dram_fill", input_fill_float_model },
	{ "dram_check", check }, { .kernel = NULL },
};

GB_MODELS(dram) = { GB_ABI, models };
