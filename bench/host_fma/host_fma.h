/* host_fma.h: the loops of `host_fma`, and the same in plain C.
 *
 * A chain is a vector of numbers that advances by one multiply-add per step. If the instruction overwrites the product
 * (x86), the step is x <- x x + c with c near -1.9. It is bounded and chaotic, so every bit of the numbers changes.
 * Without a fused multiply-add (SSE2) the product is rounded first. If the instruction overwrites the sum (NEON), the
 * steps are x <- x + a b and x <- x - a d in turn. Their products nearly cancel, so x changes only in its last bits. A
 * chain that is cut short, or folded, ends elsewhere. */
#pragma once

#include <math.h>
#include <stddef.h>
#include <stdint.h>

#include "../common/input.h"
#include "../common/isa.h"

enum {
	HOST_FMA_SEEDS = 13,     /* starting numbers; prime, so that neighbouring vectors differ */
	HOST_FMA_LANES_MAX = 16, /* most lanes of a vector */
	HOST_FMA_CHAINS_MAX = 28,
	HOST_FMA_CONSTANTS = 3,
	HOST_FMA_UNROLL = 4 /* steps per iteration of the loop */
};

/* Lane l of chain i of a thread starts from seed (thread + i * lanes + l) % HOST_FMA_SEEDS and ends in out[(thread *
 * chains + i) * lanes + l]. `start` repeats the seeds, so that a complete vector begins at each. */
struct host_fma_args {
	const void *start;    /* HOST_FMA_SEEDS + HOST_FMA_LANES_MAX numbers */
	const void *constant; /* HOST_FMA_CONSTANTS */
	void *out;
	uint64_t trips;
};

enum host_fma_type { HOST_FMA_FP64, HOST_FMA_FP32, HOST_FMA_TYPES };

enum host_fma_map { HOST_FMA_FUSED, HOST_FMA_ROUNDED, HOST_FMA_SUM, HOST_FMA_MAPS };

/* All starts are numbers of either format. In FP32 the orbits of x x + c end in cycles, because there are finitely many
 * numbers. With this c no cycle is shorter than 6000. */
static inline double host_fma_start(uint32_t seed)
{
	const uint32_t x = input_mix(seed * INPUT_GOLDEN + 12345u);

	return (double)(x >> 9 | 1) * 0x1p-23; /* in (0, 1) */
}

static inline double host_fma_constant(enum host_fma_map map, uint32_t i)
{
	static const double sum[HOST_FMA_CONSTANTS] = { 0x1.6a09e6p-1, 0x1.6a09e6p-1, 0x1.6a09e6p-1 - 0x1p-20 };

	return map == HOST_FMA_SUM ? sum[i] : -0x1.e07008p0;
}

/* Advances one chain per seed. They are interleaved, because each step depends on the previous one of its chain. */
#define HOST_FMA_CHAINS(name, attribute, real, fused)                                                  \
	static attribute void name(enum host_fma_map map, double x[HOST_FMA_SEEDS], uint64_t steps)    \
	{                                                                                              \
		const real a = (real)host_fma_constant(map, 0), b = (real)host_fma_constant(map, 1),   \
			   d = (real)host_fma_constant(map, 2);                                        \
		real at[HOST_FMA_SEEDS];                                                               \
		volatile real product; /* rounded, even if the compiler contracts */                   \
                                                                                                       \
		for (int k = 0; k < HOST_FMA_SEEDS; k++)                                               \
			at[k] = (real)x[k];                                                            \
		for (uint64_t i = 0; i < steps; i++)                                                   \
			for (int k = 0; k < HOST_FMA_SEEDS; k++)                                       \
				if (map == HOST_FMA_FUSED)                                             \
					at[k] = fused(at[k], at[k], a);                                \
				else if (map == HOST_FMA_SUM)                                          \
					at[k] = i % 2 == 0 ? fused(a, b, at[k]) : fused(-a, d, at[k]); \
				else {                                                                 \
					product = at[k] * at[k];                                       \
					at[k] = product + a;                                           \
				}                                                                      \
		for (int k = 0; k < HOST_FMA_SEEDS; k++)                                               \
			x[k] = (double)at[k];                                                          \
	}
HOST_FMA_CHAINS(host_fma_chains_fp64, , double, fma)
HOST_FMA_CHAINS(host_fma_chains_fp32, , float, fmaf)
/* If the target's baseline has no FMA, the functions above call fma() at each step. */
#if defined(__x86_64__)
HOST_FMA_CHAINS(host_fma_chains_fp64_fma, ISA_WITH_AVX2, double, fma)
HOST_FMA_CHAINS(host_fma_chains_fp32_fma, ISA_WITH_AVX2, float, fmaf)
#else
#define host_fma_chains_fp64_fma host_fma_chains_fp64
#define host_fma_chains_fp32_fma host_fma_chains_fp32
#endif

/* Advances the number of each seed. `steps` must be even for sums. */
static inline void host_fma_advance(enum host_fma_type type, enum host_fma_map map, double x[HOST_FMA_SEEDS],
				    uint64_t steps)
{
	const bool has_fma = isa_missing(ISA_AVX2) == NULL;

	if (type == HOST_FMA_FP64)
		(has_fma ? host_fma_chains_fp64_fma : host_fma_chains_fp64)(map, x, steps);
	else
		(has_fma ? host_fma_chains_fp32_fma : host_fma_chains_fp32)(map, x, steps);
}

/* The end of each of a chain's lanes, by its seed. */
static inline void host_fma_ends(enum host_fma_type type, enum host_fma_map map, uint64_t steps,
				 double end[HOST_FMA_SEEDS])
{
	for (uint32_t seed = 0; seed < HOST_FMA_SEEDS; seed++)
		end[seed] = host_fma_start(seed);
	host_fma_advance(type, map, end, steps);
}
