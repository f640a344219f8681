/* test_library.h: `gemm`, compiled in, with a library in C in place of cuBLAS. */
#pragma once

#include "fake_cublas.h"
#include "real.h"

// NOLINTBEGIN(bugprone-suspicious-include)
#include "conclude.c"
#include "cublas.c"
#include "gemm.c"
#include "launch.c"
#include "cost_and_limit.c"
#include "verify.c"
// NOLINTEND(bugprone-suspicious-include)

const struct gb_variant gb_variants_gemm[] = { { .name = "default", .flags = "", .archs = "sm_90" }, { .name = NULL } };

/* ---- the library ------------------------------------------------------------------------------------------------- */

static struct {
	int choose_status; /* of the heuristic */
	int algorithms;
	bool idle;     /* computes nothing */
	bool spoil;    /* changes one element */
	size_t spoilt; /* number of this element; 0: the last one */
	bool forgets_alpha, forgets_beta;
	int objects, products;
} library;

struct object {
	int type, transposed;
};

static int make(void **out, int type)
{
	struct object *object = calloc(1, sizeof *object);

	assert_non_null(object);
	object->type = type;
	library.objects++;
	*out = object;
	return BLAS_SUCCESS;
}

static int drop(void *object)
{
	library.objects--;
	free(object);
	return BLAS_SUCCESS;
}

/* The format of this result, except INT32. */
static enum format format_of(uint32_t element)
{
	switch (element) {
	case GEMM_FP16:
		return FORMAT_FP16;
	case GEMM_BF16:
		return FORMAT_BF16;
	case GEMM_FP64:
		return FORMAT_FP64;
	default:
		return FORMAT_FP32;
	}
}

static double result_at(uint32_t element, const void *c, size_t i)
{
	return format_decode(format_of(element), format_get(format_of(element), c, i));
}

/* C = alpha A' B + beta C by columns. Without beta it is computed only once, because results are poisoned before the
 * launches that count. */
static void multiply(enum format format, uint32_t out_element, int n, double alpha, const void *a, const void *b,
		     double beta, void *c)
{
	const size_t size = (size_t)n * (size_t)n;
	double *x = malloc(2 * size * sizeof *x), *y = x + size;
	unsigned char poison[4];

	library.products++;
	assert_non_null(x);
	memset(poison, 0xff, sizeof poison);
	if (library.idle || (beta == 0 && memcmp(c, poison, 2) != 0)) {
		free(x);
		return;
	}
	for (size_t i = 0; i < size; i++) {
		x[i] = format_decode(format, format_get(format, a, i));
		y[i] = format_decode(format, format_get(format, b, i));
	}
	for (size_t i = 0; i < size; i++) {
		double sum = library.spoil && i == (library.spoilt > 0 ? library.spoilt : size - 1) ? 1e4 : 0;
		for (int k = 0; k < n - fake_cublas.left_out; k++)
			sum += x[i % (size_t)n * (size_t)n + (size_t)k] * y[i / (size_t)n * (size_t)n + (size_t)k];
		sum = (library.forgets_alpha ? 1 : alpha) * sum +
		      (beta == 0 || library.forgets_beta ? 0 : beta * result_at(out_element, c, i));
		const int32_t whole = (int32_t)sum;
		if (out_element == GEMM_INT32)
			memcpy((char *)c + 4 * i, &whole, sizeof whole);
		else
			format_put(format_of(out_element), c, i, format_encode(format_of(out_element), sum));
	}
	free(x);
}

static int sgemm(void *handle, int at, int bt, int m, int n, int k, const float *alpha, const float *a, int lda,
		 const float *b, int ldb, const float *beta, float *c, int ldc)
{
	assert_true(at == BLAS_OP_T && bt == BLAS_OP_N && m == n && k == n && lda == n && ldb == n && ldc == n);
	multiply(FORMAT_FP32, GEMM_FP32, n, (double)*alpha, a, b, (double)*beta, c);
	return fake_cublas.multiply_status;
}

