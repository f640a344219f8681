/* gemm: products of large matrices by cuBLAS: what somebody else's code reaches of the arithmetic roofs. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "../tensor/formats.h"
#include "gemm.h"
#include "gpubench.h"
#include "library.h"

GB_VARIANTS(gemm);

/* SGEMMs of one launch where there are several, as in NVIDIA's batchCUBLAS. */
enum { CALLS = 10 };
/* Of the other formats a launch repeats one product for about so long: the card needs some hundredths of a second to find
 * the clock it can hold. */
#define SECONDS 8e-3
enum { MOST_REPEATS = 100 };
/* The heuristic's best so many algorithms can be asked for. */
enum { ALGORITHMS = 16 };
#define WORKSPACE (UINT64_C(64) << 20)
#define SHARE     0.8 /* of the free memory, at most */
/* What the largest point takes: three matrices of 16384 x 16384 in FP64. */
#define MOST_BYTES (UINT64_C(3) * 16384 * 16384 * 8)
#define ALIGNMENT  UINT64_C(256)

enum { FP16, BF16, TF32, E4M3, INT8, FP64, FP32, TYPES };
enum { WAY_SINGLE, WAY_CALLS, WAY_STREAMS, WAY_BATCHED };
enum { NORMAL, ZEROS };

/* In and out: the library's numbers of the formats; `part`: how far the check's sum over a row may be from that of the
 * products, as a part of the root of the sum of their squares. Rounding the results to 16 bits is most of it; of FP8 the
 * matrix units keep few places of a sum. */
static const struct {
	enum format format;
	unsigned int element, out_element, out_bytes; /* enum gemm_element */
	int in, out, compute, scale;
	double part;
} kinds[TYPES] = {
	[FP16] = { FORMAT_FP16, GEMM_FP16, GEMM_FP16, 2, BLAS_16F, BLAS_16F, BLAS_COMPUTE_32F, BLAS_32F, 0x1p-8 },
	[BF16] = { FORMAT_BF16, GEMM_BF16, GEMM_BF16, 2, BLAS_16BF, BLAS_16BF, BLAS_COMPUTE_32F, BLAS_32F, 0x1p-5 },
	[TF32] = { FORMAT_TF32, GEMM_FP32, GEMM_FP32, 4, BLAS_32F, BLAS_32F, BLAS_COMPUTE_FAST_TF32, BLAS_32F,
		   0x1p-10 },
	[E4M3] = { FORMAT_E4M3, GEMM_E4M3, GEMM_BF16, 2, BLAS_E4M3, BLAS_16BF, BLAS_COMPUTE_32F, BLAS_32F, 0x1p-3 },
	[INT8] = { FORMAT_INT8, GEMM_INT8, GEMM_INT32, 4, BLAS_8I, BLAS_32I, BLAS_COMPUTE_32I, BLAS_32I, 0 },
	[FP64] = { FORMAT_FP64, GEMM_FP64, GEMM_FP64, 8, BLAS_64F, BLAS_64F, BLAS_COMPUTE_64F, BLAS_64F, 0x1p-36 },
	[FP32] = { FORMAT_FP32, GEMM_FP32, GEMM_FP32, 4, BLAS_32F, BLAS_32F, BLAS_COMPUTE_32F, BLAS_32F, 0x1p-14 },
};

static const char *const type_names[TYPES + 1] = { "fp16", "bf16", "tf32", "e4m3", "int8", "fp64", "fp32", NULL };

#define MATRIX_UNITS "type=fp16,bf16,tf32,e4m3,int8,fp64"

