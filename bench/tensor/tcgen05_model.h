/* tcgen05_model.h: the kernels of the variant tcgen05 in C, for dry runs and tests. The model reads descriptors by the
 * tables of the PTX ISA, and shared and tensor memory where descriptors point. An instruction that it rejects leaves
 * the sums unchanged.
 * The authors of the kernels wrote the model from documents. Only a run on such a GPU can show that the hardware
 * agrees. */
#pragma once

#include <stdlib.h>

#include "tcgen05_descriptors.h"

enum {
	TCGEN05_LANES = 128,
	TCGEN05_COLUMNS = TENSOR_TCGEN05_COLUMNS,
	TCGEN05_SHARED = 1 << 18,
	TCGEN05_DEPTH_MOST = 128
};

struct tcgen05_sm {
	unsigned char shared[TCGEN05_SHARED];
	uint32_t memory[TCGEN05_LANES][TCGEN05_COLUMNS];
	/* The operands of one instruction by rows, and B also by k; a sparse A includes its zeros. */
	double a[256 * TCGEN05_DEPTH_MOST], b[256 * TCGEN05_DEPTH_MOST], by_depth[256 * TCGEN05_DEPTH_MOST];
};

/* Bits that tests flip in what the instruction receives. */
struct tcgen05_flips {
	uint64_t a, b;
	uint32_t instruction;
};

struct tcgen05_mma {
	enum tcgen05_kind kind;
	uint32_t sms;
	bool sparse, keep;
	uint64_t a, b;
	uint32_t instruction;
	bool k96;                                /* as the kernel's name says; the descriptor has its own bit */
	uint32_t times;                          /* number of times that it is issued on the same operands */
	uint32_t sums, kept, a_scales, b_scales; /* first columns in tensor memory */
};

/* ---- scales and metadata ----------------------------------------------------------------------------------------- */

/* Scale `byte` of row `row` of `rows`, counted from `column`: 32 rows per column, four scales per word, further scales
 * in the next columns (SFALayout of tmem_sf_frg in CUTLASS). Every group of 32 lanes has a copy; `group` selects
 * one. */
static inline double tcgen05_scale(const struct tcgen05_sm *sm, uint32_t column, uint32_t group, uint32_t rows,
				   uint32_t row, uint32_t byte, bool powers)
{
	const uint32_t word = sm->memory[group * 32 + row % 32][column + byte / 4 * (rows / 32) + row / 32];
	const uint8_t bits = (uint8_t)(word >> byte % 4 * 8);

	return powers ? format_power(bits - 127) : format_decode(FORMAT_E4M3, bits);
}

/* The four bits that select the kept elements of a group of A: two of four elements, one of two for TF32, two of four
 * pairs for FP4. Their position follows tmem_e_frg in CUTLASS, from the group's first element. */
