/* loaded.h: definitions shared by the host code and the kernels of `loaded`. */
#pragma once

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	LOADED_WARPS = 32,       /* warps of a block, one block per SM; in the block of the chase one thread works */
	LOADED_LINE = 128,       /* bytes from one element of the chain to the next */
	LOADED_UNROLL = 16,      /* hops per trip */
	LOADED_REQUEST = 512,    /* bytes that a warp reads or writes per instruction */
	LOADED_SETTLE_NS = 20000 /* the traffic runs this long before the chase begins */
};

struct loaded_place {
	unsigned long long at;         /* line at which the chase begins, and then the line at which it ended */
	unsigned long long cycles, ns; /* duration of the chase */
	uint32_t ready;                /* blocks whose traffic is running */
	uint32_t phase;                /* 0: before the chase; 1: during the chase; 2: after it */
};

/* Per warp of traffic: its turns in total and during the chase, and the sum of the words that each lane read. */
struct loaded_warp {
	uint32_t turns, counted;
	uint32_t sum[32];
};

/* A turn of a warp consists of `reads`, then `writes` requests; the kernel's name has both numbers. Turn t of warp w
 * accesses part t x warps + w of each region, modulo the number of parts. */
struct loaded_args {
	struct loaded_place *place;
	struct loaded_warp *warp;
	const uint32_t *in; /* words by input_bits() */
	uint32_t *out;      /* word i: input_mark(i + round) of the last round */
	uint32_t rounds_of; /* turns after which a warp's regions wrap around */
	uint32_t period;    /* cycles between two turns of a warp; 0: no pause */
	uint32_t idle;      /* 1: no traffic at all */
	uint32_t hops;
};

struct loaded_link_args {
	unsigned char *at;
	uint32_t lines;
};

struct loaded_check_args {
	const struct loaded_warp *warp;
	const uint32_t *out;
	uint32_t warps, rounds_of, reads, writes;
	struct gb_report *report;
};
