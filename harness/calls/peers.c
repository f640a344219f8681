/* peers.c: the functions that plug-ins call for the other GPUs of a run. */
#include "run/run.h"

uint32_t gb_peers(const struct gb_run *run)
{
	return (uint32_t)run->peers;
}

struct gb_run *gb_peer(struct gb_run *run, uint32_t number)
{
	return &run->peer[number];
}

const struct gb_link *gb_peer_link(const struct gb_run *run, uint32_t number)
{
	return &run->link[number];
}

int gb_peer_access(struct gb_run *run, struct gb_run *to, int on)
{
	return run->card->ops->peer_access(run->card->gpu, to->card->gpu, on != 0, gb_run_error(run));
}

int gb_peer_copy(struct gb_run *on, uint32_t number, gb_ptr to, struct gb_run *to_gpu, gb_ptr from,
		 struct gb_run *from_gpu, uint64_t bytes)
{
	return on->card->ops->peer_copy(on->card->gpu, number, to, to_gpu->card->gpu, from, from_gpu->card->gpu, bytes,
					gb_run_error(on));
}

int gb_wait_for(struct gb_run *run, struct gb_run *other)
{
	return run->card->ops->peer_wait(run->card->gpu, other->card->gpu, gb_run_error(run));
}
