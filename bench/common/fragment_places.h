/* fragment_places.h: the elements of a matrix that the registers of a warp's lanes hold for mma.sync, for host and
 * device code.
 *
 * All instructions except that of sm_70 share one layout, whatever the format. With g = lane / 4 and t = lane % 4,
 * register i of A holds word t + 4 (i / 2) of row g for even i, of row g + 8 for odd i (A of 8 rows: word t + 4 i of
 * row g). Register i of B holds word t + 4 i of column g. A word has 32 bits, in FP64 64. */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define FRAGMENT_BOTH static __host__ __device__ inline
#else
#define FRAGMENT_BOTH static inline
#endif

/* Register i of an operand with 8 or 16 `rows`, which are columns for B. */
FRAGMENT_BOTH uint32_t fragment_row(uint32_t rows, uint32_t i, uint32_t lane)
{
	return lane / 4 + i % (rows / 8) * 8;
}
FRAGMENT_BOTH uint32_t fragment_word(uint32_t rows, uint32_t i, uint32_t lane)
{
	return lane % 4 + i / (rows / 8) * 4;
}

/* The row whose scales a lane holds, all in one register. The instruction takes A's scales from the first two lanes of
 * four, B's from the first. The other lanes hold them too. */
FRAGMENT_BOTH uint32_t fragment_scale_row(uint32_t rows, uint32_t lane)
{
	return lane / 4 + lane % (rows / 8) * 8;
}
