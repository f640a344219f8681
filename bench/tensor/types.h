/* types.h: the number formats of `tensor`, as the axis `type` names them. */
#pragma once

#include "../common/number_formats.h"

/* Name; elements for mma and wgmma; elements for tcgen05 in shared memory; elements per scale, 0: no scales; the scales
 * of A and of B, where 1 and 2 are powers of two in 8 bits (UE8M0) or, for nvfp4, numbers in E4M3; the roof. */
#define TENSOR_TYPES(X)                                                                            \
	X(fp16, FP16, FP16, 0, 0, 0, "tensor.fp16")                                                \
	X(bf16, BF16, BF16, 0, 0, 0, "tensor.bf16")                                                \
	X(tf32, TF32, TF32, 0, 0, 0, "tensor.tf32")                                                \
	X(e4m3, E4M3, E4M3, 0, 0, 0, "tensor.fp8")                                                 \
	X(e5m2, E5M2, E5M2, 0, 0, 0, "tensor.fp8_e5m2")                                            \
	X(int8, INT8, INT8, 0, 0, 0, "tensor.int8")                                                \
	X(fp64, FP64, FP64, 0, 0, 0, "tensor.fp64")                                                \
	X(fp6_e3m2, E3M2, E3M2_PADDED, 0, 0, 0, "tensor.fp6")                                      \
	X(fp6_e2m3, E2M3, E2M3_PADDED, 0, 0, 0, NULL)                                              \
	X(fp4_e2m1, E2M1, E2M1_PADDED, 0, 0, 0, NULL)                                              \
	X(mxfp8_e4m3, E4M3, E4M3, 32, TENSOR_SCALE_OF_1, TENSOR_SCALE_OF_2, "tensor.mxfp8")        \
	X(mxfp6_e3m2, E3M2, E3M2_PADDED, 32, TENSOR_SCALE_OF_1, TENSOR_SCALE_OF_2, "tensor.mxfp6") \
	X(mxfp6_e2m3, E2M3, E2M3_PADDED, 32, TENSOR_SCALE_OF_1, TENSOR_SCALE_OF_2, NULL)           \
	X(mxfp4, FP4, FP4, 32, TENSOR_SCALE_OF_1, TENSOR_SCALE_OF_2, "tensor.mxfp4")               \
	X(nvfp4, FP4, FP4, 16, 0x38, 0x40, "tensor.nvfp4")
#define TENSOR_SCALE_OF_1 127
#define TENSOR_SCALE_OF_2 128

#define TENSOR_TYPE_NUMBER(name, ...) TENSOR_TYPE_##name,
enum tensor_types { TENSOR_TYPES(TENSOR_TYPE_NUMBER) TENSOR_TYPES_COUNT };

struct tensor_type {
	const char *name;
	enum format format, tcgen05;
	uint32_t block;
	unsigned char scale[2];
	const char *roof;
};

#define TENSOR_TYPE_ENTRY(name, format, tcgen05, block, one, two, roof) \
	{ #name, FORMAT_##format, FORMAT_##tcgen05, block, { one, two }, roof },
static const struct tensor_type tensor_type_list[TENSOR_TYPES_COUNT] = { TENSOR_TYPES(TENSOR_TYPE_ENTRY) };
