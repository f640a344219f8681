/* fake_cublas.h: a library in C in place of cuBLAS. Comes before the sources that open it; the test defines
 * `blas_calls`. */
#pragma once

#include <dlfcn.h>

#include "support.h"

/* The functions by which common/cublas.h opens a library. */
static void *open_fake(const char *path, int flags);
static void *find_fake(void *handle, const char *name);
#define dlopen open_fake
#define dlsym  find_fake
#include "../../bench/common/cublas.h"

typedef void blas_function(void);

/* The products, and the queries before one: the calls that the benchmark makes in addition to those below. */
static const struct blas_calls {
	const struct blas_named {
		const char *name;
		blas_function *call;
	} * call;
	size_t count;
} blas_calls;

static struct {
	bool absent;       /* there is none */
	const char *lacks; /* the library lacks this call */
	int create_status;
	int multiply_status; /* calls of products, which are the test's own */
	int left_out;        /* number of terms in each of their sums */
	int handles;         /* not given back yet */
	char tried[1024];    /* paths */
} fake_cublas;

static int fake_create(void **handle)
{
	fake_cublas.handles += fake_cublas.create_status == BLAS_SUCCESS;
	*handle = &fake_cublas;
	return fake_cublas.create_status;
}

static int fake_destroy(void *handle)
{
	assert_ptr_equal(handle, &fake_cublas);
	fake_cublas.handles--;
	return BLAS_SUCCESS;
}

static int fake_set_stream(void *handle, void *stream)
{
	assert_ptr_equal(handle, &fake_cublas);
	assert_non_null(stream);
	return BLAS_SUCCESS;
}

static size_t fake_version(void)
{
	return 130100;
}

static int fake_no_call(void)
{
	fail_msg("a call that the test does not know");
	return 1;
}

static void *open_fake(const char *path, int flags)
{
	const size_t length = strlen(fake_cublas.tried);

	snprintf(fake_cublas.tried + length, sizeof fake_cublas.tried - length, "%s ", path);
	return fake_cublas.absent ? NULL : &fake_cublas;
}

static blas_function *fake_find(const struct blas_named *calls, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(calls[i].name, name) == 0)
			return calls[i].call;
	return NULL;
}

static void *find_fake(void *handle, const char *name)
{
	static const struct blas_named own[] = {
		{ "cublasCreate_v2", (blas_function *)fake_create },
		{ "cublasDestroy_v2", (blas_function *)fake_destroy },
		{ "cublasLtCreate", (blas_function *)fake_create },
		{ "cublasLtDestroy", (blas_function *)fake_destroy },
		{ "cublasLtGetVersion", (blas_function *)fake_version },
		{ "cublasSetStream_v2", (blas_function *)fake_set_stream },
	};
	blas_function *call = fake_find(own, sizeof own / sizeof own[0], name);
	void *found;

	assert_ptr_equal(handle, &fake_cublas);
	if (fake_cublas.lacks != NULL && strcmp(fake_cublas.lacks, name) == 0)
		return NULL;
	if (call == NULL)
		call = fake_find(blas_calls.call, blas_calls.count, name);
	if (call == NULL)
		call = (blas_function *)fake_no_call;
	memcpy(&found, &call, sizeof found);
	return found;
}
