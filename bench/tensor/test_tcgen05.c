/* `tensor`, variant tcgen05: its descriptors and layouts against CUTLASS's, and its results against a model that reads these
 * descriptors. No card has run the kernels. */
#include "check_model.h"
#include "state.h"
#include "tcgen05_model.h"
#include "test_runs.h"

/* ---- against CUTLASS ------------------------------------------------------------------------------------------------- */
/* Printed by programs over the headers of CUTLASS: of 4.2.0 (the wheel nvidia-cutlass 4.2.0.0 of PyPI) for dense matrices without
 * scales and their places, of 4.7.0 for the rest. */

/* cute/arch/mma_sm100_desc.hpp: make_instr_desc<T, T, sums, 128 or 256, 256, Major::K, Major::K>(), and
 * make_instr_desc_block_scaled() likewise; sparse with is_sparse. FP6 and FP4 with gaps are its types for unpacked memory. */
static const struct {
	enum tensor_types type;
	enum tensor_sum sum;
	uint32_t bits, of_two, sparse, sparse_of_two;
} instructions[] = {
	{ TENSOR_TYPE_fp16, TENSOR_SUM_FP32, 0x08400010, 0x10400010, 0x08400014, 0x10400014 },
	{ TENSOR_TYPE_bf16, TENSOR_SUM_FP32, 0x08400490, 0x10400490, 0x08400494, 0x10400494 },
	{ TENSOR_TYPE_tf32, TENSOR_SUM_FP32, 0x08400910, 0x10400910, 0x08400914, 0x10400914 },
	{ TENSOR_TYPE_e4m3, TENSOR_SUM_FP32, 0x08400010, 0x10400010, 0x08400014, 0x10400014 },
	{ TENSOR_TYPE_e5m2, TENSOR_SUM_FP32, 0x08400490, 0x10400490, 0x08400494, 0x10400494 },
	{ TENSOR_TYPE_int8, TENSOR_SUM_INT32, 0x084004a0, 0x104004a0, 0x084004a4, 0x104004a4 },
	{ TENSOR_TYPE_fp6_e3m2, TENSOR_SUM_FP32, 0x08401210, 0x10401210, 0x08401214, 0x10401214 },
	{ TENSOR_TYPE_fp6_e2m3, TENSOR_SUM_FP32, 0x08400d90, 0x10400d90, 0x08400d94, 0x10400d94 },
	{ TENSOR_TYPE_fp4_e2m1, TENSOR_SUM_FP32, 0x08401690, 0x10401690, 0x08401694, 0x10401694 },
	{ TENSOR_TYPE_mxfp8_e4m3, TENSOR_SUM_FP32, 0x08c00000, 0x10c00000, 0x08c00004, 0x10c00004 },
	{ TENSOR_TYPE_mxfp6_e3m2, TENSOR_SUM_FP32, 0x08c01200, 0x10c01200, 0x08c01204, 0x10c01204 },
	{ TENSOR_TYPE_mxfp6_e2m3, TENSOR_SUM_FP32, 0x08c00d80, 0x10c00d80, 0x08c00d84, 0x10c00d84 },
	{ TENSOR_TYPE_mxfp4, TENSOR_SUM_FP32, 0x08c00480, 0x10c00480, 0x08c00484, 0x10c00484 },
	{ TENSOR_TYPE_nvfp4, TENSOR_SUM_FP32, 0x08400480, 0x10400480, 0x08400484, 0x10400484 },
	{ TENSOR_TYPE_fp16, TENSOR_SUM_FP16, 0x08400000, 0x10400000, 0x08400004, 0x10400004 },
	{ TENSOR_TYPE_e4m3, TENSOR_SUM_FP16, 0x08400000, 0x10400000, 0x08400004, 0x10400004 },
	{ TENSOR_TYPE_e5m2, TENSOR_SUM_FP16, 0x08400480, 0x10400480, 0x08400484, 0x10400484 },
};

/* cute/atom/mma_traits_sm100.hpp: make_umma_desc<Major::K>() of 256 rows of Layout_K_SW128_Atom at address 0. */
#define TILE UINT64_C(0x4000404000010000)

