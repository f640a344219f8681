/* Models of the kernels of `instr`. Where possible, a step is computed by other means than in the host's check. */
#include "../common/chain_results.h"
#include "../common/half_model.h"
#include "gpubench_model.h"
#include "instr.h"

/* ---- macros for steps: x is the number so far, a the operand ----------------------------------------------------- */

#define WORD(name, expression) WORDS(step_##name, expression)
#define LONG(name, expression)                                    \
	static instr_word step_##name(instr_word x, instr_word a) \
	{                                                         \
		(void)a;                                          \
		return expression;                                \
	}
/* The second word, and a new one from both. */
#define PAIR(name, expression)                                                                        \
	static instr_word step_##name(instr_word word, instr_word operand)                            \
	{                                                                                             \
		const uint32_t x = (uint32_t)word, y = (uint32_t)(word >> 32), a = (uint32_t)operand; \
		(void)a;                                                                              \
		return (instr_word)(expression) << 32 | y;                                            \
	}
/* Computed in double precision, and rounded once. */
#define FLOAT(name, expression)                                                             \
	static instr_word step_##name(instr_word word, instr_word operand)                  \
	{                                                                                   \
		const double x = (double)bits_float(word), a = (double)bits_float(operand); \
		(void)a;                                                                    \
		return bits_of_float((float)(expression));                                  \
	}
#define DOUBLE(name, expression) DOUBLES(step_##name, expression)
/* Both halves of a word: as numbers, or as whole numbers with a sign. */
#define HALVES(name, kind, from, to, expression)                                    \
	static instr_word step_##name(instr_word word, instr_word operand)          \
	{                                                                           \
		instr_word next = 0;                                                \
		for (int bit = 0; bit < 32; bit += 16) {                            \
			const kind x = from(word >> bit), a = from(operand >> bit); \
			(void)a;                                                    \
			next |= (instr_word)(uint16_t)to(expression) << bit;        \
		}                                                                   \
		return next;                                                        \
	}
#define HALF2(name, expression)  HALVES(name, double, half, to_half, expression)
#define SHORT2(name, expression) HALVES(name, int, (int16_t), , expression)

/* ---- arithmetic -------------------------------------------------------------------------------------------------- */

static double half(instr_word bits)
{
	return half_number(BITS_HALF, (uint32_t)bits);
}

static uint32_t to_half(double value)
{
	return half_bits(BITS_HALF, half_nearest(BITS_HALF, value));
}

/* Rounds to ten bits of fraction, ties away from 0. */
static double to_tf32(double value)
{
	int exponent;
	const double part = frexp(value, &exponent);

	return ldexp(round(ldexp(part, 11)), exponent - 11);
}

static instr_word rotated(instr_word word, uint32_t bits, uint32_t by)
{
	return by % bits == 0 ? word : word << by % bits | word >> (bits - by % bits);
}

/* Rounds towards 0. A wrong divisor does not matter, but must not end the program. */
static instr_word quotient(double a, double x)
{
	return x == 0 ? UINT32_MAX : (instr_word)(int64_t)(a / x);
}

static uint32_t bytes_dot(uint32_t x, uint32_t a)
{
	int sum = 0;

	for (int bit = 0; bit < 32; bit += 8)
		sum += (signed char)(x >> bit) * (signed char)(a >> bit);
	return (uint32_t)sum;
}

static uint32_t reversed(uint32_t x)
{
	x = x << 16 | x >> 16;
	x = (x & 0x00ff00ffu) << 8 | (x >> 8 & 0x00ff00ffu);
	x = (x & 0x0f0f0f0fu) << 4 | (x >> 4 & 0x0f0f0f0fu);
	x = (x & 0x33333333u) << 2 | (x >> 2 & 0x33333333u);
	return (x & 0x55555555u) << 1 | (x >> 1 & 0x55555555u);
}

static uint32_t permuted(uint32_t x, uint32_t digits)
{
	uint32_t y = 0;

	for (int byte = 3; byte >= 0; byte--)
		y = y << 8 | (uint8_t)(x >> 8 * (digits >> 4 * byte & 3));
	return y;
}

static int64_t clamped(int64_t value, int64_t low, int64_t high)
{
	return value < low ? low : value > high ? high : value;
}

static int64_t most(int64_t a, int64_t b)
{
	return clamped(a, b, INT64_MAX);
}

static int32_t sign(uint32_t x)
{
	return (int32_t)x;
}

/* ---- the operations ---------------------------------------------------------------------------------------------- */

