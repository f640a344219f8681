/* Tests of the variant tcgen05 of `tensor`: its results against a model that reads the descriptors, which
 * test_tcgen05_layouts.c compares with CUTLASS. The kernels have never run on a GPU. */
#include "state.h"
#include "tcgen05_model.h"
#include "test_runs.h"

/* ---- kernels whose bits are flipped ------------------------------------------------------------------------------ */

static struct tcgen05_flips flips;
static struct tcgen05_kernel flipped;

static double multiply_flipped(struct gb_shape shape, const void *args)
{
	tcgen05_launch(flipped, shape, args, &flips);
	return 0;
}

static uint32_t launches;

static void count_launches(const char *kernel, struct gb_shape shape, bool computes)
{
	launches += strcmp(kernel, "tensor_check") != 0;
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

#define OF_TYPE(TYPE, AXES, SUM, KIND, PACKED)                                                     \
	{                                                                                          \
		TENSOR_TYPE_##TYPE, "type=" #TYPE AXES, #TYPE "_" SUM, TCGEN05_KIND_##KIND, PACKED \
	}
static const struct {
	enum tensor_types type;
	const char *axes, *name;
	enum tcgen05_kind kind;
	bool packed;
} of_format[] = {
	OF_TYPE(fp16, ",acc=fp32", "fp32", F16, false),
	OF_TYPE(bf16, "", "fp32", F16, false),
	OF_TYPE(tf32, "", "fp32", TF32, false),
	OF_TYPE(e4m3, ",acc=fp32", "fp32", F8F6F4, false),
	OF_TYPE(e5m2, ",acc=fp32", "fp32", F8F6F4, false),
	OF_TYPE(fp6_e3m2, "", "fp32", F8F6F4, false),
	OF_TYPE(fp6_e2m3, "", "fp32", F8F6F4, false),
	OF_TYPE(fp4_e2m1, "", "fp32", F8F6F4, false),
	OF_TYPE(mxfp8_e4m3, "", "fp32", MXF8F6F4, false),
	OF_TYPE(mxfp6_e3m2, "", "fp32", MXF8F6F4, false),
	OF_TYPE(mxfp6_e2m3, "", "fp32", MXF8F6F4, false),
	OF_TYPE(mxfp4, "", "fp32", MXF4, false),
	OF_TYPE(nvfp4, "", "fp32", NVF4, false),
	OF_TYPE(fp16, ",acc=fp16", "fp16", F16, true),
	OF_TYPE(e4m3, ",acc=fp16", "fp16", F8F6F4, true),
	OF_TYPE(e5m2, ",acc=fp16", "fp16", F8F6F4, true),
	OF_TYPE(int8, "", "int32", I8, false),
};
enum { OF_FORMAT = sizeof of_format / sizeof of_format[0] };

/* The index of a type with its widest sums; the entry with sums in FP16 follows. */
static size_t format_of(enum tensor_types type)
{
	size_t i = 0;

	while (of_format[i].type != type)
		i++;
	return i;
}

/* One SM with four or eight warps, or two SMs; with a sparse A four warps compute. */
enum shape { NARROW, WIDE, PAIR, NARROW_SPARSE, PAIR_SPARSE, SHAPES };
static const struct {
	const char *form;
	int warps;
	bool sparse;
} shapes[] = {
	[NARROW] = { "ss", 4, false },       [WIDE] = { "ss", 8, false },         [PAIR] = { "pair", 8, false },
	[NARROW_SPARSE] = { "ss", 8, true }, [PAIR_SPARSE] = { "pair", 4, true },
};

/* Each call overwrites the previous text. */
static const char *text_of(size_t format, enum shape shape)
{
	static char text[GB_POINT_TEXT];

	snprintf(text, sizeof text, "%s,data=normal,sparsity=%s,form=%s,warps=%d", of_format[format].axes,
		 shapes[shape].sparse ? "sparse" : "dense", shapes[shape].form, shapes[shape].warps);
	return text;
}

/* The fake device keeps the pointers, so each name has its own buffer. */
static const char *kernel_of(size_t format, enum shape shape)
{
	static char text[OF_FORMAT][SHAPES][GB_NAME_MAX];
	char *own = text[format][shape];

	snprintf(own, sizeof text[0][0], "tensor_tcgen05_%s_%s_%s", of_format[format].name,
		 shapes[shape].sparse ? "sparse" : "dense", shapes[shape].form);
	return own;
}

/* Opens a point on a B200, with the models or with another function for its kernel. */
static void open_at(size_t format, enum shape shape, fake_kernel_fn *function)
{
	assert_int_equal(start(100, "tcgen05", text_of(format, shape)), GB_OK);
	fake_kernel(kernel_of(format, shape), function);
	flipped = (struct tcgen05_kernel){ of_format[format].kind, shapes[shape].sparse, of_format[format].packed,
					   false };
}

/* Sets the state in which all formats have been tried. */
static void skip_the_trial(void)
{
	struct state *s = gb_state(&run);

	s->is_tried = true;
}

TEST(models_pass)
{
	for (size_t i = 0; i < OF_FORMAT; i++)
		for (enum shape shape = NARROW; shape < SHAPES; shape++) {
			open_at(i, shape, NULL);
			skip_the_trial();
			assert_ok(gb_run_verify(&run), error);
			real_stale_is_caught(&run, kernel_of(i, shape));
			stop();
		}
}

TEST(idle_kernels_are_caught)
{
	for (size_t i = 0; i < OF_FORMAT; i++)
		for (enum shape shape = NARROW; shape < SHAPES; shape++) {
			open_at(i, shape, real_idle);
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
	open_at(format, shape, multiply_flipped);
	skip_the_trial();
	for (int bit = 0; bit < 32; bit++) {
		flips.instruction = UINT32_C(1) << bit;
		expect_wrong(format, "the instruction", bit);
	}
	stop();
}

/* Flips bits in turn; one field selects the byte of a word that holds the first scale. */
TEST(every_bit_of_an_instruction_counts)
{
	static const enum tensor_types of_kind[] = { TENSOR_TYPE_bf16,       TENSOR_TYPE_tf32,  TENSOR_TYPE_fp6_e3m2,
						     TENSOR_TYPE_mxfp6_e2m3, TENSOR_TYPE_mxfp4, TENSOR_TYPE_nvfp4,
						     TENSOR_TYPE_int8 };

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

	open_at(format, shape, multiply_flipped);
	skip_the_trial();
	for (int bit = 0; bit < 64; bit++) {
		flips.a = UINT64_C(1) << bit;
		expect_wrong(format, "A", bit);
		flips.b = UINT64_C(1) << bit;
		expect_wrong(format, "B", bit);
	}
	stop();
}

TEST(every_bit_of_an_operand_counts)
{
	turn_the_operands(TENSOR_TYPE_fp16, NARROW);
	turn_the_operands(TENSOR_TYPE_e4m3, NARROW_SPARSE);
}

/* ---- 96 elements along k ----------------------------------------------------------------------------------------- */

static const struct {
	enum tensor_types type;
	const char *point, *kernel;
} k96[] = {
	{ TENSOR_TYPE_mxfp4, "type=mxfp4,data=normal,sparsity=dense,form=ss_k96,warps=4",
	  "tensor_tcgen05_mxfp4_fp32_dense_ss_k96" },
	{ TENSOR_TYPE_nvfp4, "type=nvfp4,data=normal,sparsity=dense,form=ss_k96,warps=8",
	  "tensor_tcgen05_nvfp4_fp32_dense_ss_k96" },
	{ TENSOR_TYPE_mxfp4, "type=mxfp4,data=normal,sparsity=dense,form=pair_k96,warps=4",
	  "tensor_tcgen05_mxfp4_fp32_dense_pair_k96" },
	{ TENSOR_TYPE_nvfp4, "type=nvfp4,data=normal,sparsity=dense,form=pair_k96,warps=8",
	  "tensor_tcgen05_nvfp4_fp32_dense_pair_k96" },
};
enum { K96 = sizeof k96 / sizeof k96[0] };

static void open_k96(size_t i, fake_kernel_fn *function)
{
	assert_int_equal(start(103, "tcgen05", k96[i].point), GB_OK);
	fake_kernel(k96[i].kernel, function);
	flipped = (struct tcgen05_kernel){ of_format[format_of(k96[i].type)].kind, false, false, true };
	skip_the_trial();
}

TEST(models_of_k96_pass)
{
	for (size_t i = 0; i < K96; i++) {
		open_k96(i, NULL);
		assert_ok(gb_run_verify(&run), error);
		real_stale_is_caught(&run, k96[i].kernel);
		stop();
		open_k96(i, real_idle);
		assert_int_equal(gb_run_verify(&run), GB_FAILED);
		stop();
	}
}

TEST(every_bit_of_k96_counts)
{
	for (size_t i = 0; i < 2; i++) {
		open_k96(i, multiply_flipped);
		for (int bit = 0; bit < 64; bit++) {
			flips.instruction = bit < 32 ? UINT32_C(1) << bit : 0;
			if (bit < 32)
				expect_wrong(format_of(k96[i].type), "the instruction", bit);
			flips.a = UINT64_C(1) << bit;
			expect_wrong(format_of(k96[i].type), "A", bit);
			flips.b = UINT64_C(1) << bit;
			expect_wrong(format_of(k96[i].type), "B", bit);
		}
		stop();
	}
}

/* ---- verification of all formats --------------------------------------------------------------------------------- */

TEST(a_wrong_format_keeps_others_from_being_timed)
{
	open_at(format_of(TENSOR_TYPE_int8), NARROW, multiply_flipped);
	at(text_of(0, NARROW));
	flips.instruction = 1u << 13;
	expect_check_says("elements in int8 (ss), tried before any format is timed, are wrong");
	flips.instruction = 0;
	fake.launched = count_launches;
	launches = 0;
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(launches, 4 * OF_FORMAT + 1);
	assert_ok(gb_run_verify(&run), error); /* formats are tried only once */
	assert_int_equal(launches, 4 * OF_FORMAT + 2);
	stop();
}

/* Compute capability 10.3 has no int8, so the trial skips it. */
TEST(what_is_not_there_is_not_tried)
{
	assert_int_equal(start(103, "tcgen05", text_of(0, NARROW)), GB_OK);
	fake.launched = count_launches;
	launches = 0;
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(launches, 4 * (OF_FORMAT - 1) + K96 + 1);
	stop();
}

/* ---- by hand ----------------------------------------------------------------------------------------------------- */

TEST(arithmetic_by_hand)
{
	const double pass = 2.0 * 128 * 256 * 64 * 2; /* FP16, one warpgroup on each of two SMs */

	expect(100, "tcgen05", text_of(0, NARROW), pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", text_of(0, WIDE), 2 * pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", text_of(0, PAIR), pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", text_of(0, NARROW_SPARSE), 2 * pass, 2e9 * 16384, NULL);
	expect(100, "tcgen05", "type=bf16,data=zeros,form=ss,warps=8", 2 * pass, 2e9 * 8192, "tensor.bf16.zeros");
	expect(100, "tcgen05", text_of(format_of(TENSOR_TYPE_tf32), NARROW), pass / 2, 2e9 * 4096, "tensor.tf32");
	expect(100, "tcgen05", text_of(format_of(TENSOR_TYPE_e4m3), NARROW), 2 * pass, 2e9 * 16384, "tensor.fp8");
	expect(100, "tcgen05", text_of(format_of(TENSOR_TYPE_int8), NARROW), 2 * pass, 2e9 * 16384, "tensor.int8");
	/* The second warpgroup only copies operands. */
	expect(100, "tcgen05", text_of(format_of(TENSOR_TYPE_fp6_e3m2), WIDE), 4 * pass, 2e9 * 16384, "tensor.fp6");
	expect(100, "tcgen05", text_of(format_of(TENSOR_TYPE_mxfp8_e4m3), WIDE), 2 * pass, 2e9 * 16384, "tensor.mxfp8");
	expect(100, "tcgen05", text_of(format_of(TENSOR_TYPE_mxfp4), WIDE), 4 * pass, 2e9 * 32768, "tensor.mxfp4");
	expect(100, "tcgen05", text_of(format_of(TENSOR_TYPE_nvfp4), PAIR), 4 * pass, 2e9 * 32768, "tensor.nvfp4");
	expect(100, "tcgen05", text_of(format_of(TENSOR_TYPE_nvfp4), NARROW_SPARSE), 8 * pass, 2e9 * 65536, NULL);
	expect(103, "tcgen05", text_of(0, NARROW), pass, 2e9 * 8192, "tensor.fp16");
	expect(103, "tcgen05", text_of(format_of(TENSOR_TYPE_nvfp4), WIDE), 4 * pass, 2e9 * 49152, "tensor.nvfp4");
	/* Three times around 256 elements of FP4. */
	expect(103, "tcgen05", k96[1].point, 12 * pass, 2e9 * 49152, "tensor.nvfp4");
	expect(103, "tcgen05", k96[2].point, 12 * pass, 2e9 * 49152, "tensor.mxfp4");
	expect(110, "tcgen05", text_of(format_of(TENSOR_TYPE_nvfp4), WIDE), 4 * pass, 2e9 * 32768, "tensor.nvfp4");
	expect(107, "tcgen05", text_of(0, NARROW), pass, 2e9 * 8192, "tensor.fp16");
	/* The rate of sums in FP16 is unknown. */
	expect(100, "tcgen05", "type=fp16,acc=fp16,data=normal,sparsity=dense,form=ss,warps=4", pass, NAN, NULL);
	/* On 10.3 only mma supports integers. */
	expect(103, "mma", "type=int8,data=normal,sparsity=dense,form=2x2,warps=4", 2.0 * 32 * 16 * 64 * 4 * 2, NAN,
	       "tensor.int8");
}

TEST(what_is_not_measured_is_skipped)
{
	expect_skip(90, "tcgen05", text_of(0, NARROW), "only on compute capability 10.x and 11.x");
	expect_skip(120, "tcgen05", text_of(0, NARROW), "only on compute capability 10.x and 11.x");
	expect_skip(100, "wgmma", text_of(0, NARROW), "variant tcgen05 replaced it");
	expect_skip(103, "tcgen05", text_of(format_of(TENSOR_TYPE_int8), NARROW), "no int8 on this device");
	expect_skip(100, "tcgen05", "type=fp64,data=normal,sparsity=dense,form=ss,warps=4", "have no fp64");
	expect_skip(100, "tcgen05", k96[1].point, "only for dense FP4 on compute capability 10.3");
	expect_skip(103, "tcgen05", "type=nvfp4,data=normal,sparsity=sparse,form=ss_k96,warps=4", "only for dense FP4");
	expect_skip(103, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=pair_k96,warps=4", "only for dense FP4");
	expect_skip(90, "wgmma", "type=bf16,data=normal,sparsity=dense,form=ss_k96,warps=4",
		    "belongs to another variant");
	expect_skip(100, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=rs,warps=4",
		    "belongs to another variant");
	expect_skip(100, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=ss,warps=12", "two warpgroups");
	expect_skip(100, "mma", "type=bf16,data=normal,sparsity=dense,form=pair,warps=4", "belongs to another variant");
	expect_skip(90, "wgmma", "type=bf16,data=normal,sparsity=dense,form=pair,warps=4",
		    "belongs to another variant");
}

/* A reader must not take a kernel that never ran for one that did, especially if it is slow. */
TEST(it_says_that_it_never_ran)
{
	assert_int_equal(start(100, "tcgen05", text_of(0, NARROW)), GB_OK);
	assert_says(bench->remark(&run), "audited, never run");
	assert_says(bench->method, "audited, never run");
	stop();
}

TESTS_OF("tensor")
