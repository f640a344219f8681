/* metrics.c: the work in flight at a point of `occupancy`, and the resource that limits it. */
#include "state.h"

/* Names of the metric for the blocks that fit on an SM, by the resource that limits them. */
static const char *const bounded[] = {
	[BY_SHARED] = "blocks_bounded_by_shared",
	[BY_REGISTERS] = "blocks_bounded_by_registers",
	[BY_THREADS] = "blocks_bounded_by_threads",
	[BY_SLOTS] = "blocks_bounded_by_slots",
};

/* The resources of a block, the blocks observed on an SM, and the blocks that fit according to the driver. */
static size_t step_metrics(const struct state *s, struct gb_metric *out)
{
	out[0] = (struct gb_metric){ "registers", "1", GB_EXACT, s->kernel.registers, 0 };
	out[1] = (struct gb_metric){ "shared", "B", GB_EXACT, s->shape.shared_bytes, 0 };
	out[2] = (struct gb_metric){ "blocks_met", "1", GB_MEASURED, s->met_blocks, 0 };
	out[3] = (struct gb_metric){ "blocks_by_driver", "1", GB_EXACT, s->driver_blocks, 0 };
	return 4;
}

static size_t flight_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric *out)
{
	const double sms = gb_device(run)->sm_count;
	const double warps = (double)state_of(run)->room.blocks * state_of(run)->shape.block / WARP,
		     operations = warps * WARP * occupancy_ilp(run);

	out[0] = (struct gb_metric){ "resident_warps", "1", GB_EXACT, warps, 0 };
	if (occupancy_reads(run)) {
		out[1] = (struct gb_metric){ "bytes_in_flight", "B", GB_EXACT, operations * VECTOR, 0 };
		out[2] = (struct gb_metric){ "loaded_latency", "s", GB_OVER, operations * VECTOR * sms, 0 };
	} else {
		out[1] = (struct gb_metric){ "fmas_in_flight", "1", GB_EXACT, operations, 0 };
		if (!(result->sm_hz > 0))
			return 2;
		out[2] = (struct gb_metric){ "loaded_latency_cycles", "cycles", GB_OVER,
					     2 * operations * sms * result->sm_hz, 0 };
	}
	return 3;
}

/* The share of lanes that have a thread, and the rate that full warps would reach. */
static size_t block_metrics(const struct state *s, const struct gb_result *result, struct gb_metric *out)
{
	const double warps = occupancy_warps_of(s->shape.block), active = s->shape.block / (warps * WARP);
	const struct gb_device *device = result->device;

	out[0] = (struct gb_metric){ "resident_warps", "1", GB_EXACT, warps * s->room.blocks, 0 };
	out[1] = (struct gb_metric){ "active_lanes", "1", GB_EXACT, active, 0 };
	out[2] = (struct gb_metric){ "rate_of_whole_warps", "FLOP/s", GB_TIMES, 1 / active,
				     device->rates.fp32 * device->sm_count * result->sm_hz };
	return 3;
}

const char *occupancy_remark(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);

	if (op == OP_LATENCY)
		return NULL;
	if (op == OP_BLOCK)
		return "most lanes of the last warp of each block have no thread";
	if (op == OP_GRID)
		return "the last wave of blocks leaves SMs without work";
	if (op == OP_FMA &&
	    occupancy_warps_of(s->shape.block) * s->room.blocks * (double)gb_value(run, ilp) >= FMAS_TO_FILL)
		return "a tail: all warps have equal work in one wave, the schedulers serve them in groups, and the "
		       "last group is not full";
	return "too little work is in flight to cover the latency";
}

size_t occupancy_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	size_t n = 0;

	if (op == OP_LATENCY) {
		out[0] = (struct gb_metric){ "loaded_latency", "s", GB_TIMES, 1.0 / s->args.trips, 0 };
		if (!(result->sm_hz > 0))
			return 1;
		out[1] = (struct gb_metric){ "loaded_latency_cycles", "cycles", GB_TIMES, result->sm_hz / s->args.trips,
					     0 };
		return 2;
	}
	int bound = s->room.bound;
	if (op == OP_READ || op == OP_FMA) {
		bound = gb_value(run, by); /* the scarcest resource, or one of several; see check_room() */
		n = flight_metrics(run, result, out);
	}
	if (op == OP_SHARED_STEP || op == OP_REGISTER_STEP)
		n = step_metrics(s, out);
	if (op == OP_GRID) {
		const double blocks = gb_value(run, blocks);
		out[n++] = (struct gb_metric){ "full_waves", "1", GB_EXACT,
					       blocks / (ceil(blocks / GRID_RESIDENT) * GRID_RESIDENT), 0 };
	}
	if (op == OP_BLOCK)
		n = block_metrics(s, result, out);
	out[n++] = (struct gb_metric){ bounded[bound], "1", GB_EXACT, s->room.blocks, 0 };
	return n;
}
