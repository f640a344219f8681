/* Launches of the points of `offset`, and the check of every byte of their output. */
#include <stdio.h>

#include "state.h"

static gb_ptr output(const struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return s->arena + (ARRAYS - 1) * s->place_bytes;
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

int offset_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t bytes = offset_bytes(run), each = offset_unroll(run);
	const gb_ptr a = s->arena + offset_shift(run);
	char name[GB_NAME_MAX];

	s->shape = (struct gb_shape){
		.grid = (uint32_t)(s->array_bytes / (UINT64_C(1) * bytes * each * OFFSET_BLOCK)),
		.block = OFFSET_BLOCK,
	};
	s->args = (struct offset_args){
		.a = gb_address(a),
		.b = gb_address(a + s->place_bytes),
		.out = gb_address(output(run) + offset_out_shift(run)),
	};
	snprintf(name, sizeof name, "offset_%s_b%u_u%u", offset_ops[gb_value(run, "op")], bytes, each);
	return gb_find_kernel(run, name, &s->kernel);
}

int offset_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static struct offset_check_args check_args(const struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t start = offset_out_shift(run), ahead = offset_shift(run) - start;

	return (struct offset_check_args){
		.out = gb_address(output(run)),
		.words = s->place_bytes / 4,
		.start = start,
		.end = start + s->array_bytes,
		.a = ahead,
		.b = ahead + s->place_bytes,
		.report = gb_address(s->check.report),
		.bytes = offset_bytes(run),
		.op = (int)gb_value(run, "op"),
	};
}

int offset_verify(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const struct offset_check_args args = check_args(run);

	int status = pattern_begin(run, &s->check, s->arena, (ARRAYS - 1) * s->place_bytes);
	if (status == GB_OK)
		status = gb_fill(run, output(run), PATTERN_POISON, s->place_bytes);
	if (status == GB_OK)
		status = offset_launch(run);
	return status == GB_OK ? pattern_end(run, &s->check, &args, args.words) : status;
}
