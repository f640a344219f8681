/* Launches of the points of `energy`: the device's support for them, and their operands, kernel and shape. */
#include "../common/input_host.h"
#include "../common/residency.h"
#include "state.h"

/* A launch lasts about this long at the full rate of its units. A second of launches then fits into the device's queue,
 * and gaps between them do not matter. */
#define LAUNCH_SECONDS 4e-3
/* Cycles per trip if the rate is not known. */
#define UNKNOWN_CYCLES 8192

/* The constant as a matrix element: a fraction that every format can represent. */
#define CONSTANT 1.375

/* The reason why this device cannot run the point. NULL: it can. */
static const char *missing(const struct gb_run *run)
{
	const struct operation *op = energy_operation(run);
	const int cc = 10 * gb_device(run)->cc_major + gb_device(run)->cc_minor;

	if (op->kind == WGMMA && cc != 90)
		return "only compute capability 9.0 has wgmma";
	if (op->kind == MMA && cc < 80)
		return "matrix instructions need compute capability 8.0 here";
	if (op->kind == MMA && op->format == FORMAT_E4M3 && cc != 89 && cc < 120)
		return "mma.sync has no native FP8 on this device";
	return NULL;
}

/* ---- operands ---------------------------------------------------------------------------------------------------- */

/* Mixed bits of the n-th word of a thread. Constant data are the first thread's words for all threads. */
static chain_word word_of(const struct pattern *pattern, enum energy_data data, uint32_t thread, uint32_t n)
{
	const uint32_t i = 4 * (data == ENERGY_CONSTANT ? 1 : 1 + thread) + 2 * n;
	const chain_word mixed = (chain_word)input_bits(i) << 32 | input_bits(i + 1);

	return data == ENERGY_ZEROS ? 0 : pattern->base | (mixed & pattern->mixed);
}

static void fill_chains(struct state *s, const struct operation *op, enum energy_data data)
{
	chain_word word;

	for (uint32_t thread = 0; thread < ENERGY_BLOCK; thread++) {
		word = word_of(&op->start, data, thread, 0);
		memcpy(s->host + sizeof word * thread, &word, sizeof word);
		word = word_of(&op->operand, data, thread, 1);
		memcpy(s->host + A_BYTES + sizeof word * thread, &word, sizeof word);
	}
}

chain_word energy_start(const struct state *s, uint32_t thread)
{
	chain_word word;

	memcpy(&word, s->host + sizeof word * thread, sizeof word);
	return word;
}

chain_word energy_operand(const struct state *s, uint32_t thread)
{
	chain_word word;

	memcpy(&word, s->host + A_BYTES + sizeof word * thread, sizeof word);
	return word;
}

static void fill_matrices(struct state *s, enum format format, enum energy_data data)
{
	const uint64_t count = format_elements(format, A_BYTES + B_BYTES);

	if (data == ENERGY_CONSTANT) {
		for (uint64_t i = 0; i < count; i++)
			format_put(format, s->host, i, format_encode(format, CONSTANT));
		return;
	}
	units_make_normal(s->normal, A_BYTES + B_BYTES);
	units_fill(format, s->host, s->normal, count, data == ENERGY_ZEROS ? ZEROS : NORMAL);
}

static void fill_written(struct state *s, enum energy_data data)
{
	for (uint32_t i = 0; i < 4 * ENERGY_BLOCK; i++) {
		const uint32_t word = energy_written(data, i / 4, i % 4);
		memcpy(s->host + A_BYTES + sizeof word * i, &word, sizeof word);
	}
}

static int fill_set(struct gb_run *run, uint64_t bytes)
{
	const struct state *s = gb_state(run);
	const struct energy_fill_args args = { gb_address(s->set), bytes / sizeof(uint32_t), energy_data(run) };

	return gb_launch(run, &s->fill, input_shape(run), &args);
}

static int fill_operands(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct operation *op = energy_operation(run);
	const enum energy_data data = energy_data(run);

	if (energy_is_memory(op) && !op->writes)
		return fill_set(run, s->args.set);
	if (op->kind == CHAIN)
		fill_chains(s, op, data);
	else if (op->writes)
		fill_written(s, data);
	else
		fill_matrices(s, op->format, data);
	if (!op->writes)
		GB_TRY(gb_copy_in(run, s->set, s->host, A_BYTES));
	return gb_copy_in(run, s->b, s->host + A_BYTES, B_BYTES);
}

