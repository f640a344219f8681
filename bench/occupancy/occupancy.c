/* occupancy: what warps, and independent operations of each, hide of latency; what bounds the warps; and the tail of a grid. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "conclude.h"
#include "gpubench.h"
#include "occupancy.h"
#include "room.h"

GB_VARIANTS(occupancy);

/* What is read, from one end to the other and then anew; never the same bytes twice while an L2 may hold them. */
#define ARENA_BYTES (UINT64_C(4) << 30)
#define ARENA_STEP  (UINT64_C(1) << 20)
#define ARENA_SHARE 0.8 /* of the free memory, at most */
enum { ARENA_L2S = 4 };

/* Bytes of a launch, at most: half a millisecond at 4 TB/s. Of few warps so many loads, one after the other. */
#define READ_BYTES (UINT64_C(2) << 30)
enum { READ_TRIPS = 600, CHASE = 1000 };
/* Cycles of a launch of fma; and those of a block of `grid`, in trips of OCCUPANCY_BODY dependent FMAs. */
enum { FMA_CYCLES = 600000, GRID_TRIPS = 192, FMA_LATENCY = 4 };
enum { STEP_BLOCK = 256, STEP_GRID = 120, GRID_BLOCK = 64, GRID_RESIDENT = 8, GRID_MOST = 200 };
/* Blocks of the verified launch wait so long for each other. */
enum { HOLD_NS = 20000 };
enum { WINDOW_WORDS = 4096 };

static const struct gb_axis axes[] = {
	{ .name = "op",
	  .help = "reads from DRAM or FMAs against warps; latency of one read; a byte of shared memory or a word in "
		  "registers too many; FMAs against the blocks of the grid",
	  .kind = GB_REPORTED,
	  .names = ops },
	{ .name = "by",
	  .help = "what bounds the resident warps: shared memory, registers, an SM's threads, or its blocks (of one warp)",
	  .kind = GB_REPORTED,
	  .names = bys,
	  .quick = "shared,registers",
	  .when = "op=read,fma" },
	{ .name = "warps",
	  .help = "resident warps an SM",
	  .kind = GB_REPORTED,
	  .values = "1:64",
	  .full = "1,2,4,8,12,16,24,32,48,64",
	  .quick = "4,64",
	  .when = "by=shared" },
	{ .name = "registers",
	  .help = "registers a thread, at most, of which 5, 4, 3, 2 and 1 blocks of 256 threads fit",
	  .kind = GB_REPORTED,
	  .values = "48,64,80,128,255",
	  .quick = "64",
	  .when = "by=registers" },
	{ .name = "ilp",
	  .help = "independent operations of a thread: loads of 16 bytes, or FMAs",
	  .kind = GB_REPORTED,
	  .values = "1:8:pow2",
	  .quick = "1,4",
	  .when = "op=read,fma" },
	{ .name = "fit",
	  .help = "blocks of 256 threads that just fit into the shared memory of an SM",
	  .kind = GB_REPORTED,
	  .values = "2:8",
	  .quick = "4",
	  .when = "op=shared_step" },
	{ .name = "over",
	  .unit = "B",
	  .help = "bytes of shared memory that each block takes beyond that",
	  .kind = GB_REPORTED,
	  .values = "0,1",
	  .when = "op=shared_step" },
	{ .name = "ballast",
	  .unit = "words",
	  .help = "words that a thread holds in registers all the while",
	  .kind = GB_REPORTED,
	  .values = "44:56",
	  .full = "50:55",
	  .quick = "52,53",
	  .when = "op=register_step" },
	{ .name = "blocks",
	  .help = "blocks of the grid an SM, of which 8 are resident",
	  .kind = GB_REPORTED,
	  .values = "1:200",
	  .full = "1:10,15,16,17,24,25,32,33,64,65,100,128,160,193,200",
	  .quick = "1,8,9",
	  .when = "op=grid" },
	{ .name = NULL },
};

enum { REPORT_SUM, REPORT_EXPECTED, REPORT_WORDS };

