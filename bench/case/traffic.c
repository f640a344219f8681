/* The traffic of the launches of `case` at each level, computed from addresses, and the resulting position on the
 * roofline. */
#include "state.h"

enum { WARP = 32, WARPS = CASE_BLOCK / WARP, SECTOR = 32, PASS = 128, SHUFFLES = 5 /* steps in which a warp sums */ };

/* Traffic of a launch: warps' requests for global loads, and the 32-byte sectors that they touch; sectors of stores;
 * bytes that L1 reads from L2 if it keeps everything that a block reuses; passes of the data path that L1 and shared
 * memory share. */
struct traffic {
	double requests, sectors, stored_sectors, l2_bytes, passes;
};

/* Traffic of a set. A sum by halving stores once, loads two words and stores one in each of ten rounds, and loads the
 * sum. All warps execute these instructions, even if their lanes are inactive. A sum by shuffles takes five in each
 * warp, a stored and a loaded word, and five more in one warp. */
static struct traffic average_traffic(int64_t version)
{
	const double words = (double)SET_WORDS, rows = CASE_LENGTH, loads = words / WARP;
	const bool by_warps = version >= CASE_COALESCED, alone = version == CASE_LIBRARY;
	const double of_row = version == CASE_SHUFFLED ? (WARPS + 1) * SHUFFLES + 2 * WARPS : WARPS * (1 + 10 * 3 + 1);

	return (struct traffic){
		.requests = alone ? loads : 2 * loads,
		.sectors = loads * (by_warps ? 4 : WARP) + (alone ? 0 : loads * 4),
		.stored_sectors = alone ? rows / 8 : rows,
		.l2_bytes = (alone ? 1 : 2) * words * sizeof(float),
		.passes = loads * (by_warps ? 1 : WARP) + (by_warps ? rows * (SHUFFLES + 1) + WARPS : 0) +
			  (alone ? WARPS : loads + rows * of_row + rows),
	};
}

/* One element per thread, from L1. A load touches one sector, four sectors of a row, or 32 rows. */
static struct traffic straight_traffic(double n, bool along_rows)
{
	const double steps = n * n * n / WARP; /* iterations of all warps, with two loads each */

	return (struct traffic){ .requests = 2 * steps,
				 .sectors = steps * (along_rows ? 1 + 4 : WARP + 1),
				 .stored_sectors = n * n / (along_rows ? 8 : 1),
				 .l2_bytes = 8 * n * n * n / CASE_TILE,
				 .passes = steps * (along_rows ? 1 + 1 : WARP + 1) +
					   n * n / WARP * (along_rows ? 1 : WARP) };
}

/* Tiles in shared memory. A load of A reads four neighbours for all lanes and takes two passes; a load of B reads one
 * word. */
static struct traffic tiled_traffic(double n)
{
	const double loads = 2 * n * n * n / CASE_TILE / WARP;

	return (struct traffic){ .requests = loads,
				 .sectors = 4 * loads,
				 .stored_sectors = n * n / 8,
				 .l2_bytes = 8 * n * n * n / CASE_TILE,
				 .passes = 2 * loads + n * n * n / WARP * (1 + 2 / 4.0) + n * n / WARP };
}

/* Tiles of 128 x 128, with loads of four words. The rows of a slice of A have `depth` words, and a load touches one
 * line per row. The transposing store writes single words and takes two passes if 16 rows would collide. For 8 x 8
 * elements, A takes 2 passes per four rows and B 4 per 64 columns, twice each. */
static struct traffic large_traffic(double n, double depth, bool async)
{
	const double fetches = n * n * n / CASE_BIG_TILE / 4 / WARP; /* of each matrix */
	const double lines = 4 * WARP / depth + 4;
	const double turned = depth / 8 * 4;

	return (struct traffic){ .requests = 2 * fetches,
				 .sectors = 2 * 16 * fetches,
				 .stored_sectors = n * n / 8,
				 .l2_bytes = 8 * n * n * n / CASE_BIG_TILE,
				 .passes = fetches * (lines + 4 + (async ? 4 : turned)) +
					   n * n * n / 64 / WARP * (2 * 2 + 2 * 4) + n * n / 4 / WARP * 8 };
}

static struct traffic product_traffic(const struct gb_run *run)
{
	const double n = (double)case_order(run);
	const int64_t step = case_step(run);

	if (step <= CASE_ALONG_ROWS)
		return straight_traffic(n, step == CASE_ALONG_ROWS);
	return step == CASE_TILED ? tiled_traffic(n) : large_traffic(n, (double)case_depth(run), step == CASE_CP_ASYNC);
}

static size_t own_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric *out)
{
	const bool average = case_is_average(run);
	const struct traffic t = average ? average_traffic(case_step(run)) : product_traffic(run);
	const struct gb_device *device = result->device;
	const double times = average ? (double)case_sets(run) : 1, ops = case_cost(run).ops / times;
	const double l1_bytes = PASS * t.passes;
	size_t count = 0;

	out[count++] = (struct gb_metric){ "sectors_per_request", "1", GB_EXACT, t.sectors / t.requests, 0 };
	out[count++] =
		(struct gb_metric){ "sector_bytes", "B", GB_EXACT, times * SECTOR * (t.sectors + t.stored_sectors), 0 };
	out[count++] = (struct gb_metric){ "l2_read_bytes", "B", GB_EXACT, times * t.l2_bytes, 0 };
	out[count++] = (struct gb_metric){ "l1_passes", "1", GB_EXACT, times * t.passes, 0 };
	out[count++] = (struct gb_metric){ "intensity_l2", "FLOP/B", GB_EXACT, ops / t.l2_bytes, 0 };
	out[count++] = (struct gb_metric){ "intensity_l1", "FLOP/B", GB_EXACT, ops / l1_bytes, 0 };
	out[count++] = (struct gb_metric){ "l1_bandwidth", "B/s", GB_TIMES, l1_bytes / ops,
					   device->rates.l1_bytes * device->sm_count * result->sm_hz };
	if (!average && case_step(run) <= CASE_ALONG_ROWS)
		out[count++] =
			(struct gb_metric){ "intensity_asked", "FLOP/B", GB_EXACT, 2.0 / (2 * sizeof(float)), 0 };
	return count;
}

size_t case_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_cost cost = case_cost(run);
	const double whole = case_is_average(run) ? cost.ops / (double)case_sets(run) * MOST_SETS : cost.ops;
	size_t count = 0;

	out[count++] = (struct gb_metric){ "time", "s", GB_OVER, whole,
					   whole / case_limit(run, result->device, result->sm_hz) };
	out[count++] = (struct gb_metric){ "intensity", "FLOP/B", GB_EXACT, cost.ops / cost.bytes, 0 };
	out[count++] = (struct gb_metric){ "memory_bandwidth", "B/s", GB_TIMES, cost.bytes / cost.ops,
					   gb_memory_rate(result->device) };
	/* The library's kernels cannot be counted. */
	if (!case_is_library(run) || case_is_average(run))
		count += own_metrics(run, result, out + count);
	return count;
}
