/* state.h: the host state of a run of `mma`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "../common/matrix_units.h"
#include "mma.h"

enum { WARP = 32, GROUP_WARPS = 4 };

enum { OP_SYNC, OP_SS, OP_RS, OP_SCALED };
enum { LATENCY, RATE };

enum sum { SUM_FP32, SUM_FP16, SUM_INT32, SUM_FP64 };

/* An instruction of mma.sync, as the axis `shape` or `format` names it. */
struct shape {
	const char *name;
	enum format type;
	enum sum sum;
	uint32_t rows, depth; /* in elements; B has 8 columns */
	int since;            /* lowest compute capability, such as 75 */
	uint32_t blocks;      /* elements per scale, 0: no scales; the scales in use, which represent 1 and 2 */
	unsigned char scale[2];
};
extern const struct shape mma_shape[], mma_format[];
extern const char *const mma_shapes[], *const mma_formats[];

#define OPERAND_BYTES ((uint64_t)MMA_ROWS * MMA_ROW_BYTES)

struct point {
	int op, shape, format, type, measure;
	uint32_t n, warps;
};

struct state {
	gb_ptr a, b, out, expected, cycles, report;
	uint64_t out_bytes;
	unsigned char *host; /* A, then B, as on the device */
	void *wanted;        /* expected elements of the distinct tiles */
	int64_t type;        /* type of the contents of `host`; negative for an instruction with scales */
	bool is_filled;
	double waited; /* cycles per instruction with a wait after each, in the last timed launches; 0: none yet */
	struct gb_kernel kernel, check;
	struct gb_shape shape;
	struct mma_args args;
};

struct instruction {
	enum format type;
	enum sum sum;
	uint32_t rows, cols, depth; /* elements */
	uint32_t warps;             /* warps that issue an instruction together */
};
struct instruction mma_instruction(const struct gb_run *run);
/* The instruction of mma.sync that the axes name; NULL: wgmma. */
const struct shape *mma_shape_of(const struct gb_run *run);
bool mma_is_of_warp(const struct gb_run *run);
bool mma_is_latency(const struct gb_run *run);
uint32_t mma_sum_bytes(enum sum sum);

/* The sums of a warp or a warpgroup. */
struct tile {
	uint32_t rows, cols;
	uint32_t copies;   /* copies of the tile, one after another */
	uint32_t distinct; /* number of distinct tiles */
};
struct tile mma_tile(const struct gb_run *run);
uint64_t mma_tiles(const struct gb_run *run); /* tiles of all SMs */
/* Instructions per trip in the loop with complete bodies, of a warp or a warpgroup. */
uint32_t mma_body(const struct gb_run *run);
uint32_t mma_chains(const struct gb_run *run);
double mma_instruction_ops(const struct gb_run *run);
/* How many times the last sums contain the product of A and B. */
uint32_t mma_times(const struct gb_run *run);
double mma_rate(const struct gb_run *run, const struct gb_device *device);

struct gb_cost mma_cost(const struct gb_run *run);
double mma_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
enum gb_quantity mma_measures(const struct gb_run *run);
enum gb_shares mma_shares(const struct gb_run *run);
int mma_matrix(const struct gb_run *run);
const char *mma_remark(const struct gb_run *run);
size_t mma_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

int mma_prepare(struct gb_run *run);
int mma_launch(struct gb_run *run);
int mma_observe(struct gb_run *run, double *value);

int mma_verify(struct gb_run *run);
