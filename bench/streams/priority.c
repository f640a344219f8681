/* priority.c: how soon high-priority kernels start while low-priority blocks fill the device. */
#include "state.h"

static gb_ptr stamp(const struct state *s, uint32_t i)
{
	return s->stamps + (s->set * STAMPS + i) * sizeof(struct streams_stamp);
}

static int clear_stamps(struct gb_run *run)
{
	struct streams_stamp *none = gb_scratch(run, STAMPS_BYTES);

	if (none == NULL)
		return GB_FAILED;
	for (uint32_t i = 0; i < STAMP_SETS * STAMPS; i++)
		none[i] = (struct streams_stamp){ UINT64_MAX, 0 };
	return gb_copy_in(run, state_of(run)->stamps, none, STAMPS_BYTES);
}

int streams_prepare_priority(struct gb_run *run)
{
	uint32_t sms;

	GB_TRY(clear_stamps(run));
	GB_TRY(gb_stream_make(run, STREAM_LOW, (struct gb_stream_kind){ 0 }, &sms));
	return gb_stream_make(run, STREAM_WANTING,
			      (struct gb_stream_kind){ .priority = gb_value(run, priority) == PRIORITY_HIGH }, &sms);
}

/* The first stamp is that of the low-priority blocks. Each launch of a batch has its own set of stamps. */
int streams_launch_priority(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t at_once = (uint32_t)(gb_device(run)->threads_per_sm / LOW_THREADS * gb_device(run)->sm_count);
	s->set = (s->set + 1) % STAMP_SETS;
	const struct streams_mark_args low = { gb_address(stamp(s, 0)), LOW_NANOSECONDS };

	GB_TRY(gb_fork(run, 2));
	GB_TRY(gb_stream_launch(run, STREAM_LOW, &s->mark,
				(struct gb_shape){ .grid = LOW_WAVES * at_once, .block = LOW_THREADS }, &low));
	for (uint32_t i = 1; i <= WANTING; i++) {
		const struct streams_mark_args args = { gb_address(stamp(s, i)), WANTING_NANOSECONDS };
		GB_TRY(gb_stream_launch(run, STREAM_WANTING, &s->mark,
					(struct gb_shape){ .grid = 1, .block = LOW_THREADS }, &args));
	}
	return gb_join(run, 2);
}

static int read_stamps(struct gb_run *run, struct streams_stamp stamps[STAMPS])
{
	const struct state *s = gb_state(run);

	return gb_copy_out(run, stamps, stamp(s, 0), STAMPS * sizeof *stamps);
}

/* The longest wait of a high-priority kernel: the first waits from the start of the low-priority blocks, each later one
 * from the end of the previous one. */
int streams_observe_priority(struct gb_run *run, double *value)
{
	struct streams_stamp stamps[STAMPS];
	double longest = 0, sum = 0;

	GB_TRY(read_stamps(run, stamps));
	for (uint32_t i = 1; i <= WANTING; i++) {
		const uint64_t ready = i == 1 ? stamps[0].begin : stamps[i - 1].end;
		const double wait = 1e-9 * (double)(int64_t)(stamps[i].begin - ready);
		longest = fmax(longest, wait);
		sum += wait;
	}
	state_of(run)->wait = sum / WANTING;
	*value = longest;
	return clear_stamps(run);
}

int streams_verify_priority(struct gb_run *run)
{
	struct streams_stamp stamps[STAMPS];

	GB_TRY(clear_stamps(run));
	GB_TRY(streams_launch_priority(run));
	GB_TRY(read_stamps(run, stamps));
	GB_TRY(clear_stamps(run));
	for (uint32_t i = 0; i <= WANTING; i++) {
		if (stamps[i].end == 0 || stamps[i].end < stamps[i].begin)
			return gb_fail(run, "kernel %u did not run", i);
		if (i > 1 && stamps[i].begin < stamps[i - 1].end)
			return gb_fail(run, "kernel %u began before the previous one had ended", i);
	}
	return GB_OK;
}
