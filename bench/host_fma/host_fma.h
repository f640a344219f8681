/* host_fma.h: the loops of `host_fma`, and the same in plain C.
 *
 * A chain is a vector of numbers that advances by one multiply-add per step. Where the product may be overwritten
 * (x86) that is x <- x x + c with c near -1.9, which is bounded and chaotic, so that every bit of the numbers
 * changes; without a fused multiply-add (SSE2) the product is rounded first. Where the sum is overwritten (NEON)
 * steps are x <- x + a b and x <- x - a d in turn, whose products nearly cancel, so that x changes only in its last
 * bits. A chain that is cut short, or folded, ends elsewhere. */
#ifndef HOST_FMA_H
#define HOST_FMA_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "../common/input.h"

enum {
	HOST_FMA_SEEDS = 13,     /* starting numbers; prime, so that neighbouring vectors differ */
	HOST_FMA_LANES_MAX = 16, /* of a vector */
	HOST_FMA_CHAINS_MAX = 28,
	HOST_FMA_CONSTANTS = 3,
	HOST_FMA_UNROLL = 4 /* steps per iteration of the loop */
};

/* Lane l of chain i of a thread starts from seed (thread + i * lanes + l) % HOST_FMA_SEEDS, and ends in out[(thread
 * * chains + i) * lanes + l]. `start` repeats the seeds for a complete vector from each of them. */
struct host_fma_args {
	const void *start;    /* HOST_FMA_SEEDS + HOST_FMA_LANES_MAX numbers */
	const void *constant; /* HOST_FMA_CONSTANTS */
	void *out;
	uint64_t trips;
};

/* In the order of the axis `type`. */
enum host_fma_type { HOST_FMA_FP64, HOST_FMA_FP32, HOST_FMA_TYPES };

enum host_fma_map { HOST_FMA_FUSED, HOST_FMA_ROUNDED, HOST_FMA_SUM, HOST_FMA_MAPS };

/* All of them are numbers of either format. In FP32 the orbits of x x + c end in cycles, because the numbers are
 * finite; with this c no cycle is shorter than 6000. */
static inline double host_fma_start(unsigned int seed)
{
	const unsigned int x = input_mix(seed * INPUT_GOLDEN + 12345u);

	return (double)(x >> 9 | 1) * 0x1p-23; /* in (0, 1) */
}

static inline double host_fma_constant(enum host_fma_map map, unsigned int i)
{
	static const double sum[HOST_FMA_CONSTANTS] = { 0x1.6a09e6p-1, 0x1.6a09e6p-1, 0x1.6a09e6p-1 - 0x1p-20 };

	return map == HOST_FMA_SUM ? sum[i] : -0x1.e07008p0;
}

static inline double host_fma_end_fp64(enum host_fma_map map, double x, uint64_t steps)
{
	const double a = host_fma_constant(map, 0), b = host_fma_constant(map, 1), d = host_fma_constant(map, 2);

	for (uint64_t i = 0; i < steps; i++) {
		if (map == HOST_FMA_FUSED) {
			x = fma(x, x, a);
		} else if (map == HOST_FMA_SUM) {
			x = i % 2 == 0 ? fma(a, b, x) : fma(-a, d, x);
		} else {
			volatile double product = x * x; /* rounded, even if the compiler contracts */
			x = product + a;
		}
	}
	return x;
}

static inline float host_fma_end_fp32(enum host_fma_map map, float x, uint64_t steps)
{
	const float a = (float)host_fma_constant(map, 0), b = (float)host_fma_constant(map, 1),
		    d = (float)host_fma_constant(map, 2);

	for (uint64_t i = 0; i < steps; i++) {
		if (map == HOST_FMA_FUSED) {
			x = fmaf(x, x, a);
		} else if (map == HOST_FMA_SUM) {
			x = i % 2 == 0 ? fmaf(a, b, x) : fmaf(-a, d, x);
		} else {
			volatile float product = x * x; /* rounded, even if the compiler contracts */
			x = product + a;
		}
	}
	return x;
}

/* The expected end of a chain's lane. */
static inline double host_fma_end(enum host_fma_type type, enum host_fma_map map, unsigned int seed, uint64_t steps)
{
	const double start = host_fma_start(seed);

	return type == HOST_FMA_FP64 ? host_fma_end_fp64(map, start, steps)
				     : (double)host_fma_end_fp32(map, (float)start, steps);
}

#endif
