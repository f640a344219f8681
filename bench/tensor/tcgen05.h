/* tcgen05.h: the descriptors of tcgen05.mma, which the host makes and the kernels use. PTX ISA 9.2, 9.7.16.4. */
#ifndef TENSOR_TCGEN05_H
#define TENSOR_TCGEN05_H

#include "../common/number_formats.h"
#include "tensor.h"

/* Table 42, the instruction, of kinds tf32, f16, f8f6f4 and i8: a field's first bit. What is not here is 0: dense, no
 * saturation, nothing negated or transposed. */
enum { TCGEN05_SUM = 4, TCGEN05_A_TYPE = 7, TCGEN05_B_TYPE = 10, TCGEN05_N = 17, TCGEN05_M = 24 };

/* Table 40, operands in shared memory. */
enum { TCGEN05_ACROSS = 16, TCGEN05_ALONG = 32, TCGEN05_CONSTANT = 46, TCGEN05_SWIZZLE = 61 };

/* What the instruction calls a format of operands; -1: it has none. */
static inline int tcgen05_type(enum format type)
{
	switch (type) {
	case FORMAT_FP16:
	case FORMAT_E4M3:
		return 0;
	case FORMAT_BF16:
	case FORMAT_E5M2:
	case FORMAT_INT8:
		return 1;
	case FORMAT_TF32:
		return 2;
	default:
		return -1;
	}
}

/* `type` is one that there is, `sms` those that work together. N is counted in units of 8, M of 16. */
static inline uint32_t tcgen05_instruction(enum format type, unsigned int sms)
{
	const uint32_t code = (uint32_t)tcgen05_type(type), sum = type == FORMAT_INT8 ? 2 : 1;

	return sum << TCGEN05_SUM | code << TCGEN05_A_TYPE | code << TCGEN05_B_TYPE |
	       (uint32_t)(TENSOR_GROUP_COLS / 8) << TCGEN05_N | (uint32_t)(sms * TENSOR_TCGEN05_ROWS / 16) << TCGEN05_M;
}

/* A tile of rows of 128 bytes along k, swizzled by 128 bytes, but for its address: groups of eight rows are 1024 bytes. The
 * distance of columns is of no use then, and 1. Distances are in units of 16 bytes. */
static inline uint64_t tcgen05_tile(void)
{
	return UINT64_C(1) << TCGEN05_ACROSS | UINT64_C(1024) / 16 << TCGEN05_ALONG | UINT64_C(1) << TCGEN05_CONSTANT |
	       UINT64_C(2) << TCGEN05_SWIZZLE;
}

#endif
