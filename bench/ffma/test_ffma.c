/* Tests of the checks of `ffma` against kernels in C; those of 16 bits do their arithmetic by other means. Correct
 * ones pass, and a step that is left out or a thread that differs is caught, in every format. */
#include "ffma.h"

#include "real.h"
#include "support.h"

static const char *const types[] = { "fp32", "fp64", "fp16", "bf16", "int32", "dp4a" };
enum { FP32, FP64, FP16, BF16, INT32, DP4A, TYPES };

enum { CHAINS = 4, BODY = 640 };
#define SHAPE ",chains=4,body=640,warps=32,block=256,"

static int type;          /* that the kernel computes */
static uint64_t left_out; /* steps missing at the end of each chain of a long block */
static uint64_t left_out_of_short;
static int spoil;         /* the wrong result: of this thread; of the last: -1; of none: 0 */
static unsigned int grid; /* of the last launch */

/* ---- 16-bit formats: a table of all their numbers ---------------------------------------------------------------- */

static double number(int of, unsigned int bits)
{
	const int fraction = of == FP16 ? 10 : 7, bias = of == FP16 ? 15 : 127;
	const int exponent = (int)(bits >> fraction) & (2 * bias + 1);
	const double part = (bits & ((1u << fraction) - 1)) / (double)(1u << fraction);
	const double size = exponent == 0 ? part * pow(2, 1 - bias) : (1 + part) * pow(2, exponent - bias);

	return bits >> 15 ? -size : size;
}

/* For the 16-bit format under test. */
static double number_of[65536];
static int numbered = -1;

static void list_numbers(void)
{
	for (unsigned int bits = 0; bits < 65536 && numbered != type; bits++)
		number_of[bits] = number(type, bits);
	numbered = type;
}

static unsigned int bits_of(double value)
{
	list_numbers();
	for (unsigned int bits = 0; bits < 65536; bits++)
		if (number_of[bits] == value && (value != 0 || !bits == !signbit(value)))
			return bits;
	fail_msg("%s has no %.17g", types[type], value);
	return 0;
}

/* The nearest number of the format, by its distance from the next one. */
static double nearest(int of, double value)
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

static double chain_half(unsigned int start, unsigned int factor, uint64_t steps)
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

static ffma_word chain_word(uint32_t x, uint32_t a, uint64_t steps)
{
	while (steps-- > 0)
		x = type == INT32 ? (uint32_t)(((uint64_t)x + 1) * a) : x + dot(x, a);
	return x;
}

static ffma_word walk(ffma_word start, ffma_word factor, uint64_t steps)
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
		return (ffma_word)bits_of(chain_half(start >> 16 & 0xffff, factor >> 16 & 0xffff, steps)) << 16 |
		       bits_of(chain_half(start & 0xffff, factor & 0xffff, steps));
	default:
		return chain_word((uint32_t)start, (uint32_t)factor, steps);
	}
}

/* The tests follow the same chains, cut short at different places: each is computed once up to the last mark before
 * that place, from the mark before it. */
enum { MARK_STEPS = 1 << 13, MARKS_MOST = 4096 };
static struct mark {
	int type;
	ffma_word start, factor, end;
	uint64_t steps;
} marks[MARKS_MOST];
static size_t mark_count;

static ffma_word mark_of(ffma_word start, ffma_word factor, uint64_t steps)
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
	assert_true(mark_count < MARKS_MOST);
	marks[mark_count] = (struct mark){ type, start, factor, walk(last.end, factor, steps - last.steps), steps };
	return marks[mark_count++].end;
}

static ffma_word chain(ffma_word start, ffma_word factor, uint64_t steps)
{
	const uint64_t beyond = steps % MARK_STEPS;

	return walk(mark_of(start, factor, steps - beyond), factor, beyond);
}

