/* The operands of `issue`, and the ends of a lane's chains by the host's own arithmetic. */
#include "../common/bits.h"
#include "state.h"

/* ---- operands ---------------------------------------------------------------------------------------------------- */

/* A float slightly above -1. A number multiplied by it repeatedly alternates in sign and shrinks so slowly that no two
 * steps of a launch yield the same value. */
static float factor(uint32_t word)
{
	return -1 + 0x1p-12f + 0x1p-21f * (float)(word >> 23);
}

/* For `banks`, a step multiplies c by the sum of two factors, or multiplies it by one factor and adds c. In total it
 * multiplies c by factor(). */
static float near_one(uint32_t word)
{
	return 1 + 0x1p-23f * (float)(word >> 25);
}

static float summand(uint32_t word)
{
	return 1 + 0x1p-23f * (float)(word >> 9);
}

static void put_double(uint32_t *words, double x)
{
	const uint64_t bits = bits_of_double(x);

	words[0] = (uint32_t)bits;
	words[1] = (uint32_t)(bits >> 32);
}

void issue_fill_words(uint32_t lane, uint32_t word[ISSUE_WORDS])
{
	for (uint32_t i = 0; i < ISSUE_WORDS; i++)
		word[i] = input_bits((unsigned long long)lane * ISSUE_WORDS + i);
	for (uint32_t k = 0; k < ISSUE_CHAINS; k++) {
		word[ISSUE_X + k] =
			bits_of_float(k % 2 == 0 ? factor(word[ISSUE_X + k]) - 1 : near_one(word[ISSUE_X + k]));
		word[ISSUE_Y + k] = bits_of_float(summand(word[ISSUE_Y + k]));
		word[ISSUE_START + k] = bits_of_float(summand(word[ISSUE_START + k]));
		put_double(&word[ISSUE_DOUBLE_START + 2 * k], summand(word[ISSUE_DOUBLE_START + 2 * k]));
	}
	word[ISSUE_TURN] = 2 * (word[ISSUE_FACTOR] % 16) + 1;
	put_double(&word[ISSUE_DOUBLE_FACTOR], factor(word[ISSUE_FACTOR]));
	put_double(&word[ISSUE_DOUBLE_SUMMAND], summand(word[ISSUE_SUMMAND]));
	word[ISSUE_FACTOR] = bits_of_float(factor(word[ISSUE_FACTOR]));
	word[ISSUE_SUMMAND] = bits_of_float(summand(word[ISSUE_SUMMAND]));
	word[ISSUE_INT_FACTOR] = 4 * word[ISSUE_INT_FACTOR] + 1;
	word[ISSUE_INT_SUMMAND] |= 1;
}

static double double_at(const uint32_t *words)
{
	return bits_double((uint64_t)words[1] << 32 | words[0]);
}

/* ---- chains ------------------------------------------------------------------------------------------------------ */

/* A chain of `two` or `three`: one FFMA per step. */
static float single_chain(const struct gb_run *run, const uint32_t *word, uint32_t g)
{
	const struct state *s = gb_state(run);
	const float x = bits_float(word[ISSUE_X + 2 * (g % 4) + 1]), y = bits_float(word[ISSUE_Y + 2 * (g % 4)]);
	const bool three = gb_value(run, operands) == OPERANDS_three;
	float c = bits_float(word[ISSUE_START + g]);

	for (uint32_t step = 0; step < (s->args.warm_trips + s->args.trips) * ISSUE_ROUNDS; step++)
		c = fmaf(c, x, three ? y : x);
	return c;
}

/* A chain of the others: two FFMAs and their sum per step. */
static float pair_chain(const struct gb_run *run, const uint32_t *word, uint32_t g)
{
	const struct state *s = gb_state(run);
	const int64_t operands = gb_value(run, operands);
	const uint32_t even = operands == OPERANDS_reuse ? 0 : 2 * (g % 4), odd = even + 1;
	const float even_x = bits_float(word[ISSUE_X + even]), odd_x = bits_float(word[ISSUE_X + odd]);
	const float with_even = bits_float(word[ISSUE_Y + (operands == OPERANDS_apart ? odd : even)]);
	const float with_odd = bits_float(word[ISSUE_Y + (operands == OPERANDS_apart ? even : odd)]);
	float c = bits_float(word[ISSUE_START + g]);

	for (uint32_t step = 0; step < (s->args.warm_trips + s->args.trips) * ISSUE_ROUNDS; step++) {
		const float d = fmaf(c, even_x, with_even);
		c = d + (operands == OPERANDS_reuse ? fmaf(c, odd_x, with_odd) : fmaf(odd_x, with_odd, c));
	}
	return c;
}

