/* The points of `divergence`: the lengths of their paths, the FMAs that a warp executes and must issue, and those
 * that a lane needs. */
#include <math.h>

#include "state.h"

/* ---- the paths --------------------------------------------------------------------------------------------------- */

bool divergence_is_short(const struct gb_run *run)
{
	return gb_value(run, "kind") == KIND_SHORT;
}

bool divergence_is_loop(const struct gb_run *run)
{
	return gb_value(run, "kind") == KIND_LOOP;
}

bool divergence_is_by_warp(const struct gb_run *run)
{
	return gb_value(run, "kind") == KIND_EQUAL && gb_value(run, "by") == BY_WARP;
}

unsigned int divergence_length_of(const struct gb_run *run, unsigned int p)
{
	const int64_t kind = gb_value(run, "kind");

	return kind == KIND_UNEQUAL ? p + 1 : kind == KIND_LOOP ? p % (unsigned int)gb_value(run, "paths") + 1 : 1;
}

unsigned int divergence_units(const struct gb_run *run)
{
	const unsigned int paths = (unsigned int)gb_value(run, "paths");
	unsigned int total = 0;

	if (divergence_is_loop(run))
		return paths;
	if (divergence_is_by_warp(run))
		return 1;
	for (unsigned int p = 0; p < paths; p++)
		total += divergence_length_of(run, p);
	return total;
}

/* ---- counts of a launch ------------------------------------------------------------------------------------------ */

/* Trips of the timed round that a lane, or a lane of a path, needs. */
static unsigned int trips_of(const struct gb_run *run, unsigned int lane)
{
	const struct state *s = gb_state(run);

	return s->args.trips[1][divergence_is_loop(run) ? lane : s->args.path[lane]];
}

/* Trips that a lane needs, averaged over a warp. */
static double mean_trips(const struct gb_run *run)
{
	double total = 0;

	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++)
		total += trips_of(run, l);
	return total / DIVERGENCE_LANES;
}

double divergence_needed(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return divergence_is_short(run) ? (double)s->args.trips[1][0] * DIVERGENCE_IFS
					: mean_trips(run) * DIVERGENCE_BODY;
}

/* FMAs that a warp must issue for that. A branch that no lane takes issues none. */
static double issues(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	if (!divergence_is_short(run))
		return divergence_units(run) * (s->args.trips[1][0] / (double)divergence_length_of(run, 0)) /
		       mean_trips(run);
	if (gb_value(run, "taken") == TAKEN_NONE && gb_value(run, "form") == FORM_IF)
		return 0;
	return (double)gb_value(run, "length");
}

unsigned int divergence_steps(const struct gb_run *run, unsigned int lane, unsigned int path)
{
	const struct state *s = gb_state(run);
	const unsigned int at = divergence_is_short(run) ? 0 : divergence_is_loop(run) ? lane : path;
	const unsigned int trips = s->args.trips[0][at] + s->args.trips[1][at];

	if (!divergence_is_short(run))
		return trips * DIVERGENCE_BODY / 2;
	return s->args.taken >> lane & 1 ? trips * DIVERGENCE_IFS * (unsigned int)gb_value(run, "length") / 2 : 0;
}

/* For both rounds. */
struct gb_cost divergence_cost(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	double fmas = 0;

	for (unsigned int l = 0; l < DIVERGENCE_LANES; l++)
		fmas += 2.0 * divergence_steps(run, l, s->args.path[l]);
	return (struct gb_cost){ .ops = 2.0 * s->blocks * DIVERGENCE_WARPS * fmas };
}

/* Cycles in which a quarter of an SM can issue them. */
double divergence_limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	const double fma = 2.0 * DIVERGENCE_LANES * PARTS;

	(void)sm_hz;
	/* A branch that no lane takes issues nothing. */
	return issues(run) > 0 ? issues(run) * fma / device->rates.fp32 : (double)NAN;
}

const char *divergence_remark(const struct gb_run *run)
{
	return divergence_is_short(run) ? "the test before each `if` is issued as well; the limit counts only its FMAs"
					: NULL;
}

size_t divergence_metrics(const struct gb_run *run, const struct gb_result *result,
			  struct gb_metric out[GB_METRICS_MAX])
{
	(void)result;
	out[0] = (struct gb_metric){ "issues", "1", GB_EXACT, issues(run), 0 };
	return 1;
}
