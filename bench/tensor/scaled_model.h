/* scaled_model.h: the kernels of the variant scaled in C, for dry runs and tests. Lanes load their registers as in the
 * kernels. The model reads them by the layouts of CUTLASS 4 (include/cute/atom/mma_traits_sm120.hpp and
 * mma_traits_sm120_sparse.hpp): ALayout and BLayout, with element (m, k) of A at m + 16 k and (n, k) of B at n + 8 k,
 * and for scales SFALayout and SFBLayout.
 * The authors of the kernels wrote the model from documents. Only a run on such a GPU can show that the hardware
 * agrees. */
#pragma once

#include <stdbool.h>

#include "../common/fragment_places.h"
#include "tensor.h"
#include "types.h"

enum {
	SCALED_LANES = 32,
	SCALED_STEP_BYTES = 32,
	SCALED_STEPS = TENSOR_MMA_DEPTH / SCALED_STEP_BYTES,
	SCALED_DEPTH_MOST = 128
};

/* Operands, which their scales follow. */
#define SCALED_A_SIZE ((size_t)TENSOR_A_ROWS * TENSOR_A_BYTES)
#define SCALED_B_SIZE ((size_t)TENSOR_B_ROWS * TENSOR_B_BYTES)

/* The registers of a lane, and the bits that a test flips in the lane's first register of scales. */
struct scaled_lane {
	uint32_t a[4], b[4], a_scales, b_scales;
};
struct scaled_flips {
	uint32_t a_scales, b_scales;
};

/* The operands of one instruction as numbers; a sparse A includes its zeros. */
struct scaled_operands {
	double a[16][SCALED_DEPTH_MOST], b[8][SCALED_DEPTH_MOST];
};

struct scaled_kernel {
	const struct tensor_type *type;
	bool sparse;
	uint32_t m, n; /* instructions down and across a warp's tile */
};

static inline uint32_t scaled_scales(const struct tensor_type *type)
{
	return type->block == 0 ? 0 : (uint32_t)format_elements(type->format, SCALED_STEP_BYTES) / type->block;
}

/* ---- loads, as in the kernels ------------------------------------------------------------------------------------ */

static inline uint32_t scaled_word(const void *of, size_t at)
{
	uint32_t word;

	memcpy(&word, (const char *)of + 4 * at, sizeof word);
	return word;
}

static inline uint32_t scaled_load_scales(const void *scales, uint32_t scales_of, size_t row, uint32_t rows,
					  uint32_t lane, size_t step)
{
	return scaled_word(scales,
			   (row + fragment_scale_row(rows, lane)) * (TENSOR_SCALES / 4) + step * scales_of / 4) >>
	       step * scales_of % 4 * 8;
}

static inline void scaled_load(const struct scaled_kernel *k, const struct tensor_args *args, size_t a_row,
			       size_t b_row, size_t step, struct scaled_lane lanes[SCALED_LANES])
{
	const uint32_t b_regs = k->sparse ? 4 : 2, scales = scaled_scales(k->type);

	for (uint32_t lane = 0; lane < SCALED_LANES; lane++) {
		for (uint32_t i = 0; i < 4; i++)
			lanes[lane].a[i] =
				scaled_word(args->a, (a_row + fragment_row(16, i, lane)) * (TENSOR_A_BYTES / 4) +
							     step * 8 + fragment_word(16, i, lane));
		for (uint32_t i = 0; i < b_regs; i++)
			lanes[lane].b[i] =
				scaled_word(args->b, (b_row + fragment_row(8, i, lane)) * (TENSOR_B_BYTES / 4) +
							     step * 4 * b_regs + fragment_word(8, i, lane));
		lanes[lane].a_scales =
			scaled_load_scales((const char *)args->a + SCALED_A_SIZE, scales, a_row, 16, lane, step);
		lanes[lane].b_scales =
			scaled_load_scales((const char *)args->b + SCALED_B_SIZE, scales, b_row, 8, lane, step);
	}
}

/* ---- reads, as in the instructions ------------------------------------------------------------------------------- */

static inline double scaled_scale(const struct tensor_type *type, uint32_t scales, uint32_t block)
{
	const uint8_t bits = (uint8_t)(scales >> block * 8);

	if (type->block == 0)
		return 1;
	return type->scale[0] == TENSOR_SCALE_OF_1 ? format_power(bits - 127) : format_decode(FORMAT_E4M3, bits);
}

/* Two of four elements are kept, as selected by the bits of `meta`; for FP4, two of four pairs. All groups keep the
 * same ones. */
