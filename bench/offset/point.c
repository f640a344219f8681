/* The points of `offset`: their offsets, what their requests touch and find in L1, their cost and their limits. */
#include "state.h"

/* ---- the point --------------------------------------------------------------------------------------------------- */

uint32_t offset_bytes(const struct gb_run *run)
{
	return (uint32_t)gb_value(run, "bytes");
}

uint32_t offset_unroll(const struct gb_run *run)
{
	const uint32_t bytes = offset_bytes(run);

	if (bytes == 4 && gb_value(run, "form") == PATTERN_NAIVE)
		return 1;
	return bytes == 1 ? 8 : 16 / bytes;
}

uint64_t offset_shift(const struct gb_run *run)
{
	return gb_value(run, "op") == OFFSET_PERMUTED ? 0 : (uint64_t)gb_value(run, "offset") * offset_bytes(run);
}

/* A copy writes where it reads; a sum writes from the start of its array. */
uint64_t offset_out_shift(const struct gb_run *run)
{
	return gb_value(run, "op") == OFFSET_COPY ? offset_shift(run) : 0;
}

static unsigned int arrays_read(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	return op == OFFSET_SUM || op == OFFSET_SUM_CG ? 2 : 1;
}

/* ---- its cost, and its limit ------------------------------------------------------------------------------------- */

struct gb_cost offset_cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .bytes = (arrays_read(run) + 1.0) * (double)s->array_bytes };
}

/* The limit of the memory: sectors that neighbouring requests share need not be read twice. */
double offset_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)run;
	(void)sm_hz;
	return gb_memory_rate(device);
}

size_t offset_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const uint64_t bytes = offset_bytes(run), shift = offset_shift(run);
	const unsigned int requests = offset_unroll(run) * OFFSET_BLOCK / PATTERN_WARP; /* of a block */
	const double sectors = pattern_touched(shift, bytes, PATTERN_SECTOR);
	const double stored = pattern_touched(offset_out_shift(run), bytes, PATTERN_SECTOR);
	const double used = (arrays_read(run) + 1.0) * (double)(PATTERN_WARP * bytes);
	const double hits = pattern_hits(requests, sectors, shift, bytes * PATTERN_WARP * requests);
	const double moved = PATTERN_SECTOR * (arrays_read(run) * sectors + stored);

	(void)result;
	out[0] = pattern_exact("sectors_per_request", sectors);
	out[1] = pattern_exact("lines_per_request", pattern_touched(shift, bytes, PATTERN_LINE));
	out[2] = pattern_exact("sectors_per_store", stored);
	out[3] = pattern_exact("hit_rate", gb_value(run, "op") == OFFSET_SUM_CG ? 0 : hits);
	out[4] = pattern_exact("efficiency", used / moved);
	out[5] = (struct gb_metric){ "moved_bandwidth", "B/s", GB_TIMES, moved / used, 0 };
	return 6;
}
