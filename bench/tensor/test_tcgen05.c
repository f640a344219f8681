/* `tensor`, variant tcgen05: its results against a model that reads the descriptors. test_tcgen05_layouts.c compares
 * both with CUTLASS. No card has run the kernels. */
#include "check_model.h"
#include "state.h"
#include "tcgen05_model.h"
#include "test_runs.h"

/* ---- the model --------------------------------------------------------------------------------------------------- */

static struct tcgen05_flips flips;
static enum tensor_types flipped = TENSOR_TYPES_COUNT;
static unsigned int launches;

static double multiply(enum tensor_types type, struct tcgen05_kernel kernel, struct gb_shape shape, const void *args)
{
	const struct tcgen05_flips none = { 0 };

	launches++;
	tcgen05_launch(kernel, shape, args, type == flipped ? &flips : &none);
	return 0;
}

/* TYPE, KIND, the axis `acc`, the format of sums, and whether a kernel packs them. */
#define FORMATS_OF_TCGEN05(X)                     \
	X(fp16, F16, ",acc=fp32", fp32, false)    \
	X(bf16, F16, "", fp32, false)             \
	X(tf32, TF32, "", fp32, false)            \
	X(e4m3, F8F6F4, ",acc=fp32", fp32, false) \
	X(e5m2, F8F6F4, ",acc=fp32", fp32, false) \
	X(fp6_e3m2, F8F6F4, "", fp32, false)      \
	X(fp6_e2m3, F8F6F4, "", fp32, false)      \
	X(fp4_e2m1, F8F6F4, "", fp32, false)      \
	X(mxfp8_e4m3, MXF8F6F4, "", fp32, false)  \
	X(mxfp6_e3m2, MXF8F6F4, "", fp32, false)  \
	X(mxfp6_e2m3, MXF8F6F4, "", fp32, false)  \
	X(mxfp4, MXF4, "", fp32, false)           \
	X(nvfp4, NVF4, "", fp32, false)           \
	X(fp16, F16, ",acc=fp16", fp16, true)     \
	X(e4m3, F8F6F4, ",acc=fp16", fp16, true)  \
	X(e5m2, F8F6F4, ",acc=fp16", fp16, true)  \
	X(int8, I8, "", int32, false)
