/* Tests of `tensor`, variant scaled: its results against a model that reads lanes' registers by CUTLASS's layouts.
 * The kernels have never run on a card. */
#include "check_model.h"
#include "device/rates.h"
#include "scaled_model.h"
#include "test_runs.h"

/* ---- the model --------------------------------------------------------------------------------------------------- */

static struct scaled_flips flips;
static uint32_t meta_flips;

static void multiply(const struct scaled_kernel *kernel, struct gb_shape shape, const void *of)
{
	struct tensor_args args = *(const struct tensor_args *)of;

	args.meta ^= meta_flips;
	scaled_launch(kernel, shape, &args, &flips);
}

#define TYPES_OF_SCALED(X) \
	X(fp6_e3m2)        \
	X(fp6_e2m3)        \
	X(fp4_e2m1)        \
	X(mxfp8_e4m3)      \
	X(mxfp6_e3m2)      \
	X(mxfp6_e2m3)      \
	X(mxfp4)           \
	X(nvfp4)
#define FORM(TYPE, SPARSITY, SPARSE, M, N)                                                                          \
	static double TYPE##_##SPARSITY##_##M##x##N(struct gb_shape shape, const void *args)                        \
	{                                                                                                           \
		static const struct scaled_kernel kernel = { &tensor_type_list[TENSOR_TYPE_##TYPE], SPARSE, M, N }; \
                                                                                                                    \
		multiply(&kernel, shape, args);                                                                     \
		return 0;                                                                                           \
	}
#define FORMS(TYPE)                    \
	FORM(TYPE, dense, false, 2, 4) \
	FORM(TYPE, dense, false, 4, 4) \
	FORM(TYPE, sparse, true, 2, 2) \
	FORM(TYPE, sparse, true, 4, 4)
TYPES_OF_SCALED(FORMS)

#define POINT(TYPE, SPARSITY, FORM)                                                                                  \
	{ TENSOR_TYPE_##TYPE, #SPARSITY, "type=" #TYPE ",data=normal,sparsity=" #SPARSITY ",form=" #FORM ",warps=8", \
	  "tensor_scaled_" #TYPE "_fp32_" #SPARSITY "_" #FORM, TYPE##_##SPARSITY##_##FORM },
#define POINTS(TYPE) POINT(TYPE, dense, 2x4) POINT(TYPE, dense, 4x4) POINT(TYPE, sparse, 2x2) POINT(TYPE, sparse, 4x4)
static const struct {
	enum tensor_types type;
	const char *sparsity, *point, *kernel;
	fake_kernel_fn *function;
} points[] = { TYPES_OF_SCALED(POINTS) };
enum { POINTS_COUNT = sizeof points / sizeof points[0] };

static double check(struct gb_shape shape, const void *args)
{
	(void)shape;
	check_model(args);
	return 0;
}

/* On an RTX 50. */
static int verify(size_t i, bool there)
{
	assert_int_equal(start(120, "scaled", points[i].point), GB_OK);
	fake_kernel("tensor_check", check);
	if (there)
		fake_kernel(points[i].kernel, points[i].function);
	const int status = gb_run_verify(&run);
	if (status == GB_OK)
		real_stale_is_caught(&run, points[i].kernel);
	stop();
	return status;
}

static void expect_all_wrong(const char *what, bool of_scales, bool of_sparse)
{
	for (size_t i = 0; i < POINTS_COUNT; i++)
		if ((!of_scales || tensor_type_list[points[i].type].block > 0) &&
		    (!of_sparse || strcmp(points[i].sparsity, "sparse") == 0) && verify(i, true) != GB_FAILED)
			fail_msg("%s passes with %s", points[i].point, what);
}

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS_COUNT; i++)
		if (verify(i, true) != GB_OK)
			fail_msg("%s: %s", points[i].point, error.text);
}

static void kernels_that_do_not_run_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < POINTS_COUNT; i++)
		assert_int_equal(verify(i, false), GB_FAILED);
}

/* A bit of the first scale that each lane has. */
static void wrong_scales_are_caught(void **state)
{
	(void)state;
	flips.a_scales = 8;
	expect_all_wrong("another scale of A", true, false);
	flips = (struct scaled_flips){ .b_scales = 8 };
	expect_all_wrong("another scale of B", true, false);
	flips.b_scales = 0;
}

/* Elements 1 and 3 of four are kept; with this bit it would be 0 and 3, with the other 1 and 2. */
static void other_elements_kept_are_caught(void **state)
{
	(void)state;
	meta_flips = 0x11111111;
	expect_all_wrong("other elements kept", false, true);
	meta_flips = 0x44444444;
	expect_all_wrong("other elements kept", false, true);
	meta_flips = 0;
}

static void arithmetic_by_hand(void **state)
{
	const double tile = 2.0 * 32 * 32 * 64 * 8 * 2; /* 32 x 32 x 64 one-byte elements, 8 warps, 2 SMs */

	(void)state;
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

/* A GeForce board halves an element a byte, but for FP8 with scales; two to a byte are as fast. */
static void geforce_halves_some_formats(void **state)
{
	static const struct {
		const char *type;
		double geforce, other;
	} types[] = {
		{ "fp6_e3m2", 1024, 2048 },   { "fp6_e2m3", 1024, 2048 },   { "fp4_e2m1", 1024, 2048 },
		{ "mxfp6_e3m2", 1024, 2048 }, { "mxfp8_e4m3", 2048, 2048 }, { "mxfp4", 4096, 4096 },
		{ "nvfp4", 4096, 4096 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof types / sizeof types[0]; i++) {
		char point[GB_POINT_TEXT];

		snprintf(point, sizeof point, "type=%s,data=normal,sparsity=dense,form=2x4,warps=8", types[i].type);
		expect_limit("NVIDIA GeForce RTX 5090", point, 2e9 * types[i].geforce);
		expect_limit("NVIDIA RTX PRO 6000 Blackwell", point, 2e9 * types[i].other);
	}
}

static void what_is_not_there_is_skipped(void **state)
{
	(void)state;
	expect_skip(100, "scaled", "type=nvfp4,data=normal,sparsity=dense,form=2x4,warps=8",
		    "only on compute capability 12.x");
	expect_skip(120, "scaled", "type=nvfp4,data=normal,sparsity=dense,form=ss,warps=8",
		    "form of the other variant");
}

static void it_says_that_it_never_ran(void **state)
{
	(void)state;
	assert_int_equal(start(120, "scaled", points[0].point), GB_OK);
	assert_says(bench->remark(&run), "audited, never run");
	stop();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(right_kernels_pass),           T(kernels_that_do_not_run_are_caught),
		T(wrong_scales_are_caught),      T(other_elements_kept_are_caught),
		T(arithmetic_by_hand),           T(geforce_halves_some_formats),
		T(what_is_not_there_is_skipped), T(it_says_that_it_never_ran),
	};

	if (!open_bench())
		return 1;
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	gb_plugins_free(&plugins);
	return failed;
}
