/* loaded.h: what the host and the kernels of `loaded` share. */
#ifndef LOADED_H
#define LOADED_H

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	LOADED_WARPS = 32,       /* of the one block of an SM; that of the chase has one thread at work */
	LOADED_LINE = 128,       /* of the chase, bytes */
	LOADED_UNROLL = 16,      /* hops of a trip */
	LOADED_REQUEST = 512,    /* bytes that a warp reads or writes with one instruction */
	LOADED_SETTLE_NS = 20000 /* of traffic before the chase begins */
};

/* In device memory. */
struct loaded_place {
	unsigned long long at;         /* the line where the chase begins, and afterwards where it has ended */
	unsigned long long cycles, ns; /* of the chase */
	unsigned int ready;            /* blocks of traffic that are under way */
	unsigned int phase;            /* 0: before the chase; 1: it is on; 2: over */
};

/* Of every warp of traffic: its turns in all, and those during the chase; the sum of what each lane read. */
struct loaded_warp {
	unsigned int turns, counted;
	unsigned int sum[32];
};

/* A turn of a warp is some requests: `reads` and then `writes`, as the kernel's name says. Turn t of warp w takes part
 * t x warps + w of each region, round and round. */
struct loaded_args {
	struct loaded_place *place;
	struct loaded_warp *warp;
	const unsigned int *in; /* words by input_bits() */
	unsigned int *out;      /* word i: input_mark(i + round) of the last round */
	unsigned int rounds_of; /* turns of a warp until its regions begin anew */
	unsigned int period;    /* cycles between two turns of a warp; 0: none, as fast as it goes */
	unsigned int idle;      /* 1: no traffic at all */
	unsigned int hops;
};

struct loaded_link_args {
	unsigned char *at;
	unsigned int lines;
};

/* Works out anew what every warp has read or written. */
struct loaded_check_args {
	const struct loaded_warp *warp;
	const unsigned int *out;
	unsigned int warps, rounds_of, reads, writes;
	struct gb_report *report;
};

#endif
