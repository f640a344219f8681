/* state.h: definitions shared by the files of occupancy: the data of a run, and the work of its current point. */
#pragma once

#include "../common/kernel.h"
#include "occupancy.h"
#include "room.h"

/* The axis `op`. */
enum { OP_READ, OP_FMA, OP_LATENCY, OP_SHARED_STEP, OP_REGISTER_STEP, OP_GRID, OP_BLOCK };
extern const char *const occupancy_ops[];

/* Bytes of one load. */
enum { VECTOR = 16 };
/* Warps x independent FMAs that fill the four schedulers of an SM, if an FMA takes four cycles. */
enum { FMAS_TO_FILL = 16 };
/* For `grid`: threads of a block, blocks resident on an SM, and the most blocks for each. */
enum { GRID_BLOCK = 64, GRID_RESIDENT = 8, GRID_MOST = 200 };

enum { REPORT_SUM, REPORT_EXPECTED, REPORT_WORDS };

/* The axes. */
struct point {
	int op, by, registers, ballast;
	uint32_t warps, ilp, fit, over, blocks, threads;
};

struct state {
	uint64_t arena_bytes, start;
	gb_ptr arena, out, ballast, resident, report; /* report: see REPORT_SUM and the following */
	struct gb_kernel fill, sum;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct occupancy_args args;
	struct room room;
	uint32_t driver_blocks, met_blocks; /* blocks per SM: by the driver; seen there at once */
};

/* ---- shape.c ----------------------------------------------------------------------------------------------------- */

int occupancy_prepare(struct gb_run *run);
/* True if the point reads, false if it computes; and its independent operations per thread. */
bool occupancy_reads(const struct gb_run *run);
uint32_t occupancy_ilp(const struct gb_run *run);
/* Properties of the launch: bytes that it reads, and blocks on each SM, one after the other or at once. */
uint64_t occupancy_bytes_read(const struct gb_run *run);
uint32_t occupancy_blocks_per_sm(const struct gb_run *run);

/* ---- occupancy.c, verify.c, metrics.c, conclude.c ---------------------------------------------------------------- */

int occupancy_launch(struct gb_run *run);
int occupancy_verify(struct gb_run *run);
const char *occupancy_remark(const struct gb_run *run);
size_t occupancy_metrics(const struct gb_run *run, const struct gb_result *result,
			 struct gb_metric out[GB_METRICS_MAX]);
size_t occupancy_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
			  struct gb_finding out[GB_FINDINGS_MAX]);
