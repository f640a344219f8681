/* state.h: definitions shared by the files of the plug-in `launch`. */
#pragma once

#include "../common/kernel.h"
#include "launch.h"

enum {
	OP_ENQUEUE,
	OP_PERIOD,
	OP_EARLY,
	OP_GAP,
	OP_EARLY_GAP,
	OP_HOP,
	OP_ROUND_TRIP,
	OP_BLOCKS,
	OP_EVENT,
	OP_EVENT_ENQUEUE,
	OP_GRAPH, /* operations with graphs are adjacent, up to OP_GRAPH_BUILD */
	OP_GRAPH_ENQUEUE,
	OP_GRAPH_SET,
	OP_GRAPH_CAPTURE,
	OP_GRAPH_BUILD,
	OP_ALLOC,
	OP_CANCEL,
	OP_CLUSTERS
};
enum { NODES_CHAIN, NODES_BRANCHES_4, NODES_BRANCHES_32, NODES_COPY, NODES_FILL, NODES_IF };
enum { ALLOC_DEVICE, ALLOC_POOL_KEPT, ALLOC_POOL_RETURNED };

/* Kernels of a chain that record stamps; hops of a chain, at three operations; the first stamps, which do not count. */
enum { STAMPS = 200, HOPS = 100, STAMPS_BEFORE = 5 };
enum { OTHERS = 16 };
/* Kernels per launch whose period is timed; the event with which their stream waits for stream 0; the event with
 * which stream 0 waits for theirs. */
enum { PERIODS = 380, TO_STREAM = 1001, FROM_STREAM = 1002 };
enum { BLOCKS = 1 << 17, EMPTY_THREADS = 32, NODES_MAX = 1000, ALLOC_BYTES = 4 << 20, EVENT = 1000 };

struct point {
	int op, nodes, memory;
	uint32_t args, stream, threads, length, size;
	enum gb_wait wait;
};

struct state {
	struct gb_kernel kernel, mark;
	gb_ptr count, stamps, words; /* one word per node that copies or fills */
	struct gb_buffer host;
	struct gb_graph *graph;
	struct gb_shape shape;
	struct launch_args_4000 args; /* the smaller structs begin with the same members */
	double gap;                   /* mean of the last chain, in seconds */
};

/* ---- graph.c ---- */

bool launch_has_graph(const struct gb_run *run);
uint32_t launch_nodes(const struct gb_run *run); /* nodes of the point's graph */
/* Replaces the previous graph, which is freed. The new one is captured from launches or built node by node. Its kernels
 * count their launches if `counts` is set. */
int launch_make_graph(struct gb_run *run, bool counts);
int launch_verify_graph(struct gb_run *run);

/* ---- chain.c: kernels that record times ----------------- */

uint32_t launch_links(const struct gb_run *run); /* kernels of the point's chain */
int launch_chain(struct gb_run *run);
int launch_observe(struct gb_run *run, double *value);
int launch_verify_chain(struct gb_run *run);
