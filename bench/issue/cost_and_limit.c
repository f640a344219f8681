/* The points of `issue`, their cost and their limits. */
#include "state.h"

#define MIX_OF(name, first, a, second, b) { { OP_##first, OP_##second }, { a, b } },
const struct mix issue_mix_of[] = { ISSUE_MIXES(MIX_OF) };
#undef MIX_OF

static const struct mix *mix_of(const struct gb_run *run)
{
	return &issue_mix_of[gb_value(run, mix)];
}

uint32_t issue_warps(const struct gb_run *run)
{
	return issue_measure(run) == TURNS ? gb_value(run, contenders) : gb_value(run, warps);
}

uint32_t issue_instructions(const struct gb_run *run)
{
	switch (issue_measure(run)) {
	case BANKS:
		return gb_value(run, operands) >= OPERANDS_apart ? 3 : 1;
	case MIX:
		return mix_of(run)->count[0] + mix_of(run)->count[1];
	default:
		return 1;
	}
}

uint32_t issue_steps(const struct gb_run *run, uint32_t trips)
{
	return trips * (issue_measure(run) == BANKS ? ISSUE_ROUNDS * ISSUE_CHAINS : ISSUE_STEPS);
}

/* Thread instructions. */
struct gb_cost issue_cost(const struct gb_run *run)
{
	const uint32_t schedulers = issue_measure(run) == TURNS ? 1 : ISSUE_SCHEDULERS;
	const double steps = issue_steps(run, state_of(run)->args.warm_trips + state_of(run)->args.trips);

	return (struct gb_cost){ .ops = steps * issue_instructions(run) * issue_warps(run) * schedulers * ISSUE_WARP };
}

/* Cycles of a scheduler's pipe per instruction. 0: the rate is not known. A scheduler has a quarter of the SM's
 * rates. */
static double pipe_cycles(const struct gb_device *device, enum op op)
{
	const double lanes = ISSUE_WARP * ISSUE_SCHEDULERS;
	double cycles;

	switch (op) {
	case OP_ffma:
		cycles = 2 * lanes / device->rates.fp32;
		break;
	case OP_dfma:
		cycles = 2 * lanes / device->rates.fp64;
		break;
	case OP_imad:
		cycles = 2 * lanes / device->rates.int32;
		break;
	case OP_lds:
		cycles = 4 * lanes / device->rates.shared_bytes;
		break;
	default:
		return 0;
	}
	return isfinite(cycles) ? cycles : 0;
}

double issue_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	double cycles = issue_instructions(run);

	if (issue_measure(run) == MIX)
		for (int i = 0; i < 2; i++)
			cycles = fmax(cycles, mix_of(run)->count[i] * pipe_cycles(device, mix_of(run)->op[i]));
	else /* for banks, FADDs use the same pipe */
		cycles *= fmax(1, pipe_cycles(device, OP_ffma));
	return cycles;
}

const char *issue_remark(const struct gb_run *run)
{
	if (issue_measure(run) == MIX && (mix_of(run)->op[0] != OP_ffma || mix_of(run)->count[1] > 0))
		return "the limit counts issue slots and FFMAs: another pipe takes several clocks per warp";
	if (issue_warps(run) == 1)
		return "one warp waits for its own results";
	return NULL;
}

static struct gb_metric measured(const char *name, double number)
{
	return (struct gb_metric){ .name = name, .unit = "1", .kind = GB_MEASURED, .number = number };
}

size_t issue_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	static const char *const share_of[ISSUE_WARPS] = { "share_1", "share_2", "share_3", "share_4",
							   "share_5", "share_6", "share_7", "share_8" };
	const uint32_t warps = issue_warps(run);
	size_t count = 0;

	out[count++] = (struct gb_metric){ "instructions_per_clock", "1", GB_OVER, issue_instructions(run), 1 };
	if (issue_measure(run) == BANKS && gb_value(run, operands) != OPERANDS_reuse)
		out[count++] = (struct gb_metric){ .name = "one_bank_reads",
						   .unit = "1",
						   .kind = GB_EXACT,
						   .number = gb_value(run, operands) == OPERANDS_same };
	if (issue_measure(run) != TURNS || s->share[0] <= 0)
		return count;
	double least = 1, most = 0;
	for (uint32_t w = 0; w < warps; w++) {
		least = fmin(least, s->share[w]);
		most = fmax(most, s->share[w]);
		out[count++] = measured(share_of[w], s->share[w]);
	}
	out[count++] = measured("share_most", most);
	out[count++] = measured("share_least", least);
	return count;
}
