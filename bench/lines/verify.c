/* Checks that the hops of `lines` followed the chain of the set, and that words had their expected values. */
#include "../common/input_host.h"
#include "state.h"

static int verify_chase(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t words = lines_words(&s->args.set);
	uint32_t trace[LINES_HOPS];

	GB_TRY(lines_rewind(run));
	GB_TRY(gb_fill_output(run, s->trace, 0xff, sizeof trace));
	s->args.trace = gb_address(s->trace);
	const int status = lines_launch(run);
	s->args.trace = NULL;
	GB_TRY(status);
	GB_TRY(gb_copy_out(run, trace, s->trace, sizeof trace));
	for (uint32_t i = 0; i < s->args.hops; i++) {
		const unsigned long long wanted = lines_offset(&s->args.set, (s->args.warm + i + 1) % words);
		if (trace[i] != wanted)
			return gb_fail(run, "hop %u leads to byte %u of the set, expected %llu", i, trace[i], wanted);
	}
	return GB_OK;
}

static int verify_hash(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_report_clear(run, s->report));
	s->hash_args.report = gb_address(s->report);
	const int status = lines_launch(run);
	s->hash_args.report = NULL;
	return status == GB_OK ? gb_report_judge(run, s->report, UINT64_C(2) * LINES_BASES, "words") : status;
}

static int verify_camping(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t threads = (uint64_t)s->shape.grid * s->shape.block;

	GB_TRY(gb_fill_output(run, s->sums, 0xff, threads * sizeof(uint32_t)));
	GB_TRY(launch_recorded(run, lines_launch, &s->camp_args.record, 1));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, s->shape, &s->camp_args));
	return gb_report_judge(run, s->report, threads, "sums");
}

int lines_verify(struct gb_run *run)
{
	if (lines_is_chase(lines_measure(run)))
		return verify_chase(run);
	GB_TRY(input_check(run, state_of(run)->data, state_of(run)->data_bytes, input_bits));
	switch (lines_measure(run)) {
	case HASH:
		return verify_hash(run);
	case EVICTION:
		return lines_verify_eviction(run);
	case SET:
		return lines_verify_set(run);
	default:
		return verify_camping(run);
	}
}
