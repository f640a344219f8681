/* The points of `stride`: the places of their elements, what requests touch, the cost and the limits. */
#include "../common/limits.h"
#include "state.h"

/* ---- the point --------------------------------------------------------------------------------------------------- */

bool stride_reaches(const struct gb_run *run)
{
	return gb_value(run, "op") == STRIDE_REACH;
}

int stride_op(const struct gb_run *run)
{
	return stride_reaches(run) ? STRIDE_READ : (int)gb_value(run, "op");
}

uint64_t stride_bytes(const struct gb_run *run)
{
	return stride_reaches(run) ? 4 : (uint64_t)gb_value(run, "bytes");
}

/* ---- the places of its elements ---------------------------------------------------------------------------------- */

/* From there on the number of elements is constant, but they are spread further (stride.c). */
#define PITCH_LEAST 256
/* Distance between the columns of a point that passes over its rows more than once: no line is touched twice. */
#define HOP_BYTES 128
/* `reach`: a row per page of 2 MiB, and more elements than fit into an L2. */
#define REACH_PITCH    (UINT64_C(2) << 20)
#define REACH_ELEMENTS (UINT64_C(1) << 23)

/* The number of elements is a multiple of what a block of any kernel handles. */
enum { UNROLL_MOST = 8, STEP = UNROLL_MOST * STRIDE_BLOCK };

/* The largest power of two that does not exceed `n`, which is not 0. */
static uint64_t power_below(uint64_t n)
{
	uint64_t power = 1;

	while (power <= n / 2)
		power *= 2;
	return power;
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static struct layout layout_of_reach(const struct gb_run *run)
{
	struct layout at = { .pitch = REACH_PITCH, .hop = HOP_BYTES };

	at.rows = (uint64_t)gb_value(run, "span") / REACH_PITCH;
	at.elements = least(REACH_ELEMENTS, at.rows * (REACH_PITCH / HOP_BYTES));
	return at;
}

struct layout stride_layout(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct layout at = { .hop = HOP_BYTES };

	if (stride_reaches(run))
		return layout_of_reach(run);
	at.pitch = (uint64_t)gb_value(run, "stride") * stride_bytes(run);
	at.elements = s->near.bytes / least(at.pitch, PITCH_LEAST) / STEP * STEP;
	at.rows = at.elements;
	if (at.rows * at.pitch > s->far.bytes)
		at.rows = power_below(s->far.bytes / at.pitch);
	return at;
}

struct arrays *stride_arrays(const struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct layout at = stride_layout(run);

	return stride_reaches(run) || at.rows * at.pitch > s->near.bytes ? &s->far : &s->near;
}

gb_ptr stride_output(const struct gb_run *run)
{
	const struct arrays *at = stride_arrays(run);

	return at->in + at->bytes;
}

/* ---- its cost, and its limit ------------------------------------------------------------------------------------- */

struct gb_cost stride_cost(const struct gb_run *run)
{
	const double each = stride_op(run) == STRIDE_COPY ? 2 : 1;

	return (struct gb_cost){ .bytes = each * (double)stride_bytes(run) * (double)stride_layout(run).elements };
}

static double sector_efficiency(const struct gb_run *run)
{
	return (double)(PATTERN_WARP * stride_bytes(run)) /
	       (PATTERN_SECTOR * pattern_touched(0, stride_layout(run).pitch, PATTERN_SECTOR));
}

/* Bytes of memory that a warp's request costs on a card whose L2 fetches granules and writes back sectors of 32
 * bytes. It must first fetch sectors that a store covers only partly, since the memory's error correction covers
 * complete sectors. */
static double memory_bytes(const struct gb_run *run)
{
	const int op = stride_op(run);
	const uint64_t pitch = stride_layout(run).pitch;
	const unsigned int granule = limit_fetch_bytes(gb_device(run));
	const double read = granule * pattern_touched(0, pitch, granule);
	const double written = PATTERN_SECTOR * pattern_touched(0, pitch, PATTERN_SECTOR);
	const double filled = pitch > stride_bytes(run) ? written : 0;

	return (op != STRIDE_WRITE ? read : 0) + (op != STRIDE_READ ? written + filled : 0);
}

static double launch_memory_bytes(const struct gb_run *run)
{
	return memory_bytes(run) * (double)stride_layout(run).elements / PATTERN_WARP;
}

/* The bus moves the bytes requested from memory, of which the useful bytes are a part. */
double stride_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	(void)sm_hz;
	return gb_memory_rate(device) * stride_cost(run).bytes / launch_memory_bytes(run);
}

const char *stride_remark(const struct gb_run *run)
{
	const unsigned int granule = limit_fetch_bytes(gb_device(run));

	return stride_layout(run).pitch > granule
		       ? "neighbours share no fetched bytes: each element is in a different place of memory"
		       : NULL;
}

size_t stride_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct layout at = stride_layout(run);
	const double efficiency = sector_efficiency(run);
	const double in_memory = launch_memory_bytes(run);

	(void)result;
	out[0] = pattern_exact("sectors_per_request", pattern_touched(0, at.pitch, PATTERN_SECTOR));
	out[1] = pattern_exact("lines_per_request", pattern_touched(0, at.pitch, PATTERN_LINE));
	out[2] = pattern_exact("efficiency", efficiency);
	out[3] = (struct gb_metric){ "moved_bandwidth", "B/s", GB_TIMES, 1 / efficiency, 0 };
	out[4] = (struct gb_metric){ "memory_bytes", "B", GB_EXACT, in_memory, 0 };
	out[5] = pattern_exact("memory_efficiency", stride_cost(run).bytes / in_memory);
	out[6] = (struct gb_metric){ "span", "B", GB_EXACT, (double)(at.rows * at.pitch), 0 };
	/* Relative to the bytes moved: Nsight Compute calls these excessive. */
	out[7] = pattern_exact("excess_sectors", 1 - efficiency);
	return 8;
}
