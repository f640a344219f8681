/* Checks the reads of the kernels of `l1` by the sum of all words, each counted as often as it is read. */
#include "state.h"

static struct l1_check_args check_sweep(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct l1_check_args){
		.first = l1_shift_bytes(run) / LOAD_BYTES,
		.step = l1_is_naive(run) ? l1_stride(run) : 1,
		.words = s->sweep.tiles * (l1_loaded_bytes(run) / LOAD_BYTES),
		.times = s->shape.grid / s->sweep.tiles,
		.report = gb_address(s->check.report),
	};
}

static struct l1_check_args check_reuse(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return (struct l1_check_args){
		.step = 1,
		.words = (unsigned long long)s->reuse.bytes / 4 * s->shape.grid,
		.times = (unsigned long long)(l1_reuse_bytes(run) / s->reuse.bytes),
		.report = gb_address(s->check.report),
	};
}

int l1_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct l1_check_args args = l1_reuses(run) ? check_reuse(run) : check_sweep(run);

	GB_TRY(pattern_begin(run, &s->check, s->data, s->memory_bytes + ROOM_BYTES));
	s->sweep.record = s->reuse.record = PATTERN_VERIFIED;
	const int status = l1_launch(run);
	s->sweep.record = s->reuse.record = PATTERN_TIMED;
	return status == GB_OK ? pattern_end(run, &s->check, &args, args.words) : status;
}
