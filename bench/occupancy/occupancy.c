/* occupancy: how warps, and independent operations within a warp, hide latency; what limits the number of warps; and
 * the tail effect of a grid. */

#include "../common/input_host.h"
#include "state.h"

/* The input is read from start to end and then again from the start, so that no bytes are read again while they may be
 * in L2. */
static const struct input_size arena_size = {
	.arrays = 1, .most = UINT64_C(4) << 30, .step = UINT64_C(1) << 20, .share = 0.8, .l2s = 4
};

const char *const occupancy_ops[] = {
	[OP_READ] = "read",
	[OP_FMA] = "fma",
	[OP_LATENCY] = "latency",
	[OP_SHARED_STEP] = "shared_step",
	[OP_REGISTER_STEP] = "register_step",
	[OP_GRID] = "grid",
	[OP_BLOCK] = "block",
	NULL,
};

static const char *const bys[] = {
	[BY_SHARED] = "shared", [BY_REGISTERS] = "registers", [BY_THREADS] = "threads", [BY_SLOTS] = "slots", NULL,
};

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "DRAM reads, or FMAs, by number of warps; latency of one read; one byte of shared memory or one "
		  "register too many; FMAs by blocks of the grid, and by threads of a block",
	  .names = occupancy_ops },
	{ GB_AXIS(by),
	  .help = "resource that limits the resident warps: shared memory, registers, threads per SM, or blocks "
		  "per SM (of one warp)",
	  .names = bys, .quick = "shared,registers", .when = "op=read,fma" },
	{ GB_AXIS(warps), .help = "resident warps per SM", .values = "1:64", .full = "1,2,4,8,12,16,24,32,48,64",
	  .quick = "4,64", .when = "by=shared" },
	{ GB_AXIS(registers),
	  .help = "maximum registers per thread, with which 5, 4, 3, 2 and 1 blocks of 256 threads fit",
	  .values = "48,64,80,128,255", .quick = "64", .when = "by=registers" },
	{ GB_AXIS(ilp), .help = "independent operations per thread: loads of 16 bytes, or FMAs", .values = "1:8:pow2",
	  .quick = "1,4", .when = "op=read,fma" },
	{ GB_AXIS(fit), .help = "blocks of 256 threads that just fit into the shared memory of an SM", .values = "2:8",
	  .quick = "4", .when = "op=shared_step" },
	{ GB_AXIS(over), .unit = "B", .help = "additional bytes of shared memory of each block", .values = "0,1",
	  .when = "op=shared_step" },
	{ GB_AXIS(ballast), .unit = "words", .help = "words that a thread keeps in registers during the loop",
	  .values = "44:56", .full = "50:55", .quick = "52,53", .when = "op=register_step" },
	{ GB_AXIS(blocks), .help = "blocks of the grid per SM, of which 8 are resident", .values = "1:200",
	  .full = "1:10,15,16,17,24,25,32,33,64,65,100,128,160,193,200", .quick = "1,8,9", .when = "op=grid" },
	{ GB_AXIS(threads), .unit = "threads",
	  .help = "threads of a block; if they are not a multiple of 32, some lanes of the last warp have no thread",
	  .values = "1:256", .full = "1,16,31,32,33,48,64,65,80,96,97,128,129,192,193,256", .quick = "32,33",
	  .when = "op=block" },
	{ .name = NULL },
};

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int fill_arena(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct occupancy_data_args args = { .at = gb_address(s->arena), .words = s->arena_bytes / 4 };

	return gb_launch(run, &s->fill, input_shape(run), &args);
}

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const int of_grid = GRID_MOST * GRID_BLOCK;
	const uint64_t threads = (uint64_t)(of_grid > device->threads_per_sm ? of_grid : device->threads_per_sm);

	GB_TRY(input_array_choose(run, &arena_size, &s->arena_bytes));
	GB_TRY(gb_alloc(run, s->arena_bytes, &s->arena));
	GB_TRY(gb_alloc(run, (uint64_t)device->sm_count * threads * sizeof(float), &s->out));
	GB_TRY(gb_alloc(run, sizeof(uint32_t[2 * OCCUPANCY_BALLAST]), &s->ballast));
	GB_TRY(gb_alloc(run, sizeof(uint32_t[2 * OCCUPANCY_SMS]), &s->resident));
	return gb_alloc(run, REPORT_WORDS * sizeof(uint64_t), &s->report);
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(allocate(run));
	GB_TRY(gb_fill(run, s->ballast, 0x5a, sizeof(uint32_t[2 * OCCUPANCY_BALLAST])));
	GB_TRY(gb_find_kernel(run, "occupancy_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "occupancy_sum", &s->sum));
	return fill_arena(run);
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

int occupancy_launch(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (occupancy_reads(run)) {
		const uint64_t bytes = occupancy_bytes_read(run);
		s->start = s->start + 2 * bytes <= s->arena_bytes ? s->start + bytes : 0;
		s->args.from = gb_address(s->arena + s->start);
	}
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double threads = (double)s->shape.grid * s->shape.block;

	if (occupancy_reads(run))
		return (struct gb_cost){ .bytes = (double)occupancy_bytes_read(run) };
	return (struct gb_cost){ .ops = 2.0 * OCCUPANCY_BODY * threads * s->args.trips };
}

static enum gb_quantity measures(const struct gb_run *run)
{
	if (gb_value(run, op) == OP_LATENCY)
		return GB_SECONDS;
	return occupancy_reads(run) ? GB_BANDWIDTH : GB_FLOPS;
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	if (gb_value(run, op) == OP_LATENCY)
		return NAN;
	return occupancy_reads(run) ? gb_memory_rate(device) : device->rates.fp32 * device->sm_count * sm_hz;
}

GB_BENCH(occupancy) = {
	GB_IDENTITY(occupancy),
	.summary = "DRAM reads and FMAs by warps and independent operations; limits of warps; the tail of a grid",
	.method = "read streams through DRAM, and fma runs chains of x <- a x + a. The resident warps of an SM are "
		  "limited by shared memory, by registers that hold words during the loop (the loop itself is the "
		  "same), or by the limits of an SM on threads and blocks. Each thread has `ilp` independent 16-byte "
		  "loads or FMAs, and waits for them before the next. One wave of blocks does all work.\n"
		  "Values: each byte read counts once; an FMA is two FLOP. Bytes in flight are warps x 32 x ilp x 16. "
		  "latency: one warp on each SM reads 512 bytes at once, and each address waits for the previous load. "
		  "Bytes and warps for 50, 90 and 99 % of the best rate found are interpolated between neighbouring "
		  "points, with Little's law (rate x latency) next to them. shared_step and register_step: one byte or "
		  "one word more, with 120 blocks of 256 threads per SM. grid: blocks of 64 threads of dependent FMAs, "
		  "8 resident on an SM, so the rate follows the number of full waves. block: the same FMAs in blocks "
		  "of `threads`, as many as fit. A partly filled warp takes the slots, registers and issue cycles of a "
		  "full one; active_lanes is the filled share, and rate_of_whole_warps the rate divided by it.\n"
		  "Verified: the number of blocks that fit is computed by the rules of the CUDA Occupancy Calculator, "
		  "queried from the driver, and counted: in the verified launch blocks wait for each other on their "
		  "SM. Every sum of words read is compared with the same sum recomputed, every FMA result bit by bit "
		  "with the host.\n"
		  "Source: V. Volkov, Better Performance at Lower Occupancy, GTC 2010 (Little's law in CUDA); CUDA C++ "
		  "Best Practices Guide (occupancy, its limits and its cliff).",
	.subject = GB_SUBJECT_LAUNCHES,
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_occupancy,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = occupancy_prepare,
	.launch = occupancy_launch,
	.verify = occupancy_verify,
	.cost = cost,
	.limit = limit,
	.measures = measures,
	.metrics = occupancy_metrics,
	.conclude = occupancy_conclude,
	.remark = occupancy_remark,
};