static inline uint32_t scaled_place(const struct scaled_kernel *k, uint32_t meta, uint32_t kept)
{
	const uint32_t pair = k->type->format == FORMAT_FP4 ? 2 : 1;

	if (!k->sparse)
		return kept;
	return kept / (2 * pair) * (4 * pair) + (meta >> kept / pair % 2 * 2 & 3) * pair + kept % pair;
}

static inline void scaled_read(const struct scaled_kernel *k, uint32_t meta,
			       const struct scaled_lane lanes[SCALED_LANES], struct scaled_operands *out)
{
	const enum format f = k->type->format;
	const uint32_t e = (uint32_t)format_elements(f, 4), depth = 8 * e * (k->sparse ? 2 : 1),
		       block = k->type->block * (k->sparse ? 2 : 1);

	memset(out, 0, sizeof *out);
	for (uint32_t lane = 0; lane < SCALED_LANES; lane++) {
		for (uint32_t v = 0; v < 4 * e; v++) {
			const uint32_t at =
				lane % 4 * 16 * e + lane / 4 + v % e * 16 + v / e % 2 * 8 + v / (2 * e) * 64 * e;
			const uint32_t place = scaled_place(k, meta, at / 16);
			out->a[at % 16][place] = format_decode(f, format_get(f, lanes[lane].a, v));
		}
		for (uint32_t v = 0; v < depth / 4; v++) {
			const uint32_t at = lane % 4 * 8 * e + lane / 4 + v % e * 8 + v / e * 32 * e;
			out->b[at % 8][at / 8] = format_decode(f, format_get(f, lanes[lane].b, v));
		}
	}
	for (uint32_t i = 0; i < depth; i++) {
		/* The first of four lanes has the scales of row g, the second those of row g + 8. */
		for (size_t row = 0; row < 16; row++)
			out->a[row][i] *= scaled_scale(k->type, lanes[row % 8 * 4 + row / 8].a_scales,
						       block == 0 ? 0 : i / block);
		for (size_t col = 0; col < 8; col++)
			out->b[col][i] *= scaled_scale(k->type, lanes[col * 4].b_scales, block == 0 ? 0 : i / block);
	}
}

/* ---- the kernel -------------------------------------------------------------------------------------------------- */

/* All passes since the last restart of the sums add the same products. */
static inline void scaled_tile(const struct scaled_kernel *k, const struct tensor_args *args, size_t a_row,
			       size_t b_row, const struct scaled_flips *flips, double sum[16][8])
{
	const uint32_t times = args->passes % TENSOR_SPAN;
	struct scaled_lane lanes[SCALED_LANES] = { 0 };
	struct scaled_operands of;

	memset(sum, 0, 16 * sizeof sum[0]);
	for (uint32_t step = 0; step < SCALED_STEPS; step++) {
		scaled_load(k, args, a_row, b_row, step, lanes);
		for (uint32_t lane = 0; lane < SCALED_LANES; lane++) {
			lanes[lane].a_scales ^= flips->a_scales;
			lanes[lane].b_scales ^= flips->b_scales;
		}
		scaled_read(k, args->meta, lanes, &of);
		for (uint32_t i = 0; i < 16 * 8; i++)
			for (uint32_t d = 0; d < SCALED_DEPTH_MOST; d++)
				sum[i / 8][i % 8] += times * of.a[i / 8][d] * of.b[i % 8][d];
	}
}

/* Warps whose numbers differ by TENSOR_MMA_DISTINCT have the same results. */
static inline void scaled_launch(const struct scaled_kernel *k, struct gb_shape shape, const struct tensor_args *args,
				 const struct scaled_flips *flips)
{
	const size_t rows = (size_t)k->m * 16, cols = (size_t)k->n * 8, warps = (size_t)shape.grid * shape.block / 32;
	float *out = args->out;
	double sum[16][8];

	for (size_t warp = 0; warp < warps && args->record; warp++) {
		float *own = out + warp * rows * cols;
		if (warp >= TENSOR_MMA_DISTINCT) {
			memcpy(own, own - TENSOR_MMA_DISTINCT * rows * cols, rows * cols * sizeof *own);
			continue;
		}
		for (size_t i = 0; i < (size_t)k->m * k->n; i++) {
			scaled_tile(k, args, warp * rows + i / k->n * 16, warp * cols + i % k->n * 8, flips, sum);
			for (size_t j = 0; j < sizeof sum / sizeof sum[0][0]; j++)
				own[(i / k->n * 16 + j / 8) * cols + i % k->n * 8 + j % 8] = (float)sum[j / 8][j % 8];
		}
	}
}
