/* Models of the kernels of `stride`. */
#include "../common/pattern_model.h"
#include "stride.h"

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

/* The index of the first word of element k. */
static unsigned long long place(const struct stride_place *of, unsigned long long k)
{
	return ((k & of->mask) * of->pitch + (k >> of->shift) * of->hop) / 4;
}

static void strided(enum stride_op op, struct gb_shape shape, const struct stride_args *args)
{
	const unsigned long long count = 1ull * shape.grid * shape.block * gb_model_number("_u");
	const uint32_t words = gb_model_number("_b") / 4, *a = args->a;
	uint32_t *out = args->out, total = 0;

	for (unsigned long long k = 0; k < count; k++)
		for (uint32_t w = 0; w < words; w++) {
			const unsigned long long i = place(&args->place, k) + w;
			gb_model_did((op == STRIDE_COPY ? 2.0 : 1.0) * sizeof *a, 0);
			if (op == STRIDE_READ)
				total += a[i];
			else
				out[i] = op == STRIDE_COPY ? a[i] : stride_mark((uint32_t)k, w);
		}
	if (op == STRIDE_READ)
		pattern_record_model(args->record, args->report, total);
}

#define STRIDED(name, op)                                         \
	static void name(struct gb_shape shape, const void *args) \
	{                                                         \
		strided(op, shape, args);                         \
	}
STRIDED(copy, STRIDE_COPY)
STRIDED(read, STRIDE_READ)
STRIDED(write, STRIDE_WRITE)

/* ---- the others -------------------------------------------------------------------------------------------------- */

static unsigned long long word_of(const struct stride_check_args *args, unsigned long long k)
{
	return (k % args->rows * args->pitch + k / args->rows * args->hop) / 4;
}

static void poison(struct gb_shape shape, const void *of)
{
	const struct stride_check_args *args = of;

	for (unsigned long long k = 0; k < args->elements; k++)
		memset(&args->out[word_of(args, k)], PATTERN_POISON, args->bytes);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct stride_check_args *args = of;
	const uint32_t *kept = input_kept(input_float, args->rows * args->pitch / 4);
	uint32_t total = 0;

	for (unsigned long long k = 0; k < args->elements; k++)
		for (uint32_t w = 0; w < args->bytes / 4; w++) {
			const unsigned long long i = word_of(args, k) + w;
			const uint32_t in = pattern_input(kept, i);
			const uint32_t written = args->op == STRIDE_WRITE ? stride_mark((uint32_t)k, w) : in;
			if (args->op == STRIDE_READ)
				total += in;
			else if (args->out[i] != written)
				gb_model_wrong(&args->report->words, i);
		}
	args->report->expected += total;
	gb_model_compared(&args->report->words, args->elements * (args->bytes / 4));
}

GB_MODELS_OF(stride, { "stride_copy_*", copy }, { "stride_read_*", read }, { "stride_write_*", write },
	     { "stride_poison", poison }, { "stride_check", check }, { "stride_fill", input_fill_float_model });
