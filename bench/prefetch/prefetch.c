/* prefetch: tiles that are loaded some steps before they are needed, through registers, shared memory or cp.async. */
#include "../common/bits.h"
#include "../common/findings.h"
#include "../common/input_host.h"
#include "../common/kernel.h"
#include "../common/limits.h"
#include "../common/residency.h"
#include "gpubench.h"
#include "prefetch.h"

enum { WAY_REGISTER, WAY_SHARED, WAY_CP_ASYNC };
enum { LEVEL_DRAM, LEVEL_L2 };

enum { WARP = 32, WARPS_PER_BLOCK = PREFETCH_BLOCK / WARP };

struct state {
	uint64_t arena_bytes;
	gb_ptr arena, out, report;
	struct gb_kernel fill, check;
	struct gb_kernel kernel;
	struct gb_shape shape;
	struct prefetch_args args;
};

/* The input is read from start to end and then again from the start, so that no bytes are read again while they may be
 * in L2. */
static const struct input_size arena_size = {
	.arrays = 1, .most = UINT64_C(4) << 30, .step = PREFETCH_TILE, .share = 0.8, .l2s = 4
};

_Static_assert(PREFETCH_TILE == PREFETCH_BLOCK * PREFETCH_VECTOR, "work of each thread");

static const char *const ways[] = {
	[WAY_REGISTER] = "register", [WAY_SHARED] = "shared", [WAY_CP_ASYNC] = "cp_async", NULL
};
static const char *const levels[] = { [LEVEL_DRAM] = "dram", [LEVEL_L2] = "l2", NULL };

struct point {
	int way, level, distance;
	uint32_t warps, fmas;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(way),
	  .help = "buffer of a tile: registers of the thread that uses it; registers, then shared memory for another "
		  "thread; or shared memory, filled by cp.async",
	  .names = ways },
	{ GB_AXIS(level), .help = "source of the tiles", .names = levels },
	{ GB_AXIS(distance), .unit = "tiles",
	  .help = "distance between the tile in use and the tile that is requested; 0: each tile is requested "
		  "when it is needed",
	  .values = "0,1,2,4,8", .quick = "0,4" },
	{ GB_AXIS(warps), .unit = "warps", .help = "warps resident on an SM, in blocks of 4",
	  .values = "4,8,16,32,48,64", .full = "4,16,32", .quick = "4" },
	{ GB_AXIS(fmas), .help = "multiply-adds per thread for its 16 bytes of each tile", .values = "16,128,256",
	  .full = "16,128", .quick = "16" },
	{ .name = NULL },
};

/* ---- a point ----------------------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (double)state_of(run)->shape.grid * state_of(run)->args.steps *
					  PREFETCH_TILE };
}

static double flop_per_byte(const struct gb_run *run)
{
	return 2.0 * (double)gb_value(run, fmas) / PREFETCH_VECTOR;
}

static double flop_limit(const struct gb_device *device, double sm_hz)
{
	return device->rates.fp32 * device->sm_count * sm_hz;
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double memory = gb_value(run, level) == LEVEL_L2 ? limit_l2_read(device) : gb_memory_rate(device);

	return limit_lesser(memory, flop_limit(device, sm_hz) / flop_per_byte(run));
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	/* Bytes that the blocks of an SM have requested when they wait for the oldest tile. */
	const double tiles = (double)gb_value(run, warps) / WARPS_PER_BLOCK * (1 + (double)gb_value(run, distance));

	out[0] = (struct gb_metric){ "bytes_in_flight", "B", GB_EXACT, tiles * PREFETCH_TILE, 0 };
	out[1] = (struct gb_metric){ "registers", "1", GB_EXACT, state_of(run)->kernel.registers, 0 };
	out[2] = (struct gb_metric){ "tiles_bytes", "B", GB_EXACT, state_of(run)->kernel.shared_bytes, 0 };
	out[3] = (struct gb_metric){ "arithmetic", "FLOP/s", GB_TIMES, flop_per_byte(run),
				     flop_limit(result->device, result->sm_hz) };
	return 4;
}

static const char *remark(const struct gb_run *run)
{
	return gb_value(run, distance) == 0 ? "each warp waits for its tile before it computes"
					    : "the warps have too few tiles in flight to cover the latency";
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);

	GB_TRY(input_array_choose(run, &arena_size, &s->arena_bytes));
	GB_TRY(gb_alloc(run, s->arena_bytes, &s->arena));
	GB_TRY(gb_alloc(run, (uint64_t)device->sm_count * (uint64_t)device->threads_per_sm * sizeof(float), &s->out));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "prefetch_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "prefetch_check", &s->check));
	return input_fill(run, &s->fill, s->arena, s->arena_bytes);
}

