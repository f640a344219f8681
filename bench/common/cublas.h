/* cublas.h: the calls of cuBLAS and cuBLASLt that benchmarks make, found at run time. Neither library is needed to
 * build or to start. Names and numbers come from cublas_api.h and cublasLt.h and are the same from CUDA 11 to 13. */
#pragma once

#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "gpubench.h"

enum { BLAS_SUCCESS = 0, BLAS_NOT_INITIALIZED = 1, BLAS_ALLOC_FAILED = 3, BLAS_NOT_SUPPORTED = 15 };
enum { BLAS_OP_N = 0, BLAS_OP_T = 1 };
enum { BLAS_COMPUTE_32F = 68, BLAS_COMPUTE_64F = 70, BLAS_COMPUTE_32I = 72, BLAS_COMPUTE_FAST_TF32 = 77 };
enum { BLAS_32F = 0, BLAS_64F = 1, BLAS_16F = 2, BLAS_8I = 3, BLAS_32I = 10, BLAS_16BF = 14, BLAS_E4M3 = 28 };
/* Attributes of a cublasLt product, and of the preference for an algorithm. */
enum { BLAS_TRANSPOSE_A = 3, BLAS_FAST_SUMS = 25, BLAS_MOST_WORKSPACE = 1 };

struct blas_algorithm {
	uint64_t data[8];
};

struct blas_heuristic {
	struct blas_algorithm algorithm;
	size_t workspace;
	int status;
	float waves;
	int reserved[4];
};

/* All 0: not opened yet. */
struct blas {
	bool asked;
	char missing[200]; /* what was not found; "": nothing is missing */
	void *handle;      /* handle of cuBLAS; NULL: none yet */
	/* cuBLAS */
	int (*create)(void **);
	int (*destroy)(void *);
	int (*set_stream)(void *, void *);
	int (*sgemm)(void *, int, int, int, int, int, const float *, const float *, int, const float *, int,
		     const float *, float *, int);
	int (*sgemm_batched)(void *, int, int, int, int, int, const float *, const float *const *, int,
			     const float *const *, int, const float *, float *const *, int, int);
	/* cuBLASLt */
	int (*lt_create)(void **);
	int (*lt_destroy)(void *);
	size_t (*lt_version)(void);
	int (*lt_product)(void **, int, int);
	int (*lt_product_destroy)(void *);
	int (*lt_product_set)(void *, int, const void *, size_t);
	int (*lt_layout)(void **, int, uint64_t, uint64_t, int64_t);
	int (*lt_layout_destroy)(void *);
	int (*lt_wish)(void **);
	int (*lt_wish_destroy)(void *);
	int (*lt_wish_set)(void *, int, const void *, size_t);
	int (*lt_heuristic)(void *, void *, void *, void *, void *, void *, void *, int, struct blas_heuristic *,
			    int *);
	int (*lt_matmul)(void *, void *, const void *, const void *, void *, const void *, void *, const void *,
			 const void *, void *, void *, void *, const struct blas_algorithm *, void *, size_t, void *);
};

/* ---- the libraries, found at run time ---------------------------------------------------------------------------- */

#define BLAS_PLACES     "", "/usr/local/cuda/lib64/"
#define BLAS_NAMES      ".so.13", ".so.12", ".so.11"
#define BLAS_LOOKED_FOR ".so.13, .12 and .11 in the library path and in /usr/local/cuda/lib64"

static inline void *blas_open_one(const char *stem)
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

/* Returns NULL, or the name of what was not found. The libraries stay open, because closing them would not release
 * everything they allocated. */
static inline const char *blas_open_both(struct blas *b)
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

	void *const lt_library = blas_open_one("libcublasLt");
	if (lt_library == NULL)
		return "libcublasLt";
	void *const library = blas_open_one("libcublas");
	if (library == NULL)
		return "libcublas";
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		*(void **)calls[i].slot = dlsym(calls[i].of_lt ? lt_library : library, calls[i].name);
		if (*(void **)calls[i].slot == NULL)
			return calls[i].name;
	}
	return NULL;
}

static inline int blas_call(struct gb_run *run, const char *name, int code)
{
	if (code == BLAS_ALLOC_FAILED)
		return gb_skip(run, "cuBLAS cannot allocate its memory (%s: status %d)", name, code);
	return code == BLAS_SUCCESS ? GB_OK : gb_fail(run, "%s: status %d", name, code);
}

/* Makes a handle unless there is one. */
static inline int blas_create(void **handle, int (*create)(void **))
{
	void *made = NULL;
	const int code = *handle != NULL ? BLAS_SUCCESS : create(&made);

	if (code == BLAS_SUCCESS && *handle == NULL)
		*handle = made;
	return code;
}

/* Open the libraries and make a handle on the first call. Skips the point if no library is found or none starts. Setup
 * does not call this, because a device is usable without the library. */
static inline int blas_open(struct gb_run *run, struct blas *b)
{
	if (!b->asked) {
		const char *missing = blas_open_both(b);
		b->asked = true;
		if (missing != NULL)
			snprintf(b->missing, sizeof b->missing,
				 "no cuBLAS: %s not found; looked for libcublasLt and libcublas" BLAS_LOOKED_FOR,
				 missing);
	}
	if (b->missing[0] != '\0')
		return gb_skip(run, "%s", b->missing);
	const int code = blas_create(&b->handle, b->create);
	if (code == BLAS_NOT_INITIALIZED) /* the library is too new for the driver, or there is no NVIDIA driver */
		return gb_skip(run, "cuBLAS %zu could not be initialized (cublasCreate: status %d)", b->lt_version(),
			       code);
	return blas_call(run, "cublasCreate", code);
}

static inline void blas_close(struct blas *b)
{
	if (b->handle != NULL)
		b->destroy(b->handle);
}
