/* streams.h: definitions shared by the host code and the kernels of `streams`. */
#ifndef STREAMS_H
#define STREAMS_H

#include "../common/input.h"
#include "gpubench_report.h"

/* The counting kernels: the number running now, the maximum so far, and the total. */
struct streams_count {
	unsigned int now, most, all;
};
struct streams_hold_args {
	struct streams_count *count;
	unsigned long long nanoseconds;
};

/* When a kernel began, at its first block, and ended, at its last, in nanoseconds of the device. */
struct streams_stamp {
	unsigned long long begin, end;
};
struct streams_mark_args {
	struct streams_stamp *stamp;
	unsigned long long nanoseconds; /* duration of each block */
};

/* out = in, changed `rounds` times. */
struct streams_work_args {
	const unsigned int *in;
	unsigned int *out;
	unsigned long long words;
	unsigned int rounds;
	struct streams_stamp *stamp; /* none: not recorded */
};
struct streams_check_args {
	const unsigned int *out;
	unsigned long long words;
	unsigned int rounds;
	struct gb_report *report;
};

struct streams_read_args {
	const unsigned int *in;
	unsigned long long words;
	unsigned int *sum;
	unsigned int record;
};

BENCH_BOTH unsigned int streams_change(unsigned int word, unsigned int rounds)
{
	for (unsigned int i = 0; i < rounds; i++)
		word = word * 1664525u + 1013904223u;
	return word;
}

#endif
