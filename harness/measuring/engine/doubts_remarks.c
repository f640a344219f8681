#include "engine/doubts_remarks.h"

#include <math.h>

#include "base/text.h"
#include "device/devices.h"
#include "engine/row.h"

bool gb_doubts_mem_clock_low(double hz, double rated_hz)
{
	return rated_hz > 0 && hz < (1 - GB_MEMORY_CLOCK_TOLERANCE) * rated_hz;
}

static void doubt_others(struct gb_record *record, const struct gb_conditions *c, char reason[GB_RECORD_REASON])
{
	if (c->others > 0)
		gb_row_doubt(record, reason, GB_DOUBT_SHARED, "%d other compute process%s on the GPU", c->others,
			     c->others == 1 ? "" : "es");
	if (c->workers > c->others && c->workers > 0)
		gb_row_doubt(record, reason, GB_DOUBT_SHARED, "%d other process%s worked on the GPU during the point",
			     c->workers, c->workers == 1 ? "" : "es");
	if (c->busy > GPU_BUSY_PERCENT)
		gb_row_doubt(record, reason, GB_DOUBT_SHARED,
			     "the GPU was busy with other work (%d %%) before the first launch", c->busy);
}

static void doubt_conditions(struct gb_record *record, const struct gb_conditions *c, char reason[GB_RECORD_REASON])
{
	if (c->slowdown)
		gb_row_doubt(record, reason, GB_DOUBT_SLOWDOWN, "hardware or thermal slowdown");
	doubt_others(record, c, reason);
	if (gb_doubts_mem_clock_low(c->mem_clock_hz, c->mem_clock_rated_hz))
		gb_row_doubt(record, reason, GB_DOUBT_MEMORY_CLOCK, "memory clock %.0f MHz below rated %.0f MHz",
			     1e-6 * c->mem_clock_hz, 1e-6 * c->mem_clock_rated_hz);
	if (c->temperature_rise > GB_TEMPERATURE_TOLERANCE)
		gb_row_doubt(record, reason, GB_DOUBT_WARMED, "the GPU warmed by %.0f degrees during the point",
			     c->temperature_rise);
	if (c->ecc_errors > 0)
		gb_row_doubt(record, reason, GB_DOUBT_ECC, "%.0f memory errors (ECC) during the point", c->ecc_errors);
	if (c->lost > GB_LOST_TOLERANCE)
		gb_row_doubt(record, reason, GB_DOUBT_LOST, "other work on this host took %.0f %% of the cores' time",
			     100 * c->lost);
	if (c->doubt[0] != '\0')
		gb_row_doubt(record, reason, GB_DOUBT_OWN, "%s", c->doubt);
}

void gb_doubts_interval(struct gb_record *record, char reason[GB_RECORD_REASON])
{
	const double half = gb_half_interval(record->value, record->lo, record->hi);

	if (record->roof[0] == '\0' || !(half > GB_WIDE_INTERVAL))
		return;
	if (gb_is_known_per_clock(record))
		gb_row_remark(record, reason,
			      "its interval is +-%.1f %%: the clock differed, the work per clock did not", 100 * half);
	else
		gb_row_doubt(record, reason, GB_DOUBT_WIDE, "its interval is +-%.1f %%: its samples or visits differ",
			     100 * half);
}

bool gb_held_by_power_limit(double power_w, double limit_w)
{
	return limit_w > 0 && power_w >= GB_AT_POWER_LIMIT * limit_w;
}

/* True if the roof's value does not depend on the SM clock, as for DRAM, or the value per clock is known. */
static bool is_known(const struct gb_record *r)
{
	return r->roof[0] != '\0' &&
	       (gb_half_interval(r->value, r->lo, r->hi) <= GB_KNOWN_INTERVAL || gb_is_known_per_clock(r));
}

/* True if the samples moved with the SM clock. Those of DRAM, L2 and links do not, because these have clocks of their
 * own. */
static bool follows_clock(const struct gb_record *r, const struct gb_conditions *c, double clock_spread)
{
	return !c->over_a_link && !(r->max - r->min < GB_FOLLOWS_CLOCK * clock_spread * fabs(r->value));
}

/* The clock of a card at its power cap changes all the time. That is normal under such a load, and the limit follows
 * from the measured clock, so it is only a remark. If the clock of a roof drifted, the load had not settled, and the
 * value depends on the work before it. The driver reports the cap even for some loads that draw far less power, and not
 * at every moment of a load that draws more. */
static void doubt_clock(struct gb_record *record, const struct gb_measurement *measurement,
			const struct gb_conditions *c, char reason[GB_RECORD_REASON])
{
	const double spread = measurement->sm_hz_spread, drift = measurement->sm_hz_drift;
	const char *clock = gb_device_clock(record->device);
	const bool at_limit = gb_held_by_power_limit(c->power_w, c->power_limit_w), capped = c->power_cap || at_limit;
	const char *when = at_limit ? " at the power cap" : " while the driver reported a power cap";

	if (!(spread > GB_CLOCK_TOLERANCE))
		return;
	if (capped && record->roof[0] != '\0' && fabs(drift) > GB_CLOCK_DRIFT_CAPPED)
		gb_row_doubt(record, reason, GB_DOUBT_CLOCK,
			     "the %s %s by %.1f %% during a visit%s: it had not settled", clock,
			     drift > 0 ? "rose" : "fell", 100 * fabs(drift), when);
	else if (capped || is_known(record) || !follows_clock(record, c, spread))
		gb_row_remark(record, reason, "the %s moved by %.1f %% between samples%s", clock, 100 * spread,
			      capped ? when : "");
	else
		gb_row_doubt(record, reason, GB_DOUBT_CLOCK, "the %s moved by %.1f %% between samples", clock,
			     100 * spread);
}

