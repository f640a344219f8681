/* test_library.h: `case`, compiled in, on a library in C in place of cuBLAS. */
#ifndef TEST_LIBRARY_H
#define TEST_LIBRARY_H

#include <dlfcn.h>

#include "real.h"
#include "support.h"

/* What the plug-in calls to open a library. */
static void *open_fake(const char *path, int flags);
static void *find_fake(void *handle, const char *name);
#define dlopen open_fake
#define dlsym  find_fake
// NOLINTBEGIN(bugprone-suspicious-include)
#include "case.c"
#include "conclude.c"
#include "launch.c"
#include "point.c"
#include "traffic.c"
#include "verify.c"
// NOLINTEND(bugprone-suspicious-include)

const struct gb_variant gb_variants_case[] = { { .name = "default", .flags = "", .archs = "sm_90" }, { .name = NULL } };

static struct {
	bool absent;  /* there is none */
	int status;   /* of products */
	int left_out; /* terms of each sum */
	int handles;
} library;

static int create(void **handle)
{
	library.handles++;
	*handle = &library;
	return BLAS_SUCCESS;
}

static int destroy(void *handle)
{
	assert_ptr_equal(handle, &library);
	library.handles--;
	return BLAS_SUCCESS;
}

static int set_stream(void *handle, void *stream)
{
	assert_ptr_equal(handle, &library);
	assert_non_null(stream);
	return BLAS_SUCCESS;
}

/* C = op(A) B by columns, whole numbers. */
static int sgemm(void *handle, int at, int bt, int m, int n, int k, const float *alpha, const float *a, int lda,
		 const float *b, int ldb, const float *beta, float *c, int ldc)
{
	(void)handle;
	assert_true(*alpha == 1 && *beta == 0 && bt == BLAS_OP_N && lda == (at == BLAS_OP_T ? k : m) && ldb == k &&
		    ldc == m);
	for (size_t j = 0; j < (size_t)n; j++)
		for (size_t i = 0; i < (size_t)m; i++) {
			double sum = 0;
			for (size_t t = 0; t < (size_t)(k - library.left_out); t++)
				sum += (double)a[at == BLAS_OP_T ? i * (size_t)lda + t : t * (size_t)lda + i] *
				       b[j * (size_t)ldb + t];
			c[j * (size_t)ldc + i] = (float)sum;
		}
	return library.status;
}

static size_t version(void)
{
	return 130100;
}

/* A call that nobody makes here. */
static int no_call(void)
{
	fail_msg("a call that `case` does not need");
	return 1;
}

static void *open_fake(const char *path, int flags)
{
	(void)path;
	(void)flags;
	return library.absent ? NULL : &library;
}

static void *find_fake(void *handle, const char *name)
{
	typedef void any(void);
	static const struct {
		const char *name;
		any *call;
	} calls[] = {
		{ "cublasCreate_v2", (any *)create },        { "cublasDestroy_v2", (any *)destroy },
		{ "cublasSetStream_v2", (any *)set_stream }, { "cublasSgemm_v2", (any *)sgemm },
		{ "cublasLtGetVersion", (any *)version },
	};
	any *const none = (any *)no_call;
	void *found;

	assert_ptr_equal(handle, &library);
	memcpy(&found, &none, sizeof found);
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
		if (strcmp(calls[i].name, name) == 0)
			memcpy(&found, &calls[i].call, sizeof found);
	return found;
}

#endif
