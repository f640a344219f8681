/* tcgen05_descriptors.h: reads the descriptors of tcgen05.mma bit by bit, as the tables of the PTX ISA define them, for
 * the model of the variant tcgen05. Rejects values that the tables forbid or leave undefined, and values that no kernel
 * uses. */
#pragma once

#include "tcgen05.h"

/* TCGEN05_KIND_NVF4 is mxf4nvf4 with four scales. */
enum tcgen05_kind {
	TCGEN05_KIND_F16,
	TCGEN05_KIND_TF32,
	TCGEN05_KIND_F8F6F4,
	TCGEN05_KIND_I8,
	TCGEN05_KIND_MXF8F6F4,
	TCGEN05_KIND_MXF4,
	TCGEN05_KIND_NVF4
};

/* Bits `first` to `last` of a descriptor. */
static inline uint32_t tcgen05_bits(uint64_t descriptor, int first, int last)
{
	return (uint32_t)(descriptor >> first & ((UINT64_C(1) << (last - first + 1)) - 1));
}

/* ---- operands: 9.7.16.4.1, table 40; 9.7.16.3.1 ------------------------------------------------------------------ */

struct tcgen05_operand {
	uint64_t start, along; /* bytes */
	uint64_t row;          /* bytes per row of the swizzle pattern */
	bool absolute;         /* `next` has the address of the data after a row's end */
	uint64_t next;
};

/* Operands lie along k, and all 32 bytes of an instruction are in one row of the pattern. If an instruction takes 48
 * bytes, those after the row's end are at the address in the field of the leading dimension (mma_unpack() of SM103 in
 * cute/atom/mma_traits_sm100.hpp). */
static inline bool tcgen05_read_operand(uint64_t descriptor, struct tcgen05_operand *out)
{
	static const uint32_t rows[] = { [2] = 128, [4] = 64, [6] = 32, [7] = 0 };
	const uint32_t reserved[] = { tcgen05_bits(descriptor, 14, 15), tcgen05_bits(descriptor, 30, 31),
				      tcgen05_bits(descriptor, 53, 60) };
	const uint32_t base = tcgen05_bits(descriptor, 49, 51), absolute = tcgen05_bits(descriptor, 52, 52);

	*out = (struct tcgen05_operand){
		.start = 16 * (uint64_t)tcgen05_bits(descriptor, 0, 13),
		.along = 16 * (uint64_t)tcgen05_bits(descriptor, 32, 45),
		.row = rows[tcgen05_bits(descriptor, 61, 63)],
		.absolute = absolute == 1,
		.next = 16 * (uint64_t)tcgen05_bits(descriptor, 16, 29),
	};
	/* In swizzled layouts the leading dimension is "not used, assumed to be 1". Patterns start at multiples of
	 * 1024. */
	return out->row != 0 && reserved[0] == 0 && reserved[1] == 0 && reserved[2] == 0 &&
	       (out->absolute ? out->row == 128 : out->next == 16) && tcgen05_bits(descriptor, 46, 48) == 1 &&
	       base == 0;
}

/* The address of byte `at` of a row. Rows are adjacent in groups of eight, and bits 7 to 9 of the address swizzle
 * chunks of 16 bytes (bits 7 and 8 for rows of 64 bytes, bit 7 for rows of 32). */
static inline uint64_t tcgen05_place(const struct tcgen05_operand *from, uint32_t row, uint32_t at)
{
	const uint64_t column = from->start % from->row + at;
	const bool is_after = from->absolute && column >= from->row;
	const uint64_t plain = row / 8 * from->along + row % 8 * from->row +
			       (is_after ? from->next + column - from->row : from->start + at);

	return plain ^ ((plain >> 7 & (from->row / 16 - 1)) << 4);
}

/* ---- instructions: 9.7.16.4.2, tables 42 to 44 ------------------------------------------------------------------- */

struct tcgen05_shape {
	uint32_t m, n;
	enum format a, b;
	enum tensor_sum sum;
	bool a_negative, b_negative;
	bool sparse;
	uint32_t a_byte, b_byte; /* byte of a word at which the scales of the instruction begin */
	bool powers;
	bool k96;
};

static inline bool tcgen05_is_scaled(enum tcgen05_kind kind)
{
	return kind >= TCGEN05_KIND_MXF8F6F4;
}

/* Bytes of scales per row and instruction. With 96 elements along k there are half as many again. */
static inline uint32_t tcgen05_scales(enum tcgen05_kind kind, bool k96)
{
	const uint32_t scales = kind == TCGEN05_KIND_NVF4   ? 4
				: kind == TCGEN05_KIND_MXF4 ? 2
				: tcgen05_is_scaled(kind)   ? 1
							    : 0;

	return k96 ? scales * 3 / 2 : scales;
}

/* Bytes of a row that an instruction takes; for a sparse operand, without the omitted zeros. */
static inline uint32_t tcgen05_bytes(bool k96)
{
	return k96 ? TENSOR_TCGEN05_K96_BYTES : 32;
}

