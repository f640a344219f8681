/* now.h: where and when a thread runs. Reads stay in their place among others and among accesses to memory. */
#ifndef NOW_H
#define NOW_H

/* Of the SM. */
static __device__ inline unsigned long long clock_now()
{
	unsigned long long now;

	asm volatile("mov.u64 %0, %%clock64;" : "=l"(now) : : "memory");
	return now;
}

/* Of the GPU, in nanoseconds. */
static __device__ inline unsigned long long time_now()
{
	unsigned long long now;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now) : : "memory");
	return now;
}

static __device__ inline unsigned int this_sm()
{
	unsigned int sm;

	asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
	return sm;
}

#endif
