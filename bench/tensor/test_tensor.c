/* Tests of `tensor` with values computed by hand: its number formats, checks, arithmetic and conclusions. */
#include "../common/matrix_units.h"
#include "made.h"
#include "test_runs.h"

/* ---- number formats ---------------------------------------------------------------------------------------------- */

TEST(formats_by_hand)
{
	static const struct {
		enum format format;
		double value;
		uint64_t bits;
	} known[] = {
		{ FORMAT_FP16, 1, 0x3c00 },
		{ FORMAT_FP16, -2, 0xc000 },
		{ FORMAT_FP16, 65504, 0x7bff },
		{ FORMAT_FP16, 0x1p-24, 0x0001 },
		{ FORMAT_FP16, 0x1.ff8p-15, 0x03ff }, /* largest subnormal number */
		{ FORMAT_BF16, 1, 0x3f80 },
		{ FORMAT_BF16, -0.5, 0xbf00 },
		{ FORMAT_TF32, 1, 0x3f800000 },
		{ FORMAT_TF32, 1 + 0x1p-10, 0x3f802000 },
		{ FORMAT_FP32, 1 + 0x1p-23, 0x3f800001 },
		{ FORMAT_E4M3, 1, 0x38 },
		{ FORMAT_E4M3, 448, 0x7e },
		{ FORMAT_E4M3, -0x1p-9, 0x81 },
		{ FORMAT_E5M2, 1, 0x3c },
		{ FORMAT_E5M2, 57344, 0x7b },
		{ FORMAT_E5M2, 0x1p-16, 0x01 },
		{ FORMAT_FP64, 1, 0x3ff0000000000000 },
		{ FORMAT_E3M2, 28, 0x1f },
		{ FORMAT_E3M2, -0.0625, 0x21 },
		{ FORMAT_E2M3, 7.5, 0x1f },
		{ FORMAT_E2M3, 0.125, 0x01 },
		{ FORMAT_E2M1, 6, 0x1c }, /* bits 2 to 5 of a byte */
		{ FORMAT_E2M1, -0.5, 0x24 },
		{ FORMAT_FP4, 1, 0x2 },
		{ FORMAT_FP4, -6, 0xf },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++) {
		assert_int_equal(format_encode(known[i].format, known[i].value), known[i].bits);
		assert_same(format_decode(known[i].format, known[i].bits), known[i].value);
	}
	assert_int_equal(format_encode(FORMAT_FP16, -0.0), 0x8000);
	assert_int_equal(format_encode(FORMAT_INT8, 1), 32);
	assert_int_equal(format_encode(FORMAT_INT8, -100), 0x81); /* -127 */
	assert_same(format_decode(FORMAT_INT8, 0x81), -127);
	assert_unknown(format_decode(FORMAT_FP16, 0x7c00)); /* infinity */
	assert_unknown(format_decode(FORMAT_FP16, 0xffff));
	assert_unknown(format_decode(FORMAT_E4M3, 0x7f));
	assert_unknown(format_decode(FORMAT_E5M2, 0x7c));
	assert_unknown(format_decode(FORMAT_TF32, 0x7f800000));
}

TEST(fp4_is_two_to_a_byte)
{
	uint8_t bytes[2] = { 0xff, 0xff };

	assert_int_equal(format_elements(FORMAT_FP4, sizeof bytes), 4);
	assert_int_equal(format_elements(FORMAT_TF32, 8), 2);
	format_put(FORMAT_FP4, bytes, 1, 0x3);
	format_put(FORMAT_FP4, bytes, 2, 0x5);
	assert_int_equal(bytes[0], 0x3f);
	assert_int_equal(bytes[1], 0xf5);
	assert_int_equal(format_get(FORMAT_FP4, bytes, 1), 0x3);
	assert_int_equal(format_get(FORMAT_FP4, bytes, 2), 0x5);
}

