/* How `gemm` comes to cuBLAS, and to an algorithm of it. */
#include <dlfcn.h>
#include <stdio.h>

#include "state.h"

/* ---- the libraries, found at run time -------------------------------------------------------------------------------- */

#define BLAS_PLACES     "", "/usr/local/cuda/lib64/"
#define BLAS_NAMES      ".so.13", ".so.12", ".so.11"
#define BLAS_LOOKED_FOR ".so.13, .12, .11 where libraries are and in /usr/local/cuda/lib64"

static void *open_one(const char *stem)
{
	static const char *const places[] = { BLAS_PLACES }, *const names[] = { BLAS_NAMES };
	void *library = NULL;
	char path[96];

	for (size_t n = 0; n < sizeof names / sizeof names[0]; n++)
		for (size_t p = 0; p < sizeof places / sizeof places[0] && library == NULL; p++) {
			snprintf(path, sizeof path, "%s%s%s", places[p], stem, names[n]);
			library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
		}
	return library;
}

/* NULL, or what was not found. The libraries stay open: closed, they would not give back all they took. */
static const char *open_both(struct blas *b)
{
	const struct {
		const char *name;
		void *slot;
		bool of_lt;
	} calls[] = {
		{ "cublasCreate_v2", &b->create, false },
		{ "cublasDestroy_v2", &b->destroy, false },
		{ "cublasSetStream_v2", &b->set_stream, false },
		{ "cublasSgemm_v2", &b->sgemm, false },
		{ "cublasSgemmBatched", &b->sgemm_batched, false },
		{ "cublasLtCreate", &b->lt_create, true },
		{ "cublasLtDestroy", &b->lt_destroy, true },
		{ "cublasLtGetVersion", &b->lt_version, true },
		{ "cublasLtMatmulDescCreate", &b->lt_product, true },
		{ "cublasLtMatmulDescDestroy", &b->lt_product_destroy, true },
		{ "cublasLtMatmulDescSetAttribute", &b->lt_product_set, true },
		{ "cublasLtMatrixLayoutCreate", &b->lt_layout, true },
		{ "cublasLtMatrixLayoutDestroy", &b->lt_layout_destroy, true },
		{ "cublasLtMatmulPreferenceCreate", &b->lt_wish, true },
		{ "cublasLtMatmulPreferenceDestroy", &b->lt_wish_destroy, true },
		{ "cublasLtMatmulPreferenceSetAttribute", &b->lt_wish_set, true },
		{ "cublasLtMatmulAlgoGetHeuristic", &b->lt_heuristic, true },
		{ "cublasLtMatmul", &b->lt_matmul, true },
	};

	void *const lt_library = open_one("libcublasLt");
	if (lt_library == NULL)
		return "libcublasLt";
	void *const library = open_one("libcublas");
	if (library == NULL)
		return "libcublas";
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		*(void **)calls[i].slot = dlsym(calls[i].of_lt ? lt_library : library, calls[i].name);
		if (*(void **)calls[i].slot == NULL)
			return calls[i].name;
	}
	return NULL;
}

int gemm_call(struct gb_run *run, const char *name, int code)
{
	if (code == BLAS_ALLOC_FAILED)
		return gb_skip(run, "cuBLAS finds no memory for itself (%s: status %d)", name, code);
	return code == BLAS_SUCCESS ? GB_OK : gb_fail(run, "%s: status %d", name, code);
}

/* A handle, unless there is one. */
static int create_handle(void **handle, int (*create)(void **))
{
	void *made = NULL;
	const int code = *handle != NULL ? BLAS_SUCCESS : create(&made);

	if (code == BLAS_SUCCESS && *handle == NULL)
		*handle = made;
	return code;
}