static const struct gb_axis axes[] = {
	{ .name = "type",
	  .help = "format of both operands; fp32 is SGEMM on the ordinary units, the others use the matrix units",
	  .kind = GB_REPORTED,
	  .names = type_names,
	  .quick = "bf16,fp32" },
	{ .name = "n",
	  .help = "rows and columns of all matrices",
	  .kind = GB_REPORTED,
	  .values = "128:16384:pow2",
	  .full = "4096,8192",
	  .quick = "4096",
	  .when = MATRIX_UNITS },
	{ .name = "data",
	  .help = "standard normal numbers (int8: in steps of 1/32), or zeros",
	  .kind = GB_REPORTED,
	  .names = (const char *const[]){ [NORMAL] = "normal", [ZEROS] = "zeros", NULL },
	  .full = "normal",
	  .when = MATRIX_UNITS },
	{ .name = "algo",
	  .help = "place of the algorithm in the library's own order",
	  .kind = GB_SEARCHED,
	  .values = "0:15",
	  .full = "0:7",
	  .quick = "0:2",
	  .when = MATRIX_UNITS },
	{ .name = "n32",
	  .help = "the same of SGEMM",
	  .kind = GB_REPORTED,
	  .values = "128:8192:pow2",
	  .full = "1024,2048",
	  .quick = "2048",
	  .when = "type=fp32" },
	{ .name = "way",
	  .help = "one SGEMM, ten in one stream, ten in ten streams, or ten in one batched call",
	  .kind = GB_REPORTED,
	  .names = (const char *const[]){ [WAY_SINGLE] = "single",
					  [WAY_CALLS] = "calls",
					  [WAY_STREAMS] = "streams",
					  [WAY_BATCHED] = "batched",
					  NULL },
	  .quick = "single,batched",
	  .when = "type=fp32" },
	{ .name = NULL },
};

struct state {
	struct blas blas;
	bool asked;        /* for the library */
	char missing[200]; /* why there is none; "": there is */
	void *handle, *lt; /* of the library; NULL: not yet */
	uint64_t arena_bytes;
	gb_ptr arena; /* A, B, C of all products */
	gb_ptr table, pointers, workspace, sums, report;
	uint64_t workspace_bytes;
	struct gb_kernel fill, fold, compare;
	float *normal;     /* GEMM_TABLE numbers */
	void *host_table;  /* the same, or zeros, in the format of the point */
	int64_t filled[4]; /* type, data, n and count of what the operands hold */
	/* The current point. */
	unsigned int count;                     /* of different products */
	unsigned int repeats;                   /* of each */
	void *stream[1 + CALLS];                /* those it uses */
	void *product, *layout_in, *layout_out; /* of cuBLASLt */
	struct blas_algorithm algorithm;
};

/* ---- the point ------------------------------------------------------------------------------------------------------- */

static int64_t type_of(const struct gb_run *run)
{
	return gb_value(run, "type");
}

static int64_t way_of(const struct gb_run *run)
{
	return type_of(run) == FP32 ? gb_value(run, "way") : WAY_SINGLE;
}

static int64_t data_of(const struct gb_run *run)
{
	return type_of(run) == FP32 ? NORMAL : gb_value(run, "data");
}

static unsigned int order_of(const struct gb_run *run)
{
	return (unsigned int)gb_value(run, type_of(run) == FP32 ? "n32" : "n");
}

static uint64_t in_bytes(const struct gb_run *run)
{
	return (uint64_t)order_of(run) * order_of(run) * formats[kinds[type_of(run)].format].bytes;
}

static uint64_t out_bytes(const struct gb_run *run)
{
	return (uint64_t)order_of(run) * order_of(run) * kinds[type_of(run)].out_bytes;
}

/* Matrices of product i: A and B of all products lie in front, in turn, then C. */
static gb_ptr a_of(const struct gb_run *run, unsigned int i)
{
	const struct state *s = gb_state(run);

	return s->arena + UINT64_C(2) * i * in_bytes(run);
}

static gb_ptr b_of(const struct gb_run *run, unsigned int i)
{
	return a_of(run, i) + in_bytes(run);
}

