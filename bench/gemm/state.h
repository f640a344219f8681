/* state.h: the host state of a run of `gemm`, and the functions that its files share. */
#pragma once

#include "../common/kernel.h"
#include "../common/cublas.h"
#include "../common/matrix_units.h"
#include "gemm.h"

/* The axes `type` and `way`; `data` is in matrix_units.h. */
enum { FP16, BF16, TF32, E4M3, INT8, FP64, FP32, TYPES };
extern const char *const gemm_types[];
enum { WAY_SINGLE, WAY_CALLS, WAY_STREAMS, WAY_BATCHED, WAY_ALONE, WAY_ADDED, WAY_BATCHED_ADDED };
/* Ways with one product per launch, with one batched call, and with products that add to C. */
#define WAY_IS_OF_ONE(way)  ((way) == WAY_SINGLE || (way) == WAY_ALONE || (way) == WAY_ADDED)
#define WAY_IS_BATCHED(way) ((way) == WAY_BATCHED || (way) == WAY_BATCHED_ADDED)
#define WAY_ADDS(way)       ((way) == WAY_ADDED || (way) == WAY_BATCHED_ADDED)

/* SGEMMs of a launch that has several, as in NVIDIA's batchCUBLAS. */
enum { CALLS = 10 };

#define ALIGNMENT     UINT64_C(256)
#define MOST_ORDER    UINT64_C(16384)
#define MOST_ORDER_32 UINT64_C(8192) /* for SGEMM */
#define ROOF_ORDER    UINT64_C(8192)
/* Sums over the rows of B and C, and of the squares of C, for each product; then of the previous content of C, common
 * to all. Each has MOST_ORDER doubles. */
enum { SUMS_OF_B, SUMS_OF_C, SQUARES_OF_C, SUMS_OF_PRODUCT, SUMS_BEFORE = SUMS_OF_PRODUCT, SUMS };

/* Random numbers, converted to each format. */
extern float gemm_normal[GEMM_TABLE];

struct point {
	int type, way, data, algo;
	uint32_t n, n32;
};

struct state {
	struct blas blas;
	void *lt; /* handle of cuBLASLt; NULL: none yet */
	uint64_t arena_bytes;
	gb_ptr arena; /* A, B and C of all products */
	gb_ptr table, pointers, workspace, sums, report;
	uint64_t workspace_bytes;
	struct gb_kernel fill, fold, compare;
	void *host_table;  /* gemm_normal, or zeros, in the point's format */
	int64_t filled[4]; /* type, data, n and count of the operands' current content */
	/* The current point: */
	uint32_t count;                         /* number of different products */
	uint32_t repeats;                       /* times that a launch computes each product */
	void *stream[1 + CALLS];                /* the streams in use */
	void *product, *layout_in, *layout_out; /* descriptors of cuBLASLt */
	struct blas_algorithm algorithm;
};

/* ---- cost_and_limit.c -------------------------------------------------------------------------------------------- */

/* Differences between types. `in` and `out` are the library's numbers of the formats. The check's sum over a row may
 * differ from the sum of the products by `part` times the root of their summed squares. */
struct gemm_kind {
	enum format format;
	enum gemm_element element, out_element;
	uint32_t out_bytes;
	int in, out, compute, scale;
	double part;
};
extern const struct gemm_kind gemm_kinds[TYPES];

int64_t gemm_type(const struct gb_run *run);
int64_t gemm_way(const struct gb_run *run);
int64_t gemm_data(const struct gb_run *run);
uint32_t gemm_order(const struct gb_run *run);
const struct gemm_kind *gemm_kind(const struct gb_run *run);

/* Matrices of product `i`, and the bytes of one result. */
gb_ptr gemm_a(const struct gb_run *run, uint32_t i);
gb_ptr gemm_b(const struct gb_run *run, uint32_t i);
gb_ptr gemm_c(const struct gb_run *run, uint32_t i);
uint64_t gemm_out_bytes(const struct gb_run *run);

/* C = alpha A' B + beta C. If products add to C, a launch undoes the previous one: 2 A' B - C. The numbers then keep
 * their magnitude. */
struct gemm_factors {
	float alpha, beta;
};
struct gemm_factors gemm_factors(const struct gb_run *run);

uint32_t gemm_repeats(const struct gb_run *run);

struct gb_cost gemm_cost(const struct gb_run *run);
double gemm_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz);
const char *gemm_roof(const struct gb_run *run);
const char *gemm_remark(const struct gb_run *run);
enum gb_quantity gemm_measures(const struct gb_run *run);
int gemm_matrix(const struct gb_run *run);
struct gb_timing gemm_timing(const struct gb_run *run);
size_t gemm_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX]);

/* ---- cublas.c ---------------------------------------------------------------------------------------------------- */

/* Like blas_open(), plus a handle of cuBLASLt. */
int gemm_open_library(struct gb_run *run);
void gemm_close_library(struct state *s);
/* Describe the point's product to cuBLASLt, and take the algorithm that the point selects. */
int gemm_choose_algorithm(struct gb_run *run);

/* ---- launch.c, verify.c, conclude.c ------------------------------------------------------------------------------ */

int gemm_prepare(struct gb_run *run);
int gemm_launch(struct gb_run *run);
/* If products add to C: fills all C with the same numbers. */
int gemm_restore(struct gb_run *run);
/* The number, in the table, of the first element of every such C. */
uint64_t gemm_first_of_c(const struct gb_run *run);
int gemm_verify(struct gb_run *run);
size_t gemm_conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		     struct gb_finding out[GB_FINDINGS_MAX]);