#define FUNCTION(NAME, TYPE, KIND, SPARSE, PACKED, K96)                                            \
	static double NAME(struct gb_shape shape, const void *args)                                \
	{                                                                                          \
		const struct tcgen05_kernel kernel = { TCGEN05_KIND_##KIND, SPARSE, PACKED, K96 }; \
                                                                                                   \
		return multiply(TENSOR_TYPE_##TYPE, kernel, shape, args);                          \
	}
#define KERNEL(TYPE, KIND, ACC, SUM, PACKED)                             \
	FUNCTION(TYPE##_##SUM##_dense, TYPE, KIND, false, PACKED, false) \
	FUNCTION(TYPE##_##SUM##_sparse, TYPE, KIND, true, PACKED, false)
FORMATS_OF_TCGEN05(KERNEL)
FUNCTION(mxfp4_k96, mxfp4, MXF4, false, false, true)
FUNCTION(nvfp4_k96, nvfp4, NVF4, false, false, true)

static double check(struct gb_shape shape, const void *args)
{
	(void)shape;
	check_model(args);
	return 0;
}

#define ROW(TYPE, KIND, ACC, SUM, PACKED) \
	{ TENSOR_TYPE_##TYPE, "type=" #TYPE ACC, #TYPE "_" #SUM, { TYPE##_##SUM##_dense, TYPE##_##SUM##_sparse } },
static const struct {
	enum tensor_types type;
	const char *axes, *name;
	fake_kernel_fn *function[2]; /* dense, sparse */
} of_format[] = { FORMATS_OF_TCGEN05(ROW) };
enum { OF_FORMAT = sizeof of_format / sizeof of_format[0] };

/* With the widest sums; those in FP16 come behind it. */
static size_t format_of(enum tensor_types type)
{
	size_t i = 0;

	while (of_format[i].type != type)
		i++;
	return i;
}

/* On one SM with four or eight warps, or on two; sparse ones have four working warps. */
enum shape { NARROW, WIDE, PAIR, NARROW_SPARSE, PAIR_SPARSE, SHAPES };
static const struct {
	const char *form;
	int warps;
	bool sparse;
} shapes[] = {
	[NARROW] = { "ss", 4, false },       [WIDE] = { "ss", 8, false },         [PAIR] = { "pair", 8, false },
	[NARROW_SPARSE] = { "ss", 8, true }, [PAIR_SPARSE] = { "pair", 4, true },
};

/* Overwritten by the next. */
static const char *point_of(size_t format, enum shape shape)
{
	static char text[GB_POINT_TEXT];

	snprintf(text, sizeof text, "%s,data=normal,sparsity=%s,form=%s,warps=%d", of_format[format].axes,
		 shapes[shape].sparse ? "sparse" : "dense", shapes[shape].form, shapes[shape].warps);
	return text;
}

/* The fake device keeps the pointer. */
static const char *kernel_of(size_t format, enum shape shape)
{
	static char text[OF_FORMAT][SHAPES][GB_NAME_MAX];
	char *own = text[format][shape];

	snprintf(own, sizeof text[0][0], "tensor_tcgen05_%s_%s_%s", of_format[format].name,
		 shapes[shape].sparse ? "sparse" : "dense", shapes[shape].form);
	return own;
}

/* The kernels of the first formats, this many. */
static void add_kernels(size_t count)
{
	fake_kernel("tensor_check", check);
	for (size_t i = 0; i < count; i++)
		for (enum shape shape = NARROW; shape < SHAPES; shape++)
			if (shape != WIDE)
				fake_kernel(kernel_of(i, shape), of_format[i].function[shapes[shape].sparse]);
}

/* On a B200. */
static void open_at(size_t format, enum shape shape, bool with_kernel)
{
	assert_int_equal(start(100, "tcgen05", point_of(format, shape)), GB_OK);
	fake_kernel("tensor_check", check);
	if (with_kernel)
		fake_kernel(kernel_of(format, shape), of_format[format].function[shapes[shape].sparse]);
}

/* As if all formats had been tried. */
static void skip_the_trial(void)
{
	struct state *s = gb_state(&run);

	s->is_tried = true;
}

static void right_kernels_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < OF_FORMAT; i++)
		for (enum shape shape = NARROW; shape < SHAPES; shape++) {
			open_at(i, shape, true);
			skip_the_trial();
			assert_ok(gb_run_verify(&run), error);
			real_stale_is_caught(&run, kernel_of(i, shape));
			stop();
		}
}

static void kernels_that_do_not_run_are_caught(void **state)
{
	(void)state;
	for (size_t i = 0; i < OF_FORMAT; i++)
		for (enum shape shape = NARROW; shape < SHAPES; shape++) {
			open_at(i, shape, false);
			skip_the_trial();
			assert_int_equal(gb_run_verify(&run), GB_FAILED);
			stop();
		}
}

static void expect_wrong(size_t format, const char *what, int bit)
{
	gb_error_clear(&error);
	if (gb_run_verify(&run) != GB_FAILED)
		fail_msg("%s passes with bit %d of %s flipped", of_format[format].name, bit, what);
	flips = (struct tcgen05_flips){ 0 };
}

static void turn_the_instruction(size_t format, enum shape shape)
{
	open_at(format, shape, true);
	skip_the_trial();
	flipped = of_format[format].type;
	for (int bit = 0; bit < 32; bit++) {
		flips.instruction = UINT32_C(1) << bit;
		expect_wrong(format, "the instruction", bit);
	}
	flipped = TENSOR_TYPES_COUNT;
	stop();
}

/* One of its fields selects the byte of a word that has the first scale. */
static void every_bit_of_an_instruction_counts(void **state)
{
	static const enum tensor_types of_kind[] = { TENSOR_TYPE_bf16,       TENSOR_TYPE_tf32,  TENSOR_TYPE_fp6_e3m2,
						     TENSOR_TYPE_mxfp6_e2m3, TENSOR_TYPE_mxfp4, TENSOR_TYPE_nvfp4,
						     TENSOR_TYPE_int8 };

	(void)state;
	for (size_t i = 0; i < sizeof of_kind / sizeof of_kind[0]; i++)
		turn_the_instruction(format_of(of_kind[i]), NARROW);
	turn_the_instruction(format_of(TENSOR_TYPE_fp16), PAIR);
	turn_the_instruction(format_of(TENSOR_TYPE_tf32), NARROW_SPARSE);
	turn_the_instruction(format_of(TENSOR_TYPE_mxfp8_e4m3), PAIR_SPARSE);
	turn_the_instruction(format_of(TENSOR_TYPE_nvfp4), NARROW_SPARSE);
	for (size_t i = format_of(TENSOR_TYPE_nvfp4) + 1; i < format_of(TENSOR_TYPE_int8); i++)
		turn_the_instruction(i, NARROW);
}

static void turn_the_operands(enum tensor_types type, enum shape shape)
{
	const size_t format = format_of(type);

	open_at(format, shape, true);
	skip_the_trial();
	flipped = type;
	for (int bit = 0; bit < 64; bit++) {
		flips.a = UINT64_C(1) << bit;
		expect_wrong(format, "A", bit);
		flips.b = UINT64_C(1) << bit;
		expect_wrong(format, "B", bit);
	}
	flipped = TENSOR_TYPES_COUNT;
	stop();
}

static void every_bit_of_an_operand_counts(void **state)
{
	(void)state;
	turn_the_operands(TENSOR_TYPE_fp16, NARROW);
	turn_the_operands(TENSOR_TYPE_e4m3, NARROW_SPARSE);
}

/* ---- 96 elements along k ----------------------------------------------------------------------------------------- */

static const struct {
	enum tensor_types type;
	const char *point, *kernel;
	fake_kernel_fn *function;
} k96[] = {
	{ TENSOR_TYPE_mxfp4, "type=mxfp4,data=normal,sparsity=dense,form=ss_k96,warps=4",
	  "tensor_tcgen05_mxfp4_fp32_dense_ss_k96", mxfp4_k96 },
	{ TENSOR_TYPE_nvfp4, "type=nvfp4,data=normal,sparsity=dense,form=ss_k96,warps=8",
	  "tensor_tcgen05_nvfp4_fp32_dense_ss_k96", nvfp4_k96 },
	{ TENSOR_TYPE_mxfp4, "type=mxfp4,data=normal,sparsity=dense,form=pair_k96,warps=4",
	  "tensor_tcgen05_mxfp4_fp32_dense_pair_k96", mxfp4_k96 },
	{ TENSOR_TYPE_nvfp4, "type=nvfp4,data=normal,sparsity=dense,form=pair_k96,warps=8",
	  "tensor_tcgen05_nvfp4_fp32_dense_pair_k96", nvfp4_k96 },
};
enum { K96 = sizeof k96 / sizeof k96[0] };

/* On a B300. */
static void open_k96(size_t i, bool with_kernel)
{
	assert_int_equal(start(103, "tcgen05", k96[i].point), GB_OK);
	fake_kernel("tensor_check", check);
	if (with_kernel)
		fake_kernel(k96[i].kernel, k96[i].function);
	skip_the_trial();
}

static void right_kernels_of_k96_pass(void **state)
{
	(void)state;
	for (size_t i = 0; i < K96; i++) {
		open_k96(i, true);
		assert_ok(gb_run_verify(&run), error);
		real_stale_is_caught(&run, k96[i].kernel);
		stop();
		open_k96(i, false);
		assert_int_equal(gb_run_verify(&run), GB_FAILED);
		stop();
	}
}

static void every_bit_of_k96_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < 2; i++) {
		open_k96(i, true);
		flipped = k96[i].type;
		for (int bit = 0; bit < 64; bit++) {
			flips.instruction = bit < 32 ? UINT32_C(1) << bit : 0;
			if (bit < 32)
				expect_wrong(format_of(k96[i].type), "the instruction", bit);
			flips.a = UINT64_C(1) << bit;
			expect_wrong(format_of(k96[i].type), "A", bit);
			flips.b = UINT64_C(1) << bit;
			expect_wrong(format_of(k96[i].type), "B", bit);
		}
		flipped = TENSOR_TYPES_COUNT;
		stop();
	}
}

/* ---- all formats before any -------------------------------------------------------------------------------------- */

static void a_wrong_format_keeps_others_from_being_timed(void **state)
{
	(void)state;
	open_at(0, NARROW, true);
	add_kernels(OF_FORMAT);
	flipped = TENSOR_TYPE_int8;
	flips.instruction = 1u << 13;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "elements in int8 (ss), tried before any format is timed, are wrong");
	flips.instruction = 0;
	gb_error_clear(&error);
	launches = 0;
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(launches, 4 * OF_FORMAT + 1);
	assert_ok(gb_run_verify(&run), error); /* not again */
	assert_int_equal(launches, 4 * OF_FORMAT + 2);
	flipped = TENSOR_TYPES_COUNT;
	stop();
}

