/* ffma.h: what the host and the kernels of `ffma` share. */
#ifndef FFMA_H
#define FFMA_H

/* The recurrence of every chain: x <- a x + a, with a a little above -1. It is bounded, swings about its fixed point
 * for some 100 000 steps, so a chain cut short or folded ends elsewhere, and reads only two registers. */
#define FFMA_SEEDS      8 /* threads that differ in number by a multiple of this compute the same */
#define FFMA_CHAINS_MAX 16

#ifdef __CUDACC__
#define FFMA_BOTH static __host__ __device__
#else
#define FFMA_BOTH static inline
#endif

FFMA_BOTH float ffma_factor(unsigned int seed)
{
	return -1.0f + (float)(64u + 17u * seed) * (1.0f / 16777216.0f);
}

FFMA_BOTH float ffma_start(unsigned int seed, unsigned int chain)
{
	return 1.0f + (float)((seed * FFMA_CHAINS_MAX + chain) * 40503u % 65536u) * (1.0f / 65536.0f);
}

struct ffma_args {
	float *out;         /* a thread: the sum of its chains, in order */
	unsigned int trips; /* of `body` FMAs each */
};

#endif
