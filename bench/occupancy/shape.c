/* shape.c: the launches of the points of `occupancy`: the kernel, the shape that limits the warps, and the work. */

#include "../common/residency.h"
#include "state.h"

/* Limits of the work: bytes per launch, half a millisecond at 4 TB/s; loads of a thread for a small number of warps;
 * dependent loads of a chase. */
#define READ_BYTES (UINT64_C(2) << 30)
enum { READ_TRIPS = 600, CHASE = 1000 };
/* Cycles of an `fma` launch; trips of a `grid` block, each of OCCUPANCY_BODY dependent FMAs; cycles of an FMA. */
enum { FMA_CYCLES = 600000, GRID_TRIPS = 192, FMA_LATENCY = 4 };
enum { STEP_BLOCK = 256, STEP_GRID = 120 };

static const char *const bounds[] = {
	[BY_SHARED] = "its shared memory",
	[BY_REGISTERS] = "its registers",
	[BY_THREADS] = "its number of threads",
	[BY_SLOTS] = "its number of blocks",
};

bool occupancy_reads(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	return op != OP_FMA && op != OP_GRID && op != OP_BLOCK;
}

uint32_t occupancy_ilp(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	return op == OP_READ || op == OP_FMA ? gb_value(run, ilp) : 1;
}

static int choose_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);

	switch (op) {
	case OP_READ:
	case OP_FMA:
		return kernel_find(run, &s->kernel, "occupancy_%s_i%u_r%d", occupancy_ops[op], occupancy_ilp(run),
				   gb_value(run, by) == BY_REGISTERS ? gb_value(run, registers) : 0);
	case OP_SHARED_STEP:
		return gb_find_kernel(run, "occupancy_read_i1_r0", &s->kernel);
	case OP_REGISTER_STEP:
		return kernel_find(run, &s->kernel, "occupancy_step_b%d", gb_value(run, ballast));
	case OP_GRID:
	case OP_BLOCK:
		return gb_find_kernel(run, "occupancy_fma_i1_r0", &s->kernel);
	default:
		return gb_find_kernel(run, "occupancy_latency", &s->kernel);
	}
}

/* Shared memory limits the warps. Blocks have four warps, one per quarter of an SM, or fewer if the number of warps is
 * not a multiple, and each gets its share of the shared memory. */
static void shape_by_shared(const struct gb_run *run, struct gb_shape *shape)
{
	const uint32_t warps = gb_value(run, warps), each = warps % 4 == 0 ? 4 : warps % 2 == 0 ? 2 : 1;

	shape->block = each * WARP;
	shape->shared_bytes = residency_shared(gb_device(run), warps / each);
}

static void choose_block(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const int64_t op = gb_value(run, op);

	s->shape = (struct gb_shape){ .block = STEP_BLOCK };
	if (op == OP_READ || op == OP_FMA) {
		if (gb_value(run, by) == BY_SHARED)
			shape_by_shared(run, &s->shape);
		if (gb_value(run, by) == BY_SLOTS)
			s->shape.block = WARP;
	} else if (op == OP_LATENCY) {
		s->shape.block = WARP;
	} else if (op == OP_SHARED_STEP) {
		s->shape.shared_bytes = residency_shared(device, gb_value(run, fit)) + gb_value(run, over);
	} else if (op == OP_GRID) {
		s->shape.block = GRID_BLOCK;
		s->shape.shared_bytes = residency_shared(device, GRID_RESIDENT);
	} else if (op == OP_BLOCK) {
		s->shape.block = gb_value(run, threads);
	}
}

/* The number of blocks per SM that the point requests; 0: as many as fit. */
static uint32_t blocks_wanted(const struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	if (op == OP_GRID)
		return GRID_RESIDENT;
	if ((op == OP_READ || op == OP_FMA) && gb_value(run, by) == BY_SHARED)
		return gb_value(run, warps) * WARP / state_of(run)->shape.block;
	return 0;
}

/* The row is valid only if the resource that the point names limits the blocks. */
static int check_room(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const char *bound = bounds[s->room.bound];
	const uint32_t wanted = blocks_wanted(run);

	if (s->room.blocks == 0)
		return gb_skip(run, "not one block of %u threads fits on an SM: %s", s->shape.block, bound);
	if (wanted != 0 && s->room.blocks != wanted)
		return gb_skip(run, "an SM holds %u blocks of %u threads, not %u: %s", s->room.blocks, s->shape.block,
			       wanted, bound);
	if ((op == OP_READ || op == OP_FMA) && s->room.by[gb_value(run, by)] != s->room.blocks)
		return gb_skip(run, "the blocks of an SM are limited by %s", bound);
	return GB_OK;
}

uint32_t occupancy_blocks_per_sm(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_LATENCY:
		return 1;
	case OP_SHARED_STEP:
	case OP_REGISTER_STEP:
		return STEP_GRID;
	case OP_GRID:
		return gb_value(run, blocks);
	default:
		return state_of(run)->room.blocks;
	}
}

/* The number of tiles that all blocks read: whole rounds of the grid, at most half of the arena. */
static uint64_t tiles_for(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const uint64_t tile = (uint64_t)s->shape.block * occupancy_ilp(run) * VECTOR, grid = s->shape.grid;
	const uint64_t most = (READ_BYTES < s->arena_bytes / 2 ? READ_BYTES : s->arena_bytes / 2) / tile;
	const uint64_t wanted =
		op == OP_SHARED_STEP || op == OP_REGISTER_STEP ? most : grid * (op == OP_LATENCY ? CHASE : READ_TRIPS);

	return (wanted < most ? wanted : most) / grid * grid;
}

/* Trips per thread: loads of a chase, or FMAs for a few tenths of a millisecond. */
static uint32_t trips_for(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, op);
	const uint32_t warps = s->room.blocks * occupancy_warps_of(s->shape.block);
	/* Cycles per trip: either a chain waits for its latency, or warps wait for their turn. */
	const uint32_t waits = OCCUPANCY_BODY * FMA_LATENCY / occupancy_ilp(run), turns = OCCUPANCY_BODY * warps / 4;

	if (op == OP_LATENCY)
		return (uint32_t)(s->args.tiles / s->shape.grid);
	return op == OP_GRID ? GRID_TRIPS : FMA_CYCLES / (waits > turns ? waits : turns);
}

int occupancy_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(choose_kernel(run));
	choose_block(run);
	s->room = occupancy_room_for(gb_device(run), s->kernel.registers, s->shape.shared_bytes, s->shape.block);
	GB_TRY(check_room(run));
	GB_TRY(gb_carveout(run, &s->kernel, 100));
	GB_TRY(gb_occupancy(run, &s->kernel, s->shape.block, s->shape.shared_bytes, &s->driver_blocks));
	s->shape.grid = occupancy_blocks_per_sm(run) * (uint32_t)gb_device(run)->sm_count;
	s->args = (struct occupancy_args){
		.from = gb_address(s->arena),
		.sum = gb_address(s->report + REPORT_SUM * sizeof(uint64_t)),
		.out = gb_address(s->out),
		.ballast = gb_address(s->ballast),
		.resident = gb_address(s->resident),
	};
	s->start = s->met_blocks = 0;
	s->args.tiles = tiles_for(run);
	s->args.trips = trips_for(run);
	return s->args.tiles > 0 ? GB_OK : gb_skip(run, "too little memory for one tile of each block");
}

uint64_t occupancy_bytes_read(const struct gb_run *run)
{
	return state_of(run)->args.tiles * state_of(run)->shape.block * occupancy_ilp(run) * VECTOR;
}
