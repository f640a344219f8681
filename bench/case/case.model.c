/* Models of the kernels of `case`. */
#include "../common/input_model.h"
#include "case.h"

/* ---- averages ---------------------------------------------------------------------------------------------------- */

static void means(struct gb_shape shape, const void *of)
{
	const struct case_average_args *args = of;

	for (uint64_t row = 0; row < (uint64_t)args->sets * CASE_LENGTH; row++) {
		float sum = 0;
		for (uint64_t i = 0; i < CASE_LENGTH; i++)
			sum += args->in[row * CASE_LENGTH + i];
		args->means[row] = sum / CASE_LENGTH;
	}
}

/* Except for the library's version, the means stay in shared memory. */
static void average(struct gb_shape shape, const void *of)
{
	static float mean[CASE_LENGTH];
	const struct case_average_args *args = of;

	for (uint64_t set = 0; set < args->sets; set++) {
		const float *in = args->in + set * CASE_LENGTH * CASE_LENGTH;
		means((struct gb_shape){ 0 }, &(struct case_average_args){ .in = in, .means = mean, .sets = 1 });
		for (uint64_t i = 0; i < CASE_LENGTH; i++) {
			float sum = 0;
			for (uint64_t j = 0; j < CASE_LENGTH; j++)
				sum += args->matrix[i * CASE_LENGTH + j] * mean[j];
			args->out[i * args->sets + set] = sum;
		}
	}
}

/* ---- products ---------------------------------------------------------------------------------------------------- */

static void product(struct gb_shape shape, const void *of)
{
	const struct case_product_args *args = of;
	const uint64_t n = args->n;

	memset(args->c, 0, n * n * sizeof *args->c);
	for (uint64_t i = 0; i < n; i++)
		for (uint64_t k = 0; k < n; k++)
			for (uint64_t j = 0; j < n; j++)
				args->c[i * n + j] += args->a[i * n + k] * args->b[k * n + j];
}

/* ---- not timed --------------------------------------------------------------------------------------------------- */

static void fill(struct gb_shape shape, const void *args)
{
	input_fill_model(args, case_word);
}

static void fill_matrix(struct gb_shape shape, const void *args)
{
	input_fill_model(args, case_matrix_word);
}

static void sum(struct gb_shape shape, const void *of)
{
	const struct case_sum_args *args = of;

	for (uint64_t row = 0; row < args->rows; row++) {
		args->sums[row] = 0;
		for (uint64_t i = 0; i < CASE_LENGTH; i++)
			args->sums[row] += case_number(row * CASE_LENGTH + i);
	}
}

static void check_average(struct gb_shape shape, const void *of)
{
	static int matrix[CASE_LENGTH * CASE_LENGTH];
	const struct case_check_average_args *args = of;

	for (uint32_t i = 0; i < CASE_LENGTH * CASE_LENGTH; i++)
		matrix[i] = case_matrix_number(i);
	for (uint64_t set = 0; set < args->sets; set++)
		for (uint64_t i = 0; i < CASE_LENGTH; i++) {
			int64_t total = 0;
			for (uint64_t j = 0; j < CASE_LENGTH; j++)
				total += (int64_t)matrix[i * CASE_LENGTH + j] * args->sums[set * CASE_LENGTH + j];
			if ((double)args->out[i * args->sets + set] * CASE_LENGTH != (double)total)
				gb_model_wrong(args->report, i * args->sets + set);
		}
	gb_model_compared(args->report, (uint64_t)args->sets * CASE_LENGTH);
}

/* Checks every element against the rule for the inputs. `a` has room for a row of A, `b` for B by columns. */
static void check_elements(const struct case_check_product_args *args, int *a, int *b)
{
	const uint64_t n = args->n;

	for (uint64_t e = 0; e < n * n; e++)
		b[e % n * n + e / n] = case_number(n * n + e);
	for (uint64_t e = 0; e < n * n; e++) {
		int total = 0;
		for (uint64_t k = 0; k < n && e % n == 0; k++)
			a[k] = case_number(e + k);
		for (uint64_t k = 0; k < n; k++)
			total += a[k] * b[e % n * n + k];
		if (args->c[e] != (float)total)
			gb_model_wrong(args->report, e);
	}
	gb_model_compared(args->report, n * n);
}

static void check_product(struct gb_shape shape, const void *of)
{
	const struct case_check_product_args *args = of;
	const size_t n = args->n;
	int *room = malloc((n + 1) * n * sizeof *room);

	if (room != NULL)
		check_elements(args, room, room + n);
	free(room);
}

GB_MODELS_OF(case, { "case_fill", fill }, { "case_fill_matrix", fill_matrix }, { "case_sum", sum },
	     { "case_check_average", check_average }, { "case_check_product", check_product }, { "case_means", means },
	     { "case_one_block", average }, { "case_block_a_set", average }, { "case_coalesced", average },
	     { "case_shuffled", average }, { "case_*", product });
