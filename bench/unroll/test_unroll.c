/* Tests of the arithmetic, the checks and the conclusions of `unroll`, with its models on the fake device. */
#include "unroll.cu"

#include "made.h"
#include "verified.h"

BENCH_ONE_FILE(unroll);

/* ---- tests ------------------------------------------------------------------------------------------------------- */

OPEN_TEST(a_wrong_word_is_named)
{
	expect_wrong_word_at("loop=product,unroll=1,warps=few", "unroll_product_1",
			     "word 127 of block 3 of 'out': got ");
}

static void expect(const char *point, double steps, double clocks, double instructions, double share)
{
	EXPECT_AT(point, { "ops", 2 * 128 * steps });
	/* On 4 SMs; a step of a warp is 64 operations. */
	assert_same(bench->limit(&run, gb_device(&run), 1e9), 64 / clocks * 4 * 1e9);
	assert_same(metric("instructions"), instructions);
	assert_same(metric("arithmetic_share"), share);
}

/* 4 SMs with one block of 128 threads or with the 16 blocks that fit; loops of 128 steps. The fake device has compute
 * capability 9.0: per clock an SM starts 4 warp-wide multiply-adds, issues 4 instructions, and reads 128 bytes. */
OPEN_TEST(what_is_counted_by_hand)
{
	/* 1 multiply-add, 2 loads and 5 other instructions. Two loads per step take two clocks, as do 8
	 * instructions. */
	expect("loop=product,unroll=1,warps=few", 4.0 * 96 * 128, 2, 8, 1.0 / 8);
	assert_same(metric("overhead_share"), 5.0 / 8);
	assert_same(metric("share_without_loads"), 1.0 / 3);
	assert_same(metric("resident_warps"), 4);
	expect("loop=product,unroll=2,warps=few", 4.0 * 96 * 128, 1.5, 5, 2.0 / 10);
	/* 16 steps: 16 loads of the column and 4 of the row. */
	expect("loop=product,unroll=16,warps=all", 4.0 * 16 * 32 * 128, 20.0 / 16, 41.0 / 16, 16.0 / 41);
	assert_same(metric("share_without_loads"), 32.0 / 36);
	assert_same(metric("resident_warps"), 64);
	expect("loop=fma,unroll=1,warps=all", 4.0 * 16 * 32 * 128, 1, 4, 0.25);
	assert_same(metric("share_without_loads"), -1);
	expect("loop=fma,unroll=16,warps=few", 4.0 * 96 * 128, 19.0 / 16 / 4, 19.0 / 16, 16.0 / 19);
}

/* From 10.0 on a trip of several steps has one more instruction; on 7.0 a trip without loads has one more. */
OPEN_TEST(some_architectures_have_one_more)
{
	card.device.cc_major = 10;
	EXPECT_AT("loop=product,unroll=1,warps=few", { "instructions", 8 });
	EXPECT_AT("loop=product,unroll=4,warps=few", { "instructions", 15.0 / 4 });
	card.device.cc_major = 7;
	card.device.cc_minor = 0;
	EXPECT_AT("loop=fma,unroll=2,warps=few", { "instructions", 3 });
}

OPEN_TEST(rates_become_cycles)
{
	const struct gb_result result = { 32e9, 1e-3, 2e9, gb_device(&run), NAN };
	struct gb_metric out[GB_METRICS_MAX];

	at("loop=fma,unroll=1,warps=few");
	/* 32 GFLOP/s on 4 SMs at 2 GHz are 4 FLOP per clock and SM: the 64 FLOP of a step take 16 clocks, in which 4
	 * instructions are issued. */
	assert_int_equal(bench->metrics(&run, &result, out), 6);
	assert_string_equal(out[4].name, "cycles_per_step");
	assert_int_equal(out[4].kind, GB_OVER);
	assert_same(out[4].number / result.value, 16);
	assert_same(out[4].limit, 1);
	assert_string_equal(out[5].name, "issued_per_clock_sm");
	assert_same(out[5].number * result.value, 0.25);
	assert_same(out[5].limit, 4);
}

OPEN_TEST(remarks_tell_what_binds)
{
	at("loop=product,unroll=8,warps=few");
	assert_says(bench->remark(&run), "waits for the previous one");
	at("loop=product,unroll=8,warps=all");
	assert_says(bench->remark(&run), "loads from shared memory");
	at("loop=fma,unroll=8,warps=all");
	assert_null(bench->remark(&run));
}

OPEN_TEST(gains_are_over_one_step)
{
	MAKE_ROWS({ "default", "loop=fma,unroll=4,warps=all", "flop_rate", 3e13 },
		  { "default", "loop=product,unroll=1,warps=few", "flop_rate", 1e12 },
		  { "default", "loop=product,unroll=8,warps=few", "flop_rate", 5e12 },
		  { "default", "loop=product,unroll=8,warps=all", "flop_rate", 9e12 },
		  { "default", "loop=product,unroll=8,warps=few", "instructions", 2.875 });
	/* Two of the rows have no base. */
	assert_int_equal(conclude(bench, NULL), 1);
	expect_finding("loop=product,unroll=8,warps=few", "gain", 5);
	assert_same(finding[0].lo, 5 * 0.9 / 1.1);
	assert_same(finding[0].x, 8);
	assert_ptr_equal(finding[0].from, &made[2]);
}

TESTS_OF("unroll")
