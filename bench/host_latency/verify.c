/* verify.c: checks that the set is one circle and that the chase ended at the right line. */
#include "state.h"

static int check_circle(struct gb_run *run, const uint64_t report[HOST_LATENCY_REPORT])
{
	if (report[HOST_LATENCY_CLOSED] == UINT64_MAX)
		return gb_fail(run, "the check did not run");
	if (report[HOST_LATENCY_ASTRAY] != 0)
		return gb_fail(run, "a line points outside of the set");
	if (report[HOST_LATENCY_CLOSED] != HOST_LATENCY_WALKERS)
		return gb_fail(run, "the lines of the set are not one circle");
	if (report[HOST_LATENCY_VISITED] != state_of(run)->lines)
		return gb_fail(run, "the circle has %llu lines, expected %llu",
			       (unsigned long long)report[HOST_LATENCY_VISITED],
			       (unsigned long long)state_of(run)->lines);
	return GB_OK;
}

static int check_end(struct gb_run *run, uint64_t found, uint64_t line)
{
	const struct state *s = gb_state(run);
	const uint64_t expected = s->now->at + line * HOST_LATENCY_LINE;

	if (found == UINT64_MAX)
		return gb_fail(run, "the chase did not report where it ended");
	if (found != expected)
		return gb_fail(run, "%llu loads ended %lld bytes from line %llu, where they should end",
			       (unsigned long long)s->loads, (long long)(found - expected), (unsigned long long)line);
	return GB_OK;
}

int host_latency_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct host_latency_check_args args = {
		.line = gb_address(s->now->at),
		.lines = s->lines,
		.loads = s->loads,
		.report = gb_address(s->report),
	};
	uint64_t report[HOST_LATENCY_REPORT], end = 0;

	GB_TRY(host_latency_rewind(run, SLOT_BEGIN));
	GB_TRY(gb_fill_output(run, host_latency_slot(run, SLOT_END), 0xff, sizeof end));
	GB_TRY(gb_fill_output(run, s->report, 0xff, sizeof report));
	GB_TRY(host_latency_follow(run, s->loads, SLOT_BEGIN, SLOT_END));
	GB_TRY(gb_launch(run, &s->check, one_core, &args));
	GB_TRY(gb_copy_out(run, &end, host_latency_slot(run, SLOT_END), sizeof end));
	GB_TRY(gb_copy_out(run, report, s->report, sizeof report));
	GB_TRY(check_circle(run, report));
	return check_end(run, end, report[HOST_LATENCY_EXPECTED]);
}
