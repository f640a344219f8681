/* `tensor`, variant tcgen05: its descriptors and layouts against CUTLASS's, and its results against a model that reads these
 * descriptors. No card has run the kernels. */
#include "check_model.h"
#include "state.h"
#include "tcgen05_model.h"
#include "test_runs.h"

/* ---- against CUTLASS ------------------------------------------------------------------------------------------------- */
/* Printed by a program over the headers of CUTLASS 4.2.0 (the wheel nvidia-cutlass 4.2.0.0 of PyPI). */

/* cute/arch/mma_sm100_desc.hpp: make_instr_desc<T, T, sums, 128 or 256, 256, Major::K, Major::K>(). */
static const struct {
	enum format type;
	uint32_t bits, of_two;
} instructions[] = {
	{ FORMAT_FP16, 0x08400010, 0x10400010 }, { FORMAT_BF16, 0x08400490, 0x10400490 },
	{ FORMAT_TF32, 0x08400910, 0x10400910 }, { FORMAT_E4M3, 0x08400010, 0x10400010 },
	{ FORMAT_E5M2, 0x08400490, 0x10400490 }, { FORMAT_INT8, 0x084004a0, 0x104004a0 },
};

/* cute/atom/mma_traits_sm100.hpp: make_umma_desc<Major::K>() of 256 rows of Layout_K_SW128_Atom at address 0. */
#define TILE UINT64_C(0x4000404000010000)

/* Bytes of that layout, for int8: row, byte of the row, place. */
static const struct {
	unsigned int row, at, place;
} places[] = {
	{ 0, 0, 0 },     { 1, 0, 144 },  { 1, 16, 128 },     { 3, 40, 408 },
	{ 7, 127, 911 }, { 9, 0, 1168 }, { 100, 77, 12813 }, { 255, 127, 32655 },
};
/* Of all 256 x 128 places, row by row: FNV-1a (32 bits) of the low byte, then the high one. */
#define PLACES_HASH 0x85d269c5u

static void descriptors_are_those_of_cutlass(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof instructions / sizeof instructions[0]; i++) {
		assert_int_equal(tcgen05_instruction(instructions[i].type, 1), instructions[i].bits);
		assert_int_equal(tcgen05_instruction(instructions[i].type, 2), instructions[i].of_two);
	}
	assert_true(tcgen05_tile() == TILE);
}

static void places_are_those_of_cutlass(void **state)
{
	struct tcgen05_operand tile;
	uint32_t hash = 2166136261u;

	(void)state;
	assert_true(tcgen05_read_operand(TILE, &tile));
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		assert_int_equal(tcgen05_place(&tile, places[i].row, places[i].at), places[i].place);
	for (unsigned int i = 0; i < 256 * 128; i++) {
		const uint32_t place = (uint32_t)tcgen05_place(&tile, i / 128, i % 128);
		hash = (hash ^ (place & 255)) * 16777619u;
		hash = (hash ^ place >> 8) * 16777619u;
	}
	assert_int_equal(hash, PLACES_HASH);
}

/* What the kernel copies is where the descriptor says. */
static void tiles_are_copied_there(void **state)
{
	static unsigned char from[256 * TENSOR_B_BYTES], to[256 * 128];
	struct tcgen05_operand tile;

	(void)state;
	assert_true(tcgen05_read_operand(TILE, &tile));
	for (unsigned int i = 0; i < sizeof from; i++)
		from[i] = (unsigned char)format_mix(i);
	tcgen05_copy_tile(to, from, 256, TENSOR_B_BYTES);
	for (unsigned int i = 0; i < sizeof to; i++)
		assert_int_equal(to[tcgen05_place(&tile, i / 128, i % 128)], from[i / 128 * TENSOR_B_BYTES + i % 128]);
}

/* ---- the model -------------------------------------------------------------------------------------------------------- */

static struct tcgen05_flips flips;
static enum format flipped = FORMATS;
static unsigned int launches;

static double multiply(enum format type, enum tcgen05_kind kind, struct gb_shape shape, const void *args)
{
	const struct tcgen05_flips none = { 0 };

	launches++;
	tcgen05_launch(kind, shape, args, type == flipped ? &flips : &none);
	return 0;
}

