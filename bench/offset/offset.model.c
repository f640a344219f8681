/* Models of the kernels of `offset`. */
#include "../common/pattern_model.h"
#include "offset.h"

/* The source of a permuted byte: the first of 32 elements comes from the 4th, and each next one from five elements
 * further. */
static unsigned long long permuted_from(unsigned long long at, uint32_t bytes)
{
	const unsigned long long group = 32ull * bytes, place = (3 + 5 * (at / bytes % 32)) % 32;

	return at / group * group + place * bytes + at % bytes;
}

/* ---- the timed kernels ------------------------------------------------------------------------------------------- */

static unsigned long long written(struct gb_shape shape)
{
	return 1ull * shape.grid * shape.block * gb_model_number("_u") * gb_model_number("_b");
}

static void copy(struct gb_shape shape, const void *of)
{
	const struct offset_args *args = of;

	memcpy(args->out, args->a, written(shape));
}

static void permuted(struct gb_shape shape, const void *of)
{
	const struct offset_args *args = of;
	const uint32_t bytes = gb_model_number("_b");
	const unsigned long long end = written(shape);
	const unsigned char *a = args->a;
	unsigned char *out = args->out;

	for (unsigned long long at = 0; at < end; at += bytes)
		memcpy(&out[at], &a[permuted_from(at, bytes)], bytes);
}

/* Sums of elements; elements longer than a word are summed word by word. */
// NOLINTBEGIN(bugprone-macro-parentheses): `type` is none
#define SUM(name, type)                                                         \
	static void name(struct gb_shape shape, const void *of)                 \
	{                                                                       \
		const struct offset_args *args = of;                            \
		const unsigned long long count = written(shape) / sizeof(type); \
		const type *a = args->a, *b = args->b;                          \
		type *out = args->out;                                          \
                                                                                \
		for (unsigned long long i = 0; i < count; i++)                  \
			out[i] = (type)(a[i] + b[i]);                           \
	}
// NOLINTEND(bugprone-macro-parentheses)
SUM(sum_bytes, unsigned char)
SUM(sum_halves, unsigned short)
SUM(sum_words, uint32_t)

/* ---- the others -------------------------------------------------------------------------------------------------- */

/* Four bytes of the input from byte `at` on. */
static uint32_t input_at(const uint32_t *kept, unsigned long long at)
{
	const unsigned long long low = pattern_input(kept, at / 4), high = pattern_input(kept, at / 4 + 1);

	return (uint32_t)((high << 32 | low) >> 8 * (at % 4));
}

static uint32_t permuted_word(const uint32_t *kept, unsigned long long at, uint32_t bytes)
{
	uint32_t word = 0;

	for (uint32_t n = 0; n < 4; n++)
		word |= (input_at(kept, permuted_from(at + n, bytes)) & 0xff) << 8 * n;
	return word;
}

/* Adds every other element at a time, which leaves space for carries. */
static uint32_t summed(uint32_t x, uint32_t y, uint32_t bytes)
{
	const uint32_t even = bytes == 1 ? 0x00ff00ff : bytes == 2 ? 0x0000ffff : ~0u, odd = ~even;

	return (((x & even) + (y & even)) & even) | (((x & odd) + (y & odd)) & odd);
}

static uint32_t expected(const struct offset_check_args *args, const uint32_t *kept, unsigned long long at)
{
	uint32_t word = input_at(kept, args->a + at);

	if (args->op == OFFSET_PERMUTED)
		word = permuted_word(kept, at, args->bytes);
	else if (args->op != OFFSET_COPY)
		word = summed(word, input_at(kept, args->b + at), args->bytes);
	for (uint32_t n = args->start <= at && at + 4 <= args->end ? 4 : 0; n < 4; n++)
		if (at + n < args->start || at + n >= args->end)
			word |= PATTERN_POISON << 8 * n;
	return word;
}

static void check(struct gb_shape shape, const void *of)
{
	const struct offset_check_args *args = of;
	const uint32_t *kept = input_kept(input_float, args->b / 4 + args->words + 2);

	for (unsigned long long i = 0; i < args->words; i++)
		if (args->out[i] != expected(args, kept, 4 * i))
			gb_model_wrong(&args->report->words, i);
	gb_model_compared(&args->report->words, args->words);
}

GB_MODELS_OF(offset, { "offset_copy_*", copy }, { "offset_permuted_*", permuted }, { "offset_sum*_b1_*", sum_bytes },
	     { "offset_sum*_b2_*", sum_halves }, { "offset_sum_*", sum_words },
	     { "offset_fill", input_fill_float_model }, { "offset_check", check });