/* The result of a thread of each seed after this many trips, without this many steps of each chain. */
static void ends(const struct ffma_args *f, unsigned int trips, uint64_t without, ffma_word end[FFMA_SEEDS])
{
	const uint64_t steps = (uint64_t)trips * BODY / CHAINS - without;

	for (int i = 0; i < FFMA_SEEDS; i++) {
		end[i] = 0;
		for (int c = 0; c < CHAINS; c++)
			end[i] = end[i] * FFMA_SHARE + chain(f->seeds[i].start[c], f->seeds[i].factor, steps);
	}
}

static double kernel(struct gb_shape shape, const void *args)
{
	const struct ffma_args *f = args;
	const unsigned int threads = shape.grid * shape.block, in_long = f->first * shape.block;
	ffma_word of_long[FFMA_SEEDS], of_short[FFMA_SEEDS];

	/* 4 of 8 blocks that fit on an SM: a quarter of its 228 KiB each, less the system's reserve. */
	assert_true(f->first == 16 && shape.grid >= f->first && shape.shared_bytes == 56 << 10);
	grid = shape.grid;
	ends(f, f->trips, left_out, of_long);
	ends(f, f->short_trips, left_out_of_short, of_short);
	for (unsigned int i = 0; i < threads; i++)
		f->out[i] = i < in_long ? of_long[i % FFMA_SEEDS] : of_short[i % FFMA_SEEDS];
	if (spoil)
		f->out[spoil < 0 ? threads - 1 : (unsigned int)spoil] ^= 1;
	return 0;
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static const char *kernel_name(int of)
{
	static char name[64];

	snprintf(name, sizeof name, "ffma_%s%sc4_b640", of == FP32 ? "" : types[of], of == FP32 ? "" : "_");
	return name;
}

static struct gb_plugins plugins; /* of all tests: to load them takes longer than most */

struct opened {
	struct gb_card card;
	struct gb_run run;
	struct gb_error error;
};

static int open_point_of(struct opened *o, int of, const char *dynamic)
{
	char text[128];

	gb_error_clear(&o->error);
	const struct gb_bench *bench = gb_plugins_find(&plugins, "ffma");
	assert_non_null(bench);
	type = of;
	fake_kernel(kernel_name(of), kernel);
	snprintf(text, sizeof text, "type=%s" SHAPE "%s", types[of], dynamic);
	const struct gb_point point = real_point(bench, text);
	assert_ok(gb_card_open(&o->card, &fake_ops, 0, &o->error), o->error);
	assert_ok(gb_run_open(&o->run, &o->card, bench, &bench->variants[0], &o->error), o->error);
	return gb_run_point(&o->run, &point);
}

static int open_point(struct opened *o, int of)
{
	return open_point_of(o, of, "dynamic=1");
}

static void close_point(struct opened *o)
{
	gb_run_close(&o->run);
	gb_card_close(&o->card);
}

static int verify(int of, struct gb_error *error)
{
	struct opened o;

	fake_reset();
	assert_ok(open_point(&o, of), o.error);
	const int status = gb_run_verify(&o.run);
	*error = o.error;
	if (status == GB_OK)
		real_stale_is_caught(&o.run, kernel_name(of));
	close_point(&o);
	return status;
}

static void right_chains_pass(void **state)
{
	struct gb_error error;

	(void)state;
	left_out = 0;
	spoil = 0;
	for (int of = 0; of < TYPES; of++)
		if (verify(of, &error) != GB_OK)
			fail_msg("%s: %s", types[of], error.text);
}

static void chains_cut_short_are_caught(void **state)
{
	static const uint64_t steps[] = { 1, 2, CHAINS, BODY / CHAINS, 100 * BODY / CHAINS };
	struct gb_error error;

	(void)state;
	spoil = 0;
	for (int of = 0; of < TYPES; of++)
		for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
			left_out = steps[i];
			if (verify(of, &error) != GB_FAILED)
				fail_msg("%s: %d steps may be left out", types[of], (int)left_out);
			assert_says(error.text, "verify: thread 0 ended with ");
		}
	left_out = 0;
}

