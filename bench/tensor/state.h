/* state.h: the host state of a run of `tensor`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "../common/matrix_units.h"
#include "tensor.h"
#include "types.h"

enum { WARP = 32, GROUP_WARPS = 4 };

/* `form`: a warp's tile in units of 16 rows by 8 columns (mma), or where the A of a warpgroup is (wgmma). */
enum { SUM_FP32, SUM_FP16 };
enum { DENSE, SPARSE };
enum { FORM_2X2, FORM_2X4, FORM_4X4, FORM_SHARED, FORM_REGISTERS, FORM_PAIR, FORM_SHARED_K96, FORM_PAIR_K96 };
enum instructions { MMA, WGMMA, TCGEN05, SCALED };
extern const char *const tensor_types[], *const tensor_sums[], *const tensor_sparsities[], *const tensor_forms[];

#define A_SIZE   ((uint64_t)TENSOR_A_ROWS * TENSOR_A_BYTES)
#define B_SIZE   ((uint64_t)TENSOR_B_ROWS * TENSOR_B_BYTES)
#define OPERANDS (A_SIZE + B_SIZE)
#define A_SCALES ((uint64_t)TENSOR_A_ROWS * TENSOR_SCALES)
#define B_SCALES ((uint64_t)TENSOR_B_ROWS * TENSOR_SCALES)

/* Numbers of A, then of B, the same for all formats. FP4 has two per byte. */
extern float tensor_normal[2 * OPERANDS];

/* The point to which the ranges in `expected` belong; `times` is 0 if there are none. */
struct expected_for {
	int64_t type, data, form, warps;
	enum tensor_sum sum;
	bool sparse;
	double times;
};

struct point {
	int type, acc, data, sparsity, form;
	uint32_t warps;
};

struct state {
	gb_ptr a, b, out, range, report;
	uint64_t out_bytes;
	struct gb_kernel check;
	unsigned char *host; /* A, B, the scales of A, the scales of B, as on the device */
	struct tensor_range *expected;
	struct expected_for expected_for;
	int64_t type, data;        /* values of the axes type and data for which `host` was filled; -1: not filled */
	const struct point *trial; /* a format that is verified before any is timed; NULL: the current point */
	bool is_tried;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct tensor_args args;
};

const struct tensor_type *tensor_type(const struct gb_run *run);
/* The format of the elements that instructions take. */
enum format tensor_format(const struct gb_run *run);
enum instructions tensor_instructions(const struct gb_run *run);
/* The point on trial; NULL: none. tensor_value() reads an axis of it, or of the current point. */
static inline const struct point *tensor_trial(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return s->trial;
}
#define tensor_value(run, axis) (tensor_trial(run) != NULL ? tensor_trial(run)->axis : gb_value(run, axis))
/* Number of SMs that cooperate on a product. */
uint32_t tensor_sms(const struct gb_run *run);
bool tensor_is_sparse(const struct gb_run *run);
bool tensor_is_eight_bit_float(const struct gb_run *run);
/* With eight bits or fewer, with or without scales. */
bool tensor_is_narrow_float(const struct gb_run *run);
enum tensor_sum tensor_sum_of(const struct gb_run *run);
/* True if points of this type have the axis `acc`. */
bool tensor_has_fp16_sums(int64_t type);
/* True if the device has better instructions than mma: wgmma on 9.0, tcgen05 on 10.x and 11.x. */
bool tensor_has_better(const struct gb_device *device, const struct tensor_type *type);

/* True if there are no better instructions than the point's. */
bool tensor_is_best(const struct gb_run *run);

/* The element of B that is multiplied by element k of a row of A: in a sparse A every second element is kept, in FP4
 * every second pair. */
static inline uint64_t tensor_partner(enum format f, bool sparse, uint64_t k)
{
	return !sparse ? k : f == FORMAT_FP4 ? k / 2 * 4 + 2 + k % 2 : 2 * k + 1;
}

/* The product of a warp or warpgroup in a pass, in elements. */
struct tile {
	uint32_t rows, cols, depth;
	uint32_t distinct;
	uint32_t warps;
	bool shares_b; /* all tiles have the same columns */
	uint32_t laps; /* passes over k within a pass of the kernel */
};
struct tile tensor_tile(const struct gb_run *run);
uint64_t tensor_tiles(const struct gb_run *run); /* tiles of all SMs */
double tensor_pass_ops(const struct gb_run *run);
double tensor_rate(const struct gb_run *run, const struct gb_device *device);

struct gb_cost tensor_cost(const struct gb_run *run);
double tensor_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *tensor_roof(const struct gb_run *run);
enum gb_shares tensor_shares(const struct gb_run *run);
int tensor_matrix(const struct gb_run *run);
enum gb_quantity tensor_measures(const struct gb_run *run);
const char *tensor_remark(const struct gb_run *run);
size_t tensor_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

int tensor_prepare(struct gb_run *run);
int tensor_make(struct gb_run *run);
int tensor_launch(struct gb_run *run);

int tensor_verify(struct gb_run *run);

bool tensor_has_tcgen05(const struct gb_device *device);
bool tensor_tcgen05_has(const struct gb_device *device, const struct tensor_type *type);
/* True if one warpgroup of a block computes and the others only copy operands. */
bool tensor_tcgen05_is_alone(const struct gb_run *run);
/* True if instructions of the point's form have 96 elements along k; true if the device has them for this type. */
bool tensor_is_k96(const struct gb_run *run);
bool tensor_tcgen05_has_k96(const struct gb_device *device, const struct tensor_type *type);
/* Returns the reason why the device or the variant tcgen05 cannot run the point; NULL: it can. */
const char *tensor_tcgen05_missing(const struct gb_run *run);
/* Verifies all formats of the device once with verify(), then restores the current point. */
int tensor_try_formats(struct gb_run *run, int verify(struct gb_run *run));

size_t tensor_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);
