/* The points of `async`, their cost and their limits. */
#include "../common/limits.h"
#include "state.h"

/* Only data from memory are prefetched into L2. */
enum level async_level(const struct gb_run *run)
{
	return async_path(run) == PREFETCH ? DRAM : gb_value(run, level);
}

static double receivers(const struct gb_run *run)
{
	return async_is_clustered(async_path(run)) ? (double)gb_value(run, size) : 1;
}

struct gb_cost async_cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (double)state_of(run)->args.pieces * state_of(run)->args.bytes *
					  receivers(run) };
}

double async_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	if (async_level(run) == DRAM)
		return limit_is_of_memory(device, (double)state_of(run)->args.set)
			       ? gb_memory_rate(device) * receivers(run)
			       : (double)NAN;
	return async_is_back(async_path(run)) ? (double)NAN : device->rates.l2_bytes * device->sm_count * sm_hz;
}

/* Copies that warps or single threads issue to move 1 KiB. Stores and waits do not count. */
static double copies_per_kib(const struct gb_run *run)
{
	switch (async_path(run)) {
	case LD:
		return 1024 / (32.0 * 16);
	case CPASYNC:
		return 1024 / (32.0 * (double)gb_value(run, width));
	default: /* also multicast: each block requests its share of a piece that all receive */
		return 1024.0 / state_of(run)->args.bytes;
	}
}

static double threads_of_sm(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const enum path path = async_path(run);

	return path == LD || path == CPASYNC ? (double)s->shape.grid / gb_device(run)->sm_count * s->shape.block : 1;
}

static double in_flight(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double blocks = (double)s->shape.grid / gb_device(run)->sm_count;

	switch (async_path(run)) {
	case LD:
		return blocks * s->args.bytes;
	case CPASYNC:
		return blocks * s->args.bytes * (s->args.stages - 1);
	default:
		return (double)s->args.bytes * s->args.stages;
	}
}

const char *async_remark(const struct gb_run *run)
{
	if (async_path(run) == REDUCE)
		return "L2 reads each word, adds to it and writes it";
	if (async_level(run) == DRAM || async_is_back(async_path(run)))
		return NULL;
	/* The latency of L2 under this load is 300 ns. */
	if (in_flight(run) < 48 * 1024)
		return "too few bytes are in flight to hide the latency of L2";
	return in_flight(run) > 160 * 1024
		       ? "fewer bytes in flight, in smaller pieces, are faster; the cause is unknown"
		       : "the slices of L2 deliver less from one set than the ports of all SMs can take";
}

size_t async_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const enum path path = async_path(run);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "threads_per_sm", "1", GB_EXACT, threads_of_sm(run), 0 };
	out[count++] = (struct gb_metric){ "copies_per_kib", "1", GB_EXACT, copies_per_kib(run), 0 };
	if (!async_is_back(path))
		out[count++] = (struct gb_metric){ "bytes_in_flight", "B", GB_EXACT, in_flight(run), 0 };
	if (async_is_clustered(path))
		out[count++] = (struct gb_metric){ "read_bandwidth", "B/s", GB_TIMES, 1 / receivers(run), 0 };
	if (result->sm_hz > 0)
		out[count++] = (struct gb_metric){ "bytes_per_clock_sm", "B", GB_TIMES,
						   1 / (result->sm_hz * gb_device(run)->sm_count), 0 };
	return count;
}
