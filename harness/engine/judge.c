#include "engine/judge.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "device/devices.h"
#include "engine/run.h"

static const char *stop_word(enum gb_stop stop)
{
	static const char *const words[] = {
		[GB_STOP_CONVERGED] = "converged",
		[GB_STOP_BUDGET] = "budget",
		[GB_STOP_INTERRUPTED] = "interrupted",
	};

	return words[stop];
}

/* Add a remark to the row's reason, unless it is the reason why the row is suspect. */
GB_PRINTF(3, 0)
static void add_reason(struct gb_record *record, char reason[GB_RECORD_REASON], const char *format, va_list args)
{
	char why[GB_ERROR_TEXT];

	vsnprintf(why, sizeof why, format, args);
	record->reason = reason;
	gb_text_add(reason, GB_RECORD_REASON, "%s%s", reason[0] ? "; " : "", why);
}

GB_PRINTF(3, 4)
static void remark(struct gb_record *record, char reason[GB_RECORD_REASON], const char *format, ...)
{
	va_list args;

	va_start(args, format);
	add_reason(record, reason, format, args);
	va_end(args);
}

GB_PRINTF(4, 5)
static void suspect(struct gb_record *record, char reason[GB_RECORD_REASON], enum gb_doubt kind, const char *format,
		    ...)
{
	va_list args;

	record->status = GB_ROW_SUSPECT;
	record->doubts |= GB_DOUBT_BIT(kind);
	va_start(args, format);
	add_reason(record, reason, format, args);
	va_end(args);
}

bool gb_judge_mem_clock_low(double hz, double rated_hz)
{
	return rated_hz > 0 && hz < (1 - GB_MEMORY_CLOCK_TOLERANCE) * rated_hz;
}

static void judge_others(struct gb_record *record, const struct gb_conditions *c, char reason[GB_RECORD_REASON])
{
	if (c->others > 0)
		suspect(record, reason, GB_DOUBT_SHARED, "%d other compute process%s on the GPU", c->others,
			c->others == 1 ? "" : "es");
	if (c->workers > c->others && c->workers > 0)
		suspect(record, reason, GB_DOUBT_SHARED, "%d other process%s worked on the GPU during the point",
			c->workers, c->workers == 1 ? "" : "es");
	if (c->busy > GPU_BUSY_PERCENT)
		suspect(record, reason, GB_DOUBT_SHARED,
			"the GPU was busy with other work (%d %%) before the first launch", c->busy);
}

static void judge_conditions(struct gb_record *record, const struct gb_conditions *c, char reason[GB_RECORD_REASON])
{
	if (c->slowdown)
		suspect(record, reason, GB_DOUBT_SLOWDOWN, "hardware or thermal slowdown");
	judge_others(record, c, reason);
	if (gb_judge_mem_clock_low(c->mem_clock_hz, c->mem_clock_rated_hz))
		suspect(record, reason, GB_DOUBT_MEMORY_CLOCK, "memory clock %.0f MHz below rated %.0f MHz",
			1e-6 * c->mem_clock_hz, 1e-6 * c->mem_clock_rated_hz);
	if (c->temperature_rise > GB_TEMPERATURE_TOLERANCE)
		suspect(record, reason, GB_DOUBT_WARMED, "the GPU warmed by %.0f degrees during the point",
			c->temperature_rise);
	if (c->ecc_errors > 0)
		suspect(record, reason, GB_DOUBT_ECC, "%.0f memory errors (ECC) during the point", c->ecc_errors);
	if (c->lost > GB_LOST_TOLERANCE)
		suspect(record, reason, GB_DOUBT_LOST, "other work on this host took %.0f %% of the cores' time",
			100 * c->lost);
	if (c->doubt[0] != '\0')
		suspect(record, reason, GB_DOUBT_OWN, "%s", c->doubt);
}

/* The value of the column `origin` for a metric. */
static const char *origin_of(enum gb_metric_kind kind)
{
	static const char *const words[] = {
		[GB_EXACT] = "modelled",    [GB_TIMES] = "derived",   [GB_OVER] = "derived",
		[GB_MEASURED] = "measured", [GB_DERIVED] = "derived",
	};

	return words[kind];
}

void gb_judge_limit(struct gb_record *record, double limit, char reason[GB_RECORD_REASON])
{
	gb_record_clear(record, GB_COLUMN_LIMIT);
	if (!(limit > 0 && isfinite(limit)))
		return;
	record->limit = limit;
	record->fraction = gb_record_fraction(record, limit);
	if (record->fraction > 1 + GB_LIMIT_TOLERANCE)
		suspect(record, reason, GB_DOUBT_BEYOND, "%.2f %% better than the physical limit",
			100 * (record->fraction - 1));
}

