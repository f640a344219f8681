/* dsmem.h: what the host and the kernels of `dsmem` share. */
#ifndef DSMEM_H
#define DSMEM_H

#include "../common/input.h"

#define DSMEM_THREADS 1024
#define DSMEM_FEW     128    /* threads that store: more get in each other's way */
#define DSMEM_BYTES   131072 /* of each block's shared memory that others reach */
#define DSMEM_WORDS   (DSMEM_BYTES / 4)
#define DSMEM_UNROLL  8 /* independent accesses of 16 bytes of a thread in a trip */
#define DSMEM_STAGES  8 /* of bulk copies: pieces on their way to one block */
#define DSMEM_PIECE   16384
#define DSMEM_LINKS   16   /* of the chain, in a trip */
#define DSMEM_CHAIN   1024 /* words of its circle */

/* Whom a block of a cluster reaches in a trip: the next one, or each other one in turn. */
BENCH_BOTH unsigned int dsmem_partner(unsigned int rank, unsigned int size, unsigned int all, unsigned int trip)
{
	return (rank + 1 + (all ? trip % (size - 1) : 0)) % size;
}

/* What word i of a block's shared memory holds. */
BENCH_BOTH unsigned int dsmem_content(unsigned int rank, unsigned int i)
{
	return input_mix(i ^ rank << 20 ^ 0x5a000000u);
}

/* The word after word i of the chain's circle, which has them all: 5 mod 4 is 1, and 331 odd. */
BENCH_BOTH unsigned int dsmem_next(unsigned int i)
{
	return (5 * i + 331) % DSMEM_CHAIN;
}

struct dsmem_args {
	unsigned int trips, all;
	unsigned int record, never;
	unsigned int zero;    /* which the compiler does not know */
	unsigned int to;      /* of messages: the other block's rank */
	unsigned int bytes;   /* of a message */
	unsigned int *sum;    /* a thread: of what it loaded; a rank: where the chain ended; right messages of both */
	unsigned int *memory; /* a block: what its shared memory holds in the end */
	/* A block: of the clock of its SM. Or a rank: of the chain in its memory, or of messages to it; without the first trip. */
	unsigned long long *cycles;
};

#endif
