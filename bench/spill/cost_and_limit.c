/* The points of `spill` and their cost: registers, local memory and the accesses to it. */
#include <stdlib.h>

#include "state.h"

/* Instructions per trip other than FMAs and accesses to local memory (load, address, counter): 7 to 10, depending on
 * the architecture. */
enum { TRIP_OTHERS = 8 };

/* ---- the point --------------------------------------------------------------------------------------------------- */

uint32_t spill_register_limit(const char *variant)
{
	return (uint32_t)strtoul(variant + strcspn(variant, "0123456789"), NULL, 10);
}

const char *spill_load_caching(const char *variant)
{
	const char *dash = strrchr(variant, '-');

	return dash != NULL ? dash + 1 : "";
}

float spill_start_of(uint32_t value)
{
	return 1.0f + (float)value / SPILL_VALUES;
}

uint32_t spill_warps_per_sm(const struct gb_run *run)
{
	return state_of(run)->shape.grid / (uint32_t)gb_device(run)->sm_count * state_of(run)->shape.block / WARP;
}

uint32_t spill_threads(const struct state *s)
{
	return s->shape.grid * s->shape.block;
}

/* ---- its cost ---------------------------------------------------------------------------------------------------- */

/* An FMA is two FLOP; nothing else counts. */
struct gb_cost spill_cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = 2.0 * TRIP_FMAS * spill_threads(s) * s->args.trips };
}

double spill_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return device->rates.fp32 * device->sm_count * sm_hz;
}

/* Accesses to local memory per trip and thread: every word is loaded and stored once. Spills are the words of the
 * frame, which is rounded up to an even number, so at most one word is counted too many. */
static double local_accesses(const struct gb_run *run)
{
	return 2.0 * (gb_value(run, array) == ARRAY_INDEXED ? SPILL_VALUES : state_of(run)->kernel.local_bytes / 4);
}

const char *spill_remark(const struct gb_run *run)
{
	return state_of(run)->kernel.local_bytes > 0 ? "accesses to local memory between the FMAs" : NULL;
}

size_t spill_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const double local = local_accesses(run), warps = spill_warps_per_sm(run);
	size_t n = 0;

	out[n++] = (struct gb_metric){ "registers", "1", GB_EXACT, s->kernel.registers, 0 };
	out[n++] = (struct gb_metric){ "local_bytes", "B", GB_EXACT, s->kernel.local_bytes, 0 };
	out[n++] = (struct gb_metric){ "resident_warps", "1", GB_EXACT, warps, 0 };
	out[n++] = (struct gb_metric){ "time", "s", GB_OVER, 2.0 * FMAS_PER_SM * gb_device(run)->sm_count, 0 };
	out[n++] = (struct gb_metric){ "local_bytes_of_sm", "B", GB_EXACT, warps * WARP * s->kernel.local_bytes, 0 };
	out[n++] = (struct gb_metric){ "local_bandwidth", "B/s", GB_TIMES, 4 * local / (2.0 * TRIP_FMAS), 0 };
	out[n++] = (struct gb_metric){ "local_share_of_bytes", "1", GB_EXACT, local / (local + SPILL_WORDS), 0 };
	if (gb_value(run, array) == ARRAY_REGISTERS)
		out[n++] = (struct gb_metric){ "local_share_of_instructions", "1", GB_EXACT,
					       local / (local + TRIP_FMAS + TRIP_OTHERS), 0 };
	return n;
}
