/* tcgen05_model.h: the kernels of the variant tcgen05 in C, for dry runs and tests. It reads the descriptors bit by bit, as the
 * tables of the PTX ISA say, and shared and tensor memory at the places that they name. It refuses what those tables forbid or
 * leave without a meaning, and what no kernel asks for: then sums stay what they were.
 *
 * It is made of what is written, by the authors of the kernels. That hardware agrees shows on such a card alone. */
#ifndef TENSOR_TCGEN05_MODEL_H
#define TENSOR_TCGEN05_MODEL_H

#include <stdbool.h>
#include <stdlib.h>

#include "tcgen05.h"

enum tcgen05_kind { TCGEN05_KIND_F16, TCGEN05_KIND_TF32, TCGEN05_KIND_F8F6F4, TCGEN05_KIND_I8 };

enum { TCGEN05_LANES = 128, TCGEN05_COLUMNS = 512, TCGEN05_SHARED = 1 << 18 };

/* An SM. */
struct tcgen05_sm {
	unsigned char shared[TCGEN05_SHARED];
	uint32_t sums[TCGEN05_LANES][TCGEN05_COLUMNS]; /* tensor memory */
	double a[256 * 32], b[256 * 32];               /* operands of one instruction, by rows */
};

/* Bits that tests turn over, as the instruction gets them. */
struct tcgen05_flips {
	uint64_t a, b;
	uint32_t instruction;
};

/* Bits `first` to `last` of a descriptor. */
static inline unsigned int tcgen05_bits(uint64_t descriptor, int first, int last)
{
	return (unsigned int)(descriptor >> first & ((UINT64_C(1) << (last - first + 1)) - 1));
}

/* ---- operands: 9.7.16.4.1, table 40; 9.7.16.3.1 --------------------------------------------------------------------- */

struct tcgen05_operand {
	uint64_t start, along; /* bytes */
	uint64_t row;          /* bytes of a row of the swizzle's pattern */
};

/* Along k alone, with all of an instruction's 32 bytes in a row of the pattern. */
static inline bool tcgen05_read_operand(uint64_t descriptor, struct tcgen05_operand *out)
{
	static const unsigned int rows[] = { [2] = 128, [4] = 64, [6] = 32, [7] = 0 };
	const unsigned int reserved[] = { tcgen05_bits(descriptor, 14, 15), tcgen05_bits(descriptor, 30, 31),
					  tcgen05_bits(descriptor, 53, 60) };
	const unsigned int base = tcgen05_bits(descriptor, 49, 51), absolute = tcgen05_bits(descriptor, 52, 52);

	*out = (struct tcgen05_operand){
		.start = 16 * (uint64_t)tcgen05_bits(descriptor, 0, 13),
		.along = 16 * (uint64_t)tcgen05_bits(descriptor, 32, 45),
		.row = rows[tcgen05_bits(descriptor, 61, 63)],
	};
	/* Swizzled layouts: the leading dimension is "not used, assumed to be 1". Patterns start at multiples of 1024. */
	return out->row != 0 && reserved[0] == 0 && reserved[1] == 0 && reserved[2] == 0 &&
	       tcgen05_bits(descriptor, 16, 29) == 1 && tcgen05_bits(descriptor, 46, 48) == 1 && base == 0 &&
	       absolute == 0;
}

/* Where byte `at` of a row is: eight rows, one after the other, and the chunks of 16 bytes swizzled by bits 7 to 9 of the address
 * (of a row of 64 bytes by 7 and 8, of 32 bytes by 7). */
static inline uint64_t tcgen05_place(const struct tcgen05_operand *from, unsigned int row, unsigned int at)
{
	const uint64_t plain = from->start + row / 8 * from->along + row % 8 * from->row + at;

	return plain ^ ((plain >> 7 & (from->row / 16 - 1)) << 4);
}

/* ---- instructions: 9.7.16.4.2, table 42 ----------------------------------------------------------------------------- */

struct tcgen05_shape {
	unsigned int m, n;
	enum format a, b;
	bool a_negative, b_negative;
};

static inline bool tcgen05_read_type(enum tcgen05_kind kind, unsigned int code, enum format *out)
{
	static const struct {
		enum tcgen05_kind kind;
		unsigned int code;
		enum format type;
	} known[] = {
		{ TCGEN05_KIND_F16, 0, FORMAT_FP16 },    { TCGEN05_KIND_F16, 1, FORMAT_BF16 },
		{ TCGEN05_KIND_TF32, 2, FORMAT_TF32 },   { TCGEN05_KIND_F8F6F4, 0, FORMAT_E4M3 },
		{ TCGEN05_KIND_F8F6F4, 1, FORMAT_E5M2 }, { TCGEN05_KIND_I8, 1, FORMAT_INT8 },
	};

	for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
		if (known[i].kind == kind && known[i].code == code) {
			*out = known[i].type;
			return true;
		}
	return false;
}