static int sgemm_batched(void *handle, int at, int bt, int m, int n, int k, const float *alpha, const float *const *a,
			 int lda, const float *const *b, int ldb, const float *beta, float *const *c, int ldc,
			 int count)
{
	for (int i = 0; i < count; i++)
		sgemm(handle, at, bt, m, n, k, alpha, a[i], lda, b[i], ldb, beta, c[i], ldc);
	return fake_cublas.multiply_status;
}

static int product(void **out, int compute, int scale)
{
	return make(out, compute);
}

static int product_set(void *object, int which, const void *value, size_t size)
{
	struct object *o = object;

	if (which == BLAS_TRANSPOSE_A) {
		assert_int_equal(size, sizeof o->transposed);
		memcpy(&o->transposed, value, size);
	}
	return BLAS_SUCCESS;
}

static int layout(void **out, int type, uint64_t rows, uint64_t columns, int64_t ld)
{
	assert_true(rows == columns && (int64_t)rows == ld);
	return make(out, type);
}

static int wish(void **out)
{
	return make(out, 0);
}

static int wish_set(void *object, int which, const void *value, size_t size)
{
	assert_non_null(value);
	assert_true(which == BLAS_MOST_WORKSPACE && size == sizeof(size_t));
	return BLAS_SUCCESS;
}

static int heuristic(void *handle, void *p, void *a, void *b, void *c, void *d, void *w, int most,
		     struct blas_heuristic *out, int *count)
{
	assert_true(p != NULL && a != NULL && b != NULL && c != NULL && d != NULL && w != NULL);
	assert_true(library.algorithms <= most);
	memset(out, 0, (size_t)library.algorithms * sizeof *out);
	for (int i = 0; i < library.algorithms; i++)
		out[i].algorithm.data[0] = (uint64_t)i;
	*count = library.algorithms;
	return library.choose_status;
}

static int matmul(void *handle, void *p, const void *alpha, const void *a, void *at, const void *b, void *bt,
		  const void *beta, const void *c, void *ct, void *d, void *dt, const struct blas_algorithm *algorithm,
		  void *workspace, size_t bytes, void *stream)
{
	const struct object *in = at, *out = dt, *what = p;

	assert_true(at == bt && ct == dt && c == d && what->transposed == BLAS_OP_T);
	assert_true(workspace != NULL && bytes > 0 && algorithm->data[0] < ALGORITHMS);
	for (int i = 0; i < TYPES; i++) {
		const struct gemm_kind *kind = &gemm_kinds[i];
		if (kind->in == in->type && kind->compute == what->type) {
			assert_int_equal(kind->out, out->type);
			multiply(kind->format, kind->out_element, 128, 1, a, b, 0, d);
			return fake_cublas.multiply_status;
		}
	}
	fail_msg("no such product");
	return 1;
}

static const struct blas_named products[] = {
	{ "cublasSgemm_v2", (blas_function *)sgemm },
	{ "cublasSgemmBatched", (blas_function *)sgemm_batched },
	{ "cublasLtMatmulDescCreate", (blas_function *)product },
	{ "cublasLtMatmulDescDestroy", (blas_function *)drop },
	{ "cublasLtMatmulDescSetAttribute", (blas_function *)product_set },
	{ "cublasLtMatrixLayoutCreate", (blas_function *)layout },
	{ "cublasLtMatrixLayoutDestroy", (blas_function *)drop },
	{ "cublasLtMatmulPreferenceCreate", (blas_function *)wish },
	{ "cublasLtMatmulPreferenceDestroy", (blas_function *)drop },
	{ "cublasLtMatmulPreferenceSetAttribute", (blas_function *)wish_set },
	{ "cublasLtMatmulAlgoGetHeuristic", (blas_function *)heuristic },
	{ "cublasLtMatmul", (blas_function *)matmul },
};
static const struct blas_calls blas_calls = { products, sizeof products / sizeof products[0] };
