/* ffma.h: definitions shared by the host code and the kernels of `ffma`. */
#ifndef FFMA_H
#define FFMA_H

/* A value of any format, in the low bits: one of 32 or 64 bits, or two of 16. */
typedef unsigned long long ffma_word;

#define FFMA_SEEDS      4 /* threads whose numbers differ by a multiple of this compute the same */
#define FFMA_CHAINS_MAX 8
#define FFMA_SHARE      31u /* factor of the sum so far, when the ends of the chains are summed */

/* The starting values of the threads of one seed. */
struct ffma_seed {
	ffma_word start[FFMA_CHAINS_MAX];
	ffma_word factor;
};

struct ffma_args {
	const struct ffma_seed *seeds; /* FFMA_SEEDS */
	ffma_word *out;                /* per thread: 0, then for each chain x FFMA_SHARE + its end */
	unsigned int *sms;             /* per block: its SM */
	unsigned int first;            /* blocks resident at once, each of which makes `trips` */
	unsigned int trips;            /* trips of `body` multiply-adds each */
	unsigned int short_trips;      /* trips of each later block */
};

#endif
