/* swizzled.h: tiles of operands in shared memory, as wgmma and tcgen05 read them. Device code only. */
#pragma once

#include <stdint.h>

/* A tile of 128-byte rows in shared memory with the 128-byte swizzle: 16-byte chunk c of row r is at the place of chunk
 * c ^ (r % 8). */
static __device__ void copy_tile(uint4 *to, const void *from, uint32_t rows, uint32_t row_bytes)
{
	for (uint32_t i = threadIdx.x; i < rows * 8; i += blockDim.x)
		to[i ^ (i / 8 % 8)] = *(const uint4 *)((const char *)from + i / 8 * row_bytes + i % 8 * 16);
}

/* The start address of such a tile for wgmma: groups of eight rows are 1024 bytes. */
static __device__ unsigned long long tile_at(const void *shared)
{
	const uint32_t at = (uint32_t)__cvta_generic_to_shared(shared);

	return (1ull << 62) | (64ull << 32) | (1ull << 16) | (at >> 4);
}
