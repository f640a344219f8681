/* The expected results of the threads of `unroll`. */
#include <math.h>
#include <stdlib.h>

#include "state.h"

/* A row times a column, as often as the kernel does it: whole numbers below 2^24, so that their order does not
 * matter. */
static float product_of(const struct state *s, unsigned int thread)
{
	const unsigned int row = thread / UNROLL_COLUMNS, column = thread % UNROLL_COLUMNS;
	float sum = 0;

	for (unsigned int k = 0; k < UNROLL_LENGTH; k++)
		sum += unroll_element(row * UNROLL_LENGTH + k) *
		       unroll_element(UNROLL_ROWS * UNROLL_LENGTH + k * UNROLL_COLUMNS + column);
	return (float)s->args.tiles * sum;
}

static float fma_of(const struct state *s, unsigned int thread)
{
	const float a = unroll_factor(thread % UNROLL_SEEDS);
	float x = 1;

	for (unsigned int step = 0; step < s->args.tiles * UNROLL_LENGTH; step++)
		x = fmaf(x, a, a);
	return x;
}

static int compare(struct gb_run *run, const float *found)
{
	const struct state *s = gb_state(run);
	const float chain[UNROLL_SEEDS] = { fma_of(s, 0), fma_of(s, 1) };
	float expected[UNROLL_BLOCK];

	for (unsigned int t = 0; t < UNROLL_BLOCK; t++)
		expected[t] = gb_value(run, "loop") == LOOP_PRODUCT ? product_of(s, t) : chain[t % UNROLL_SEEDS];
	for (uint32_t i = 0; i < s->shape.grid * UNROLL_BLOCK; i++)
		if (!(found[i] == expected[i % UNROLL_BLOCK]))
			return gb_fail(run, "thread %u of block %u computed %.9g, not %.9g", i % UNROLL_BLOCK,
				       i / UNROLL_BLOCK, (double)found[i], (double)expected[i % UNROLL_BLOCK]);
	return GB_OK;
}

int unroll_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t bytes = (uint64_t)s->shape.grid * UNROLL_BLOCK * sizeof(float);
	float *found = malloc(bytes);

	if (found == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_fill(run, s->out, 0xff, bytes);
	if (status == GB_OK)
		status = unroll_launch(run);
	if (status == GB_OK)
		status = gb_copy_out(run, found, s->out, bytes);
	if (status == GB_OK)
		status = compare(run, found);
	free(found);
	return status;
}
