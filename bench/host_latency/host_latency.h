/* host_latency.h: the set that `host_latency` visits, and its kernels. */
#pragma once

#include <stddef.h>
#include <stdint.h>

enum {
	HOST_LATENCY_LINE = 64,    /* bytes of a cache line, or of half of one */
	HOST_LATENCY_UNROLL = 16,  /* loads per trip */
	HOST_LATENCY_WALKERS = 16, /* walkers of the check */
	HOST_LATENCY_LINES_MIN = 4 * HOST_LATENCY_WALKERS
};

/* Each line of a set holds the address of another. Together they form one circle through all lines. */
struct host_latency_line {
	struct host_latency_line *next;
	uint64_t unused[HOST_LATENCY_LINE / sizeof(uint64_t) - 1];
};

/* Adds lines `from` up to `to` to the circle of the earlier ones. */
struct host_latency_link_args {
	struct host_latency_line *line;
	uint64_t from, to;
};

/* Follows the circle from *begin, and stores its end in *end. */
struct host_latency_chase_args {
	struct host_latency_line *const *begin;
	struct host_latency_line **end;
	uint64_t trips; /* trips of HOST_LATENCY_UNROLL loads */
};

/* Checks the complete circle by a method other than the chase. Words of the report: */
enum {
	HOST_LATENCY_VISITED,  /* lines that were visited, each once */
	HOST_LATENCY_CLOSED,   /* walkers whose parts form one circle */
	HOST_LATENCY_ASTRAY,   /* addresses that are not lines of the set */
	HOST_LATENCY_EXPECTED, /* the line that lies `loads` after line 0 */
	HOST_LATENCY_REPORT
};
struct host_latency_check_args {
	const struct host_latency_line *line;
	uint64_t lines, loads;
	uint64_t *report; /* HOST_LATENCY_REPORT words */
};
