/* How `gemm` obtains an algorithm of cuBLASLt. */
#include "state.h"

int gemm_open_library(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(blas_open(run, &s->blas));
	return blas_call(run, "cublasLtCreate", blas_create(&s->lt, s->blas.lt_create));
}

/* ---- the point's product, for cuBLASLt --------------------------------------------------------------------------- */

/* The most algorithms requested of the heuristic. */
enum { ALGORITHMS = 16 };

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

static int describe_product(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gemm_kind *kind = gemm_kind(run);
	const uint64_t n = gemm_order(run);
	const int transpose = BLAS_OP_T;
	const int8_t fast = 1;

	forget_product(s);
	GB_TRY(blas_call(run, "cublasLtMatmulDescCreate", s->blas.lt_product(&s->product, kind->compute, kind->scale)));
	GB_TRY(blas_call(run, "cublasLtMatmulDescSetAttribute",
			 s->blas.lt_product_set(s->product, BLAS_TRANSPOSE_A, &transpose, sizeof transpose)));
	if (kind->format == FORMAT_E4M3)
		GB_TRY(blas_call(run, "cublasLtMatmulDescSetAttribute",
				 s->blas.lt_product_set(s->product, BLAS_FAST_SUMS, &fast, sizeof fast)));
	GB_TRY(blas_call(run, "cublasLtMatrixLayoutCreate",
			 s->blas.lt_layout(&s->layout_in, kind->in, n, n, (int64_t)n)));
	return blas_call(run, "cublasLtMatrixLayoutCreate",
			 s->blas.lt_layout(&s->layout_out, kind->out, n, n, (int64_t)n));
}

/* The algorithms for the product, in the library's own order. */
static int ask(struct gb_run *run, struct blas_heuristic found[ALGORITHMS], int *count)
{
	const struct state *s = gb_state(run);
	const size_t most = s->workspace_bytes;
	int code = BLAS_SUCCESS;
	void *wish = NULL;

	GB_TRY(blas_call(run, "cublasLtMatmulPreferenceCreate", s->blas.lt_wish(&wish)));
	int status = blas_call(run, "cublasLtMatmulPreferenceSetAttribute",
			       s->blas.lt_wish_set(wish, BLAS_MOST_WORKSPACE, &most, sizeof most));
	if (status == GB_OK)
		code = s->blas.lt_heuristic(s->lt, s->product, s->layout_in, s->layout_in, s->layout_out, s->layout_out,
					    wish, ALGORITHMS, found, count);
	s->blas.lt_wish_destroy(wish);
	if (code == BLAS_NOT_SUPPORTED)
		return gb_skip(run, "cuBLASLt %zu has no product of this format for this device", s->blas.lt_version());
	return status == GB_OK ? blas_call(run, "cublasLtMatmulAlgoGetHeuristic", code) : status;
}

int gemm_choose_algorithm(struct gb_run *run)
{
	const int wanted = gb_value(run, algo);
	struct blas_heuristic found[ALGORITHMS];
	int count = 0;

	GB_TRY(describe_product(run));
	GB_TRY(ask(run, found, &count));
	if (wanted >= count || found[wanted].status != BLAS_SUCCESS)
		return gb_skip(run, "cuBLASLt offers %d algorithms", count);
	state_of(run)->algorithm = found[wanted].algorithm;
	return GB_OK;
}

void gemm_close_library(struct state *s)
{
	forget_product(s);
	blas_close(&s->blas);
	if (s->lt != NULL)
		s->blas.lt_destroy(s->lt);
}
