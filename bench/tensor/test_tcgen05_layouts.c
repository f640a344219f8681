/* Tests of the descriptors and layouts of the variant tcgen05 of `tensor`, as made by the host and as read by the
 * model, against those of CUTLASS. The kernels have never run on a GPU. */
#include "support.h"
#include "tcgen05_model.h"

/* Values printed by programs that include CUTLASS headers: 4.2.0 (the wheel nvidia-cutlass 4.2.0.0 of PyPI) for dense
 * matrices without scales and their addresses, 4.7.0 for the rest. */

/* cute/arch/mma_sm100_desc.hpp: make_instr_desc<T, T, sums, 128 or 256, 256, Major::K, Major::K>(), and for scales
 * make_instr_desc_block_scaled(); for a sparse A with is_sparse. FP6 and FP4 in bytes are its types for unpacked
 * memory. */
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

/* With 96 elements along k: k_size_ of the instruction and lbo_mode_ of its operands, as mma_unpack() of SM103 in
 * cute/atom/mma_traits_sm100.hpp sets them. The address in leading_byte_offset_ is that of the tile, 0. */
static const struct {
	enum tensor_types type;
	uint32_t bits, of_two;
} instructions_k96[] = {
	{ TENSOR_TYPE_mxfp4, 0x88c00480, 0x90c00480 },
	{ TENSOR_TYPE_nvfp4, 0x88400480, 0x90400480 },
};
#define TILE_K96 UINT64_C(0x4010404000000000)

/* Addresses of bytes in that layout, for int8: row, byte of the row, address. */
static const struct {
	uint32_t row, at, place;
} places[] = {
	{ 0, 0, 0 },     { 1, 0, 144 },  { 1, 16, 128 },     { 3, 40, 408 },
	{ 7, 127, 911 }, { 9, 0, 1168 }, { 100, 77, 12813 }, { 255, 127, 32655 },
};
/* Hash of all 256 x 128 addresses, row by row: FNV-1a (32 bits) of the low byte, then of the high byte. */
#define PLACES_HASH 0x85d269c5u

TEST(descriptors_are_those_of_cutlass)
{
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
		for (uint32_t sms = 1; sms <= 2; sms++)
			assert_int_equal(tcgen05_instruction(&tensor_type_list[instructions_k96[i].type],
							     TENSOR_SUM_FP32, sms, false) |
						 UINT32_C(1) << TCGEN05_K96,
					 sms == 1 ? instructions_k96[i].bits : instructions_k96[i].of_two);
}

TEST(places_are_those_of_cutlass)
{
	struct tcgen05_operand tile;
	uint32_t hash = 2166136261u;

	assert_true(tcgen05_read_operand(TILE, &tile));
	for (size_t i = 0; i < sizeof places / sizeof places[0]; i++)
		assert_int_equal(tcgen05_place(&tile, places[i].row, places[i].at), places[i].place);
	for (uint32_t i = 0; i < 256 * 128; i++) {
		const uint32_t place = (uint32_t)tcgen05_place(&tile, i / 128, i % 128);
		hash = (hash ^ (place & 255)) * 16777619u;
		hash = (hash ^ place >> 8) * 16777619u;
	}
	assert_int_equal(hash, PLACES_HASH);
}

/* The kernel's copies must be where the descriptor says. */
TEST(tiles_are_copied_there)
{
	static unsigned char from[256 * TENSOR_B_BYTES], to[256 * 128];
	struct tcgen05_operand tile;

	assert_true(tcgen05_read_operand(TILE, &tile));
	for (uint32_t i = 0; i < sizeof from; i++)
		from[i] = (unsigned char)format_mix(i);
	tcgen05_copy_tile(to, from, 256, TENSOR_B_BYTES);
	for (uint32_t i = 0; i < sizeof to; i++)
		assert_int_equal(to[tcgen05_place(&tile, i / 128, i % 128)], from[i / 128 * TENSOR_B_BYTES + i % 128]);
}