void gb_judge_interval(struct gb_record *record, char reason[GB_RECORD_REASON])
{
	const double half = gb_half_interval(record->value, record->lo, record->hi);

	if (record->roof[0] == '\0' || !(half > GB_WIDE_INTERVAL))
		return;
	if (gb_is_known_per_clock(record))
		remark(record, reason, "its interval is +-%.1f %%: the clock differed, its work per clock did not",
		       100 * half);
	else
		suspect(record, reason, GB_DOUBT_WIDE, "its interval is +-%.1f %%: its samples or visits differ",
			100 * half);
}

static void turn_over(double number, double *low, double *high)
{
	const double kept = *low;

	*low = number / *high;
	*high = number / kept;
}

void gb_judge_metric(struct gb_record *record, const struct gb_metric *metric, char reason[GB_RECORD_REASON])
{
	double *const columns[] = { &record->value, &record->lo, &record->hi, &record->min, &record->max };

	record->roof = "";
	record->reason = reason;
	record->per_clock = record->per_clock_lo = record->per_clock_hi =
		NAN; /* of the value for which the benchmark was made */
	switch (metric->kind) {
	case GB_EXACT: /* these were not sampled */
	case GB_MEASURED:
	case GB_DERIVED:
		gb_record_clear(record, GB_COLUMN_VALUE);
		record->value = metric->number;
		break;
	case GB_TIMES:
		for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
			*columns[i] *= metric->number;
		break;
	case GB_OVER:
		record->value = metric->number / record->value;
		turn_over(metric->number, &record->lo, &record->hi);
		turn_over(metric->number, &record->min, &record->max);
		break;
	}
	record->origin = origin_of(metric->kind);
	record->metric = gb_record_text(metric->name);
	record->unit = gb_record_text(metric->unit);
	gb_judge_limit(record, metric->limit, reason);
}

/* True if the clock does not affect the roof's number: DRAM does not follow the SMs, and work per clock excludes the
 * clock. */
static bool is_known(const struct gb_record *r)
{
	return r->roof[0] != '\0' &&
	       (gb_half_interval(r->value, r->lo, r->hi) <= GB_KNOWN_INTERVAL || gb_is_known_per_clock(r));
}

/* True if the samples moved with the clock. Those of DRAM, L2 and links do not: these have clocks of their own. */
static bool follows_clock(const struct gb_record *r, const struct gb_conditions *c, double clock_spread)
{
	return !c->over_a_link && !(r->max - r->min < GB_FOLLOWS_CLOCK * clock_spread * fabs(r->value));
}

/* A card at its power cap changes its clock all the time. That is its normal state under this load, and the limit
 * follows from the measured clock: a remark. If the clock of a roof drifted, the load had not settled yet, and the
 * value depends on the work before it. The driver reports the cap even for some loads that draw far less, and not in
 * every moment of one that draws more. */
static void judge_clock(struct gb_record *record, const struct gb_measurement *measurement,
			const struct gb_conditions *c, char reason[GB_RECORD_REASON])
{
	const double spread = measurement->sm_hz_spread, drift = measurement->sm_hz_drift;
	const char *clock = gb_device_clock(record->device);
	const bool at_limit = gb_held_by_power_limit(c->power_w, c->power_limit_w), capped = c->power_cap || at_limit;
	const char *when = at_limit ? " at the power cap" : " while the driver reported a power cap";

	if (!(spread > GB_CLOCK_TOLERANCE))
		return;
	if (capped && record->roof[0] != '\0' && fabs(drift) > GB_CLOCK_DRIFT_CAPPED)
		suspect(record, reason, GB_DOUBT_CLOCK, "the %s %s by %.1f %% during a visit%s: it had not settled",
			clock, drift > 0 ? "rose" : "fell", 100 * fabs(drift), when);
	else if (capped || is_known(record) || !follows_clock(record, c, spread))
		remark(record, reason, "the %s moved by %.1f %% between samples%s", clock, 100 * spread,
		       capped ? when : "");
	else
		suspect(record, reason, GB_DOUBT_CLOCK, "the %s moved by %.1f %% between samples", clock, 100 * spread);
}

/* Some loads never become steady, such as transfers in both directions. A roof whose visits agree is known all the
 * same. */
static void judge_steadiness(struct gb_record *record, const struct gb_measurement *measurement,
			     char reason[GB_RECORD_REASON])
{
	static const char words[] = "times were never steady in the warm-up";

	if (measurement->steady)
		return;
	if (record->roof[0] != '\0' && gb_half_interval(record->value, record->lo, record->hi) <= GB_WIDE_INTERVAL)
		remark(record, reason, "%s", words);
	else
		suspect(record, reason, GB_DOUBT_UNSTEADY, "%s", words);
}

