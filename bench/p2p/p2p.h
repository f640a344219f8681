/* p2p.h: definitions shared by the host code and the kernels of `p2p`. */
#pragma once

#include "../common/input.h"
#include "gpubench_report.h"

enum {
	P2P_ACCESS = 16,      /* bytes of a load or a store */
	P2P_STAGES = 8,       /* bulk copies in flight per block */
	P2P_BULK_BLOCK = 128, /* threads of a block that makes them */
	P2P_LINE = 128,       /* bytes between the nodes of a chain */
	P2P_ADD_BLOCK = 1024  /* threads of a block that adds */
};

/* Read or write `tiles` tiles, each of a block's threads x unroll x 16 bytes, this many times. */
struct p2p_stream_args {
	char *at; /* on the other GPU */
	unsigned long long tiles;
	uint32_t passes;
	uint32_t *sum;   /* on this one */
	uint32_t record; /* sum of the words read */
};

/* Copy tiles from one GPU's memory to the other's; one of the two addresses is local. */
struct p2p_move_args {
	const char *from;
	char *to;
	unsigned long long tiles;
	uint32_t passes;
};

/* The same with bulk copies of `chunk` bytes. */
struct p2p_bulk_args {
	char *at;
	unsigned long long chunks;
	uint32_t chunk;
	uint32_t *sum;
	uint32_t record;
};

/* For a block's chase: the clocks of its steps; where it begins and, afterwards, where it ended, on the other GPU. */
struct p2p_chased {
	unsigned long long cycles, end;
};

/* One thread of each block follows a chain of addresses, or adds 0 to each and follows the old value. */
struct p2p_chase_args {
	uint32_t warm, steps;   /* multiples of 16 */
	struct p2p_chased *out; /* one per block */
};

/* Build the chain: node i points to node next[i]. */
struct p2p_link_args {
	char *at;
	const uint32_t *next;
	uint32_t nodes;
};

/* Each thread adds 1 to the same word, or to its own, `trips` times. */
struct p2p_add_args {
	uint32_t *at;
	uint32_t trips, stride; /* distance in words between threads: 0, 1 */
};

/* Compare with the expected words: word i is input_bits(i), or input_mark(i % period) where there is a period. */
struct p2p_check_args {
	const uint32_t *at;
	unsigned long long words, period;
	struct gb_report *report;
};

/* Sum input_bits(i) without memory. */
struct p2p_sum_args {
	unsigned long long words;
	uint32_t *sum;
};
