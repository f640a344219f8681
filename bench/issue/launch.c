/* Launches of the points of `issue`, and the times that its warps recorded. */
#include "state.h"

/* Only the audit of the machine code proves which registers a point uses. It exists from 7.5 on. */
static int check_device(struct gb_run *run)
{
	const struct gb_device *device = gb_device(run);

	if (issue_measure(run) == BANKS && 10 * device->cc_major + device->cc_minor < 75)
		return gb_skip(run, "register numbers in the machine code are audited only from compute capability 7.5 "
				    "on");
	return GB_OK;
}

int issue_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const enum measure measure = issue_measure(run);
	const uint32_t trips = measure == TURNS ? ISSUE_TURNS : ISSUE_TRIPS;

	memset(s->share, 0, sizeof s->share);
	s->args = (struct issue_args){
		.words = gb_address(s->words),
		.warm_trips = ISSUE_WARM,
		.trips = gb_work(run) * trips > 1 ? (uint32_t)(gb_work(run) * trips) : 1,
		.warps = issue_warps(run),
		.end = gb_address(s->end),
		.span = gb_address(s->span),
		.stamps = gb_address(s->stamps),
	};
	s->shape = (struct gb_shape){ .grid = 1, .block = ISSUE_WARP * ISSUE_SCHEDULERS * s->args.warps };
	GB_TRY(check_device(run));
	if (measure == BANKS)
		return kernel_find(run, &s->kernel, "issue_banks_%s", issue_operands[gb_value(run, operands)]);
	if (measure == MIX)
		return kernel_find(run, &s->kernel, "issue_mix_%s", issue_mixes[gb_value(run, mix)]);
	return gb_find_kernel(run, "issue_turns", &s->kernel);
}

LAUNCH_KERNEL(int issue_launch, state)

/* One in this many warps has work: every fourth for `turns`. */
static uint32_t spacing(const struct gb_run *run)
{
	return issue_measure(run) == TURNS ? ISSUE_SCHEDULERS : 1;
}

/* Cycles from the first start to the last end. */
static int read_span(struct gb_run *run, unsigned long long *cycles)
{
	unsigned long long span[ISSUE_SCHEDULERS * ISSUE_WARPS][2], first = UINT64_MAX, last = 0;

	GB_TRY(gb_copy_out(run, span, state_of(run)->span, sizeof span));
	for (uint32_t w = 0; w < state_of(run)->shape.block / ISSUE_WARP; w += spacing(run)) {
		first = span[w][0] < first ? span[w][0] : first;
		last = span[w][1] > last ? span[w][1] : last;
	}
	*cycles = last - first;
	return GB_OK;
}

/* The iterations that each warp has completed when the first warp finishes. The low bits of the clock are compared
 * relative to the first stamp, so that they may wrap around. */
static int read_shares(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint32_t stamp[ISSUE_WARPS][ISSUE_TURNS], had[ISSUE_WARPS] = { 0 }, all = 0;
	const uint32_t last = s->args.trips - 1;

	GB_TRY(gb_copy_out(run, stamp, s->stamps, sizeof stamp));
	uint32_t through = stamp[0][last];
	for (uint32_t w = 1; w < s->args.warps; w++)
		through = (int)(stamp[w][last] - through) < 0 ? stamp[w][last] : through;
	for (uint32_t w = 0; w < s->args.warps; w++)
		for (uint32_t trip = 0; trip <= last; trip++)
			had[w] += (int)(stamp[w][trip] - through) <= 0;
	for (uint32_t w = 0; w < s->args.warps; w++)
		all += had[w];
	for (uint32_t w = 0; w < s->args.warps; w++)
		s->share[w] = (double)had[w] / all;
	return GB_OK;
}

int issue_observe(struct gb_run *run, double *value)
{
	unsigned long long cycles;

	GB_TRY(read_span(run, &cycles));
	if (issue_measure(run) == TURNS)
		GB_TRY(read_shares(run));
	*value = (double)cycles / ((double)issue_steps(run, state_of(run)->args.trips) * issue_warps(run));
	return GB_OK;
}
