/* Checks that the kernels of `stride` touched what they should: for writes every element, on poisoned output; for
 * reads the sum. */
#include "state.h"

static struct stride_check_args check_args(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct layout at = stride_layout(run);

	return (struct stride_check_args){
		.out = gb_address(stride_output(run)),
		.rows = at.rows,
		.pitch = at.pitch,
		.hop = at.hop,
		.elements = at.elements,
		.report = gb_address(s->check.report),
		.bytes = (unsigned int)stride_bytes(run),
		.op = stride_op(run),
	};
}

/* `reach` reads both arrays: points measured earlier have written in the second. */
static int begin_check(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct arrays *at = stride_arrays(run);
	const uint64_t bytes = (stride_reaches(run) ? ARRAYS : 1) * at->bytes;
	int status = stride_reaches(run) ? input_fill(run, &s->check.fill, at->in, bytes) : GB_OK;

	return status == GB_OK ? pattern_begin(run, &s->check, at->in, bytes) : status;
}

int stride_verify(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct stride_check_args args = check_args(run);

	int status = begin_check(run);
	if (status == GB_OK && args.op != STRIDE_READ)
		status = gb_launch(run, &s->poison, input_shape(run), &args);
	s->args.record = PATTERN_VERIFIED;
	if (status == GB_OK)
		status = stride_launch(run);
	s->args.record = PATTERN_TIMED;
	return status == GB_OK ? pattern_end(run, &s->check, &args, args.elements * (args.bytes / 4)) : status;
}
