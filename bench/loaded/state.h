/* state.h: what the files of `loaded` share. */
#ifndef LOADED_STATE_H
#define LOADED_STATE_H

#include <stdbool.h>

#include "gpubench.h"
#include "loaded.h"

/* Of the axis `op`; mix: two reads to a write. */
enum op { OP_READ, OP_WRITE, OP_MIX };
extern const char *const loaded_ops[];

enum { HOPS = 2048 };

struct state {
	gb_ptr lines, in, out, place, warp, report;
	uint64_t lines_bytes, region_bytes; /* of the chase, and of each of the two regions of the traffic */
	struct gb_kernel kernel, fill, link, check;
	struct gb_shape shape;
	struct loaded_args args;
	uint64_t begins;       /* of chases */
	uint32_t begin;        /* position in the cycle where the chase of this point began */
	uint32_t warps;        /* of the traffic */
	double bytes, seconds; /* of the traffic during the chases of this point */
};

/* Requests of a turn. */
uint32_t loaded_reads(const struct gb_run *run);
uint32_t loaded_writes(const struct gb_run *run);
int loaded_launch(struct gb_run *run);
/* Let the chase begin at a line that none has visited for long: those of the last chases are in L2. */
int loaded_begin(struct gb_run *run);
/* The address of the line at a position in the cycle. */
static inline uint64_t loaded_line_at(const struct state *s, uint64_t position)
{
	const uint32_t lines = (uint32_t)(s->lines_bytes / LOADED_LINE);

	return s->lines + (uint64_t)cycle_line_at((uint32_t)(position % lines), lines) * LOADED_LINE;
}
int loaded_verify(struct gb_run *run);
size_t loaded_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

#endif
