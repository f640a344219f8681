/* state.h: definitions shared by the files of `loaded`. */
#ifndef LOADED_STATE_H
#define LOADED_STATE_H

#include <stdbool.h>

#include "gpubench.h"
#include "loaded.h"

/* Values of the axis `op`; mix: two reads to a write. */
enum op { OP_READ, OP_WRITE, OP_MIX };
extern const char *const loaded_ops[];

enum { HOPS = 2048 };

struct state {
	gb_ptr lines, in, out, place, warp, report;
	uint64_t lines_bytes, region_bytes; /* bytes of the chase, and of each of the two regions of the traffic */
	struct gb_kernel kernel, fill, link, check;
	struct gb_shape shape;
	struct loaded_args args;
	uint32_t warps;        /* of the traffic */
	double bytes, seconds; /* bytes and seconds of the traffic during the chases of this point */
};

/* Requests per turn. */
uint32_t loaded_reads(const struct gb_run *run);
uint32_t loaded_writes(const struct gb_run *run);
int loaded_launch(struct gb_run *run);
/* Reset the chase to the first line of the cycle. */
int loaded_rewind(struct gb_run *run);
int loaded_verify(struct gb_run *run);
size_t loaded_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);

#endif
