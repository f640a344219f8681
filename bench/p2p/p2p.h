/* p2p.h: definitions shared by the host code and the kernels of `p2p`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

enum {
	P2P_ACCESS = 16,      /* bytes of a load or a store */
	P2P_STAGES = 8,       /* bulk copies in flight per block */
	P2P_BULK_BLOCK = 128, /* threads of a block that issues them */
	P2P_LINE = 128,       /* bytes between the nodes of a chain */
	P2P_ADD_BLOCK = 1024  /* threads of a block of `add` */
};

/* Reads or writes `tiles` tiles `passes` times. A tile has a block's threads x unroll x 16 bytes. */
struct p2p_stream_args {
	char *at; /* on the other GPU */
	unsigned long long tiles;
	uint32_t passes;
	uint32_t *sum;   /* on this GPU */
	uint32_t record; /* 1: add up the words read */
};

/* Copies tiles between the GPUs; one of the two addresses is local. */
struct p2p_move_args {
	const char *from;
	char *to;
	unsigned long long tiles;
	uint32_t passes;
};

struct p2p_bulk_args {
	char *at;
	unsigned long long chunks;
	uint32_t chunk;
	uint32_t *sum;
	uint32_t record;
};

/* A block's chase: the cycles of its hops; the address on the other GPU where it starts and, afterwards, where it
 * ended. */
struct p2p_chased {
	unsigned long long cycles, end;
};

/* One thread of each block follows a chain of addresses. An exchange adds 0 to each address and follows the old
 * value. */
struct p2p_chase_args {
	uint32_t warm, steps;   /* hops, multiples of 16 */
	struct p2p_chased *out; /* one per block */
};

/* Builds the chain: node i points to node next[i]. */
struct p2p_link_args {
	char *at;
	const uint32_t *next;
	uint32_t nodes;
};

/* Each thread adds 1 to one word `trips` times: to the same one as all others or to its own. */
struct p2p_add_args {
	uint32_t *at;
	uint32_t trips, stride; /* distance between the words of neighbouring threads: 0 or 1 */
};

/* Compares with the expected words: input_bits(i), or input_mark(i % period) if `period` is not 0. */
struct p2p_check_args {
	const uint32_t *at;
	unsigned long long words, period;
	struct gb_report *report;
};

/* Adds up input_bits(i) without reading memory. */
struct p2p_sum_args {
	unsigned long long words;
	uint32_t *sum;
};
