/* The points of `intensity`: bytes, operations, cost and roofline. */
#include "../common/limits.h"
#include "state.h"

/* ---- the point --------------------------------------------------------------------------------------------------- */

const struct word *intensity_word(const struct gb_run *run)
{
	static const struct word words[] = {
		[INTENSITY_FP32] = { 4, 2, 0x3e800000 },
		[INTENSITY_FP64] = { 8, 2, UINT64_C(0x3fd0000000000000) },
		[INTENSITY_FP16] = { 4, 4, 0x34003400 },
	};

	return &words[gb_value(run, type)];
}

/* Other block sizes make little difference on an H200. */
const struct plan *intensity_plan(const struct gb_run *run)
{
	static const struct plan plans[][3] = {
		[INTENSITY_READ] = { [INTENSITY_ONESHOT] = { 4, 256, { 2, 1 } },
				     [INTENSITY_LOOPED] = { 8, 128, { 16, 14, 12, 10, 1 } } },
		[INTENSITY_COPY] = { [INTENSITY_ONESHOT] = { 2, 128, { 2, 1 } },
				     [INTENSITY_LOOPED] = { 4, 256, { 32, 28, 24, 20, 1 } },
				     [INTENSITY_AHEAD] = { 4, 512, { 32, 28, 24, 20, 1 } } },
	};

	return &plans[gb_value(run, traffic)][gb_value(run, form)];
}

bool intensity_copies(const struct gb_run *run)
{
	return gb_value(run, traffic) == INTENSITY_COPY;
}

uint32_t intensity_ways(const struct gb_run *run)
{
	return intensity_copies(run) ? 2 : 1;
}

uint32_t intensity_fmas(const struct gb_run *run)
{
	const double flops = (double)gb_value(run, flops) * intensity_plan(run)->vectors * intensity_ways(run);
	const double fmas = flops / intensity_word(run)->flops;

	return fmas == floor(fmas) ? (uint32_t)fmas : 0;
}

uint64_t intensity_threads(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block;
}

/* ---- the roofline: the rate of the lanes at this clock, or the rate for which the bus delivers data -------------- */

static double rate(int type, const struct gb_device *device)
{
	const double rates[] = {
		[INTENSITY_FP32] = device->rates.fp32,
		[INTENSITY_FP64] = device->rates.fp64,
		[INTENSITY_FP16] = device->rates.fp16,
	};

	return rates[type];
}

double intensity_of(int64_t flops)
{
	return (double)flops / 16;
}

double intensity_peak(int type, const struct gb_device *device, double sm_hz)
{
	return rate(type, device) * device->sm_count * sm_hz;
}

double intensity_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return limit_lesser(intensity_peak(gb_value(run, type), device, sm_hz),
			    intensity_of(gb_value(run, flops)) * gb_memory_rate(device));
}

/* ---- evaluation of the time -------------------------------------------------------------------------------------- */

struct gb_cost intensity_cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct gb_cost){
		.bytes = (double)intensity_ways(run) * (double)s->part,
		.ops = intensity_fmas(run) * intensity_word(run)->flops * (double)intensity_threads(s) * s->args.rounds,
	};
}

size_t intensity_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);
	const double flops_per_byte = intensity_of(gb_value(run, flops));

	out[0] = (struct gb_metric){ .name = "bandwidth",
				     .unit = "B/s",
				     .kind = GB_TIMES,
				     .number = 1 / flops_per_byte,
				     .limit = intensity_limit(run, gb_device(run), result->sm_hz) / flops_per_byte };
	out[1] = (struct gb_metric){ .name = "intensity", .unit = "FLOP/B", .number = flops_per_byte };
	out[2] = (struct gb_metric){ .name = "resident_warps",
				     .unit = "1",
				     .number = (double)s->resident * s->shape.block / INTENSITY_WARP };
	return 3;
}