/* Once, and not in setup: a device can be used whether or not there is a library. */
int gemm_open_library(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (!s->asked) {
		const char *missing = open_both(&s->blas);
		s->asked = true;
		if (missing != NULL)
			snprintf(s->missing, sizeof s->missing,
				 "no cuBLAS: %s not found; looked for libcublasLt and libcublas" BLAS_LOOKED_FOR,
				 missing);
	}
	if (s->missing[0] != '\0')
		return gb_skip(run, "%s", s->missing);
	int code = create_handle(&s->handle, s->blas.create);
	if (code == BLAS_NOT_INITIALIZED) /* a library too new for the driver, or no NVIDIA driver at all */
		return gb_skip(run, "cuBLAS %zu does not start here (cublasCreate: status %d)", s->blas.lt_version(),
			       code);
	int status = gemm_call(run, "cublasCreate", code);
	return status == GB_OK ? gemm_call(run, "cublasLtCreate", create_handle(&s->lt, s->blas.lt_create)) : status;
}

/* ---- the point's product, for cuBLASLt ------------------------------------------------------------------------------ */

/* The heuristic's best so many algorithms can be asked for. */
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
	int status =
		gemm_call(run, "cublasLtMatmulDescCreate", s->blas.lt_product(&s->product, kind->compute, kind->scale));
	if (status == GB_OK)
		status = gemm_call(run, "cublasLtMatmulDescSetAttribute",
				   s->blas.lt_product_set(s->product, BLAS_TRANSPOSE_A, &transpose, sizeof transpose));
	if (status == GB_OK && kind->format == FORMAT_E4M3)
		status = gemm_call(run, "cublasLtMatmulDescSetAttribute",
				   s->blas.lt_product_set(s->product, BLAS_FAST_SUMS, &fast, sizeof fast));
	if (status == GB_OK)
		status = gemm_call(run, "cublasLtMatrixLayoutCreate",
				   s->blas.lt_layout(&s->layout_in, kind->in, n, n, (int64_t)n));
	if (status == GB_OK)
		status = gemm_call(run, "cublasLtMatrixLayoutCreate",
				   s->blas.lt_layout(&s->layout_out, kind->out, n, n, (int64_t)n));
	return status;
}

/* The algorithms for it, in the library's own order. */
static int ask(struct gb_run *run, struct blas_heuristic found[ALGORITHMS], int *count)
{
	const struct state *s = gb_state(run);
	const size_t most = s->workspace_bytes;
	int code = BLAS_SUCCESS;
	void *wish = NULL;

	int status = gemm_call(run, "cublasLtMatmulPreferenceCreate", s->blas.lt_wish(&wish));
	if (status != GB_OK)
		return status;
	status = gemm_call(run, "cublasLtMatmulPreferenceSetAttribute",
			   s->blas.lt_wish_set(wish, BLAS_MOST_WORKSPACE, &most, sizeof most));
	if (status == GB_OK)
		code = s->blas.lt_heuristic(s->lt, s->product, s->layout_in, s->layout_in, s->layout_out, s->layout_out,
					    wish, ALGORITHMS, found, count);
	s->blas.lt_wish_destroy(wish);
	if (code == BLAS_NOT_SUPPORTED)
		return gb_skip(run, "cuBLASLt %zu has no product of this format for this device", s->blas.lt_version());
	return status == GB_OK ? gemm_call(run, "cublasLtMatmulAlgoGetHeuristic", code) : status;
}

int gemm_choose_algorithm(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int wanted = (int)gb_value(run, "algo");
	struct blas_heuristic found[ALGORITHMS];
	int count = 0;

	int status = describe_product(run);
	if (status == GB_OK)
		status = ask(run, found, &count);
	if (status != GB_OK)
		return status;
	if (wanted >= count || found[wanted].status != BLAS_SUCCESS)
		return gb_skip(run, "cuBLASLt offers %d algorithms", count);
	s->algorithm = found[wanted].algorithm;
	return GB_OK;
}

void gemm_close_library(struct state *s)
{
	forget_product(s);
	if (s->handle != NULL)
		s->blas.destroy(s->handle);
	if (s->lt != NULL)
		s->blas.lt_destroy(s->lt);
}
