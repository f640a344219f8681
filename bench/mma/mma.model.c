/* Models of the kernels of `mma`. */
#include <stdio.h>

#include "../common/number_formats.h"
#include "gpubench_model.h"
#include "mma.h"

/* ---- a product --------------------------------------------------------------------------------------------------- */

struct kind {
	enum format type;
	enum format sum; /* FORMATS: integers of 32 bits */
	uint32_t rows, cols, depth, body;
	uint32_t copies;
	bool group;
	uint32_t blocks; /* blocks per row with one scale each, from byte MMA_SCALES_AT on */
	bool nv;         /* scales are in E4M3, otherwise powers of two */
};

static double scale(const struct kind *k, const void *matrix, uint32_t row, uint32_t i)
{
	const unsigned char *scales = (const unsigned char *)matrix + (size_t)row * MMA_ROW_BYTES + 64;

	if (k->blocks == 0)
		return 1;
	const unsigned char byte = scales[i / (k->depth / k->blocks)];
	return k->nv ? format_decode(FORMAT_E4M3, byte) : ldexp(1, byte - 127);
}

static double sum_of(const struct mma_args *args, const struct kind *k, uint32_t row, uint32_t col)
{
	const uint64_t apart = format_elements(k->type, MMA_ROW_BYTES), a = row * apart, b = col * apart;
	double sum = 0;

	for (uint32_t i = 0; i < k->depth; i++)
		sum += scale(k, args->a, row, i) * scale(k, args->b, col, i) *
		       format_decode(k->type, format_get(k->type, args->a, a + i)) *
		       format_decode(k->type, format_get(k->type, args->b, b + i));
	return sum;
}

/* How many times the sums contain the product after all loops. */
static double times(const struct mma_args *args, const struct kind *k)
{
	const uint32_t last = args->half_trips > 0 ? args->half_trips : args->trips;
	const uint32_t body = args->half_trips > 0 ? k->body / 2 : k->body;
	const uint32_t all = MMA_PASSES * (args->trips * k->body + args->half_trips * (k->body / 2));

	return k->type == FORMAT_FP64 ? all : last % MMA_SPAN * body;
}

static void put(const struct kind *k, void *out, uint64_t i, double value)
{
	const int32_t whole = (int32_t)value;

	if (k->sum == FORMATS)
		memcpy((char *)out + sizeof whole * i, &whole, sizeof whole);
	else
		format_put(k->sum, out, i, format_encode(k->sum, value));
}

static uint64_t sum_bytes(const struct kind *k)
{
	return k->sum == FORMATS ? sizeof(int32_t) : formats[k->sum].bytes;
}

static void put_tile(const struct mma_args *args, const struct kind *k, uint32_t place)
{
	/* An instruction of a warpgroup uses a quarter of a row. */
	const double often = times(args, k) / (k->group ? 4 : 1);
	const uint32_t first = place * (k->group ? MMA_GROUP_ROWS : MMA_WARP_ROWS);
	uint64_t i = (uint64_t)place * k->copies * k->rows * k->cols;

	for (uint32_t row = 0; row < k->copies * k->rows; row++)
		for (uint32_t col = 0; col < k->cols; col++)
			put(k, args->out, i++,
			    often * sum_of(args, k, first + row % k->rows, (k->group ? 0 : place * k->cols) + col));
}

static void multiply(const struct kind *k, struct gb_shape shape, const struct mma_args *args)
{
	const uint32_t warps = shape.grid * shape.block / 32, tiles = k->group ? warps / 4 : warps;
	const uint32_t distinct = k->group ? shape.block / 128 : MMA_DISTINCT;
	const uint64_t bytes = (uint64_t)k->copies * k->rows * k->cols * sum_bytes(k);

	gb_model_unchecked(args->cycles, 2 * sizeof *args->cycles);
	args->cycles[0] = 33ull * args->half_trips * (k->body / 2);
	if (k->group)
		args->cycles[1] = 60ull * args->waited_trips * (MMA_BODY_WAITED / 2);
	for (uint32_t tile = 0; tile < tiles && args->record; tile++)
		if (tile < distinct)
			put_tile(args, k, tile);
		else if (distinct > 0)
			memcpy((char *)args->out + tile * bytes, (char *)args->out + tile % distinct * bytes, bytes);
}

/* ---- kernels, by their names ------------------------------------------------------------------------------------- */

