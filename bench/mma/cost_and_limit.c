/* The points of `mma`: their matrix products, cost and limits. */
#include "state.h"

/* ---- the point --------------------------------------------------------------------------------------------------- */

/* Operands and sums of wgmma, as the axis `type` names them. */
static const struct {
	enum format type;
	enum sum sum;
} operands[] = {
	{ FORMAT_FP16, SUM_FP32 }, { FORMAT_FP16, SUM_FP16 }, { FORMAT_BF16, SUM_FP32 },
	{ FORMAT_TF32, SUM_FP32 }, { FORMAT_E4M3, SUM_FP32 }, { FORMAT_INT8, SUM_INT32 },
};

const struct shape *mma_shape_of(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_SYNC:
		return &mma_shape[gb_value(run, shape)];
	case OP_SCALED:
		return &mma_format[gb_value(run, format)];
	default:
		return NULL;
	}
}

bool mma_is_of_warp(const struct gb_run *run)
{
	return mma_shape_of(run) != NULL;
}

bool mma_is_latency(const struct gb_run *run)
{
	return gb_value(run, measure) == LATENCY;
}

struct instruction mma_instruction(const struct gb_run *run)
{
	const struct shape *shape = mma_shape_of(run);

	if (shape != NULL)
		return (struct instruction){ shape->type, shape->sum, shape->rows, MMA_COLS, shape->depth, 1 };
	const int64_t type = gb_value(run, type);
	return (struct instruction){ operands[type].type,
				     operands[type].sum,
				     MMA_GROUP_ROWS,
				     gb_value(run, n),
				     MMA_STEP_BYTES / formats[operands[type].type].bytes,
				     GROUP_WARPS };
}

uint32_t mma_sum_bytes(enum sum sum)
{
	return sum == SUM_FP16 ? 2 : sum == SUM_FP64 ? 8 : 4;
}

uint32_t mma_chains(const struct gb_run *run)
{
	return mma_is_of_warp(run) && !mma_is_latency(run) ? MMA_CHAINS : 1;
}

/* On Volta each of the four quad pairs executes m8n8k4 in FP16. */
static uint32_t copies(const struct instruction *i)
{
	return i->type == FORMAT_FP16 && i->rows == 8 ? 4 : 1;
}

struct tile mma_tile(const struct gb_run *run)
{
	const struct instruction i = mma_instruction(run);

	if (mma_is_of_warp(run))
		return (struct tile){ i.rows, mma_chains(run) * MMA_COLS, copies(&i), MMA_DISTINCT };
	return (struct tile){ i.rows, i.cols, 1, state_of(run)->shape.block / WARP / GROUP_WARPS };
}

uint64_t mma_tiles(const struct gb_run *run)
{
	return (uint64_t)state_of(run)->shape.grid * state_of(run)->shape.block / WARP / mma_instruction(run).warps;
}

uint32_t mma_body(const struct gb_run *run)
{
	if (!mma_is_of_warp(run))
		return MMA_BODY_GROUP(mma_instruction(run).cols);
	return mma_is_latency(run) ? MMA_BODY_ALONE : MMA_BODY;
}

/* ---- its cost ---------------------------------------------------------------------------------------------------- */

double mma_instruction_ops(const struct gb_run *run)
{
	const struct instruction i = mma_instruction(run);

	return 2.0 * i.rows * i.cols * i.depth * copies(&i);
}

/* Instructions per chain and launch. */
static double chain_length(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double waited = MMA_BODY_WAITED * 1.5 * s->args.waited_trips;
	const uint32_t half = mma_body(run) / 2;

	return MMA_PASSES * (waited + half * (2.0 * s->args.trips + s->args.half_trips));
}

struct gb_cost mma_cost(const struct gb_run *run)
{
	return (struct gb_cost){ .ops = (double)mma_tiles(run) * mma_chains(run) * chain_length(run) *
					mma_instruction_ops(run) };
}