static inline bool tcgen05_read_instruction(enum tcgen05_kind kind, unsigned int sms, uint32_t descriptor,
					    struct tcgen05_shape *out)
{
	const unsigned int sum = tcgen05_bits(descriptor, 4, 5);
	const bool integers = kind == TCGEN05_KIND_I8;
	/* Dense, not saturated, K-major, not .ws. */
	const unsigned int unasked = tcgen05_bits(descriptor, 0, 3) | tcgen05_bits(descriptor, 6, 6) |
				     tcgen05_bits(descriptor, 15, 16) | tcgen05_bits(descriptor, 23, 23) |
				     tcgen05_bits(descriptor, 29, 31);

	out->m = 16 * tcgen05_bits(descriptor, 24, 28);
	out->n = 8 * tcgen05_bits(descriptor, 17, 22);
	out->a_negative = tcgen05_bits(descriptor, 13, 13);
	out->b_negative = tcgen05_bits(descriptor, 14, 14);
	if (!tcgen05_read_type(kind, tcgen05_bits(descriptor, 7, 9), &out->a) ||
	    !tcgen05_read_type(kind, tcgen05_bits(descriptor, 10, 12), &out->b))
		return false;
	/* Of the shapes that CUTLASS knows, those with sums of 128 lanes of each SM: N 16 to 256 in steps of 16. */
	return unasked == 0 && sum == (integers ? 2 : 1) && out->m == 128 * sms && out->n >= 16 && out->n <= 256 &&
	       out->n % 16 == 0 && !(integers && (out->a_negative || out->b_negative)) &&
	       (kind == TCGEN05_KIND_F8F6F4 || out->a == out->b);
}

/* ---- products ------------------------------------------------------------------------------------------------------- */

/* `rows` rows of 32 bytes as numbers. */
static inline bool tcgen05_gather(const struct tcgen05_sm *sm, const struct tcgen05_operand *from, enum format type,
				  bool negative, unsigned int rows, double *to)
{
	const unsigned int bytes = formats[type].bytes;

	for (unsigned int row = 0; row < rows; row++)
		for (unsigned int at = 0; at < 32; at += bytes) {
			const uint64_t place = tcgen05_place(from, row, at);
			if (place + bytes > TCGEN05_SHARED)
				return false;
			const double value = format_decode(type, format_get(type, sm->shared + place, 0));
			*to++ = negative ? -value : value;
		}
	return true;
}

static inline double tcgen05_sum(const struct tcgen05_sm *sm, unsigned int lane, unsigned int column, bool integers)
{
	int32_t whole;
	float single;

	memcpy(&whole, &sm->sums[lane][column], sizeof whole);
	memcpy(&single, &sm->sums[lane][column], sizeof single);
	return integers ? (double)whole : (double)single;
}

static inline void tcgen05_set_sum(struct tcgen05_sm *sm, unsigned int lane, unsigned int column, bool integers,
				   double value)
{
	const int32_t whole = integers ? (int32_t)value : 0;
	const float single = (float)value;

	memcpy(&sm->sums[lane][column], integers ? (const void *)&whole : (const void *)&single, sizeof whole);
}

/* All SMs' rows, one SM's after the other's: ALayout and BLayout of MMA_Traits<SM100_MMA_F16BF16_2x1SM_SS> in CUTLASS. */
static inline bool tcgen05_gather_all(const struct tcgen05_sm *sm, unsigned int sms, const struct tcgen05_operand *from,
				      enum format type, bool negative, unsigned int rows, double *to)
{
	const unsigned int own = rows / sms;

	for (unsigned int i = 0; i < sms; i++)
		if (!tcgen05_gather(&sm[i], from, type, negative, own, to + i * own * 32 / formats[type].bytes))
			return false;
	return true;
}

/* By the first of `sms`. Row r of the sums is lane r (of the second SM those from 128 on), and column c of them column
 * `sums` + c, as tmem_frg_1sm, tmem_frg_2sm and CLayout of CUTLASS have it. */
