/* streams: what runs concurrently on a device. */
#include "../common/input_host.h"
#include "state.h"

static const char *const ops[] = {
	[OP_CONCURRENT] = "concurrent", [OP_PRIORITY] = "priority",   [OP_PART] = "part",
	[OP_OVERLAP] = "overlap",       [OP_PARTITION] = "partition", NULL,
};
static const char *const priorities[] = { [PRIORITY_SAME] = "same", [PRIORITY_HIGH] = "high", NULL };
static const char *const parts[] = { [PART_H2D] = "h2d", [PART_KERNEL] = "kernel", [PART_D2H] = "d2h", NULL };
static const char *const ways[] = { [WAY_CHUNKS] = "chunks", [WAY_ENGINES] = "engines", NULL };

static const struct gb_axis axes[] = {
	{ GB_AXIS(op),
	  .help = "kernels in many streams; kernels that wait while others fill the device; a copy in, a kernel "
		  "and a copy out of equal length, alone and overlapped; reserved SMs",
	  .names = ops, .quick = "concurrent,priority" },
	{ GB_AXIS(streams), .help = "streams with a kernel of one block each", .values = "1:256",
	  .full = "1,2,8,32,64,128,256", .quick = "32", .when = "op=concurrent" },
	{ GB_AXIS(priority), .help = "priority of the kernels that wait", .names = priorities, .quick = "high",
	  .when = "op=priority" },
	{ GB_AXIS(part), .help = "one of the three steps", .names = parts, .when = "op=part" },
	{ GB_AXIS(sms), .help = "set apart", .values = "8:256:8", .full = "8,16,32,64,96,128", .when = "op=partition" },
	{ GB_AXIS(way), .help = "a stream for each chunk in turn, or one for each engine", .kind = GB_SEARCHED,
	  .names = ways, .when = "op=overlap" },
	{ GB_AXIS(chunks), .help = "chunks of the memory", .kind = GB_SEARCHED, .values = "1:256:pow2",
	  .full = "32,64,128,256", .quick = "64", .when = "op=overlap" },
	{ .name = NULL },
};

/* ---- setup and points -------------------------------------------------------------------------------------------- */

static int find_kernels(struct gb_run *run)
{
	struct state *s = gb_state(run);

	GB_TRY(gb_find_kernel(run, "streams_hold", &s->hold));
	GB_TRY(gb_find_kernel(run, "streams_mark", &s->mark));
	GB_TRY(gb_find_kernel(run, "streams_work", &s->work));
	GB_TRY(gb_find_kernel(run, "streams_read", &s->read));
	GB_TRY(gb_find_kernel(run, "streams_fill", &s->fill));
	GB_TRY(gb_find_kernel(run, "streams_check", &s->check));
	return GB_OK;
}

static int setup(struct gb_run *run)
{
	struct state *s = gb_state(run);
	uint64_t available;

	GB_TRY(gb_memory_free(run, &available));
	s->bytes = input_fit(READ_BYTES, 0.4, available, WORK_STEP);
	s->moved = s->bytes < MOVED_BYTES ? s->bytes : MOVED_BYTES;
	if (s->bytes == 0)
		return gb_skip(run, "%.1f MB of device memory are free", 1e-6 * (double)available);
	GB_TRY(gb_alloc(run, s->bytes, &s->device_in));
	GB_TRY(gb_alloc(run, s->moved, &s->device_out));
	GB_TRY(gb_alloc(run, sizeof(struct streams_count), &s->count));
	GB_TRY(gb_alloc(run, STAMPS_BYTES, &s->stamps));
	GB_TRY(gb_alloc(run, sizeof(struct gb_report), &s->report));
	GB_TRY(gb_alloc(run, sizeof(uint32_t), &s->sum));
	GB_TRY(find_kernels(run));
	return gb_fill(run, s->count, 0, sizeof(struct streams_count));
}

static int prepare(struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_PRIORITY:
		return streams_prepare_priority(run);
	case OP_PART:
	case OP_OVERLAP:
		return streams_prepare_work(run);
	case OP_PARTITION:
		if ((int)gb_value(run, sms) > gb_device(run)->sm_count)
			return gb_skip(run, "this device has %d SMs", gb_device(run)->sm_count);
		return gb_stream_make(run, STREAM_PARTITION, (struct gb_stream_kind){ .sms = gb_value(run, sms) },
				      &state_of(run)->sms);
	default:
		return GB_OK;
	}
}

/* ---- launch ------------------------------------------------------------------------------------------------------ */

static int launch_concurrent(struct gb_run *run, uint64_t nanoseconds)
{
	const struct state *s = gb_state(run);
	const uint32_t streams = gb_value(run, streams);
	const struct streams_hold_args args = { gb_address(s->count), nanoseconds };

	GB_TRY(gb_fork(run, streams));
	for (uint32_t i = 1; i <= streams; i++)
		GB_TRY(gb_stream_launch(run, i, &s->hold, (struct gb_shape){ .grid = 1, .block = 32 }, &args));
	return gb_join(run, streams);
}

static int launch_partition(struct gb_run *run, bool record)
{
	const struct state *s = gb_state(run);
	const struct streams_read_args args = { gb_address(s->device_in), s->bytes / sizeof(uint32_t),
						gb_address(s->sum), record };

	GB_TRY(gb_fork(run, STREAM_PARTITION));
	GB_TRY(gb_stream_launch(run, STREAM_PARTITION, &s->read,
				(struct gb_shape){ .grid = PARTITION_WAVES * 2 * s->sms, .block = 1024 }, &args));
	return gb_join(run, STREAM_PARTITION);
}

