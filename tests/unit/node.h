/* node.h: several GPUs of the fake device, the first of which is measured. */
#pragma once

#include "gpu_fake.h"
#include "engine/peers.h"

enum { NODE_GPUS = 8 };

static struct gb_found_device node_found[NODE_GPUS];
static struct gb_peers node_peers;

/* Make the other cards peers of an open card; the next one comes first. */
static inline void node_join(struct gb_open_device *card, size_t gpus)
{
	struct gb_error ignored = { "" };

	fake.devices = (int)gpus;
	for (size_t i = 0; i < gpus; i++)
		fake_ops.describe((int)i, &node_found[i].device, &node_found[i].identity, &ignored);
	node_peers = (struct gb_peers){ .ops = &fake_ops, .found = node_found, .count = gpus };
	card->peers = &node_peers;
	card->peer = 1;
}

static inline void node_leave(void)
{
	gb_peers_close(&node_peers);
}
