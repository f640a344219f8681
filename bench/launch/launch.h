/* launch.h: definitions shared by the host code and the kernels of `launch`. */
#pragma once

#include <stdint.h>

#include "gpubench_report.h"

/* Kernel arguments of this size in bytes; 8 bytes hold only the pointer to the count. If `count` is NULL, launches are
 * not counted. */
struct launch_args {
	uint32_t *count;
};
#define LAUNCH_ARGS(bytes)                                         \
	struct launch_args_##bytes {                               \
		uint32_t *count;                                   \
		uint32_t rest[((bytes) - sizeof(uint32_t *)) / 4]; \
	}
LAUNCH_ARGS(256);
LAUNCH_ARGS(1024);
LAUNCH_ARGS(4000);

/* A block adds this value when its part of the grid is done, so a missing or repeated block changes the sum. */
static inline
#ifdef __CUDACC__
	__device__
#endif
		uint32_t
		launch_weight(uint32_t block)
{
	return (block ^ block >> 7) * 0x9e3779b9u + 1;
}

/* When a kernel started and ended, in nanoseconds of the device's global timer. */
struct launch_stamp {
	unsigned long long begin, end;
};
struct launch_mark_args {
	struct launch_stamp *stamp;
};
