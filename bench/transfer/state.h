/* state.h: definitions shared by the files of the plug-in `transfer`. */
#pragma once

#include "../common/kernel.h"
#include "transfer.h"

enum {
	OP_H2D,
	OP_D2H,
	OP_BOTH,
	OP_H2D_SYNC,
	OP_D2H_SYNC,
	OP_H2D_MEMORY,
	OP_D2H_MEMORY,
	OP_READ,
	OP_WRITE,
	OP_FILL,
	OP_SMALL,
	OP_H2D_FIRST,
	OP_D2H_FIRST
};
enum { MEMORY_WRITE_COMBINED, MEMORY_REGISTERED, MEMORY_PAGEABLE, MEMORY_STAGED, MEMORY_NODE };
enum { PAGES_PINNED, PAGES_WRITE_COMBINED, PAGES_PAGEABLE };
enum { CORE_ASLEEP, CORE_AWAKE };
enum { WAY_LOOP, WAY_BATCH, WAY_GRAPH, WAY_KERNEL };

/* MOST_BYTES: the largest copy; pinning more would take longer than the measurement. KIND_BYTES: the largest copy with
 * other kinds of memory and for kernels. FILL_BYTES: the device memory that is filled, many times L2. All are smaller
 * if memory is short. */
#define MOST_BYTES (UINT64_C(1) << 28)
#define FILL_BYTES (UINT64_C(1) << 30)
#define KIND_BYTES (UINT64_C(128) << 20)
/* Repetitions of copies in both directions per launch. */
enum { BOTH_REPEATS = 8 };
/* Small copies: number, bytes and distance. */
enum { PIECES = 256, PIECE_BYTES = 4096, PIECE_PITCH = 65536 };
/* Destinations are filled with this byte before a copy. */
enum { POISON = 0x5a };

struct staged;

struct point {
	int op, memory, node, way, pages, core;
	uint64_t bytes, size, chunk, share;
	uint32_t pause, threads, vec, unroll, block, quarters;
};

struct state {
	uint64_t bytes;        /* size of `host` and `device`, which hold the input */
	uint64_t fill_bytes;   /* device memory that is filled */
	struct gb_buffer host; /* pinned */
	gb_ptr device;
	struct gb_buffer written; /* pinned, written by kernels; allocated on first use */
	struct gb_buffer other;   /* other host memory of the current point */
	gb_ptr report, sum;
	struct gb_kernel fill, check, pieces, kernel;
	struct gb_shape shape;
	struct transfer_args args;
	struct gb_graph *graph;
	struct staged *staged;
	struct gb_host_link link; /* state at the last query */
	bool is_damaged;          /* a failed copy overwrote the input */
};

/* ---- cost_and_limit.c ---- */

bool transfer_is_first(const struct gb_run *run);  /* the first copy after a pause */
uint64_t transfer_bytes(const struct gb_run *run); /* bytes that a launch moves in one direction */
uint64_t transfer_share(const struct gb_run *run); /* bytes to the device in `both`; the rest comes back */
int transfer_fill(struct gb_run *run);             /* writes the input to `host` and `device` */
int transfer_prepare(struct gb_run *run);
int transfer_launch(struct gb_run *run);
void transfer_leave_point(struct gb_run *run); /* releases what only the last point needed */

/* ---- verify.c ---- */

int transfer_verify(struct gb_run *run);

/* ---- conclude.c ---- */

size_t transfer_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			 struct gb_finding out[GB_FINDINGS_MAX]);

/* ---- staged.c: pageable memory through pinned slots, which threads fill or empty ------ */

int staged_open(struct gb_run *run, uint32_t threads, uint64_t chunk, struct staged **out);
void staged_close(struct gb_run *run, struct staged *staged);
/* Copies `bytes` bytes and returns when they have arrived. */
int staged_copy(struct gb_run *run, struct staged *staged, gb_ptr device, char *host, uint64_t bytes, bool to_device);