/* cute/atom/mma_traits_sm100_frag.hpp: tmem_sf_frg<scale, elements, 1, is A>::make() for an operand of four steps.
 * Scales, in bytes: rows of shape ((32, rows / 32), 4 copies) have strides ((1 << 18, 4), 32 << 18), scales of a step
 * have stride 1, and steps have the strides below. */
static const struct {
	enum tcgen05_kind kind;
	uint32_t rows, steps[4];
} scales[] = {
	{ TCGEN05_KIND_MXF8F6F4, 128, { 0, 1, 2, 3 } }, { TCGEN05_KIND_MXF8F6F4, 256, { 0, 1, 2, 3 } },
	{ TCGEN05_KIND_MXF4, 128, { 0, 2, 16, 18 } },   { TCGEN05_KIND_MXF4, 256, { 0, 2, 32, 34 } },
	{ TCGEN05_KIND_NVF4, 128, { 0, 16, 32, 48 } },  { TCGEN05_KIND_NVF4, 256, { 0, 32, 64, 96 } },
};

/* The model of the kernel writes scales to these addresses, in all four copies. */
TEST(scales_are_where_cutlass_has_them)
{
	static unsigned char rows[256 * TENSOR_SCALES];
	static struct tcgen05_sm sm;

	for (uint32_t i = 0; i < sizeof rows; i++)
		rows[i] = (unsigned char)format_mix(i);
	for (size_t i = 0; i < sizeof scales / sizeof scales[0]; i++) {
		const uint32_t each = tcgen05_scales(scales[i].kind, false);
		memset(&sm.memory, 0, sizeof sm.memory);
		tcgen05_write_scales(&sm, 0, rows, each, 1, scales[i].rows);
		for (uint32_t at = 0; at < 4 * scales[i].rows * 4 * each; at++) {
			const uint32_t scale = at % each, step = at / each % 4, row = at / each / 4 % scales[i].rows,
				       copy = at / each / 4 / scales[i].rows;
			const uint32_t place =
				(row % 32 << 18) + row / 32 * 4 + (copy * 32 << 18) + scales[i].steps[step] + scale;
			const uint32_t word = sm.memory[place >> 18][place % (1 << 18) / 4];
			assert_int_equal(word >> place % 4 * 8 & 255, rows[row * TENSOR_SCALES + step * each + scale]);
		}
	}
}

/* For SM103, tmem_sf_frg with 768 elements along k has strides (1, 16) for (4, k / 4) scales of 128 rows, and (1, 32)
 * for 256 rows, in bytes. The scales of an instruction begin at every sixth byte (mxfp4: third), and so at any byte of
 * a word. */
TEST(scales_of_k96_are_where_cutlass_has_them)
{
	static unsigned char rows[256 * TENSOR_SCALES];
	static struct tcgen05_sm sm;

	for (uint32_t i = 0; i < sizeof rows; i++)
		rows[i] = (unsigned char)(format_mix(i) % 120); /* excludes the NaN of E4M3 */
	for (uint32_t i = 0; i < 4; i++) {
		const enum tcgen05_kind kind = i / 2 == 0 ? TCGEN05_KIND_NVF4 : TCGEN05_KIND_MXF4;
		const uint32_t count = i % 2 == 0 ? 128 : 256, each = tcgen05_scales(kind, true);
		const uint32_t of_row = each * TENSOR_TCGEN05_K96_STEPS / TENSOR_TCGEN05_K96_LAPS;
		memset(&sm.memory, 0, sizeof sm.memory);
		tcgen05_write_scales(&sm, 0, rows, 3 * of_row / 4, 3, count);
		for (uint32_t at = 0; at < 3 * of_row * count; at++) {
			const uint32_t row = at % count, scale = at / count;
			const uint32_t place = (row % 32 << 18) + row / 32 * 4 + scale % 4 + scale / 4 * (count / 8);
			const uint32_t word = sm.memory[place >> 18][place % (1 << 18) / 4];
			const unsigned char byte = rows[row * TENSOR_SCALES + scale % of_row];
			assert_int_equal(word >> place % 4 * 8 & 255, byte);
			assert_same(tcgen05_scale(&sm, 0, row / 32 % 4, count, row, scale, false),
				    format_decode(FORMAT_E4M3, byte));
		}
	}
}

