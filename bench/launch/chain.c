/* chain.c: kernels that record when they ran, one after the other in one stream, or alternately in two streams that
 * wait for each other. */
#include "state.h"

uint32_t launch_links(const struct gb_run *run)
{
	return gb_value(run, op) == OP_HOP ? HOPS : STAMPS;
}

static int launch_link(struct gb_run *run, uint32_t stream, uint32_t i, bool early)
{
	const struct state *s = gb_state(run);
	const struct launch_mark_args args = { gb_address(s->stamps + i * sizeof(struct launch_stamp)) };
	const struct gb_shape shape = { .grid = 1, .block = 1, .early = early };

	return stream == 0 ? gb_launch(run, &s->mark, shape, &args)
			   : gb_stream_launch(run, stream, &s->mark, shape, &args);
}

static int launch_hops(struct gb_run *run)
{
	GB_TRY(gb_fork(run, 1));
	for (uint32_t i = 0; i < HOPS; i++) {
		const uint32_t stream = i % 2;
		if (i > 0)
			GB_TRY(gb_event_wait(run, i - 1, stream));
		GB_TRY(launch_link(run, stream, i, false));
		GB_TRY(gb_event_record(run, i, stream));
	}
	return gb_join(run, 1);
}

int launch_chain(struct gb_run *run)
{
	const int64_t op = gb_value(run, op);

	if (op == OP_HOP)
		return launch_hops(run);
	for (uint32_t i = 0; i < STAMPS; i++)
		GB_TRY(launch_link(run, 0, i, op == OP_EARLY_GAP && i > 0));
	return GB_OK;
}

static int read_stamps(struct gb_run *run, struct launch_stamp stamp[STAMPS])
{
	return gb_copy_out(run, stamp, state_of(run)->stamps, STAMPS * sizeof *stamp);
}

/* The gap between the end of one kernel and the start of the next. The first few are skipped, since they may have
 * waited for the host. */
int launch_observe(struct gb_run *run, double *value)
{
	struct launch_stamp stamp[STAMPS];
	const uint32_t links = launch_links(run);
	double sum = 0;

	GB_TRY(read_stamps(run, stamp));
	for (uint32_t i = STAMPS_BEFORE; i < links; i++)
		sum += (double)(int64_t)(stamp[i].begin - stamp[i - 1].end);
	*value = 1e-9 * sum / (links - STAMPS_BEFORE);
	return GB_OK;
}

/* Checks that every kernel ran, and that none started before its predecessor had ended. */
int launch_verify_chain(struct gb_run *run)
{
	struct launch_stamp stamp[STAMPS];

	GB_TRY(gb_fill(run, state_of(run)->stamps, 0, sizeof stamp));
	GB_TRY(launch_chain(run));
	GB_TRY(read_stamps(run, stamp));
	for (uint32_t i = 0; i < launch_links(run); i++) {
		if (stamp[i].begin == 0 || stamp[i].end < stamp[i].begin)
			return gb_fail(run, "kernel %u of the chain did not run", i);
		if (i > 0 && stamp[i].begin < stamp[i - 1].end)
			return gb_fail(run, "kernel %u of the chain began before the previous one had ended", i);
	}
	return GB_OK;
}