static void take_interval(struct gb_record *record, const struct gb_measurement *measurement)
{
	record->lo = measurement->value.lo;
	record->hi = measurement->value.hi;
	record->per_clock_lo = measurement->per_clock.lo;
	record->per_clock_hi = measurement->per_clock.hi;
	record->stop = stop_word(measurement->stop);
}

void gb_judge_visits(struct gb_record *record, const struct gb_measurement *measurement, double least, double most,
		     char reason[GB_RECORD_REASON])
{
	take_interval(record, measurement);
	if (most - least > GB_VISITS_APART * fabs(record->value))
		suspect(record, reason, GB_DOUBT_WIDE, "its visits gave %.4g and %.4g %s", least, most, record->unit);
}

void gb_judge(struct gb_record *record, enum gb_quantity quantity, const struct gb_measurement *measurement,
	      double limit, const struct gb_conditions *conditions, char reason[GB_RECORD_REASON])
{
	const struct gb_summary *v = &measurement->value;

	reason[0] = '\0';
	record->origin = origin_of(GB_MEASURED);
	record->metric = gb_quantity_metric(quantity);
	record->unit = gb_quantity_unit(quantity);
	record->value = v->median;
	record->min = v->min;
	record->max = v->max;
	record->samples = (double)v->count;
	record->spread = v->spread;
	record->per_clock = measurement->per_clock.median;
	take_interval(record, measurement);
	record->sm_clock_hz = measurement->sm_hz;
	record->sm_clock_slowest_hz = measurement->slowest_hz;
	record->status = GB_ROW_OK;
	record->doubts = 0;
	record->reason = reason;
	gb_judge_limit(record, limit, reason);
	judge_clock(record, measurement, conditions, reason);
	judge_steadiness(record, measurement, reason);
	judge_conditions(record, conditions, reason);
}

/* ---- what holds a clock down ------------------------------------------------------------------------------------- */

bool gb_held_by_power_limit(double power_w, double limit_w)
{
	return limit_w > 0 && power_w >= GB_AT_POWER_LIMIT * limit_w;
}

/* The cause of a low clock under a matrix load. */
static void say_what_holds(const struct gb_record *record, const struct gb_clocks *c, char *text, size_t size)
{
	const bool has_power = !isnan(c->power_w) && !isnan(c->power_limit_w);
	const bool has_clock = !isnan(c->matrix_hz);

	if (record->sm_clock_hz >= GB_AT_MATRIX_CLOCK * c->matrix_hz) {
		gb_text_add(text, size, "runs at the clock of matrix instructions, %.3f GHz on this card",
			    1e-9 * c->matrix_hz);
		return;
	}
	if (gb_held_by_power_limit(c->power_w, c->power_limit_w)) {
		gb_text_add(text, size, "held by the power limit: %.0f of %.0f W", c->power_w, c->power_limit_w);
		return;
	}
	if (c->power_cap && has_power) {
		gb_text_add(text, size, "the driver reports a power cap, which %.0f of %.0f W do not explain",
			    c->power_w, c->power_limit_w);
		return;
	}
	gb_text_add(text, size, "the SM clock is %.3f GHz", 1e-9 * record->sm_clock_hz);
	if (has_clock)
		gb_text_add(text, size, ", below that of matrix instructions, %.3f GHz", 1e-9 * c->matrix_hz);
	if (c->is_burst)
		gb_text_add(text, size, ", within 20 ms of the start of the load: too soon for a reading of the power");
	else if (has_power)
		gb_text_add(text, size, ", at %.0f of %.0f W and without a reason of the driver's", c->power_w,
			    c->power_limit_w);
	else
		gb_text_add(text, size, "; %s",
			    c->power_cap ? "the driver reports a power cap, but the power is not known"
					 : "the power is not known");
}

void gb_held_judge(struct gb_record *record, const struct gb_clocks *clocks, char reason[GB_RECORD_REASON])
{
	record->fraction_rated = gb_record_fraction(record, clocks->limit_rated);
	record->matrix_clock_hz = clocks->matrix_hz;
	record->fraction_matrix = gb_record_fraction(record, clocks->limit_matrix);
	if (isnan(clocks->matrix_hz) || !(record->fraction_rated < GB_MATRIX_HELD))
		return;
	gb_text_add(reason, GB_RECORD_REASON, "%s", reason[0] ? "; " : "");
	say_what_holds(record, clocks, reason, GB_RECORD_REASON);
	record->reason = reason;
}
