/* overlap.c: data are copied to the device, changed there and copied back, in chunks whose copies and kernels
 * overlap. */
#include "../common/input_host.h"
#include "state.h"

/* Rounds of two timed kernels, from which the number of rounds follows that takes as long as a copy; words that the
 * host checks. */
enum { FEW_ROUNDS = 32, MANY_ROUNDS = 1024, LOOKS = 256 };

static int work_on(struct gb_run *run, uint32_t stream, uint64_t at, uint64_t bytes, uint32_t rounds, gb_ptr stamp)
{
	const struct state *s = gb_state(run);
	const struct streams_work_args args = { .in = gb_address(s->device_in + at),
						.out = gb_address(s->device_out + at),
						.words = bytes / sizeof(uint32_t),
						.rounds = rounds,
						.stamp = gb_address(stamp) };
	const struct gb_shape shape = { .grid = 4 * (uint32_t)gb_device(run)->sm_count, .block = 256 };

	return gb_stream_launch(run, stream, &s->work, shape, &args);
}

/* ---- parts of equal length --------------------------------------------------------------------------------------- */

/* A kernel's time in nanoseconds of the device's timer; 0: it did not run. */
static int time_kernel(struct gb_run *run, uint32_t rounds, double *nanoseconds)
{
	const struct state *s = gb_state(run);
	struct streams_stamp stamp = { UINT64_MAX, 0 };

	GB_TRY(gb_copy_in(run, s->stamps, &stamp, sizeof stamp));
	GB_TRY(work_on(run, 0, 0, s->moved, rounds, s->stamps));
	GB_TRY(gb_copy_out(run, &stamp, s->stamps, sizeof stamp));
	*nanoseconds = stamp.end > stamp.begin ? (double)(stamp.end - stamp.begin) : 0;
	return GB_OK;
}

/* A copy's time: from the end of the kernel before it to the start of the kernel after it. */
static int time_copy(struct gb_run *run, double *nanoseconds)
{
	const struct state *s = gb_state(run);
	struct streams_stamp stamp[2] = { { UINT64_MAX, 0 }, { UINT64_MAX, 0 } };
	const struct gb_shape one = { .grid = 1, .block = 1 };
	const struct streams_mark_args before = { gb_address(s->stamps), 0 },
				       after = { gb_address(s->stamps + sizeof *stamp), 0 };

	GB_TRY(gb_copy_in(run, s->stamps, stamp, sizeof stamp));
	GB_TRY(gb_launch(run, &s->mark, one, &before));
	GB_TRY(gb_stream_copy(run, 0, s->device_in, s->in.seen, s->moved));
	GB_TRY(gb_launch(run, &s->mark, one, &after));
	GB_TRY(gb_copy_out(run, stamp, s->stamps, sizeof stamp));
	*nanoseconds = (double)(int64_t)(stamp[1].begin - stamp[0].end);
	return GB_OK;
}

/* The number of rounds with which a kernel of `rounds` rounds takes `missing` longer, given the time of a round. */
static uint32_t more_rounds(uint32_t rounds, double missing, double a_round)
{
	const double found = rounds + missing / a_round;

	return found > FEW_ROUNDS ? (uint32_t)found : FEW_ROUNDS;
}

/* A kernel with few rounds is limited by memory, so the cost of a round follows from one with many rounds. The result
 * is refined once. */
static int find_rounds(struct gb_run *run)
{
	struct state *s = gb_state(run);
	double few = 0, many = 0, copy = 0, found = 0;

	GB_TRY(input_fill(run, &s->fill, s->in.seen, s->moved));
	/* The first copy and the first kernel may include one-time costs. */
	for (int i = 0; i < 2; i++)
		GB_TRY(time_copy(run, &copy));
	for (int i = 0; i < 2; i++)
		GB_TRY(time_kernel(run, FEW_ROUNDS, &few));
	GB_TRY(time_kernel(run, MANY_ROUNDS, &many));
	s->rounds = FEW_ROUNDS;
	if (!(copy > few && many > few))
		return GB_OK;
	const double a_round = (many - few) / (MANY_ROUNDS - FEW_ROUNDS);
	s->rounds = more_rounds(MANY_ROUNDS, copy - many, a_round);
	GB_TRY(time_kernel(run, s->rounds, &found));
	if (found > few)
		s->rounds = more_rounds(s->rounds, copy - found, (found - few) / (s->rounds - FEW_ROUNDS));
	return GB_OK;
}

int streams_prepare_work(struct gb_run *run)
{
	struct state *s = gb_state(run);

	if (s->rounds > 0)
		return GB_OK;
	if (s->in.at == NULL)
		GB_TRY(gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, s->moved, &s->in));
	if (s->out.at == NULL)
		GB_TRY(gb_buffer_alloc(run, GB_BUFFER_PINNED, -1, s->moved, &s->out));
	return find_rounds(run);
}

/* ---- launches ---------------------------------------------------------------------------------------------------- */

