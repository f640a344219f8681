/* The points of `l1`: what their requests touch and find in L1, their cost and their limits. */
#include "../common/limits.h"
#include "state.h"

/* ---- the point --------------------------------------------------------------------------------------------------- */

/* By default, loads are cached from compute capability 7.0 on. */
bool l1_caches(const struct gb_run *run)
{
	return strcmp(gb_variant(run)->name, "dlcm-cg") != 0;
}

double l1_left(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);

	return (double)device->l1_bytes - 0.01 * (double)gb_value(run, carveout) * (double)device->shared_per_sm;
}

bool l1_reuses(const struct gb_run *run)
{
	return gb_value(run, pattern) == PATTERN_REUSE;
}

double l1_reuse_bytes(const struct gb_run *run)
{
	return (double)state_of(run)->reuse.trips * L1_FLIGHT * L1_REUSE_STEP;
}

bool l1_in_l2(const struct gb_run *run)
{
	return gb_value(run, level) == LEVEL_L2;
}

bool l1_is_naive(const struct gb_run *run)
{
	return !l1_in_l2(run) && gb_value(run, form) == PATTERN_NAIVE;
}

uint64_t l1_shift_bytes(const struct gb_run *run)
{
	return gb_value(run, pattern) == PATTERN_OFFSET ? LOAD_BYTES * gb_value(run, offset) : 0;
}

uint32_t l1_stride(const struct gb_run *run)
{
	return gb_value(run, pattern) == PATTERN_STRIDE ? gb_value(run, stride) : 1;
}

static uint32_t depth(const struct gb_run *run)
{
	return l1_is_naive(run) ? 1 : L1_DEPTH(l1_stride(run));
}

uint64_t l1_loaded_bytes(const struct gb_run *run)
{
	return (uint64_t)LOAD_BYTES * L1_SWEEP_BLOCK * depth(run);
}

uint64_t l1_tile_bytes(const struct gb_run *run)
{
	return l1_loaded_bytes(run) * (l1_is_naive(run) ? l1_stride(run) : 1);
}

/* ---- requests ---------------------------------------------------------------------------------------------------- */

enum { SWEEP_REQUESTS = L1_SWEEP_BLOCK / PATTERN_WARP }; /* requests of a block for one element of each thread */

/* Sectors or lines that a warp's request touches in a sweep: the mean over the elements of a group. */
static double touched(const struct gb_run *run, uint64_t size)
{
	const uint32_t stride = l1_stride(run), group = l1_is_naive(run) ? 1 : stride;
	double sum = 0;

	for (uint32_t i = 0; i < group; i++)
		sum += pattern_touched(l1_shift_bytes(run) + (uint64_t)i * LOAD_BYTES, (uint64_t)stride * LOAD_BYTES,
				       size);
	return sum / group;
}

/* A set of up to three quarters of L1 stays, and only its first round misses. NAN: the set is larger, and it is not
 * documented which part stays. */
static double reuse_hits(const struct gb_run *run)
{
	const double set = (double)gb_value(run, set);

	return set <= 0.75 * l1_left(run) ? 1 - set / l1_reuse_bytes(run) : (double)NAN;
}

static double hits(const struct gb_run *run)
{
	if (!l1_caches(run))
		return 0;
	if (l1_reuses(run))
		return reuse_hits(run);
	return pattern_hits(SWEEP_REQUESTS * depth(run), touched(run, PATTERN_SECTOR), l1_shift_bytes(run),
			    l1_tile_bytes(run));
}

/* ---- cost and limit ---------------------------------------------------------------------------------------------- */

struct gb_cost l1_cost(const struct gb_run *run)
{
	const double each = l1_reuses(run) ? l1_reuse_bytes(run) : (double)l1_loaded_bytes(run);

	return (struct gb_cost){ .bytes = each * state_of(run)->shape.grid };
}

static double fetched(const struct gb_run *run, uint32_t size)
{
	return size * touched(run, size);
}

/* The rate of L2 in loaded bytes. If L2 serves every request, each fetched sector counts; if it serves only the first
 * of several, bytes count once. */
static double limit_of_l2(const struct gb_run *run, const struct gb_device *device)
{
	const double all = limit_l2_read(device);

	return l1_caches(run) ? all : all * PATTERN_WARP * LOAD_BYTES / fetched(run, PATTERN_SECTOR);
}

/* For a single element per thread, memory delivers all bytes of a fetch, and most are unused. */
static double limit_of_memory(const struct gb_run *run, const struct gb_device *device)
{
	const bool lone = l1_stride(run) > 1 && l1_is_naive(run);
	const double used = PATTERN_WARP * LOAD_BYTES;

	return gb_memory_rate(device) * (lone ? used / fetched(run, limit_fetch_bytes(device)) : 1);
}

/* From L1, each line that a request touches takes a clock. */
double l1_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double l1 = device->rates.l1_bytes * device->sm_count * sm_hz;

	if (l1_reuses(run))
		return l1_caches(run) ? l1 : limit_l2_read(device);
	const double by_line = l1 * PATTERN_WARP * LOAD_BYTES / fetched(run, PATTERN_LINE);
	const double l2 = limit_of_l2(run, device);
	if (l1_in_l2(run))
		return limit_lesser(by_line, l2);
	/* An unknown rate of L2 does not matter: the bus is slower except at the widest strides. */
	const double memory = limit_lesser(by_line, limit_of_memory(run, device));
	return isnan(l2) ? memory : fmin(memory, l2);
}

/* Above this part of L2, the sets of all SMs no longer stay in it. `cache` has the full rate up to 0.85 of L2 on an
 * H200 (less than 0.93) and 0.94 on an H100. */
#define L2_HELD 0.9

const char *l1_remark(const struct gb_run *run)
{
	const double sets = l1_reuses(run) ? (double)gb_value(run, set) * gb_device(run)->sm_count : 0;

	if (sets > L2_HELD * (double)gb_device(run)->l2_bytes)
		return "the sets together are larger than L2";
	if (l1_reuses(run))
		return l1_caches(run) && (double)gb_value(run, set) > l1_left(run) ? "the set is larger than L1" : NULL;
	if (l1_is_naive(run))
		return "one element of 4 bytes per thread leaves too few bytes in flight";
	return !l1_caches(run) && l1_stride(run) > 1 && isnan(limit_l2_read(gb_device(run)))
		       ? "L2 sends a sector again for each element in it, and the rate of L2 is unknown for this GPU"
		       : NULL;
}

size_t l1_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);
	const double hit = hits(run), clocks = result->sm_hz * device->sm_count;
	size_t n = 0;

	if (clocks > 0)
		out[n++] = (struct gb_metric){ "bytes_per_clock_sm", "B/clk", GB_TIMES, 1 / clocks,
					       l1_limit(run, device, result->sm_hz) / clocks };
	if (!isnan(hit))
		out[n++] = pattern_exact("hit_rate", hit);
	if (l1_reuses(run))
		return n;
	out[n++] = pattern_exact("sectors_per_request", touched(run, PATTERN_SECTOR));
	out[n++] = pattern_exact("lines_per_request", touched(run, PATTERN_LINE));
	return n;
}
