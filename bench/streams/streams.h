/* streams.h: definitions shared by the host code and the kernels of `streams`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

/* The kernels that run now, the maximum so far, and the total. */
struct streams_count {
	uint32_t now, most, all;
};
struct streams_hold_args {
	struct streams_count *count;
	unsigned long long nanoseconds;
};

/* When the first block of a kernel started and its last block ended, in nanoseconds of the device's timer. */
struct streams_stamp {
	unsigned long long begin, end;
};
struct streams_mark_args {
	struct streams_stamp *stamp;
	unsigned long long nanoseconds; /* duration of a block */
};

/* Copies `in` to `out` and changes each word `rounds` times. */
struct streams_work_args {
	const uint32_t *in;
	uint32_t *out;
	unsigned long long words;
	uint32_t rounds;
	struct streams_stamp *stamp; /* NULL: not recorded */
};
struct streams_check_args {
	const uint32_t *out;
	unsigned long long words;
	uint32_t rounds;
	struct gb_report *report;
};

struct streams_read_args {
	const uint32_t *in;
	unsigned long long words;
	uint32_t *sum;
	uint32_t record;
};

BENCH_BOTH uint32_t streams_change(uint32_t word, uint32_t rounds)
{
	for (uint32_t i = 0; i < rounds; i++)
		word = word * 1664525u + 1013904223u;
	return word;
}
