/* host_latency.h: the set that `host_latency` goes through, and its kernels. */
#ifndef HOST_LATENCY_H
#define HOST_LATENCY_H

#include <stddef.h>
#include <stdint.h>

enum {
	HOST_LATENCY_LINE = 64,    /* bytes; of a cache line, or half of one */
	HOST_LATENCY_UNROLL = 16,  /* loads of a trip */
	HOST_LATENCY_WALKERS = 16, /* of the check */
	HOST_LATENCY_LINES_MIN = 4 * HOST_LATENCY_WALKERS
};

/* Lines of a set hold the address of another: together they are one circle through all of them. */
struct host_latency_line {
	struct host_latency_line *next;
	uint64_t unused[HOST_LATENCY_LINE / sizeof(uint64_t) - 1];
};

/* Take lines `from` up to before `to` into the circle of those before. */
struct host_latency_link_args {
	struct host_latency_line *line;
	uint64_t from, to;
};

/* Follow the circle from where *begin says, and say in *end where that led. */
struct host_latency_chase_args {
	struct host_latency_line *const *begin;
	struct host_latency_line **end;
	uint64_t trips; /* of HOST_LATENCY_UNROLL loads */
};

/* Look at the whole circle by another way than the chase does. */
enum {
	HOST_LATENCY_VISITED,  /* lines that were come by, each once */
	HOST_LATENCY_CLOSED,   /* walkers whose parts make one circle */
	HOST_LATENCY_ASTRAY,   /* addresses that are no line of the set */
	HOST_LATENCY_EXPECTED, /* the line that lies `loads` after line 0 */
	HOST_LATENCY_REPORT
};
struct host_latency_check_args {
	const struct host_latency_line *line;
	uint64_t lines, loads;
	uint64_t *report; /* HOST_LATENCY_REPORT words */
};

#endif