static int launch(struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_CONCURRENT:
		return launch_concurrent(run, HOLD_NANOSECONDS);
	case OP_PRIORITY:
		return streams_launch_priority(run);
	case OP_PART:
		return streams_launch_part(run);
	case OP_OVERLAP:
		return streams_launch_overlap(run);
	default:
		return launch_partition(run, false);
	}
}

static struct gb_timing timing(const struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_CONCURRENT:
	case OP_OVERLAP: /* one launch at a time, since the host enqueues many operations */
		return (struct gb_timing){ .clock = GB_CLOCK_QUEUED, .operations = 400 };
	case OP_PRIORITY:
		return (struct gb_timing){ .clock = GB_CLOCK_QUEUED, .operations = 400, .observed = 1 };
	default:
		return (struct gb_timing){ .clock = GB_CLOCK_DEVICE };
	}
}

/* ---- verify ------------------------------------------------------------------------------------------------------ */

static int verify_concurrent(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t streams = gb_value(run, streams);
	struct streams_count count = { 0 };

	GB_TRY(gb_fill(run, s->count, 0, sizeof count));
	GB_TRY(launch_concurrent(run, CHECK_NANOSECONDS));
	GB_TRY(gb_copy_out(run, &count, s->count, sizeof count));
	s->at_once = count.most;
	return count.all != streams ? gb_fail(run, "%u of %u kernels ran", count.all, streams) : GB_OK;
}

/* Computed once, since it takes the host a third of a second. */
static uint32_t expected_sum(struct state *s)
{
	for (; s->summed < s->bytes / sizeof(uint32_t); s->summed++)
		s->expected += input_bits(s->summed);
	return s->expected;
}

static int verify_partition(struct gb_run *run)
{
	struct state *s = gb_state(run);
	const uint32_t expected = expected_sum(s);
	uint32_t sum = 0;

	GB_TRY(input_fill(run, &s->fill, s->device_in, s->bytes));
	GB_TRY(gb_fill(run, s->sum, 0, sizeof sum));
	GB_TRY(launch_partition(run, true));
	GB_TRY(gb_copy_out(run, &sum, s->sum, sizeof sum));
	return input_check_sum(run, sum, expected);
}

static int verify(struct gb_run *run)
{
	switch (gb_value(run, op)) {
	case OP_CONCURRENT:
		return verify_concurrent(run);
	case OP_PRIORITY:
		return streams_verify_priority(run);
	case OP_PART:
		return streams_verify_part(run);
	case OP_OVERLAP:
		return streams_verify_overlap(run);
	default:
		return verify_partition(run);
	}
}

/* ---- results ----------------------------------------------------------------------------------------------------- */

static struct gb_cost cost(const struct gb_run *run)
{
	return (struct gb_cost){ .bytes = (double)state_of(run)->bytes, .ops = 1 };
}

static double limit(const struct gb_run *run, const struct gb_device *device, double sm_hz)
{
	return gb_value(run, op) == OP_PARTITION ? gb_memory_rate(device) : (double)NAN;
}

static enum gb_quantity measures(const struct gb_run *run)
{
	return gb_value(run, op) == OP_PARTITION ? GB_BANDWIDTH : GB_SECONDS;
}

static size_t metrics(const struct gb_run *run, const struct gb_result *result, struct gb_metric out[GB_METRICS_MAX])
{
	const struct state *s = gb_state(run);

	switch (gb_value(run, op)) {
	case OP_CONCURRENT:
		out[0] = (struct gb_metric){ "at_once", "1", GB_MEASURED, s->at_once, 0 };
		return 1;
	case OP_PRIORITY:
		out[0] = (struct gb_metric){ "mean_wait", "s", GB_MEASURED, s->wait, 0 };
		out[1] = (struct gb_metric){ "low_block_time", "s", GB_EXACT, 1e-9 * LOW_NANOSECONDS, 0 };
		return 2;
	case OP_PARTITION:
		out[0] = (struct gb_metric){ "sms_of_partition", "1", GB_EXACT, s->sms, 0 };
		return 1;
	default:
		return 0;
	}
}

static const char *remark(const struct gb_run *run)
{
	return gb_value(run, op) == OP_PARTITION ? "too few SMs to keep enough loads in flight" : NULL;
}

GB_BENCH(streams) = {
	GB_IDENTITY(streams),
	.summary = "concurrency: kernels, priorities, copies with kernels, reserved SMs",
	.method = "The device waits until all of a launch is enqueued.\n"
		  "concurrent starts a one-block kernel of 100 µs in each of `streams` streams; the kernels count "
		  "how many run at once (verification repeats it with 6 ms, so that the host has started all of "
		  "them). priority fills the device 24 times over with blocks of 1024 threads and 100 µs while a "
		  "chain of 16 one-block kernels waits for a place; the value is the longest wait of one of them, "
		  "by the device's timer. overlap moves 256 MiB to the device, changes it there and moves it back, "
		  "in chunks; `part` selects all or one of the three steps; the kernel takes as long as a copy. "
		  "partition reads device memory with a kernel on a reserved set of SMs (green contexts).",
	.subject = GB_SUBJECT_LAUNCHES,
	.quantity = GB_SECONDS,
	.require = { .cc_min = 60 },
	.axes = axes,
	/* In a context that has had many streams, waits return later (1 to 2 of 9 µs on an H100), even after the
	 * streams are destroyed. */
	.last = "op=concurrent,priority,part,overlap,partition",
	.variants = gb_variants_streams,
	.state_size = sizeof(struct state),
	.setup = setup,
	.prepare = prepare,
	.launch = launch,
	.verify = verify,
	.cost = cost,
	.limit = limit,
	.observe = streams_observe_priority,
	.measures = measures,
	.timing = timing,
	.metrics = metrics,
	.conclude = streams_conclude,
	.remark = remark,
};
