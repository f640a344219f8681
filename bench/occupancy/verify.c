/* verify.c: checks what the kernels of `occupancy` read and computed, and how many blocks were resident. */
#include "../common/input_host.h"
#include "state.h"

/* In a verified launch the blocks wait this long for each other. */
enum { HOLD_NS = 20000 };

/* The result of every thread with one seed: the same chains, computed step by step with the host's fused
 * multiply-add. */
static float reference(const struct gb_run *run, uint32_t seed)
{
	const uint32_t chains = occupancy_ilp(run);
	const uint64_t steps = (uint64_t)state_of(run)->args.trips * OCCUPANCY_BODY / chains;
	const float a = occupancy_factor(seed);
	float sum = 0;

	for (uint32_t c = 0; c < chains; c++) {
		float x = occupancy_start(seed, c);
		for (uint64_t step = 0; step < steps; step++)
			x = fmaf(x, a, a);
		sum += x;
	}
	return sum;
}

static int check_fma(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t count = (uint64_t)s->shape.grid * s->shape.block;
	float expected[OCCUPANCY_SEEDS];

	for (uint32_t seed = 0; seed < OCCUPANCY_SEEDS; seed++) /* runs while the device computes */
		expected[seed] = reference(run, seed);
	const float *out = gb_fetch(run, s->out, count * sizeof *out);
	if (out == NULL)
		return GB_FAILED;
	for (uint64_t i = 0; i < count; i++)
		if (!(out[i] == expected[i % OCCUPANCY_SEEDS]))
			return gb_fail(run, "thread %llu computed %.9g, expected %.9g", (unsigned long long)i,
				       (double)out[i], (double)expected[i % OCCUPANCY_SEEDS]);
	return GB_OK;
}

static int check_sum(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct occupancy_data_args args = {
		.first = s->start / 4,
		.words = occupancy_bytes_read(run) / 4,
		.sum = gb_address(s->report + REPORT_EXPECTED * sizeof(uint64_t)),
	};
	uint64_t report[REPORT_WORDS];

	GB_TRY(gb_launch(run, &s->sum, input_shape(run), &args));
	GB_TRY(gb_copy_out(run, report, s->report, sizeof report));
	if (report[REPORT_EXPECTED] == 0)
		return gb_fail(run, "no words were added up for the comparison");
	GB_TRY(input_check_sum(run, (uint32_t)report[REPORT_SUM], (uint32_t)report[REPORT_EXPECTED]));
	return input_check(run, s->arena, s->arena_bytes, input_bits);
}

/* The blocks that met on an SM must be those that should fit, unless the grid has fewer. */
static int check_residents(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t given = occupancy_blocks_per_sm(run);
	const uint32_t expected = s->room.blocks < given ? s->room.blocks : given;
	uint32_t most[OCCUPANCY_SMS];

	GB_TRY(gb_copy_out(run, most, s->resident + sizeof most, sizeof most));
	s->met_blocks = 0;
	for (int i = 0; i < OCCUPANCY_SMS; i++)
		if (most[i] > s->met_blocks)
			s->met_blocks = most[i];
	if (s->met_blocks == 0)
		return gb_fail(run, "no block was seen on any SM");
	if (s->met_blocks != expected)
		gb_suspect(run, "%u blocks met on an SM instead of %u", s->met_blocks, expected);
	if (s->driver_blocks != s->room.blocks)
		gb_suspect(run, "%u blocks fit according to the driver, %u according to our arithmetic",
			   s->driver_blocks, s->room.blocks);
	return GB_OK;
}

int occupancy_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t results = occupancy_reads(run) ? 1 : (uint64_t)s->shape.grid * s->shape.block;

	GB_TRY(gb_fill_output(run, s->out, 0xff, results * sizeof(float)));
	GB_TRY(gb_fill(run, s->report, 0, REPORT_WORDS * sizeof(uint64_t)));
	GB_TRY(gb_fill(run, s->resident, 0, sizeof(uint32_t[2 * OCCUPANCY_SMS])));
	s->args.record = 1;
	s->args.hold = HOLD_NS;
	const int status = occupancy_launch(run);
	s->args.record = s->args.hold = 0;
	GB_TRY(status);
	GB_TRY(occupancy_reads(run) ? check_sum(run) : check_fma(run));
	return gb_value(run, op) != OP_LATENCY ? check_residents(run) : GB_OK;
}
