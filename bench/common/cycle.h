/* cycle.h: the order in which a chain of dependent accesses visits the lines of a set, for host and device code. */
#pragma once

#include <stdint.h>

#ifdef __CUDACC__
#define CYCLE_BOTH __host__ __device__ constexpr
#else
#define CYCLE_BOTH
#endif

/* Lines 0 to n - 1 in an order without a pattern: the line at position `at` of the cycle. It applies a bijection on
 * numbers with as many bits as n - 1 until the result is below n. */
static inline CYCLE_BOTH uint32_t cycle_line_at(uint32_t at, uint32_t n)
{
	uint32_t bits = 0, x = at;

	while (bits < 31 && 1u << bits < n)
		bits++;
	const uint32_t mask = (1u << bits) - 1, half = bits / 2 + 1;
	do {
		x = (x * 0x9e3779b1u + 0x7f4a7c15u) & mask;
		x ^= x >> half;
		x = (x * 0x85ebca6bu + 0x165667b1u) & mask;
		x ^= x >> half;
		x = (x * 0xc2b2ae35u + 0x27d4eb2fu) & mask;
		x ^= x >> half;
	} while (x >= n);
	return x;
}