/* The loop with half bodies comes last, if there is one. With wgmma four instructions cover a row of A. Sums in FP64 do
 * not restart. */
uint32_t mma_times(const struct gb_run *run)
{
	const struct mma_args *args = &state_of(run)->args;
	const uint32_t left = args->half_trips > 0 ? args->half_trips % MMA_SPAN * (mma_body(run) / 2)
						   : args->trips % MMA_SPAN * mma_body(run);

	if (!mma_is_of_warp(run))
		return left / (MMA_ROW_BYTES / MMA_STEP_BYTES);
	return mma_instruction(run).type == FORMAT_FP64 ? (uint32_t)chain_length(run) : left;
}

enum gb_quantity mma_measures(const struct gb_run *run)
{
	return mma_is_latency(run) ? GB_CYCLES : units_quantity(mma_instruction(run).type);
}

/* ---- its limit --------------------------------------------------------------------------------------------------- */

double mma_rate(const struct gb_run *run, const struct gb_device *device)
{
	const struct instruction i = mma_instruction(run);
	const struct shape *shape = mma_shape_of(run);

	return units_rate_of((struct units_instruction){ .type = i.type,
							 .is_mma = mma_is_of_warp(run),
							 .is_scaled = shape != NULL && shape->blocks > 0,
							 .has_fp16_sums = i.sum == SUM_FP16 },
			     device);
}

/* The bytes that an instruction reads from shared memory. */
static double shared_bytes(const struct gb_run *run)
{
	const struct instruction i = mma_instruction(run);

	return MMA_STEP_BYTES * (double)(i.cols + (gb_value(run, op) == OP_SS ? i.rows : 0));
}

/* The cycles of a warpgroup's instruction, which uses all four units of an SM: the longer of the units' time and the
 * time in which shared memory delivers the operands. */
static double group_cycles(const struct gb_run *run, const struct gb_device *device)
{
	return fmax(mma_instruction_ops(run) / mma_rate(run, device), shared_bytes(run) / device->rates.shared_bytes);
}

/* The chain of a single warp waits for its sums much longer than the units take to compute them. */
double mma_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double clocks = device->sm_count * sm_hz;

	if (mma_is_of_warp(run))
		return mma_is_latency(run) ? (double)NAN : mma_rate(run, device) * clocks;
	const double cycles = group_cycles(run, device);
	return mma_is_latency(run) ? cycles : mma_instruction_ops(run) / cycles * clocks;
}

enum gb_shares mma_shares(const struct gb_run *run)
{
	return mma_is_latency(run) ? GB_SHARES_NONE : GB_SHARES_EQUAL;
}

int mma_matrix(const struct gb_run *run)
{
	return mma_instruction(run).type != FORMAT_FP64;
}

const char *mma_remark(const struct gb_run *run)
{
	if (gb_value(run, op) == OP_SCALED)
		return "these kernels are audited, never run by their authors: please send the project this file";
	if (mma_is_of_warp(run))
		return gb_device(run)->cc_major == 9 ? "mma.sync does not fill these units: they are made for wgmma"
						     : NULL;
	return gb_value(run, op) == OP_RS ? "few columns: registers deliver A more slowly than the units consume it"
					  : NULL;
}

size_t mma_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);

	if (mma_is_latency(run)) {
		if (!(state_of(run)->waited > 0))
			return 0;
		out[0] = (struct gb_metric){ "waited", "cycles", GB_MEASURED, state_of(run)->waited, 0 };
		return 1;
	}
	/* per SM and clock */
	const double limit = mma_limit(run, device, 1) / device->sm_count;
	size_t count = units_metrics(device, result, mma_measures(run), limit, out);
	if (count > 0 && !mma_is_of_warp(run))
		out[count++] = (struct gb_metric){ "operand_bytes_per_clock", "B/clk/SM", GB_TIMES,
						   shared_bytes(run) / mma_instruction_ops(run) /
							   (result->sm_hz * device->sm_count),
						   shared_bytes(run) / group_cycles(run, device) };
	return count;
}
