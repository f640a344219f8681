/* The results that every thread of `energy` must have. */
#include "../common/input_host.h"
#include "state.h"

/* ---- trips ------------------------------------------------------------------------------------------------------- */

/* All trips have the same end, so the sum over the trips is this multiple of it. */
static uint32_t fold_factor(uint32_t trips)
{
	uint32_t factor = 0;

	for (uint32_t trip = 0; trip < trips; trip++)
		factor = factor * ENERGY_SHARE + 1;
	return factor;
}

static uint64_t threads_of(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block;
}

/* ---- chains ------------------------------------------------------------------------------------------------------ */

/* mufu_rcp is accurate to one ulp. An even number of steps returns to the start. */
#define RECIPROCAL_LOSS (ENERGY_STEPS * 0x1p-22)

/* The end of a trip. On zeros, every operation ends with zero. */
static chain_word end_of_chain(const struct operation *op, enum energy_data data, chain_word start, chain_word operand)
{
	if (data == ENERGY_ZEROS)
		return 0;
	for (int step = 0; step < ENERGY_STEPS; step++)
		start = op->exact(start, operand);
	return start;
}

static bool is_near(chain_word found, chain_word start)
{
	const double wanted = (double)bits_float(start);

	return found >> 32 == 0 && fabs((double)bits_float(found) - wanted) <= RECIPROCAL_LOSS * fabs(wanted);
}

/* The 32 bits that a chain's end adds to its thread's sum. */
static uint32_t folded_of(enum energy_op op, chain_word end)
{
	return op == ENERGY_iadd3  ? (uint32_t)(end >> 32)
	       : op == ENERGY_dfma ? (uint32_t)end ^ (uint32_t)(end >> 32)
				   : (uint32_t)end;
}

static int check_chains(struct gb_run *run, const uint32_t *folds)
{
	const struct state *s = gb_state(run);
	const struct operation *op = energy_operation(run);
	const enum energy_op name = gb_value(run, op);
	const chain_word *ends = gb_fetch(run, s->ends, threads_of(s) * sizeof *ends);
	const uint32_t factor = fold_factor(s->args.trips);
	chain_word wanted[ENERGY_BLOCK];

	if (ends == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < ENERGY_BLOCK && op->exact != NULL; i++)
		wanted[i] = end_of_chain(op, energy_data(run), energy_start(s, i), energy_operand(s, i));
	for (uint64_t i = 0; i < threads_of(s); i++) {
		const uint32_t seed = (uint32_t)(i % ENERGY_BLOCK);
		if (op->exact == NULL ? !is_near(ends[i], energy_start(s, seed)) : ends[i] != wanted[seed])
			return gb_fail(run, "thread %llu ended with %#llx, expected %#llx", (unsigned long long)i,
				       ends[i], op->exact == NULL ? energy_start(s, seed) : wanted[seed]);
		if (folds[i] != factor * folded_of(name, ends[i]))
			return gb_fail(run, "not all %u trips of thread %llu ended with %#llx", s->args.trips,
				       (unsigned long long)i, ends[i]);
	}
	return GB_OK;
}

/* ---- matrices ---------------------------------------------------------------------------------------------------- */

/* The sums of a warp or warpgroup are stored by rows, and the tiles of a block follow each other. */
struct tile {
	uint32_t rows, cols, depth; /* elements along k */
	uint32_t per_block, threads;
	uint32_t times; /* times that a trip adds the product */
};

static struct tile tile_of(const struct operation *op, const struct gb_device *device)
{
	const uint32_t bytes = formats[op->format].bytes;

	if (op->kind == WGMMA)
		return (struct tile){ ENERGY_GROUP_ROWS,       ENERGY_GROUP_COLS, ENERGY_ROW_BYTES / bytes,
				      ENERGY_MATRIX_WARPS / 4, 4 * WARP,          ENERGY_GROUP_LAPS };
	return (struct tile){ energy_rows(op, device),
			      ENERGY_WARP_COLS,
			      ENERGY_STEP_BYTES / bytes,
			      ENERGY_MATRIX_WARPS,
			      WARP,
			      ENERGY_ROUNDS };
}

