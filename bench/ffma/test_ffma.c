/* Tests of the checks of `ffma` in every format: its models pass, and a missing step or a different thread is
 * noticed. */
#include "ffma.cu"

#include "verified.h"

BENCH_ONE_FILE(ffma);

/* A part of a launch's work: one wave of short blocks remains. */
#define WORK        0.125
#define POINT(type) "type=" type ",chains=4,body=640,warps=32,block=256,dynamic=1"

VERIFIED_POINTS({ POINT("fp32"), "ffma_c4_b640" }, { POINT("fp64"), "ffma_fp64_c4_b640" },
		{ POINT("fp16"), "ffma_fp16_c4_b640" }, { POINT("bf16"), "ffma_bf16_c4_b640" },
		{ POINT("int32"), "ffma_int32_c4_b640" }, { POINT("dp4a"), "ffma_dp4a_c4_b640" });
static const struct verified_device verified_device = { .work = WORK };

/* ---- chains that are cut short ----------------------------------------------------------------------------------- */

static const char *const of_one_step[] = { "ffma_c4_b4",      "ffma_fp64_c4_b4",  "ffma_fp16_c4_b4",
					   "ffma_bf16_c4_b4", "ffma_int32_c4_b4", "ffma_dp4a_c4_b4" };
static size_t type;
static uint32_t left_out, left_out_of_short; /* steps missing at the end of a block's chains */

/* Computes the same chains in trips of one step each. */
static double cut_short(struct gb_shape shape, const void *args)
{
	enum { STEPS = 640 / 4 };
	struct ffma_args less = *(const struct ffma_args *)args;

	/* 4 of 8 blocks fit on an SM: each takes a quarter of its 228 KiB, less the system's reserve. */
	assert_true(less.first == 16 && shape.grid == 32 && shape.shared_bytes == 56 << 10);
	less.trips = less.trips * STEPS - left_out;
	less.short_trips = less.short_trips * STEPS - left_out_of_short;
	real_model(of_one_step[type], shape, &less);
	return 0;
}

static void expect_cut_caught(uint32_t of_long, uint32_t of_short, const char *words)
{
	left_out = of_long;
	left_out_of_short = of_short;
	for (type = 0; type < verified.count; type++) {
		if (verify_by(&points[type], cut_short) != GB_FAILED)
			fail_msg("%s: %u and %u steps may be left out", points[type].point, of_long, of_short);
		assert_says(error.text, words);
	}
}

OPEN_TEST(chains_cut_short_are_caught)
{
	static const uint32_t steps[] = { 1, 2, 4, 160 };

	for (size_t i = 0; i < sizeof steps / sizeof steps[0]; i++) {
		expect_cut_caught(steps[i], 0, "verify: word 0 of block 0 of 'out': got ");
		expect_cut_caught(0, steps[i], "verify: word 0 of block 16 of 'out': got ");
	}
	expect_cut_caught(16000, 0, "verify: word 0 of block 0 of 'out': got ");
}

/* ---- other points ------------------------------------------------------------------------------------------------ */

static struct gb_shape launched;

static double look(struct gb_shape shape, const void *args)
{
	launched = shape;
	return 0;
}

OPEN_TEST(equal_shares_are_one_wave)
{
	fake_kernel("ffma_c4_b640", look);
	at("type=fp32,chains=4,body=640,warps=32,block=256,dynamic=0");
	assert_ok(gb_run_launch(&run), error);
	assert_int_equal(launched.grid, 16);
	assert_same(bench->cost(&run).ops, 2.0 * 4 * 1024 * 2400 * 640);
}

OPEN_TEST(short_blocks_are_twelve_waves)
{
	fake_kernel("ffma_c4_b640", look);
	at(points[FP32].point);
	assert_ok(gb_run_launch(&run), error);
	assert_int_equal(launched.grid, 16 * 13);
}

OPEN_TEST(bf16_is_skipped_where_it_is_not)
{
	card.device.cc_major = 7;
	card.device.cc_minor = 5;
	skipped(points[BF16].point, "BF16 arithmetic needs compute capability 8.0; this is 7.5");
}

/* The length of a launch assumes 64 multiply-adds per clock; the limit assumes nothing. */
OPEN_TEST(an_unknown_rate_is_no_limit)
{
	close_run();
	fake.cc = 100;
	assert_int_equal(open_bench(), 0);
	at(points[FP16].point);
	assert_same(bench->limit(&run, &card.device, 1.5e9), NAN);
	assert_same(bench->cost(&run).ops, 4.0 * 4 * 1024 * 1200 * 640);
}

OPEN_TEST(a_known_rate_is_the_limit)
{
	at(points[FP32].point);
	assert_same(bench->limit(&run, &card.device, 1.5e9), card.device.rates.fp32 * card.device.sm_count * 1.5e9);
}

OPEN_TEST(each_has_its_quantity_and_its_roof)
{
	static const char *const roofs[] = { "fp32", "fp64", "fp16", "bf16", "int32", "dp4a" };

	for (size_t i = 0; i < verified.count; i++) {
		at(points[i].point);
		assert_string_equal(bench->roof(&run), roofs[i]);
		assert_int_equal(gb_run_quantity(&run), i == INT32 || i == DP4A ? GB_OPS : GB_FLOPS);
	}
}

TESTS_OF("ffma")
