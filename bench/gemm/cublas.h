/* cublas.h: the calls of cuBLAS and cuBLASLt that `gemm` makes, found at run time: neither is needed to build or to start.
 * Names and numbers: cublas_api.h and cublasLt.h, the same from CUDA 11 to 13. */
#ifndef CUBLAS_H
#define CUBLAS_H

#include <stddef.h>
#include <stdint.h>

enum { BLAS_SUCCESS = 0, BLAS_NOT_INITIALIZED = 1, BLAS_ALLOC_FAILED = 3, BLAS_NOT_SUPPORTED = 15 };
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
};

#endif