static uint32_t first_row(const struct operation *op, uint32_t tile)
{
	return tile * (op->kind == WGMMA ? ENERGY_GROUP_ROWS : 16);
}
static uint32_t first_col(const struct operation *op, uint32_t tile)
{
	return op->kind == WGMMA ? 0 : tile * ENERGY_WARP_COLS;
}

struct range {
	double least, most;
};

/* The rounding error of a sum, relative to the sum of the products' magnitudes. In low precision the units truncate
 * below the last place of the largest summand, and FP8 keeps fewer places. In FP64 each addition may lose half a
 * place. */
static double loss(const struct operation *op, const struct tile *t)
{
	switch (op->format) {
	case FORMAT_INT8:
		return 0;
	case FORMAT_FP64:
		return 0x1p-53 * t->depth * t->times;
	case FORMAT_E4M3:
		return 0x1p-9;
	default:
		return 0x1p-16;
	}
}

static void read_rows(const struct operation *op, const unsigned char *from, uint32_t rows, uint32_t depth, double *to)
{
	const uint64_t apart = ENERGY_ROW_BYTES / formats[op->format].bytes;

	for (uint32_t row = 0; row < rows; row++)
		for (uint32_t k = 0; k < depth; k++)
			*to++ = format_decode(op->format, format_get(op->format, from, row * apart + k));
}

/* `number` has the elements of A, then those of B. */
static struct range element(const double *number, const struct operation *op, const struct tile *t, uint32_t row,
			    uint32_t col)
{
	const double *a = number + (uint64_t)row * t->depth, *b = number + (uint64_t)(ENERGY_A_ROWS + col) * t->depth;
	double sum = 0, size = 0;

	for (uint32_t k = 0; k < t->depth; k++) {
		const double product = a[k] * b[k];
		sum += product;
		size += fabs(product);
	}
	const double lost = loss(op, t) * size;
	return (struct range){ t->times * (sum - lost), t->times * (sum + lost) };
}

static void expect(const double *number, const struct operation *op, const struct tile *t, struct range *out)
{
	for (uint32_t tile = 0; tile < t->per_block; tile++)
		for (uint32_t row = 0; row < t->rows; row++)
			for (uint32_t col = 0; col < t->cols; col++)
				*out++ = element(number, op, t, first_row(op, tile) + row, first_col(op, tile) + col);
}

/* The bits of a thread's first sum, which its trips add up. */
static uint32_t first_bits(enum format format, const struct tile *t, const unsigned char *out, uint64_t thread)
{
	const uint32_t in_tile = (uint32_t)(thread % t->threads), lane = in_tile % WARP;
	const uint64_t row = in_tile / WARP * 16 + lane / 4, col = UINT64_C(2) * (lane % 4);
	const uint64_t at = (thread / t->threads * t->rows + row) * t->cols + col;
	uint64_t bits = 0;

	if (format == FORMAT_FP64) {
		memcpy(&bits, out + at * sizeof bits, sizeof bits);
		return (uint32_t)bits ^ (uint32_t)(bits >> 32);
	}
	memcpy(&bits, out + at * sizeof(uint32_t), sizeof(uint32_t));
	return (uint32_t)bits;
}

static int compare_sums(struct gb_run *run, const struct tile *t, const unsigned char *out, const struct range *range)
{
	const enum format format = energy_operation(run)->format;
	const uint64_t of_block = (uint64_t)t->per_block * t->rows * t->cols;

	for (uint64_t i = 0; i < state_of(run)->shape.grid * of_block; i++) {
		const struct range *wanted = &range[i % of_block];
		const double value = format_sum(format, out, i);
		if (!(value >= wanted->least && value <= wanted->most))
			return gb_fail(run, "sum %llu of block %llu: got %.9g, expected %.9g",
				       (unsigned long long)(i % of_block), (unsigned long long)(i / of_block), value,
				       0.5 * (wanted->least + wanted->most));
	}
	return GB_OK;
}

