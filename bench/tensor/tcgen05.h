/* tcgen05.h: the descriptors of tcgen05.mma, which the host makes and the kernels use (PTX ISA 9.2, section
 * 9.7.16.4). */
#pragma once

#include <stdbool.h>

#include "tensor.h"
#include "types.h"

/* Instruction descriptor for kinds tf32, f16, f8f6f4 and i8 (Table 42): the lowest bit of each field. Fields that are
 * not listed are 0: no saturation, nothing negated or transposed. */
enum { TCGEN05_SPARSE = 2, TCGEN05_SUM = 4, TCGEN05_A_TYPE = 7, TCGEN05_B_TYPE = 10, TCGEN05_N = 17, TCGEN05_M = 24 };
/* Instruction descriptor for kinds mxf8f6f4, mxf4 and mxf4nvf4 (the next two tables). In place of the sum type: the
 * byte of a word that holds B's first scale; then whether scales are powers of two; the byte of A's first scale.
 * Kernels fill in the bytes. */
enum { TCGEN05_B_BYTE = 4, TCGEN05_POWERS = 23, TCGEN05_A_BYTE = 29, TCGEN05_K96 = 31 };

/* Descriptor of operands in shared memory (Table 40). */
enum { TCGEN05_ACROSS = 16, TCGEN05_ALONG = 32, TCGEN05_CONSTANT = 46, TCGEN05_ABSOLUTE = 52, TCGEN05_SWIZZLE = 61 };

/* The code of an operand format in the instruction descriptor; -1: none. */
static inline int tcgen05_type(enum format type)
{
	switch (type) {
	case FORMAT_FP16:
	case FORMAT_E4M3:
		return 0;
	case FORMAT_BF16:
	case FORMAT_E5M2:
	case FORMAT_INT8:
	case FORMAT_FP4:
		return 1;
	case FORMAT_TF32:
		return 2;
	case FORMAT_E2M3_PADDED:
		return 3;
	case FORMAT_E3M2_PADDED:
		return 4;
	case FORMAT_E2M1_PADDED:
		return 5;
	default:
		return -1;
	}
}

/* The code of a sum format in the instruction descriptor. */
static inline uint32_t tcgen05_sum_type(enum tensor_sum sum)
{
	return sum == TENSOR_SUM_INT32 ? 2 : sum == TENSOR_SUM_FP16 ? 0 : 1;
}

/* `type` must be supported; `sms` is the number of cooperating SMs. N is counted in units of 8, M in units of 16. */
static inline uint32_t tcgen05_instruction(const struct tensor_type *type, enum tensor_sum sum, uint32_t sms,
					   bool sparse)
{
	const uint32_t code = (uint32_t)tcgen05_type(type->tcgen05);
	const uint32_t own = type->block == 0 ? tcgen05_sum_type(sum) << TCGEN05_SUM
					      : (uint32_t)(type->scale[0] == TENSOR_SCALE_OF_1) << TCGEN05_POWERS;

	return own | (uint32_t)sparse << TCGEN05_SPARSE | code << TCGEN05_A_TYPE | code << TCGEN05_B_TYPE |
	       (uint32_t)(TENSOR_GROUP_COLS / 8) << TCGEN05_N | (uint32_t)(sms * TENSOR_TCGEN05_ROWS / 16) << TCGEN05_M;
}

/* Descriptor of a tile without its address: rows of 128 bytes along k, swizzled by 128 bytes, so eight rows are 1024
 * bytes. Distances are in units of 16 bytes. The distance between columns is unused and must be 1. With k = 96 its
 * field has the address of the data that follow the end of a row, which kernels fill in. */
static inline uint64_t tcgen05_tile(bool k96)
{
	return UINT64_C(1) << (k96 ? TCGEN05_ABSOLUTE : TCGEN05_ACROSS) | UINT64_C(1024) / 16 << TCGEN05_ALONG |
	       UINT64_C(1) << TCGEN05_CONSTANT | UINT64_C(2) << TCGEN05_SWIZZLE;
}
