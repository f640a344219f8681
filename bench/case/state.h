/* state.h: the host state of a run of `case`, and the functions that its files share. */
#pragma once

#include "../common/cublas.h"
#include "case.h"
#include "../common/kernel.h"

enum { AVERAGE, PRODUCT };
extern const char *const case_versions[], *const case_kernels[];

#define SET_WORDS ((uint64_t)CASE_LENGTH * CASE_LENGTH)
#define MOST_SETS UINT64_C(1024)
#define MEANS     (MOST_SETS * CASE_LENGTH)

struct point {
	uint32_t work, sets, sets_in_turn, depth;
	enum case_version version;
	enum case_kernel kernel;
	uint64_t n;
};

struct state {
	uint64_t in_words, out_words; /* capacity */
	gb_ptr in, matrix, out, means, sums, report;
	struct gb_kernel sum, check_average, check_product;
	struct blas blas;
	/* The current point: */
	void *stream; /* for the library; NULL: not in use */
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct case_average_args average;
	struct case_product_args product;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

bool case_is_average(const struct gb_run *run);
/* The version; for a product the kernel. */
int64_t case_step(const struct gb_run *run);
bool case_is_library(const struct gb_run *run);
uint64_t case_sets(const struct gb_run *run);
uint64_t case_order(const struct gb_run *run);
/* Columns of A in shared memory at a time, for kernels with large tiles. */
int64_t case_depth(const struct gb_run *run);
uint64_t case_out_words(const struct gb_run *run);

struct gb_cost case_cost(const struct gb_run *run);
double case_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *case_remark(const struct gb_run *run);

/* ---- traffic.c, launch.c, verify.c, conclude.c ------------------------------------------------------------------- */

size_t case_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);
int case_prepare(struct gb_run *run);
int case_launch(struct gb_run *run);
int case_verify(struct gb_run *run);
size_t case_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		     struct gb_finding out[GB_FINDINGS_MAX]);
