/* The arithmetic and the checks of `issue`, with kernels in C on the fake device. */
#include "issue.h"

#include "../common/bits.h"
#include "made.h"
#include "support.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { A_TRIP = 1, AN_END };

/* Each warp begins a cycle after the previous one, and all take this long. */
#define CYCLES 6144u

static unsigned int trips_of(const struct issue_args *args)
{
	return args->warm_trips + args->trips - (fault == A_TRIP);
}

static const unsigned int *operands; /* of the last launch */

static double leave(struct gb_shape shape, const struct issue_args *args, unsigned int end(unsigned int, const void *),
		    unsigned int spacing)
{
	operands = args->words;
	for (unsigned int t = 0; t < shape.block; t++)
		if (t / ISSUE_WARP % spacing == 0)
			args->end[t] = end(t % ISSUE_WARP, args) ^ (fault == AN_END && t % 128 == 3);
	for (unsigned int w = 0; w < shape.block / ISSUE_WARP; w += spacing) {
		args->span[(size_t)2 * w] = 1000 + w;
		args->span[2 * w + 1] = 1000 + CYCLES;
	}
	not_checked(args->span, 2 * sizeof *args->span * ISSUE_WARPS * ISSUE_SCHEDULERS);
	return 0;
}

/* c = (c x + y) + (x' y' + c), with x and y of even numbers in one and of odd ones in the other. */
static unsigned int banks(unsigned int lane, const struct issue_args *args, bool apart, bool kept)
{
	const unsigned int *word = args->words + (size_t)lane * ISSUE_WORDS;
	unsigned int end = 0;
	float c[ISSUE_CHAINS];

	for (unsigned int g = 0; g < ISSUE_CHAINS; g++)
		c[g] = bits_float(word[ISSUE_START + g]);
	for (unsigned int step = 0; step < trips_of(args) * ISSUE_ROUNDS; step++)
		for (unsigned int g = 0; g < ISSUE_CHAINS; g++) {
			const unsigned int *x = &word[ISSUE_X + (kept ? 0 : g % 4 * 2)];
			const unsigned int *y = &word[ISSUE_Y + (kept ? 0 : g % 4 * 2)];
			const float d = fmaf(bits_float(x[0]), c[g], bits_float(y[apart]));
			c[g] = d + (kept ? fmaf(c[g], bits_float(x[1]), bits_float(y[1]))
					 : fmaf(bits_float(x[1]), bits_float(y[!apart]), c[g]));
		}
	for (unsigned int g = 0; g < ISSUE_CHAINS; g++)
		end = issue_fold(end, bits_of_float(c[g]));
	return end;
}
#define BANKS(name, apart, kept)                                               \
	static unsigned int end_of_##name(unsigned int lane, const void *args) \
	{                                                                      \
		return banks(lane, args, apart, kept);                         \
	}                                                                      \
	static double banks_##name(struct gb_shape shape, const void *args)    \
	{                                                                      \
		return leave(shape, args, end_of_##name, 1);                   \
	}

/* c = c x + y, or c = c x + x. */
static unsigned int singles(unsigned int lane, const struct issue_args *args, bool three)
{
	const unsigned int *word = args->words + (size_t)lane * ISSUE_WORDS;
	unsigned int end = 0;

	for (unsigned int g = 0; g < ISSUE_CHAINS; g++) {
		const float x = bits_float(word[ISSUE_X + 1 + g % 4 * 2]);
		float c = bits_float(word[ISSUE_START + g]);
		for (unsigned int i = 0; i < trips_of(args) * ISSUE_ROUNDS; i++)
			c = fmaf(x, c, three ? bits_float(word[ISSUE_Y + g % 4 * 2]) : x);
		end = issue_fold(end, bits_of_float(c));
	}
	return end;
}
static unsigned int end_of_two(unsigned int lane, const void *args)
{
	return singles(lane, args, false);
}
static unsigned int end_of_three(unsigned int lane, const void *args)
{
	return singles(lane, args, true);
}
static double banks_two(struct gb_shape shape, const void *args)
{
	return leave(shape, args, end_of_two, 1);
}
static double banks_three(struct gb_shape shape, const void *args)
{
	return leave(shape, args, end_of_three, 1);
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

static double wide(const unsigned int *word)
{
	return bits_double((uint64_t)word[1] << 32 | word[0]);
}

static void step(int op, const unsigned int *word, uint64_t *x)
{
	const unsigned int w = (unsigned int)*x;

	switch (op) {
	case FFMA:
		*x = bits_of_float(
			fmaf(bits_float(w), bits_float(word[ISSUE_FACTOR]), bits_float(word[ISSUE_SUMMAND])));
		break;
	case SHIFT:
		for (unsigned int bit = 0; bit < word[ISSUE_TURN]; bit++)
			*x = (unsigned int)(*x << 1) | (*x >> 31 & 1);
		break;
	case IMAD:
		*x = (unsigned int)(w * word[ISSUE_INT_FACTOR] + word[ISSUE_INT_SUMMAND]);
		break;
	case BREV:
		*x = 0;
		for (unsigned int bit = 0; bit < 32; bit++)
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

static uint64_t start(int op, const unsigned int *word, unsigned int lane, unsigned int k)
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

/* All chains of one operation, step by step. */
static unsigned int chains(int op, unsigned int count, const struct issue_args *args, unsigned int lane,
			   unsigned int end)
{
	const unsigned int *word = args->words + (size_t)lane * ISSUE_WORDS;
	uint64_t x[ISSUE_CHAINS];

	if (op == NONE)
		return end;
	for (unsigned int k = 0; k < ISSUE_CHAINS; k++)
		x[k] = start(op, word, lane, k);
	for (unsigned int i = 0; i < trips_of(args) * ISSUE_STEPS * count; i++)
		step(op, word, &x[i % ISSUE_CHAINS]);
	for (unsigned int k = 0; k < ISSUE_CHAINS; k++) {
		end = issue_fold(end, (unsigned int)x[k]);
		if (op == DFMA)
			end = issue_fold(end, (unsigned int)(x[k] >> 32));
	}
	return end;
}
#define MIX(name, first, a, second, b)                                                 \
	static unsigned int end_of_mix_##name(unsigned int lane, const void *args)     \
	{                                                                              \
		return chains(second, b, args, lane, chains(first, a, args, lane, 0)); \
	}                                                                              \
	static double mix_##name(struct gb_shape shape, const void *args)              \
	{                                                                              \
		return leave(shape, args, end_of_mix_##name, 1);                       \
	}
ISSUE_MIXES(MIX)

/* Oldest first: a warp finishes before the next one begins; the clock's low bits wrap around on the way. */
static double turns(struct gb_shape shape, const void *of)
{
	const struct issue_args *args = of;

	for (unsigned int w = 0; w < args->warps; w++)
		for (unsigned int trip = 0; trip < args->trips; trip++)
			args->stamps[w * ISSUE_TURNS + trip] = 0xffffff00u + 64 * (w * ISSUE_TURNS + trip);
	not_checked(args->stamps, sizeof *args->stamps * ISSUE_WARPS * ISSUE_TURNS);
	return leave(shape, of, end_of_mix_ffma, ISSUE_SCHEDULERS);
}

static const struct verified points[] = { { "measure=banks,operands=two,warps=4", "issue_banks_two", banks_two },
					  { "measure=banks,operands=three,warps=1", "issue_banks_three", banks_three },
					  { "measure=banks,operands=apart,warps=4", "issue_banks_apart", banks_apart },
					  { "measure=banks,operands=same,warps=1", "issue_banks_same", banks_same },
					  { "measure=banks,operands=reuse,warps=8", "issue_banks_reuse", banks_reuse },
					  { "measure=turns,contenders=4", "issue_turns", turns },
#define POINT(name, first, a, second, b) { "measure=mix,warps=2,mix=" #name, "issue_mix_" #name, mix_##name },
					  ISSUE_MIXES(POINT) };
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };
static const struct verified_device verified_device = { .work = 0.0625 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

/* An even number of steps of BREV leaves every word unchanged; only the machine code can show that they are there. */
static void wrong_kernels_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < verified.count; i++)
		for (fault = A_TRIP; fault <= AN_END; fault++)
			if (!(fault == A_TRIP && strcmp(points[i].kernel, "issue_mix_brev") == 0))
				expect_caught(i, "ends with");
}

/* Chains that go on changing: each of the 8 starts, and is added to, from 1 to 2; what banks() multiply by is near -2
 * and 1 in turn, so that both together are a little above -1. */
static void operands_by_hand(void **state)
{
	(void)state;
	at(points[0].point);
	assert_ok(bench->launch(&run), error);
	for (size_t lane = 0; lane < ISSUE_WARP; lane++)
		for (unsigned int k = 0; k < 8; k++) {
			const unsigned int *word = operands + lane * ISSUE_WORDS;
			const double x = (double)bits_float(word[ISSUE_X + k]), of_factor = k % 2 == 0 ? -2 : 1;
			const double y = (double)bits_float(word[ISSUE_Y + k]);
			const double single = (double)bits_float(word[ISSUE_START + k]);
			const double twice = wide(&word[ISSUE_DOUBLE_START + 2 * k]);
			assert_true(x >= of_factor && x <= of_factor + 0x1p-11);
			assert_true(y >= 1 && y < 2 && single >= 1 && single < 2 && twice >= 1 && twice < 2);
		}
}

static double observed(const char *point)
{
	double value;

	at(point);
	assert_ok(bench->launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	return value;
}

/* From the first start, 1000, to the last end: over the steps of all warps of a scheduler. */
static void cycles_are_those_of_a_scheduler(void **state)
{
	(void)state;
	assert_same(observed("measure=banks,operands=same,warps=4"), CYCLES / (32 * 128 * 4.0));
	assert_same(metric("one_bank_reads"), 1);
	assert_same(metric("instructions_per_clock"), 3);
	assert_same(bench->cost(&run).ops, (4 + 32) * 128 * 3 * 4 * 4 * 32);
	at("measure=banks,operands=apart,warps=1");
	assert_same(metric("one_bank_reads"), 0);
	at("measure=banks,operands=reuse,warps=1");
	assert_true(metric("one_bank_reads") < 0);
	assert_same(observed("measure=mix,mix=ffma4_lds,warps=2"), CYCLES / (32 * 128 * 2.0));
	assert_same(metric("instructions_per_clock"), 5);
}

/* 4 warps: the first has done everything when it finishes, and the others nothing. */
static void shares_show_who_goes_first(void **state)
{
	(void)state;
	at("measure=turns,contenders=4");
	assert_true(metric("share_1") < 0);
	assert_same(observed("measure=turns,contenders=4"), CYCLES / (64 * 128 * 4.0));
	assert_same(metric("share_1"), 1);
	assert_same(metric("share_4"), 0);
	assert_true(metric("share_5") < 0);
	assert_same(metric("share_most"), 1);
	assert_same(metric("share_least"), 0);
	assert_same(bench->cost(&run).ops, (4 + 64) * 128 * 4 * 32);
}

static void limits_are_slots_and_pipes(void **state)
{
	struct gb_device device = card.device;

	(void)state;
	device.rates.fp32 = 256;
	device.rates.fp64 = 128;
	device.rates.int32 = 128;
	device.rates.shared_bytes = 128;
	at("measure=mix,mix=ffma2_shift,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 3);
	at("measure=mix,mix=ffma_dfma,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 2);
	at("measure=mix,mix=ffma4_lds,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 5);
	at("measure=mix,mix=lds,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 4);
	at("measure=mix,mix=imad,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 2);
	device.rates.int32 = NAN;
	assert_same(bench->limit(&run, &device, 1e9), 1);
	device.rates.fp32 = 128; /* two clocks per warp, as on Volta */
	at("measure=banks,operands=same,warps=4");
	assert_same(bench->limit(&run, &device, 1e9), 6);
}

static void conflicts_and_overlap_are_concluded(void **state)
{
	static const struct given given[] = {
		{ "default", "measure=banks,operands=two,warps=4", "cycles", 1.0 },
		{ "default", "measure=banks,operands=three,warps=4", "cycles", 2.0 },
		{ "default", "measure=banks,operands=apart,warps=4", "cycles", 3.0 },
		{ "default", "measure=banks,operands=same,warps=4", "cycles", 4.0 },
		{ "default", "measure=banks,operands=reuse,warps=4", "cycles", 3.5 },
		{ "default", "measure=banks,operands=same,warps=1", "cycles", 4.0 }, /* without its other half */
		{ "default", "measure=mix,mix=ffma,warps=4", "cycles", 1.0 },
		{ "default", "measure=mix,mix=lds,warps=4", "cycles", 4.0 },
		{ "default", "measure=mix,mix=ffma4_lds,warps=4", "cycles", 5.0 },
		{ "default", "measure=mix,mix=ffma_lds,warps=4", "cycles", 4.0 },
		{ "default", "measure=mix,mix=ffma_lds,warps=1", "cycles", 9.0 },
	};

	(void)state;
	make_rows(bench, given, sizeof given / sizeof given[0]);
	assert_int_equal(conclude(bench, NULL), 5);
	assert_ptr_equal(expect_finding("operands=same,warps=4", "conflict_cycles", 1.0)->from, &made[3]);
	expect_finding("operands=three,warps=4", "conflict_cycles", 1.0);
	expect_finding("operands=reuse,warps=4", "conflict_cycles", 0.5);
	expect_finding("mix=ffma4_lds,warps=4", "overlap", 0.75); /* 4 and 4 cycles, in 5 */
	expect_finding("mix=ffma_lds,warps=4", "overlap", 1.0);
}

/* The registers of its machine code are not audited. */
static void volta_has_no_banks(void **state)
{
	(void)state;
	card.device.cc_major = 7;
	card.device.cc_minor = 0;
	skipped("measure=banks,operands=same,warps=4", "audited only from compute capability 7.5 on");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		OPEN(right_kernels_pass),
		IDLE(kernels_that_do_not_run_are_caught),
		OPEN(wrong_kernels_are_caught),
		OPEN(operands_by_hand),
		OPEN(cycles_are_those_of_a_scheduler),
		OPEN(shares_show_who_goes_first),
		OPEN(limits_are_slots_and_pipes),
		OPEN(conflicts_and_overlap_are_concluded),
		OPEN(volta_has_no_banks),
	};
	return run_tests_of("issue", tests);
}
