/* state.h: definitions shared by the files of host_dram: its rows, the data of a run, and the cores that work on
 * each memory. */
#pragma once

#include "../common/kernel.h"
#include "host_dram.h"

/* ---- rows.c: what a value means on axis `op` ------------------------------------------------------------- */

enum {
	READ,
	WRITE,
	COPY,
	SCALE,
	ADD,
	TRIAD,
	WRITE_ORDINARY,
	WRITE_STREAM,
	COPY_ORDINARY,
	COPY_STREAM,
	TRIAD_ORDINARY,
	TRIAD_STREAM,
	READ_SMALL,
	COPY_SMALL,
	READ_THREADS,
	COPY_THREADS,
	READ_NODE,
	COPY_NODE
};
extern const char *const host_dram_ops[];

enum { MEMORY_OWN, MEMORY_NEXT };

enum store { STORE_ORDINARY, STORE_STREAM };

/* How a row differs from the one that sets the roof. */
enum setting { BEST, BY_STORE, SMALL_PAGES, BY_THREADS, BY_NODE };

struct row_kind {
	enum host_dram_op op;
	enum setting setting;
	enum store store; /* for BY_STORE */
	const char *roof;
};

/* An operation: its part of the kernels' names, and the number of arrays it reads and writes. */
struct operation {
	const char *name;
	uint32_t reads, writes;
};

const struct row_kind *host_dram_kind(const struct gb_run *run);
const struct operation *host_dram_operation(const struct gb_run *run);
enum store host_dram_store(const struct gb_run *run);

/* ---- the data of a run ------------------------------------------------------------------------------------------- */

/* Launches that together make one pass over the arrays. Short launches keep the search short, and often end before the
 * system gives the core to another process. The data of a launch are still out of the caches. */
enum { WINDOWS = 4 };

/* The value written, and the factor of scale and triad: a whole number that is no word of the arena. */
enum { FACTOR = 3 };

/* NUMA nodes whose memory is used: one more than the axis names. */
enum { NODES_MOST = 65 };

/* Memory of one kind: room for the arrays, filled with words by their number. */
struct arena {
	gb_ptr at; /* 0: not allocated yet */
	uint64_t array_bytes;
};

struct point {
	int op, threads, node, memory, vec, unroll;
	enum store store;
	uint64_t streams, skew;
};

struct state {
	uint32_t cores; /* of all nodes */
	gb_ptr report;
	struct arena common, small, of_node[NODES_MOST];
	struct gb_kernel fill, poison, check;
	/* The current point: */
	const struct arena *arena;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct host_dram_args args;
	uint64_t bytes;  /* bytes of an array, or of a read, that a launch processes */
	uint32_t window; /* number of the next launch in its pass */
};

int host_dram_launch(struct gb_run *run);

/* ---- memory.c ---------------------------------------------------------------------------------------------------- */

/* Allocates the memory that all cores share, and their reports. The other arenas are allocated on first use. */
int host_dram_open(struct gb_run *run);
/* Chooses the team, the memory and the threads of a point, and the number of shares of the arrays. */
int host_dram_place(struct gb_run *run, uint32_t *threads, uint32_t *shares);
/* Sets where the arrays begin in the point's memory. */
void host_dram_arrays(const struct gb_run *run, struct host_dram_args *args);

/* ---- verify.c, conclude.c, kernels.c ----------------------------------------------------------------------------- */

int host_dram_verify(struct gb_run *run);
size_t host_dram_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			  struct gb_finding out[GB_FINDINGS_MAX]);
extern const struct gb_host_kernel host_dram_kernels[];