/* With 96 elements along k: k_size_ of the instruction, and lbo_mode_ of its operands, as mma_unpack() of SM103 in
 * cute/atom/mma_traits_sm100.hpp sets them; the address in leading_byte_offset_ is that of the tile, 0. */
static const struct {
	enum tensor_types type;
	uint32_t bits, of_two;
} instructions_k96[] = {
	{ TENSOR_TYPE_mxfp4, 0x88c00480, 0x90c00480 },
	{ TENSOR_TYPE_nvfp4, 0x88400480, 0x90400480 },
};
#define TILE_K96 UINT64_C(0x4010404000000000)

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
		const struct tensor_type *type = &tensor_type_list[instructions[i].type];
		const enum tensor_sum sum =
			instructions[i].type == TENSOR_TYPE_int8 ? TENSOR_SUM_INT32 : instructions[i].sum;
		assert_int_equal(tcgen05_instruction(type, sum, 1, false), instructions[i].bits);
		assert_int_equal(tcgen05_instruction(type, sum, 2, false), instructions[i].of_two);
		assert_int_equal(tcgen05_instruction(type, sum, 1, true), instructions[i].sparse);
		assert_int_equal(tcgen05_instruction(type, sum, 2, true), instructions[i].sparse_of_two);
	}
	assert_true(tcgen05_tile(false) == TILE);
	assert_true(tcgen05_tile(true) == TILE_K96);
	for (size_t i = 0; i < sizeof instructions_k96 / sizeof instructions_k96[0]; i++)
		for (unsigned int sms = 1; sms <= 2; sms++)
			assert_int_equal(tcgen05_instruction(&tensor_type_list[instructions_k96[i].type],
							     TENSOR_SUM_FP32, sms, false) |
						 UINT32_C(1) << TCGEN05_K96,
					 sms == 1 ? instructions_k96[i].bits : instructions_k96[i].of_two);
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

/* cute/atom/mma_traits_sm100_frag.hpp: tmem_sf_frg<scale, elements, 1, is A>::make() of an operand of four steps. Scales in
 * bytes: ((32, rows / 32), 4 copies) of rows has strides ((1 << 18, 4), 32 << 18), a step's scales 1; steps these. */
static const struct {
	enum tcgen05_kind kind;
	unsigned int rows, steps[4];
} scales[] = {
	{ TCGEN05_KIND_MXF8F6F4, 128, { 0, 1, 2, 3 } }, { TCGEN05_KIND_MXF8F6F4, 256, { 0, 1, 2, 3 } },
	{ TCGEN05_KIND_MXF4, 128, { 0, 2, 16, 18 } },   { TCGEN05_KIND_MXF4, 256, { 0, 2, 32, 34 } },
	{ TCGEN05_KIND_NVF4, 128, { 0, 16, 32, 48 } },  { TCGEN05_KIND_NVF4, 256, { 0, 32, 64, 96 } },
};

/* Where the model of the kernel writes them, in all four copies. */
static void scales_are_where_cutlass_has_them(void **state)
{
	static unsigned char rows[256 * TENSOR_SCALES];
	static struct tcgen05_sm sm;

	(void)state;
	for (unsigned int i = 0; i < sizeof rows; i++)
		rows[i] = (unsigned char)format_mix(i);
	for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
		const unsigned int each = tcgen05_scales(scales[i].kind, false);
		memset(&sm.memory, 0, sizeof sm.memory);
		tcgen05_write_scales(&sm, 0, rows, each, 1, scales[i].rows);
		for (unsigned int at = 0; at < 4 * scales[i].rows * 4 * each; at++) {
			const unsigned int scale = at % each, step = at / each % 4,
					   row = at / each / 4 % scales[i].rows, copy = at / each / 4 / scales[i].rows;
			const uint32_t place =
				(row % 32 << 18) + row / 32 * 4 + (copy * 32 << 18) + scales[i].steps[step] + scale;
			const uint32_t word = sm.memory[place >> 18][place % (1 << 18) / 4];
			assert_int_equal(word >> place % 4 * 8 & 255, rows[row * TENSOR_SCALES + step * each + scale]);
		}
	}
}