TEST(formats_round_to_even)
{
	assert_int_equal(format_encode(FORMAT_BF16, 1 + 0x1p-8), 0x3f80);
	assert_int_equal(format_encode(FORMAT_BF16, 1 + 0x3p-8), 0x3f82);
	assert_int_equal(format_encode(FORMAT_BF16, 1 + 0x1.1p-8), 0x3f81);
	assert_int_equal(format_encode(FORMAT_E4M3, 15.5), 0x58); /* rounds up to 16, which has the next exponent */
	assert_int_equal(format_encode(FORMAT_E4M3, 1e9), 0x7e);  /* saturates instead of becoming NaN */
	assert_int_equal(format_encode(FORMAT_FP16, 1e9), 0x7bff);
	assert_int_equal(format_encode(FORMAT_FP16, 0x1p-25), 0);
}

/* e4m3 represents the numbers of e5m2 down to its smallest normal number; smaller ones are rounded to within half of
 * its step. */
TEST(coarse_numbers_are_the_same_in_both_formats)
{
	enum { COUNT = 4096 };
	static float normal[COUNT];
	uint8_t e4m3[COUNT], e5m2[COUNT], finer[COUNT];
	size_t differ = 0;

	units_make_normal(normal, COUNT);
	units_fill(FORMAT_E4M3, e4m3, normal, COUNT, COARSE);
	units_fill(FORMAT_E5M2, e5m2, normal, COUNT, NORMAL);
	units_fill(FORMAT_E4M3, finer, normal, COUNT, NORMAL);
	for (size_t i = 0; i < COUNT; i++) {
		const double mine = format_decode(FORMAT_E4M3, e4m3[i]), other = format_decode(FORMAT_E5M2, e5m2[i]);
		assert_true(fabs(mine - other) <= (fabs(other) < 0x1p-6 ? 0x1p-10 : 0));
		differ += e4m3[i] != finer[i];
	}
	assert_true(differ > COUNT / 3); /* every second number has one more bit */
}

/* Every number of a format is rounded to itself; NaN and infinity have the largest exponent. */
TEST(formats_come_back)
{
	static const enum format small[] = { FORMAT_FP16, FORMAT_BF16, FORMAT_E4M3, FORMAT_E5M2 };

	for (size_t i = 0; i < sizeof small / sizeof small[0]; i++)
		for (uint64_t bits = 0; bits >> (8 * formats[small[i]].bytes) == 0; bits++) {
			const double value = format_decode(small[i], bits);
			if (!isnan(value))
				assert_int_equal(format_encode(small[i], value), bits);
		}
}

TEST(normal_numbers_are_normal)
{
	enum { COUNT = 100000 };
	double sum = 0, squares = 0, fourth = 0;

	for (uint64_t i = 0; i < COUNT; i++) {
		const double x = format_normal(i);
		sum += x;
		squares += x * x;
		fourth += x * x * x * x;
	}
	assert_true(fabs(sum / COUNT) < 0.01);
	assert_near(squares / COUNT, 1, 0.015);
	assert_near(fourth / COUNT, 3, 0.05);
}

/* ---- the check --------------------------------------------------------------------------------------------------- */

/* Points of the variant mma first, then those of wgmma. */
#define MMA(axes, kernel)                  \
	{                                  \
		axes, "tensor_mma_" kernel \
	}
#define WGMMA(axes, kernel)                  \
	{                                    \
		axes, "tensor_wgmma_" kernel \
	}
static const struct verified points[] = {
	MMA("type=fp16,acc=fp32,data=normal,sparsity=dense,form=2x4,warps=8", "fp16_fp32_dense_2x4"),
	MMA("type=fp16,acc=fp16,data=normal,sparsity=sparse,form=2x2,warps=4", "fp16_fp16_sparse_2x2"),
	MMA("type=tf32,data=normal,sparsity=sparse,form=4x4,warps=4", "tf32_fp32_sparse_4x4"),
	MMA("type=int8,data=normal,sparsity=dense,form=2x4,warps=8", "int8_int32_dense_2x4"),
	MMA("type=fp64,data=normal,sparsity=dense,form=2x4,warps=8", "fp64_fp64_dense_2x4"),
	WGMMA("type=bf16,data=normal,sparsity=dense,form=ss,warps=8", "bf16_fp32_dense_ss"),
	WGMMA("type=e4m3,acc=fp32,data=normal,sparsity=sparse,form=rs,warps=4", "e4m3_fp32_sparse_rs"),
	WGMMA("type=e5m2,acc=fp16,data=normal,sparsity=dense,form=ss,warps=12", "e5m2_fp16_dense_ss"),
};
enum { POINTS = sizeof points / sizeof points[0] };
static const struct verified_points verified = { points, POINTS };