/* 10.3 has no int8, and the run does not try it. */
static void what_is_not_there_is_not_tried(void **state)
{
	(void)state;
	assert_int_equal(start(103, "tcgen05", point_of(0, NARROW)), GB_OK);
	add_kernels(OF_FORMAT - 1); /* the last is int8 */
	for (size_t i = 0; i < K96; i++)
		fake_kernel(k96[i].kernel, k96[i].function);
	launches = 0;
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(launches, 4 * (OF_FORMAT - 1) + K96 + 1);
	stop();
}

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

static void arithmetic_by_hand(void **state)
{
	const double pass = 2.0 * 128 * 256 * 64 * 2; /* FP16, one warpgroup on each of two SMs */

	(void)state;
	expect(100, "tcgen05", point_of(0, NARROW), pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", point_of(0, WIDE), 2 * pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", point_of(0, PAIR), pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", point_of(0, NARROW_SPARSE), 2 * pass, 2e9 * 16384, NULL);
	expect(100, "tcgen05", "type=bf16,data=zeros,form=ss,warps=8", 2 * pass, 2e9 * 8192, "tensor.bf16.zeros");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_tf32), NARROW), pass / 2, 2e9 * 4096, "tensor.tf32");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_e4m3), NARROW), 2 * pass, 2e9 * 16384, "tensor.fp8");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_int8), NARROW), 2 * pass, 2e9 * 16384, "tensor.int8");
	/* The second warpgroup only copies. */
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_fp6_e3m2), WIDE), 4 * pass, 2e9 * 16384, "tensor.fp6");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_mxfp8_e4m3), WIDE), 2 * pass, 2e9 * 16384,
	       "tensor.mxfp8");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_mxfp4), WIDE), 4 * pass, 2e9 * 32768, "tensor.mxfp4");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_nvfp4), PAIR), 4 * pass, 2e9 * 32768, "tensor.nvfp4");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_nvfp4), NARROW_SPARSE), 8 * pass, 2e9 * 65536, NULL);
	expect(103, "tcgen05", point_of(0, NARROW), pass, 2e9 * 8192, "tensor.fp16");
	expect(103, "tcgen05", point_of(format_of(TENSOR_TYPE_nvfp4), WIDE), 4 * pass, 2e9 * 49152, "tensor.nvfp4");
	/* Three times around 256 elements of FP4. */
	expect(103, "tcgen05", k96[1].point, 12 * pass, 2e9 * 49152, "tensor.nvfp4");
	expect(103, "tcgen05", k96[2].point, 12 * pass, 2e9 * 49152, "tensor.mxfp4");
	expect(110, "tcgen05", point_of(format_of(TENSOR_TYPE_nvfp4), WIDE), 4 * pass, 2e9 * 32768, "tensor.nvfp4");
	expect(107, "tcgen05", point_of(0, NARROW), pass, 2e9 * 8192, "tensor.fp16");
	/* It is not known if sums in FP16 are faster there. */
	expect(100, "tcgen05", "type=fp16,acc=fp16,data=normal,sparsity=dense,form=ss,warps=4", pass, NAN, NULL);
	/* There only mma has integers. */
	expect(103, "mma", "type=int8,data=normal,sparsity=dense,form=2x2,warps=4", 2.0 * 32 * 16 * 64 * 4 * 2, NAN,
	       "tensor.int8");
}

