/* Tests of the variant scaled of `tensor`: its results against a model that reads the lanes' registers by CUTLASS's
 * layouts. The kernels have never run on a GPU. */
#include "device/rates.h"
#include "scaled_model.h"
#include "test_runs.h"

/* ---- points ------------------------------------------------------------------------------------------------------ */

#define POINT(TYPE, SPARSITY, SPARSE, M, N)                                                     \
	{                                                                                       \
		"type=" #TYPE ",data=normal,sparsity=" #SPARSITY ",form=" #M "x" #N ",warps=8", \
			"tensor_scaled_" #TYPE "_fp32_" #SPARSITY "_" #M "x" #N,                \
		{                                                                               \
			&tensor_type_list[TENSOR_TYPE_##TYPE], SPARSE, M, N                     \
		}                                                                               \
	}
#define POINTS(TYPE)                                                                                       \
	POINT(TYPE, dense, false, 2, 4), POINT(TYPE, dense, false, 4, 4), POINT(TYPE, sparse, true, 2, 2), \
		POINT(TYPE, sparse, true, 4, 4)
static const struct {
	const char *point, *kernel;
	struct scaled_kernel does;
} points[] = { POINTS(fp6_e3m2),   POINTS(fp6_e2m3),   POINTS(fp4_e2m1), POINTS(mxfp8_e4m3),
	       POINTS(mxfp6_e3m2), POINTS(mxfp6_e2m3), POINTS(mxfp4),    POINTS(nvfp4) };
enum { POINTS_COUNT = sizeof points / sizeof points[0] };

static struct scaled_flips flips;
static uint32_t meta_flips;
static const struct scaled_kernel *flipped;

static double multiply_flipped(struct gb_shape shape, const void *of)
{
	struct tensor_args args = *(const struct tensor_args *)of;

	args.meta ^= meta_flips;
	scaled_launch(flipped, shape, &args, &flips);
	return 0;
}

/* Verifies a point on an RTX 50, with the kernel's model or with another function. */
static int verify(size_t i, fake_kernel_fn *function)
{
	assert_int_equal(start(120, "scaled", points[i].point), GB_OK);
	fake_kernel(points[i].kernel, function);
	const int status = gb_run_verify(&run);
	if (status == GB_OK)
		real_stale_is_caught(&run, points[i].kernel);
	stop();
	return status;
}

static void expect_all_wrong(const char *what, bool of_scales, bool of_sparse)
{
	for (size_t i = 0; i < POINTS_COUNT; i++) {
		flipped = &points[i].does;
		if ((!of_scales || flipped->type->block > 0) && (!of_sparse || flipped->sparse) &&
		    verify(i, multiply_flipped) != GB_FAILED)
			fail_msg("%s passes with %s", points[i].point, what);
	}
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

TEST(models_pass)
{
	for (size_t i = 0; i < POINTS_COUNT; i++)
		if (verify(i, NULL) != GB_OK)
			fail_msg("%s: %s", points[i].point, error.text);
}

TEST(idle_kernels_are_caught)
{
	for (size_t i = 0; i < POINTS_COUNT; i++)
		assert_int_equal(verify(i, real_idle), GB_FAILED);
}

/* Flips a bit of each lane's first scale. */
TEST(wrong_scales_are_caught)
{
	flips.a_scales = 8;
	expect_all_wrong("another scale of A", true, false);
	flips = (struct scaled_flips){ .b_scales = 8 };
	expect_all_wrong("another scale of B", true, false);
	flips.b_scales = 0;
}

/* Elements 1 and 3 of four are kept. One flipped bit selects 0 and 3, the other 1 and 2. */
TEST(other_elements_kept_are_caught)
{
	meta_flips = 0x11111111;
	expect_all_wrong("other elements kept", false, true);
	meta_flips = 0x44444444;
	expect_all_wrong("other elements kept", false, true);
	meta_flips = 0;
}

TEST(arithmetic_by_hand)
{
	const double tile = 2.0 * 32 * 32 * 64 * 8 * 2; /* 32 x 32 x 64 one-byte elements, 8 warps, 2 SMs */

	expect(120, "scaled", "type=fp6_e3m2,data=normal,sparsity=dense,form=2x4,warps=8", tile, 2e9 * 2048,
	       "tensor.fp6");
	expect(120, "scaled", "type=fp6_e2m3,data=normal,sparsity=dense,form=2x4,warps=8", tile, 2e9 * 2048, NULL);
	expect(120, "scaled", "type=mxfp8_e4m3,data=normal,sparsity=dense,form=2x4,warps=8", tile, 2e9 * 2048,
	       "tensor.mxfp8");
	expect(120, "scaled", "type=mxfp6_e3m2,data=normal,sparsity=sparse,form=2x4,warps=8", 2 * tile, 2e9 * 4096,
	       NULL);
	expect(120, "scaled", "type=mxfp4,data=normal,sparsity=dense,form=2x4,warps=8", 2 * tile, 2e9 * 4096,
	       "tensor.mxfp4");
	expect(120, "scaled", "type=nvfp4,data=zeros,form=2x4,warps=8", 2 * tile, 2e9 * 4096, NULL);
	expect(120, "scaled", "type=nvfp4,data=normal,sparsity=dense,form=4x4,warps=8", 4 * tile, 2e9 * 4096,
	       "tensor.nvfp4");
}

static void expect_limit(const char *board, const char *point, double limit)
{
	assert_int_equal(start(120, "scaled", point), GB_OK);
	card.device.rates = gb_rates_of_board(board, 12, 0);
	assert_same(bench->limit(&run, gb_device(&run), 1e9), limit);
	stop();
}

/* A GeForce board has half the rate for formats with one element per byte, except for FP8 with scales; formats with two
 * per byte have the full rate. */
TEST(geforce_halves_some_formats)
{
	static const struct {
		const char *type;
		double geforce, other;
	} types[] = {
		{ "fp6_e3m2", 1024, 2048 },   { "fp6_e2m3", 1024, 2048 },   { "fp4_e2m1", 1024, 2048 },
		{ "mxfp6_e3m2", 1024, 2048 }, { "mxfp8_e4m3", 2048, 2048 }, { "mxfp4", 4096, 4096 },
		{ "nvfp4", 4096, 4096 },
	};

	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		char point[GB_POINT_TEXT];

		snprintf(point, sizeof point, "type=%s,data=normal,sparsity=dense,form=2x4,warps=8", types[i].type);
		expect_limit("NVIDIA GeForce RTX 5090", point, 2e9 * types[i].geforce);
		expect_limit("NVIDIA RTX PRO 6000 Blackwell", point, 2e9 * types[i].other);
	}
}

TEST(what_is_not_there_is_skipped)
{
	expect_skip(100, "scaled", "type=nvfp4,data=normal,sparsity=dense,form=2x4,warps=8",
		    "only on compute capability 12.x");
	expect_skip(120, "scaled", "type=nvfp4,data=normal,sparsity=dense,form=ss,warps=8",
		    "belongs to another variant");
}

TEST(it_says_that_it_never_ran)
{
	assert_int_equal(start(120, "scaled", points[0].point), GB_OK);
	assert_says(bench->remark(&run), "audited, never run");
	stop();
}

TESTS_OF("tensor")
