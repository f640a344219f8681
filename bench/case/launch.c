/* Launches of the points of `case`. */
#include "state.h"

static int prepare_average(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t sets = case_sets(run);

	if (sets * SET_WORDS > s->in_words || case_out_words(run) > s->out_words)
		return gb_skip(run, "the free device memory holds %llu sets, not %llu",
			       (unsigned long long)(s->in_words / SET_WORDS), (unsigned long long)sets);
	s->average = (struct case_average_args){
		.in = gb_address(s->in),
		.matrix = gb_address(s->matrix),
		.out = gb_address(s->out),
		.means = gb_address(s->means),
		.sets = (uint32_t)sets,
	};
	s->shape =
		(struct gb_shape){ .grid = case_step(run) == CASE_ONE_BLOCK ? 1 : (uint32_t)sets, .block = CASE_BLOCK };
	return kernel_find(run, &s->kernel, "case_%s", case_is_library(run) ? "means" : case_versions[case_step(run)]);
}

static int prepare_product(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t n = case_order(run);
	const int64_t step = case_step(run);

	if (2 * n * n > s->in_words || n * n > s->out_words)
		return gb_skip(run, "the free device memory is too small for matrices of %llu x %llu numbers",
			       (unsigned long long)n, (unsigned long long)n);
	s->product = (struct case_product_args){
		.a = gb_address(s->in),
		.b = gb_address(s->in + n * n * sizeof(float)),
		.c = gb_address(s->out),
		.n = (uint32_t)n,
	};
	if (step == CASE_CUBLAS)
		return GB_OK;
	if (step < CASE_BLOCKED) {
		const uint32_t tiles = (uint32_t)n / CASE_TILE;
		s->shape = (struct gb_shape){ .grid = tiles * tiles, .block = CASE_TILE * CASE_TILE };
		return kernel_find(run, &s->kernel, "case_%s", case_kernels[step]);
	}
	if (step == CASE_CP_ASYNC && gb_device(run)->cc_major < 8)
		return gb_skip(run, "asynchronous copies need compute capability 8.0");
	const uint32_t tiles = (uint32_t)n / CASE_BIG_TILE;
	s->shape = (struct gb_shape){ .grid = tiles * tiles, .block = CASE_BIG_BLOCK };
	return kernel_find(run, &s->kernel, "case_%s_d%d", case_kernels[step], (int)case_depth(run));
}

int case_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->stream = NULL;
	GB_TRY(case_is_average(run) ? prepare_average(run) : prepare_product(run));
	if (!case_is_library(run))
		return GB_OK;
	GB_TRY(gb_stream(run, 0, &s->stream));
	GB_TRY(blas_open(run, &s->blas));
	return blas_call(run, "cublasSetStream", s->blas.set_stream(s->blas.handle, s->stream));
}

/* Multiplies all vectors of means by the matrix: in the library's column order, out = means' matrix. */
static int multiply_means(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int length = (int)CASE_LENGTH, sets = (int)s->average.sets;
	const float one = 1, zero = 0;

	return blas_call(run, "cublasSgemm",
			 s->blas.sgemm(s->blas.handle, BLAS_OP_T, BLAS_OP_N, sets, length, length, &one,
				       s->average.means, length, s->average.matrix, length, &zero, s->average.out,
				       sets));
}

/* In column order, the product is C' = B' A'. */
static int multiply_matrices(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int n = (int)s->product.n;
	const float one = 1, zero = 0;

	return blas_call(run, "cublasSgemm",
			 s->blas.sgemm(s->blas.handle, BLAS_OP_N, BLAS_OP_N, n, n, n, &one, s->product.b, n,
				       s->product.a, n, &zero, s->product.c, n));
}

int case_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (!case_is_average(run))
		return case_is_library(run) ? multiply_matrices(run)
					    : gb_launch(run, &s->kernel, s->shape, &s->product);
	GB_TRY(gb_launch(run, &s->kernel, s->shape, &s->average));
	return case_is_library(run) ? multiply_means(run) : GB_OK;
}
