/* Checks that every word of a launch of `async` arrived where it belongs. */
#include "../common/input_host.h"
#include "state.h"

/* Repeats the launch with kernels that compare the words as they arrive. */
static int verify_pieces(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t receivers = s->shape.cluster > 1 ? s->shape.cluster : 1;

	GB_TRY(input_check(run, s->data, s->bytes, input_bits));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(launch_recorded(run, async_launch, &s->args.record, 1));
	return gb_report_judge(run, s->report, s->args.pieces * s->args.bytes / 4 * receivers, "words");
}

/* The output starts as poison for stores and as zeros for additions. Each place must hold as many ones as pieces were
 * added to it. */
static int verify_back(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const bool adds = async_path(run) == REDUCE;
	struct async_args args = s->args;

	args.ahead = adds ? (uint32_t)(s->args.pieces * s->args.bytes / s->args.set) : 0;
	GB_TRY(gb_fill_output(run, s->to, adds ? 0 : 0xff, s->args.set));
	GB_TRY(async_launch(run));
	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, s->args.set / 4, "words");
}

int async_verify(struct gb_run *run)
{
	return async_is_back(async_path(run)) ? verify_back(run) : verify_pieces(run);
}