static inline bool tcgen05_read_type(enum tcgen05_kind kind, uint32_t code, enum format *out)
{
	static const struct {
		enum tcgen05_kind kind;
		uint32_t code;
		enum format type;
	} known[] = {
		{ TCGEN05_KIND_F16, 0, FORMAT_FP16 },
		{ TCGEN05_KIND_F16, 1, FORMAT_BF16 },
		{ TCGEN05_KIND_TF32, 2, FORMAT_TF32 },
		{ TCGEN05_KIND_F8F6F4, 0, FORMAT_E4M3 },
		{ TCGEN05_KIND_F8F6F4, 1, FORMAT_E5M2 },
		{ TCGEN05_KIND_F8F6F4, 3, FORMAT_E2M3_PADDED },
		{ TCGEN05_KIND_F8F6F4, 4, FORMAT_E3M2_PADDED },
		{ TCGEN05_KIND_F8F6F4, 5, FORMAT_E2M1_PADDED },
		{ TCGEN05_KIND_I8, 1, FORMAT_INT8 },
		{ TCGEN05_KIND_MXF4, 1, FORMAT_FP4 },
		{ TCGEN05_KIND_NVF4, 1, FORMAT_FP4 },
	};
	const enum tcgen05_kind as = kind == TCGEN05_KIND_MXF8F6F4 ? TCGEN05_KIND_F8F6F4 : kind;

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].kind == as && known[i].code == code) {
			*out = known[i].type;
			return true;
		}
	return false;
}

/* Fields that all kinds have in common. Nothing is transposed, since operands lie along k. */
static inline bool tcgen05_read_common(enum tcgen05_kind kind, uint32_t descriptor, struct tcgen05_shape *out)
{
	const bool integers = kind == TCGEN05_KIND_I8,
		   mixed = kind == TCGEN05_KIND_F8F6F4 || kind == TCGEN05_KIND_MXF8F6F4;

	*out = (struct tcgen05_shape){
		.m = 16 * tcgen05_bits(descriptor, 24, 28),
		.n = 8 * tcgen05_bits(descriptor, 17, 22),
		.sparse = tcgen05_bits(descriptor, 2, 2),
		.a_negative = tcgen05_bits(descriptor, 13, 13),
		.b_negative = tcgen05_bits(descriptor, 14, 14),
	};
	return tcgen05_read_type(kind, tcgen05_bits(descriptor, 7, 9), &out->a) &&
	       tcgen05_read_type(kind, tcgen05_bits(descriptor, 10, 12), &out->b) && (mixed || out->a == out->b) &&
	       !(integers && (out->a_negative || out->b_negative)) &&
	       (tcgen05_bits(descriptor, 0, 1) | tcgen05_bits(descriptor, 3, 3) | tcgen05_bits(descriptor, 6, 6) |
		tcgen05_bits(descriptor, 15, 16)) == 0;
}

/* Sums in FP16 exist for operands in FP16 or in eight bits and fewer. */
static inline bool tcgen05_read_sum(enum tcgen05_kind kind, uint32_t descriptor, struct tcgen05_shape *out)
{
	static const enum tensor_sum sums[] = { TENSOR_SUM_FP16, TENSOR_SUM_FP32, TENSOR_SUM_INT32 };
	const uint32_t code = tcgen05_bits(descriptor, 4, 5);
	const bool halves = kind == TCGEN05_KIND_F8F6F4 || out->a == FORMAT_FP16;

	out->sum = code < 3 ? sums[code] : TENSOR_SUM_FP64;
	return kind == TCGEN05_KIND_I8 ? code == 2 : code == 1 || (code == 0 && halves);
}

/* Neither saturated nor .ws. */
static inline bool tcgen05_read_plain(enum tcgen05_kind kind, uint32_t descriptor, struct tcgen05_shape *out)
{
	return tcgen05_read_sum(kind, descriptor, out) &&
	       (tcgen05_bits(descriptor, 23, 23) | tcgen05_bits(descriptor, 29, 31)) == 0;
}

/* Scales of mxf8f6f4 and mxf4 are powers of two. The number of scales determines the bytes at which they may begin.
 * With k = 96, which only dense FP4 on 10.3 supports, they may begin at any byte. */
static inline bool tcgen05_read_scaled(enum tcgen05_kind kind, uint32_t descriptor, struct tcgen05_shape *out)
{
	const uint32_t scales = tcgen05_scales(kind, false);

	out->b_byte = tcgen05_bits(descriptor, 4, 5);
	out->a_byte = tcgen05_bits(descriptor, 29, 30);
	out->powers = tcgen05_bits(descriptor, 23, 23);
	out->sum = TENSOR_SUM_FP32;
	out->k96 = tcgen05_bits(descriptor, 31, 31);
	if (out->k96)
		return (out->powers || kind == TCGEN05_KIND_NVF4) && kind != TCGEN05_KIND_MXF8F6F4 && !out->sparse;
	return (out->powers || kind == TCGEN05_KIND_NVF4) && out->a_byte % scales == 0 && out->b_byte % scales == 0;
}

/* `sparse`: the instruction is .sp. */
static inline bool tcgen05_read_instruction(enum tcgen05_kind kind, uint32_t sms, bool sparse, uint32_t descriptor,
					    struct tcgen05_shape *out)
{
	if (!tcgen05_read_common(kind, descriptor, out) ||
	    !(tcgen05_is_scaled(kind) ? tcgen05_read_scaled(kind, descriptor, out)
				      : tcgen05_read_plain(kind, descriptor, out)))
		return false;
	/* The shapes of CUTLASS with 128 lanes of sums per SM: N from 16 to 256 in steps of 16. */
	return out->sparse == sparse && out->m == 128 * sms && out->n >= 16 && out->n <= 256 && out->n % 16 == 0;
}