int streams_launch_part(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, part)) {
	case PART_H2D:
		return gb_stream_copy(run, 0, s->device_in, s->in.seen, s->moved);
	case PART_D2H:
		return gb_stream_copy(run, 0, s->out.seen, s->device_out, s->moved);
	default:
		return work_on(run, 0, 0, s->moved, s->rounds, 0);
	}
}

struct chunk {
	uint64_t at, bytes;
};

static struct chunk chunk_of(const struct gb_run *run, uint32_t i)
{
	const struct state *s = gb_state(run);
	const uint64_t chunks = (uint64_t)gb_value(run, chunks);
	const uint64_t steps = s->moved / WORK_STEP, from = steps * i / chunks, to = steps * (i + 1) / chunks;

	return (struct chunk){ from * WORK_STEP, (to - from) * WORK_STEP };
}

/* Enqueues all steps of a chunk in one stream; chunks use the streams in turn. */
static int launch_by_chunks(struct gb_run *run, uint32_t i)
{
	const struct state *s = gb_state(run);
	const struct chunk c = chunk_of(run, i);
	const uint32_t stream = 1 + i % CHUNK_STREAMS;

	GB_TRY(gb_stream_copy(run, stream, s->device_in + c.at, s->in.seen + c.at, c.bytes));
	GB_TRY(work_on(run, stream, c.at, c.bytes, s->rounds, 0));
	return gb_stream_copy(run, stream, s->out.seen + c.at, s->device_out + c.at, c.bytes);
}

/* Each engine has a stream; events order the steps of a chunk. */
static int launch_by_engines(struct gb_run *run, uint32_t i)
{
	const struct state *s = gb_state(run);
	const struct chunk c = chunk_of(run, i);

	GB_TRY(gb_stream_copy(run, 1, s->device_in + c.at, s->in.seen + c.at, c.bytes));
	GB_TRY(gb_event_record(run, 2 * i, 1));
	GB_TRY(gb_event_wait(run, 2 * i, 2));
	GB_TRY(work_on(run, 2, c.at, c.bytes, s->rounds, 0));
	GB_TRY(gb_event_record(run, 2 * i + 1, 2));
	GB_TRY(gb_event_wait(run, 2 * i + 1, 3));
	return gb_stream_copy(run, 3, s->out.seen + c.at, s->device_out + c.at, c.bytes);
}

int streams_launch_overlap(struct gb_run *run)
{
	const bool engines = gb_value(run, way) == WAY_ENGINES;

	GB_TRY(gb_fork(run, CHUNK_STREAMS));
	for (uint32_t i = 0; i < gb_value(run, chunks); i++)
		GB_TRY(engines ? launch_by_engines(run, i) : launch_by_chunks(run, i));
	return gb_join(run, CHUNK_STREAMS);
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int check(struct gb_run *run, gb_ptr at, uint32_t rounds)
{
	const struct state *s = gb_state(run);
	const struct streams_check_args args = { gb_address(at), s->moved / sizeof(uint32_t), rounds,
						 gb_address(s->report) };

	GB_TRY(gb_report_clear(run, s->report));
	GB_TRY(gb_launch(run, &s->check, input_shape(run), &args));
	return gb_report_judge(run, s->report, args.words, "words");
}

/* The host checks some words itself. */
static int look(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const uint64_t words = s->moved / sizeof(uint32_t);

	for (uint64_t k = 0; k <= LOOKS; k++) {
		const uint64_t i = k * (words - 1) / LOOKS;
		const uint32_t found = ((const uint32_t *)s->out.at)[i],
			       want = streams_change(input_bits(i), s->rounds);
		if (found != want)
			return gb_fail(run, "the host finds %#x in word %llu, expected %#x", found,
				       (unsigned long long)i, want);
	}
	return GB_OK;
}

static int poison(struct gb_run *run)
{
	const struct state *s = gb_state(run);

	GB_TRY(gb_fill_output(run, s->out.seen, 0x5a, s->moved));
	GB_TRY(gb_fill_output(run, s->device_in, 0x5a, s->moved));
	return gb_fill_output(run, s->device_out, 0x5a, s->moved);
}

int streams_verify_overlap(struct gb_run *run)
{
	GB_TRY(poison(run));
	GB_TRY(streams_launch_overlap(run));
	GB_TRY(check(run, state_of(run)->out.seen, state_of(run)->rounds));
	return look(run);
}

int streams_verify_part(struct gb_run *run)
{
	const struct state *s = gb_state(run);
	const int64_t part = gb_value(run, part);

	GB_TRY(poison(run));
	/* The steps before the measured one. */
	if (part != PART_H2D)
		GB_TRY(input_fill(run, &s->fill, s->device_in, s->moved));
	if (part == PART_D2H)
		GB_TRY(work_on(run, 0, 0, s->moved, s->rounds, 0));
	GB_TRY(streams_launch_part(run));
	GB_TRY(check(run,
		     part == PART_H2D      ? s->device_in
		     : part == PART_KERNEL ? s->device_out
					   : s->out.seen,
		     part == PART_H2D ? 0 : s->rounds));
	return part == PART_D2H ? look(run) : GB_OK;
}
