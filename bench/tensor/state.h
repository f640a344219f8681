/* state.h: the host state of a run of `tensor`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "../common/matrix_units.h"
#include "tensor.h"
#include "types.h"

enum { WARP = 32, GROUP_WARPS = 4 };

/* The other axes. `form`: the tile of a warp (mma: this many times 16 rows by 8 columns), or the place of A for a
 * warpgroup (wgmma). */
enum { SUM_FP32, SUM_FP16 };
enum { DENSE, SPARSE };
enum { FORM_2X2, FORM_2X4, FORM_4X4, FORM_SHARED, FORM_REGISTERS, FORM_PAIR, FORM_SHARED_K96, FORM_PAIR_K96 };
/* The variants. */
enum instructions { MMA, WGMMA, TCGEN05, SCALED };
extern const char *const tensor_types[], *const tensor_sums[], *const tensor_sparsities[], *const tensor_forms[];

#define A_SIZE   ((uint64_t)TENSOR_A_ROWS * TENSOR_A_BYTES)
#define B_SIZE   ((uint64_t)TENSOR_B_ROWS * TENSOR_B_BYTES)
#define OPERANDS (A_SIZE + B_SIZE)
#define A_SCALES ((uint64_t)TENSOR_A_ROWS * TENSOR_SCALES)
#define B_SCALES ((uint64_t)TENSOR_B_ROWS * TENSOR_SCALES)

/* Numbers of A, then of B; the same for all formats. FP4 has two in a byte. */
extern float tensor_normal[2 * OPERANDS];

/* The point of the ranges in `expected`; times is 0 as long as there are none. */
struct expected_for {
	int64_t type, data, form, warps;
	enum tensor_sum sum;
	bool sparse;
	double times;
};

/* The axes. */
struct point {
	int type, acc, data, sparsity, form;
	uint32_t warps;
};

struct state {
	gb_ptr a, b, out, range, report;
	uint64_t out_bytes;
	struct gb_kernel check;
	unsigned char *host; /* A, B, the scales of A and those of B, as they are on the device */
	struct tensor_range *expected;
	struct expected_for expected_for;
	int64_t type, data;        /* type of the content of `host`; -1: nothing yet */
	const struct point *trial; /* a format verified before any is timed; NULL: the current point is launched */
	bool is_tried;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct tensor_args args;
};

/* cost_and_limit.c */
const struct tensor_type *tensor_type(const struct gb_run *run);
/* Its elements, as the instructions take them. */
enum format tensor_format(const struct gb_run *run);
enum instructions tensor_instructions(const struct gb_run *run);
/* An axis of the current point, or of the one tried in its place. */
static inline const struct point *tensor_trial(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return s->trial;
}
#define tensor_value(run, axis) (tensor_trial(run) != NULL ? tensor_trial(run)->axis : gb_value(run, axis))
/* SMs that cooperate on a product. */
uint32_t tensor_sms(const struct gb_run *run);
bool tensor_is_sparse(const struct gb_run *run);
bool tensor_is_eight_bit_float(const struct gb_run *run);
/* With eight bits or fewer, with or without scales. */
bool tensor_is_narrow_float(const struct gb_run *run);
enum tensor_sum tensor_sum_of(const struct gb_run *run);
/* True if a type has the axis `acc`. */
bool tensor_has_fp16_sums(int64_t type);
/* True if there are better instructions than mma: wgmma on 9.0, tcgen05 on 10.x and 11.x. */
bool tensor_has_better(const struct gb_device *device, const struct tensor_type *type);

/* True if the instructions are made for these units, or if there are no better ones. */
bool tensor_is_best(const struct gb_run *run);

/* The element of B that belongs to element k of a row of A: for a sparse A the second of every two is kept, for FP4
 * every second pair. */
static inline uint64_t tensor_partner(enum format f, bool sparse, uint64_t k)
{
	return !sparse ? k : f == FORMAT_FP4 ? k / 2 * 4 + 2 + k % 2 : 2 * k + 1;
}

/* Elements that one warp or warpgroup multiplies in a pass. */
struct tile {
	uint32_t rows, cols, depth;
	uint32_t distinct; /* number of distinct tiles */
	uint32_t warps;    /* of a tile */
	bool shares_b;     /* all tiles have the same columns */
	uint32_t laps;     /* that a pass makes over k */
};
struct tile tensor_tile(const struct gb_run *run);
uint64_t tensor_tiles(const struct gb_run *run); /* of all SMs */
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

/* launch.c */
int tensor_prepare(struct gb_run *run);
/* The operands, the kernel, its shape and its arguments. */
int tensor_make(struct gb_run *run);
int tensor_launch(struct gb_run *run);

/* verify.c */
int tensor_verify(struct gb_run *run);

/* tcgen05.c */
bool tensor_has_tcgen05(const struct gb_device *device);
bool tensor_tcgen05_has(const struct gb_device *device, const struct tensor_type *type);
/* True if one warpgroup of a block works, and others only copy operands. */
bool tensor_tcgen05_is_alone(const struct gb_run *run);
/* True if the form's instructions have 96 elements along k; true if the device has them for this type. */
bool tensor_is_k96(const struct gb_run *run);
bool tensor_tcgen05_has_k96(const struct gb_device *device, const struct tensor_type *type);
/* The reason why the device or the variant tcgen05 cannot run the point; NULL: it can. */
const char *tensor_tcgen05_missing(const struct gb_run *run);
/* Verify all formats of the device, once, by verify(); then restore the current point. */
int tensor_try_formats(struct gb_run *run, int verify(struct gb_run *run));

/* conclude.c */
size_t tensor_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX]);
