/* host_cache.h: the arguments of host_cache's kernels, and the contents of the sets. */
#pragma once

#include <stdint.h>

#include "../common/host_report.h"
#include "../common/input.h"

enum { HOST_CACHE_STEP = 1024 /* bytes: a multiple of every kernel's trip */ };

/* Thread t makes `passes` passes over `set` bytes from at + t * own on. Pass n of a write, from 1 on, stores value +
 * n. */
struct host_cache_args {
	char *at;
	uint64_t own, set; /* bytes; multiples of HOST_CACHE_STEP */
	uint64_t passes, value;
	struct host_report *report;
};

/* Words are numbered from 0 at the start of each thread's own part. */
#define HOST_CACHE_FACTOR INPUT_GOLDEN_64
static inline uint64_t host_cache_word(uint32_t thread, uint64_t i)
{
	return (thread + i + 1) * HOST_CACHE_FACTOR;
}
