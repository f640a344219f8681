/* Launches of the points of `stride`: the kernel, its shape, and its elements. */
#include <stdio.h>

#include "state.h"

/* Elements per thread; the kernel's name includes them. */
static uint32_t unroll(const struct gb_run *run)
{
	enum { WRITTEN_IN_FLIGHT = 16, READ_IN_FLIGHT = 32 }; /* bytes */

	if (gb_value(run, "op") == STRIDE_COPY && gb_value(run, "form") == PATTERN_NAIVE)
		return 1;
	return (stride_op(run) == STRIDE_READ ? READ_IN_FLIGHT : WRITTEN_IN_FLIGHT) / (uint32_t)stride_bytes(run);
}

static struct stride_place place_of(struct layout at)
{
	struct stride_place place = { (unsigned int)at.pitch, (unsigned int)at.hop, ~0u, 31 };

	if (at.rows == at.elements)
		return place;
	place.mask = (unsigned int)at.rows - 1;
	for (place.shift = 0; UINT64_C(1) << place.shift < at.rows; place.shift++)
		;
	return place;
}

static void set_launch(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const struct layout at = stride_layout(run);

	s->shape = (struct gb_shape){
		.grid = (uint32_t)(at.elements / unroll(run) / STRIDE_BLOCK),
		.block = STRIDE_BLOCK,
	};
	s->args = (struct stride_args){
		.a = gb_address(stride_arrays(run)->in),
		.out = gb_address(stride_output(run)),
		.place = place_of(at),
		.report = gb_address(s->check.report),
	};
}

int stride_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	char name[GB_NAME_MAX];

	if (stride_reaches(run) && (uint64_t)gb_value(run, "span") > ARRAYS * s->far.bytes)
		return gb_skip(run, "%.0f MB of device memory are available", 1e-6 * (double)(ARRAYS * s->far.bytes));
	int status = stride_arrays(run)->in == 0 ? stride_make_arrays(run, &s->far) : GB_OK;
	if (status != GB_OK)
		return status;
	set_launch(run);
	snprintf(name, sizeof name, "stride_%s_b%u_u%u", stride_ops[stride_op(run)], (unsigned int)stride_bytes(run),
		 unroll(run));
	return gb_find_kernel(run, name, &s->kernel);
}

int stride_launch(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	return gb_launch(run, &s->kernel, s->shape, &s->args);
}
