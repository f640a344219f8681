/* state.h: definitions shared by the files of host_cache: the data of a run, its memory and its check. */
#pragma once

#include "../common/kernel.h"
#include "host_cache.h"

enum walk { WALK_READ, WALK_ALONE, WALK_WRITE };
extern const char *const host_cache_walks[];

struct point {
	enum walk walk;
	uint64_t set;
	int vec, unroll;
};

struct state {
	uint32_t cores;
	uint64_t own;   /* bytes of each core's part of `at` */
	uint64_t alone; /* bytes in the set of a core that works alone */
	gb_ptr at, alone_at, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct host_cache_args args;
};

bool host_cache_writes(const struct gb_run *run);
int host_cache_launch(struct gb_run *run);

/* In memory.c: host_cache_open() allocates the sets of all cores and their reports. host_cache_place() finds the place
 * of the point's sets, or skips if they do not fit. */
int host_cache_open(struct gb_run *run);
int host_cache_place(struct gb_run *run, uint64_t set);

int host_cache_verify(struct gb_run *run);
size_t host_cache_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			   struct gb_finding out[GB_FINDINGS_MAX]);
extern const struct gb_host_kernel host_cache_kernels[];
