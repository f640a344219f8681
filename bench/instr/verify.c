/* Checks every step of `instr` on the host, and that every thread ended where the steps lead. */
#include "state.h"

static bool is_right(const struct gb_run *run, const struct instr_step *step, instr_word operand)
{
	const struct operation *op = instr_operation(run);

	if (instr_is_approximate(run) && instr_has_bound(&op->fast))
		return instr_is_near(op, &op->fast, step, operand);
	return op->exact != NULL ? step->after == op->exact(step->before, operand)
				 : instr_is_near(op, &op->bound, step, operand);
}

/* The checking kernel's recorded steps: the first starts from the seed, and each is correct. */
static int check_steps(struct gb_run *run, const struct instr_step *steps)
{
	const struct operation *op = instr_operation(run);
	struct state *s = gb_state(run);

	s->ulps_off = NAN;
	for (uint32_t seed = 0; seed < INSTR_SEEDS; seed++) {
		const struct instr_step *step = steps + (size_t)seed * INSTR_RECORDED;
		if (step->before != instr_start_of(op, seed))
			return gb_fail(run, "seed %u started from %#llx, expected %#llx", seed, step->before,
				       instr_start_of(op, seed));
		for (uint32_t i = 0; i < INSTR_RECORDED; i++) {
			if (!is_right(run, &step[i], instr_operand_of(op, seed)))
				return gb_fail(run,
					       "seed %u, record %u: the step from %#llx with operand %#llx "
					       "yields %#llx",
					       seed, i, step[i].before, instr_operand_of(op, seed), step[i].after);
			s->ulps_off = fmax(s->ulps_off, instr_ulps_off(op, &step[i], instr_operand_of(op, seed)));
		}
	}
	return GB_OK;
}

/* Compares every thread's values with those that the checking kernel expects of its seed. */
static int check_ends(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct instr_compare_args args = {
		.out = s->args.out,
		.expected = gb_address(s->expected),
		.threads = instr_threads(s),
		.report = gb_address(s->report),
	};

	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->compare,
			 (struct gb_shape){ .grid = 8 * (uint32_t)gb_device(run)->sm_count, .block = 256 }, &args));
	return gb_report_judge(run, s->report, args.threads, "threads");
}

static int run_both(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct instr_check_args check = {
		.start = s->args.start,
		.operand = s->args.operand,
		.expected = gb_address(s->expected),
		.steps = gb_address(s->steps),
		.op = (uint32_t)gb_value(run, op),
		.body = instr_body(run),
		.trips = s->args.trips,
		.half_trips = s->args.half_trips,
	};

	/* Each output has its own poison. */
	GB_TRY(gb_fill_output(run, s->out, 0xff, instr_threads(s) * sizeof(uint32_t)));
	GB_TRY(gb_fill_output(run, s->expected, 0xee, EXPECTED_BYTES));
	GB_TRY(gb_fill_output(run, s->steps, 0xdd, STEPS_BYTES));
	GB_TRY(instr_launch(run));
	return gb_launch(run, &s->check, (struct gb_shape){ .grid = INSTR_SEEDS / WARP, .block = WARP }, &check);
}

int instr_verify(struct gb_run *run)
{
	GB_TRY(run_both(run));
	const struct instr_step *steps = gb_fetch(run, state_of(run)->steps, STEPS_BYTES);
	if (steps == NULL)
		return GB_FAILED;
	GB_TRY(check_steps(run, steps));
	return check_ends(run);
}
