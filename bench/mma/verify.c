/* What the sums of `mma` must be: every element, bit by bit, by double precision on the host. */
#include <string.h>

#include "../common/input_host.h"
#include "state.h"

static double element(const struct gb_run *run, const unsigned char *matrix, unsigned int row, unsigned int k)
{
	const enum format type = mma_instruction(run).type;

	return format_decode(type, format_get(type, matrix, (uint64_t)row * (MMA_ROW_BYTES / formats[type].bytes) + k));
}

/* Sums are whole numbers that their format holds: nothing is lost on the way, in whatever order they are added. */
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

/* A row of A times a column of B, over so many elements of both. */
static double product(const struct gb_run *run, unsigned int row, unsigned int col, unsigned int depth)
{
	const struct state *s = gb_state(run);
	double sum = 0;

	for (unsigned int k = 0; k < depth; k++)
		sum += element(run, s->host, row, k) * element(run, s->host + OPERAND_BYTES, col, k);
	return sum;
}

/* The tiles that differ from each other; wgmma has the same columns in all, and goes over whole rows. */
static void expect(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct instruction i = mma_instruction(run);
	const struct tile t = mma_tile(run);
	const bool sync = mma_is_sync(run);
	const unsigned int depth = sync ? i.depth : MMA_ROW_BYTES / formats[i.type].bytes;
	const unsigned int apart = sync ? MMA_WARP_ROWS : MMA_GROUP_ROWS, times = mma_times(run);
	uint64_t at = 0;

	for (unsigned int tile = 0; tile < t.distinct; tile++)
		for (unsigned int row = 0; row < t.copies * t.rows; row++)
			for (unsigned int col = 0; col < t.cols; col++)
				put_sum(i.sum, s->wanted, at++,
					times * product(run, tile * apart + row % t.rows,
							(sync ? tile * t.cols : 0) + col, depth));
}

static int check_output(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct tile t = mma_tile(run);
	const unsigned int bytes = mma_sum_bytes(mma_instruction(run).sum);
	const struct mma_check_args args = {
		.out = gb_address(s->out),
		.expected = gb_address(s->expected),
		.report = gb_address(s->report),
		.elements = mma_tiles(run) * t.copies * t.rows * t.cols,
		.distinct = (uint64_t)t.distinct * t.copies * t.rows * t.cols,
		.bytes = bytes,
	};

	expect(run);
	int status = gb_copy_in(run, s->expected, s->wanted, args.distinct * bytes);
	if (status == GB_OK)
		status = gb_report_clear(run, s->report);
	if (status == GB_OK)
		status = gb_launch(run, &s->check, input_shape(run), &args);
	return status == GB_OK ? gb_report_judge(run, s->report, args.elements, "sums") : status;
}

int mma_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = gb_fill(run, s->out, 0xff, s->out_bytes);
	s->args.record = 1;
	if (status == GB_OK)
		status = mma_launch(run);
	s->args.record = 0;
	return status == GB_OK ? check_output(run) : status;
}
