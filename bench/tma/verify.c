/* Checks that every word of a launch of `tma` arrived at its place. */
#include "../common/input_host.h"
#include "state.h"

/* Repeats the launch, with as many copies, with kernels in which the receivers check their data. */
static int verify_what_comes(struct gb_run *run, uint32_t copies, uint64_t looks, const char *what)
{
	struct state *s = gb_state(run);
	const uint32_t timed = s->args.copies;

	GB_TRY(gb_report_clear(run, s->report));
	s->args.copies = copies;
	const int status = launch_recorded(run, tma_launch, &s->args.record, 1);
	s->args.copies = timed;
	copies += s->args.group > 0 ? TMA_COPIES : 0;
	return status == GB_OK ? gb_report_judge(run, s->report, copies * looks, what) : status;
}

/* Stores go to poisoned memory, reductions to a known background. The kernel continues from the previous launch. */
static int verify_back(struct gb_run *run, enum op op)
{
	const struct state *s = gb_state(run);
	const gb_ptr at = s->out + s->args.before;
	const struct gb_shape shape = { .grid = s->args.copies, .block = 128 };

	GB_TRY(gb_fill_output(run, at, op == REDUCE ? TMA_BACKGROUND : 0xff, s->args.places * s->args.apart));
	GB_TRY(tma_launch(run));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, shape, &s->args));
	return gb_report_judge(run, s->report, (uint64_t)s->args.copies * (s->args.bytes / 4), "words");
}

int tma_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const enum op op = tma_op(run);
	const uint64_t receivers = op == MULTICAST ? (uint64_t)gb_value(run, size) : 1;

	if (tma_is_round_trip(op))
		return verify_what_comes(run, s->args.copies, TMA_WORDS_SEEN, "numbers");
	if (tma_is_back(op))
		return verify_back(run, op);
	GB_TRY(input_check(run, s->in, s->bytes, input_bits));
	return verify_what_comes(run, op == IM2COL ? TMA_LOOKS : s->args.copies, s->args.bytes / 4 * receivers,
				 "words");
}
