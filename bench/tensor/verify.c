/* The expected sums of `tensor`: the host checks every element in double precision. */
#include "../common/input_host.h"
#include "state.h"

/* How many times the last sums contain the product of A and B. */
static double times_of(const struct gb_run *run)
{
	return tensor_format(run) == FORMAT_FP64 ? state_of(run)->args.passes
						 : state_of(run)->args.passes % TENSOR_SPAN * tensor_tile(run).laps;
}

/* The error allowed in additions, relative to the summed magnitudes of all products. The units truncate below the last
 * place of the largest product or sum; for products of floats with at most 8 bits they keep fewer places than FP32 has.
 * In FP64, whose sums do not restart, each addition may lose half a unit in the last place. */
static double loss(const struct gb_run *run)
{
	static const double of_sum[] = { [TENSOR_SUM_FP32] = 0x1p-16, [TENSOR_SUM_FP16] = 0x1p-8 };
	const enum tensor_sum sum = tensor_sum_of(run);

	if (sum == TENSOR_SUM_FP64)
		return 0x1p-53 * times_of(run) * tensor_tile(run).depth;
	if (sum == TENSOR_SUM_INT32)
		return 0;
	return tensor_is_narrow_float(run) ? fmax(0x1p-9, of_sum[sum]) : of_sum[sum];
}

/* Columns that are added up together in registers; all tiles have a multiple of them. A sum depends on its previous
 * addition, but not on its neighbours. */
typedef double pair __attribute__((vector_size(16), aligned(8), may_alias));
typedef int64_t pair_bits __attribute__((vector_size(16)));
enum { TOGETHER = 8 };

/* The operands of all distinct tiles as numbers. In a row of A, elements along k are adjacent; of B, the columns that
 * are added up together are adjacent for each k. Whole rows of B would evict each other from the cache. */
struct operands {
	double *a, *b;
	uint64_t rows, cols, depth;
};

/* The scale of element k of a row of A, and of its partner in a row of B, for which sparse blocks are twice as long. 1:
 * no scales. */
static double scale_of(const struct tensor_type *type, const unsigned char *scales, uint64_t row, uint64_t k)
{
	return type->block == 0 || scales[row * TENSOR_SCALES + k / type->block] == type->scale[0] ? 1 : 2;
}

static void read_operands(const struct gb_run *run, const struct operands *numbers)
{
	const struct tensor_type *type = tensor_type(run);
	const enum format format = tensor_format(run);
	const uint64_t a_row = format_elements(format, TENSOR_A_BYTES), b_row = format_elements(format, TENSOR_B_BYTES);
	const unsigned char *b = state_of(run)->host + A_SIZE, *a_scales = b + B_SIZE, *b_scales = a_scales + A_SCALES;
	const bool sparse = tensor_is_sparse(run);
	const uint64_t depth = numbers->depth;

	for (uint64_t row = 0; row < numbers->rows; row++)
		for (uint64_t k = 0; k < depth; k++)
			numbers->a[row * depth + k] =
				scale_of(type, a_scales, row, k) *
				format_decode(format, format_get(format, state_of(run)->host, row * a_row + k));
	for (uint64_t col = 0; col < numbers->cols; col++)
		for (uint64_t k = 0; k < depth; k++)
			numbers->b[(col / TOGETHER * depth + k) * TOGETHER + col % TOGETHER] =
				scale_of(type, b_scales, col, k) *
				format_decode(format,
					      format_get(format, b, col * b_row + tensor_partner(format, sparse, k)));
}

static void add_product(double a, const double *b, pair *sum, pair *size)
{
	const pair product = a * *(const pair *)b;

	*sum += product;
	*size += (pair)((pair_bits)product & INT64_MAX);
}

/* Multiplies a row by the columns from `b` on. Also adds up the magnitudes of the products. */
static void add_up(const struct operands *numbers, const double *a, const double *b, double sum[TOGETHER],
		   double size[TOGETHER])
{
	pair sums[TOGETHER / 2] = { { 0 } }, sizes[TOGETHER / 2] = { { 0 } };

	for (uint64_t k = 0; k < numbers->depth; k++, b += TOGETHER) {
		add_product(a[k], b, &sums[0], &sizes[0]);
		add_product(a[k], b + 2, &sums[1], &sizes[1]);
		add_product(a[k], b + 4, &sums[2], &sizes[2]);
		add_product(a[k], b + 6, &sums[3], &sizes[3]);
	}
	memcpy(sum, sums, sizeof sums);
	memcpy(size, sizes, sizeof sizes);
}