static gb_ptr c_of(const struct gb_run *run, unsigned int i)
{
	const struct state *s = gb_state(run);
	const uint64_t start = (UINT64_C(2) * s->count * in_bytes(run) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;

	return s->arena + start + i * out_bytes(run);
}

/* ---- setup ----------------------------------------------------------------------------------------------------------- */

/* Sums over the rows of B and of C, and of C's squares. */
enum { SUMS_OF_B, SUMS_OF_C, SQUARES_OF_C, SUMS };
#define MOST_ORDER UINT64_C(16384)

static gb_ptr sums_at(const struct state *s, int which)
{
	return s->sums + (uint64_t)which * MOST_ORDER * sizeof(double);
}

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t small = GEMM_TABLE * sizeof(double) + SUMS * MOST_ORDER * sizeof(double) + (UINT64_C(1) << 16);
	uint64_t available;

	int status = gb_memory_free(run, &available);
	if (status != GB_OK)
		return status;
	const uint64_t usable = (uint64_t)(SHARE * (double)available);
	if (usable < 2 * small)
		return gb_skip(run, "%.1f MB of device memory are free; %.1f MB are needed", 1e-6 * (double)available,
			       2e-6 * (double)small / SHARE);
	s->workspace_bytes =
		(usable - small) / 8 < WORKSPACE ? (usable - small) / 8 / ALIGNMENT * ALIGNMENT : WORKSPACE;
	s->arena_bytes = usable - small - s->workspace_bytes;
	if (s->arena_bytes > MOST_BYTES)
		s->arena_bytes = MOST_BYTES;
	status = gb_alloc(run, s->arena_bytes, &s->arena);
	if (status == GB_OK)
		status = gb_alloc(run, s->workspace_bytes, &s->workspace);
	if (status == GB_OK)
		status = gb_alloc(run, GEMM_TABLE * sizeof(double), &s->table);
	if (status == GB_OK)
		status = gb_alloc(run, SUMS * MOST_ORDER * sizeof(double), &s->sums);
	if (status == GB_OK)
		status = gb_alloc(run, UINT64_C(3) * CALLS * sizeof(void *), &s->pointers);
	return status == GB_OK ? gb_alloc(run, GEMM_REPORT * sizeof(uint64_t), &s->report) : status;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	s->filled[0] = -1;
	s->normal = malloc(GEMM_TABLE * sizeof *s->normal);
	s->host_table = malloc(GEMM_TABLE * sizeof(double));
	if (s->normal == NULL || s->host_table == NULL)
		return gb_fail(run, "out of memory");
	for (unsigned int i = 0; i < GEMM_TABLE; i++)
		s->normal[i] = (float)format_normal(i);
	int status = allocate(run);
	if (status == GB_OK)
		status = gb_find_kernel(run, "gemm_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "gemm_fold", &s->fold);
	return status == GB_OK ? gb_find_kernel(run, "gemm_compare", &s->compare) : status;
}

/* Of the product that the current point described. */
static void forget_product(struct state *s)
{
	if (s->product != NULL)
		s->blas.lt_product_destroy(s->product);
	if (s->layout_in != NULL)
		s->blas.lt_layout_destroy(s->layout_in);
	if (s->layout_out != NULL)
		s->blas.lt_layout_destroy(s->layout_out);
	s->product = s->layout_in = s->layout_out = NULL;
}

static void teardown(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s == NULL)
		return;
	forget_product(s);
	if (s->handle != NULL)
		s->blas.destroy(s->handle);
	if (s->lt != NULL)
		s->blas.lt_destroy(s->lt);
	free(s->normal);
	free(s->host_table);
	free(s);
}

/* ---- the library ------------------------------------------------------------------------------------------------------ */

static int call(struct gb_run *run, const char *name, int code)
{
	return code == BLAS_SUCCESS ? GB_OK : gb_fail(run, "%s: status %d", name, code);
}

/* A handle, unless there is one. */
static int start(void **handle, int (*create)(void **))
{
	void *made = NULL;
	const int code = *handle != NULL ? BLAS_SUCCESS : create(&made);

	if (code == BLAS_SUCCESS && *handle == NULL)
		*handle = made;
	return code;
}

/* Once, and not in setup: a device can be used whether or not there is a library. */
static int open_library(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (!s->asked) {
		const char *missing = blas_open(&s->blas);
		s->asked = true;
		if (missing != NULL)
			snprintf(s->missing, sizeof s->missing,
				 "no cuBLAS: %s not found; looked for libcublasLt and libcublas" BLAS_LOOKED_FOR,
				 missing);
	}
	if (s->missing[0] != '\0')
		return gb_skip(run, "%s", s->missing);
	int code = start(&s->handle, s->blas.create);
	if (code == BLAS_NOT_INITIALIZED) /* a library too new for the driver, or no NVIDIA driver at all */
		return gb_skip(run, "cuBLAS %zu does not start here (cublasCreate: status %d)", s->blas.lt_version(),
			       code);
	int status = call(run, "cublasCreate", code);
	return status == GB_OK ? call(run, "cublasLtCreate", start(&s->lt, s->blas.lt_create)) : status;
}