struct state {
	uint64_t arena_bytes, start;
	gb_ptr arena, out, ballast, resident, report; /* report: see REPORT_SUM and its like */
	struct gb_kernel fill, sum;
	struct gb_kernel kernel; /* of the current point */
	struct gb_shape shape;
	struct occupancy_args args;
	struct room room;
	uint32_t driver_blocks, met_blocks; /* an SM: by the driver; that were seen there at once */
};

static bool reads(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	return op != OP_FMA && op != OP_GRID;
}

static uint32_t ilp(const struct gb_run *run)
{
	const int64_t op = gb_value(run, "op");

	return op == OP_READ || op == OP_FMA ? (uint32_t)gb_value(run, "ilp") : 1;
}

/* ---- setup ------------------------------------------------------------------------------------------------------- */

static int choose_arena(struct gb_run *run, uint64_t *bytes)
{
	const uint64_t least = ARENA_L2S * gb_device(run)->l2_bytes;
	uint64_t available;
	int status = gb_memory_free(run, &available);

	if (status != GB_OK)
		return status;
	*bytes = ARENA_BYTES;
	if ((double)*bytes > ARENA_SHARE * (double)available)
		*bytes = (uint64_t)(ARENA_SHARE * (double)available) / ARENA_STEP * ARENA_STEP;
	if (*bytes < least || *bytes == 0)
		return gb_skip(run, "%.0f MB of device memory are free; %d times L2 (%.0f MB) are needed",
			       1e-6 * (double)available, ARENA_L2S, 1e-6 * (double)least);
	return GB_OK;
}

static int fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct occupancy_data_args args = { .at = gb_address(s->arena), .words = s->arena_bytes / 4 };

	return gb_launch(run, &s->fill, (struct gb_shape){ 8 * (uint32_t)gb_device(run)->sm_count, 256, 0 }, &args);
}

static int allocate(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const int of_grid = GRID_MOST * GRID_BLOCK;
	const uint64_t threads = (uint64_t)(of_grid > device->threads_per_sm ? of_grid : device->threads_per_sm);

	int status = choose_arena(run, &s->arena_bytes);
	if (status == GB_OK)
		status = gb_alloc(run, s->arena_bytes, &s->arena);
	if (status == GB_OK)
		status = gb_alloc(run, (uint64_t)device->sm_count * threads * sizeof(float), &s->out);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(uint32_t[2 * OCCUPANCY_BALLAST]), &s->ballast);
	if (status == GB_OK)
		status = gb_alloc(run, sizeof(uint32_t[2 * OCCUPANCY_SMS]), &s->resident);
	if (status == GB_OK)
		status = gb_alloc(run, REPORT_WORDS * sizeof(uint64_t), &s->report);
	return status;
}

static int setup(struct gb_run *run)
{
	struct state *s = calloc(1, sizeof *s);

	if (s == NULL)
		return gb_fail(run, "out of memory");
	gb_set_state(run, s);
	int status = allocate(run);
	if (status == GB_OK)
		status = gb_fill(run, s->ballast, 0x5a, sizeof(uint32_t[2 * OCCUPANCY_BALLAST]));
	if (status == GB_OK)
		status = gb_find_kernel(run, "occupancy_fill", &s->fill);
	if (status == GB_OK)
		status = gb_find_kernel(run, "occupancy_sum", &s->sum);
	return status == GB_OK ? fill(run) : status;
}