static void open_variant_of(size_t i)
{
	assert_ok(start(90, strstr(points[i].kernel, "wgmma") != NULL ? "wgmma" : "mma", points[i].point), error);
}

/* Includes sparse matrices and formats that the dry run does not have. */
TEST(models_pass_and_mistakes_do_not)
{
	for (size_t i = 0; i < POINTS; i++) {
		open_variant_of(i);
		observe_right_kernel(&points[i]);
		stale_output_is_caught(&points[i]);
		stop();
	}
}

ONE_LESS(cut_short, struct tensor_args, passes)

TEST(a_pass_too_few_is_caught)
{
	for (size_t i = 0; i < POINTS; i++) {
		open_variant_of(i);
		expect_caught_by(i, cut_short, "verify: ");
		stop();
	}
}

/* The last element of 2 SMs with 8 tiles of 32 x 32. */
TEST(a_wrong_element_is_named)
{
	open_variant_of(0);
	expect_wrong_word_says(0, "verify: 1 of 16384 elements are wrong, the first at 16383");
	stop();
}

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

/* The device has two SMs. An instruction counts as 2 x rows x columns x depth operations. */
TEST(arithmetic_by_hand)
{
	const double tile = 2.0 * 32 * 32 * 32 * 8 * 2; /* 32 x 32 x 64 bytes of FP16, 8 warps, 2 SMs */
	const double group = 2.0 * 64 * 256 * 64 * 2 * 2;

	expect(80, "mma", "type=fp16,acc=fp32,data=normal,sparsity=dense,form=2x4,warps=8", tile, 2e9 * 2048,
	       "tensor.fp16");
	expect(80, "mma", "type=fp16,acc=fp16,data=normal,sparsity=dense,form=2x4,warps=8", tile, 2e9 * 2048, NULL);
	expect(86, "mma", "type=fp16,acc=fp16,data=normal,sparsity=dense,form=2x4,warps=8", tile, NAN, NULL);
	expect(90, "mma", "type=fp16,acc=fp32,data=normal,sparsity=dense,form=2x4,warps=8", tile, 2e9 * 4096, NULL);
	expect(90, "mma", "type=fp16,acc=fp32,data=normal,sparsity=sparse,form=2x4,warps=8", 2 * tile, 2e9 * 8192,
	       NULL);
	expect(90, "mma", "type=int8,data=normal,sparsity=dense,form=2x2,warps=8", tile, 2e9 * 8192, NULL);
	expect(90, "mma", "type=e4m3,acc=fp32,data=normal,sparsity=dense,form=2x2,warps=8", tile, 2e9 * 4096, NULL);
	expect(90, "mma", "type=fp64,data=normal,sparsity=dense,form=2x4,warps=8", tile / 2, 2e9 * 256, "tensor.fp64");
	expect(100, "mma", "type=bf16,data=normal,sparsity=dense,form=2x4,warps=8", tile, 2e9 * 8192, NULL);
	expect(90, "wgmma", "type=bf16,data=normal,sparsity=dense,form=ss,warps=8", group, 2e9 * 4096, "tensor.bf16");
	expect(90, "wgmma", "type=bf16,data=zeros,form=ss,warps=8", group, 2e9 * 4096, "tensor.bf16.zeros");
	expect(90, "wgmma", "type=e4m3,acc=fp32,data=normal,sparsity=dense,form=rs,warps=8", 2 * group, 2e9 * 8192,
	       "tensor.fp8");
	expect(90, "wgmma", "type=e5m2,acc=fp32,data=normal,sparsity=dense,form=rs,warps=8", 2 * group, 2e9 * 8192,
	       "tensor.fp8_e5m2");
	expect(90, "wgmma", "type=e5m2,acc=fp32,data=zeros,form=rs,warps=8", 2 * group, 2e9 * 8192, NULL);
	expect(90, "wgmma", "type=e4m3,acc=fp32,data=coarse,form=rs,warps=8", 2 * group, 2e9 * 8192,
	       "tensor.fp8.coarse");
	expect(90, "wgmma", "type=e5m2,acc=fp32,data=normal,sparsity=sparse,form=rs,warps=8", 4 * group, 2e9 * 16384,
	       NULL);
	expect(90, "wgmma", "type=tf32,data=normal,sparsity=dense,form=ss,warps=4", group / 4, 2e9 * 2048,
	       "tensor.tf32");
}