/* ---- kernel, shape and arguments --------------------------------------------------------------------------------- */

/* Bytes of a set that stays in the operation's memory level. */
static uint64_t set_bytes(const struct operation *op, const struct gb_device *device, uint64_t all)
{
	const uint64_t quarter = device->l2_bytes / 4 / ENERGY_BLOCK_BYTES * ENERGY_BLOCK_BYTES;

	switch (op->kind) {
	case L2:
		return quarter == 0 ? ENERGY_BLOCK_BYTES : quarter < all ? quarter : all;
	case DRAM:
		return all;
	default:
		return ENERGY_BLOCK_BYTES;
	}
}

/* In L1 and shared memory all blocks have the same set, and the warps take turns with its parts. In L2 and DRAM a block
 * advances by all its warps' accesses. In DRAM the blocks begin as far apart as possible. */
static int choose_set(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct operation *op = energy_operation(run);
	const bool is_private = op->kind == SHARED || op->kind == L1;
	const struct gb_device *device = gb_device(run);
	const uint64_t bytes = set_bytes(op, device, s->set_bytes);

	if (op->kind == SHARED && bytes > device->shared_per_block)
		return gb_skip(run, "a block needs %d kB of shared memory", ENERGY_BLOCK_BYTES / 1000);
	if (op->kind == L1 && 5 * bytes > 4 * device->l1_bytes)
		return gb_skip(run, "L1 is too small for %d kB", ENERGY_BLOCK_BYTES / 1000);
	if (op->kind == DRAM)
		GB_TRY(input_check_size(run, bytes, 4, s->set_bytes));
	s->args.set = (uint32_t)bytes;
	s->args.step = is_private ? ENERGY_WARP_BYTES : ENERGY_BLOCK_BYTES;
	s->args.start = is_private         ? 0
			: op->kind == DRAM ? (uint32_t)(bytes / s->shape.grid / ENERGY_BLOCK_BYTES * ENERGY_BLOCK_BYTES)
					   : ENERGY_BLOCK_BYTES;
	if (op->kind == SHARED)
		s->shape.shared_bytes = ENERGY_BLOCK_BYTES;
	if (op->kind == L1) {
		/* Without shared memory the driver leaves as much as it can to L1. */
		s->shape.shared_bytes = 0;
		return gb_carveout(run, &s->kernel, 0);
	}
	return GB_OK;
}

/* One block per SM: except for points that need L1, blocks request enough shared memory that no SM holds two. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct operation *op = energy_operation(run);

	s->shape = (struct gb_shape){ .grid = energy_sms(run),
				      .block = energy_is_matrix(op) ? ENERGY_MATRIX_BLOCK : ENERGY_BLOCK,
				      .shared_bytes = residency_shared(gb_device(run), 1) - s->kernel.shared_bytes };
	return energy_is_memory(op) ? choose_set(run) : GB_OK;
}

static uint32_t trips_for(const struct gb_run *run)
{
	const double cycles = energy_trip_cycles(energy_operation(run), gb_device(run));
	const double trips = gb_work(run) * LAUNCH_SECONDS * gb_device(run)->sm_clock_max_hz /
			     (cycles > 0 ? cycles : UNKNOWN_CYCLES);

	return trips < 1 ? 1 : (uint32_t)fmin(trips, 1 << 20);
}

int energy_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const char *why = missing(run);

	if (why != NULL)
		return gb_skip(run, "%s", why);
	GB_TRY(kernel_find(run, &s->kernel, "energy_%s", energy_ops[gb_value(run, op)]));
	s->args = (struct energy_args){ .a = gb_address(s->set),
					.b = gb_address(s->b),
					.folds = gb_address(s->folds),
					.ends = gb_address(s->ends),
					.trips = trips_for(run) };
	GB_TRY(choose_shape(run));
	return fill_operands(run);
}

LAUNCH_KERNEL(int energy_launch, state)