static inline uint32_t tcgen05_kept(const struct tcgen05_sm *sm, uint32_t column, enum format type, uint32_t row,
				    uint32_t first)
{
	const bool halves = formats[type].bytes > 1;
	const uint32_t elements = type == FORMAT_TF32 ? 8 : 16, bits = type == FORMAT_TF32 ? 2 : 1;
	const uint32_t lane = halves ? row % 8 + 8 * (first / elements) + row / 16 * 16 : row;
	const uint32_t at =
		halves ? bits * (elements * (row / 8 % 2) + first % elements) : first / (type == FORMAT_FP4 ? 2 : 1);

	return sm->memory[lane][column + at / 32] >> at % 32 & 15;
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

/* Collects the bytes of a row that an instruction takes; the swizzle moves chunks of sixteen bytes. */
static inline bool tcgen05_gather_bytes(const struct tcgen05_sm *sm, const struct tcgen05_operand *from, uint32_t row,
					uint32_t bytes, unsigned char *to)
{
	for (uint32_t at = 0; at < bytes; at += 16) {
		const uint64_t place = tcgen05_place(from, row, at);
		if (place + 16 > TCGEN05_SHARED)
			return false;
		memcpy(to + at, sm->shared + place, 16);
	}
	return true;
}

/* Decodes `rows` rows of `bytes` bytes. Elements of up to a byte are decoded with a table, since they have at most 256
 * values. */
static inline bool tcgen05_gather(const struct tcgen05_sm *sm, const struct tcgen05_operand *from, enum format type,
				  bool negative, uint32_t rows, uint32_t bytes, double *to)
{
	const uint32_t depth = (uint32_t)format_elements(type, bytes);
	unsigned char row_bytes[64];
	double number[256];

	for (uint32_t bits = 0; bits < 256; bits++)
		number[bits] = format_decode(type, bits);
	for (uint32_t row = 0; row < rows; row++) {
		if (!tcgen05_gather_bytes(sm, from, row, bytes, row_bytes))
			return false;
		for (uint32_t k = 0; k < depth; k++) {
			const uint64_t bits = format_get(type, row_bytes, k);
			const double value = formats[type].bytes == 1 ? number[bits] : format_decode(type, bits);
			*to++ = negative ? -value : value;
		}
	}
	return true;
}

/* Expands rows of a sparse A by their zeros. Returns false if the four bits of a group are invalid. */
static inline bool tcgen05_spread(const struct tcgen05_sm *sm, uint32_t column, enum format type, uint32_t rows,
				  double *a)
{
	const uint32_t depth = (uint32_t)format_elements(type, 32), single = type == FORMAT_TF32,
		       pair = type == FORMAT_FP4 ? 2 : 1, kept = single ? 1 : 2 * pair;
	double own[TCGEN05_DEPTH_MOST / 2];

	for (uint32_t row = rows; row-- > 0;) {
		double *to = a + (size_t)row * 2 * depth;
		memcpy(own, a + (size_t)row * depth, depth * sizeof *own);
		memset(to, 0, (size_t)2 * depth * sizeof *to);
		for (uint32_t k = 0; k < depth; k++) {
			const uint32_t first = k / kept * kept * 2;
			const uint32_t bits = tcgen05_kept(sm, column, type, row, first);
			const uint32_t index = single ? bits >> 2 & 1 : bits >> k % kept / pair * 2 & 3;
			if (single ? bits != 4 && bits != 14 : (bits & 3) >= bits >> 2)
				return false;
			to[first + index * pair + k % pair] = own[k];
		}
	}
	return true;
}

/* Collects the rows of all SMs, SM by SM: ALayout and BLayout of MMA_Traits<SM100_MMA_F16BF16_2x1SM_SS> in CUTLASS. */
static inline bool tcgen05_gather_all(const struct tcgen05_sm *sm, const struct tcgen05_mma *of, uint64_t descriptor,
				      enum format type, bool negative, uint32_t rows, bool k96, bool spread, double *to)
{
	const uint32_t own = rows / of->sms, bytes = of->sparse && !spread ? 64 : tcgen05_bytes(k96);
	const size_t depth = format_elements(type, bytes) * (spread ? 2 : 1);
	struct tcgen05_operand from;

	if (!tcgen05_read_operand(descriptor, &from) || from.absolute != k96)
		return false;
	for (uint32_t i = 0; i < of->sms; i++, to += own * depth)
		if (!tcgen05_gather(&sm[i], &from, type, negative, own, bytes, to) ||
		    (spread && !tcgen05_spread(&sm[i], of->kept, type, own, to)))
			return false;
	return true;
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

/* A sum takes one column; in FP16 it is in the low half (tmem_frg of CUTLASS, with 32 bits of storage). */
static inline double tcgen05_sum(const struct tcgen05_sm *sm, uint32_t lane, uint32_t column, enum tensor_sum sum)
{
	const uint32_t *at = &sm->memory[lane][column];
	int32_t whole;
	float single;

	memcpy(&whole, at, sizeof whole);
	memcpy(&single, at, sizeof single);
	return sum == TENSOR_SUM_FP16    ? format_decode(FORMAT_FP16, *at & 0xffff)
	       : sum == TENSOR_SUM_INT32 ? (double)whole
					 : (double)single;
}

static inline void tcgen05_set_sum(struct tcgen05_sm *sm, uint32_t lane, uint32_t column, enum tensor_sum sum,
				   double value)
{
	const int32_t whole = sum == TENSOR_SUM_INT32 ? (int32_t)value : 0;
	const float single = (float)value;
	uint32_t *at = &sm->memory[lane][column];

	if (sum == TENSOR_SUM_FP16)
		*at = (*at & 0xffff0000) | (uint32_t)format_encode(FORMAT_FP16, value);
	else
		memcpy(at, sum == TENSOR_SUM_INT32 ? (const void *)&whole : (const void *)&single, sizeof whole);
}

/* Multiplies rows by their scales. Each SM has the scales of its own rows of A, and of all columns of B. */
static inline void tcgen05_scale_rows(const struct tcgen05_sm *sm, const struct tcgen05_mma *of,
				      const struct tcgen05_shape *shape, uint32_t depth, bool is_a, double *to)
{
	const uint32_t scales = tcgen05_scales(of->kind, shape->k96), rows = is_a ? shape->m : shape->n;

	for (uint32_t row = 0; row < rows; row++)
		for (uint32_t k = 0; k < depth; k++) {
			const uint32_t byte = (is_a ? shape->a_byte : shape->b_byte) + k / (depth / scales);
			to[row * depth + k] *=
				is_a ? tcgen05_scale(&sm[row / TCGEN05_LANES], of->a_scales, row % TCGEN05_LANES / 32,
						     TCGEN05_LANES, row % TCGEN05_LANES, byte, shape->powers)
				     : tcgen05_scale(&sm[row % of->sms], of->b_scales, row / 2 % 4, shape->n, row, byte,
						     shape->powers);
		}
}

/* Reads the operands as they are multiplied. Returns the depth; 0: rejected. */
static inline uint32_t tcgen05_read(struct tcgen05_sm *sm, const struct tcgen05_mma *of, struct tcgen05_shape *shape)
{
	if (!tcgen05_read_instruction(of->kind, of->sms, of->sparse, of->instruction, shape) ||
	    of->sums + shape->n > TCGEN05_COLUMNS ||
	    !tcgen05_gather_all(sm, of, of->a, shape->a, shape->a_negative, shape->m, shape->k96, of->sparse, sm->a) ||
	    !tcgen05_gather_all(sm, of, of->b, shape->b, shape->b_negative, shape->n, shape->k96, false, sm->b))
		return 0;
	const uint32_t depth = (uint32_t)format_elements(shape->a, of->sparse ? 64 : tcgen05_bytes(shape->k96));
	if (tcgen05_is_scaled(of->kind)) {
		tcgen05_scale_rows(sm, of, shape, depth, true, sm->a);
		tcgen05_scale_rows(sm, of, shape, depth, false, sm->b);
	}
	return depth;
}

/* Adds the products of a row of A, `times` times, and all columns of B: eight columns at a time, in registers. N is a
 * multiple of 16. */
typedef double tcgen05_pair __attribute__((vector_size(16), aligned(8), may_alias));
static inline void tcgen05_add(const double *a, uint32_t times, const double *b, uint32_t depth, uint32_t n, double *to)
{
	for (uint32_t col = 0; col < n; col += 8) {
		tcgen05_pair *out = (tcgen05_pair *)(to + col), sum[4] = { out[0], out[1], out[2], out[3] };
		for (uint32_t k = 0; k < depth; k++) {
			const tcgen05_pair *of = (const tcgen05_pair *)(b + (size_t)k * n + col);
			const double factor = times * a[k];
			if (factor == 0)
				continue;
			sum[0] += factor * of[0];
			sum[1] += factor * of[1];
			sum[2] += factor * of[2];
			sum[3] += factor * of[3];
		}
		memcpy(out, sum, sizeof sum);
	}
}

/* Called for the first SM. Row r of the sums is lane r; rows from 128 on are on the second SM. Column c is column
 * `sums` + c, as in tmem_frg_1sm, tmem_frg_2sm and CLayout of CUTLASS. */
static inline void tcgen05_multiply(struct tcgen05_sm *sm, const struct tcgen05_mma *of)
{
	struct tcgen05_shape shape;
	const uint32_t depth = tcgen05_read(sm, of, &shape);
	double sum[TENSOR_GROUP_COLS];

	for (uint32_t i = 0; i < shape.n * depth; i++)
		sm->by_depth[i % depth * shape.n + i / depth] = sm->b[i];
	for (uint32_t row = 0; depth > 0 && row < shape.m; row++) {
		struct tcgen05_sm *at = &sm[row / TCGEN05_LANES];
		const uint32_t lane = row % TCGEN05_LANES;
		for (uint32_t col = 0; col < shape.n; col++)
			sum[col] = of->keep ? tcgen05_sum(at, lane, of->sums + col, shape.sum) : 0;
		tcgen05_add(sm->a + (size_t)row * depth, of->times, sm->by_depth, depth, shape.n, sum);
		for (uint32_t col = 0; col < shape.n; col++)
			tcgen05_set_sum(at, lane, of->sums + col, shape.sum, sum[col]);
	}
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

/* Corresponds to copy_tile() of tensor.cu. */
static inline void tcgen05_copy_tile(unsigned char *to, const void *from, size_t rows, size_t row_bytes)
{
	for (size_t i = 0; i < rows * 8; i++)
		memcpy(to + 16 * (i ^ (i / 8 % 8)), (const char *)from + i / 8 * row_bytes + i % 8 * 16, 16);
}

/* Corresponds to write_scales() of tcgen05_kernels.h. */
static inline void tcgen05_write_scales(struct tcgen05_sm *sm, uint32_t at, const unsigned char *scales, uint32_t words,
					uint32_t laps, uint32_t rows)
{
	for (size_t lane = 0; lane < TCGEN05_LANES; lane++)
		for (uint32_t i = 0; i < words * rows / 32; i++)
			memcpy(&sm->memory[lane][at + i],
			       scales + (i % (rows / 32) * (size_t)32 + lane % 32) * TENSOR_SCALES +
				       i / (rows / 32) % (words / laps) * (size_t)4,
			       4);
}

/* Instructions per pass. */
static inline uint32_t tcgen05_steps(bool k96)
{
	return k96 ? TENSOR_TCGEN05_K96_STEPS : TENSOR_GROUP_DEPTH / 32;
}

/* Fills the memory of a cluster as the kernel does before the first product. */
static inline void tcgen05_fill(struct tcgen05_sm *sm, const struct tcgen05_mma *of, uint32_t groups,
				const struct tensor_args *args)
{
	const uint32_t cols = TENSOR_GROUP_COLS / of->sms, tiles = of->sparse ? 2 : 1,
		       laps = of->k96 ? TENSOR_TCGEN05_K96_LAPS : 1,
		       words = tcgen05_scales(of->kind, of->k96) * tcgen05_steps(of->k96) / 4;
	const unsigned char *a = args->a, *b = args->b;

	for (size_t i = 0; i < of->sms; i++) {
		for (size_t tile = 0; tile < tiles; tile++)
			tcgen05_copy_tile(sm[i].shared + tile * cols * TENSOR_GROUP_DEPTH,
					  b + i * cols * TENSOR_B_BYTES + tile * TENSOR_GROUP_DEPTH, cols,
					  TENSOR_B_BYTES);
		tcgen05_copy_tile(sm[i].shared + (size_t)tiles * cols * TENSOR_GROUP_DEPTH,
				  a + i * TENSOR_TCGEN05_ROWS * TENSOR_A_BYTES, (size_t)groups * TENSOR_TCGEN05_ROWS,
				  TENSOR_A_BYTES);
		tcgen05_write_scales(&sm[i], of->a_scales,
				     a + (size_t)TENSOR_A_ROWS * TENSOR_A_BYTES +
					     i * TENSOR_TCGEN05_ROWS * TENSOR_SCALES,
				     words, laps, TENSOR_TCGEN05_ROWS);
		tcgen05_write_scales(&sm[i], of->b_scales, b + (size_t)TENSOR_B_ROWS * TENSOR_B_BYTES, words, laps,
				     TENSOR_GROUP_COLS);
		for (size_t lane = 0; lane < TCGEN05_LANES && of->sparse; lane++)
			for (uint32_t column = 0; column < 4; column++)
				sm[i].memory[lane][TENSOR_TCGEN05_KEPT + column] = args->meta;
	}
}

static inline void tcgen05_step(struct tcgen05_sm *sm, struct tcgen05_mma of, uint32_t group, uint32_t s,
				const struct tensor_args *args, const struct tcgen05_flips *flips)
{
	const uint32_t scales = tcgen05_scales(of.kind, of.k96), byte = s * scales % 4, word = s * scales / 4,
		       b_bytes = TENSOR_GROUP_COLS / of.sms * TENSOR_GROUP_DEPTH,
		       a = (of.sparse ? 2 : 1) * b_bytes + group * TENSOR_TCGEN05_ROWS * TENSOR_GROUP_DEPTH,
		       along = s * tcgen05_bytes(of.k96) % TENSOR_GROUP_DEPTH,
		       b = of.sparse ? s / 2 * b_bytes + s % 2 * 64 : along;

	/* B's tile is at 0, and so are the data that follow the ends of its rows. */
	of.a = (args->tile + ((a + along) >> 4) + (of.k96 ? (uint64_t)(a >> 4) << TCGEN05_ACROSS : 0)) ^ flips->a;
	of.b = (args->tile + (b >> 4)) ^ flips->b;
	of.instruction = (args->instruction | byte << 4 | byte << 29) ^ flips->instruction;
	of.sums = group * TENSOR_GROUP_COLS;
	of.a_scales += word * (TENSOR_TCGEN05_ROWS / 32);
	of.b_scales += word * (TENSOR_GROUP_COLS / 32);
	of.keep = s > 0;
	tcgen05_multiply(sm, &of);
}

/* All clusters do the same, so one is computed. All passes since the last restart of the sums add the same products, so
 * each step is computed once and counted as many times as there are such passes. */
static inline void tcgen05_cluster(struct tcgen05_sm *sm, struct tcgen05_mma of, uint32_t groups,
				   const struct tensor_args *args, const struct tcgen05_flips *flips)
{
	of.times = (args->passes - 1) % TENSOR_SPAN + 1;
	tcgen05_fill(sm, &of, groups, args);
	for (uint32_t i = 0; i < groups * tcgen05_steps(of.k96); i++)
		tcgen05_step(sm, of, i % groups, i / groups, args, flips);
}

/* Writes the sums row by row, as tcgen05.ld.32x32b reads them: one column per word or, if packed, the low halves of two
 * columns. */
static inline void tcgen05_write(const struct tcgen05_sm *sm, uint32_t sums, bool packed, uint32_t *out)
{
	const uint32_t each = packed ? 2 : 1;

	for (size_t lane = 0; lane < TCGEN05_LANES; lane++)
		for (uint32_t i = 0; i < TENSOR_GROUP_COLS / each; i++) {
			const uint32_t *from = &sm->memory[lane][sums + i * each];
			*out++ = packed ? (from[0] & 0xffff) | from[1] << 16 : from[0];
		}
}

/* The instruction of a kernel, and whether it reads packed sums. */
struct tcgen05_kernel {
	enum tcgen05_kind kind;
	bool sparse, packed, k96;
};

/* Only launches that record their sums are computed. */
static inline void tcgen05_launch(struct tcgen05_kernel kernel, struct gb_shape shape, const struct tensor_args *args,
				  const struct tcgen05_flips *flips)
{
	const uint32_t sms = shape.cluster > 0 ? shape.cluster : 1;
	const bool is_alone = kernel.sparse || tcgen05_is_scaled(kernel.kind) || sms > 1;
	const uint32_t groups = is_alone ? 1 : shape.block / 128;
	struct tcgen05_sm *sm = args->record ? malloc(sms * sizeof *sm) : NULL;
	uint32_t *out = args->out;

	if (sm == NULL)
		return;
	memset(sm, 0xff, sms * sizeof *sm);
	tcgen05_cluster(
		sm,
		(struct tcgen05_mma){ .kind = kernel.kind,
				      .sms = sms,
				      .sparse = kernel.sparse,
				      .k96 = kernel.k96,
				      .kept = TENSOR_TCGEN05_KEPT,
				      .a_scales = TENSOR_TCGEN05_SCALES_A,
				      .b_scales = kernel.k96 ? TENSOR_TCGEN05_K96_SCALES_B : TENSOR_TCGEN05_SCALES_B },
		groups, args, flips);
	for (uint32_t i = 0; i < shape.grid * groups; i++)
		tcgen05_write(&sm[i / groups % sms], i % groups * TENSOR_GROUP_COLS, kernel.packed,
			      out + (size_t)i * TENSOR_TCGEN05_ROWS * TENSOR_GROUP_COLS / (kernel.packed ? 2 : 1));
	free(sm);
}
