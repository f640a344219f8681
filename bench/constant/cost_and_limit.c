/* The points of `constant`, their cost and their limits. */
#include "state.h"

uint32_t constant_body(const struct gb_run *run)
{
	if (constant_measure(run) == OPERAND)
		return CONSTANT_OPERANDS;
	return gb_value(run, body) / CONSTANT_INSTRUCTION;
}

double constant_work(const struct gb_run *run, int round)
{
	const struct state *s = gb_state(run);
	const uint32_t warps = s->shape.block / CONSTANT_LANES;

	if (constant_loads(run))
		return (double)warps * CONSTANT_LOADS * s->load.trips[round];
	return (double)warps * constant_body(run) * s->add.trips[round];
}

/* Warps' requests or instructions, on all SMs and in both rounds. */
struct gb_cost constant_cost(const struct gb_run *run)
{
	const double all = state_of(run)->blocks * (constant_work(run, 0) + constant_work(run, 1));

	return (struct gb_cost){ .bytes = constant_loads(run) ? all * CONSTANT_LANES * 4 : 0, .ops = all };
}

/* The FP32 lanes of an SM limit multiply-adds. The speed of constant memory is not documented. */
double constant_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return constant_loads(run) ? (double)NAN : 2 * CONSTANT_LANES / device->rates.fp32;
}

size_t constant_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	size_t count = 0;

	if (constant_measure(run) == DIVIDED)
		out[count++] = (struct gb_metric){ "passes", "1", GB_EXACT, (double)gb_value(run, distinct), 0 };
	out[count++] = (struct gb_metric){ constant_loads(run) ? "requests_per_clock_sm" : "instructions_per_clock_sm",
					   "1", GB_OVER, 1, 0 };
	return count;
}

const char *constant_remark(const struct gb_run *run)
{
	if (constant_measure(run) == OPERAND && gb_value(run, operand) == SOURCE_ldc)
		return "every operand is loaded by a separate instruction";
	if (constant_measure(run) == CODE)
		return "the code of the loop does not fit into the instruction caches nearest to the schedulers";
	return NULL;
}
