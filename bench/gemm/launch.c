/* Launches of the points of `gemm`: the operands, and the calls of the library. */
#include "../common/input_host.h"
#include "state.h"

/* ---- prepare ----------------------------------------------------------------------------------------------------- */

static int fill_from_table(struct gb_run *run, gb_ptr to, uint64_t count, uint64_t first)
{
	const struct gemm_fill_args args = {
		.to = gb_address(to),
		.table = gb_address(state_of(run)->table),
		.elements = count,
		.first = first,
		.bytes = formats[gemm_kind(run)->format].bytes,
	};

	return gb_launch(run, &state_of(run)->fill, input_shape(run), &args);
}

static uint64_t words_of_operands(const struct gb_run *run)
{
	return UINT64_C(2) * state_of(run)->count * gemm_order(run) * gemm_order(run);
}

static int fill_operands(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum format format = gemm_kind(run)->format;
	const int64_t holds[4] = { gemm_type(run), gemm_data(run), gemm_order(run), s->count };

	if (memcmp(holds, s->filled, sizeof holds) == 0)
		return GB_OK;
	memcpy(s->filled, holds, sizeof holds);
	units_fill(format, s->host_table, gemm_normal, GEMM_TABLE, gemm_data(run));
	GB_TRY(gb_copy_in(run, s->table, s->host_table, UINT64_C(1) * GEMM_TABLE * formats[format].bytes));
	return fill_from_table(run, s->arena, words_of_operands(run), 0);
}

uint64_t gemm_first_of_c(const struct gb_run *run)
{
	return words_of_operands(run);
}

int gemm_restore(struct gb_run *run)
{
	if (!WAY_ADDS(gemm_way(run)))
		return GB_OK;
	for (uint32_t i = 0; i < state_of(run)->count; i++)
		GB_TRY(fill_from_table(run, gemm_c(run, i), (uint64_t)gemm_order(run) * gemm_order(run),
				       gemm_first_of_c(run)));
	return GB_OK;
}

static int write_pointers(struct gb_run *run)
{
	gb_ptr pointers[3 * CALLS];

	for (uint32_t i = 0; i < CALLS; i++) {
		pointers[i] = gemm_a(run, i);
		pointers[CALLS + i] = gemm_b(run, i);
		pointers[2 * CALLS + i] = gemm_c(run, i);
	}
	return gb_copy_in(run, state_of(run)->pointers, pointers, sizeof pointers);
}

static int check_room(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t needed = gemm_c(run, s->count) - s->arena;

	if (needed > s->arena_bytes)
		return gb_skip(run, "the matrices take %.0f MB; %.0f MB of device memory can be used",
			       1e-6 * (double)needed, 1e-6 * (double)s->arena_bytes);
	return GB_OK;
}

static int fork_streams(struct gb_run *run)
{
	const uint32_t last = gemm_way(run) == WAY_STREAMS ? CALLS : 0;

	for (uint32_t i = 0; i <= last; i++)
		GB_TRY(gb_stream(run, i, &state_of(run)->stream[i]));
	return GB_OK;
}

int gemm_prepare(struct gb_run *run)
{
	state_of(run)->repeats = gemm_repeats(run);
	state_of(run)->count = WAY_IS_OF_ONE(gemm_way(run)) ? 1 : CALLS;
	GB_TRY(fork_streams(run));
	GB_TRY(gemm_open_library(run));
	GB_TRY(check_room(run));
	GB_TRY(fill_operands(run));
	if (WAY_IS_BATCHED(gemm_way(run)))
		GB_TRY(write_pointers(run));
	if (gemm_type(run) != FP32)
		GB_TRY(gemm_choose_algorithm(run));
	return GB_OK;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int launch_one(struct gb_run *run, uint32_t i, void *stream)
{
	const struct state *s = gb_state(run);
	const struct gemm_factors by = gemm_factors(run);
	const int n = (int)gemm_order(run);

	GB_TRY(blas_call(run, "cublasSetStream", s->blas.set_stream(s->blas.handle, stream)));
	return blas_call(run, "cublasSgemm",
			 s->blas.sgemm(s->blas.handle, BLAS_OP_T, BLAS_OP_N, n, n, n, &by.alpha,
				       gb_address(gemm_a(run, i)), n, gb_address(gemm_b(run, i)), n, &by.beta,
				       gb_address(gemm_c(run, i)), n));
}

static int launch_streams(struct gb_run *run)
{
	GB_TRY(gb_fork(run, CALLS));
	for (uint32_t i = 0; i < CALLS; i++)
		GB_TRY(launch_one(run, i, state_of(run)->stream[1 + i]));
	return gb_join(run, CALLS);
}

static int launch_batched(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct gemm_factors by = gemm_factors(run);
	const int n = (int)gemm_order(run);
	float **const a = gb_address(s->pointers), **const b = a + CALLS, **const c = b + CALLS;

	GB_TRY(blas_call(run, "cublasSetStream", s->blas.set_stream(s->blas.handle, s->stream[0])));
	return blas_call(run, "cublasSgemmBatched",
			 s->blas.sgemm_batched(s->blas.handle, BLAS_OP_T, BLAS_OP_N, n, n, n, &by.alpha,
					       (const float *const *)a, n, (const float *const *)b, n, &by.beta, c, n,
					       CALLS));
}

static int launch_lt(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const float one_32f = 1;
	const int32_t one_32i = 1;
	const double one_64f = 1, zero = 0;
	const void *const one = gemm_type(run) == FP64   ? (const void *)&one_64f
				: gemm_type(run) == INT8 ? (const void *)&one_32i
							 : (const void *)&one_32f;
	void *const c = gb_address(gemm_c(run, 0));

	return blas_call(run, "cublasLtMatmul",
			 s->blas.lt_matmul(s->lt, s->product, one, gb_address(gemm_a(run, 0)), s->layout_in,
					   gb_address(gemm_b(run, 0)), s->layout_in, &zero, c, s->layout_out, c,
					   s->layout_out, &s->algorithm, gb_address(s->workspace), s->workspace_bytes,
					   s->stream[0]));
}

int gemm_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const bool lt = gemm_type(run) != FP32;

	if (gemm_way(run) == WAY_STREAMS)
		return launch_streams(run);
	if (WAY_IS_BATCHED(gemm_way(run)))
		return launch_batched(run);
	for (uint32_t i = 0; i < s->count * s->repeats; i++)
		GB_TRY(lt ? launch_lt(run) : launch_one(run, i, s->stream[0]));
	return GB_OK;
}