static int describe_product(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t type = type_of(run);
	const uint64_t n = order_of(run);
	const int transpose = BLAS_OP_T;
	const int8_t fast = 1;

	forget_product(s);
	int status = call(run, "cublasLtMatmulDescCreate",
			  s->blas.lt_product(&s->product, kinds[type].compute, kinds[type].scale));
	if (status == GB_OK)
		status = call(run, "cublasLtMatmulDescSetAttribute",
			      s->blas.lt_product_set(s->product, BLAS_TRANSPOSE_A, &transpose, sizeof transpose));
	if (status == GB_OK && type == E4M3)
		status = call(run, "cublasLtMatmulDescSetAttribute",
			      s->blas.lt_product_set(s->product, BLAS_FAST_SUMS, &fast, sizeof fast));
	if (status == GB_OK)
		status = call(run, "cublasLtMatrixLayoutCreate",
			      s->blas.lt_layout(&s->layout_in, kinds[type].in, n, n, (int64_t)n));
	if (status == GB_OK)
		status = call(run, "cublasLtMatrixLayoutCreate",
			      s->blas.lt_layout(&s->layout_out, kinds[type].out, n, n, (int64_t)n));
	return status;
}

static int choose_algorithm(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int wanted = (int)gb_value(run, "algo");
	struct blas_heuristic found[ALGORITHMS];
	const size_t most = s->workspace_bytes;
	void *wish = NULL;
	int count = 0;

	int status = call(run, "cublasLtMatmulPreferenceCreate", s->blas.lt_wish(&wish));
	if (status != GB_OK)
		return status;
	status = call(run, "cublasLtMatmulPreferenceSetAttribute",
		      s->blas.lt_wish_set(wish, BLAS_MOST_WORKSPACE, &most, sizeof most));
	const int code = status != GB_OK
				 ? 0
				 : s->blas.lt_heuristic(s->lt, s->product, s->layout_in, s->layout_in, s->layout_out,
							s->layout_out, wish, ALGORITHMS, found, &count);
	s->blas.lt_wish_destroy(wish);
	if (code == BLAS_NOT_SUPPORTED)
		return gb_skip(run, "cuBLASLt %zu has no product of this format for this device", s->blas.lt_version());
	if (status == GB_OK)
		status = call(run, "cublasLtMatmulAlgoGetHeuristic", code);
	if (status != GB_OK)
		return status;
	if (wanted >= count || found[wanted].status != BLAS_SUCCESS)
		return gb_skip(run, "cuBLASLt offers %d algorithms", count);
	s->algorithm = found[wanted].algorithm;
	return GB_OK;
}

/* ---- prepare ---------------------------------------------------------------------------------------------------------- */

static int fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum format format = kinds[type_of(run)].format;
	const int64_t holds[4] = { type_of(run), data_of(run), order_of(run), s->count };
	const struct gemm_fill_args args = {
		.to = gb_address(s->arena),
		.table = gb_address(s->table),
		.elements = 2ull * s->count * order_of(run) * order_of(run),
		.bytes = formats[format].bytes,
	};

	if (memcmp(holds, s->filled, sizeof holds) == 0)
		return GB_OK;
	memcpy(s->filled, holds, sizeof holds);
	for (unsigned int i = 0; i < GEMM_TABLE; i++)
		format_put(format, s->host_table, i,
			   data_of(run) == ZEROS ? 0 : format_encode(format, (double)s->normal[i]));
	int status = gb_copy_in(run, s->table, s->host_table, UINT64_C(1) * GEMM_TABLE * formats[format].bytes);
	if (status == GB_OK)
		status = gb_launch(run, &s->fill, (struct gb_shape){ 8 * (uint32_t)gb_device(run)->sm_count, 256, 0 },
				   &args);
	return status;
}

/* The addresses of all A, all B and all C, for the batched call. */
static int write_pointers(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	gb_ptr pointers[3 * CALLS];

	for (unsigned int i = 0; i < CALLS; i++) {
		pointers[i] = a_of(run, i);
		pointers[CALLS + i] = b_of(run, i);
		pointers[2 * CALLS + i] = c_of(run, i);
	}
	return gb_copy_in(run, s->pointers, pointers, sizeof pointers);
}