static inline void tcgen05_mma(struct tcgen05_sm *sm, unsigned int sms, enum tcgen05_kind kind, unsigned int sums,
			       uint64_t a, uint64_t b, uint32_t instruction, bool keep)
{
	const bool integers = kind == TCGEN05_KIND_I8;
	struct tcgen05_operand from_a, from_b;
	struct tcgen05_shape shape;

	if (!tcgen05_read_operand(a, &from_a) || !tcgen05_read_operand(b, &from_b) ||
	    !tcgen05_read_instruction(kind, sms, instruction, &shape) || sums + shape.n > TCGEN05_COLUMNS ||
	    !tcgen05_gather_all(sm, sms, &from_a, shape.a, shape.a_negative, shape.m, sm->a) ||
	    !tcgen05_gather_all(sm, sms, &from_b, shape.b, shape.b_negative, shape.n, sm->b))
		return;
	const unsigned int depth = 32 / formats[shape.a].bytes;
	for (unsigned int row = 0; row < shape.m; row++)
		for (unsigned int col = 0; col < shape.n; col++) {
			struct tcgen05_sm *at = &sm[row / TCGEN05_LANES];
			const unsigned int lane = row % TCGEN05_LANES;
			double sum = keep ? tcgen05_sum(at, lane, sums + col, integers) : 0;
			for (unsigned int k = 0; k < depth; k++)
				sum += sm->a[row * depth + k] * sm->b[col * depth + k];
			tcgen05_set_sum(at, lane, sums + col, integers, sum);
		}
}

/* ---- the kernel ----------------------------------------------------------------------------------------------------- */

/* As copy_tile() of tensor.cu. */
static inline void tcgen05_copy_tile(unsigned char *to, const void *from, size_t rows, size_t row_bytes)
{
	for (size_t i = 0; i < rows * 8; i++)
		memcpy(to + 16 * (i ^ (i / 8 % 8)), (const char *)from + i / 8 * row_bytes + i % 8 * 16, 16);
}

/* A warp of 32 lanes at a time, as tcgen05.ld.32x32b reads them. */
static inline void tcgen05_write(const struct tcgen05_sm *sm, unsigned int sums, uint32_t *out)
{
	for (size_t warp = 0; warp < 4; warp++)
		for (size_t lane = 0; lane < 32; lane++)
			memcpy(out + (warp * 32 + lane) * TENSOR_GROUP_COLS, &sm->sums[warp * 32 + lane][sums],
			       TENSOR_GROUP_COLS * sizeof *out);
}

/* All clusters do the same: one is worked out. Of the passes, those since sums started anew. */
static inline void tcgen05_cluster(struct tcgen05_sm *sm, unsigned int sms, enum tcgen05_kind kind, unsigned int groups,
				   const struct tensor_args *args, const struct tcgen05_flips *flips)
{
	const unsigned int cols = TENSOR_GROUP_COLS / sms, b = 0, a = cols * TENSOR_GROUP_DEPTH,
			   tile = TENSOR_TCGEN05_ROWS * TENSOR_GROUP_DEPTH;

	for (size_t i = 0; i < sms; i++) {
		tcgen05_copy_tile(sm[i].shared + b, (const char *)args->b + i * cols * TENSOR_B_BYTES, cols,
				  TENSOR_B_BYTES);
		tcgen05_copy_tile(sm[i].shared + a, (const char *)args->a + i * TENSOR_TCGEN05_ROWS * TENSOR_A_BYTES,
				  (size_t)groups * TENSOR_TCGEN05_ROWS, TENSOR_A_BYTES);
	}
	for (unsigned int pass = (args->passes - 1) / TENSOR_SPAN * TENSOR_SPAN; pass < args->passes; pass++)
		for (unsigned int i = 0; i < groups * TENSOR_GROUP_DEPTH / 32; i++) {
			const unsigned int group = i % groups, step = i / groups * 2; /* of 16 bytes */
			tcgen05_mma(sm, sms, kind, group * TENSOR_GROUP_COLS,
				    ((args->tile | (a + group * tile) >> 4) + step) ^ flips->a,
				    ((args->tile | b >> 4) + step) ^ flips->b, args->instruction ^ flips->instruction,
				    step > 0 || pass % TENSOR_SPAN != 0);
		}
}

/* Nobody looks at the sums of a launch that does not record them. */
static inline void tcgen05_launch(enum tcgen05_kind kind, struct gb_shape shape, const struct tensor_args *args,
				  const struct tcgen05_flips *flips)
{
	const unsigned int sms = shape.cluster > 0 ? shape.cluster : 1, groups = shape.block / 128;
	struct tcgen05_sm *sm = args->record ? malloc(sms * sizeof *sm) : NULL;
	uint32_t *out = args->out;

	if (sm == NULL)
		return;
	memset(sm, 0xff, sms * sizeof *sm);
	tcgen05_cluster(sm, sms, kind, groups, args, flips);
	for (unsigned int i = 0; i < shape.grid * groups; i++)
		tcgen05_write(&sm[i / groups % sms], i % groups * TENSOR_GROUP_COLS,
			      out + (size_t)i * TENSOR_TCGEN05_ROWS * TENSOR_GROUP_COLS);
	free(sm);
}

#endif
