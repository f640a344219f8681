/* The arithmetic, the checks and the conclusions of `unroll`, with kernels in C on the fake device. */
#include "unroll.h"

#include "made.h"
#include "verified.h"

/* ---- kernels in C ------------------------------------------------------------------------------------------------ */

enum { AN_ELEMENT = 1, A_STEP, A_THREAD, FAULTS = A_THREAD };

/* Term by term, as the hardware does it. */
static float product_of(const struct unroll_args *a, unsigned int thread)
{
	const float *row = a->elements + (size_t)(thread / UNROLL_COLUMNS) * UNROLL_LENGTH;
	const float *column = a->elements + (size_t)UNROLL_ROWS * UNROLL_LENGTH + thread % UNROLL_COLUMNS;
	float sum = 0;

	for (unsigned int tile = 0; tile < a->tiles; tile++)
		for (unsigned int k = 0; k < (fault == A_STEP && tile == 0 ? UNROLL_LENGTH - 1u : UNROLL_LENGTH); k++)
			sum += (row[k] + (fault == AN_ELEMENT && k == 7 ? 1.0f : 0.0f)) *
			       column[(size_t)k * UNROLL_COLUMNS];
	return sum;
}

static float fma_of(const struct unroll_args *a, unsigned int thread)
{
	const float factor = unroll_factor(thread % UNROLL_SEEDS);
	float x = fault == AN_ELEMENT ? 0.5f : 1;

	for (unsigned int i = 0; i < a->tiles * UNROLL_LENGTH - (fault == A_STEP); i++)
		x = fmaf(x, factor, factor);
	return x;
}

static double fill_out(struct gb_shape shape, const struct unroll_args *a,
		       float result(const struct unroll_args *, unsigned int))
{
	float block[UNROLL_BLOCK];

	assert_int_equal(shape.block, UNROLL_BLOCK);
	for (unsigned int t = 0; t < UNROLL_BLOCK; t++)
		block[t] = result(a, t);
	for (unsigned int i = 0; i < shape.grid * UNROLL_BLOCK; i++)
		a->out[i] = block[i % UNROLL_BLOCK] + (float)(fault == A_THREAD && i == 130);
	return 1e-4;
}

static double product(struct gb_shape shape, const void *args)
{
	return fill_out(shape, args, product_of);
}

static double multiply_add(struct gb_shape shape, const void *args)
{
	return fill_out(shape, args, fma_of);
}

