/* The points of `unroll`: their instructions, their cost and their limits. */
#include <math.h>

#include "state.h"

enum { QUARTERS = 4 }; /* sub-partitions per SM: each issues an instruction of a warp per clock */

/* A load brings 1, 2 or 4 words of the row, as many as there are steps per trip. */
static double loads_of_row(double unroll)
{
	return unroll < 4 ? 1 : unroll / 4;
}

/* The loops without loads have a wait of their own. */
static int is_volta(const struct gb_device *device)
{
	return device->cc_major == 7 && device->cc_minor == 0;
}

struct mix unroll_mix(const struct gb_run *run)
{
	const double unroll = (double)gb_value(run, "unroll");

	if (gb_value(run, "loop") == LOOP_FMA)
		return (struct mix){ .fmas = unroll, .overhead = is_volta(gb_device(run)) ? 4 : 3 };
	/* From 10.0 on the counter is moved to another register first. */
	return (struct mix){
		.fmas = unroll,
		.loads = unroll + loads_of_row(unroll),
		.overhead = gb_device(run)->cc_major >= 10 && unroll > 1 ? 6 : 5,
	};
}

static double instructions(const struct mix *mix)
{
	return mix->fmas + mix->loads + mix->overhead;
}

static double steps(const struct state *s)
{
	return (double)s->args.tiles * UNROLL_LENGTH;
}

struct gb_cost unroll_cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){ .ops = 2 * steps(s) * s->shape.grid * s->shape.block };
}

/* SM clocks per step of a warp, of the unit that takes longest. A word of the row is the same for all lanes, which
 * takes one pass of shared memory for a load of any width; a word of the column is a different one for each lane. */
static double clocks(const struct gb_run *run, const struct gb_device *device)
{
	const struct mix mix = unroll_mix(run);
	const double lanes = 2 * WARP / device->rates.fp32, slots = instructions(&mix) / mix.fmas / QUARTERS;
	const double passes = mix.loads / mix.fmas * WARP * sizeof(float) / device->rates.shared_bytes;

	return isnan(lanes) || isnan(passes) ? (double)NAN : fmax(fmax(lanes, slots), mix.loads > 0 ? passes : 0);
}

double unroll_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return 2 * WARP / clocks(run, device) * device->sm_count * sm_hz;
}

/* As counted by textbooks: a product and a sum for each step; for each trip two addresses, the counter and the
 * branch. */
static double share_without_loads(double steps)
{
	return 2 * steps / (2 * steps + 4);
}

size_t unroll_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const struct mix mix = unroll_mix(run);
	const double all = instructions(&mix), clocks_a_second = result->sm_hz * result->device->sm_count;
	size_t count = 0;

	out[count++] = (struct gb_metric){ "instructions", "1", GB_EXACT, all / mix.fmas, 0 };
	out[count++] = (struct gb_metric){ "arithmetic_share", "1", GB_EXACT, mix.fmas / all, 0 };
	out[count++] = (struct gb_metric){ "overhead_share", "1", GB_EXACT, mix.overhead / all, 0 };
	if (gb_value(run, "loop") == LOOP_PRODUCT)
		out[count++] =
			(struct gb_metric){ "share_without_loads", "1", GB_EXACT, share_without_loads(mix.fmas), 0 };
	out[count++] =
		(struct gb_metric){ "resident_warps", "1", GB_EXACT, (double)s->blocks * UNROLL_BLOCK / WARP, 0 };
	if (!(clocks_a_second > 0))
		return count;
	out[count++] = (struct gb_metric){ "cycles_per_step", "cycles", GB_OVER, 2 * WARP * clocks_a_second,
					   clocks(run, result->device) };
	out[count++] = (struct gb_metric){ "issued_per_clock_sm", "1", GB_TIMES,
					   all / mix.fmas / (2 * WARP) / clocks_a_second, QUARTERS };
	return count;
}

const char *unroll_remark(const struct gb_run *run)
{
	if (gb_value(run, "warps") == WARPS_FEW)
		return "a step waits for the previous one, and no other warp has work";
	return gb_value(run, "loop") == LOOP_PRODUCT
		       ? "bound by loads of shared memory, not by the issue of instructions"
		       : NULL;
}
