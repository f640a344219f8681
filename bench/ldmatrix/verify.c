/* The words that a launch of `ldmatrix` must leave in shared memory, and the results that its threads must return. */
#include <stdlib.h>

#include "../common/input.h"
#include "state.h"

static unsigned int half_at(const struct state *s, unsigned int at)
{
	return s->image[at / 4] >> 8 * (at % 4) & 0xffff;
}

static void put_half(struct state *s, unsigned int at, unsigned int half)
{
	const unsigned int shift = 8 * (at % 4);

	s->image[at / 4] = (s->image[at / 4] & ~(0xffffu << shift)) | half << shift;
}

/* In every tile, each half of the stored rows, as in the last trip. */
static void store_rows(const struct gb_run *run, struct state *s)
{
	for (unsigned int tile = 0; tile < LDMATRIX_BYTES; tile += LDMATRIX_TILE)
		for (unsigned int row = 0; row < ldmatrix_matrices(run) * LDMATRIX_ROWS; row++)
			for (unsigned int byte = 0; byte < LDMATRIX_ROW_BYTES; byte += 2) {
				const unsigned int at = s->args.offset[row] + byte;
				put_half(s, tile + at, ldmatrix_stored(at, s->args.trips[1] - 1));
			}
}

/* The content of a lane's register of a matrix after a load from a tile, half by half. */
static unsigned int loaded(const struct gb_run *run, const struct state *s, unsigned int tile, unsigned int matrix,
			   unsigned int lane)
{
	const bool trans = ldmatrix_is_transposed(run);
	unsigned int word = 0;

	for (unsigned int h = 0; h < 2; h++) {
		const unsigned int row = matrix * LDMATRIX_ROWS + ldmatrix_row(trans, lane, h);
		word |= half_at(s, tile * LDMATRIX_TILE + s->args.offset[row] + ldmatrix_byte(trans, lane, h))
			<< 16 * h;
	}
	return word;
}

/* A lane's register of a matrix of input words from `first` on, one per lane, after an odd number of moves: its rows
 * are now columns. */
static unsigned int transposed(unsigned int first, unsigned int lane)
{
	unsigned int word = 0;

	for (unsigned int h = 0; h < 2; h++) {
		const unsigned int row = 2 * (lane % 4) + h, col = lane / 4;
		word |= (input_bits(first + 4 * row + col / 2) >> 16 * (col % 2) & 0xffff) << 16 * h;
	}
	return word;
}

/* The sum of a thread of a lane over a trip and the next: moves alternate in direction. */
static unsigned int sum_of_two(const struct gb_run *run, const struct state *s, unsigned int lane)
{
	unsigned int sum = 0;

	for (unsigned int u = 0; u < LDMATRIX_UNROLL; u++) {
		const unsigned int first = u * LDMATRIX_LANES;
		if (ldmatrix_is_move(run))
			sum += transposed(first, lane) + input_bits(first + lane);
		for (unsigned int m = 0; m < ldmatrix_matrices(run) && !ldmatrix_is_move(run); m++)
			sum += 2 * loaded(run, s, u, m, lane);
	}
	return ldmatrix_is_store(run) ? 0 : sum;
}

/* The end of the chain of one warp after an odd number of links. */
static unsigned int chain_end(const struct gb_run *run, const struct state *s, unsigned int lane)
{
	return ldmatrix_is_move(run) ? transposed(0, lane) : LDMATRIX_TILE + s->args.offset[lane];
}

static int check_sums(struct gb_run *run, const unsigned int *sum)
{
	const struct state *s = gb_state(run);
	unsigned int of_lane[LDMATRIX_LANES];

	for (unsigned int lane = 0; lane < LDMATRIX_LANES; lane++)
		of_lane[lane] = s->args.trips[1] / 2 * sum_of_two(run, s, lane);
	for (unsigned int i = 0; i < s->blocks * THREADS; i++) {
		const unsigned int thread = i % THREADS, lane = thread % LDMATRIX_LANES;
		const unsigned int wanted = of_lane[lane] + (thread < LDMATRIX_LANES ? chain_end(run, s, lane) : 0);
		if (sum[i] != wanted)
			return gb_fail(run, "thread %u of block %u got %#x in all, not %#x", thread, i / THREADS,
				       sum[i], wanted);
	}
	return GB_OK;
}

static int check_memory(struct gb_run *run, const unsigned int *memory)
{
	const struct state *s = gb_state(run);

	for (unsigned int i = 0; i < s->blocks * (LDMATRIX_BYTES / 4); i++)
		if (memory[i] != s->image[i % (LDMATRIX_BYTES / 4)])
			return gb_fail(run, "the shared memory of block %u has %#x in word %u, not %#x",
				       i / (LDMATRIX_BYTES / 4), memory[i], i % (LDMATRIX_BYTES / 4),
				       s->image[i % (LDMATRIX_BYTES / 4)]);
	return GB_OK;
}

static int check_output(struct gb_run *run)
{
	struct state *s = gb_state(run);
	unsigned int *found = malloc(s->blocks * (SUM_BYTES + MEMORY_BYTES));

	if (found == NULL)
		return gb_fail(run, "out of memory");
	unsigned int *memory = found + s->blocks * SUM_BYTES / sizeof *found;
	int status = gb_copy_out(run, found, s->sum, s->blocks * SUM_BYTES);
	if (status == GB_OK)
		status = gb_copy_out(run, memory, s->memory, s->blocks * MEMORY_BYTES);
	for (unsigned int i = 0; i < LDMATRIX_BYTES / 4; i++)
		s->image[i] = input_bits(i);
	if (status == GB_OK)
		status = check_sums(run, found);
	if (ldmatrix_is_store(run))
		store_rows(run, s);
	if (status == GB_OK)
		status = check_memory(run, memory);
	free(found);
	return status;
}

int ldmatrix_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = gb_fill(run, s->sum, 0xff, s->blocks * SUM_BYTES);
	if (status == GB_OK)
		status = gb_fill(run, s->memory, 0xff, s->blocks * MEMORY_BYTES);
	s->args.record = 1;
	if (status == GB_OK)
		status = ldmatrix_launch(run);
	s->args.record = 0;
	return status == GB_OK ? check_output(run) : status;
}
