/* The properties that `numerics` finds in arithmetics that are made up, and what it says of others. */
#include "numerics_model.h"

#include "support.h"
#include "verified.h"

BENCH_MODELS(numerics);

static const struct verified points[] = {
	{ "op=sync,format=fp16_fp32", "numerics_sync_fp16_fp32" },
	{ "op=sync,format=fp16_fp16", "numerics_sync_fp16_fp16" },
	{ "op=sync,format=e4m3_fp32", "numerics_sync_e4m3_fp32" },
	{ "op=sync,format=int8_int32", "numerics_sync_int8_int32" },
	{ "op=sync,format=fp64_fp64", "numerics_sync_fp64_fp64" },
};
static const struct verified_points verified = { points, sizeof points / sizeof points[0] };

/* The arithmetic of the kernels in these tests; the last launch. */
static struct arithmetic made_up;
static struct numerics_args launched;
static uint32_t launched_warps;

static double multiply(struct gb_shape shape, const void *args)
{
	launched = *(const struct numerics_args *)args;
	launched_warps = shape.grid * shape.block / 32;
	arithmetic_launch(&made_up, false, shape.grid * shape.block, args);
	return 1e-4;
}

/* FP16 with sums in FP32 as on an A100: two groups of eight, one bit more than the result has. */
static struct arithmetic like_ampere(void)
{
	struct arithmetic x = { .type = FORMAT_FP16,
				.sum = FORMAT_FP32,
				.depth = 16,
				.groups = 2,
				.aligned = 24,
				.kept = 23,
				.subnormal_inputs = true,
				.subnormal_sums = true };

	for (uint32_t k = 8; k < x.depth; k++)
		x.group[k] = 1;
	return x;
}

static void verify_made_up(void)
{
	run.doubt[0] = '\0';
	if (verify_by(&points[0], multiply) != GB_OK)
		fail_msg("%s", error.text);
}

static void expect_found(void)
{
	verify_made_up();
	assert_string_equal(run.doubt, "");
	assert_same(metric("equal"), 1);
	assert_same(metric("summed_at_once"), (double)made_up.depth / made_up.groups);
	assert_same(metric("aligned_bits"), made_up.aligned);
	assert_same(metric("kept_bits"), made_up.kept);
	assert_same(metric("aligns_nearest"), made_up.aligns_nearest);
	assert_same(metric("rounds_nearest"), made_up.rounds_nearest);
	assert_same(metric("adds_c_last"), made_up.adds_c_last);
	assert_same(metric("subnormal_inputs"), made_up.subnormal_inputs);
	assert_same(metric("subnormal_sums"), made_up.subnormal_sums);
}

OPEN_TEST(each_property_is_found)
{
	made_up = like_ampere();
	expect_found();
	made_up.rounds_nearest = made_up.aligns_nearest = true;
	expect_found();
	made_up.subnormal_inputs = false;
	expect_found();
	made_up.subnormal_sums = false;
	expect_found();
	made_up.aligned = 30;
	made_up.kept = 17;
	expect_found();
	made_up = like_ampere();
	made_up.adds_c_last = true;
	expect_found();
}

/* As the compiler splits FP8: groups need not be adjacent, nor in the order of k. */
OPEN_TEST(groups_in_any_order_are_found)
{
	made_up = like_ampere();
	made_up.groups = 4;
	for (uint32_t k = 0; k < made_up.depth; k++)
		made_up.group[k] = 3 - k % 4;
	expect_found();
}

/* Four instructions of a warp in a trip, each with 2 x 16 x 8 x 16 operations. */
OPEN_TEST(the_work_by_hand)
{
	made_up = like_ampere();
	verify_made_up();
	assert_true(launched.trips > 1);
	assert_same(bench->cost(&run).ops, 4096.0 * 4 * launched.trips * launched_warps);
}

/* One rounding for positive and another for negative sums is no model here. */
static double multiply_otherwise(struct gb_shape shape, const void *of)
{
	const struct numerics_args *args = of;

	multiply(shape, of);
	float *sum = args->out;
	for (uint64_t i = 0; i < (uint64_t)shape.grid * shape.block * 4; i++)
		sum[i] = sum[i] < 0 ? nextafterf(sum[i], -INFINITY) : sum[i];
	return 1e-4;
}

OPEN_TEST(another_arithmetic_is_a_doubt)
{
	made_up = like_ampere();
	assert_int_equal(verify_by(&points[0], multiply_otherwise), GB_OK);
	assert_says(run.doubt, "sums differ from the model: sum ");
	assert_true(metric("equal") > 0 && metric("equal") < 1);
}

OPEN_TEST(fp64_keeps_the_fraction_of_a_double)
{
	expect_right("op=sync,format=fp64_fp64");
	assert_same(metric("kept_bits"), 52);
	assert_same(metric("summed_at_once"), 1);
	assert_same(metric("aligned_bits"), -1); /* nothing is aligned to another product */
}

OPEN_TEST(older_chips_lack_formats)
{
	close_bench();
	reset_device();
	fake.cc = 80;
	assert_int_equal(open_bench(), 0);
	skipped("op=sync,format=e4m3_fp32", "do not have this format");
}

VERIFIED_TESTS;
TESTS_OF("numerics")