#define KERNEL(NAME, TYPE, KIND)                                                  \
	static double NAME(struct gb_shape shape, const void *args)               \
	{                                                                         \
		return multiply(FORMAT_##TYPE, TCGEN05_KIND_##KIND, shape, args); \
	}
KERNEL(fp16, FP16, F16)
KERNEL(bf16, BF16, F16)
KERNEL(tf32, TF32, TF32)
KERNEL(e4m3, E4M3, F8F6F4)
KERNEL(e5m2, E5M2, F8F6F4)
KERNEL(int8, INT8, I8)

static double check(struct gb_shape shape, const void *args)
{
	(void)shape;
	check_model(args);
	return 0;
}

static const struct {
	enum format type;
	const char *axes, *name;
	fake_kernel_fn *function;
} of_format[] = {
	{ FORMAT_FP16, "type=fp16,acc=fp32", "fp16_fp32", fp16 },
	{ FORMAT_BF16, "type=bf16", "bf16_fp32", bf16 },
	{ FORMAT_TF32, "type=tf32", "tf32_fp32", tf32 },
	{ FORMAT_E4M3, "type=e4m3,acc=fp32", "e4m3_fp32", e4m3 },
	{ FORMAT_E5M2, "type=e5m2,acc=fp32", "e5m2_fp32", e5m2 },
	{ FORMAT_INT8, "type=int8", "int8_int32", int8 },
};
enum { OF_FORMAT = sizeof of_format / sizeof of_format[0] };

/* Of one SM with four or eight warps, or of two. */
enum shape { NARROW, WIDE, PAIR, SHAPES };
static const char *const forms[] = { [NARROW] = "ss", [WIDE] = "ss", [PAIR] = "pair" };

/* Overwritten by the next. */
static const char *point_of(size_t format, enum shape shape)
{
	static char text[GB_POINT_TEXT];

	snprintf(text, sizeof text, "%s,data=normal,sparsity=dense,form=%s,warps=%d", of_format[format].axes,
		 forms[shape], shape == WIDE ? 8 : 4);
	return text;
}

/* The fake device keeps the pointer. */
static const char *kernel_of(size_t format, enum shape shape)
{
	static char text[OF_FORMAT][SHAPES][GB_NAME_MAX];
	char *own = text[format][shape];

	snprintf(own, sizeof text[0][0], "tensor_tcgen05_%s_dense_%s", of_format[format].name, forms[shape]);
	return own;
}

/* The first so many formats' kernels. */
static void add_kernels(size_t count)
{
	fake_kernel("tensor_check", check);
	for (size_t i = 0; i < count; i++) {
		fake_kernel(kernel_of(i, NARROW), of_format[i].function);
		fake_kernel(kernel_of(i, PAIR), of_format[i].function);
	}
}

/* On a B200. */
static void open_at(size_t format, enum shape shape, bool with_kernels)
{
	assert_int_equal(start(100, "tcgen05", point_of(format, shape)), GB_OK);
	add_kernels(with_kernels ? OF_FORMAT : 0);
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
		fail_msg("%s passes with bit %d of %s turned over", of_format[format].name, bit, what);
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
	flipped = FORMATS;
	stop();
}

static void every_bit_of_an_instruction_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < OF_FORMAT; i++)
		turn_the_instruction(i, NARROW);
	turn_the_instruction(0, PAIR);
}

static void every_bit_of_an_operand_counts(void **state)
{
	(void)state;
	open_at(0, NARROW, true);
	skip_the_trial();
	flipped = of_format[0].type;
	for (int bit = 0; bit < 64; bit++) {
		flips.a = UINT64_C(1) << bit;
		expect_wrong(0, "A", bit);
		flips.b = UINT64_C(1) << bit;
		expect_wrong(0, "B", bit);
	}
	flipped = FORMATS;
	stop();
}

/* ---- all formats before any ------------------------------------------------------------------------------------------- */