static double rate_of(const struct gb_run *run, const struct gb_device *device)
{
	const double of_type[TYPES] = {
		[FP16] = device->rates.tensor_fp16, [BF16] = device->rates.tensor_bf16,
		[TF32] = device->rates.tensor_tf32, [E4M3] = device->rates.tensor_fp8,
		[INT8] = device->rates.tensor_int8, [FP64] = device->rates.tensor_fp64,
		[FP32] = device->rates.fp32,
	};

	return of_type[type_of(run)];
}

static double product_ops(const struct gb_run *run)
{
	const double n = order_of(run);

	return 2 * n * n * n; /* a multiply-add is two */
}

static unsigned int repeats_for(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const double rate = rate_of(run, device) > 0 ? rate_of(run, device) : 512;

	if (type_of(run) == FP32)
		return 1;
	return 1 + (unsigned int)fmin(MOST_REPEATS - 1,
				      SECONDS * rate * device->sm_count * device->sm_clock_max_hz / product_ops(run));
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->repeats = repeats_for(run);
	s->count = way_of(run) == WAY_SINGLE ? 1 : CALLS;
	int status = open_library(run);
	if (status != GB_OK)
		return status;
	if (c_of(run, s->count) - s->arena > s->arena_bytes)
		return gb_skip(run, "the matrices take %.0f MB; %.0f MB of device memory can be used",
			       1e-6 * (double)(c_of(run, s->count) - s->arena), 1e-6 * (double)s->arena_bytes);
	for (uint32_t i = 0; i <= (way_of(run) == WAY_STREAMS ? CALLS : 0) && status == GB_OK; i++)
		status = gb_stream(run, i, &s->stream[i]);
	if (status == GB_OK)
		status = fill(run);
	if (status == GB_OK && way_of(run) == WAY_BATCHED)
		status = write_pointers(run);
	if (status != GB_OK || type_of(run) == FP32)
		return status;
	status = describe_product(run);
	return status == GB_OK ? choose_algorithm(run) : status;
}

/* ---- launch ----------------------------------------------------------------------------------------------------------- */

static int launch_one(struct gb_run *run, unsigned int i, void *stream)
{
	const struct state *s = gb_state(run);
	const int n = (int)order_of(run);
	const float one = 1, zero = 0;

	int status = call(run, "cublasSetStream", s->blas.set_stream(s->handle, stream));
	if (status != GB_OK)
		return status;
	return call(run, "cublasSgemm",
		    s->blas.sgemm(s->handle, BLAS_OP_T, BLAS_OP_N, n, n, n, &one, gb_address(a_of(run, i)), n,
				  gb_address(b_of(run, i)), n, &zero, gb_address(c_of(run, i)), n));
}

static int launch_streams(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	int status = gb_fork(run, CALLS);
	for (unsigned int i = 0; i < CALLS && status == GB_OK; i++)
		status = launch_one(run, i, s->stream[1 + i]);
	return status == GB_OK ? gb_join(run, CALLS) : status;
}

static int launch_batched(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int n = (int)order_of(run);
	const float one = 1, zero = 0;
	float **const a = gb_address(s->pointers), **const b = a + CALLS, **const c = b + CALLS;

	int status = call(run, "cublasSetStream", s->blas.set_stream(s->handle, s->stream[0]));
	if (status != GB_OK)
		return status;
	return call(run, "cublasSgemmBatched",
		    s->blas.sgemm_batched(s->handle, BLAS_OP_T, BLAS_OP_N, n, n, n, &one, (const float *const *)a, n,
					  (const float *const *)b, n, &zero, c, n, CALLS));
}

static int launch_lt(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	/* Of the type that sums have. */
	const float one_32f = 1;
	const int32_t one_32i = 1;
	const double one_64f = 1, zero = 0;
	const void *const one = type_of(run) == FP64   ? (const void *)&one_64f
				: type_of(run) == INT8 ? (const void *)&one_32i
						       : (const void *)&one_32f;

	return call(run, "cublasLtMatmul",
		    s->blas.lt_matmul(s->lt, s->product, one, gb_address(a_of(run, 0)), s->layout_in,
				      gb_address(b_of(run, 0)), s->layout_in, &zero, gb_address(c_of(run, 0)),
				      s->layout_out, gb_address(c_of(run, 0)), s->layout_out, &s->algorithm,
				      gb_address(s->workspace), s->workspace_bytes, s->stream[0]));
}