static void teardown(struct gb_run *run)
{
	free(gb_state(run));
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static int choose_kernel(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	char name[GB_NAME_MAX] = "occupancy_latency";

	if (op == OP_READ || op == OP_FMA)
		snprintf(name, sizeof name, "occupancy_%s_i%u_r%d", ops[op], ilp(run),
			 gb_value(run, "by") == BY_REGISTERS ? (int)gb_value(run, "registers") : 0);
	else if (op == OP_SHARED_STEP)
		snprintf(name, sizeof name, "occupancy_read_i1_r0");
	else if (op == OP_REGISTER_STEP)
		snprintf(name, sizeof name, "occupancy_step_b%d", (int)gb_value(run, "ballast"));
	else if (op == OP_GRID)
		snprintf(name, sizeof name, "occupancy_fma_i1_r0");
	return gb_find_kernel(run, name, &s->kernel);
}

/* Warps by shared memory: blocks of four, one for each quarter of an SM, or of fewer where the number asks for it, each with
 * its share of the shared memory. */
static void shape_by_shared(const struct gb_run *run, struct gb_shape *shape)
{
	const uint32_t warps = (uint32_t)gb_value(run, "warps"), each = warps % 4 == 0 ? 4 : warps % 2 == 0 ? 2 : 1;

	shape->block = each * WARP;
	shape->shared_bytes = shared_for(gb_device(run), warps / each);
}

static void choose_block(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct gb_device *device = gb_device(run);
	const int64_t op = gb_value(run, "op");

	s->shape = (struct gb_shape){ .block = STEP_BLOCK };
	if (op == OP_READ || op == OP_FMA) {
		if (gb_value(run, "by") == BY_SHARED)
			shape_by_shared(run, &s->shape);
		if (gb_value(run, "by") == BY_SLOTS)
			s->shape.block = WARP;
	} else if (op == OP_LATENCY) {
		s->shape.block = WARP;
	} else if (op == OP_SHARED_STEP) {
		s->shape.shared_bytes =
			shared_for(device, (uint32_t)gb_value(run, "fit")) + (uint32_t)gb_value(run, "over");
	} else if (op == OP_GRID) {
		s->shape.block = GRID_BLOCK;
		s->shape.shared_bytes = shared_for(device, GRID_RESIDENT);
	}
}

/* Blocks that the point wants on an SM; 0: as many as fit. */
static uint32_t blocks_wanted(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");

	if (op == OP_GRID)
		return GRID_RESIDENT;
	if ((op == OP_READ || op == OP_FMA) && gb_value(run, "by") == BY_SHARED)
		return (uint32_t)gb_value(run, "warps") * WARP / s->shape.block;
	return 0;
}

/* Only where the resource that the point names bounds the blocks does the row say what it seems to. */
static int check_room(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const char *bound = bounds[s->room.bound];
	const uint32_t wanted = blocks_wanted(run);

	if (s->room.blocks == 0)
		return gb_skip(run, "not one block of %u threads fits on an SM: %s", s->shape.block, bound);
	if (wanted != 0 && s->room.blocks != wanted)
		return gb_skip(run, "an SM holds %u blocks of %u threads, not %u: %s", s->room.blocks, s->shape.block,
			       wanted, bound);
	if ((op == OP_READ || op == OP_FMA) && s->room.by[gb_value(run, "by")] != s->room.blocks)
		return gb_skip(run, "the blocks of an SM are bounded by %s", bound);
	return GB_OK;
}

static uint32_t blocks_per_sm(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, "op")) {
	case OP_LATENCY:
		return 1;
	case OP_SHARED_STEP:
	case OP_REGISTER_STEP:
		return STEP_GRID;
	case OP_GRID:
		return (uint32_t)gb_value(run, "blocks");
	default:
		return s->room.blocks;
	}
}

/* As much work as takes some tenths of a millisecond. */
static void choose_work(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	const uint32_t n = ilp(run), warps = s->room.blocks * s->shape.block / WARP;
	const uint64_t tile = (uint64_t)s->shape.block * n * VECTOR;
	const uint64_t most = (READ_BYTES < s->arena_bytes / 2 ? READ_BYTES : s->arena_bytes / 2) / tile;
	uint32_t cycles = OCCUPANCY_BODY * FMA_LATENCY / n; /* of a trip */

	if (op == OP_SHARED_STEP || op == OP_REGISTER_STEP)
		s->args.tiles = most / s->shape.grid * s->shape.grid;
	else
		s->args.tiles = (uint64_t)s->shape.grid * (op == OP_LATENCY ? CHASE : READ_TRIPS);
	while (s->args.tiles > most)
		s->args.tiles -= s->shape.grid;
	if (cycles < OCCUPANCY_BODY * warps / 4)
		cycles = OCCUPANCY_BODY * warps / 4;
	s->args.trips = op == OP_GRID ? GRID_TRIPS : FMA_CYCLES / cycles;
	if (op == OP_LATENCY)
		s->args.trips = (uint32_t)(s->args.tiles / s->shape.grid);
}

