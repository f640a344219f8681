#include "run/held_clock.h"

#include <math.h>

#include "base/text.h"

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