static int launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	int status = GB_OK;

	for (unsigned int i = 0; i < s->repeats && status == GB_OK && type_of(run) != FP32; i++)
		status = launch_lt(run);
	if (type_of(run) != FP32)
		return status;
	if (way_of(run) == WAY_STREAMS)
		return launch_streams(run);
	if (way_of(run) == WAY_BATCHED)
		return launch_batched(run);
	for (unsigned int i = 0; i < s->count && status == GB_OK; i++)
		status = launch_one(run, i, s->stream[0]);
	return status;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = product_ops(run) * s->count * s->repeats };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return rate_of(run, device) * device->sm_count * sm_hz;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return type_of(run) == INT8 ? GB_OPS : GB_FLOPS;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);

	if (!(result->sm_hz > 0))
		return 0;
	out[0] = (struct gb_metric){
		.name = "ops_per_clock",
		.unit = measures(run) == GB_OPS ? "OP/clk/SM" : "FLOP/clk/SM",
		.kind = GB_TIMES,
		.number = 1 / (result->sm_hz * device->sm_count),
		.limit = rate_of(run, device),
	};
	return 1;
}

/* ---- verify ----------------------------------------------------------------------------------------------------------- */

static int fold(struct gb_run *run, gb_ptr m, unsigned int element, int sums, int squares)
{
	const struct state *s = gb_state(run);
	const unsigned int n = order_of(run), block = 128;
	const struct gemm_fold_args args = {
		.m = gb_address(m),
		.out = gb_address(sums_at(s, sums)),
		.squares = squares < 0 ? NULL : gb_address(sums_at(s, squares)),
		.n = n,
		.element = element,
	};
	const unsigned int down = (n + GEMM_FOLD_COLUMNS - 1) / GEMM_FOLD_COLUMNS;

	return gb_launch(run, &s->fold, (struct gb_shape){ (n + block - 1) / block * down, block, 0 }, &args);
}

/* Every row of product i, against the signs. */
static int compare(struct gb_run *run, unsigned int i)
{
	const struct state *s = gb_state(run);
	const unsigned int n = order_of(run), block = 128;
	const struct gemm_compare_args args = {
		.a = gb_address(a_of(run, i)),
		.b = gb_address(sums_at(s, SUMS_OF_B)),
		.d = gb_address(sums_at(s, SUMS_OF_C)),
		.squares = gb_address(sums_at(s, SQUARES_OF_C)),
		.report = gb_address(s->report),
		.part = kinds[type_of(run)].part,
		.n = n,
		.element = kinds[type_of(run)].element,
	};

	int status = gb_fill(run, s->sums, 0, SUMS * MOST_ORDER * sizeof(double));
	if (status == GB_OK)
		status = fold(run, b_of(run, i), kinds[type_of(run)].element, SUMS_OF_B, -1);
	if (status == GB_OK)
		status = fold(run, c_of(run, i), kinds[type_of(run)].out_element, SUMS_OF_C, SQUARES_OF_C);
	if (status != GB_OK)
		return status;
	return gb_launch(run, &s->compare, (struct gb_shape){ (n * 32 + block - 1) / block, block, 0 }, &args);
}

static int check_rows(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t all = (uint64_t)s->count * order_of(run);
	uint64_t report[GEMM_REPORT] = { [GEMM_FIRST] = UINT64_MAX };

	int status = gb_copy_in(run, s->report, report, sizeof report);
	for (unsigned int i = 0; i < s->count && status == GB_OK; i++)
		status = compare(run, i);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	if (status != GB_OK)
		return status;
	if (report[GEMM_COMPARED] != all)
		return gb_fail(run, "the check looked at %llu of %llu rows", (unsigned long long)report[GEMM_COMPARED],
			       (unsigned long long)all);
	if (report[GEMM_WRONG] != 0)
		return gb_fail(run, "%llu of %llu rows are wrong, the first of a product is %llu",
			       (unsigned long long)report[GEMM_WRONG], (unsigned long long)all,
			       (unsigned long long)report[GEMM_FIRST]);
	return GB_OK;
}

