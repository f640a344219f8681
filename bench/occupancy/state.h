/* state.h: definitions shared by the files of occupancy: the data of a run, and the work of its current point. */
#pragma once

#include "../common/kernel.h"
#include "occupancy.h"
#include "room.h"

enum { OP_READ, OP_FMA, OP_LATENCY, OP_SHARED_STEP, OP_REGISTER_STEP, OP_GRID, OP_BLOCK };
extern const char *const occupancy_ops[];

/* Bytes per load. */
enum { VECTOR = 16 };
/* Warps x independent FMAs that keep the four schedulers of an SM busy, if an FMA takes four cycles. */
enum { FMAS_TO_FILL = 16 };
/* `grid`: threads per block, resident blocks per SM, and the largest number of blocks per SM. */
enum { GRID_BLOCK = 64, GRID_RESIDENT = 8, GRID_MOST = 200 };

enum { REPORT_SUM, REPORT_EXPECTED, REPORT_WORDS };

struct point {
	int op, by, registers, ballast;
	uint32_t warps, ilp, fit, over, blocks, threads;
};

struct state {
	uint64_t arena_bytes, start;
	gb_ptr arena, out, ballast, resident, report; /* report: indexed by REPORT_SUM and REPORT_EXPECTED */
	struct gb_kernel fill, sum;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct occupancy_args args;
	struct room room;
	uint32_t driver_blocks, met_blocks; /* blocks per SM: by the driver; observed at the same time */
};

/* ---- shape.c ----------------------------------------------------------------------------------------------------- */

int occupancy_prepare(struct gb_run *run);
/* True if the point reads, false if it computes; and the independent operations per thread. */
bool occupancy_reads(const struct gb_run *run);
uint32_t occupancy_ilp(const struct gb_run *run);
/* The bytes that a launch reads, and all its blocks on each SM, resident or not. */
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
