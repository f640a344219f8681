/* stencil: a real kernel that spills: the 3D wave equation in finite differences of 8th order. */
#include <stdlib.h>

#include "../common/kernel.h"
#include "../common/input_host.h"
#include "../common/findings.h"
#include "../common/limits.h"
#include "gpubench.h"
#include "stencil.h"

/* The size of the grid. Planes have as many rows as memory allows, up to GRID_Y, so that each SM has many blocks. */
enum { GRID_X = 2048, GRID_Y = 2048, GRID_Z = 64, GRID_Z_LEAST = 4, ARRAYS = 3 };
#define MEMORY_SHARE 0.8 /* of free memory, at most */
enum { GRID_L2S = 4 };   /* all arrays together are at least this many times L2 */
enum { WARP = 32, HOST_CHECKS = 64 };
/* Shared memory per block: a tile of a plane, and what the system reserves from compute capability 8.0 on. */
enum { SHARED_BYTES = 4 * (STENCIL_X + 2 * STENCIL_RADIUS) * (STENCIL_Y + 2 * STENCIL_RADIUS) + 1024 };

enum { L1_SMALL, L1_LARGE };
static const char *const l1s[] = { [L1_SMALL] = "small", [L1_LARGE] = "large", NULL };

struct point {
	int l1;
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(l1),
	  .help = "size of L1: the minimum, or all of the memory shared with it that the resident blocks "
		  "do not need",
	  .names = l1s, .quick = "large" },
	{ .name = NULL },
};

struct state {
	struct stencil_grid grid;
	uint64_t points; /* elements of an array, with those around the grid */
	gb_ptr array[ARRAYS], report;
	struct gb_kernel fill, check, kernel;
	struct gb_shape shape;
	struct stencil_args args;
	uint32_t blocks; /* resident blocks per SM */
};

/* ---- setup ------------------------------------------------------------------------------------------------------- */

/* A block processes all planes, so less work means fewer planes. */
static struct stencil_grid grid_of(const struct gb_run *run, uint32_t y)
{
	const uint32_t z = (uint32_t)(GRID_Z * gb_work(run));
	struct stencil_grid grid = {
		.x = GRID_X, .y = y, .z = z > GRID_Z_LEAST ? z : GRID_Z_LEAST, .pitch = GRID_X + 2 * STENCIL_MARGIN
	};

	grid.plane = (unsigned long long)grid.pitch * (y + 2 * STENCIL_RADIUS);
	grid.first = STENCIL_RADIUS * grid.plane + STENCIL_RADIUS * (unsigned long long)grid.pitch + STENCIL_MARGIN;
	return grid;
}

static uint64_t points_of(const struct stencil_grid *grid)
{
	return grid->plane * (grid->z + 2 * STENCIL_RADIUS);
}

static int choose_grid(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t least = (uint64_t)(gb_work(run) * (double)(GRID_L2S * gb_device(run)->l2_bytes));
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	uint32_t y = GRID_Y;
	do {
		s->grid = grid_of(run, y);
		s->points = points_of(&s->grid);
		y -= STENCIL_Y;
	} while (y > 0 && ARRAYS * 4.0 * (double)s->points > MEMORY_SHARE * (double)available);
	if (ARRAYS * 4.0 * (double)s->points > MEMORY_SHARE * (double)available ||
	    UINT64_C(4) * ARRAYS * s->points < least)
		return gb_skip(run, "%.0f MB of device memory are free: no grid of %d times L2 (%.0f MB) fits",
			       1e-6 * (double)available, GRID_L2S, 1e-6 * (double)least);
	return GB_OK;
}

static int fill_grid(struct gb_run *run, enum stencil_array array)
{
	const struct state *s = gb_state(run);
	const struct stencil_fill_args args = { gb_address(s->array[array]), s->points, (int)array };

	return gb_launch(run, &s->fill, input_shape(run), &args);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_grid(run));
	for (int i = 0; i < ARRAYS; i++)
		GB_TRY(gb_alloc(run, 4 * s->points, &s->array[i]));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_find_kernel(run, "stencil_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "stencil_check", &s->check));
	for (int i = 0; i < ARRAYS; i++)
		GB_TRY(fill_grid(run, (enum stencil_array)i));
	return GB_OK;
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

/* Shared memory that the resident blocks need, in percent of the total; L1 gets the rest. */
static int share_needed(const struct gb_run *run)
{
	return (int)ceil(
		fmin(100, 100.0 * state_of(run)->blocks * SHARED_BYTES / (double)gb_device(run)->shared_per_sm));
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	s->shape = (struct gb_shape){ .grid = s->grid.x / STENCIL_X * (s->grid.y / STENCIL_Y), .block = STENCIL_BLOCK };
	s->args = (struct stencil_args){
		.grid = s->grid,
		.now = gb_address(s->array[STENCIL_NOW]),
		.speed = gb_address(s->array[STENCIL_SPEED]),
		.past = gb_address(s->array[STENCIL_PAST]),
	};
	GB_TRY(gb_find_kernel(run, "stencil_wave", &s->kernel));
	GB_TRY(gb_carveout(run, &s->kernel, 100));
	GB_TRY(gb_occupancy(run, &s->kernel, STENCIL_BLOCK, 0, &s->blocks));
	if (gb_value(run, l1) == L1_LARGE)
		GB_TRY(gb_carveout(run, &s->kernel, share_needed(run)));
	return GB_OK;
}

LAUNCH_KERNEL(static int launch, state)

static uint64_t points_inside(const struct state *s)
{
	return (uint64_t)s->grid.x * s->grid.y * s->grid.z;
}

/* Each point of the past is read and written, and each point of the speed is read. The present includes the points
 * around the grid. */
static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double x = s->grid.x, y = s->grid.y, z = s->grid.z;
	const double around = 2.0 * STENCIL_RADIUS * (x * y + y * z + x * z);

	return (struct gb_cost){ .bytes = 4 * (4 * (double)points_inside(s) + around) };
}

