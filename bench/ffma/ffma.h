/* ffma.h: what the host and the kernels of `ffma` share. */
#ifndef FFMA_H
#define FFMA_H

/* A value of any format, in the low bits: one of 32 or 64 bits, or two of 16. */
typedef unsigned long long ffma_word;

#define FFMA_SEEDS      4 /* threads that differ in number by a multiple of this compute the same */
#define FFMA_CHAINS_MAX 8
#define FFMA_SHARE      31u /* of the share before it, when the ends of the chains are summed up */

/* What the threads of one seed start from. */
struct ffma_seed {
	ffma_word start[FFMA_CHAINS_MAX];
	ffma_word factor;
};

struct ffma_args {
	const struct ffma_seed *seeds; /* FFMA_SEEDS */
	ffma_word *out;                /* a thread: 0, then for each chain x FFMA_SHARE + its end */
	unsigned int first;            /* blocks that are resident at once: each makes `trips` */
	unsigned int trips;            /* of `body` multiply-adds each */
	unsigned int short_trips;      /* of each block after the first */
};

#endif
