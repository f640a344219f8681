/* The points of `instr`, their cost and their limits. */
#include "state.h"

/* ---- the point --------------------------------------------------------------------------------------------------- */

/* Steps per trip: by default, and with -use_fast_math. */
static const uint32_t bodies[][2] = {
#define BODY(name, steps, fast) [INSTR_##name] = { steps, fast },
	INSTR_ALL(BODY)
#undef BODY
};

const struct operation *instr_operation(const struct gb_run *run)
{
	return instr_operation_of(gb_value(run, op));
}

bool instr_is_fast_math(const struct gb_run *run)
{
	return strcmp(gb_variant(run)->name, FAST_MATH) == 0;
}

bool instr_is_approximate(const struct gb_run *run)
{
	const char *variant = gb_variant(run)->name;
	const int64_t op = gb_value(run, op);

	return instr_is_fast_math(run) ||
	       (strcmp(variant, NO_PREC_DIV) == 0 && (op == INSTR_fdiv || op == INSTR_rsqrt)) ||
	       (strcmp(variant, NO_PREC_SQRT) == 0 && (op == INSTR_sqrt || op == INSTR_rsqrt));
}

bool instr_is_latency(const struct gb_run *run)
{
	return gb_value(run, measure) == LATENCY;
}

uint32_t instr_body(const struct gb_run *run)
{
	return bodies[gb_value(run, op)][instr_is_fast_math(run)];
}

uint64_t instr_threads(const struct state *s)
{
	return (uint64_t)s->shape.grid * s->shape.block;
}

/* ---- cost and limit ---------------------------------------------------------------------------------------------- */

enum gb_quantity instr_measures(const struct gb_run *run)
{
	return instr_is_latency(run) ? GB_CYCLES : GB_OPS;
}

/* A step counts as one operation, whatever instructions it compiles to. It counts as two if both conversions of a step
 * use the unit whose rate is documented. */
static double operations_of(const struct operation *operation)
{
	return operation->unit == UNIT_CONVERT_64 ? 2 : 1;
}

struct gb_cost instr_cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const double half_bodies = INSTR_PASSES * (2.0 * s->args.trips + s->args.half_trips);

	return (struct gb_cost){ .ops = half_bodies * instr_body(run) / 2 * (double)instr_threads(s) *
					operations_of(instr_operation(run)) };
}

/* As wide as the integer multiplier up to Hopper. NVIDIA's table does not list later ones. */
static double alu_rate(const struct gb_device *device)
{
	return device->cc_major <= 9 ? device->rates.int32 / 2 : (double)NAN;
}

/* Steps per clock and SM. The device's rates count the operations of a step: two for a multiply-add, more for packed
 * numbers. */
static double rate(const struct operation *op, const struct gb_device *device)
{
	const struct gb_rates *rates = &device->rates;

	switch (op->unit) {
	case UNIT_FP32:
		return rates->fp32 / 2;
	case UNIT_FP64:
		return rates->fp64 / 2;
	case UNIT_FP16:
		return rates->fp16 / 4;
	case UNIT_INT32:
		return rates->int32 / 2;
	case UNIT_ALU:
		return alu_rate(device);
	case UNIT_DPX:
		return device->cc_major == 9 ? alu_rate(device) : (double)NAN;
	case UNIT_DP4A:
		return rates->dp4a / 8;
	case UNIT_SPECIAL:
		return rates->special;
	case UNIT_ADD:
		return rates->int_add;
	case UNIT_CONVERT:
		return rates->convert;
	case UNIT_TO_INT:
		return rates->convert_to_int;
	case UNIT_CONVERT_64:
		return rates->convert_64;
	case UNIT_ALU_TWICE:
		return alu_rate(device) / 2;
	case UNIT_ADD_TWICE:
		return rates->int_add / 2;
	case UNIT_CONVERT_TWICE:
		return rates->convert / 2;
	default:
		return NAN;
	}
}

double instr_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return instr_is_latency(run) ? (double)NAN : rate(instr_operation(run), device) * device->sm_count * sm_hz;
}

size_t instr_metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct gb_device *device = gb_device(run);
	size_t count = 0;

	if (!isnan(state_of(run)->ulps_off))
		out[count++] = (struct gb_metric){ "ulps_off", "1", GB_MEASURED, state_of(run)->ulps_off, 0 };
	if (!(result->sm_hz > 0))
		return count;
	if (instr_is_latency(run)) {
		out[count++] = (struct gb_metric){ "latency", "s", GB_TIMES, 1 / result->sm_hz, 0 };
		return count;
	}
	const double clocks = result->sm_hz * device->sm_count, most = rate(instr_operation(run), device);
	out[count++] = (struct gb_metric){ "ops_per_clock_sm", "1", GB_TIMES, 1 / clocks, most };
	out[count++] = (struct gb_metric){ "cycles_per_warp", "cycles", GB_OVER, WARP * clocks, WARP / most };
	return count;
}

const char *instr_remark(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case INSTR_h2i:
		return "both conversions of a step use the special function pipe";
	case INSTR_f2bf:
		return "packed conversions (F2FP) take twice as long as the table states for conversions: this is "
		       "measured";
	default:
		return NULL;
	}
}
