/* The expected sums of `mma`: the host computes every element in double precision and compares all bits. */
#include "../common/input_host.h"
#include "state.h"

/* Sums are integers that their format represents exactly, in any order of addition. */
static void put_sum(enum sum sum, void *to, uint64_t i, double value)
{
	const int32_t whole = (int32_t)value;

	switch (sum) {
	case SUM_FP16:
		format_put(FORMAT_FP16, to, i, format_encode(FORMAT_FP16, value));
		break;
	case SUM_FP32:
		format_put(FORMAT_FP32, to, i, format_encode(FORMAT_FP32, value));
		break;
	case SUM_FP64:
		format_put(FORMAT_FP64, to, i, format_encode(FORMAT_FP64, value));
		break;
	default:
		memcpy((char *)to + sizeof whole * i, &whole, sizeof whole);
	}
}

/* The operands of all distinct tiles as numbers. The elements along k of a row of A, and of a column of B, are
 * adjacent. They are small integers, so the sums of their products are exact in floats. */
struct operands {
	float *a, *b;
	uint32_t rows, cols, depth;
};

/* The scale of element k of a row; 1: no scales. */
static double scale_of(const struct gb_run *run, const unsigned char *row, uint32_t k)
{
	const struct shape *shape = mma_shape_of(run);

	if (shape == NULL || shape->blocks == 0)
		return 1;
	return row[MMA_SCALES_AT + k / (shape->depth / shape->blocks)] == shape->scale[1] ? 2 : 1;
}

static void read_operand(const struct gb_run *run, const unsigned char *matrix, uint32_t rows, uint32_t depth,
			 float *to)
{
	const enum format type = mma_instruction(run).type;
	const uint64_t apart = format_elements(type, MMA_ROW_BYTES);

	for (uint32_t row = 0; row < rows; row++)
		for (uint32_t k = 0; k < depth; k++)
			*to++ = (float)(scale_of(run, matrix + (size_t)row * MMA_ROW_BYTES, k) *
					format_decode(type, format_get(type, matrix, row * apart + k)));
}

/* Multiplies a row by several columns at once, whose sums are independent of each other. All tiles have a multiple of
 * this many columns, and all depths are multiples of the vector length. */
typedef float four __attribute__((vector_size(16), aligned(4), may_alias));
enum { TOGETHER = 4 };

static void multiply(const struct operands *of, uint32_t row, uint32_t col, double out[TOGETHER])
{
	const float *a = of->a + (size_t)row * of->depth, *b = of->b + (size_t)col * of->depth;
	four sum[TOGETHER] = { { 0 } };

	for (size_t k = 0; k < of->depth; k += 4) {
		const four part = *(const four *)(a + k);
		sum[0] += part * *(const four *)(b + k);
		sum[1] += part * *(const four *)(b + of->depth + k);
		sum[2] += part * *(const four *)(b + 2 * (size_t)of->depth + k);
		sum[3] += part * *(const four *)(b + 3 * (size_t)of->depth + k);
	}
	for (int i = 0; i < TOGETHER; i++)
		out[i] = (double)(sum[i][0] + sum[i][1] + sum[i][2] + sum[i][3]);
}

static void expect(const struct gb_run *run, const struct operands *numbers)
{
	const struct tile t = mma_tile(run);
	const bool sync = mma_is_of_warp(run);
	const uint32_t apart = sync ? MMA_WARP_ROWS : MMA_GROUP_ROWS, times = mma_times(run);
	const enum sum sum = mma_instruction(run).sum;
	double products[TOGETHER];
	uint64_t at = 0;

	for (uint32_t tile = 0; tile < t.distinct; tile++)
		for (uint32_t row = 0; row < t.copies * t.rows; row++)
			for (uint32_t col = 0; col < t.cols; col += TOGETHER) {
				multiply(numbers, tile * apart + row % t.rows, (sync ? tile * t.cols : 0) + col,
					 products);
				for (int i = 0; i < TOGETHER; i++)
					put_sum(sum, state_of(run)->wanted, at++, times * products[i]);
			}
}

/* With wgmma all tiles have the same columns, and rows are used completely. */
static int make_expected(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct instruction i = mma_instruction(run);
	const struct tile t = mma_tile(run);
	const bool sync = mma_is_of_warp(run);
	struct operands numbers = {
		.rows = t.distinct * (sync ? MMA_WARP_ROWS : MMA_GROUP_ROWS),
		.cols = (sync ? t.distinct : 1) * t.cols,
		.depth = sync ? i.depth : (uint32_t)format_elements(i.type, MMA_ROW_BYTES),
	};

	numbers.a = gb_scratch(run, (uint64_t)(numbers.rows + numbers.cols) * numbers.depth * sizeof *numbers.a);
	if (numbers.a == NULL)
		return GB_FAILED;
	numbers.b = numbers.a + (size_t)numbers.rows * numbers.depth;
	read_operand(run, s->host, numbers.rows, numbers.depth, numbers.a);
	read_operand(run, s->host + OPERAND_BYTES, numbers.cols, numbers.depth, numbers.b);
	expect(run, &numbers);
	return gb_copy_in(run, s->expected, s->wanted,
			  (uint64_t)t.distinct * t.copies * t.rows * t.cols * mma_sum_bytes(i.sum));
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct tile t = mma_tile(run);
	const struct mma_check_args args = {
		.out = gb_address(s->out),
		.expected = gb_address(s->expected),
		.report = gb_address(s->report),
		.elements = mma_tiles(run) * t.copies * t.rows * t.cols,
		.distinct = (uint64_t)t.distinct * t.copies * t.rows * t.cols,
		.bytes = mma_sum_bytes(mma_instruction(run).sum),
	};

	GB_TRY(make_expected(run));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, args.elements, "sums");
}

int mma_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_fill_output(run, s->out, 0xff, s->out_bytes));
	GB_TRY(launch_recorded(run, mma_launch, &s->args.record, 1));
	return check_output(run);
}
