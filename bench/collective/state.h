/* state.h: definitions shared by the host files of `collective`. */
#pragma once

#include "../common/ranks.h"
#include "collective.h"
#include "../common/kernel.h"
#include "nccl.h"

enum { BY_NCCL, BY_READ, BY_PUSH };
enum { ALGORITHM_ANY, ALGORITHM_RING, ALGORITHM_TREE, ALGORITHMS };
enum { PROTOCOL_ANY, PROTOCOL_LL, PROTOCOL_LL128, PROTOCOL_SIMPLE, PROTOCOLS };
enum { CLOCK_DEVICE, CLOCK_HOST };

struct point {
	int op, by, algorithm, protocol, clock;
	uint64_t bytes, size;
	uint32_t blocks;
};

struct state {
	struct nccl nccl[ALGORITHMS][PROTOCOLS]; /* communicators, by requested algorithm and protocol */
	uint32_t ranks;
	struct gb_kernel fill[NCCL_RANKS_MAX], check[NCCL_RANKS_MAX];
	gb_ptr from[NCCL_RANKS_MAX], to[NCCL_RANKS_MAX], report[NCCL_RANKS_MAX];
	uint64_t room; /* bytes per buffer */
	uint32_t salt; /* salt of the data in `from` */
	/* The current point: */
	int op, by;
	struct nccl *used;
	uint64_t share;   /* elements sent from one rank to another; for an all-reduce all elements */
	uint32_t repeats; /* operations per launch */
	/* For small.c: */
	uint64_t small_room; /* bytes of the largest all-reduce; 0: not open yet */
	gb_ptr flags[COLLECTIVE_SMALL_RANKS], inbox[COLLECTIVE_SMALL_RANKS];
	struct gb_kernel small[COLLECTIVE_SMALL_RANKS];
	struct gb_shape shape;
	struct collective_small_args args[COLLECTIVE_SMALL_RANKS];
	uint32_t turn; /* launches so far, the same on all ranks */
};

/* ---- small.c: an all-reduce by kernels that access each other's memory ------------------------------------------- */

int small_prepare(struct gb_run *run);
int small_enqueue(struct gb_run *run);
void small_close(struct gb_run *run);
