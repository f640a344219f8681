/* The points of `atomic` and their cost. */
#include <math.h>

#include "state.h"

unsigned int atomic_bytes(int64_t op)
{
#define BYTES(name, bytes) [OP_##name] = (bytes),
	static const unsigned int bytes_of[] = { ATOMIC_OPS(BYTES) };
#undef BYTES

	return bytes_of[op];
}

unsigned int atomic_elements(int64_t op)
{
	return op == OP_add_v4f32 ? 4 : op == OP_add_v2f32 || op == OP_add_f16x2 ? 2 : 1;
}

enum gb_quantity atomic_measures(const struct gb_run *run)
{
	return atomic_measure(run) == THROUGHPUT ? GB_ACCESSES : GB_CYCLES;
}

/* An access is one atomic operation by one thread. */
struct gb_cost atomic_cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double threads = (double)s->shape.grid * s->shape.block;

	switch (atomic_measure(run)) {
	case THROUGHPUT:
		return (struct gb_cost){ .ops = threads * ATOMIC_UNROLL * s->args.trips };
	case LATENCY:
		return (struct gb_cost){ .ops = (double)ATOMIC_LINES * s->chain.trips };
	default: /* SHARED */
		return (struct gb_cost){ .ops = threads * ATOMIC_UNROLL * (s->shared.warm_trips + s->shared.trips) };
	}
}

/* A warp's request of 32 words moves 128 bytes. */
double atomic_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	return atomic_measure(run) == SHARED ? 4 * ATOMIC_LANES / device->rates.shared_bytes : (double)NAN;
}

size_t atomic_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);

	if (!(result->sm_hz > 0))
		return 0;
	if (atomic_measure(run) == LATENCY) {
		out[0] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
		return 1;
	}
	if (atomic_measure(run) == SHARED) {
		out[0] = (struct gb_metric){ "ops_per_clock_sm", "1", GB_OVER, ATOMIC_LANES, 0 };
		return 1;
	}
	const int64_t op = gb_value(run, "op");
	out[0] = (struct gb_metric){ "ops_per_clock", "1", GB_TIMES, 1 / result->sm_hz, 0 };
	out[1] = (struct gb_metric){ "element_rate", "1/s", GB_TIMES, atomic_elements(op), 0 };
	out[2] = (struct gb_metric){ "threads_per_place", "1", GB_EXACT,
				     (double)s->shape.grid * s->shape.block / s->args.places, 0 };
	return 3;
}

const char *atomic_remark(const struct gb_run *run)
{
	if (atomic_measure(run) != SHARED)
		return NULL;
	if (gb_value(run, "in_shared") == SHARED_add_f32)
		return "shared memory has no floating-point addition: this is a compare-and-swap loop";
	return gb_value(run, "degree") > 1 ? "lanes at the same word take turns" : NULL;
}
