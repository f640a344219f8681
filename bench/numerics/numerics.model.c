/* Models of the kernels of `numerics`: an arithmetic like that of Hopper. */
#include <stdio.h>

#include "gpubench_model.h"
#include "numerics.h"
#include "numerics_model.h"

static enum format format_of(const char *word)
{
	static const char *const words[] = {
		[FORMAT_FP16] = "fp16", [FORMAT_BF16] = "bf16", [FORMAT_TF32] = "tf32", [FORMAT_E4M3] = "e4m3",
		[FORMAT_E5M2] = "e5m2", [FORMAT_INT8] = "int8", [FORMAT_FP64] = "fp64", [FORMAT_FP32] = "fp32"
	};

	for (uint32_t f = 0; f < sizeof words / sizeof words[0]; f++)
		if (strcmp(word, words[f]) == 0)
			return f;
	return SUM_INT32;
}

static struct arithmetic arithmetic_of_kernel(bool is_group)
{
	char type[8] = "", sum[8] = "";

	sscanf(gb_model_call.kernel, "numerics_%*[^_]_%7[^_]_%7s", type, sum);
	struct arithmetic x = { .type = format_of(type),
				.sum = format_of(sum),
				.groups = 1,
				.aligned = 25,
				.subnormal_inputs = true,
				.subnormal_sums = true };
	const bool is_fp8 = x.type == FORMAT_E4M3 || x.type == FORMAT_E5M2;

	x.depth = x.type == FORMAT_FP64 ? 16 : 32 / formats[x.type].bytes;
	x.rounds_nearest = x.sum == FORMAT_FP16;
	x.kept = x.sum == FORMAT_FP16 ? 10 : 23;
	if (is_fp8 && is_group) {
		x.aligned = 13;
		x.kept = x.sum == FORMAT_FP16 ? 10 : 13;
	}
	if (is_fp8 && !is_group) {
		x.groups = 2;
		x.adds_c_last = true;
		for (uint32_t k = 0; k < x.depth; k++)
			x.group[k] = k % 4 / 2;
	}
	return x;
}

static void multiply(struct gb_shape shape, const void *args)
{
	const bool is_group = gb_model_is("_wgmma_");
	const struct arithmetic x = arithmetic_of_kernel(is_group);

	arithmetic_launch(&x, is_group, shape.grid * shape.block, args);
}

GB_ONE_MODEL(numerics, "numerics_*", multiply);