static int prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);

	int status = choose_kernel(run);
	if (status != GB_OK)
		return status;
	choose_block(run);
	s->room = room_for(gb_device(run), s->kernel.registers, s->shape.shared_bytes, s->shape.block);
	status = check_room(run);
	if (status == GB_OK)
		status = gb_carveout(run, &s->kernel, 100);
	if (status == GB_OK)
		status = gb_occupancy(run, &s->kernel, s->shape.block, s->shape.shared_bytes, &s->driver_blocks);
	if (status != GB_OK)
		return status;
	s->shape.grid = blocks_per_sm(run) * (uint32_t)gb_device(run)->sm_count;
	s->args = (struct occupancy_args){
		.from = gb_address(s->arena),
		.sum = gb_address(s->report + REPORT_SUM * sizeof(uint64_t)),
		.out = gb_address(s->out),
		.ballast = gb_address(s->ballast),
		.resident = gb_address(s->resident),
	};
	s->start = s->met_blocks = 0;
	choose_work(run);
	return s->args.tiles > 0 ? GB_OK : gb_skip(run, "too little memory for one tile of each block");
}

static uint64_t bytes_read(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return s->args.tiles * s->shape.block * ilp(run) * VECTOR;
}

/* Each launch reads on where the one before has stopped. */
static int launch(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (reads(run)) {
		s->start = s->start + 2 * bytes_read(run) <= s->arena_bytes ? s->start + bytes_read(run) : 0;
		s->args.from = gb_address(s->arena + s->start);
	}
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

static double threads(const struct state *s)
{
	return (double)s->shape.grid * s->shape.block;
}

static struct gb_cost cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (reads(run))
		return (struct gb_cost){ .bytes = (double)bytes_read(run) };
	return (struct gb_cost){ .ops = 2.0 * OCCUPANCY_BODY * threads(s) * s->args.trips };
}

static enum gb_quantity measures(const struct gb_run *run)
{
	if (gb_value(run, "op") == OP_LATENCY)
		return GB_SECONDS;
	return reads(run) ? GB_BANDWIDTH : GB_FLOPS;
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	if (gb_value(run, "op") == OP_LATENCY)
		return 0;
	return reads(run) ? 2 * device->mem_clock_hz * device->mem_bus_bits / 8
			  : device->rates.fp32 * device->sm_count * sm_hz;
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

/* What every thread of one seed must give: the same chains, step by step, in the host's own fused multiply-add. */
static float reference(const struct gb_run *run, unsigned int seed)
{
	const struct state *s = gb_state(run);
	const unsigned int chains = ilp(run);
	const uint64_t steps = (uint64_t)s->args.trips * OCCUPANCY_BODY / chains;
	const float a = occupancy_factor(seed);
	float sum = 0;

	for (unsigned int c = 0; c < chains; c++) {
		float x = occupancy_start(seed, c);
		for (uint64_t step = 0; step < steps; step++)
			x = fmaf(x, a, a);
		sum += x;
	}
	return sum;
}

static int check_fma(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t count = (uint64_t)s->shape.grid * s->shape.block;
	float expected[OCCUPANCY_SEEDS], *out = malloc(count * sizeof *out);

	if (out == NULL)
		return gb_fail(run, "out of memory");
	for (unsigned int seed = 0; seed < OCCUPANCY_SEEDS; seed++) /* while the device computes */
		expected[seed] = reference(run, seed);
	int status = gb_copy_out(run, out, s->out, count * sizeof *out);
	for (uint64_t i = 0; i < count && status == GB_OK; i++)
		if (!(out[i] == expected[i % OCCUPANCY_SEEDS]))
			status = gb_fail(run, "thread %llu computed %.9g, not %.9g", (unsigned long long)i,
					 (double)out[i], (double)expected[i % OCCUPANCY_SEEDS]);
	free(out);
	return status;
}

/* The sum is worked out anew on the device with the function that filled the arena: compare some words with the host's. */
static int check_input(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t first = s->start / 4, words = bytes_read(run) / 4;
	const uint64_t window = words < WINDOW_WORDS ? words : WINDOW_WORDS;
	const uint64_t starts[] = { first, first + words - window };
	unsigned int word[WINDOW_WORDS];

	for (size_t w = 0; w < sizeof starts / sizeof starts[0]; w++) {
		int status = gb_copy_out(run, word, s->arena + 4 * starts[w], 4 * window);
		if (status != GB_OK)
			return status;
		for (uint64_t i = 0; i < window; i++)
			if (word[i] != occupancy_word(starts[w] + i))
				return gb_fail(run, "input word %llu is %#x, not %#x",
					       (unsigned long long)(starts[w] + i), word[i],
					       occupancy_word(starts[w] + i));
	}
	return GB_OK;
}

static int check_sum(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct occupancy_data_args args = {
		.first = s->start / 4,
		.words = bytes_read(run) / 4,
		.sum = gb_address(s->report + REPORT_EXPECTED * sizeof(uint64_t)),
	};
	uint64_t report[REPORT_WORDS];

	int status =
		gb_launch(run, &s->sum, (struct gb_shape){ 8 * (uint32_t)gb_device(run)->sm_count, 256, 0 }, &args);
	if (status == GB_OK)
		status = gb_copy_out(run, report, s->report, sizeof report);
	/* Sums are modulo 2^32 in each thread, in whatever order: compare them modulo 2^32. */
	if (status == GB_OK && (uint32_t)report[REPORT_SUM] != (uint32_t)report[REPORT_EXPECTED])
		status = gb_fail(run, "the sum of the words read is %#x, not %#x", (unsigned int)report[REPORT_SUM],
				 (unsigned int)report[REPORT_EXPECTED]);
	return status == GB_OK ? check_input(run) : status;
}

/* The blocks that met on an SM are those that should fit, as far as the grid has so many. */
static int check_residents(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t given = blocks_per_sm(run);
	const uint32_t expected = s->room.blocks < given ? s->room.blocks : given;
	uint32_t most[OCCUPANCY_SMS];

	int status = gb_copy_out(run, most, s->resident + sizeof most, sizeof most);
	if (status != GB_OK)
		return status;
	s->met_blocks = 0;
	for (int i = 0; i < OCCUPANCY_SMS; i++)
		if (most[i] > s->met_blocks)
			s->met_blocks = most[i];
	if (s->met_blocks == 0)
		return gb_fail(run, "no block was seen on any SM");
	if (s->met_blocks != expected)
		gb_suspect(run, "%u blocks met on an SM; %u should have", s->met_blocks, expected);
	if (s->driver_blocks != s->room.blocks)
		gb_suspect(run, "the driver says that %u blocks fit, our arithmetic %u", s->driver_blocks,
			   s->room.blocks);
	return GB_OK;
}

static int verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const bool meets = gb_value(run, "op") != OP_LATENCY;