static const struct verified points[] = {
	{ "loop=product,unroll=1,warps=few", "unroll_product_1", product },
	{ "loop=product,unroll=16,warps=all", "unroll_product_16", product },
	{ "loop=fma,unroll=2,warps=few", "unroll_fma_2", multiply_add },
	{ "loop=fma,unroll=8,warps=all", "unroll_fma_8", multiply_add },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

static int open_bare(void **state)
{
	(void)state;
	reset_device();
	fault = 0;
	return open_bench();
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void faults_are_caught(void **state)
{
	(void)state;
	expect_all_caught(FAULTS, "computed ");
	fault = A_THREAD;
	expect_caught(0, "thread 2 of block 1 computed ");
}

static void expect(const char *point, double steps, double clocks, double instructions, double share)
{
	at(point);
	assert_same(bench->cost(&run).ops, 2 * 128 * steps);
	/* 4 SMs; a step of a warp is 64 operations. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 64 / clocks * 4 * 1e9);
	assert_same(metric("instructions"), instructions);
	assert_same(metric("arithmetic_share"), share);
}

/* 4 SMs, a block of 128 threads on each or the 16 that it holds; loops of 128 steps. The fake device has compute
 * capability 9.0: an SM starts 4 multiply-adds of warps per clock, issues 4 instructions, and reads 128 bytes. */
static void what_is_counted_by_hand(void **state)
{
	(void)state;
	/* 1 multiply-add, 2 loads and 5 more; two loads per step are two clocks, and so are 8 instructions. */
	expect("loop=product,unroll=1,warps=few", 4.0 * 96 * 128, 2, 8, 1.0 / 8);
	assert_same(metric("overhead_share"), 5.0 / 8);
	assert_same(metric("share_without_loads"), 1.0 / 3);
	assert_same(metric("resident_warps"), 4);
	/* 3 loads of 2 steps. */
	expect("loop=product,unroll=2,warps=few", 4.0 * 96 * 128, 1.5, 5, 2.0 / 10);
	/* 16 steps: 16 loads of the column, 4 of the row. */
	expect("loop=product,unroll=16,warps=all", 4.0 * 16 * 32 * 128, 20.0 / 16, 41.0 / 16, 16.0 / 41);
	assert_same(metric("share_without_loads"), 32.0 / 36);
	assert_same(metric("resident_warps"), 64);
	expect("loop=fma,unroll=1,warps=all", 4.0 * 16 * 32 * 128, 1, 4, 0.25);
	assert_same(metric("share_without_loads"), -1);
	expect("loop=fma,unroll=16,warps=few", 4.0 * 96 * 128, 19.0 / 16 / 4, 19.0 / 16, 16.0 / 19);
}

/* From 10.0 on a trip of several steps has one more, on 7.0 one without loads. */
static void some_architectures_have_one_more(void **state)
{
	(void)state;
	card.device.cc_major = 10;
	at("loop=product,unroll=1,warps=few");
	assert_same(metric("instructions"), 8);
	at("loop=product,unroll=4,warps=few");
	assert_same(metric("instructions"), 15.0 / 4);
	card.device.cc_major = 7;
	card.device.cc_minor = 0;
	at("loop=fma,unroll=2,warps=few");
	assert_same(metric("instructions"), 3);
}

static void rates_become_cycles(void **state)
{
	const struct gb_result result = { 32e9, 1e-3, 2e9, gb_device(&run), NAN };
	struct gb_metric out[GB_METRICS_MAX];

	(void)state;
	at("loop=fma,unroll=1,warps=few");
	/* 32 GFLOP/s on 4 SMs at 2 GHz: 4 FLOP per clock and SM, so 16 clocks for the 64 of a step, 4 instructions in
	 * 16. */
	assert_int_equal(bench->metrics(&run, &result, out), 6);
	assert_string_equal(out[4].name, "cycles_per_step");
	assert_int_equal(out[4].kind, GB_OVER);
	assert_same(out[4].number / result.value, 16);
	assert_same(out[4].limit, 1);
	assert_string_equal(out[5].name, "issued_per_clock_sm");
	assert_same(out[5].number * result.value, 0.25);
	assert_same(out[5].limit, 4);
}

static void remarks_tell_what_binds(void **state)
{
	(void)state;
	at("loop=product,unroll=8,warps=few");
	assert_says(bench->remark(&run), "waits for the previous one");
	at("loop=product,unroll=8,warps=all");
	assert_says(bench->remark(&run), "loads of shared memory");
	at("loop=fma,unroll=8,warps=all");
	assert_null(bench->remark(&run));
}

static void gains_are_over_one_step(void **state)
{
	static const struct given given[] = {
		{ "default", "loop=fma,unroll=4,warps=all", "flop_rate", 3e13 },
		{ "default", "loop=product,unroll=1,warps=few", "flop_rate", 1e12 },
		{ "default", "loop=product,unroll=8,warps=few", "flop_rate", 5e12 },
		{ "default", "loop=product,unroll=8,warps=all", "flop_rate", 9e12 },
		{ "default", "loop=product,unroll=8,warps=few", "instructions", 2.875 },
	};

	(void)state;
	make_rows(bench, given, sizeof given / sizeof given[0]);
	/* There is nothing with which to compare the first and the fourth. */
	assert_int_equal(conclude(bench, NULL), 1);
	assert_string_equal(finding[0].point, "loop=product,unroll=8,warps=few");
	assert_string_equal(finding[0].metric, "gain");
	assert_same(finding[0].value, 5);
	assert_same(finding[0].lo, 5 * 0.9 / 1.1);
	assert_same(finding[0].x, 8);
	assert_ptr_equal(finding[0].from, &made[2]);
}

#define C(name) cmocka_unit_test_setup_teardown(name, open_with_kernels, close_run)

int main(void)
{
	const struct CMUnitTest tests[] = {
		C(right_kernels_pass),
		C(faults_are_caught),
		C(what_is_counted_by_hand),
		C(some_architectures_have_one_more),
		C(rates_become_cycles),
		C(gains_are_over_one_step),
		C(remarks_tell_what_binds),
		cmocka_unit_test_setup_teardown(kernels_that_do_not_run_are_caught, open_bare, close_run),
	};
	return run_tests_of("unroll", tests);
}
