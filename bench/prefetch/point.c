/* The points of `prefetch`: their cost, their limits, and their bytes in flight. */
#include "../common/limits.h"
#include "state.h"

double prefetch_bytes(const struct state *s)
{
	return (double)s->shape.grid * s->args.steps * PREFETCH_TILE;
}

struct gb_cost prefetch_cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = prefetch_bytes(gb_state(run)) };
}

static double flop_per_byte(const struct gb_run *run)
{
	return 2.0 * (double)gb_value(run, "fmas") / PREFETCH_VECTOR;
}

static double flop_limit(const struct gb_device *device, double sm_hz)
{
	return device->rates.fp32 * device->sm_count * sm_hz;
}

double prefetch_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double memory = gb_value(run, "level") == LEVEL_L2 ? limit_l2_read(device) : gb_memory_rate(device);

	return limit_lesser(memory, flop_limit(device, sm_hz) / flop_per_byte(run));
}

size_t prefetch_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	/* Bytes that the blocks of an SM have requested when they wait for the oldest of them. */
	const double tiles = (double)gb_value(run, "warps") / WARPS_PER_BLOCK * (1 + (double)gb_value(run, "distance"));

	out[0] = (struct gb_metric){ "bytes_in_flight", "B", GB_EXACT, tiles * PREFETCH_TILE, 0 };
	out[1] = (struct gb_metric){ "registers", "1", GB_EXACT, s->kernel.registers, 0 };
	out[2] = (struct gb_metric){ "tiles_bytes", "B", GB_EXACT, s->kernel.shared_bytes, 0 };
	out[3] = (struct gb_metric){ "arithmetic", "FLOP/s", GB_TIMES, flop_per_byte(run),
				     flop_limit(result->device, result->sm_hz) };
	return 4;
}

const char *prefetch_remark(const struct gb_run *run)
{
	return gb_value(run, "distance") == 0 ? "each warp waits for its tile before it computes"
					      : "the warps have too few tiles in flight to cover the latency";
}
