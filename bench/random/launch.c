/* Launches of the points of `random`, and the memory they access. */
#include <stdio.h>

#include "../common/input_host.h"
#include "state.h"

/* Accesses of a walker per launch: some milliseconds in all. */
enum { ACCESSES = 64 };
/* The part of the free memory that a set may take: some is left to the driver. */
#define SHARE 0.98

/* A larger set replaces the previous ones. */
static int need_memory(struct gb_run *run, uint64_t bytes)
{
	struct state *s = gb_state(run);
	uint64_t available;

	if (bytes <= s->bytes)
		return GB_OK;
	int status = gb_memory_free(run, &available);
	if (status != GB_OK)
		return status;
	if ((double)bytes > SHARE * ((double)available + (double)s->bytes))
		return gb_skip(run, "a set of %.4g bytes exceeds the free memory, %.4g bytes", (double)bytes,
			       (double)available + (double)s->bytes);
	if (s->bytes > 0)
		gb_release(run, s->at);
	s->bytes = s->written = s->filled = 0;
	status = gb_alloc(run, bytes, &s->at);
	if (status == GB_OK)
		s->bytes = bytes;
	return status;
}

int random_fill(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = random_set_bytes(run);

	if (s->filled >= bytes)
		return GB_OK;
	s->filled = 0;
	int status = input_fill(run, &s->fill, s->at, bytes);
	if (status == GB_OK)
		status = gb_sync(run);
	if (status == GB_OK)
		s->written = s->filled = bytes;
	return status;
}

/* As many blocks as are resident. */
static int choose_shape(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t block = (uint32_t)gb_value(run, "block"), sms = (uint32_t)gb_device(run)->sm_count;
	uint32_t resident;

	if (block > s->kernel.threads_max)
		return gb_skip(run, "a block of %u threads needs more registers than an SM has", block);
	int status = gb_occupancy(run, &s->kernel, block, 0, &resident);
	if (status == GB_OK)
		s->shape = (struct gb_shape){ .grid = resident * sms, .block = block };
	return status;
}

static unsigned int choose_trips(const struct gb_run *run)
{
	const double trips = gb_work(run) * ACCESSES / (double)gb_value(run, "unroll");

	return trips < 1 ? 1 : (unsigned int)trips;
}

static void prepare_args(struct gb_run *run, uint64_t bytes, unsigned int lane_bytes)
{
	struct state *s = gb_state(run);
	const unsigned int lanes = random_bytes(run) / lane_bytes;

	s->args = (struct random_args){
		.set = { .at = gb_address(s->at),
			 .lines = (unsigned int)(bytes / RANDOM_LINE),
			 .bytes = random_bytes(run),
			 .lanes = lanes,
			 .windows = (unsigned int)(bytes / random_window_bytes(run)),
			 .group = (unsigned int)gb_value(run, "block") / lanes },
		.trips = choose_trips(run),
		.one = 1,
		.sum = gb_address(s->sum),
	};
}

int random_prepare(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint64_t bytes = random_set_bytes(run);
	const unsigned int lane_bytes = random_lane_bytes(run);
	char name[GB_NAME_MAX];

	if (random_window_bytes(run) > bytes)
		return gb_skip(run, "a window is larger than the set");
	int status = need_memory(run, bytes);
	if (status == GB_OK && s->written < bytes)
		status = random_fill(run);
	if (status != GB_OK)
		return status;
	prepare_args(run, bytes, lane_bytes);
	snprintf(name, sizeof name, "random_%s_b%u_u%d", random_ops[gb_value(run, "op")], lane_bytes,
		 (int)gb_value(run, "unroll"));
	status = gb_find_kernel(run, name, &s->kernel);
	return status == GB_OK ? choose_shape(run) : status;
}

/* Updates and atomics change the content of the set. */
int random_launch(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (gb_value(run, "op") != RANDOM_read)
		s->filled = 0;
	return gb_launch(run, &s->kernel, s->shape, &s->args);
}