static void what_is_not_measured_is_skipped(void **state)
{
	(void)state;
	expect_skip(90, "tcgen05", point_of(0, NARROW), "only on compute capability 10.x and 11.x");
	expect_skip(120, "tcgen05", point_of(0, NARROW), "only on compute capability 10.x and 11.x");
	expect_skip(100, "wgmma", point_of(0, NARROW), "variant tcgen05 replaced it");
	expect_skip(103, "tcgen05", point_of(format_of(TENSOR_TYPE_int8), NARROW), "no int8 on this device");
	expect_skip(100, "tcgen05", "type=fp64,data=normal,sparsity=dense,form=ss,warps=4", "have no fp64");
	expect_skip(100, "tcgen05", k96[1].point, "only for dense FP4 on compute capability 10.3");
	expect_skip(103, "tcgen05", "type=nvfp4,data=normal,sparsity=sparse,form=ss_k96,warps=4", "only for dense FP4");
	expect_skip(103, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=pair_k96,warps=4", "only for dense FP4");
	expect_skip(90, "wgmma", "type=bf16,data=normal,sparsity=dense,form=ss_k96,warps=4",
		    "form of the other variant");
	expect_skip(100, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=rs,warps=4",
		    "form of the other variants");
	expect_skip(100, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=ss,warps=12", "two warpgroups");
	expect_skip(100, "mma", "type=bf16,data=normal,sparsity=dense,form=pair,warps=4", "form of the other variant");
	expect_skip(90, "wgmma", "type=bf16,data=normal,sparsity=dense,form=pair,warps=4", "form of the other variant");
}

/* A kernel that never ran must not pass for one that did, least of all where it is slow. */
static void it_says_that_it_never_ran(void **state)
{
	(void)state;
	assert_int_equal(start(100, "tcgen05", point_of(0, NARROW)), GB_OK);
	assert_says(bench->remark(&run), "audited, never run");
	assert_says(bench->method, "audited, never run");
	stop();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(right_kernels_pass),
		T(kernels_that_do_not_run_are_caught),
		T(every_bit_of_an_instruction_counts),
		T(every_bit_of_an_operand_counts),
		T(right_kernels_of_k96_pass),
		T(every_bit_of_k96_counts),
		T(a_wrong_format_keeps_others_from_being_timed),
		T(what_is_not_there_is_not_tried),
		T(arithmetic_by_hand),
		T(what_is_not_measured_is_skipped),
		T(it_says_that_it_never_ran),
	};

	if (!open_bench())
		return 1;
	const int failed = cmocka_run_group_tests(tests, NULL, NULL);
	gb_plugins_free(&plugins);
	return failed;
}
