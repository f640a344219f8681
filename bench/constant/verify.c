/* The sums that the threads of `constant` must return. */
#include "state.h"

/* ---- loads ------------------------------------------------------------------------------------------------------- */

/* The host computes the words itself, so the sums do not depend on the device. */
static uint32_t load_sum(const struct constant_load_args *args, const uint32_t *word, uint32_t warp, uint32_t lane)
{
	uint32_t at = constant_start(warp, args->set), sum = 0;

	for (uint32_t group = 0; group < CONSTANT_GROUPS * args->trips[1]; group++) {
		for (uint32_t line = 0; line < CONSTANT_GROUP; line += CONSTANT_LINE)
			sum += word[(at + args->offset[lane] + line) / 4];
		at = (at + CONSTANT_GROUP) % args->set;
	}
	return sum;
}

/* Checks every word of constant memory, then computes the expected sum of each thread. */
static int expect_loads(struct gb_run *run, uint32_t *expected)
{
	const struct state *s = gb_state(run);
	const struct constant_table_args args = { gb_address(s->table) };

	GB_TRY(gb_fill_output(run, s->table, 0xff, CONSTANT_BYTES));
	GB_TRY(gb_launch(run, &s->tell, (struct gb_shape){ .grid = 16, .block = 256 }, &args));
	const uint32_t *word = gb_fetch(run, s->table, CONSTANT_BYTES);
	if (word == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < CONSTANT_BYTES / 4; i++)
		if (word[i] != constant_word(i))
			return gb_fail(run, "word %u of constant memory: got %#x, expected %#x", i, word[i],
				       constant_word(i));
	for (uint32_t t = 0; t < s->shape.block; t++)
		expected[t] = load_sum(&s->load, word, t / CONSTANT_LANES, t % CONSTANT_LANES);
	return GB_OK;
}

/* ---- sums -------------------------------------------------------------------------------------------------------- */

/* The sum that a trip adds to a chain; exact in single precision. */
static float added(const struct gb_run *run, uint32_t chain)
{
	const struct state *s = gb_state(run);
	const uint32_t each = constant_body(run) / CONSTANT_CHAINS;
	float sum = 0;

	if (constant_measure(run) == CODE)
		return (float)each;
	for (uint32_t i = chain; i < CONSTANT_OPERANDS; i += CONSTANT_CHAINS)
		sum += s->add.operand[gb_value(run, operand) == SOURCE_register ? i % CONSTANT_REGISTERS : i];
	return sum;
}

static void expect_sums(const struct gb_run *run, uint32_t *expected)
{
	const struct state *s = gb_state(run);
	uint32_t sum = 0;

	for (uint32_t c = 0; c < CONSTANT_CHAINS; c++) {
		const float x = s->add.one[0] + (float)s->add.trips[1] * added(run, c);
		uint32_t bits;
		memcpy(&bits, &x, sizeof bits);
		sum += (2 * c + 1) * bits;
	}
	for (uint32_t t = 0; t < s->shape.block; t++)
		expected[t] = sum;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check_sums(struct gb_run *run, const uint32_t *expected, const uint32_t *found)
{
	const struct state *s = gb_state(run);

	for (uint32_t i = 0; i < s->blocks * s->shape.block; i++)
		if (found[i] != expected[i % s->shape.block])
			return gb_fail(run, "the sum of thread %u of block %u: got %#x, expected %#x",
				       i % s->shape.block, i / s->shape.block, found[i], expected[i % s->shape.block]);
	return GB_OK;
}

int constant_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = (uint64_t)s->blocks * s->shape.block * sizeof(uint32_t);
	uint32_t expected[THREADS] = { 0 };

	GB_TRY(gb_fill_output(run, s->sum, 0xff, bytes));
	GB_TRY(launch_recorded(run, constant_launch, constant_loads(run) ? &s->load.record : &s->add.record, 1));
	const uint32_t *found = gb_fetch(run, s->sum, bytes);
	if (found == NULL)
		return GB_FAILED;
	if (constant_loads(run))
		GB_TRY(expect_loads(run, expected));
	else
		expect_sums(run, expected);
	return check_sums(run, expected, found);
}