	int status = gb_fill(run, s->out, 0xff, reads(run) ? sizeof(float) : (uint64_t)threads(s) * sizeof(float));
	if (status == GB_OK)
		status = gb_fill(run, s->report, 0, REPORT_WORDS * sizeof(uint64_t));
	if (status == GB_OK)
		status = gb_fill(run, s->resident, 0, sizeof(uint32_t[2 * OCCUPANCY_SMS]));
	s->args.record = 1;
	s->args.hold = HOLD_NS;
	if (status == GB_OK)
		status = launch(run);
	s->args.record = s->args.hold = 0;
	if (status == GB_OK)
		status = reads(run) ? check_sum(run) : check_fma(run);
	return status == GB_OK && meets ? check_residents(run) : status;
}

/* ---- metrics ------------------------------------------------------------------------------------------------------- */

/* Blocks that fit on an SM: the name says what bounds them. */
static const char *const bounded[] = {
	[BY_SHARED] = "blocks_bounded_by_shared",
	[BY_REGISTERS] = "blocks_bounded_by_registers",
	[BY_THREADS] = "blocks_bounded_by_threads",
	[BY_SLOTS] = "blocks_bounded_by_slots",
};

/* What a block takes, and the blocks that were seen on an SM and that the driver says fit. */
static size_t step_metrics(const struct state *s, struct gb_metric *out)
{
	out[0] = (struct gb_metric){ "registers", "1", GB_EXACT, s->kernel.registers, 0 };
	out[1] = (struct gb_metric){ "shared", "B", GB_EXACT, s->shape.shared_bytes, 0 };
	out[2] = (struct gb_metric){ "blocks_met", "1", GB_EXACT, s->met_blocks, 0 };
	out[3] = (struct gb_metric){ "blocks_by_driver", "1", GB_EXACT, s->driver_blocks, 0 };
	return 4;
}