/* All warps of a block wait twice per plane, and no loads are issued ahead of these waits. */
static const char *remark(const struct gb_run *run)
{
	return state_of(run)->kernel.local_bytes > 0
		       ? "barriers at every plane leave few loads in flight, and spilled words move too"
		       : "barriers at every plane leave few loads in flight, so more warps are faster";
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static float now_at(const struct state *s, unsigned long long at, long long x, long long y, long long z)
{
	const long long offset = x + y * (long long)s->grid.pitch + z * (long long)s->grid.plane;

	return stencil_value(STENCIL_NOW, at + (unsigned long long)offset);
}

/* Computes the time step of one point from the initial contents of the arrays. */
static float reference(const struct state *s, unsigned long long at)
{
	float sum[STENCIL_RADIUS];

	for (int r = 1; r <= STENCIL_RADIUS; r++)
		sum[r - 1] = stencil_sum(now_at(s, at, 0, 0, -r), now_at(s, at, 0, 0, r), now_at(s, at, 0, -r, 0),
					 now_at(s, at, 0, r, 0), now_at(s, at, -r, 0, 0), now_at(s, at, r, 0, 0));
	return stencil_step(now_at(s, at, 0, 0, 0), stencil_value(STENCIL_PAST, at), stencil_value(STENCIL_SPEED, at),
			    sum);
}

/* Checks points on a diagonal of the grid, including both corners. */
static int check_on_host(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	for (uint32_t i = 0; i < HOST_CHECKS; i++) {
		const unsigned long long x = (s->grid.x - 1) * i / (HOST_CHECKS - 1),
					 y = (s->grid.y - 1) * i / (HOST_CHECKS - 1),
					 z = (s->grid.z - 1) * i / (HOST_CHECKS - 1);
		const unsigned long long at = s->grid.first + x + y * s->grid.pitch + z * s->grid.plane;
		const float wanted = reference(s, at);
		float found;
		GB_TRY(gb_copy_out(run, &found, s->array[STENCIL_PAST] + 4 * at, sizeof found));
		if (!(found == wanted))
			return gb_fail(run, "point %llu %llu %llu: got %.9g, expected %.9g", x, y, z, (double)found,
				       (double)wanted);
	}
	return GB_OK;
}

static int check_on_device(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct stencil_check_args args = { s->args, gb_address(s->report) };

	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, points_inside(s), "points");
}

/* A time step replaces the past by the future, so the past is restored first. */
static int verify(struct gb_run *run)
{
	static const char option[] = "-maxrregcount=";
	const char *flag = strstr(gb_variant(run)->flags, option);
	const uint32_t most = flag == NULL ? 0 : (uint32_t)strtoul(flag + sizeof option - 1, NULL, 10);

	if (most > 0 && state_of(run)->kernel.registers > most)
		return gb_fail(run, "built for %u registers, and has %u", most, state_of(run)->kernel.registers);
	GB_TRY(fill_grid(run, STENCIL_PAST));
	GB_TRY(launch(run));
	GB_TRY(check_on_host(run));
	return check_on_device(run);
}

/* ---- metrics and conclusions ------------------------------------------------------------------------------------- */

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const uint32_t resident = s->blocks * (STENCIL_BLOCK / WARP);
	const double warps = resident, bytes = cost(run).bytes;

	out[0] = (struct gb_metric){ "registers", "1", GB_EXACT, s->kernel.registers, 0 };
	out[1] = (struct gb_metric){ "local_bytes", "B", GB_EXACT, s->kernel.local_bytes, 0 };
	out[2] = (struct gb_metric){ "resident_warps", "1", GB_EXACT, warps, 0 };
	out[3] = (struct gb_metric){ "local_bytes_of_sm", "B", GB_EXACT, warps * WARP * s->kernel.local_bytes, 0 };
	out[4] = (struct gb_metric){ "time", "s", GB_OVER, bytes, 0 };
	out[5] = (struct gb_metric){ "points", "1/s", GB_TIMES, (double)points_inside(s) / bytes, 0 };
	return 6;
}

struct all {
	const struct gb_row *row;
	size_t count;
};

