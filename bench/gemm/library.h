/* library.h: the calls of cuBLAS and cuBLASLt that `gemm` makes, found at run time: neither is needed to build or to start.
 * Names and numbers: cublas_api.h and cublasLt.h, the same from CUDA 11 to 13. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { BLAS_SUCCESS = 0, BLAS_NOT_INITIALIZED = 1, BLAS_NOT_SUPPORTED = 15 };
enum { BLAS_OP_N = 0, BLAS_OP_T = 1 };
enum { BLAS_COMPUTE_32F = 68, BLAS_COMPUTE_64F = 70, BLAS_COMPUTE_32I = 72, BLAS_COMPUTE_FAST_TF32 = 77 };
enum { BLAS_32F = 0, BLAS_64F = 1, BLAS_16F = 2, BLAS_8I = 3, BLAS_32I = 10, BLAS_16BF = 14, BLAS_E4M3 = 28 };
/* Of a cublasLt product and of the wish for an algorithm. */
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

struct blas {
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
	void *library, *lt_library;
};

#define BLAS_PLACES     "", "/usr/local/cuda/lib64/"
#define BLAS_NAMES      ".so.13", ".so.12", ".so.11"
#define BLAS_LOOKED_FOR ".so.13, .12, .11 where libraries are and in /usr/local/cuda/lib64"

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

/* NULL, or what was not found. The libraries stay open: closed, they would not give back all they took. */
static inline const char *blas_open(struct blas *b)
{
	const struct {
		const char *name;
		void *slot;
		int lt;
	} calls[] = {
		{ "cublasCreate_v2", &b->create, 0 },
		{ "cublasDestroy_v2", &b->destroy, 0 },
		{ "cublasSetStream_v2", &b->set_stream, 0 },
		{ "cublasSgemm_v2", &b->sgemm, 0 },
		{ "cublasSgemmBatched", &b->sgemm_batched, 0 },
		{ "cublasLtCreate", &b->lt_create, 1 },
		{ "cublasLtDestroy", &b->lt_destroy, 1 },
		{ "cublasLtGetVersion", &b->lt_version, 1 },
		{ "cublasLtMatmulDescCreate", &b->lt_product, 1 },
		{ "cublasLtMatmulDescDestroy", &b->lt_product_destroy, 1 },
		{ "cublasLtMatmulDescSetAttribute", &b->lt_product_set, 1 },
		{ "cublasLtMatrixLayoutCreate", &b->lt_layout, 1 },
		{ "cublasLtMatrixLayoutDestroy", &b->lt_layout_destroy, 1 },
		{ "cublasLtMatmulPreferenceCreate", &b->lt_wish, 1 },
		{ "cublasLtMatmulPreferenceDestroy", &b->lt_wish_destroy, 1 },
		{ "cublasLtMatmulPreferenceSetAttribute", &b->lt_wish_set, 1 },
		{ "cublasLtMatmulAlgoGetHeuristic", &b->lt_heuristic, 1 },
		{ "cublasLtMatmul", &b->lt_matmul, 1 },
	};

	b->lt_library = blas_open_one("libcublasLt");
	if (b->lt_library == NULL)
		return "libcublasLt";
	b->library = blas_open_one("libcublas");
	if (b->library == NULL)
		return "libcublas";
	for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++) {
		*(void **)calls[i].slot = dlsym(calls[i].lt ? b->lt_library : b->library, calls[i].name);
		if (*(void **)calls[i].slot == NULL)
			return calls[i].name;
	}
	return NULL;
}

#endif