/* tmem_e_frg<T>::make(): the metadata bits for the elements of a row. Rows have shape (8, 2, 8), and k has two halves.
 * Strides are in bits or in fractions of a bit; a lane has 32 x 512 bits. */
static const struct {
	enum format type;
	uint32_t depth, of_bit, bits; /* elements along k; the unit of strides as a fraction of a bit */
	uint32_t rows[3], half;
} kept[] = {
	{ FORMAT_TF32, 16, 1, 2, { 1 << 20, 8, 1 << 24 }, 1 << 23 },
	{ FORMAT_FP16, 32, 1, 1, { 1 << 21, 16, 1 << 25 }, 1 << 24 },
	{ FORMAT_E4M3, 64, 1, 1, { 1 << 21, 1 << 24, 1 << 25 }, 32 },
	{ FORMAT_FP4, 128, 2, 1, { 1 << 22, 1 << 25, 1 << 26 }, 64 },
};

TEST(what_is_kept_is_where_cutlass_has_it)
{
	static struct tcgen05_sm sm;

	for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
		const uint32_t group = kept[i].type == FORMAT_TF32 ? 2 : kept[i].type == FORMAT_FP4 ? 8 : 4;
		for (uint32_t at = 0; at < 128 * kept[i].depth; at += group) {
			const uint32_t row = at / kept[i].depth, k = at % kept[i].depth, half = kept[i].depth / 2;
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

/* mma_traits_sm100_frag.hpp and cute/atom/copy_traits_sm100.hpp: tmem_frg_1sm<half_t>::make() and the one for two SMs
 * have strides (131072, 2) for (128, 256) sums, in halves, so each sum is in the low half of a column.
 * SM100_TMEM_LOAD_32dp32b32x_16b reads ((16, 64), 32) bits at strides ((1, 32), 2097152), packed. */
TEST(halves_are_where_cutlass_has_them)
{
	static uint32_t out[TCGEN05_LANES * TENSOR_GROUP_COLS / 2];
	static struct tcgen05_sm sm;

	memset(&sm.memory, 0xff, sizeof sm.memory);
	for (uint32_t i = 0; i < TCGEN05_LANES * TENSOR_GROUP_COLS; i++) {
		const uint32_t row = i / TENSOR_GROUP_COLS, col = i % TENSOR_GROUP_COLS;
		const uint32_t half = row * 131072 + col * 2;
		const uint32_t *word = &sm.memory[half >> 17][half % 131072 / 2];
		tcgen05_set_sum(&sm, row, col, TENSOR_SUM_FP16, i % 2048);
		assert_int_equal(*word >> half % 2 * 16 & 0xffff, format_encode(FORMAT_FP16, i % 2048));
		assert_same(tcgen05_sum(&sm, row, col, TENSOR_SUM_FP16), i % 2048);
	}
	tcgen05_write(&sm, 0, true, out);
	for (uint32_t lane = 0; lane < TCGEN05_LANES; lane++)
		for (uint32_t value = 0; value < TENSOR_GROUP_COLS; value++) {
			const uint32_t bit = value * 32 + lane % 32 * 2097152;
			const uint32_t from = sm.memory[lane / 32 * 32 + (bit >> 21)][bit % 2097152 / 32];
			assert_int_equal(format_get(FORMAT_FP16, out, lane * TENSOR_GROUP_COLS + value), from & 0xffff);
		}
}