/* Computes the range of each distinct element in double precision. */
static void expect(const struct gb_run *run, const struct operands *numbers)
{
	const struct tile t = tensor_tile(run);
	const double times = times_of(run), lost = loss(run);
	struct tensor_range *out = state_of(run)->expected;
	double sum[TOGETHER], size[TOGETHER];

	for (uint64_t row = 0; row < numbers->rows; row++)
		for (uint64_t col = 0; col < t.cols; col += TOGETHER) {
			const uint64_t first = t.shares_b ? 0 : row / t.rows * t.cols;
			add_up(numbers, numbers->a + row * numbers->depth, numbers->b + (first + col) * numbers->depth,
			       sum, size);
			for (int i = 0; i < TOGETHER; i++)
				*out++ = (struct tensor_range){ times * (sum[i] - lost * size[i]),
								times * (sum[i] + lost * size[i]) };
		}
}

/* All inputs of the expected ranges, except for the variant. */
static struct expected_for now_expected(const struct gb_run *run)
{
	return (struct expected_for){ .type = tensor_value(run, type),
				      .data = tensor_value(run, data),
				      .form = tensor_value(run, form),
				      .warps = tensor_value(run, warps),
				      .sum = tensor_sum_of(run),
				      .sparse = tensor_is_sparse(run),
				      .times = times_of(run) };
}

static bool is_same(const struct expected_for *a, const struct expected_for *b)
{
	return a->type == b->type && a->data == b->data && a->form == b->form && a->warps == b->warps &&
	       a->sum == b->sum && a->sparse == b->sparse && a->times == b->times;
}

/* A point is verified several times, but the ranges are computed once. */
static int make_expected(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct expected_for point = now_expected(run);
	const struct tile t = tensor_tile(run);
	struct operands numbers = { .rows = (uint64_t)t.distinct * t.rows,
				    .cols = (uint64_t)(t.shares_b ? 1 : t.distinct) * t.cols,
				    .depth = t.depth };

	if (!is_same(&s->expected_for, &point)) {
		numbers.a = gb_scratch(run, (numbers.rows + numbers.cols) * numbers.depth * sizeof *numbers.a);
		if (numbers.a == NULL)
			return GB_FAILED;
		numbers.b = numbers.a + numbers.rows * numbers.depth;
		read_operands(run, &numbers);
		expect(run, &numbers);
		s->expected_for = point;
	}
	return gb_copy_in(run, s->range, s->expected, numbers.rows * t.cols * sizeof *s->expected);
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct tile t = tensor_tile(run);
	const struct tensor_check_args args = {
		.out = gb_address(s->out),
		.range = gb_address(s->range),
		.report = gb_address(s->report),
		.tiles = tensor_tiles(run),
		.distinct = t.distinct,
		.elements = t.rows * t.cols,
		.sum = (int)tensor_sum_of(run),
	};
	char what[2 * GB_NAME_MAX] = "elements";

	if (s->trial != NULL)
		snprintf(what, sizeof what, "elements in %s (%s%s%s), tried before any format is timed,",
			 tensor_types[s->trial->type], s->trial->acc == SUM_FP16 ? "sums in fp16, " : "",
			 s->trial->sparsity == SPARSE ? "sparse, " : "", tensor_forms[s->trial->form]);
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, args.tiles * args.elements, what);
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(make_expected(run));
	GB_TRY(gb_fill_output(run, s->out, 0xff, s->out_bytes));
	s->args.record = 1;
	const int status = tensor_launch(run);
	s->args.record = 0;
	return status == GB_OK ? check_output(run) : status;
}

/* Kernels that have never run on a GPU must first be correct in every format. */
int tensor_verify(struct gb_run *run)
{
	if (tensor_instructions(run) == TCGEN05)
		GB_TRY(tensor_try_formats(run, verify));
	return verify(run);
}
