/* chain_model.h: for models: hops along a chain of addresses. A wrong address may point anywhere. A model therefore
 * follows only addresses in the memory that was linked last, and stays where it is on any other. */
#pragma once

#include <stdint.h>

#include "gpubench_model.h"

static struct {
	unsigned long long first, bytes;
} chain_memory;

static inline void chain_linked_model(const void *at, unsigned long long bytes)
{
	chain_memory.first = (uintptr_t)at;
	chain_memory.bytes = bytes;
}

static inline unsigned long long chain_follow_model(unsigned long long at, unsigned long long hops)
{
	for (unsigned long long i = 0; i < hops; i++) {
		if (at % sizeof at != 0 || at - chain_memory.first >= chain_memory.bytes)
			return at;
		at = *(const unsigned long long *)(uintptr_t)at;
	}
	return at;
}
