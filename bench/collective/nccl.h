/* nccl.h: NCCL, opened at run time, and the calls that `collective` makes. */
#pragma once

#include "gpubench.h"

enum { NCCL_RANKS_MAX = 64 };

/* One communicator for each GPU, in the order of `run` and then its peers. */
struct nccl {
	void *communicator[NCCL_RANKS_MAX];
	void *stream[NCCL_RANKS_MAX];
	uint32_t ranks;
	int version;                      /* 23203 is 2.32.3 */
	const char *algorithm, *protocol; /* requested of the library, as in NCCL_ALGO and NCCL_PROTO; NULL: any */
};

/* Open the library and join the GPUs of the run on the first call. Setup does not call this, because the GPUs are
 * usable without the library. Returns GB_SKIPPED and the names that were tried if the library is missing. */
int nccl_open(struct gb_run *run, struct nccl *nccl);
void nccl_close(struct nccl *nccl);

/* Enqueue a collective operation on every GPU. `from` and `to` are the buffers of each rank. `count` is the number of
 * 4-byte elements sent from one rank to another; for an all-reduce it is the number of all elements of a rank. */
int nccl_enqueue(struct gb_run *run, const struct nccl *nccl, int op, const gb_ptr *from, const gb_ptr *to,
		 uint64_t count);
