/* What the sums of `tensor` must be: every element, against double precision on the host. */
#include <math.h>
#include <stdlib.h>

#include "../common/input_host.h"
#include "state.h"

/* How often the product of A and B is in the last sums. */
static double times_of(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return tensor_type(run) == FORMAT_FP64 ? s->args.passes : s->args.passes % TENSOR_SPAN;
}

/* What adding up may lose, of the sum of all products' sizes. The units cut off what lies below the last place of the
 * largest product or sum: of products of 8-bit floats they keep fewer places than FP32 has. In FP64, where sums go on,
 * each of so many additions may lose half a place. */
static double loss(const struct gb_run *run)
{
	static const double of_sum[] = { [TENSOR_SUM_FP32] = 0x1p-16, [TENSOR_SUM_FP16] = 0x1p-8 };
	const enum tensor_sum sum = tensor_sum_of(run);

	if (sum == TENSOR_SUM_FP64)
		return 0x1p-53 * times_of(run) * tensor_tile(run).depth;
	if (sum == TENSOR_SUM_INT32)
		return 0;
	return tensor_is_eight_bit_float(run) ? fmax(0x1p-9, of_sum[sum]) : of_sum[sum];
}

/* What each element of the tiles that differ may be, in plain double precision. */
static void expect(const struct gb_run *run, const double *a, const double *b)
{
	const struct state *s = gb_state(run);
	const struct tile t = tensor_tile(run);
	const enum format type = tensor_type(run);
	const uint64_t a_row = TENSOR_A_BYTES / formats[type].bytes, b_row = TENSOR_B_BYTES / formats[type].bytes;
	const uint64_t kept = tensor_is_sparse(run) ? 2 : 1;
	const double times = times_of(run), lost = loss(run);
	struct tensor_range *out = s->expected;

	for (uint64_t row = 0; row < (uint64_t)t.distinct * t.rows; row++)
		for (uint64_t col = 0; col < t.cols; col++) {
			const double *x = a + row * a_row;
			const double *y = b + (tensor_is_wgmma(run) ? col : row / t.rows * t.cols + col) * b_row;
			double sum = 0, size = 0;
			for (uint64_t k = 0; k < t.depth; k++) {
				const double product = x[k] * y[kept * k + kept - 1];
				sum += product;
				size += fabs(product);
			}
			*out++ = (struct tensor_range){ times * (sum - lost * size), times * (sum + lost * size) };
		}
}

static int make_expected(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const enum format type = tensor_type(run);
	const uint64_t count = OPERANDS / formats[type].bytes;
	const struct tile t = tensor_tile(run);
	double *values = calloc(count, sizeof *values);

	if (values == NULL)
		return gb_fail(run, "out of memory");
	for (uint64_t i = 0; i < count; i++)
		values[i] = format_decode(type, format_get(type, s->host, i));
	expect(run, values, values + A_SIZE / formats[type].bytes);
	free(values);
	return gb_copy_in(run, s->range, s->expected, (uint64_t)t.distinct * t.rows * t.cols * sizeof *s->expected);
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

	int status = gb_report_clear(run, s->report);
	if (status == GB_OK)
		status = gb_launch(run, &s->check, input_shape(run), &args);
	return status == GB_OK ? gb_report_judge(run, s->report, args.tiles * args.elements, "elements") : status;
}

int tensor_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = make_expected(run);
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, s->out_bytes);
	s->args.record = 1;
	if (status == GB_OK)
		status = tensor_launch(run);
	s->args.record = 0;
	return status == GB_OK ? check_output(run) : status;
}