/* Tiles per block and launch: a few tenths of a millisecond, most of them with all blocks active. */
enum { STEPS = 4 * PREFETCH_STEPS };
/* The set for L2 takes 1 / SETS_IN_L2 of it, so that all of it stays there. */
enum { SETS_IN_L2 = 4 };

/* Limits an SM to exactly this many blocks by their shared memory, which includes the kernel's tiles. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const uint32_t warps = gb_value(run, warps), blocks = warps / WARPS_PER_BLOCK;
	uint32_t resident;

	if (warps * WARP > (uint32_t)device->threads_per_sm)
		return gb_skip(run, "an SM holds %d warps", device->threads_per_sm / WARP);
	const uint32_t shared = residency_shared(device, blocks);
	if (shared < s->kernel.shared_bytes)
		return gb_skip(run, "%u blocks with %u bytes of tiles each do not fit into the shared memory of an SM",
			       blocks, s->kernel.shared_bytes);
	s->shape = (struct gb_shape){ .grid = blocks * (uint32_t)device->sm_count,
				      .block = PREFETCH_BLOCK,
				      .shared_bytes = shared - s->kernel.shared_bytes };
	GB_TRY(gb_carveout(run, &s->kernel, 100));
	GB_TRY(gb_occupancy(run, &s->kernel, PREFETCH_BLOCK, s->shape.shared_bytes, &resident));
	if (resident != blocks)
		return gb_skip(run, "an SM holds %u blocks of 4 warps, not %u", resident, blocks);
	return GB_OK;
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t way = gb_value(run, way);
	const uint64_t set = gb_value(run, level) == LEVEL_L2 ? gb_device(run)->l2_bytes / SETS_IN_L2 : s->arena_bytes;
	const uint32_t some = (uint32_t)(gb_work(run) * STEPS) / PREFETCH_STEPS * PREFETCH_STEPS;

	if (way == WAY_CP_ASYNC && gb_device(run)->cc_major < 8)
		return gb_skip(run, "cp.async needs compute capability 8.0");
	GB_TRY(kernel_find(run, &s->kernel, "prefetch_%s_%d", ways[way], gb_value(run, distance)));
	GB_TRY(choose_shape(run));
	s->args = (struct prefetch_args){
		.at = gb_address(s->arena),
		.tiles = (uint32_t)(set / PREFETCH_TILE),
		.steps = some > 0 ? some : PREFETCH_STEPS,
		.rounds = gb_value(run, fmas) / PREFETCH_BODY,
		.factor = PREFETCH_FACTOR,
		.never = -1,
		.out = gb_address(s->out),
	};
	if (s->args.tiles < s->shape.grid)
		return gb_skip(run, "the set of %u tiles is too small for %u blocks", s->args.tiles, s->shape.grid);
	return GB_OK;
}

static int launch(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t next = s->args.first + (uint64_t)s->shape.grid * s->args.steps;

	s->args.first = (uint32_t)(next % s->args.tiles);
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* Blocks whose threads the host computes itself: the first, the last, and one in between. */
enum { HOST_BLOCKS = 3 };

static uint32_t shift_of(const struct gb_run *run)
{
	return gb_value(run, way) == WAY_REGISTER ? 0 : PREFETCH_SHIFT;
}

/* The result of the chains, computed with the host's fused multiply-add. */
static float end_of(const struct prefetch_args *args, uint32_t grid, uint32_t block, uint32_t part)
{
	uint64_t tile = ((uint64_t)args->first + block) % args->tiles;
	float x[4] = { 0 };

	for (uint32_t step = 0; step < args->steps; step++, tile = (tile + grid) % args->tiles)
		for (uint32_t c = 0; c < 4; c++) {
			const float word = bits_float(input_float((tile * PREFETCH_BLOCK + part) * 4 + c));
			for (uint32_t i = 0; i < args->rounds * PREFETCH_BODY / 4; i++)
				x[c] = fmaf(x[c], args->factor, word);
		}
	return x[0] + x[1] + (x[2] + x[3]);
}

