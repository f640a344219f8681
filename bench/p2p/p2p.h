/* p2p.h: what both halves of `p2p` share. */
#ifndef P2P_H
#define P2P_H

#include "../common/input.h"
#include "gpubench_report.h"

enum {
	P2P_ACCESS = 16,      /* bytes of a load or a store */
	P2P_STAGES = 8,       /* bulk copies in flight of a block */
	P2P_BULK_BLOCK = 128, /* threads of a block that makes them */
	P2P_LINE = 128,       /* bytes between the nodes of a chain */
	P2P_ADD_BLOCK = 1024  /* threads of a block that adds */
};

/* Read or write `tiles` tiles, each of a block's threads x unroll x 16 bytes; all of it so many times. */
struct p2p_stream_args {
	char *at; /* on the other GPU */
	unsigned long long tiles;
	unsigned int passes;
	unsigned int *sum;   /* on this one */
	unsigned int record; /* add up what was read */
};

/* Copy tiles from one GPU's memory to the other's: one of the two addresses is here. */
struct p2p_move_args {
	const char *from;
	char *to;
	unsigned long long tiles;
	unsigned int passes;
};

/* The same with bulk copies of `chunk` bytes. */
struct p2p_bulk_args {
	char *at;
	unsigned long long chunks;
	unsigned int chunk;
	unsigned int *sum;
	unsigned int record;
};

/* Of a block's chase: clocks of its steps; where it begins and, after it, ends, on the other GPU. */
struct p2p_chased {
	unsigned long long cycles, end;
};

/* One thread of each block walks along a chain of addresses, or adds 0 to each and goes where the old value says. */
struct p2p_chase_args {
	unsigned int warm, steps; /* multiples of 16 */
	struct p2p_chased *out;   /* of each block */
};

/* Make the chain: node i leads to node next[i]. */
struct p2p_link_args {
	char *at;
	const unsigned int *next;
	unsigned int nodes;
};

/* Each thread adds 1 to the same word, or to its own, `trips` times. */
struct p2p_add_args {
	unsigned int *at;
	unsigned int trips, stride; /* words from thread to thread: 0, 1 */
};

/* Compare with what was written: word i is input_bits(i), or input_mark(i % period) where there is a period. */
struct p2p_check_args {
	const unsigned int *at;
	unsigned long long words, period;
	struct gb_report *report;
};

/* Add up input_bits(i) without memory. */
struct p2p_sum_args {
	unsigned long long words;
	unsigned int *sum;
};

#endif
