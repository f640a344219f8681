/* loaded.h: definitions shared by the host code and the kernels of `loaded`. */
#pragma once

#include "../common/cycle.h"
#include "../common/input.h"
#include "gpubench_report.h"

enum {
	LOADED_WARPS = 32,       /* threads of the only block on an SM; one thread of the chase's block works */
	LOADED_LINE = 128,       /* of the chase, bytes */
	LOADED_UNROLL = 16,      /* hops per trip */
	LOADED_REQUEST = 512,    /* bytes that a warp reads or writes with one instruction */
	LOADED_SETTLE_NS = 20000 /* duration of the traffic before the chase begins */
};

/* In device memory. */
struct loaded_place {
	unsigned long long at;         /* the line where the chase begins, and afterwards the line where it ended */
	unsigned long long cycles, ns; /* cycles of the chase */
	uint32_t ready;                /* blocks of traffic in flight */
	uint32_t phase;                /* 0: before the chase; 1: during it; 2: after it */
};

/* For every warp of traffic: its turns in total and during the chase, and the sum of the words that each lane read. */
struct loaded_warp {
	uint32_t turns, counted;
	uint32_t sum[32];
};

/* A turn of a warp consists of `reads` and then `writes` requests, as the kernel's name says. Turn t of warp w accesses
 * part t x warps + w of each region, cyclically. */
struct loaded_args {
	struct loaded_place *place;
	struct loaded_warp *warp;
	const uint32_t *in; /* words by input_bits() */
	uint32_t *out;      /* word i: input_mark(i + round) of the last round */
	uint32_t rounds_of; /* turns of a warp until its regions wrap around */
	uint32_t period;    /* cycles between two turns of a warp; 0: no pause */
	uint32_t idle;      /* 1: no traffic at all */
	uint32_t hops;
};

struct loaded_link_args {
	unsigned char *at;
	uint32_t lines;
};

/* Recomputes what every warp has read or written. */
struct loaded_check_args {
	const struct loaded_warp *warp;
	const uint32_t *out;
	uint32_t warps, rounds_of, reads, writes;
	struct gb_report *report;
};
