/* random_address.h: uniformly random addresses that a thread computes without reading memory, for host and device
 * code. */
#pragma once

#include "input.h"

#define RANDOM_LINE 128u /* bytes; each access is within one line */

/* In larger sets an H200 waits for page tables. */
#define RANDOM_REACH (64ull << 30)

/* The stream of addresses: a state for each access, and the next one. It is a linear congruential generator with the
 * constants of Numerical Recipes and full period. */
BENCH_BOTH uint32_t random_start(uint32_t walker)
{
	return input_mix(walker + 1u);
}
BENCH_BOTH uint32_t random_next(uint32_t x)
{
	return x * 1664525u + 1013904223u;
}

/* The high bits of the state choose the line, for any number of lines: lines x state / 2^32. */
BENCH_BOTH uint32_t random_line(uint32_t x, uint32_t lines)
{
	return (uint32_t)((unsigned long long)x * lines >> 32);
}

/* The place in the line, in bytes, by the high bits of another multiple of the state. */
BENCH_BOTH uint32_t random_place(uint32_t x, uint32_t bytes)
{
	return (x * 0x9e3779b1u >> 25) & (RANDOM_LINE - 1u) & ~(bytes - 1u);
}

/* The byte at which an access begins, in a window with this many lines. */
BENCH_BOTH unsigned long long random_offset(uint32_t x, uint32_t lines, uint32_t bytes)
{
	return (unsigned long long)random_line(x, lines) * RANDOM_LINE + random_place(x, bytes);
}