static const struct gb_row *find_row(const struct all *all, const char *variant, int l1, const char *metric)
{
	for (size_t i = 0; i < all->count; i++)
		if (strcmp(all->row[i].variant, variant) == 0 && gb_row_value(&all->row[i], l1) == l1 &&
		    strcmp(all->row[i].metric, metric) == 0)
			return &all->row[i];
	return NULL;
}

static double metric_of(const struct all *all, const char *variant, int l1, const char *metric)
{
	const struct gb_row *row = find_row(all, variant, l1, metric);

	return row != NULL ? row->value : (double)NAN;
}

#define MORE_REGISTERS "1.22 in the source: 44 B x 1024 threads = 45 KB were more than its 16 KB of L1"
#define LARGER_L1      "1.45 in the source: 44 B x 1024 threads = 45 KB then fit into 48 KB of L1 instead of 16"

/* A change, its metric, and the gain and reason that the source document states. */
struct change {
	const char *metric, *from, *to;
	int l1_from, l1_to;
	const char *source;
};

static size_t conclude_change(const struct all *all, const struct gb_device *device, const struct change *change,
			      const char *caching, struct gb_finding *f)
{
	char from[16], to[16];

	snprintf(from, sizeof from, "%s-%s", change->from, caching);
	snprintf(to, sizeof to, "%s-%s", change->to, caching);
	const struct gb_row *before = find_row(all, from, change->l1_from, "bandwidth");
	const struct gb_row *after = find_row(all, to, change->l1_to, "bandwidth");
	if (before == NULL || after == NULL)
		return 0;
	*f = ratio_of(change->metric, after, before);
	snprintf(f->point, sizeof f->point, "from=%s:%s,to=%s:%s", from, l1s[change->l1_from], to, l1s[change->l1_to]);
	snprintf(f->remark, sizeof f->remark,
		 "%s; here %g B x %g threads = %.0f KB, L1 and shared memory have %.0f KB, warps per SM %g -> %g",
		 change->source, metric_of(all, from, change->l1_from, "local_bytes"),
		 WARP * metric_of(all, from, change->l1_from, "resident_warps"),
		 1e-3 * metric_of(all, from, change->l1_from, "local_bytes_of_sm"), 1e-3 * (double)device->l1_bytes,
		 metric_of(all, from, change->l1_from, "resident_warps"),
		 metric_of(all, to, change->l1_to, "resident_warps"));
	return 1;
}

static size_t conclude(const struct gb_device *device, const struct gb_row *rows, size_t count,
		       struct gb_finding out[GB_FINDINGS_MAX])
{
	static const struct change changes[] = {
		{ "gain_of_more_registers", "r32", "none", L1_SMALL, L1_SMALL, MORE_REGISTERS },
		{ "gain_of_larger_l1", "r32", "r32", L1_SMALL, L1_LARGE, LARGER_L1 },
		{ "gain_of_more_registers", "r27", "none", L1_SMALL, L1_SMALL, MORE_REGISTERS },
		{ "gain_of_larger_l1", "r27", "r27", L1_SMALL, L1_LARGE, LARGER_L1 },
	};
	static const char *const cachings[] = { "cg", "ca" };
	const struct all all = { rows, count };
	size_t found = 0;

	for (size_t c = 0; c < sizeof changes / sizeof changes[0]; c++)
		for (size_t i = 0; i < sizeof cachings / sizeof cachings[0]; i++)
			found += conclude_change(&all, device, &changes[c], cachings[i], &out[found]);
	return found;
}

GB_BENCH(stencil) = {
	GB_IDENTITY(stencil),
	.summary = "a real kernel that spills: the 3D wave equation, 8th order in space",
	.method = "One time step on a grid of 2048 x 2048 x 64 points (fewer rows where memory is short). A block "
		  "of 512 threads owns a tile of 64 x 16 points and walks along z: registers hold nine points of "
		  "each of its two rows, and 6912 bytes of shared memory hold the plane. The source does not show "
		  "its kernel; this one has the same shared memory and threads, and nearly the same registers. "
		  "Builds with fewer registers allow more resident threads and at some point spill: with 27 "
		  "registers, about 44 bytes as in the source. Global loads bypass L1 (cg, as in the source) or "
		  "use it; L1 is as small as possible, or as large as the shared memory of the resident blocks "
		  "allows.\n"
		  "Value: each point of three arrays is read once, one of them with its halo, and one array is "
		  "written; spill traffic is not counted. The findings compare the gains with those published for "
		  "a Fermi GPU. Two differences: Fermi's L1 keeps local stores until they are evicted, while that "
		  "of 9.0 passes them on to L2 at once (as counters show), so a larger L1 saves only loads; and if "
		  "more registers leave fewer warps, less latency is hidden.\n"
		  "Verified: every point, bit by bit, against the same step from global memory, some of them "
		  "against the host.\n"
		  "Source: P. Micikevicius, Local Memory and Register Spilling (NVIDIA, 2011), and 3D Finite "
		  "Difference Computation on GPUs using CUDA (2009).",
	.subject = GB_SUBJECT_MEMORY,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_stencil,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit_memory_rate,
	.metrics = metrics,
	.conclude = conclude,
	.remark = remark,
};