static void a_wrong_format_keeps_others_from_being_timed(void **state)
{
	(void)state;
	open_at(0, NARROW, true);
	flipped = FORMAT_INT8;
	flips.instruction = 1u << 13;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	assert_says(error.text, "elements in int8 (ss), tried before any format is timed, are wrong");
	flips.instruction = 0;
	gb_error_clear(&error);
	launches = 0;
	assert_ok(gb_run_verify(&run), error);
	assert_int_equal(launches, 2 * OF_FORMAT + 1);
	assert_ok(gb_run_verify(&run), error); /* not again */
	assert_int_equal(launches, 2 * OF_FORMAT + 2);
	flipped = FORMATS;
	stop();
}

/* 10.3 has no int8, and is not asked for it. */
static void what_is_not_there_is_not_tried(void **state)
{
	(void)state;
	assert_int_equal(start(103, "tcgen05", point_of(0, NARROW)), GB_OK);
	add_kernels(OF_FORMAT - 1);
	assert_ok(gb_run_verify(&run), error);
	stop();
}

/* ---- by hand ---------------------------------------------------------------------------------------------------------- */

static void arithmetic_by_hand(void **state)
{
	const double pass = 2.0 * 128 * 256 * 64 * 2; /* of FP16, one warpgroup on each of two SMs */

	(void)state;
	expect(100, "tcgen05", point_of(0, NARROW), pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", point_of(0, WIDE), 2 * pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", point_of(0, PAIR), pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", "type=bf16,data=zeros,form=ss,warps=8", 2 * pass, 2e9 * 8192, "tensor.bf16.zeros");
	expect(100, "tcgen05", point_of(2, NARROW), pass / 2, 2e9 * 4096, "tensor.tf32");
	expect(100, "tcgen05", point_of(3, NARROW), 2 * pass, 2e9 * 16384, "tensor.fp8");
	expect(100, "tcgen05", point_of(5, NARROW), 2 * pass, 2e9 * 16384, "tensor.int8");
	expect(103, "tcgen05", point_of(0, NARROW), pass, NAN, "tensor.fp16");
	/* There mma has the only integers. */
	expect(103, "mma", "type=int8,data=normal,sparsity=dense,form=2x2,warps=4", 2.0 * 32 * 16 * 64 * 4 * 2, NAN,
	       "tensor.int8");
}

static void what_is_not_measured_is_skipped(void **state)
{
	(void)state;
	expect_skip(90, "tcgen05", point_of(0, NARROW), "only on compute capability 10.x and 11.x");
	expect_skip(120, "tcgen05", point_of(0, NARROW), "only on compute capability 10.x and 11.x");
	expect_skip(100, "wgmma", point_of(0, NARROW), "variant tcgen05 replaced it");
	expect_skip(103, "tcgen05", point_of(5, NARROW), "no int8 on this device");
	expect_skip(100, "tcgen05", "type=fp64,data=normal,sparsity=dense,form=ss,warps=4", "have no fp64");
	expect_skip(100, "tcgen05", "type=bf16,data=normal,sparsity=sparse,form=ss,warps=4", "sparse");
	expect_skip(100, "tcgen05", "type=fp16,acc=fp16,data=normal,sparsity=dense,form=ss,warps=4", "sums in fp16");
	expect_skip(100, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=rs,warps=4",
		    "form of the other variants");
	expect_skip(100, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=ss,warps=12", "two warpgroups");
	expect_skip(100, "tcgen05", "type=bf16,data=normal,sparsity=dense,form=pair,warps=8", "one warpgroup each");
	expect_skip(100, "mma", "type=bf16,data=normal,sparsity=dense,form=pair,warps=4", "form of the other variant");
	expect_skip(90, "wgmma", "type=bf16,data=normal,sparsity=dense,form=pair,warps=4", "form of the other variant");
}

/* Nobody must take it for a kernel that was seen to work, least of all where it is slow. */
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
		T(descriptors_are_those_of_cutlass),
		T(places_are_those_of_cutlass),
		T(tiles_are_copied_there),
		T(right_kernels_pass),
		T(kernels_that_do_not_run_are_caught),
		T(every_bit_of_an_instruction_counts),
		T(every_bit_of_an_operand_counts),
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
