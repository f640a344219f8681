/* test_library.h: `case`, compiled in, with a library in C in place of cuBLAS. */
#pragma once

#include "fake_cublas.h"
#include "real.h"

// NOLINTBEGIN(bugprone-suspicious-include)
#include "case.c"
#include "conclude.c"
#include "launch.c"
#include "cost_and_limit.c"
#include "traffic.c"
#include "verify.c"
// NOLINTEND(bugprone-suspicious-include)

const struct gb_variant gb_variants_case[] = { { .name = "default", .flags = "", .archs = "sm_90" }, { .name = NULL } };

/* C = op(A) B by columns, in whole numbers. */
static int sgemm(void *handle, int at, int bt, int m, int n, int k, const float *alpha, const float *a, int lda,
		 const float *b, int ldb, const float *beta, float *c, int ldc)
{
	assert_true(*alpha == 1 && *beta == 0 && bt == BLAS_OP_N && lda == (at == BLAS_OP_T ? k : m) && ldb == k &&
		    ldc == m);
	for (size_t j = 0; j < (size_t)n; j++)
		for (size_t i = 0; i < (size_t)m; i++) {
			double sum = 0;
			for (size_t t = 0; t < (size_t)(k - fake_cublas.left_out); t++)
				sum += (double)a[at == BLAS_OP_T ? i * (size_t)lda + t : t * (size_t)lda + i] *
				       b[j * (size_t)ldb + t];
			c[j * (size_t)ldc + i] = (float)sum;
		}
	return fake_cublas.multiply_status;
}

static const struct blas_named products[] = { { "cublasSgemm_v2", (blas_function *)sgemm } };
static const struct blas_calls blas_calls = { products, sizeof products / sizeof products[0] };
