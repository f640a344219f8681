/* Models of the kernels of `ffma`. Their arithmetic of 16 bits is done by other means than the benchmark's own. */
#include <math.h>
#include <stdint.h>

#include "ffma.h"
#include "gpubench_model.h"

enum type { FP32, FP64, FP16, BF16, INT32, DP4A };

/* ---- 16-bit formats: a table of all their numbers ---------------------------------------------------------------- */

static double number(enum type of, unsigned int bits)
{
	const int fraction = of == FP16 ? 10 : 7, bias = of == FP16 ? 15 : 127;
	const int exponent = (int)(bits >> fraction) & (2 * bias + 1);
	const double part = (bits & ((1u << fraction) - 1)) / (double)(1u << fraction);
	const double size = exponent == 0 ? part * pow(2, 1 - bias) : (1 + part) * pow(2, exponent - bias);

	return bits >> 15 ? -size : size;
}

static unsigned int bits_of(enum type type, double value)
{
	static double number_of[65536];
	static enum type numbered; /* FP32: none is */

	for (unsigned int bits = 0; bits < 65536 && numbered != type; bits++)
		number_of[bits] = number(type, bits);
	numbered = type;
	for (unsigned int bits = 0; bits < 65536; bits++)
		if (number_of[bits] == value && (value != 0 || !bits == !signbit(value)))
			return bits;
	return 0;
}

/* The nearest number of the format, by its distance from the next one. */
static double nearest(enum type of, double value)
{
	if (value == 0)
		return value;
	union {
		double number;
		uint64_t bits;
	} step = { value };
	step.bits &= UINT64_C(0x7ff) << 52; /* the power of two below it */
	step.number *= of == FP16 ? 0x1p-10 : 0x1p-7;
	return nearbyint(value / step.number) * step.number;
}

/* ---- the chains -------------------------------------------------------------------------------------------------- */

static double chain_half(enum type type, unsigned int start, unsigned int factor, uint64_t steps)
{
	double x = number(type, start);
	const double a = number(type, factor);

	while (steps-- > 0)
		x = nearest(type, x * x + a);
	return x;
}

static uint32_t dot(uint32_t x, uint32_t a)
{
	int sum = 0;

	for (int byte = 0; byte < 4; byte++)
		sum += (signed char)(x >> 8 * byte) * (signed char)(a >> 8 * byte);
	return (uint32_t)sum;
}

static ffma_word chain_word(enum type type, uint32_t x, uint32_t a, uint64_t steps)
{
	while (steps-- > 0)
		x = type == INT32 ? (uint32_t)(((uint64_t)x + 1) * a) : x + dot(x, a);
	return x;
}

static ffma_word walk(enum type type, ffma_word start, ffma_word factor, uint64_t steps)
{
	union {
		ffma_word word;
		float f;
		double d;
	} x = { start }, a = { factor };

	switch (type) {
	case FP32:
		while (steps-- > 0)
			x.f = fmaf(x.f, a.f, a.f);
		return x.word;
	case FP64:
		while (steps-- > 0)
			x.d = fma(x.d, a.d, a.d);
		return x.word;
	case FP16:
	case BF16:
		return (ffma_word)bits_of(type, chain_half(type, start >> 16 & 0xffff, factor >> 16 & 0xffff, steps))
			       << 16 |
		       bits_of(type, chain_half(type, start & 0xffff, factor & 0xffff, steps));
	default:
		return chain_word(type, (uint32_t)start, (uint32_t)factor, steps);
	}
}

/* The same chains are followed again and again, to different places: each is computed once up to the last mark before
 * that place, from the mark before it. */
enum { MARK_STEPS = 1 << 13, MARKS_MAX = 4096 };
static struct mark {
	enum type type;
	ffma_word start, factor, end;
	uint64_t steps;
} marks[MARKS_MAX];
static size_t mark_count;

static ffma_word mark_of(enum type type, ffma_word start, ffma_word factor, uint64_t steps)
{
	struct mark last = { type, start, factor, start, 0 };

	for (size_t i = 0; i < mark_count; i++) {
		const struct mark *known = &marks[i];
		if (known->type == type && known->start == start && known->factor == factor && known->steps <= steps &&
		    known->steps > last.steps)
			last = *known;
	}
	if (last.steps == steps)
		return last.end;
	mark_count = mark_count == MARKS_MAX ? 0 : mark_count;
	marks[mark_count] =
		(struct mark){ type, start, factor, walk(type, last.end, factor, steps - last.steps), steps };
	return marks[mark_count++].end;
}

static ffma_word chain(enum type type, ffma_word start, ffma_word factor, uint64_t steps)
{
	const uint64_t beyond = steps % MARK_STEPS;

	return walk(type, mark_of(type, start, factor, steps - beyond), factor, beyond);
}

/* The result of a thread of each seed after this many trips. */
static void ends(enum type type, const struct ffma_seed *seeds, unsigned int trips, ffma_word end[FFMA_SEEDS])
{
	const unsigned int chains = gb_model_number("_c");
	const uint64_t steps = (uint64_t)trips * gb_model_number("_b") / chains;

	for (int i = 0; i < FFMA_SEEDS; i++) {
		end[i] = 0;
		for (unsigned int c = 0; c < chains; c++)
			end[i] = end[i] * FFMA_SHARE + chain(type, seeds[i].start[c], seeds[i].factor, steps);
	}
}

static void chains(enum type type, struct gb_shape shape, const struct ffma_args *args)
{
	ffma_word of_long[FFMA_SEEDS], of_short[FFMA_SEEDS];

	ends(type, args->seeds, args->trips, of_long);
	ends(type, args->seeds, args->short_trips, of_short);
	for (unsigned int block = 0; block < shape.grid; block++) {
		const ffma_word *end = block < args->first ? of_long : of_short;
		for (unsigned int i = block * shape.block; i < (block + 1) * shape.block; i++)
			args->out[i] = end[i % FFMA_SEEDS];
		args->sms[block] = 0;
	}
}

#define CHAINS(name, type)                                        \
	static void name(struct gb_shape shape, const void *args) \
	{                                                         \
		chains(type, shape, args);                        \
	}
CHAINS(fp32, FP32)
CHAINS(fp64, FP64)
CHAINS(fp16, FP16)
CHAINS(bf16, BF16)
CHAINS(int32, INT32)
CHAINS(dp4a, DP4A)

static const struct gb_model models[] = {
	{ "ffma_c*", fp32 },       { "ffma_fp64_*", fp64 }, { "ffma_fp16_*", fp16 }, { "ffma_bf16_*", bf16 },
	{ "ffma_int32_*", int32 }, { "ffma_dp4a_*", dp4a }, { .kernel = NULL },
};

GB_MODELS(ffma) = { GB_ABI, models };
