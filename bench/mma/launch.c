/* Launches of the points of `mma`: device support, operands, kernel, shape, and the cycles per instruction. */
#include "../common/input.h"
#include "state.h"

/* The duration of a launch that measures a rate, if the units are fully used. */
#define RATE_SECONDS 3e-4
/* Trips per loop of one warp or warpgroup, and of the loops that wait for each instruction. */
enum { LATENCY_TRIPS = 66, WAITED_TRIPS = 66 };

/* Returns the reason why this device cannot run the point; NULL: it can. */
static const char *missing(const struct gb_run *run)
{
	const int cc = 10 * gb_device(run)->cc_major + gb_device(run)->cc_minor;

	const struct shape *shape = mma_shape_of(run);

	if (shape == NULL || shape->blocks > 0)
		return NULL;
	if (cc < shape->since)
		return "the matrix units of this device do not have this shape";
	if (shape->type == FORMAT_FP16 && shape->rows == 8 && cc >= 75)
		return "from compute capability 7.5 on the compiler implements this shape with other instructions";
	if (shape->type == FORMAT_E4M3 && cc != 89 && cc < 120)
		return "the compiler implements mma.sync in FP8 with FP16 here, and folds a chain of equal "
		       "products: see tensor";
	return NULL;
}

static int choose_kernel(struct gb_run *run)
{
	static const char *const ops[] = { [OP_SYNC] = "sync", [OP_SS] = "ss", [OP_RS] = "rs", [OP_SCALED] = "scaled" };
	static const char *const sums[] = { "fp32", "fp16", "int32", "fp64" };
	static const char *const types[FORMATS] = { "fp16", "bf16", "tf32", "e4m3", "e5m2", "int8", "fp64", "fp32" };
	struct state *s = gb_state(run);
	const struct instruction i = mma_instruction(run);
	const char *op = ops[gb_value(run, op)];

	if (mma_is_of_warp(run))
		return kernel_find(run, &s->kernel, "mma_%s_%s_%u", op, mma_shape_of(run)->name, mma_chains(run));
	return kernel_find(run, &s->kernel, "mma_%s_%s_%s_%u", op, types[i.type], sums[i.sum], i.cols);
}

static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const bool alone = mma_is_latency(run);
	const struct instruction i = mma_instruction(run);
	const uint32_t warps = alone ? i.warps : gb_value(run, warps);

	if (warps * WARP > s->kernel.threads_max)
		return gb_skip(run, "%u warps need more registers than an SM has", warps);
	s->shape = (struct gb_shape){ .grid = alone ? 1 : (uint32_t)gb_device(run)->sm_count, .block = warps * WARP };
	if (!mma_is_of_warp(run))
		s->shape.shared_bytes = (i.cols + warps / GROUP_WARPS * MMA_GROUP_ROWS) * MMA_ROW_BYTES;
	return GB_OK;
}

/* Operands are 1 and 2 with either sign, so that operands and sums are exact in every format. INT8 represents them in
 * steps of 1/32. */
static double operand(uint32_t bits)
{
	return (bits & 1 ? 2 : 1) * (bits & 2 ? -1.0 : 1.0);
}

static void put_scales(unsigned char *host, const struct shape *shape)
{
	for (uint64_t row = 0; row < UINT64_C(2) * MMA_ROWS; row++)
		for (uint32_t block = 0; block < shape->blocks; block++)
			host[row * MMA_ROW_BYTES + MMA_SCALES_AT + block] =
				shape->scale[input_bits(4 * row + block) >> 7 & 1];
}

static int fill_operands(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum format type = mma_instruction(run).type;
	const struct shape *shape = mma_shape_of(run);
	const bool scaled = shape != NULL && shape->blocks > 0;
	const int64_t wanted = scaled ? -1 - gb_value(run, format) : (int64_t)type;
	uint64_t code[4];

	if (s->is_filled && s->type == wanted)
		return GB_OK;
	for (uint32_t bits = 0; bits < 4; bits++)
		code[bits] = format_encode(type, operand(bits));
	for (uint64_t i = 0; i < format_elements(type, 2 * OPERAND_BYTES); i++)
		format_put(type, s->host, i, code[input_bits(i) & 3]);
	if (scaled)
		put_scales(s->host, shape);
	s->type = wanted;
	s->is_filled = true;
	GB_TRY(gb_copy_in(run, s->a, s->host, OPERAND_BYTES));
	return gb_copy_in(run, s->b, s->host + OPERAND_BYTES, OPERAND_BYTES);
}

/* With this number of trips the last sums cover half of the additions between two restarts, so that a missing or extra
 * trip shows. */
static uint32_t trips_for(const struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);
	const double rate = mma_rate(run, device) > 0 ? mma_rate(run, device) : 256;
	const double ops = mma_instruction_ops(run) * mma_body(run) * mma_chains(run) * (double)mma_tiles(run);
	const double seconds = RATE_SECONDS / MMA_PASSES * gb_work(run);
	const double trips = seconds * rate * device->sm_clock_max_hz * state_of(run)->shape.grid / ops;

	return (uint32_t)fmin(trips, 1 << 20) / MMA_SPAN * MMA_SPAN + MMA_SPAN / 2;
}

int mma_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const char *why = missing(run);

	if (why != NULL)
		return gb_skip(run, "%s", why);
	s->waited = 0;
	GB_TRY(choose_kernel(run));
	GB_TRY(choose_shape(run));
	GB_TRY(fill_operands(run));
	s->args = (struct mma_args){
		.a = gb_address(s->a),
		.b = gb_address(s->b),
		.out = gb_address(s->out),
		.cycles = gb_address(s->cycles),
		.one = 1,
	};
	s->args.trips = mma_is_latency(run) ? LATENCY_TRIPS : trips_for(run);
	s->args.half_trips = mma_is_latency(run) ? LATENCY_TRIPS : 0;
	s->args.waited_trips = mma_is_latency(run) && !mma_is_of_warp(run) ? WAITED_TRIPS : 0;
	return GB_OK;
}

LAUNCH_KERNEL(int mma_launch, state)

int mma_observe(struct gb_run *run, double *value)
{
	unsigned long long cycles[2];

	GB_TRY(gb_copy_out(run, cycles, state_of(run)->cycles, sizeof cycles));
	*value = (double)(int64_t)cycles[0] / (LATENCY_TRIPS * (mma_body(run) / 2.0));
	if (!mma_is_of_warp(run))
		state_of(run)->waited = (double)(int64_t)cycles[1] / (WAITED_TRIPS * (MMA_BODY_WAITED / 2.0));
	return GB_OK;
}