static int check_matrices(struct gb_run *run, const uint32_t *folds)
{
	const struct state *s = gb_state(run);
	const struct operation *op = energy_operation(run);
	const struct tile t = tile_of(op, gb_device(run));
	const uint64_t of_block = (uint64_t)t.per_block * t.rows * t.cols;
	const unsigned char *out =
		gb_fetch(run, s->ends, s->shape.grid * of_block * (op->format == FORMAT_FP64 ? 8 : 4));
	struct range *range = gb_scratch(run, of_block * sizeof *range);
	const uint32_t cols = first_col(op, t.per_block - 1) + t.cols;
	double *number = gb_scratch(run, (uint64_t)(ENERGY_A_ROWS + cols) * t.depth * sizeof *number);
	const uint32_t factor = fold_factor(s->args.trips);

	if (out == NULL || range == NULL || number == NULL)
		return GB_FAILED;
	read_rows(op, s->host, ENERGY_A_ROWS, t.depth, number);
	read_rows(op, s->host + A_BYTES, cols, t.depth, number + (uint64_t)ENERGY_A_ROWS * t.depth);
	expect(number, op, &t, range);
	GB_TRY(compare_sums(run, &t, out, range));
	for (uint64_t i = 0; i < threads_of(s); i++)
		if (folds[i] != factor * first_bits(op->format, &t, out, i))
			return gb_fail(run, "not all %u trips of thread %llu ended with its last sum", s->args.trips,
				       (unsigned long long)i);
	return GB_OK;
}

/* ---- memory ------------------------------------------------------------------------------------------------------ */

/* Another kernel recomputes every word. */
static int check_memory(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const bool writes = energy_operation(run)->writes;
	const struct energy_check_args args = { s->args, energy_data(run), gb_address(s->report) };
	const uint64_t words = threads_of(s) * s->args.trips * ENERGY_ACCESSES * 4;

	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, writes ? &s->check_written : &s->check_read,
			 (struct gb_shape){ .grid = s->shape.grid, .block = s->shape.block }, &args));
	return gb_report_judge(run, s->report, writes ? words : threads_of(s), writes ? "words" : "threads");
}

/* Checks the set that was read, in case the filling and the checking kernel made the same mistake. */
static int check_set(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t words = s->args.set / sizeof(uint32_t);
	const uint32_t *set = gb_fetch(run, s->set, s->args.set < A_BYTES ? s->args.set : A_BYTES);

	if (set == NULL)
		return GB_FAILED;
	for (uint64_t i = 0; i < A_BYTES / sizeof *set && i < words; i++)
		if (set[i] != energy_word(energy_data(run), i))
			return gb_fail(run, "word %llu of the set: got %#x, expected %#x", (unsigned long long)i,
				       set[i], energy_word(energy_data(run), i));
	return GB_OK;
}

/* Every output is filled with ones before the launch. */
int energy_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct operation *op = energy_operation(run);
	const uint64_t blocks = s->shape.grid;

	GB_TRY(gb_fill_output(run, s->folds, 0xff, threads_of(s) * sizeof(uint32_t)));
	GB_TRY(gb_fill_output(run, s->ends, 0xff, blocks * ENERGY_BLOCK_SUMS * sizeof(uint32_t)));
	if (op->writes)
		GB_TRY(gb_fill_output(run, s->set, 0xff, s->args.set));
	GB_TRY(launch_recorded(run, energy_launch, &s->args.record, 1));
	if (energy_is_memory(op)) {
		if (!op->writes)
			GB_TRY(check_set(run));
		return check_memory(run);
	}
	const uint32_t *folds = gb_fetch(run, s->folds, threads_of(s) * sizeof *folds);
	if (folds == NULL)
		return GB_FAILED;
	return op->kind == CHAIN ? check_chains(run, folds) : check_matrices(run, folds);
}
