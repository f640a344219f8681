/* dsmem.h: definitions shared by the host code and the kernels of `dsmem`. */
#ifndef DSMEM_H
#define DSMEM_H

#include "../common/input.h"

#define DSMEM_THREADS 1024
#define DSMEM_FEW     128    /* threads that store; more of them slow each other down */
#define DSMEM_BYTES   131072 /* bytes of each block's shared memory that others access */
#define DSMEM_WORDS   (DSMEM_BYTES / 4)
#define DSMEM_UNROLL  8 /* independent 16-byte accesses per thread and trip */
#define DSMEM_STAGES  8 /* stages of bulk copies in flight to one block */
#define DSMEM_PIECE   16384
#define DSMEM_LINKS   16   /* links of the chain per trip */
#define DSMEM_CHAIN   1024 /* words of the chain's circle */

/* The target of a block in a trip: the next block of the cluster, or each other block in turn. */
BENCH_BOTH unsigned int dsmem_partner(unsigned int rank, unsigned int size, unsigned int all, unsigned int trip)
{
	return (rank + 1 + (all ? trip % (size - 1) : 0)) % size;
}

/* The content of word i of a block's shared memory. */
BENCH_BOTH unsigned int dsmem_content(unsigned int rank, unsigned int i)
{
	return input_mix(i ^ rank << 20 ^ 0x5a000000u);
}

/* The word after word i of the chain's circle, which includes all words: 5 mod 4 is 1, and 331 is odd. */
BENCH_BOTH unsigned int dsmem_next(unsigned int i)
{
	return (5 * i + 331) % DSMEM_CHAIN;
}

struct dsmem_args {
	unsigned int trips, all;
	unsigned int record, never;
	unsigned int zero;    /* not known to the compiler */
	unsigned int to;      /* of messages: the other block's rank */
	unsigned int bytes;   /* of a message */
	unsigned int *sum;    /* per thread: sum of loaded words; per rank: end of the chain; correct messages */
	unsigned int *memory; /* per block: the final content of its shared memory */
	/* Per block: cycles of its SM. Or per rank: cycles of the chain in its memory, or of messages to it; without
	 * the first trip. */
	unsigned long long *cycles;
};

#endif
