/* The points of `tensor`: their matrix products, cost and limits. */
#include "state.h"

/* ---- the point --------------------------------------------------------------------------------------------------- */

const struct tensor_type *tensor_type(const struct gb_run *run)
{
	return &tensor_type_list[tensor_value(run, type)];
}

enum format tensor_format(const struct gb_run *run)
{
	return tensor_instructions(run) == TCGEN05 ? tensor_type(run)->tcgen05 : tensor_type(run)->format;
}

enum instructions tensor_instructions(const struct gb_run *run)
{
	static const char *const names[] = {
		[MMA] = "mma", [WGMMA] = "wgmma", [TCGEN05] = "tcgen05", [SCALED] = "scaled"
	};
	enum instructions of = MMA;

	for (enum instructions i = MMA; i <= SCALED; i++)
		if (strcmp(gb_variant(run)->name, names[i]) == 0)
			of = i;
	return of;
}

uint32_t tensor_sms(const struct gb_run *run)
{
	const int64_t form = tensor_value(run, form);

	return form == FORM_PAIR || form == FORM_PAIR_K96 ? 2 : 1;
}

bool tensor_is_sparse(const struct gb_run *run)
{
	return tensor_value(run, data) == NORMAL && tensor_value(run, sparsity) == SPARSE;
}

bool tensor_is_eight_bit_float(const struct gb_run *run)
{
	const int64_t type = tensor_value(run, type);

	return type == TENSOR_TYPE_e4m3 || type == TENSOR_TYPE_e5m2;
}

bool tensor_is_narrow_float(const struct gb_run *run)
{
	const int exponent = formats[tensor_format(run)].exponent;

	return exponent > 0 && exponent + formats[tensor_format(run)].mantissa < 8;
}

bool tensor_has_fp16_sums(int64_t type)
{
	return type == TENSOR_TYPE_fp16 || type == TENSOR_TYPE_e4m3 || type == TENSOR_TYPE_e5m2;
}

enum tensor_sum tensor_sum_of(const struct gb_run *run)
{
	const int64_t type = tensor_value(run, type);

	if (type == TENSOR_TYPE_int8)
		return TENSOR_SUM_INT32;
	if (type == TENSOR_TYPE_fp64)
		return TENSOR_SUM_FP64;
	return tensor_has_fp16_sums(type) && tensor_value(run, acc) == SUM_FP16 ? TENSOR_SUM_FP16 : TENSOR_SUM_FP32;
}

bool tensor_has_better(const struct gb_device *device, const struct tensor_type *type)
{
	return type->format != FORMAT_FP64 && (device->cc_major == 9 || tensor_tcgen05_has(device, type));
}

bool tensor_is_best(const struct gb_run *run)
{
	return tensor_instructions(run) != MMA || !tensor_has_better(gb_device(run), tensor_type(run));
}

struct tile tensor_tile(const struct gb_run *run)
{
	const enum format type = tensor_format(run);
	const int64_t form = tensor_value(run, form);
	const enum instructions with = tensor_instructions(run);

	if (with == WGMMA || with == TCGEN05) {
		const uint32_t warps = (uint32_t)tensor_value(run, warps);
		const uint32_t own = with == TCGEN05 && tensor_tcgen05_is_alone(run) ? warps : GROUP_WARPS;
		return (struct tile){ with == WGMMA ? TENSOR_WGMMA_ROWS : TENSOR_TCGEN05_ROWS,
				      TENSOR_GROUP_COLS,
				      (uint32_t)format_elements(type, TENSOR_GROUP_DEPTH),
				      warps / own * tensor_sms(run),
				      own,
				      true,
				      tensor_is_k96(run) ? TENSOR_TCGEN05_K96_LAPS : 1 };
	}
	const uint32_t bytes = type == FORMAT_FP64 ? TENSOR_FP64_DEPTH : TENSOR_MMA_DEPTH;
	return (struct tile){ form == FORM_4X4 ? 64 : 32,
			      form == FORM_2X2 ? 16 : 32,
			      (uint32_t)format_elements(type, bytes),
			      TENSOR_MMA_DISTINCT,
			      1,
			      false,
			      1 };
}

uint64_t tensor_tiles(const struct gb_run *run)
{
	return (uint64_t)state_of(run)->shape.grid * state_of(run)->shape.block / WARP / tensor_tile(run).warps;
}

/* ---- its cost ---------------------------------------------------------------------------------------------------- */

double tensor_pass_ops(const struct gb_run *run)
{
	const struct tile t = tensor_tile(run);

	return 2.0 * (double)tensor_tiles(run) * t.rows * t.cols * t.depth * t.laps * (tensor_is_sparse(run) ? 2 : 1);
}

struct gb_cost tensor_cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = tensor_pass_ops(run) * state_of(run)->args.passes };
}

enum gb_quantity tensor_measures(const struct gb_run *run)
{
	return units_quantity(tensor_format(run));
}

/* ---- its limit --------------------------------------------------------------------------------------------------- */

double tensor_rate(const struct gb_run *run, const struct gb_device *device)
{
	const struct units_instruction i = { .type = tensor_format(run),
					     .is_mma = tensor_instructions(run) == MMA,
					     .is_scaled = tensor_type(run)->block > 0,
					     .has_fp16_sums = tensor_sum_of(run) == TENSOR_SUM_FP16 };

	return units_rate_of(i, device) * (tensor_is_sparse(run) ? 2 : 1);
}

double tensor_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return tensor_rate(run, device) * device->sm_count * sm_hz;
}

/* The roof of dense products with wide sums, measured with the best instructions of the device. Rates on zeros, and of
 * e4m3 on the numbers of e5m2, are measured with the same care as those on normal numbers. */
const char *tensor_roof(const struct gb_run *run)
{
	static const char *const others[][COARSE + 1] = {
		[TENSOR_TYPE_fp16] = { NULL, "tensor.fp16.zeros" },
		[TENSOR_TYPE_bf16] = { NULL, "tensor.bf16.zeros" },
		[TENSOR_TYPE_tf32] = { NULL, "tensor.tf32.zeros" },
		[TENSOR_TYPE_e4m3] = { NULL, "tensor.fp8.zeros", "tensor.fp8.coarse" },
		[TENSOR_TYPE_int8] = { NULL, "tensor.int8.zeros" },
		[TENSOR_TYPE_fp64] = { NULL, "tensor.fp64.zeros" },
		[TENSOR_TYPES_COUNT - 1] = { NULL },
	};
	const int64_t data = tensor_value(run, data);

	if (!tensor_is_best(run) || tensor_is_sparse(run) || tensor_sum_of(run) == TENSOR_SUM_FP16)
		return NULL;
	return data == NORMAL ? tensor_type(run)->roof : others[tensor_value(run, type)][data];
}

enum gb_shares tensor_shares(const struct gb_run *run)
{
	return GB_SHARES_EQUAL;
}

int tensor_matrix(const struct gb_run *run)
{
	return tensor_format(run) != FORMAT_FP64;
}

const char *tensor_remark(const struct gb_run *run)
{
	if (tensor_instructions(run) == TCGEN05 || tensor_instructions(run) == SCALED)
		return "these kernels are audited, never run by their authors: please send the project this file";
	if (tensor_is_best(run))
		return NULL;
	return tensor_is_eight_bit_float(run) ? "mma implements FP8 with FP16 here, after converting both operands"
					      : "mma does not fill these units: they are made for wgmma or tcgen05";
}

size_t tensor_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);

	return units_metrics(device, result, tensor_measures(run), tensor_rate(run, device), out);
}
