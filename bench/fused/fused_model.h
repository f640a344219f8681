/* fused_model.h: the operands of `fused` on the host. */
#ifndef FUSED_MODEL_H
#define FUSED_MODEL_H

#include "../common/bits.h"
#include "../common/number_formats.h"
#include "fused.h"

/* Elements of the matrices: 1 and 2, with a sign; sums of their products are exact. */
static inline uint32_t fused_element(uint64_t i)
{
	static const uint32_t codes[] = { 0x3f80, 0x4000, 0xbf80, 0xc000 };

	return codes[input_bits(i) & 3];
}

static inline float fused_float(uint32_t word)
{
	float value;

	memcpy(&value, &word, sizeof value);
	return value;
}

static inline uint32_t fused_word(float value)
{
	uint32_t word;

	memcpy(&word, &value, sizeof word);
	return word;
}

/* Two floats become two bytes, the first one the upper. */
static inline uint32_t fused_bytes(uint32_t upper, uint32_t lower)
{
	return (uint32_t)(format_encode(FORMAT_E4M3, (double)fused_float(upper)) << 8 |
			  format_encode(FORMAT_E4M3, (double)fused_float(lower)));
}

/* Two conversions to E4M3 in each chain. */
static inline void fused_convert(uint32_t x[FUSED_CHAINS])
{
	for (int k = 0; k < FUSED_CHAINS; k++)
		x[k] = fused_bytes(x[k ^ 1], x[k]) << 16 | fused_bytes(x[k], x[k ^ 1]);
}

#endif