static void short_blocks_cut_short_are_caught(void **state)
{
	static const uint64_t steps[] = { 1, 2, CHAINS, BODY / CHAINS };
	struct gb_error error;

	(void)state;
	spoil = 0;
	for (int of = 0; of < TYPES; of++)
		for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
			left_out_of_short = steps[i];
			if (verify(of, &error) != GB_FAILED)
				fail_msg("%s: %d steps may be left out", types[of], (int)left_out_of_short);
			assert_says(error.text, "verify: thread 4096 ended with ");
		}
	left_out_of_short = 0;
}

/* The last thread of a long block, and the last of all: of 1 + 12 waves of 4096 threads. */
static void one_wrong_thread_is_caught(void **state)
{
	struct gb_error error;

	(void)state;
	for (int of = 0; of < TYPES; of++) {
		spoil = 4095;
		assert_int_equal(verify(of, &error), GB_FAILED);
		assert_says(error.text, "verify: thread 4095 ended with ");
		spoil = -1;
		assert_int_equal(verify(of, &error), GB_FAILED);
		assert_says(error.text, "verify: thread 53247 ended with ");
	}
	spoil = 0;
}

/* Without short blocks there is one wave, which does all the work. */
static void equal_shares_are_one_wave(void **state)
{
	struct opened o;

	(void)state;
	fake_reset();
	assert_ok(open_point_of(&o, FP32, "dynamic=0"), o.error);
	assert_int_equal(gb_run_verify(&o.run), GB_OK);
	assert_int_equal(grid, 16);
	assert_same(o.run.bench->cost(&o.run).ops, 2.0 * 4 * 1024 * 2400 * 640);
	close_point(&o);
}

static void bf16_is_skipped_where_it_is_not(void **state)
{
	struct opened o;

	(void)state;
	fake_reset();
	fake.cc = 75;
	assert_int_equal(open_point(&o, BF16), GB_SKIPPED);
	assert_says(o.error.text, "BF16 arithmetic needs compute capability 8.0; this is 7.5");
	close_point(&o);
}

/* 64 multiply-adds per clock are assumed for the length of a launch, none for the limit. */
static void an_unknown_rate_is_no_limit(void **state)
{
	struct opened o;

	(void)state;
	fake_reset();
	fake.cc = 100;
	assert_ok(open_point(&o, FP16), o.error);
	assert_same(o.run.bench->limit(&o.run, &o.card.device, 1.5e9), NAN);
	assert_same(o.run.bench->cost(&o.run).ops, 4.0 * 4 * 1024 * 1200 * 640);
	close_point(&o);
}

static void a_known_rate_is_the_limit(void **state)
{
	struct opened o;

	(void)state;
	fake_reset();
	assert_ok(open_point(&o, FP32), o.error);
	assert_same(o.run.bench->limit(&o.run, &o.card.device, 1.5e9),
		    o.card.device.rates.fp32 * o.card.device.sm_count * 1.5e9);
	close_point(&o);
}

static void each_has_its_quantity_and_its_roof(void **state)
{
	struct opened o;

	(void)state;
	for (int of = 0; of < TYPES; of++) {
		fake_reset();
		assert_ok(open_point(&o, of), o.error);
		assert_string_equal(o.run.bench->roof(&o.run), types[of]);
		assert_int_equal(gb_run_quantity(&o.run), of == INT32 || of == DP4A ? GB_OPS : GB_FLOPS);
		close_point(&o);
	}
}

int main(void)
{
	plugins = real_plugins();
	RUN(T(right_chains_pass), T(chains_cut_short_are_caught), T(short_blocks_cut_short_are_caught),
	    T(one_wrong_thread_is_caught), T(equal_shares_are_one_wave), T(bf16_is_skipped_where_it_is_not),
	    T(an_unknown_rate_is_no_limit), T(a_known_rate_is_the_limit), T(each_has_its_quantity_and_its_roof));
}