/* The same of SM103: tmem_sf_frg of 768 elements along k has strides (1, 16) for (4, k / 4) scales of 128 rows and (1, 32) of 256, in
 * bytes. The instruction's scales begin at every sixth (mxfp4: third), so in each byte of a word. */
static void scales_of_k96_are_where_cutlass_has_them(void **state)
{
	static unsigned char rows[256 * TENSOR_SCALES];
	static struct tcgen05_sm sm;

	(void)state;
	for (unsigned int i = 0; i < sizeof rows; i++)
		rows[i] = (unsigned char)(format_mix(i) % 120); /* not the NaN of E4M3 */
	for (unsigned int i = 0; i < 4; i++) {
		const enum tcgen05_kind kind = i / 2 == 0 ? TCGEN05_KIND_NVF4 : TCGEN05_KIND_MXF4;
		const unsigned int count = i % 2 == 0 ? 128 : 256, each = tcgen05_scales(kind, true);
		const unsigned int of_row = each * TENSOR_TCGEN05_K96_STEPS / TENSOR_TCGEN05_K96_LAPS;
		memset(&sm.memory, 0, sizeof sm.memory);
		tcgen05_write_scales(&sm, 0, rows, 3 * of_row / 4, 3, count);
		for (unsigned int at = 0; at < 3 * of_row * count; at++) {
			const unsigned int row = at % count, scale = at / count;
			const uint32_t place = (row % 32 << 18) + row / 32 * 4 + scale % 4 + scale / 4 * (count / 8);
			const uint32_t word = sm.memory[place >> 18][place % (1 << 18) / 4];
			const unsigned char byte = rows[row * TENSOR_SCALES + scale % of_row];
			assert_int_equal(word >> place % 4 * 8 & 255, byte);
			assert_same(tcgen05_scale(&sm, 0, row / 32 % 4, count, row, scale, false),
				    format_decode(FORMAT_E4M3, byte));
		}
	}
}

/* tmem_e_frg<T>::make(): the bits of what is kept of a row's elements. Rows are (8, 2, 8), of k are two halves; strides in parts of a
 * bit or in bits, of which a lane has 32 x 512. */
static const struct {
	enum format type;
	unsigned int depth, of_bit, bits; /* elements of k; strides are in so many parts of a bit, or bits */
	uint32_t rows[3], half;
} kept[] = {
	{ FORMAT_TF32, 16, 1, 2, { 1 << 20, 8, 1 << 24 }, 1 << 23 },
	{ FORMAT_FP16, 32, 1, 1, { 1 << 21, 16, 1 << 25 }, 1 << 24 },
	{ FORMAT_E4M3, 64, 1, 1, { 1 << 21, 1 << 24, 1 << 25 }, 32 },
	{ FORMAT_FP4, 128, 2, 1, { 1 << 22, 1 << 25, 1 << 26 }, 64 },
};

static void what_is_kept_is_where_cutlass_has_it(void **state)
{
	static struct tcgen05_sm sm;

	(void)state;
	for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
		const unsigned int group = kept[i].type == FORMAT_TF32 ? 2 : kept[i].type == FORMAT_FP4 ? 8 : 4;
		for (unsigned int at = 0; at < 128 * kept[i].depth; at += group) {
			const unsigned int row = at / kept[i].depth, k = at % kept[i].depth, half = kept[i].depth / 2;
			const uint32_t place = row % 8 * kept[i].rows[0] + row / 8 % 2 * kept[i].rows[1] +
					       row / 16 * kept[i].rows[2] + k % half + k / half * kept[i].half;
			const uint32_t bit = place * kept[i].bits / kept[i].of_bit;
			uint32_t *word = &sm.memory[bit >> 21][bit % (1 << 21) / 32];
			*word = 0xeu << bit % 32;
			assert_int_equal(tcgen05_kept(&sm, 0, kept[i].type, row, k), 0xe);
			*word = 0;
		}
	}
}