/* Columns of all operands, one behind the other: n elements from number `first` on, as they must be and as doubles. */
static int read_operand(struct gb_run *run, uint64_t first, void *raw, double *values)
{
	const struct state *s = gb_state(run);
	const enum format format = kinds[type_of(run)].format;
	const unsigned int n = order_of(run);

	int status =
		gb_copy_out(run, raw, s->arena + first * formats[format].bytes, (uint64_t)n * formats[format].bytes);
	for (unsigned int k = 0; k < n && status == GB_OK; k++) {
		const uint64_t bits = format_get(format, s->host_table, gemm_place(first + k));
		if (format_get(format, raw, k) != bits)
			return gb_fail(run, "operand element %llu is not what it must be",
				       (unsigned long long)(first + k));
		values[k] = format_decode(format, bits);
	}
	return status;
}

/* One element of a result. */
static double result_of(unsigned int element, const void *at)
{
	float single;
	int32_t whole;
	double value;

	switch (element) {
	case GEMM_FP16:
		return format_decode(FORMAT_FP16, format_get(FORMAT_FP16, at, 0));
	case GEMM_BF16:
		return format_decode(FORMAT_BF16, format_get(FORMAT_BF16, at, 0));
	case GEMM_INT32:
		memcpy(&whole, at, sizeof whole);
		return whole;
	case GEMM_FP64:
		memcpy(&value, at, sizeof value);
		return value;
	default:
		memcpy(&single, at, sizeof single);
		return (double)single;
	}
}

/* Element (row, column) of product i, worked out by the host. `raw` has room for a column, `a` and `b` for n numbers. */
static int check_element(struct gb_run *run, unsigned int i, unsigned int row, unsigned int column, void *raw,
			 double *a, double *b)
{
	const unsigned int n = order_of(run), bytes = kinds[type_of(run)].out_bytes;
	const uint64_t matrix = (uint64_t)n * n;
	double sum = 0, squares = 0;
	char out[8];

	int status = read_operand(run, UINT64_C(2) * i * matrix + (uint64_t)row * n, raw, a);
	if (status == GB_OK)
		status = read_operand(run, (UINT64_C(2) * i + 1) * matrix + (uint64_t)column * n, raw, b);
	if (status == GB_OK)
		status = gb_copy_out(run, out, c_of(run, i) + (row + (uint64_t)column * n) * bytes, bytes);
	if (status != GB_OK)
		return status;
	for (unsigned int k = 0; k < n; k++) {
		sum += a[k] * b[k];
		squares += a[k] * b[k] * a[k] * b[k];
	}
	const double found = result_of(kinds[type_of(run)].out_element, out);
	if (!(fabs(found - sum) <= kinds[type_of(run)].part * sqrt(squares)))
		return gb_fail(run, "element (%u, %u) of product %u is %.9g, not %.9g", row, column, i, found, sum);
	return GB_OK;
}

enum { ELEMENTS = 8 }; /* that the host works out */

static int check_elements(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const unsigned int n = order_of(run);
	double *room = malloc(3 * (size_t)n * sizeof *room);
	int status = GB_OK;

	if (room == NULL)
		return gb_fail(run, "out of memory");
	for (unsigned int i = 0; i < ELEMENTS && status == GB_OK; i++)
		status = check_element(run, i % s->count, gemm_mix(i) % n, gemm_mix(ELEMENTS + i) % n, room, room + n,
				       room + 2 * (size_t)n);
	free(room);
	return status;
}

static int verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	int status = gb_fill(run, c_of(run, 0), 0xff, s->count * out_bytes(run));
	if (status == GB_OK)
		status = launch(run);
	if (status == GB_OK)
		status = check_rows(run);
	return status == GB_OK ? check_elements(run) : status;
}

/* ---- conclude --------------------------------------------------------------------------------------------------------- */

static bool is_main(const struct gb_row *row)
{
	return strcmp(row->metric, "flop_rate") == 0 || strcmp(row->metric, "op_rate") == 0;
}

static unsigned int order_of_row(const struct gb_row *row)
{
	return (unsigned int)gb_row_value(row, gb_row_has(row, "n32") ? "n32" : "n");
}

