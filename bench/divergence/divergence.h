/* divergence.h: definitions shared by the host code and the kernels of `divergence`. */
#ifndef DIVERGENCE_H
#define DIVERGENCE_H

#include "../common/input.h"

#define DIVERGENCE_LANES 32
#define DIVERGENCE_PATHS 32
#define DIVERGENCE_WARPS 32 /* threads of a block; one block per SM */
#define DIVERGENCE_BODY  32 /* FMAs per iteration of a path's loop */
#define DIVERGENCE_IFS   8  /* branches per iteration of the loop over short ones */
#define DIVERGENCE_SEEDS 8  /* lanes whose numbers differ by a multiple of this start alike */

/* The two chains of a thread: x <- a x + c, with a slightly above -1: bounded, and every step counts. */
BENCH_BOTH float divergence_factor(unsigned int seed)
{
	return -1.0f + (float)(64u + 17u * seed) * (1.0f / 16777216.0f);
}

BENCH_BOTH float divergence_start(unsigned int seed, unsigned int chain)
{
	return 1.0f + (float)((2 * seed + chain + 1) * 40503u % 65536u) * (1.0f / 65536.0f);
}

/* c of a path; nothing else distinguishes its code from that of other paths. */
#define DIVERGENCE_TERM(path) (1.0f + (float)(path) / 64.0f)

struct divergence_args {
	unsigned int path[DIVERGENCE_LANES]; /* path of each lane, or of each warp */
	/* Trips of both rounds, of which the second counts: of each path's loop, of each lane's, or [0] of short
	 * branches. */
	unsigned int trips[2][DIVERGENCE_PATHS];
	unsigned int by_warp;
	unsigned int taken;   /* one bit for each lane that takes the short branches */
	unsigned int record;  /* 0 when timed: `out` is not written */
	unsigned int *cycles; /* per block */
	float *out;           /* per thread: the sum of its chains */
};

#endif
