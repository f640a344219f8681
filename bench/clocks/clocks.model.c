/* Models of the kernels of `clocks`. */
#include "../common/number_formats.h"
#include "clocks.h"
#include "gpubench_model.h"

/* Working SM i runs at 1 GHz less i MHz. */
static void tell_spans(struct gb_shape shape, const struct clocks_args *a)
{
	gb_model_unchecked(a->spans, shape.grid * sizeof *a->spans);
	for (uint32_t i = 0; i < shape.grid; i++) {
		const unsigned long long took = a->nanoseconds + 10;
		a->spans[i] = (struct clocks_span){ took - took * i / 1000, took, 2ULL * i };
	}
}

static void repeat(struct gb_shape shape, unsigned char *out, size_t bytes)
{
	for (uint32_t i = 1; i < shape.grid; i++)
		memcpy(out + i * bytes, out, bytes);
}

static void chains(struct gb_shape shape, const void *args)
{
	enum { COUNT = CLOCKS_THREADS * CLOCKS_CHAINS };
	const struct clocks_args *a = args;
	float *out = a->out;

	tell_spans(shape, a);
	for (uint32_t i = 0; i < COUNT && a->record; i++) {
		const float factor = ((const float *)a->b)[i / CLOCKS_CHAINS];
		out[i] = ((const float *)a->a)[i];
		for (uint32_t link = 0; link < CLOCKS_ROUNDS * CLOCKS_LINKS; link++)
			out[i] = fmaf(out[i], factor, factor);
	}
	if (a->record)
		repeat(shape, a->out, COUNT * sizeof *out);
}

static void put(enum format format, void *out, uint32_t i, double value)
{
	if (format == FORMAT_FP64)
		((double *)out)[i] = value;
	else if (format == FORMAT_INT8)
		((int32_t *)out)[i] = (int32_t)value;
	else
		((float *)out)[i] = (float)value;
}

static void matrix(enum format format, struct gb_shape shape, const struct clocks_args *a)
{
	const uint32_t depth = CLOCKS_ROW_BYTES / formats[format].bytes;
	const uint32_t rows = CLOCKS_AS * (format == FORMAT_FP64 ? 8 : 16), all = CLOCKS_WARPS * rows * CLOCKS_COLS;

	tell_spans(shape, a);
	for (uint32_t i = 0; i < all && a->record; i++) {
		const uint32_t row = i / CLOCKS_COLS, col = row / rows * CLOCKS_COLS + i % CLOCKS_COLS;
		double sum = 0;
		for (uint32_t k = 0; k < depth; k++)
			sum += format_decode(format, format_get(format, a->a, row * depth + k)) *
			       format_decode(format, format_get(format, a->b, col * depth + k));
		put(format, a->out, i, CLOCKS_ROUNDS * sum);
	}
	if (a->record)
		repeat(shape, a->out, all * (format == FORMAT_FP64 ? sizeof(double) : sizeof(float)));
}

#define MATRIX(name, format)                                      \
	static void name(struct gb_shape shape, const void *args) \
	{                                                         \
		matrix(format, shape, args);                      \
	}
MATRIX(fp64, FORMAT_FP64)
MATRIX(fp16, FORMAT_FP16)
MATRIX(bf16, FORMAT_BF16)
MATRIX(tf32, FORMAT_TF32)
MATRIX(int8, FORMAT_INT8)

GB_MODELS_OF(clocks, { "clocks_ffma", chains }, { "clocks_fp64", fp64 }, { "clocks_fp16", fp16 },
	     { "clocks_bf16", bf16 }, { "clocks_tf32", tf32 }, { "clocks_int8", int8 });
