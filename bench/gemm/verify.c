/* Checks the products of `gemm`: on the device every row, multiplied by a vector of signs; on the host some
 * elements. */
#include "state.h"

/* ---- rows on the device ------------------------------------------------------------------------------------------ */

static gb_ptr sums_at(const struct state *s, int which)
{
	return s->sums + (uint64_t)which * MOST_ORDER * sizeof(double);
}

/* Sums the rows of a matrix, and their squares unless `squares` is negative. */
static int fold(struct gb_run *run, gb_ptr m, uint32_t element, int sums, int squares)
{
	const struct state *s = gb_state(run);
	const uint32_t n = gemm_order(run), block = 128;
	const struct gemm_fold_args args = {
		.m = gb_address(m),
		.out = gb_address(sums_at(s, sums)),
		.squares = squares < 0 ? NULL : gb_address(sums_at(s, squares)),
		.n = n,
		.element = element,
	};
	const uint32_t down = (n + GEMM_FOLD_COLUMNS - 1) / GEMM_FOLD_COLUMNS;

	return gb_launch(run, &s->fold, (struct gb_shape){ .grid = (n + block - 1) / block * down, .block = block },
			 &args);
}

static int compare_product(struct gb_run *run, uint32_t i)
{
	const struct state *s = gb_state(run);
	const struct gemm_kind *kind = gemm_kind(run);
	const uint32_t n = gemm_order(run), block = 128;
	const struct gemm_factors by = gemm_factors(run);
	const struct gemm_compare_args args = {
		.a = gb_address(gemm_a(run, i)),
		.b = gb_address(sums_at(s, SUMS_OF_B)),
		.d = gb_address(sums_at(s, SUMS_OF_C)),
		.squares = gb_address(sums_at(s, SQUARES_OF_C)),
		.before = by.beta == 0 ? NULL : gb_address(sums_at(s, SUMS_BEFORE)),
		.report = gb_address(s->report),
		.alpha = (double)by.alpha,
		.beta = (double)by.beta,
		.part = kind->part,
		.n = n,
		.element = kind->element,
	};

	GB_TRY(gb_fill(run, s->sums, 0, SUMS_OF_PRODUCT * MOST_ORDER * sizeof(double)));
	GB_TRY(fold(run, gemm_b(run, i), kind->element, SUMS_OF_B, -1));
	GB_TRY(fold(run, gemm_c(run, i), kind->out_element, SUMS_OF_C, SQUARES_OF_C));
	return gb_launch(run, &s->compare, (struct gb_shape){ .grid = (n * 32 + block - 1) / block, .block = block },
			 &args);
}

static int check_rows(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t all = (uint64_t)s->count * gemm_order(run);

	GB_TRY(gb_report_clear(run, s->report));
	for (uint32_t i = 0; i < s->count; i++)
		GB_TRY(compare_product(run, i));
	return gb_report_judge(run, s->report, all, "rows");
}

/* ---- elements on the host ---------------------------------------------------------------------------------------- */

/* Reads n elements from number `first` on, as stored and as doubles. All operands are stored by columns, one after the
 * other. */
static int read_operand(struct gb_run *run, uint64_t first, void *raw, double *values)
{
	const struct state *s = gb_state(run);
	const enum format format = gemm_kind(run)->format;
	const uint32_t n = gemm_order(run);

	GB_TRY(gb_copy_out(run, raw, s->arena + first * formats[format].bytes, (uint64_t)n * formats[format].bytes));
	for (uint32_t k = 0; k < n; k++) {
		const uint64_t bits = format_get(format, s->host_table, gemm_place(first + k));
		if (format_get(format, raw, k) != bits)
			return gb_fail(run, "operand element %llu is wrong", (unsigned long long)(first + k));
		values[k] = format_decode(format, bits);
	}
	return GB_OK;
}

static double result_of(uint32_t element, const void *at)
{
	float single;
	int32_t whole;
	double value;

	switch (element) {
	case GEMM_FP16:
		return format_decode(FORMAT_FP16, format_get(FORMAT_FP16, at, 0));
	case GEMM_BF16:
		return format_decode(FORMAT_BF16, format_get(FORMAT_BF16, at, 0));
	case GEMM_INT32:
		memcpy(&whole, at, sizeof whole);
		return whole;
	case GEMM_FP64:
		memcpy(&value, at, sizeof value);
		return value;
	default:
		memcpy(&single, at, sizeof single);
		return (double)single;
	}
}

/* The previous content of C, times beta. */
static double added(const struct gb_run *run, uint32_t row, uint32_t column)
{
	const struct state *s = gb_state(run);
	const enum format format = gemm_kind(run)->format;
	const double beta = (double)gemm_factors(run).beta;
	const uint64_t number = gemm_first_of_c(run) + row + (uint64_t)column * gemm_order(run);

	return beta == 0 ? 0 : beta * format_decode(format, format_get(format, s->host_table, gemm_place(number)));
}

/* Checks element (row, column) of product i. `raw` has room for a column, `a` and `b` for n numbers. */
static int check_element(struct gb_run *run, uint32_t i, uint32_t row, uint32_t column, void *raw, double *a, double *b)
{
	const struct gemm_kind *kind = gemm_kind(run);
	const uint32_t n = gemm_order(run), bytes = kind->out_bytes;
	const uint64_t matrix = (uint64_t)n * n;
	const double alpha = (double)gemm_factors(run).alpha, before = added(run, row, column);
	double sum = before, squares = before * before;
	char out[8];

	GB_TRY(read_operand(run, UINT64_C(2) * i * matrix + (uint64_t)row * n, raw, a));
	GB_TRY(read_operand(run, (UINT64_C(2) * i + 1) * matrix + (uint64_t)column * n, raw, b));
	GB_TRY(gb_copy_out(run, out, gemm_c(run, i) + (row + (uint64_t)column * n) * bytes, bytes));
	for (uint32_t k = 0; k < n; k++) {
		const double product = alpha * a[k] * b[k];
		sum += product;
		squares += product * product;
	}
	const double found = result_of(kind->out_element, out);
	if (!(fabs(found - sum) <= kind->part * sqrt(squares)))
		return gb_fail(run, "element (%u, %u) of product %u: got %.9g, expected %.9g", row, column, i, found,
			       sum);
	return GB_OK;
}

enum { ELEMENTS = 8 }; /* elements that the host computes */

static int check_elements(struct gb_run *run)
{
	const uint32_t n = gemm_order(run);
	double *room = gb_scratch(run, UINT64_C(3) * n * sizeof *room);

	if (room == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < ELEMENTS; i++)
		GB_TRY(check_element(run, i % state_of(run)->count, gemm_mix(i) % n, gemm_mix(ELEMENTS + i) % n, room,
				     room + n, room + 2 * (size_t)n));
	return GB_OK;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* Prepares the content that a launch must overwrite. If the launch adds, prepares the content it adds to, and the sums
 * over its rows. */
static int make_results(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (!WAY_ADDS(gemm_way(run)))
		return gb_fill_output(run, gemm_c(run, 0), 0xff, s->count * gemm_out_bytes(run));
	GB_TRY(gemm_restore(run));
	GB_TRY(gb_fill(run, sums_at(s, SUMS_BEFORE), 0, MOST_ORDER * sizeof(double)));
	return fold(run, gemm_c(run, 0), gemm_kind(run)->out_element, SUMS_BEFORE, -1);
}

int gemm_verify(struct gb_run *run)
{
	GB_TRY(make_results(run));
	GB_TRY(gemm_launch(run));
	GB_TRY(check_rows(run));
	return check_elements(run);
}
