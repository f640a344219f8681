/* Models of the kernels of `issue`. */
#include <math.h>

#include "../common/bits.h"
#include "gpubench_model.h"
#include "issue.h"

/* Each warp begins a cycle after the previous one, and all take this long. */
#define CYCLES 6144u

/* The same lanes of all warps have the same ends. One of `spacing` warps has work. */
static void leave(struct gb_shape shape, const struct issue_args *args, uint32_t end(uint32_t, const void *),
		  uint32_t spacing)
{
	uint32_t ends[ISSUE_WARP];

	gb_model_unchecked(args->span, 2 * sizeof *args->span * ISSUE_WARPS * ISSUE_SCHEDULERS);
	for (uint32_t lane = 0; lane < ISSUE_WARP; lane++)
		ends[lane] = end(lane, args);
	for (uint32_t w = 0; w < shape.block / ISSUE_WARP; w += spacing) {
		memcpy(&args->end[(size_t)w * ISSUE_WARP], ends, sizeof ends);
		args->span[(size_t)2 * w] = 1000 + w;
		args->span[2 * w + 1] = 1000 + CYCLES;
	}
}

/* c = (c x + y) + (x' y' + c), with x and y in even registers, x' and y' in odd ones. */
static uint32_t banks(uint32_t lane, const struct issue_args *args, bool apart, bool kept)
{
	const uint32_t *word = args->words + (size_t)lane * ISSUE_WORDS;
	uint32_t end = 0;
	float c[ISSUE_CHAINS];

	for (uint32_t g = 0; g < ISSUE_CHAINS; g++)
		c[g] = bits_float(word[ISSUE_START + g]);
	for (uint32_t step = 0; step < (args->warm_trips + args->trips) * ISSUE_ROUNDS; step++)
		for (uint32_t g = 0; g < ISSUE_CHAINS; g++) {
			const uint32_t *x = &word[ISSUE_X + (kept ? 0 : g % 4 * 2)];
			const uint32_t *y = &word[ISSUE_Y + (kept ? 0 : g % 4 * 2)];
			const float d = fmaf(bits_float(x[0]), c[g], bits_float(y[apart]));
			c[g] = d + (kept ? fmaf(c[g], bits_float(x[1]), bits_float(y[1]))
					 : fmaf(bits_float(x[1]), bits_float(y[!apart]), c[g]));
		}
	for (uint32_t g = 0; g < ISSUE_CHAINS; g++)
		end = issue_fold(end, bits_of_float(c[g]));
	return end;
}
#define BANKS(name, apart, kept)                                          \
	static uint32_t end_of_##name(uint32_t lane, const void *args)    \
	{                                                                 \
		return banks(lane, args, apart, kept);                    \
	}                                                                 \
	static void banks_##name(struct gb_shape shape, const void *args) \
	{                                                                 \
		leave(shape, args, end_of_##name, 1);                     \
	}

/* c = c x + y, or c = c x + x. */
static uint32_t singles(uint32_t lane, const struct issue_args *args, bool three)
{
	const uint32_t *word = args->words + (size_t)lane * ISSUE_WORDS;
	uint32_t end = 0;

	for (uint32_t g = 0; g < ISSUE_CHAINS; g++) {
		const float x = bits_float(word[ISSUE_X + 1 + g % 4 * 2]);
		float c = bits_float(word[ISSUE_START + g]);
		for (uint32_t i = 0; i < (args->warm_trips + args->trips) * ISSUE_ROUNDS; i++)
			c = fmaf(x, c, three ? bits_float(word[ISSUE_Y + g % 4 * 2]) : x);
		end = issue_fold(end, bits_of_float(c));
	}
	return end;
}
static uint32_t end_of_two(uint32_t lane, const void *args)
{
	return singles(lane, args, false);
}
static uint32_t end_of_three(uint32_t lane, const void *args)
{
	return singles(lane, args, true);
}
static void banks_two(struct gb_shape shape, const void *args)
{
	leave(shape, args, end_of_two, 1);
}
static void banks_three(struct gb_shape shape, const void *args)
{
	leave(shape, args, end_of_three, 1);
}
BANKS(apart, true, false)
BANKS(same, false, false)
BANKS(reuse, false, true)

enum { NONE, FFMA, SHIFT, IMAD, BREV, LDS, DFMA };
#define none  NONE
#define ffma  FFMA
#define shift SHIFT
#define imad  IMAD
#define brev  BREV
#define lds   LDS
#define dfma  DFMA

static double wide(const uint32_t *word)
{
	return bits_double((uint64_t)word[1] << 32 | word[0]);
}

static void step(int op, const uint32_t *word, uint64_t *x)
{
	const uint32_t w = (uint32_t)*x;

	switch (op) {
	case FFMA:
		*x = bits_of_float(
			fmaf(bits_float(w), bits_float(word[ISSUE_FACTOR]), bits_float(word[ISSUE_SUMMAND])));
		break;
	case SHIFT:
		for (uint32_t bit = 0; bit < word[ISSUE_TURN]; bit++)
			*x = (uint32_t)(*x << 1) | (*x >> 31 & 1);
		break;
	case IMAD:
		*x = (uint32_t)(w * word[ISSUE_INT_FACTOR] + word[ISSUE_INT_SUMMAND]);
		break;
	case BREV:
		*x = 0;
		for (uint32_t bit = 0; bit < 32; bit++)
			*x = *x << 1 | (w >> bit & 1);
		break;
	case LDS:
		*x = (w + 4 * ISSUE_APART) % (4 * ISSUE_TABLE);
		break;
	default:
		*x = bits_of_double(
			fma(bits_double(*x), wide(&word[ISSUE_DOUBLE_FACTOR]), wide(&word[ISSUE_DOUBLE_SUMMAND])));
		break;
	}
}

static uint64_t start(int op, const uint32_t *word, uint32_t lane, uint32_t k)
{
	switch (op) {
	case FFMA:
		return word[ISSUE_START + k];
	case LDS:
		return issue_place(lane, k);
	case DFMA:
		return bits_of_double(wide(&word[ISSUE_DOUBLE_START + 2 * k]));
	default:
		return word[ISSUE_INT_START + k];
	}
}

static uint32_t chains(int op, uint32_t count, const struct issue_args *args, uint32_t lane, uint32_t end)
{
	const uint32_t *word = args->words + (size_t)lane * ISSUE_WORDS;
	uint64_t x[ISSUE_CHAINS];

	if (op == NONE)
		return end;
	for (uint32_t k = 0; k < ISSUE_CHAINS; k++)
		x[k] = start(op, word, lane, k);
	for (uint32_t i = 0; i < (args->warm_trips + args->trips) * ISSUE_STEPS * count; i++)
		step(op, word, &x[i % ISSUE_CHAINS]);
	for (uint32_t k = 0; k < ISSUE_CHAINS; k++) {
		end = issue_fold(end, (uint32_t)x[k]);
		if (op == DFMA)
			end = issue_fold(end, (uint32_t)(x[k] >> 32));
	}
	return end;
}
#define MIX(name, first, a, second, b)                                                 \
	static uint32_t end_of_mix_##name(uint32_t lane, const void *args)             \
	{                                                                              \
		return chains(second, b, args, lane, chains(first, a, args, lane, 0)); \
	}                                                                              \
	static void mix_##name(struct gb_shape shape, const void *args)                \
	{                                                                              \
		leave(shape, args, end_of_mix_##name, 1);                              \
	}
ISSUE_MIXES(MIX)

/* Oldest first: a warp finishes before the next one begins. The low bits of the clock wrap around meanwhile. */
static void turns(struct gb_shape shape, const void *of)
{
	const struct issue_args *args = of;

	gb_model_unchecked(args->stamps, sizeof *args->stamps * ISSUE_WARPS * ISSUE_TURNS);
	for (uint32_t w = 0; w < args->warps; w++)
		for (uint32_t trip = 0; trip < args->trips; trip++)
			args->stamps[w * ISSUE_TURNS + trip] = 0xffffff00u + 64 * (w * ISSUE_TURNS + trip);
	leave(shape, of, end_of_mix_ffma, ISSUE_SCHEDULERS);
}

/* clang-format off */
#define ENTRY(name, first, a, second, b) { "issue_mix_" #name, mix_##name },
static const struct gb_model models[] = {
	ISSUE_MIXES(ENTRY)
	{ "issue_banks_two", banks_two },
	{ "issue_banks_three", banks_three },
	{ "issue_banks_apart", banks_apart },
	{ "issue_banks_same", banks_same },
	{ "issue_banks_reuse", banks_reuse },
	{ "issue_turns", turns },
	{ .kernel = NULL },
};
/* clang-format on */

GB_MODELS(issue) = { GB_ABI, models };
