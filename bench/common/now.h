/* now.h: when and where a thread runs, and what other SMs write meanwhile. Reads keep their order relative to each
 * other and to memory accesses. */
#pragma once

#include <stdint.h>

static __device__ inline unsigned long long clock_now()
{
	unsigned long long now;

	asm volatile("mov.u64 %0, %%clock64;" : "=l"(now) : : "memory");
	return now;
}

/* The time of the GPU, in nanoseconds. */
static __device__ inline unsigned long long time_now()
{
	unsigned long long now;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now) : : "memory");
	return now;
}

/* A word that another SM may just have written. */
static __device__ inline uint32_t load_now(const uint32_t *p)
{
	uint32_t value;

	asm volatile("ld.volatile.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
	return value;
}

static __device__ inline uint32_t this_sm()
{
	uint32_t sm;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	return sm;
}
