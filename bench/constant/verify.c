/* The sums that the threads of `constant` must return. */
#include <stdlib.h>
#include <string.h>

#include "state.h"

/* ---- loads ------------------------------------------------------------------------------------------------------- */

/* The host computes the words itself, so that the sums are independent of the device. */
static unsigned int load_sum(const struct constant_load_args *args, const unsigned int *word, unsigned int warp,
			     unsigned int lane)
{
	unsigned int at = constant_start(warp, args->set), sum = 0;

	for (unsigned int group = 0; group < CONSTANT_GROUPS * args->trips[1]; group++) {
		for (unsigned int line = 0; line < CONSTANT_GROUP; line += CONSTANT_LINE)
			sum += word[(at + args->offset[lane] + line) / 4];
		at = (at + CONSTANT_GROUP) % args->set;
	}
	return sum;
}

/* Every word of the constant memory, and a sum for each thread. */
static int expect_loads(struct gb_run *run, unsigned int *expected)
{
	const struct state *s = gb_state(run);
	const struct constant_table_args args = { gb_address(s->table) };
	unsigned int *word = malloc(CONSTANT_BYTES);

	if (word == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_fill(run, s->table, 0xff, CONSTANT_BYTES);
	if (status == GB_OK)
		status = gb_launch(run, &s->tell, (struct gb_shape){ .grid = 16, .block = 256 }, &args);
	if (status == GB_OK)
		status = gb_copy_out(run, word, s->table, CONSTANT_BYTES);
	for (unsigned int i = 0; i < CONSTANT_BYTES / 4 && status == GB_OK; i++)
		if (word[i] != constant_word(i))
			status = gb_fail(run, "word %u of constant memory is %#x, not %#x", i, word[i],
					 constant_word(i));
	for (unsigned int t = 0; t < s->shape.block && status == GB_OK; t++)
		expected[t] = load_sum(&s->load, word, t / CONSTANT_LANES, t % CONSTANT_LANES);
	free(word);
	return status;
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

/* The sum that a trip adds to a chain; exact in single precision. */
static float added(const struct gb_run *run, unsigned int chain)
{
	const struct state *s = gb_state(run);
	const unsigned int each = constant_body(run) / CONSTANT_CHAINS;
	float sum = 0;

	if (constant_measure(run) == CODE)
		return (float)each;
	for (unsigned int i = chain; i < CONSTANT_OPERANDS; i += CONSTANT_CHAINS)
		sum += s->add.operand[gb_value(run, "operand") == SOURCE_register ? i % CONSTANT_REGISTERS : i];
	return sum;
}

static void expect_sums(const struct gb_run *run, unsigned int *expected)
{
	const struct state *s = gb_state(run);
	unsigned int sum = 0;

	for (unsigned int c = 0; c < CONSTANT_CHAINS; c++) {
		const float x = s->add.one[0] + (float)s->add.trips[1] * added(run, c);
		unsigned int bits;
		memcpy(&bits, &x, sizeof bits);
		sum += (2 * c + 1) * bits;
	}
	for (unsigned int t = 0; t < s->shape.block; t++)
		expected[t] = sum;
}

/* ---- all --------------------------------------------------------------------------------------------------------- */

static int check_sums(struct gb_run *run, const unsigned int *expected, const unsigned int *found)
{
	const struct state *s = gb_state(run);

	for (unsigned int i = 0; i < s->blocks * s->shape.block; i++)
		if (found[i] != expected[i % s->shape.block])
			return gb_fail(run, "the sum of thread %u of block %u is %#x, not %#x", i % s->shape.block,
				       i / s->shape.block, found[i], expected[i % s->shape.block]);
	return GB_OK;
}

int constant_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const size_t threads = (size_t)s->blocks * s->shape.block;
	unsigned int *found = malloc((threads + THREADS) * sizeof *found);

	if (found == NULL)
		return gb_fail(run, "out of memory");
	unsigned int *expected = found + threads;
	int status = gb_fill(run, s->sum, 0xff, threads * sizeof *found);
	s->load.record = s->add.record = 1;
	if (status == GB_OK)
		status = constant_launch(run);
	s->load.record = s->add.record = 0;
	if (status == GB_OK)
		status = gb_copy_out(run, found, s->sum, threads * sizeof *found);
	if (status == GB_OK && constant_loads(run))
		status = expect_loads(run, expected);
	else if (status == GB_OK)
		expect_sums(run, expected);
	if (status == GB_OK)
		status = check_sums(run, expected, found);
	free(found);
	return status;
}