static int check_some(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint32_t grid = s->shape.grid, blocks[HOST_BLOCKS] = { 0, grid / 2, grid - 1 };

	for (uint32_t b = 0; b < HOST_BLOCKS; b++) {
		const uint32_t thread = 37 * b % PREFETCH_BLOCK, at = blocks[b] * PREFETCH_BLOCK + thread;
		const float expected = end_of(&s->args, grid, blocks[b], (thread + shift_of(run)) % PREFETCH_BLOCK);
		float found;
		GB_TRY(gb_copy_out(run, &found, s->out + at * sizeof found, sizeof found));
		if (!(found == expected))
			return gb_fail(run, "thread %u of block %u ended with %.9g, expected %.9g", thread, blocks[b],
				       (double)found, (double)expected);
	}
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t threads = (uint64_t)s->shape.grid * PREFETCH_BLOCK;

	GB_TRY(gb_fill_output(run, s->out, 0xff, threads * sizeof(float)));
	GB_TRY(launch_recorded(run, launch, &s->args.record, 1));
	GB_TRY(gb_report_clear(run, s->report));
	const struct prefetch_check_args check = { s->args, s->shape.grid, shift_of(run), gb_address(s->report) };
	GB_TRY(gb_launch(run, &s->check, (struct gb_shape){ .grid = s->shape.grid, .block = PREFETCH_BLOCK }, &check));
	GB_TRY(gb_report_judge(run, s->report, threads, "threads"));
	GB_TRY(input_check(run, s->arena, s->arena_bytes, input_float));
	return check_some(run);
}

/* ---- conclude ---------------------------------------------------------------------------------------------------- */

static int is_alike(const struct gb_row *a, const struct gb_row *b)
{
	return gb_row_value(a, way) == gb_row_value(b, way) && gb_row_value(a, level) == gb_row_value(b, level) &&
	       gb_row_value(a, warps) == gb_row_value(b, warps) && gb_row_value(a, fmas) == gb_row_value(b, fmas) &&
	       strcmp(b->metric, "bandwidth") == 0;
}

/* The ratio of `row` to `none`, the same point with distance 0. */
static void gain(struct gb_finding *out, const char *metric, const struct gb_row *row, const struct gb_row *none)
{
	*out = ratio_of(metric, row, none);
	snprintf(out->point, sizeof out->point, "way=%s,level=%s,warps=%d,fmas=%d", ways[gb_row_value(row, way)],
		 levels[gb_row_value(row, level)], (int)gb_row_value(row, warps), (int)gb_row_value(row, fmas));
	snprintf(out->remark, sizeof out->remark, "a distance of %d tiles, relative to none",
		 gb_row_value(row, distance));
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	size_t found = 0;

	for (size_t i = 0; i < count; i++) {
		const struct gb_row *best = NULL, *one = NULL;
		if (!is_alike(&rows[i], &rows[i]) || gb_row_value(&rows[i], distance) != 0)
			continue;
		for (size_t j = 0; j < count; j++) {
			if (!is_alike(&rows[i], &rows[j]) || gb_row_value(&rows[j], distance) == 0)
				continue;
			if (best == NULL || rows[j].value > best->value)
				best = &rows[j];
			if (gb_row_value(&rows[j], distance) == 1)
				one = &rows[j];
		}
		if (best != NULL && found < GB_FINDINGS_MAX)
			gain(&out[found++], "gain", best, &rows[i]);
		if (one != NULL && found < GB_FINDINGS_MAX)
			gain(&out[found++], "gain_of_one", one, &rows[i]);
	}
	return found;
}

GB_BENCH(prefetch) = {
	GB_IDENTITY(prefetch),
	.summary = "prefetching of tiles through registers, shared memory and cp.async",
	.method = "Blocks of 4 warps, all resident at once, process tiles of 2 KiB. Each thread loads 16 bytes of "
		  "a tile, bypassing L1, and computes with 16 bytes, by four chains x <- x / 2 + word with `fmas` "
		  "multiply-adds in all. The load of a tile is issued `distance` tiles before its use; at 0 the "
		  "block loads, waits and computes. register: a thread uses what it loaded. shared: it writes the "
		  "data to shared memory, and after a barrier uses what another warp loaded, as in a tiled matrix "
		  "product. cp_async: the copy goes directly to shared memory (from 8.0 on), into a ring of "
		  "distance + 2 tiles. dram: each launch continues where the previous one stopped, in up to 4 "
		  "GiB. l2: the same quarter of L2 repeatedly. Requested shared memory limits the warps of an "
		  "SM.\n"
		  "Value: each tile counts once. Findings: gain, the best distance against 0, and gain_of_one, a "
		  "distance of 1 against 0. There is no gain where other warps hide the latency.\n"
		  "Verified: the end value of each thread, recomputed from the expected words; some of them again "
		  "on the host.\n"
		  "Limit: the lesser of the memory bus (for l2: the slices of L2) and the multiply-adds.\n"
		  "Source: D. Kirk, W. Hwu, Programming Massively Parallel Processors, chapter on performance "
		  "(prefetching through registers and shared memory); CUDA C++ Programming Guide (asynchronous "
		  "copies).",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_prefetch,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.metrics = metrics,
	.remark = remark,
	.conclude = conclude,
};
