/* Models of the kernels of `tensor`. The kernels of the variants tcgen05 and scaled have never run on a GPU. */
#include "gpubench_model.h"
#include "scaled_model.h"
#include "tcgen05_model.h"

/* ---- the kernel's name: tensor_VARIANT_TYPE_SUM_SPARSITY_FORM ---------------------------------------------------- */

static enum tensor_types type_of_name(void)
{
	const char *name = strchr(gb_model_call.kernel + strlen("tensor_"), '_') + 1;
	enum tensor_types type = TENSOR_TYPE_fp16;

	for (; type + 1 < TENSOR_TYPES_COUNT; type++) {
		const size_t length = strlen(tensor_type_list[type].name);
		if (strncmp(name, tensor_type_list[type].name, length) == 0 && name[length] == '_')
			break;
	}
	return type;
}

static bool is_sparse(void)
{
	return gb_model_is("_sparse");
}

static enum tensor_sum sum_of_name(void)
{
	if (gb_model_is("_fp16_dense") || gb_model_is("_fp16_sparse"))
		return TENSOR_SUM_FP16;
	return gb_model_is("_int32_") ? TENSOR_SUM_INT32 : gb_model_is("_fp64_") ? TENSOR_SUM_FP64 : TENSOR_SUM_FP32;
}

/* A warp's tile in instructions: 2 down and 4 across for 2x4. */
static uint32_t instructions_down(void)
{
	return gb_model_number("se_");
}

static uint32_t instructions_across(void)
{
	return gb_model_number("x");
}

/* ---- mma and wgmma ----------------------------------------------------------------------------------------------- */

/* The product of a kernel: `distinct` different tiles of `rows` by `cols`, which repeat. */
struct product {
	enum format type;
	enum tensor_sum sum;
	uint32_t rows, cols, depth; /* depth: elements of A */
	uint32_t distinct;
	bool shares_b; /* all tiles have the same columns */
};

/* The column of element k of a sparse A before zeros were omitted. A group's four bits are two positions among four
 * elements, or for TF32 one position among two, in halves of elements. */
static uint32_t place(enum format type, uint32_t meta, uint32_t k)
{
	if (!is_sparse())
		return k;
	return type == FORMAT_TF32 ? 2 * k + (meta & 3) / 2 : k / 2 * 4 + (meta >> k % 2 * 2 & 3);
}

/* The columns of B that belong to a tile, with the elements of each k adjacent. */
static double *columns_of(const struct product *p, const struct tensor_args *args, uint32_t first)
{
	static double b[TENSOR_B_BYTES * TENSOR_GROUP_COLS];
	const uint32_t apart = TENSOR_B_BYTES / formats[p->type].bytes;

	for (uint32_t k = 0; k < p->depth; k++)
		for (uint32_t col = 0; col < p->cols; col++)
			b[k * p->cols + col] = format_decode(
				p->type,
				format_get(p->type, args->b, (first + col) * apart + place(p->type, args->meta, k)));
	return b;
}

static void put_sum(enum tensor_sum sum, void *out, uint64_t i, double value)
{
	if (sum == TENSOR_SUM_FP16)
		format_put(FORMAT_FP16, out, i, format_encode(FORMAT_FP16, value));
	else if (sum == TENSOR_SUM_INT32)
		((int32_t *)out)[i] = (int32_t)value;
	else if (sum == TENSOR_SUM_FP64)
		((double *)out)[i] = value;
	else
		((float *)out)[i] = (float)value;
}

static void multiply(const struct product *p, const struct tensor_args *args, uint32_t tile)
{
	const double *b = columns_of(p, args, p->shares_b ? 0 : tile * p->cols);
	const uint32_t apart = TENSOR_A_BYTES / formats[p->type].bytes;
	/* All passes since the last restart of the sums add the same products. */
	const double times = p->type == FORMAT_FP64 ? args->passes : args->passes % TENSOR_SPAN;

	for (uint32_t row = tile * p->rows; row < (tile + 1) * p->rows; row++) {
		double sum[TENSOR_GROUP_COLS] = { 0 };
		for (uint32_t k = 0; k < p->depth; k++) {
			const double a = format_decode(p->type, format_get(p->type, args->a, row * apart + k));
			for (uint32_t col = 0; col < p->cols; col++)
				sum[col] += a * b[k * p->cols + col];
		}
		for (uint32_t col = 0; col < p->cols; col++)
			put_sum(p->sum, args->out, (uint64_t)row * p->cols + col, times * sum[col]);
	}
}

