/* matrix_units.h: host code shared by the benchmarks of the matrix units: `tensor` (the bare units) and `gemm` (through
 * cuBLAS). */
#pragma once

#include <stdbool.h>
#include <stdlib.h>

#include "number_formats.h"
#include "gpubench.h"

enum { NORMAL, ZEROS, COARSE };
static const char *const units_data[] = { [NORMAL] = "normal", [ZEROS] = "zeros", [COARSE] = "coarse", NULL };
static const char units_data_help[] =
	"standard normal numbers (int8: in steps of 1/32), zeros, or normal numbers rounded to e5m2 (coarse)";

/* Operations per clock and SM. For FP32, which the matrix units do not support, the rate is that of the CUDA cores. */
static inline double units_rate(enum format f, const struct gb_device *device)
{
	const double of_format[FORMATS] = {
		[FORMAT_FP16] = device->rates.tensor_fp16,
		[FORMAT_BF16] = device->rates.tensor_bf16,
		[FORMAT_TF32] = device->rates.tensor_tf32,
		[FORMAT_E4M3] = device->rates.tensor_fp8,
		[FORMAT_E5M2] = device->rates.tensor_fp8,
		[FORMAT_INT8] = device->rates.tensor_int8,
		[FORMAT_FP64] = device->rates.tensor_fp64,
		[FORMAT_FP32] = device->rates.fp32,
		/* FP6 and FP4 with one element per byte run at the rate of FP8. */
		[FORMAT_E3M2] = device->rates.tensor_fp8,
		[FORMAT_E2M3] = device->rates.tensor_fp8,
		[FORMAT_E2M1] = device->rates.tensor_fp8,
		[FORMAT_E3M2_PADDED] = device->rates.tensor_fp8,
		[FORMAT_E2M3_PADDED] = device->rates.tensor_fp8,
		[FORMAT_E2M1_PADDED] = device->rates.tensor_fp8,
		[FORMAT_FP4] = device->rates.tensor_fp4,
	};

	return of_format[f];
}

/* Properties of an instruction: whether it is mma.sync or of a later kind, whether it has scales, and whether its sums
 * are in FP16. */
struct units_instruction {
	enum format type;
	bool is_mma, is_scaled, has_fp16_sums;
};

/* The rate of an instruction. On 9.0, mma.sync has no native FP8, and the compiler implements it with FP16. The table
 * has the rates with sums in FP32. With sums in FP16 the units may be twice as fast; three architectures are known
 * where they are not. For 10.x there is no source: NVIDIA has no white paper on these chips that lists rates by the
 * type of sums, and published measurements of tcgen05 (SemiAnalysis, microbench-blackwell, 2026) have sums in FP32. */
static inline double units_rate_of(struct units_instruction i, const struct gb_device *device)
{
	const int cc = 10 * device->cc_major + device->cc_minor;
	const bool is_fp8 = i.type == FORMAT_E4M3 || i.type == FORMAT_E5M2;

	if (i.has_fp16_sums && cc != 70 && cc != 80 && cc != 90)
		return (double)NAN;
	if (is_fp8 && i.is_scaled)
		return device->rates.tensor_mxfp8;
	return units_rate(cc == 90 && i.is_mma && is_fp8 ? FORMAT_FP16 : i.type, device);
}

static inline enum gb_quantity units_quantity(enum format f)
{
	return f == FORMAT_INT8 ? GB_OPS : GB_FLOPS;
}

/* The value divided by SMs and the clock at which it was measured, next to the rate of the units. */
static inline size_t units_metrics(const struct gb_device *device, const struct gb_result *result,
				   enum gb_quantity quantity, double rate, struct gb_metric out[GB_METRICS_MAX])
{
	if (!(result->sm_hz > 0))
		return 0;
	out[0] = (struct gb_metric){
		.name = "ops_per_clock",
		.unit = quantity == GB_OPS ? "OP/clk/SM" : "FLOP/clk/SM",
		.kind = GB_TIMES,
		.number = 1 / (result->sm_hz * device->sm_count),
		.limit = rate,
	};
	return 1;
}

/* Standard normal numbers, from which those of any format are made. Every opening of a device yields the same numbers.
 * The table belongs to the plug-in and is filled once. */
static inline void units_make_normal(float *table, uint64_t count)
{
	if (table[count - 1] != 0)
		return;
	for (uint64_t i = 0; i < count; i++)
		table[i] = (float)format_normal(i);
}

/* A number of the kind `data`. */
static inline double units_number(double normal, int64_t data)
{
	switch (data) {
	case ZEROS:
		return 0;
	case COARSE:
		return format_decode(FORMAT_E5M2, format_encode(FORMAT_E5M2, normal));
	default:
		return normal;
	}
}

static inline void units_fill(enum format f, void *array, const float *normal, uint64_t count, int64_t data)
{
	for (uint64_t i = 0; i < count; i++)
		format_put(f, array, i, format_encode(f, units_number((double)normal[i], data)));
}

/* True if a row is the rate of a point, and not a further metric. */
static inline bool units_is_rate(const struct gb_row *row)
{
	return strcmp(row->metric, "flop_rate") == 0 || strcmp(row->metric, "op_rate") == 0;
}
