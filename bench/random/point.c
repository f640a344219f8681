/* The points of `random`, their cost and their limits. */
#include <math.h>

#include "../common/limits.h"
#include "state.h"

enum { SECTOR = 32 };

uint64_t random_set_bytes(const struct gb_run *run)
{
	return (uint64_t)gb_value(run, gb_value(run, "sweep") == OF_SET ? "set" : "within");
}

unsigned int random_bytes(const struct gb_run *run)
{
	return gb_value(run, "sweep") == OF_BYTES ? (unsigned int)gb_value(run, "bytes") : ROOF_BYTES;
}

uint64_t random_window_bytes(const struct gb_run *run)
{
	return gb_value(run, "sweep") == OF_WINDOW ? (uint64_t)gb_value(run, "window") : random_set_bytes(run);
}

/* The widest access: 16 bytes for a load or a store, 8 for an atomic. */
unsigned int random_lane_bytes(const struct gb_run *run)
{
	const unsigned int most = gb_value(run, "op") == RANDOM_atomic ? 8 : 16, bytes = random_bytes(run);

	return bytes < most ? bytes : most;
}

unsigned int random_walkers(const struct state *s)
{
	return s->shape.grid * s->shape.block / s->args.set.lanes;
}

unsigned int random_accesses(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return s->args.trips * (unsigned int)gb_value(run, "unroll");
}

/* The number of memory transfers per access: data that are changed are read and written back. */
static unsigned int ways(const struct gb_run *run)
{
	return gb_value(run, "op") == RANDOM_read ? 1 : 2;
}

static unsigned int sectors(const struct gb_run *run)
{
	const unsigned int bytes = random_bytes(run);

	return bytes > SECTOR ? bytes / SECTOR : 1;
}

struct gb_cost random_cost(const struct gb_run *run)
{
	const double accesses = (double)random_walkers(gb_state(run)) * random_accesses(run);

	return (struct gb_cost){ .bytes = accesses * random_bytes(run) * ways(run), .ops = accesses };
}

/* For sets that L2 does not hold: the sectors that must come from memory, and go back. */
double random_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	if (!limit_is_of_memory(device, (double)random_set_bytes(run)))
		return (double)NAN;
	return gb_memory_rate(device) / ((double)SECTOR * sectors(run) * ways(run));
}

const char *random_roof(const struct gb_run *run)
{
	static const char *const roofs[] = { "random.read", "random.update", "random.atomic" };

	if (gb_value(run, "sweep") != OF_BYTES || gb_value(run, "bytes") != ROOF_BYTES ||
	    gb_value(run, "within") != ROOF_SET)
		return NULL;
	return roofs[gb_value(run, "op")];
}

size_t random_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = result->device;
	const double set = (double)random_set_bytes(run), moved = (double)SECTOR * sectors(run) * ways(run);

	out[0] = (struct gb_metric){ "sectors_per_access", "1", GB_EXACT, sectors(run), 0 };
	out[1] = (struct gb_metric){ "pages", "1", GB_EXACT, ceil(set / (double)PAGE), 0 };
	out[2] = (struct gb_metric){ "bandwidth", "B/s", GB_TIMES, random_bytes(run), 0 };
	out[3] = (struct gb_metric){ "sector_bandwidth", "B/s", GB_TIMES, moved,
				     limit_is_of_memory(device, set) ? gb_memory_rate(device) : 0 };
	return 4;
}

const char *random_remark(const struct gb_run *run)
{
	if (random_window_bytes(run) > REACH)
		return "the translations of this many pages are not cached: each access waits for page tables";
	if (gb_value(run, "op") != RANDOM_read)
		return "each access opens a row of memory to read its word, and one to write it back";
	if (random_bytes(run) < limit_fetch_bytes(gb_device(run)))
		return "each access opens its own row of memory, from which L2 fetches more than requested";
	return "each access opens its own row of memory";
}