static void multiply_all(const struct product *p, const struct tensor_args *args, uint32_t tiles)
{
	const uint64_t bytes = (uint64_t)p->rows * p->cols *
			       (p->sum == TENSOR_SUM_FP16   ? 2
				: p->sum == TENSOR_SUM_FP64 ? 8
							    : 4);

	for (uint32_t tile = 0; tile < tiles && args->record; tile++)
		if (tile < p->distinct)
			multiply(p, args, tile);
		else
			memcpy((char *)args->out + tile * bytes, (char *)args->out + (tile - p->distinct) * bytes,
			       bytes);
}

static void mma(struct gb_shape shape, const void *args)
{
	const enum format type = tensor_type_list[type_of_name()].format;
	const uint32_t bytes = type == FORMAT_FP64 ? TENSOR_FP64_DEPTH : TENSOR_MMA_DEPTH;
	const struct product p = { type,
				   sum_of_name(),
				   16 * instructions_down(),
				   8 * instructions_across(),
				   bytes / formats[type].bytes,
				   TENSOR_MMA_DISTINCT,
				   false };

	multiply_all(&p, args, shape.grid * (shape.block / 32));
}

static void wgmma(struct gb_shape shape, const void *args)
{
	const enum format type = tensor_type_list[type_of_name()].format;
	const struct product p = { type,
				   sum_of_name(),
				   TENSOR_WGMMA_ROWS,
				   TENSOR_GROUP_COLS,
				   TENSOR_GROUP_DEPTH / formats[type].bytes,
				   shape.block / 128,
				   true };

	multiply_all(&p, args, shape.grid * (shape.block / 128));
}

/* ---- tcgen05 and scaled ------------------------------------------------------------------------------------------ */

static void tcgen05(struct gb_shape shape, const void *args)
{
	static const enum tcgen05_kind kinds[] = {
		[TENSOR_TYPE_fp16] = TCGEN05_KIND_F16,
		[TENSOR_TYPE_bf16] = TCGEN05_KIND_F16,
		[TENSOR_TYPE_tf32] = TCGEN05_KIND_TF32,
		[TENSOR_TYPE_e4m3] = TCGEN05_KIND_F8F6F4,
		[TENSOR_TYPE_e5m2] = TCGEN05_KIND_F8F6F4,
		[TENSOR_TYPE_int8] = TCGEN05_KIND_I8,
		[TENSOR_TYPE_fp6_e3m2] = TCGEN05_KIND_F8F6F4,
		[TENSOR_TYPE_fp6_e2m3] = TCGEN05_KIND_F8F6F4,
		[TENSOR_TYPE_fp4_e2m1] = TCGEN05_KIND_F8F6F4,
		[TENSOR_TYPE_mxfp8_e4m3] = TCGEN05_KIND_MXF8F6F4,
		[TENSOR_TYPE_mxfp6_e3m2] = TCGEN05_KIND_MXF8F6F4,
		[TENSOR_TYPE_mxfp6_e2m3] = TCGEN05_KIND_MXF8F6F4,
		[TENSOR_TYPE_mxfp4] = TCGEN05_KIND_MXF4,
		[TENSOR_TYPE_nvfp4] = TCGEN05_KIND_NVF4,
	};
	static const struct tcgen05_flips none = { 0 };
	const struct tcgen05_kernel kernel = { kinds[type_of_name()], is_sparse(), sum_of_name() == TENSOR_SUM_FP16,
					       gb_model_is("_k96") };

	tcgen05_launch(kernel, shape, args, &none);
}

static void scaled(struct gb_shape shape, const void *args)
{
	static const struct scaled_flips none = { 0 };
	const struct scaled_kernel kernel = { &tensor_type_list[type_of_name()], is_sparse(), instructions_down(),
					      instructions_across() };

	scaled_launch(&kernel, shape, args, &none);
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

static double sum_at(int sum, const void *out, uint64_t i)
{
	switch (sum) {
	case TENSOR_SUM_FP16:
		return format_decode(FORMAT_FP16, format_get(FORMAT_FP16, out, i));
	case TENSOR_SUM_INT32:
		return ((const int32_t *)out)[i];
	case TENSOR_SUM_FP64:
		return ((const double *)out)[i];
	default:
		return (double)((const float *)out)[i];
	}
}

static void check(struct gb_shape shape, const void *of)
{
	const struct tensor_check_args *args = of;
	const uint64_t all = args->tiles * args->elements, distinct = (uint64_t)args->distinct * args->elements;

	for (uint64_t i = 0; i < all; i++) {
		const struct tensor_range range = args->range[i % distinct];
		const double value = sum_at(args->sum, args->out, i);
		if (!(value >= range.least && value <= range.most))
			gb_model_wrong(args->report, i);
	}
	gb_model_compared(args->report, all);
}

GB_MODELS_OF(tensor, { "tensor_check", check }, { "tensor_mma_*", mma }, { "tensor_wgmma_*", wgmma },
	     { "tensor_tcgen05_*", tcgen05 }, { "tensor_scaled_*", scaled });
