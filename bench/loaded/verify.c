/* Whether the chain of `loaded` ended where its hops lead, and the traffic moved what it counted. */
#include <limits.h>
#include <stdlib.h>

#include "../common/input_host.h"
#include "state.h"

static int check_end(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t wanted = loaded_line_at(s, (uint64_t)s->begin + HOPS);
	struct loaded_place place;
	int status = gb_copy_out(run, &place, s->place, sizeof place);

	if (status == GB_OK && place.at != wanted)
		return gb_fail(run, "the chase ended at %#llx, not at %#llx", place.at, (unsigned long long)wanted);
	if (status == GB_OK && place.ready != s->shape.grid - 1)
		return gb_fail(run, "%u of %u blocks of traffic were in flight", place.ready, s->shape.grid - 1);
	return status;
}

/* A load that did nothing would make every latency an idle one, and the turns of a warp that told none have no end. */
static int check_turns(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	struct loaded_warp *warp = malloc(s->warps * sizeof *warp);

	if (warp == NULL)
		return gb_fail(run, "out of memory");
	int status = gb_copy_out(run, warp, s->warp, s->warps * sizeof *warp);
	if (status == GB_OK && (warp[0].turns > 0) == (s->args.idle != 0))
		status = gb_fail(run, "the first warp of the traffic had %u turns", warp[0].turns);
	for (unsigned int w = 0; w < s->warps && status == GB_OK; w++)
		if (warp[w].turns == UINT_MAX || warp[w].counted > warp[w].turns)
			status = gb_fail(run, "warp %u of the traffic did not report its turns", w);
	free(warp);
	return status;
}

int loaded_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct loaded_check_args check = {
		.warp = gb_address(s->warp),
		.out = gb_address(s->out),
		.warps = s->warps,
		.rounds_of = s->args.rounds_of,
		.reads = loaded_reads(run),
		.writes = loaded_writes(run),
		.report = gb_address(s->report),
	};
	/* Each lane of each warp is one result. */
	const uint64_t results = (uint64_t)s->warps * 32;

	int status = gb_fill(run, s->warp, 0xff, s->warps * sizeof(struct loaded_warp));
	if (status == GB_OK)
		status = gb_fill(run, s->out, 0xff, s->region_bytes);
	if (status == GB_OK)
		status = loaded_begin(run);
	if (status == GB_OK)
		status = loaded_launch(run);
	if (status == GB_OK)
		status = check_end(run);
	if (status == GB_OK)
		status = check_turns(run);
	if (status == GB_OK)
		status = gb_report_clear(run, s->report);
	if (status == GB_OK)
		status = gb_launch(run, &s->check, input_shape(run), &check);
	if (status == GB_OK)
		status = gb_report_judge(run, s->report, results, "lanes");
	return status == GB_OK ? input_check(run, s->in, s->region_bytes, input_bits) : status;
}
