/* case: a worked example: row means times a matrix in five versions, and a matrix product step by step. */
#include "../common/input_host.h"
#include "state.h"

const char *const case_versions[] = {
	[CASE_ONE_BLOCK] = "one_block", [CASE_BLOCK_A_SET] = "block_a_set", [CASE_COALESCED] = "coalesced",
	[CASE_SHUFFLED] = "shuffled",   [CASE_LIBRARY] = "library",         NULL,
};

const char *const case_kernels[] = {
	[CASE_PLAIN] = "plain",         [CASE_ALONG_ROWS] = "along_rows",
	[CASE_TILED] = "tiled",         [CASE_BLOCKED] = "blocked",
	[CASE_REGISTERS] = "registers", [CASE_CP_ASYNC] = "cp_async",
	[CASE_CUBLAS] = "cublas",       NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(work),
	  .help = "average: means of rows, and a matrix times these; product: the product of two matrices",
	  .names = (const char *const[]){ [AVERAGE] = "average", [PRODUCT] = "product", NULL } },
	{ GB_AXIS(version),
	  .help = "one block for all sets; a block per set; coalesced reads; sums by shuffles; the product by cuBLAS",
	  .names = case_versions, .quick = "coalesced,shuffled", .when = "work=average" },
	{ GB_AXIS(sets), .help = "sets of 1024 x 1024 numbers", .values = "4:1024:pow2", .full = "1024",
	  .when = "version=block_a_set,coalesced,shuffled,library" },
	{ GB_AXIS(sets_in_turn), .help = "sets for one block, which takes one set after another",
	  .values = "2:1024:pow2", .full = "64", .when = "version=one_block" },
	{ GB_AXIS(kernel),
	  .help = "one element per thread, with warps down columns or along rows; tiles in shared memory; 8 x 8 "
		  "elements per thread; the same while the next slices are loaded into registers, or into shared "
		  "memory; cuBLAS",
	  .names = case_kernels, .quick = "along_rows,tiled,registers", .when = "work=product" },
	{ GB_AXIS(n), .help = "rows and columns of all matrices", .values = "128:4096:pow2", .full = "2048",
	  .when = "work=product" },
	{ GB_AXIS(depth), .help = "columns of A and rows of B in shared memory at a time", .kind = GB_SEARCHED,
	  .values = "8,16", .when = "kernel=blocked,cp_async" },
	{ .name = NULL },
};

/* ---- memory ------------------------------------------------------------------------------------------------------ */

#define SHARE  0.8 /* largest share of the free memory */
#define MOST_N UINT64_C(4096)

/* Room for all sets and the largest product, or for as much as fits. */
static int choose_room(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t always = SET_WORDS + 2 * MEANS;
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	const uint64_t usable = (uint64_t)(SHARE * (double)available) / sizeof(uint32_t);
	if (usable < always + 4 * SET_WORDS)
		return gb_skip(run, "%.1f MB of device memory are free; %.1f MB are needed", 1e-6 * (double)available,
			       4e-6 * (double)(always + 4 * SET_WORDS) / SHARE);
	s->out_words = (usable - always) / 3;
	s->out_words = s->out_words < MOST_N * MOST_N ? s->out_words : MOST_N * MOST_N;
	s->in_words = usable - always - s->out_words;
	s->in_words = s->in_words < MOST_SETS * SET_WORDS ? s->in_words / SET_WORDS * SET_WORDS : MOST_SETS * SET_WORDS;
	return GB_OK;
}

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_alloc(run, s->in_words * sizeof(float), &s->in));
	GB_TRY(gb_alloc(run, SET_WORDS * sizeof(float), &s->matrix));
	GB_TRY(gb_alloc(run, s->out_words * sizeof(float), &s->out));
	GB_TRY(gb_alloc(run, MEANS * sizeof(float), &s->means));
	GB_TRY(gb_alloc(run, MEANS * sizeof(int), &s->sums));
	return gb_alloc(run, sizeof(struct gb_report), &s->report);
}

static int fill(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct gb_kernel numbers, of_matrix;

	GB_TRY(gb_find_kernel(run, "case_fill", &numbers));
	GB_TRY(gb_find_kernel(run, "case_fill_matrix", &of_matrix));
	GB_TRY(input_fill(run, &numbers, s->in, s->in_words * sizeof(float)));
	return input_fill(run, &of_matrix, s->matrix, SET_WORDS * sizeof(float));
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_room(run));
	GB_TRY(allocate(run));
	GB_TRY(gb_find_kernel(run, "case_sum", &s->sum));
	GB_TRY(gb_find_kernel(run, "case_check_average", &s->check_average));
	GB_TRY(gb_find_kernel(run, "case_check_product", &s->check_product));
	return fill(run);
}

static void teardown(struct gb_run *run)
{
	blas_close(&state_of(run)->blas);
}

GB_BENCH(case) = {
	GB_IDENTITY(case),
	.summary = "a worked example: row means times a matrix in five versions, a matrix product in seven",
	.method = "average: the example of NVIDIA's series \"Analysis-Driven Optimization\" (Crovella, 2021). For "
		  "each of 1024 sets it averages 1024 rows of 1024 numbers, and multiplies the vector of means by a "
		  "1024 x 1024 matrix. It counts one addition for each number and two operations for each matrix "
		  "element and set. Bytes are the sets, the matrix and the results, each once. Versions: one_block, "
		  "one thread per row and one block for all sets in turn, which sums each matrix row by halving in "
		  "shared memory (measured on fewer sets, as each takes the same time); block_a_set; coalesced, one "
		  "warp per row; shuffled, sums by shuffles; library, the means followed by one cuBLAS product.\n"
		  "product: C = A B in 2 n^3 operations. plain, the textbook kernel with the lanes of a warp in "
		  "neighbouring rows; along_rows, in neighbouring columns; tiled, 32 x 32 words of both matrices in "
		  "shared memory; blocked, tiles of 128 x 128 with 8 x 8 elements per thread; registers and cp_async, "
		  "the same while the next slices are being loaded; cublas.\n"
		  "time covers all 1024 sets, or the product. Sectors and data-path passes are computed from "
		  "addresses. L1 and shared memory share the data path, 128 bytes per pass: one pass for each line "
		  "that a warp's load touches, one for each shuffle, and more for bank conflicts. Halving costs one "
		  "pass per warp and instruction even if no lane takes part. intensity_l1 counts passes, intensity_l2 "
		  "assumes that L1 keeps what its block reuses, intensity counts each number once.\n"
		  "Verified: the numbers are small integers, so sums are exact in any order; every element is compared "
		  "with integer sums.\n"
		  "Limit: the lesser of FP32 multiply-adds at the measured clock and intensity x memory rate.",
	.subject = GB_SUBJECT_ARITHMETIC,
	.quantity = GB_FLOPS,
	.axes = axes,
	.variants = gb_variants_case,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = case_prepare,
	.launch = case_launch,
	.verify = case_verify,
	.teardown = teardown,
	.cost = case_cost,
	.limit = case_limit,
	.metrics = case_metrics,
	.conclude = case_conclude,
	.remark = case_remark,
};