static uint32_t end_of_banks(const struct gb_run *run, const uint32_t *word)
{
	const bool is_pair = gb_value(run, operands) >= OPERANDS_apart;
	uint32_t end = 0;

	for (uint32_t g = 0; g < ISSUE_CHAINS; g++)
		end = issue_fold(end, bits_of_float(is_pair ? pair_chain(run, word, g) : single_chain(run, word, g)));
	return end;
}

static uint32_t turned(uint32_t x, uint32_t by)
{
	return x << by % 32 | x >> (32 - by) % 32;
}

static uint32_t reversed(uint32_t x)
{
	uint32_t y = 0;

	for (uint32_t bit = 0; bit < 32; bit++)
		y |= (x >> bit & 1) << (31 - bit);
	return y;
}

/* A chain's end after this many steps, as one word or two, folded into the sum. */
static uint32_t fold_chain(enum op op, const uint32_t *word, uint32_t lane, uint32_t k, uint32_t steps, uint32_t sum)
{
	double wide = double_at(&word[ISSUE_DOUBLE_START + 2 * k]);
	float real = bits_float(word[ISSUE_START + k]);
	uint32_t x = op == OP_lds ? issue_place(lane, k) : word[ISSUE_INT_START + k];

	for (uint32_t step = 0; step < steps; step++)
		switch (op) {
		case OP_ffma:
			real = fmaf(real, bits_float(word[ISSUE_FACTOR]), bits_float(word[ISSUE_SUMMAND]));
			break;
		case OP_shift:
			x = turned(x, word[ISSUE_TURN]);
			break;
		case OP_imad:
			x = x * word[ISSUE_INT_FACTOR] + word[ISSUE_INT_SUMMAND];
			break;
		case OP_brev:
			x = reversed(x);
			break;
		case OP_lds:
			x = issue_next(x / 4);
			break;
		default: /* OP_dfma */
			wide = fma(wide, double_at(&word[ISSUE_DOUBLE_FACTOR]), double_at(&word[ISSUE_DOUBLE_SUMMAND]));
			break;
		}
	if (op == OP_dfma) {
		sum = issue_fold(sum, (uint32_t)bits_of_double(wide));
		return issue_fold(sum, (uint32_t)(bits_of_double(wide) >> 32));
	}
	return issue_fold(sum, op == OP_ffma ? bits_of_float(real) : x);
}

static uint32_t end_of_mix(const struct gb_run *run, const struct mix *mix, const uint32_t *word, uint32_t lane)
{
	uint32_t end = 0;

	for (int i = 0; i < 2 && mix->op[i] != OP_none; i++) {
		const uint32_t steps = (state_of(run)->args.warm_trips + state_of(run)->args.trips) * ISSUE_STEPS *
				       mix->count[i] / ISSUE_CHAINS;
		for (uint32_t k = 0; k < ISSUE_CHAINS; k++)
			end = fold_chain(mix->op[i], word, lane, k, steps, end);
	}
	return end;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static uint32_t expected(const struct gb_run *run, uint32_t lane)
{
	static const struct mix turns = { { OP_ffma, OP_none }, { 1, 0 } };
	uint32_t word[ISSUE_WORDS];

	issue_fill_words(lane, word);
	if (issue_measure(run) == BANKS)
		return end_of_banks(run, word);
	return end_of_mix(run, issue_measure(run) == MIX ? &issue_mix_of[gb_value(run, mix)] : &turns, word, lane);
}

int issue_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint32_t spacing = issue_measure(run) == TURNS ? ISSUE_SCHEDULERS : 1;
	uint32_t end[ISSUE_THREADS], wanted[ISSUE_WARP];

	GB_TRY(gb_fill_output(run, s->end, 0xff, END_BYTES));
	GB_TRY(issue_launch(run));
	GB_TRY(gb_copy_out(run, end, s->end, END_BYTES));
	for (uint32_t lane = 0; lane < ISSUE_WARP; lane++)
		wanted[lane] = expected(run, lane);
	for (uint32_t t = 0; t < s->shape.block; t++)
		if (t / ISSUE_WARP % spacing == 0 && end[t] != wanted[t % ISSUE_WARP])
			return gb_fail(run, "thread %u ends with %#x, expected %#x", t, end[t], wanted[t % ISSUE_WARP]);
	return GB_OK;
}
