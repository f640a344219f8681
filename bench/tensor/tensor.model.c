/* Models of kernels of `tensor`: those of the variants tcgen05 and scaled, which have never run on a card. */
#include "gpubench_model.h"
#include "check_model.h"
#include "scaled_model.h"
#include "tcgen05_model.h"

/* ---- tcgen05 ----------------------------------------------------------------------------------------------------- */

#define FUNCTION(NAME, KIND, SPARSE, PACKED, K96)                                                                \
	static void NAME(struct gb_shape shape, const void *args)                                                \
	{                                                                                                        \
		static const struct tcgen05_flips none = { 0 };                                                  \
                                                                                                                 \
		tcgen05_launch((struct tcgen05_kernel){ TCGEN05_KIND_##KIND, SPARSE, PACKED, K96 }, shape, args, \
			       &none);                                                                           \
	}
#define KIND(NAME, KIND, PACKED)                           \
	FUNCTION(NAME##_dense, KIND, false, PACKED, false) \
	FUNCTION(NAME##_sparse, KIND, true, PACKED, false)
KIND(f16, F16, false)
KIND(f16_packed, F16, true)
KIND(tf32, TF32, false)
KIND(f8f6f4, F8F6F4, false)
KIND(f8f6f4_packed, F8F6F4, true)
KIND(i8, I8, false)
KIND(mxf8f6f4, MXF8F6F4, false)
KIND(mxf4, MXF4, false)
KIND(nvf4, NVF4, false)
FUNCTION(mxf4_k96, MXF4, false, false, true)
FUNCTION(nvf4_k96, NVF4, false, false, true)

#define TCGEN05(NAME, KIND)                                                                                           \
	{ "tensor_tcgen05_" NAME "_dense_ss", KIND##_dense }, { "tensor_tcgen05_" NAME "_dense_pair", KIND##_dense }, \
		{ "tensor_tcgen05_" NAME "_sparse_ss", KIND##_sparse },                                               \
	{                                                                                                             \
		"tensor_tcgen05_" NAME "_sparse_pair", KIND##_sparse                                                  \
	}

/* ---- scaled ------------------------------------------------------------------------------------------------------ */

#define FORM(TYPE, SPARSITY, SPARSE, M, N)                                                                          \
	static void TYPE##_##SPARSITY##_##M##x##N(struct gb_shape shape, const void *args)                          \
	{                                                                                                           \
		static const struct scaled_kernel kernel = { &tensor_type_list[TENSOR_TYPE_##TYPE], SPARSE, M, N }; \
		static const struct scaled_flips none = { 0 };                                                      \
                                                                                                                    \
		scaled_launch(&kernel, shape, args, &none);                                                         \
	}
#define FORMS(TYPE)                    \
	FORM(TYPE, dense, false, 2, 2) \
	FORM(TYPE, dense, false, 2, 4) \
	FORM(TYPE, dense, false, 4, 4) \
	FORM(TYPE, sparse, true, 2, 2) \
	FORM(TYPE, sparse, true, 2, 4) \
	FORM(TYPE, sparse, true, 4, 4)
FORMS(fp6_e3m2)
FORMS(fp6_e2m3)
FORMS(fp4_e2m1)
FORMS(mxfp8_e4m3)
FORMS(mxfp6_e3m2)
FORMS(mxfp6_e2m3)
FORMS(mxfp4)
FORMS(nvfp4)

#define SCALED_FORM(TYPE, FORM)                                      \
	{                                                            \
		"tensor_scaled_" #TYPE "_fp32_" #FORM, TYPE##_##FORM \
	}
#define SCALED(TYPE)                                                                              \
	SCALED_FORM(TYPE, dense_2x2), SCALED_FORM(TYPE, dense_2x4), SCALED_FORM(TYPE, dense_4x4), \
		SCALED_FORM(TYPE, sparse_2x2), SCALED_FORM(TYPE, sparse_2x4), SCALED_FORM(TYPE, sparse_4x4)

static void check(struct gb_shape shape, const void *args)
{
	(void)shape;
	check_model(args);
}

static const struct gb_model models[] = {
	TCGEN05("fp16_fp32", f16),
	TCGEN05("bf16_fp32", f16),
	TCGEN05("tf32_fp32", tf32),
	TCGEN05("e4m3_fp32", f8f6f4),
	TCGEN05("e5m2_fp32", f8f6f4),
	TCGEN05("int8_int32", i8),
	TCGEN05("fp6_e3m2_fp32", f8f6f4),
	TCGEN05("fp6_e2m3_fp32", f8f6f4),
	TCGEN05("fp4_e2m1_fp32", f8f6f4),
	TCGEN05("mxfp8_e4m3_fp32", mxf8f6f4),
	TCGEN05("mxfp6_e3m2_fp32", mxf8f6f4),
	TCGEN05("mxfp6_e2m3_fp32", mxf8f6f4),
	TCGEN05("mxfp4_fp32", mxf4),
	TCGEN05("nvfp4_fp32", nvf4),
	{ "tensor_tcgen05_mxfp4_fp32_dense_ss_k96", mxf4_k96 },
	{ "tensor_tcgen05_mxfp4_fp32_dense_pair_k96", mxf4_k96 },
	{ "tensor_tcgen05_nvfp4_fp32_dense_ss_k96", nvf4_k96 },
	{ "tensor_tcgen05_nvfp4_fp32_dense_pair_k96", nvf4_k96 },
	TCGEN05("fp16_fp16", f16_packed),
	TCGEN05("e4m3_fp16", f8f6f4_packed),
	TCGEN05("e5m2_fp16", f8f6f4_packed),
	SCALED(fp6_e3m2),
	SCALED(fp6_e2m3),
	SCALED(fp4_e2m1),
	SCALED(mxfp8_e4m3),
	SCALED(mxfp6_e3m2),
	SCALED(mxfp6_e2m3),
	SCALED(mxfp4),
	SCALED(nvfp4),
	{ "tensor_check", check },
	{ .kernel = NULL },
};

GB_MODELS(tensor) = { GB_ABI, models };