static enum format type_of(const char *word)
{
	static const struct {
		const char *word;
		enum format type;
	} types[] = { { "fp16", FORMAT_FP16 }, { "bf16", FORMAT_BF16 }, { "tf32", FORMAT_TF32 },
		      { "fp64", FORMAT_FP64 }, { "e4m3", FORMAT_E4M3 }, { "e5m2", FORMAT_E5M2 },
		      { "int8", FORMAT_INT8 }, { "fp32", FORMAT_FP32 } };

	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
		if (strcmp(word, types[i].word) == 0)
			return types[i].type;
	return FORMATS; /* int32 */
}

/* Parses mma_OPERATION_TYPE_SUM_... */
static void set_types(struct kind *k)
{
	char type[8] = "", sum[8] = "";

	sscanf(gb_model_call.kernel, "mma_%*[^_]_%7[^_]_%7[^_]_", type, sum);
	k->type = type_of(type);
	k->sum = type_of(sum);
}

static uint32_t last_number(void)
{
	return (uint32_t)strtoul(strrchr(gb_model_call.kernel, '_') + 1, NULL, 10);
}

/* The columns of all chains are adjacent. */
static void set_chains(struct kind *k, uint32_t chains)
{
	k->cols = MMA_COLS * chains;
	k->body = chains == 1 ? MMA_BODY_ALONE : MMA_BODY;
}

static void sync_of_warps(struct gb_shape shape, const void *args)
{
	struct kind k = { .copies = 1 };

	set_types(&k);
	k.rows = gb_model_number("_m");
	k.depth = gb_model_number("n8k");
	/* Each of the four quad pairs has its own eight rows and columns. */
	k.copies = k.type == FORMAT_FP16 && k.rows == 8 ? 4 : 1;
	set_chains(&k, last_number());
	multiply(&k, shape, args);
}

static void scaled(struct gb_shape shape, const void *args)
{
	static const struct {
		const char *name;
		struct kind kind;
	} formats_of_12[] = {
		{ "_fp6_e3m2_", { .type = FORMAT_E3M2, .depth = 32 } },
		{ "_fp6_e2m3_", { .type = FORMAT_E2M3, .depth = 32 } },
		{ "_fp4_e2m1_", { .type = FORMAT_E2M1, .depth = 32 } },
		{ "_mxfp8_e4m3_", { .type = FORMAT_E4M3, .depth = 32, .blocks = 1 } },
		{ "_mxfp6_e3m2_", { .type = FORMAT_E3M2, .depth = 32, .blocks = 1 } },
		{ "_mxfp6_e2m3_", { .type = FORMAT_E2M3, .depth = 32, .blocks = 1 } },
		{ "_mxfp4_e2m1_", { .type = FORMAT_E2M1, .depth = 32, .blocks = 1 } },
		{ "_mxfp4_", { .type = FORMAT_FP4, .depth = 64, .blocks = 2 } },
		{ "_nvfp4_", { .type = FORMAT_FP4, .depth = 64, .blocks = 4, .nv = true } },
	};
	struct kind k = { .copies = 0 };

	for (size_t i = 0; i < sizeof formats_of_12 / sizeof formats_of_12[0] && k.depth == 0; i++)
		if (gb_model_is(formats_of_12[i].name))
			k = formats_of_12[i].kind;
	k.sum = FORMAT_FP32;
	k.rows = 16;
	k.copies = 1;
	set_chains(&k, last_number());
	multiply(&k, shape, args);
}

static void of_groups(struct gb_shape shape, const void *args)
{
	struct kind k = { .rows = MMA_GROUP_ROWS, .copies = 1, .group = true };

	set_types(&k);
	k.cols = last_number();
	k.depth = (uint32_t)format_elements(k.type, MMA_ROW_BYTES);
	k.body = MMA_BODY_GROUP(k.cols);
	multiply(&k, shape, args);
}

/* ---- the others -------------------------------------------------------------------------------------------------- */

static void check(struct gb_shape shape, const void *of)
{
	const struct mma_check_args *args = of;

	for (uint64_t i = 0; i < args->elements; i++)
		if (memcmp((const char *)args->out + i * args->bytes,
			   (const char *)args->expected + i % args->distinct * args->bytes, args->bytes) != 0)
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->elements);
}

GB_MODELS_OF(mma, { "mma_sync_*", sync_of_warps }, { "mma_scaled_*", scaled }, { "mma_ss_*", of_groups },
	     { "mma_rs_*", of_groups }, { "mma_check", check });
