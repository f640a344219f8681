/* gemm: products of large matrices by cuBLAS: how close a tuned library comes to the arithmetic roofs. */
#include <stdlib.h>

#include "state.h"

const char *const gemm_types[] = { "fp16", "bf16", "tf32", "e4m3", "int8", "fp64", "fp32", NULL };

#define MATRIX_UNITS "type=fp16,bf16,tf32,e4m3,int8,fp64"

static const struct gb_axis axes[] = {
	{ GB_AXIS(type),
	  .help = "format of both operands; fp32 is SGEMM on the CUDA cores, the others use the matrix units",
	  .names = gemm_types, .quick = "bf16" },
	{ GB_AXIS(n), .help = "rows and columns of all matrices", .values = "128:16384:pow2", .full = "8192",
	  .quick = "4096", .when = MATRIX_UNITS },
	{ GB_AXIS(data), .help = units_data_help, .names = units_data, .full = "normal", .when = MATRIX_UNITS },
	{ GB_AXIS(algo), .help = "index of the algorithm in the library's order", .kind = GB_SEARCHED, .values = "0:15",
	  .full = "0:3", .quick = "0:2", .when = MATRIX_UNITS },
	{ GB_AXIS(n32), .help = "rows and columns for SGEMM", .values = "128:8192:pow2", .full = "1024,2048,8192",
	  .quick = "8192", .when = "type=fp32" },
	{ GB_AXIS(way),
	  .help = "one SGEMM per launch, ten in one stream, ten in ten streams, ten in one batched call; alone: "
		  "one, which the host waits for before the next; added, batched_added: with alpha = 2 and beta = "
		  "-1, so that C is read too",
	  .names = (const char *const[]){ [WAY_SINGLE] = "single",
					  [WAY_CALLS] = "calls",
					  [WAY_STREAMS] = "streams",
					  [WAY_BATCHED] = "batched",
					  [WAY_ALONE] = "alone",
					  [WAY_ADDED] = "added",
					  [WAY_BATCHED_ADDED] = "batched_added",
					  NULL },
	  .full = "single,calls,streams,batched,alone", .quick = "single", .when = "type=fp32" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

#define WORKSPACE (UINT64_C(64) << 20)
#define SHARE     0.8 /* largest share of the free memory */
/* Bytes of the largest points: three matrices in FP64, or all of SGEMM. */
#define MOST_BYTES_64 (UINT64_C(3) * MOST_ORDER * MOST_ORDER * 8)
#define MOST_BYTES_32 (UINT64_C(3) * CALLS * MOST_ORDER_32 * MOST_ORDER_32 * 4)
#define MOST_BYTES    (MOST_BYTES_64 > MOST_BYTES_32 ? MOST_BYTES_64 : MOST_BYTES_32)

/* Divides the available memory between the library's workspace and the matrices. */
static int choose_sizes(struct gb_run *run, uint64_t small)
{
	struct state *s = gb_state(run);
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	const uint64_t usable = (uint64_t)(SHARE * (double)available);
	if (usable < 2 * small)
		return gb_skip(run, "%.1f MB of device memory are free; %.1f MB are needed", 1e-6 * (double)available,
			       2e-6 * (double)small / SHARE);
	s->workspace_bytes =
		(usable - small) / 8 < WORKSPACE ? (usable - small) / 8 / ALIGNMENT * ALIGNMENT : WORKSPACE;
	s->arena_bytes = usable - small - s->workspace_bytes;
	if (s->arena_bytes > MOST_BYTES)
		s->arena_bytes = MOST_BYTES;
	return GB_OK;
}

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t table_bytes = GEMM_TABLE * sizeof(double), sums_bytes = SUMS * MOST_ORDER * sizeof(double);

	GB_TRY(choose_sizes(run, table_bytes + sums_bytes + (UINT64_C(1) << 16)));
	GB_TRY(gb_alloc(run, s->arena_bytes, &s->arena));
	GB_TRY(gb_alloc(run, s->workspace_bytes, &s->workspace));
	GB_TRY(gb_alloc(run, table_bytes, &s->table));
	GB_TRY(gb_alloc(run, sums_bytes, &s->sums));
	GB_TRY(gb_alloc(run, UINT64_C(3) * CALLS * sizeof(void *), &s->pointers));
	return gb_alloc(run, sizeof(struct gb_report), &s->report);
}

float gemm_normal[GEMM_TABLE];

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->filled[0] = -1;
	units_make_normal(gemm_normal, GEMM_TABLE);
	s->host_table = malloc(GEMM_TABLE * sizeof(double));
	if (s->host_table == NULL)
		return gb_fail(run, "out of memory");
	GB_TRY(allocate(run));
	GB_TRY(gb_find_kernel(run, "gemm_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "gemm_fold", &s->fold));
	return gb_find_kernel(run, "gemm_compare", &s->compare);
}

static void teardown(struct gb_run *run)
{
	struct state *s = gb_state(run);

	gemm_close_library(s);
	free(s->host_table);
}

GB_BENCH(gemm) = {
	GB_IDENTITY(gemm),
	.summary = "matrix products by cuBLAS: SGEMM four ways, and every format of the matrix units",
	.method = "cuBLAS and cuBLASLt, which are opened at run time, compute the product of square matrices, C = "
		  "A' B. SGEMM as in NVIDIA's batchCUBLAS: one call, ten calls in one stream, ten calls in ten "
		  "streams, or ten products in one batched call. Single launches follow one another in the stream. "
		  "alone: the host waits for each product before it starts the next, timed by the host's clock. "
		  "added and batched_added compute C = 2 A' B - C; every second launch restores C. Other formats "
		  "use cuBLASLt: the best of the algorithms that its heuristic names, with 64 MB of workspace. Sums "
		  "are in FP32 (INT8: INT32; FP64: FP64; FP8: without promotion, as in the units themselves), "
		  "results in the operands' format (TF32: FP32; FP8: BF16; INT8: INT32). Operands come from a table "
		  "of 65536 standard normal numbers.\n"
		  "Value: 2 n^3 operations for each product. Products of order 8192 set the roofs, in several "
		  "visits: once the clock has settled they are faster than smaller products.\n"
		  "Verified on poisoned results: every row times a vector of signs (Freivalds, 1977) in double "
		  "precision, and some elements on the host.\n"
		  "Limit: the rate of the units at the SM clock measured over the timed interval.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = gb_variants_gemm,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = gemm_prepare,
	.launch = gemm_launch,
	.verify = gemm_verify,
	.restore = gemm_restore,
	.teardown = teardown,
	.cost = gemm_cost,
	.limit = gemm_limit,
	.roof = gemm_roof,
	.measures = gemm_measures,
	.timing = gemm_timing,
	.metrics = gemm_metrics,
	.conclude = gemm_conclude,
	.remark = gemm_remark,
	.matrix = gemm_matrix,
	/* Ten products of this order take a fifth of a second. */
	.deep = "n32=8192 way=calls,streams,batched",
	.sdc = "type=bf16,fp64 n=4096 algo=0",
};
