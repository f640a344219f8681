/* Models of kernels of `tensor`: those of the variant tcgen05, which no card of ours can run. */
#include "gpubench_model.h"
#include "check_model.h"
#include "tcgen05_model.h"

#define MODEL(NAME, KIND)                                                \
	static void NAME(struct gb_shape shape, const void *args)        \
	{                                                                \
		static const struct tcgen05_flips none = { 0 };          \
                                                                         \
		tcgen05_launch(TCGEN05_KIND_##KIND, shape, args, &none); \
	}
MODEL(f16, F16)
MODEL(tf32, TF32)
MODEL(f8f6f4, F8F6F4)
MODEL(i8, I8)

static void check(struct gb_shape shape, const void *args)
{
	(void)shape;
	check_model(args);
}

static const struct gb_model models[] = {
	{ "tensor_tcgen05_fp16_fp32_dense_ss", f16 },
	{ "tensor_tcgen05_fp16_fp32_dense_pair", f16 },
	{ "tensor_tcgen05_bf16_fp32_dense_ss", f16 },
	{ "tensor_tcgen05_bf16_fp32_dense_pair", f16 },
	{ "tensor_tcgen05_tf32_fp32_dense_ss", tf32 },
	{ "tensor_tcgen05_tf32_fp32_dense_pair", tf32 },
	{ "tensor_tcgen05_e4m3_fp32_dense_ss", f8f6f4 },
	{ "tensor_tcgen05_e4m3_fp32_dense_pair", f8f6f4 },
	{ "tensor_tcgen05_e5m2_fp32_dense_ss", f8f6f4 },
	{ "tensor_tcgen05_e5m2_fp32_dense_pair", f8f6f4 },
	{ "tensor_tcgen05_int8_int32_dense_ss", i8 },
	{ "tensor_tcgen05_int8_int32_dense_pair", i8 },
	{ "tensor_check", check },
	{ .kernel = NULL },
};

GB_MODELS(tensor) = { GB_ABI, models };