/* Work in flight on an SM, and how long an operation takes under this load. */
static size_t flight_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric *out)
{
	const struct state *s = gb_state(run);
	const double sms = gb_device(run)->sm_count;
	const double warps = (double)s->room.blocks * s->shape.block / WARP, operations = warps * WARP * ilp(run);

	out[0] = (struct gb_metric){ "resident_warps", "1", GB_EXACT, warps, 0 };
	if (reads(run)) {
		out[1] = (struct gb_metric){ "bytes_in_flight", "B", GB_EXACT, operations * VECTOR, 0 };
		out[2] = (struct gb_metric){ "latency", "s", GB_OVER, operations * VECTOR * sms, 0 };
	} else {
		out[1] = (struct gb_metric){ "fmas_in_flight", "1", GB_EXACT, operations, 0 };
		out[2] = (struct gb_metric){ "latency_cycles", "cycles", GB_OVER, 2 * operations * sms * result->sm_hz,
					     0 };
	}
	return 3;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const int64_t op = gb_value(run, "op");
	size_t n = 0;

	if (op == OP_LATENCY) {
		out[0] = (struct gb_metric){ "latency", "s", GB_TIMES, 1.0 / s->args.trips, 0 };
		out[1] = (struct gb_metric){ "latency_cycles", "cycles", GB_TIMES, result->sm_hz / s->args.trips, 0 };
		return 2;
	}
	int bound = s->room.bound;
	if (op == OP_READ || op == OP_FMA) {
		bound = (int)gb_value(run, "by"); /* which is the scarcest, or one of them: check_room() */
		n = flight_metrics(run, result, out);
	}
	if (op == OP_SHARED_STEP || op == OP_REGISTER_STEP)
		n = step_metrics(s, out);
	if (op == OP_GRID) {
		const double blocks = (double)gb_value(run, "blocks");
		out[n++] = (struct gb_metric){ "full_waves", "1", GB_EXACT,
					       blocks / (ceil(blocks / GRID_RESIDENT) * GRID_RESIDENT), 0 };
	}
	out[n++] = (struct gb_metric){ bounded[bound], "1", GB_EXACT, s->room.blocks, 0 };
	return n;
}

GB_BENCH(occupancy) = {
	.abi = GB_ABI,
	.size = sizeof(struct gb_bench),
	.name = "occupancy",
	.summary =
		"warps and independent operations against DRAM reads and FMAs; what bounds warps; the tail of a grid",
	.method =
		"read streams through DRAM and fma runs chains of x <- a x + a; the resident warps of an SM are bounded "
		"by shared memory, by registers that hold words through the loop (the loop itself is the same), or by what "
		"an SM takes of threads and of blocks; each "
		"thread has `ilp` independent loads of 16 bytes or FMAs, and waits for them before the next. One wave of "
		"blocks does all work. Bytes in flight are warps x 32 x ilp x 16. latency: one warp on each SM reads the "
		"same way, each address waiting for the load before. Bytes and warps for 50, 90 and 99 % of the best "
		"rate found are interpolated between the points around it, with Little's law (rate x latency) beside "
		"them. shared_step and register_step: one byte or one word more, in 120 blocks of 256 threads an SM. "
		"grid: blocks of 64 threads of dependent FMAs, 8 resident an SM, so that the rate goes with the waves that "
		"are full. The blocks that fit are worked out by the rules of the CUDA Occupancy Calculator, asked of the "
		"driver, and counted: in the verified launch blocks wait for each other on their SM. Bytes: each read "
		"counts once; an FMA is two FLOP. Every sum of words read is compared with the same sum worked out anew, "
		"every FMA result bit by bit with the host. Little's law in CUDA: V. Volkov, Better Performance at Lower "
		"Occupancy, GTC 2010; occupancy, its limits and its cliff: CUDA C++ Best Practices Guide.",
	.quantity = GB_BANDWIDTH,
	.axes = axes,
	.variants = gb_variants_occupancy,
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.teardown = teardown,
	.cost = cost,
	.limit = limit,
	.measures = measures,
	.metrics = metrics,
	.conclude = conclude,
};
