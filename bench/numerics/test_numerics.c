/* Tests of the properties that `numerics` finds in its models' arithmetic, and of its doubts about any other
 * arithmetic. */
#include "numerics_model.h"

#include "gpubench_declared.h"

#include "verified.h"

VERIFIED_POINTS({ "op=sync,format=fp16_fp32", "numerics_sync_fp16_fp32" },
		{ "op=wgmma,format=e4m3_fp32", "numerics_wgmma_e4m3_fp32" },
		{ "op=sync,format=int8_int32", "numerics_sync_int8_int32" },
		{ "op=sync,format=fp64_fp64", "numerics_sync_fp64_fp64" });

/* All models keep subnormal numbers and round terms toward zero. */
OPEN_TEST(properties_of_the_models_are_found)
{
	static const struct {
		const char *point;
		double at_once, aligned, kept, nearest, c_last;
	} of[] = {
		{ "op=sync,format=fp16_fp32", 16, 25, 23, 0, 0 },  { "op=sync,format=tf32_fp32", 8, 25, 23, 0, 0 },
		{ "op=sync,format=fp16_fp16", 16, 25, 10, 1, 0 },  { "op=sync,format=e4m3_fp32", 16, 25, 23, 0, 1 },
		{ "op=wgmma,format=e4m3_fp32", 32, 13, 13, 0, 0 }, { "op=wgmma,format=e4m3_fp16", 32, 13, 10, 1, 0 }
	};

	for (size_t i = 0; i < sizeof of / sizeof of[0]; i++) {
		expect_right(of[i].point);
		assert_string_equal(run.doubt, "");
		assert_same(metric("equal"), 1);
		assert_same(metric("summed_at_once"), of[i].at_once);
		assert_same(metric("aligned_bits"), of[i].aligned);
		assert_same(metric("kept_bits"), of[i].kept);
		assert_same(metric("rounds_nearest"), of[i].nearest);
		assert_same(metric("adds_c_last"), of[i].c_last);
		assert_same(metric("aligns_nearest") + 2 * metric("subnormal_inputs") + metric("subnormal_sums"), 3);
	}
}

/* One group contains all products, and sums of ones are exact. */
TEST(all_products_are_added)
{
	double ones[DEPTH_MAX];

	for (size_t k = 0; k < DEPTH_MAX; k++)
		ones[k] = 1;
	for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++) {
		const struct instruction *in = &instructions[i];
		const struct arithmetic x = { .in = in, .aligned = 25, .kept = 10 };
		const uint64_t sum = sum_of(&x, ones, ones, 0);
		assert_same(in->sum == FORMATS ? (double)sum : format_decode(in->sum, sum), in->depth);
	}
}

/* A warp multiplies 16 x 16 by 16 x 8 elements. */
OPEN_TEST(work_and_limit_by_hand)
{
	at("op=sync,format=fp16_fp32");
	const struct numerics_args *args = gb_declared_args(&run);
	const struct gb_chosen *chosen = gb_state(&run);
	const double warps = chosen->shape.grid * chosen->shape.block / 32.0;
	assert_same(bench->cost(&run).ops, 4096 * warps * args->trips);
	card.device.rates.tensor_fp16 = 2048;
	assert_same(bench->limit(&run, gb_device(&run), 1e9), gb_device(&run)->sm_count * 2048e9);
}

/* Negative sums are larger by one unit in the last place, unlike in any rounding mode. */
static double multiply_otherwise(struct gb_shape shape, const void *of)
{
	const struct numerics_args *args = of;
	int32_t *sum = (int32_t *)(uintptr_t)args->out;

	replaced_model(shape, of);
	for (uint32_t i = 0; i < shape.grid * shape.block * 4; i++)
		sum[i] += sum[i] < 0;
	return 0;
}

OPEN_TEST(another_arithmetic_is_a_doubt)
{
	replace_kernel(points[0].kernel, multiply_otherwise);
	expect_right(points[0].point);
	assert_says(run.doubt, "sums differ from the model");
	assert_true(metric("equal") > 0 && metric("equal") < 1);
}

VERIFIED_TESTS;
TESTS_OF("numerics")