/* mma_traits_sm100_frag.hpp and cute/atom/copy_traits_sm100.hpp: tmem_frg_1sm<half_t>::make() and that of two SMs have strides
 * (131072, 2) for (128, 256) sums, in halves: a column's low half each. SM100_TMEM_LOAD_32dp32b32x_16b takes ((16, 64), 32) bits
 * at ((1, 32), 2097152), one after the other. */
static void halves_are_where_cutlass_has_them(void **state)
{
	static uint32_t out[TCGEN05_LANES * TENSOR_GROUP_COLS / 2];
	static struct tcgen05_sm sm;

	(void)state;
	memset(&sm.memory, 0xff, sizeof sm.memory);
	for (unsigned int i = 0; i < TCGEN05_LANES * TENSOR_GROUP_COLS; i++) {
		const unsigned int row = i / TENSOR_GROUP_COLS, col = i % TENSOR_GROUP_COLS;
		const uint32_t half = row * 131072 + col * 2;
		const uint32_t *word = &sm.memory[half >> 17][half % 131072 / 2];
		tcgen05_set_sum(&sm, row, col, TENSOR_SUM_FP16, i % 2048);
		assert_int_equal(*word >> half % 2 * 16 & 0xffff, format_encode(FORMAT_FP16, i % 2048));
		assert_same(tcgen05_sum(&sm, row, col, TENSOR_SUM_FP16), i % 2048);
	}
	tcgen05_write(&sm, 0, true, out);
	for (unsigned int lane = 0; lane < TCGEN05_LANES; lane++)
		for (unsigned int value = 0; value < TENSOR_GROUP_COLS; value++) {
			const uint32_t bit = value * 32 + lane % 32 * 2097152;
			const uint32_t from = sm.memory[lane / 32 * 32 + (bit >> 21)][bit % 2097152 / 32];
			assert_int_equal(format_get(FORMAT_FP16, out + lane * (TENSOR_GROUP_COLS / 2), value),
					 from & 0xffff);
		}
}

/* ---- the model -------------------------------------------------------------------------------------------------------- */

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

/* Of one SM with four or eight warps, or of two; sparse ones have four that work. */
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

/* The first so many formats' kernels. */
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
	flipped = TENSOR_TYPES_COUNT;
	stop();
}

/* Which byte of a word has the first scale is one of its fields. */
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

/* ---- 96 elements along k ---------------------------------------------------------------------------------------------- */

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

/* ---- all formats before any ------------------------------------------------------------------------------------------- */

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

/* 10.3 has no int8, and is not asked for it. */
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

/* ---- by hand ---------------------------------------------------------------------------------------------------------- */

static void arithmetic_by_hand(void **state)
{
	const double pass = 2.0 * 128 * 256 * 64 * 2; /* of FP16, one warpgroup on each of two SMs */

	(void)state;
	expect(100, "tcgen05", point_of(0, NARROW), pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", point_of(0, WIDE), 2 * pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", point_of(0, PAIR), pass, 2e9 * 8192, "tensor.fp16");
	expect(100, "tcgen05", point_of(0, NARROW_SPARSE), 2 * pass, 2e9 * 16384, NULL);
	expect(100, "tcgen05", "type=bf16,data=zeros,form=ss,warps=8", 2 * pass, 2e9 * 8192, "tensor.bf16.zeros");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_tf32), NARROW), pass / 2, 2e9 * 4096, "tensor.tf32");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_e4m3), NARROW), 2 * pass, 2e9 * 16384, "tensor.fp8");
	expect(100, "tcgen05", point_of(format_of(TENSOR_TYPE_int8), NARROW), 2 * pass, 2e9 * 16384, "tensor.int8");
	/* The second warpgroup copies alone. */
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
	/* Whether sums in FP16 are faster there is not known. */
	expect(100, "tcgen05", "type=fp16,acc=fp16,data=normal,sparsity=dense,form=ss,warps=4", pass, NAN, NULL);
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
		T(scales_are_where_cutlass_has_them),
		T(scales_of_k96_are_where_cutlass_has_them),
		T(what_is_kept_is_where_cutlass_has_it),
		T(halves_are_where_cutlass_has_them),
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