/* The fastest of a type, on normal numbers. */
static const struct gb_row *best_of(const struct gb_row *rows, size_t count, int64_t type)
{
	const struct gb_row *best = NULL;

	for (size_t i = 0; i < count; i++)
		if (is_main(&rows[i]) && gb_row_value(&rows[i], "type") == type &&
		    (!gb_row_has(&rows[i], "data") || gb_row_value(&rows[i], "data") == NORMAL) &&
		    (best == NULL || rows[i].value > best->value))
			best = &rows[i];
	return best;
}

/* What the library reaches of a type: a roof beside that of the bare units. */
static size_t conclude_best(const struct gb_row *best, int64_t type, struct gb_finding *out)
{
	static const char *const roofs[TYPES] = {
		[FP16] = "gemm.fp16", [BF16] = "gemm.bf16", [TF32] = "gemm.tf32", [E4M3] = "gemm.fp8",
		[INT8] = "gemm.int8", [FP64] = "gemm.fp64", [FP32] = "gemm.fp32",
	};

	if (best == NULL)
		return 0;
	*out = (struct gb_finding){
		.metric = best->metric,
		.unit = type == INT8 ? "OP/s" : "FLOP/s",
		.value = best->value,
		.lo = best->lo,
		.hi = best->hi,
		.limit = best->limit > 0 ? best->limit : 0,
		.roof = roofs[type],
		.from = best,
		.remark = "the fastest of the sizes and ways measured",
	};
	snprintf(out->point, sizeof out->point, "type=%s,%s=%u", type_names[type], type == FP32 ? "n32" : "n",
		 order_of_row(best));
	return 1;
}

/* What ten SGEMMs in one of the three ways gain over one alone. */
static size_t conclude_way(const struct gb_row *rows, size_t count, const struct gb_row *row, struct gb_finding *out)
{
	static const char *const metrics_of[] = { [WAY_CALLS] = "calls_over_single",
						  [WAY_STREAMS] = "streams_over_single",
						  [WAY_BATCHED] = "batched_over_single" };
	const struct gb_row *single = NULL;

	if (!is_main(row) || !gb_row_has(row, "way") || gb_row_value(row, "way") == WAY_SINGLE)
		return 0;
	for (size_t i = 0; i < count && single == NULL; i++)
		if (is_main(&rows[i]) && gb_row_has(&rows[i], "way") && gb_row_value(&rows[i], "way") == WAY_SINGLE &&
		    order_of_row(&rows[i]) == order_of_row(row) && rows[i].value > 0)
			single = &rows[i];
	if (single == NULL)
		return 0;
	*out = (struct gb_finding){ .metric = metrics_of[gb_row_value(row, "way")],
				    .unit = "1",
				    .value = row->value / single->value,
				    .lo = row->lo / single->hi,
				    .hi = row->hi / single->lo,
				    .from = row,
				    .axis = "n32",
				    .x = order_of_row(row) };
	snprintf(out->point, sizeof out->point, "type=fp32,n32=%u", order_of_row(row));
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	(void)device;
	for (int64_t type = 0; type < TYPES; type++)
		found += conclude_best(best_of(rows, count, type), type, &out[found]);
	for (size_t i = 0; i < count && found < GB_FINDINGS_MAX; i++)
		found += conclude_way(rows, count, &rows[i], &out[found]);
	return found;
}

GB_BENCH(gemm) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "gemm",
	.summary = "matrix products by cuBLAS: SGEMM four ways, and every format of the matrix units",
	.method =
		"The product of square matrices, C = A' B, by cuBLAS and cuBLASLt, which are opened at run time; 2 n^3 operations "
		"each. SGEMM as in NVIDIA's batchCUBLAS: one call, ten calls in one stream, ten calls in ten streams, ten "
		"products in one batched call. The other formats through cuBLASLt: the best of the algorithms that its own "
		"heuristic names, with 64 MB of workspace, sums in FP32 (INT8: INT32; FP64: FP64; FP8: without promotion, "
		"as on the bare units) and results in the operands' format (TF32: FP32; FP8: BF16; INT8: INT32). Operands "
		"are drawn from a table of 65536 standard normal numbers. Verified on poisoned results: every row, multiplied "
		"by a vector of signs (Freivalds, 1977), in double precision, and some elements on the host. The limit is "
		"that of the units at the SM clock measured over the timed interval.",
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = gb_variants_gemm,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.measures = measures,
	.metrics = metrics,
	.conclude = conclude,
};