TEST(what_a_device_lacks_is_skipped)
{
	expect_skip(70, "mma", "type=bf16,data=normal,sparsity=dense,form=2x4,warps=8", "do not have this format");
	expect_skip(80, "mma", "type=e4m3,acc=fp32,data=normal,sparsity=dense,form=2x4,warps=8",
		    "do not have this format");
	expect_skip(75, "mma", "type=int8,data=normal,sparsity=sparse,form=2x4,warps=8",
		    "do not support sparse matrices");
	expect_skip(90, "mma", "type=e4m3,acc=fp16,data=normal,sparsity=dense,form=2x4,warps=8", "no sums in fp16");
	expect_skip(90, "mma", "type=fp64,data=normal,sparsity=sparse,form=2x4,warps=8", "fp64 has no sparse matrices");
	expect_skip(90, "mma", "type=bf16,data=normal,sparsity=dense,form=ss,warps=8", "belongs to another variant");
	expect_skip(90, "wgmma", "type=fp64,data=normal,sparsity=dense,form=ss,warps=8", "have no fp64");
	expect_skip(80, "wgmma", "type=bf16,data=normal,sparsity=dense,form=ss,warps=8",
		    "only on compute capability 9.0");
}

/* ---- metrics and conclusions ------------------------------------------------------------------------------------- */

TEST(operations_a_clock)
{
	const struct gb_result result = { .value = 8e15, .seconds = 1, .sm_hz = 1e9 },
			       unknown = { .value = 8e15, .sm_hz = NAN };
	struct gb_metric metric[GB_METRICS_MAX];

	assert_ok(start(90, "wgmma", "type=int8,data=normal,sparsity=dense,form=ss,warps=8"), error);
	assert_int_equal(bench->metrics(&run, &result, metric), 1);
	assert_string_equal(metric[0].unit, "OP/clk/SM");
	assert_int_equal(metric[0].kind, GB_TIMES);
	assert_same(metric[0].number * result.value, 8e15 / 1e9 / 2);
	assert_same(metric[0].limit, 8192);
	assert_int_equal(bench->metrics(&run, &unknown, metric), 0);
	stop();
}

TEST(zeros_and_sparsity_are_compared)
{
	const struct gb_device device = { .name = "a card" };

	MAKE_ROWS({ "mma", "type=fp16,acc=fp32,data=normal,sparsity=dense", "flop_rate", 500 },
		  { "wgmma", "type=fp16,acc=fp32,data=normal,sparsity=dense", "flop_rate", 800 },
		  { "wgmma", "type=fp16,acc=fp32,data=normal,sparsity=dense", "ops_per_clock", 4096 },
		  { "wgmma", "type=fp16,acc=fp32,data=normal,sparsity=sparse", "flop_rate", 1400 },
		  { "wgmma", "type=fp16,acc=fp32,data=zeros", "flop_rate", 900 },
		  { "wgmma", "type=fp16,acc=fp16,data=zeros", "flop_rate", 1000 },
		  { "wgmma", "type=int8,data=normal,sparsity=dense", "op_rate", 1800 },
		  { "wgmma", "type=int8,data=zeros", "op_rate", 1900 });
	assert_int_equal(conclude(bench, &device), 3);
	expect_finding("type=fp16,acc=fp32,instructions=wgmma", "zeros_over_normal", 900.0 / 800);
	assert_same(finding[0].lo, 0.9 * 900 / (1.1 * 800));
	assert_same(finding[0].hi, 1.1 * 900 / (0.9 * 800));
	assert_ptr_equal(finding[0].from, &made[1]);
	assert_string_equal(finding[1].metric, "sparse_over_dense");
	assert_same(finding[1].value, 1400.0 / 800);
	assert_string_equal(finding[2].point, "type=int8,instructions=wgmma");
	assert_same(finding[2].value, 1900.0 / 1800);
}

TESTS_OF("tensor")
