/* input.h: input data of several benchmarks, for host and device code. Each word is computed from its index, so a check
 * can recompute it. No word is zero, because zeros run faster and hide mistakes. input_host.h has the host's part. */
#pragma once

#include <stdint.h>

/* Goes before a function for both host and device. An old architecture may need none of them. */
#ifdef __CUDACC__
#define BENCH_BOTH __attribute__((unused)) static inline __host__ __device__
#else
#define BENCH_BOTH static inline
#endif

/* A mixed number: every bit depends on every bit of x. */
BENCH_BOTH uint32_t input_mix(uint32_t x)
{
	x = (x ^ (x >> 16)) * 0x7feb352du;
	x = (x ^ (x >> 15)) * 0x846ca68bu;
	return x ^ (x >> 16);
}

/* Word i: mixed bits. */
BENCH_BOTH uint32_t input_bits(unsigned long long i)
{
	return input_mix((uint32_t)i ^ (uint32_t)(i >> 32) * 0x9e3779b9u);
}

/* Word i: a float in [1, 2) with 23 mixed bits. */
BENCH_BOTH uint32_t input_float(unsigned long long i)
{
	return 0x3f800000u | input_bits(i) >> 9;
}

/* 2^32 over the golden ratio. Its multiples spread over all 32-bit words (Knuth). */
#define INPUT_GOLDEN    2654435761u
#define INPUT_GOLDEN_64 0x9e3779b97f4a7c15ull /* 2^64 over the golden ratio */

/* Word i of data that is stored without being read from an input. */
BENCH_BOTH uint32_t input_mark(unsigned long long i)
{
	return ((uint32_t)i + 1u) * INPUT_GOLDEN;
}

struct input_fill_args {
	uint32_t *at;
	unsigned long long words;
};

#ifdef __CUDACC__
template <uint32_t word(unsigned long long)> static __device__ void input_fill(const struct input_fill_args &args)
{
	const unsigned long long step = (unsigned long long)gridDim.x * blockDim.x;

	for (unsigned long long i = (unsigned long long)blockIdx.x * blockDim.x + threadIdx.x; i < args.words;
	     i += step)
		args.at[i] = word(i);
}
#endif
