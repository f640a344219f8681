/* state.h: what the files of `latency` share: the data of a run and of its current point. */
#ifndef LATENCY_STATE_H
#define LATENCY_STATE_H

#include <stdbool.h>

#include "gpubench.h"
#include "latency.h"

/* Of the axis `memory`. */
enum memory { LADDER, L1_PAGES, L2_PAGES, KIND, ATOMIC, SHARED, CONSTANT, TEXTURE, TOUCH, OVER_LINK };
/* Of the axis `touch`: what happened to the lines before the chase comes by. */
enum touch { WRITTEN, READ, EVICTED };

/* A page of device memory as the driver maps it. */
#define PAGE (UINT64_C(2) << 20)
/* Of host memory. */
#define HOST_SET (UINT64_C(1) << 20)
/* Hops of a launch that are timed. */
enum { HOPS = 4096 };

/* What the current point follows. */
struct chain {
	uint64_t bytes;   /* of the set */
	uint64_t stride;  /* between lines */
	uint32_t places;  /* of a line in its stride */
	uint32_t lines;   /* or words, slots and texels: the length of the cycle */
	uint32_t warm;    /* hops of a launch that are not timed */
	bool in_memory;   /* lines of device memory, not words of shared or constant memory, nor texels */
	bool beyond;      /* more than L2 can hold */
	const char *name; /* of the kernel, after "latency_" */
};

struct state {
	gb_ptr room, all, scratch, place, walk, table; /* all: 0 until it is needed */
	uint64_t room_bytes, all_bytes, scratch_bytes;
	struct gb_kernel chase, link, touch, read, mark, walk_lines, link_texels, constant_table;
	struct chain chain;
	struct gb_buffer host;     /* pinned; not there until it is needed */
	struct latency_set linked; /* the set that is one cycle now */
	uint64_t texture, texture_bytes;
	int sm; /* that the last launch ran on; -1: none has */
};

/* ---- point.c ------------------------------------------------------------------------------------------------------- */

struct chain latency_chain(const struct gb_run *run);
/* The place of a size in constant memory among LATENCY_CONSTANT_SIZES. */
uint32_t latency_constant_number(uint64_t bytes);

/* ---- set.c: memory, and the cycle in it ---------------------------------------------------------------------------- */

int latency_set_up(struct gb_run *run);
/* Make the point's set one cycle and have it where the point wants it: in L2, or not. */
int latency_link(struct gb_run *run);
/* Let the chase begin with the first position of the cycle. */
int latency_rewind(struct gb_run *run);
struct latency_set_args latency_set_args(const struct gb_run *run);
struct gb_shape latency_everywhere(const struct gb_run *run);

/* ---- latency.c, verify.c, conclude.c ------------------------------------------------------------------------------- */

int latency_launch(struct gb_run *run);
/* `table`: where a chain of words tells what these are, or 0. */
int latency_follow(struct gb_run *run, gb_ptr table);
int latency_verify(struct gb_run *run);
size_t latency_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			struct gb_finding out[GB_FINDINGS_MAX]);

#endif