PAIR(iadd, x + y)
PAIR(iadd3, x + y + a)
WORD(shift, rotated(x, 32, a))
WORD(mask, ~x &a)
WORD(imul, (uint64_t)x *a)
WORD(imad, ((uint64_t)x + 1) * a)
WORD(dp4a, x + bytes_dot(x, a))
WORD(udiv, quotient(a, x))
WORD(umod, a - x * quotient(a, x) + INSTR_C)
WORD(idiv, quotient(sign(a), sign(x)))
WORD(imod, a - x * quotient(sign(a), sign(x)) + INSTR_C)

FLOAT(fadd, a - x)
FLOAT(fmul, x *a)
FLOAT(ffma, fmaf((float)x, (float)a, (float)a))
FLOAT(promoted, 1.1 - x)
FLOAT(fdiv, a / x)
FLOAT(sqrt, sqrt(x))
FLOAT(rsqrt, 1 / (double)(float)sqrt(x))
FLOAT(exp, exp(-x))
FLOAT(log, log(fabs(x)))
FLOAT(pow, pow(x, a))
FLOAT(tanh, tanh((double)(float)(x + a)))
FLOAT(fdiv_fast, a / x)
FLOAT(sqrt_fast, sqrt(x))
FLOAT(rsqrt_fast, 1 / sqrt(x))
FLOAT(exp_fast, exp(-x))
FLOAT(log_fast, log(fabs(x)))
FLOAT(tanh_fast, tanh((double)(float)(x + a)))
FLOAT(rcp, 1 / x)
FLOAT(sin, sin(x))
FLOAT(sin_fast, sin(x))
FLOAT(cos_fast, cos(x))
FLOAT(sincos, sin(x) + cos(x))
FLOAT(mufu_rcp, -1 / x)
FLOAT(mufu_rsq, 1 / sqrt(x))
FLOAT(mufu_sqrt, sqrt(x))
FLOAT(mufu_ex2, exp2(-x))
FLOAT(mufu_lg2, log2(fabs(x)))

HALF2(hfma2, x *a + a)
DOUBLE(dadd, a - x)
DOUBLE(dmul, x *a)
DOUBLE(dfma, fma(x, a, a))
DOUBLE(ddiv, a / x)
DOUBLE(dsqrt, sqrt(x))
DOUBLE(dsin, sin(x))
DOUBLE(dexp, exp(-x))
DOUBLE(dlog, log(fabs(x)))

FLOAT(i2f, sign(bits_of_float((float)x)))
FLOAT(f2i, trunc(x))
FLOAT(f2h, half_nearest(BITS_HALF, x))
DOUBLE(d2f, (float)x)
DOUBLE(d2i, trunc(x))

/* ---- the deep study ---------------------------------------------------------------------------------------------- */

WORD(popc, __builtin_popcount(x))
WORD(clz, x == 0 ? 32 : __builtin_clz(x))
WORD(bfind, x == 0 ? -1 : 31 - __builtin_clz(x))
WORD(brev, reversed(x))
WORD(bfe, (uint8_t)x > 31 ? 0 : a >> (uint8_t)x & 31)
WORD(prmt, permuted(x, a))
PAIR(lop3, a ^ (x & (y ^ a)))
WORD(iminmax, clamped(most(sign(x), sign(a)), INT32_MIN, 0x40000000))
FLOAT(fmax, fmax(-x, a))
HALF2(hmax2, fmax(-x, a))

WORD(viaddmax, most(sign(x + a), sign(a)))
WORD(viaddmax_relu, most(most(sign(x + a), sign(a)), 0))
PAIR(vimax3, (uint32_t)most(most(sign(x), sign(y)), sign(a)))
SHORT2(viaddmax_16x2, most((int16_t)(x + a), a))
SHORT2(viaddmax_relu_16x2, most(most((int16_t)(x + a), a), 0))
SHORT2(max_16x2, most(x, a))
PAIR(vimax3_16x2, step_max_16x2(step_max_16x2(x, y), a))

WORD(imulhi, ((uint64_t)x * a + ((uint64_t)a << 32)) >> 32)
LONG(iadd64, x + rotated(x, 64, 32))
LONG(imul64, x *a)
LONG(shift64, rotated(x, 64, a & 31))
LONG(imax64, (instr_word)most((int64_t)x, (int64_t)a))
LONG(udiv64, x == 0 ? UINT64_MAX : a / x)

FLOAT(f2u8, clamped((int64_t)x, 0, 255))
WORD(pack8, x << 16 | (clamped(sign(x), -128, 127) & 255) << 8 | (clamped(sign(a), -128, 127) & 255))
FLOAT(f2bf, half_nearest(7, x))
FLOAT(f2tf, to_tf32(x))
/* Their numbers are from 1 to 2. */
HALF2(h2e4m3, half_nearest(3, x))
HALF2(h2e5m2, half_nearest(2, x))
FLOAT(f2e4m3, half_nearest(3, x))
WORD(h2i, to_half(trunc(half(x))))
WORD(h2d, x)
FLOAT(f2l, trunc(x))
DOUBLE(d2l, trunc(x))