/* Some loads never become steady, such as transfers in both directions. If its interval is narrow, the roof is known
 * nevertheless. */
static void doubt_steadiness(struct gb_record *record, const struct gb_measurement *measurement,
			     char reason[GB_RECORD_REASON])
{
	static const char words[] = "times were never steady in the warm-up";

	if (measurement->steady)
		return;
	if (record->roof[0] != '\0' && gb_half_interval(record->value, record->lo, record->hi) <= GB_KNOWN_INTERVAL)
		gb_row_remark(record, reason, "%s", words);
	else
		gb_row_doubt(record, reason, GB_DOUBT_UNSTEADY, "%s", words);
}

void gb_doubts_limit(struct gb_record *record, double limit, char reason[GB_RECORD_REASON])
{
	gb_row_limit(record, limit);
	if (record->fraction > 1 + GB_LIMIT_TOLERANCE)
		gb_row_doubt(record, reason, GB_DOUBT_BEYOND, "%.2f %% better than the physical limit%s",
			     100 * (record->fraction - 1),
			     record->fraction > GB_LIMIT_DOUBTFUL ? ", so the limit itself is doubtful" : "");
}

void gb_doubts_visits(struct gb_record *record, const struct gb_measurement *visit, size_t count,
		      char reason[GB_RECORD_REASON])
{
	double least = INFINITY, most = -INFINITY;

	for (size_t i = 0; i < count; i++) {
		least = fmin(least, visit[i].value.median);
		most = fmax(most, visit[i].value.median);
	}
	if (most - least > GB_VISITS_APART * fabs(record->value))
		gb_row_doubt(record, reason, GB_DOUBT_WIDE, "its visits gave %.4g and %.4g %s", least, most,
			     record->unit);
}

void gb_doubts_measurement(struct gb_record *record, const struct gb_measurement *measurement, double limit,
			   const struct gb_conditions *conditions, char reason[GB_RECORD_REASON])
{
	gb_doubts_limit(record, limit, reason);
	doubt_clock(record, measurement, conditions, reason);
	doubt_steadiness(record, measurement, reason);
	doubt_conditions(record, conditions, reason);
}

/* ---- remarks ----------------------------------------------------------------------------------------------------- */

/* Say why the clock is low under a matrix load. */
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
		gb_text_add(text, size, ", within 20 ms of the start of the load: too soon to read the power");
	else if (has_power)
		gb_text_add(text, size, ", at %.0f of %.0f W; the driver gives no reason", c->power_w,
			    c->power_limit_w);
	else
		gb_text_add(text, size, "; %s",
			    c->power_cap ? "the driver reports a power cap, but the power is not known"
					 : "the power is not known");
}

/* A load that is too short for the card to control its power and clock may exceed both. */
static void remark_excess(struct gb_record *record, const struct gb_clocks *c, char reason[GB_RECORD_REASON])
{
	if (c->power_w > GB_ABOVE_POWER_LIMIT * c->power_limit_w)
		gb_row_remark(record, reason, "drew %.0f W, above the power limit of %.0f W", c->power_w,
			      c->power_limit_w);
	if (record->sm_clock_hz > record->sm_clock_rated_hz + GB_CLOCK_ABOVE_HZ)
		gb_row_remark(record, reason, "most SMs ran at %.3f GHz, above the rated %.3f GHz",
			      1e-9 * record->sm_clock_hz, 1e-9 * record->sm_clock_rated_hz);
}

void gb_remarks_clocks(struct gb_record *record, const struct gb_clocks *clocks, char reason[GB_RECORD_REASON])
{
	char why[GB_ERROR_TEXT] = "";

	remark_excess(record, clocks, reason);
	gb_row_rated(record, clocks->limit_rated);
	gb_row_matrix(record, clocks->matrix_hz, clocks->limit_matrix);
	if (isnan(clocks->matrix_hz) || !(record->fraction_rated < GB_MATRIX_HELD))
		return;
	say_what_holds(record, clocks, why, sizeof why);
	gb_row_remark(record, reason, "%s", why);
}

void gb_remarks_circumstances(struct gb_record *record, size_t together, const struct gb_run *run,
			      char reason[GB_RECORD_REASON])
{
	const struct gb_device *device = &run->card->device;
	const int code = gb_run_foreign_code(run);

	if (together > 0)
		gb_row_remark(record, reason, "measured together with %zu other GPU%s of this host", together,
			      together == 1 ? "" : "s");
	if (code > 0)
		gb_row_remark(record, reason, "machine code of sm_%d: the GPU's own comes with make ARCHS=\"%d%d\"",
			      code, device->cc_major, device->cc_minor);
}

#define FAR_BELOW 0.9

void gb_remarks_far_below(struct gb_record *record, const char *remark, char reason[GB_RECORD_REASON])
{
	if (remark != NULL && record->fraction < FAR_BELOW)
		gb_row_remark(record, reason, "%s", remark);
}
