/* host_memory.h: a host with four cores, 1 MiB of cache and 256 MiB of memory, for tests of memory benchmarks. */
#pragma once

#include "../../bench/common/isa.h"

#include "opened.h"

#define MIB(n) ((n)*1024.0 * 1024)

enum { CORES = 4 };

static inline int open_run(void)
{
	reset_device();
	fake.sms = CORES;
	fake.l2_bytes = 1 << 20;
	fake.free_bytes = UINT64_C(256) << 20;
	return open_bench();
}

/* "<before>,vec=<bytes>,<after>" is correct for each width of vectors, or skipped if this processor lacks it. */
static inline void expect_each_width(const char *before, const char *after)
{
	char point[160];

	for (int bytes = 16; bytes <= 64; bytes *= 2) {
		const char *missing = isa_missing(isa_of_bytes(bytes));
		snprintf(point, sizeof point, "%s,vec=%d,%s", before, bytes, after);
		if (missing == NULL)
			expect_right(point);
		else
			skipped(point, missing);
	}
}