/* ---- chains ------------------------------------------------------------------------------------------------------ */

static const struct operation {
	const char *name;
	instr_word (*step)(instr_word x, instr_word a);
	uint32_t body, fast_body;
} operations[] = {
#define OPERATION(name, steps, fast) [INSTR_##name] = { #name, step_##name, steps, fast },
	INSTR_ALL(OPERATION)
};

struct chain {
	uint32_t op, body, trips, half_trips;
	instr_word start, operand;
	uint32_t sum;
	struct instr_step step[INSTR_RECORDED];
};

static uint32_t end_of(uint32_t op, instr_word x)
{
	const bool is_pair = op == INSTR_iadd || op == INSTR_iadd3 || op == INSTR_lop3 || op == INSTR_vimax3 ||
			     op == INSTR_vimax3_16x2;

	return (uint32_t)(x >> 32) ^ (is_pair ? 0 : (uint32_t)x);
}

static void follow(struct chain *c)
{
	const uint32_t trips = c->trips + c->half_trips,
		       steps = INSTR_PASSES * (c->trips * c->body + c->half_trips * (c->body / 2)),
		       every = steps >= INSTR_RECORDED ? steps / INSTR_RECORDED : 1;
	instr_word x = c->start;
	uint32_t n = 0;

	c->sum = 0;
	for (uint32_t trip = 0; trip < INSTR_PASSES * trips; trip++) {
		const uint32_t body = trip % trips < c->trips ? c->body : c->body / 2;
		for (uint32_t i = 0; i < body; i++, n++) {
			const instr_word before = x;
			x = operations[c->op].step(x, c->operand);
			if (n % every == 0 && n / every < INSTR_RECORDED)
				c->step[n / every] = (struct instr_step){ before, x };
		}
		c->sum = c->sum * INSTR_SHARE + end_of(c->op, x);
	}
}

/* The chain of a seed, which is kept for the checking kernel. */
static const struct chain *chain_of(uint32_t seed, const struct chain *wanted)
{
	static struct chain kept[INSTR_SEEDS];
	struct chain *c = &kept[seed];

	if (memcmp(c, wanted, offsetof(struct chain, sum)) != 0) {
		*c = *wanted;
		follow(c);
	}
	return c;
}

/* ---- the kernels ------------------------------------------------------------------------------------------------- */

static void timed(struct gb_shape shape, const void *of)
{
	const struct instr_args *args = of;
	const bool is_fast = strcmp(gb_model_call.variant, "fast-math") == 0;
	const uint32_t threads = shape.grid * shape.block;
	struct chain c = { .trips = args->trips, .half_trips = args->half_trips };

	while (strcmp(operations[c.op].name, gb_model_call.kernel + strlen("instr_")) != 0)
		if (++c.op == INSTR_COUNT)
			return;
	c.body = is_fast ? operations[c.op].fast_body : operations[c.op].body;
	for (uint32_t i = 0; i < threads && i < INSTR_SEEDS; i++) {
		c.start = args->start[i];
		c.operand = args->operand[i];
		args->out[i] = chain_of(i, &c)->sum;
	}
	for (uint32_t i = INSTR_SEEDS; i < threads; i++)
		args->out[i] = args->out[i - INSTR_SEEDS];
	*args->cycles = 4ull * args->half_trips * (c.body / 2);
	gb_model_unchecked(args->cycles, sizeof *args->cycles);
}

static void check(struct gb_shape shape, const void *of)
{
	const struct instr_check_args *args = of;
	struct chain c = { args->op, args->body, args->trips, args->half_trips, 0, 0, 0, { { 0, 0 } } };

	for (uint32_t seed = 0; seed < shape.grid * shape.block && seed < INSTR_SEEDS; seed++) {
		c.start = args->start[seed];
		c.operand = args->operand[seed];
		const struct chain *done = chain_of(seed, &c);
		args->expected[seed] = done->sum;
		memcpy(&args->steps[(size_t)seed * INSTR_RECORDED], done->step, sizeof done->step);
	}
}

static void compare(struct gb_shape shape, const void *of)
{
	const struct instr_compare_args *args = of;

	for (unsigned long long i = 0; i < args->threads; i++)
		if (args->out[i] != args->expected[i % INSTR_SEEDS])
			gb_model_wrong(args->report, i);
	gb_model_compared(args->report, args->threads);
}

GB_MODELS_OF(instr, { "instr_check", check }, { "instr_compare", compare }, { "instr_*", timed });
