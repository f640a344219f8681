/* ranks.h: the GPUs of a run that measures all of them, numbered from the measured one. */
#pragma once

#include "gpubench.h"

static inline struct gb_run *rank_of(struct gb_run *run, uint32_t rank)
{
	return rank == 0 ? run : gb_peer(run, rank - 1);
}

/* Switch peer access between all GPUs on or off. Without it the driver's copies go through the host. */
static inline int ranks_access(struct gb_run *run, int on)
{
	const uint32_t ranks = gb_peers(run) + 1;

	for (uint32_t a = 0; a < ranks; a++)
		for (uint32_t b = 0; b < ranks; b++)
			if (a != b)
				GB_TRY(gb_peer_access(rank_of(run, a), rank_of(run, b), on));
	return GB_OK;
}
