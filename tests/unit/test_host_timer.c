/* The ways of timing in which the host takes part, and the plug-in calls for streams, buffers and graphs. */
#include "timing/host_timer.h"
#include "host_clock_made.h"

#include "one_run.h"

static struct gb_timing timing;

static struct gb_timing timing_of(const struct gb_run *r)
{
	return timing;
}

static const struct gb_point point = { .has = { true, false, true }, .value = { 0, 0, 32 } };

static int start(void)
{
	timing = (struct gb_timing){ 0 };
	if (open_card() != GB_OK)
		return -1;
	bench.timing = timing_of;
	bench.quantity = GB_SECONDS;
	open_run_at(&point);
	return 0;
}

/* ---- timing ------------------------------------------------------------------------------------------------------ */

TEST_WITH(a_queue_is_timed_in_parts_that_the_device_waits_for, start, close_card)
{
	struct gb_batch batch;

	timing = (struct gb_timing){ .clock = GB_CLOCK_QUEUED, .operations = 100, .parts = 10 };
	const unsigned int marks = fake_calls("mark");
	assert_ok(gb_run_batch(&run, 10, &batch, &error), error);
	/* Four launches of a hundred operations fill the queue: three parts, and the batch's own two marks. */
	assert_int_equal(fake_calls("mark") - marks, 2 + 3 * 2);
	assert_near(batch.seconds, 10 * 20e-6, 1e-9);
	assert_near(batch.value, 20e-6 / 10, 1e-9);
	assert_near(batch.sm_hz, 1.5e9, 1e-4);
}

TEST_WITH(a_device_that_does_not_wait_fails_the_batch, start, close_card)
{
	struct gb_batch batch;

	timing.clock = GB_CLOCK_QUEUED;
	fake.hurries = true;
	assert_fails(gb_run_batch(&run, 10, &batch, &error), "started before 10 launches were enqueued");
}

TEST_WITH(without_memory_for_the_gate_a_queue_is_skipped, start, close_card)
{
	struct gb_batch batch;

	timing.clock = GB_CLOCK_QUEUED;
	fake.host_bytes = 0;
	assert_skips(gb_run_batch(&run, 10, &batch, &error), "pinned host memory");
}

/* The fake device sleeps during every wait. */
TEST_WITH(round_trips_have_the_wait_and_enqueueing_has_not, start, close_card)
{
	struct gb_batch trips, enqueued;

	fake.sync_sleep_seconds = 2e-3;
	timing = (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP, .wait = GB_WAIT_BLOCK };
	assert_ok(gb_run_batch(&run, 5, &trips, &error), error);
	assert_true(trips.seconds >= 5 * 2e-3 && trips.seconds < 1);
	assert_same(trips.value, trips.seconds / 5);
	assert_unknown(trips.sm_hz);
	timing.clock = GB_CLOCK_ENQUEUE;
	assert_ok(gb_run_batch(&run, 5, &enqueued, &error), error);
	assert_true(enqueued.seconds > 0 && enqueued.seconds < 2e-3);
	timing = (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP, .wait = GB_WAIT_NONE };
	assert_ok(gb_run_batch(&run, 5, &enqueued, &error), error);
	assert_true(enqueued.seconds < 2e-3);
}

/* A batch has the pauses in its length, and a value without them. */
TEST_WITH(pauses_are_not_timed, start, close_card)
{
	for (int awake = 0; awake < 2; awake++) {
		struct gb_batch batch;
		timing = (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP, .pause_seconds = 2e-3, .awake = awake };
		assert_ok(gb_run_batch(&run, 5, &batch, &error), error);
		assert_true(batch.seconds >= 5 * 2e-3);
		assert_true(batch.value > 0 && batch.value <= batch.seconds / 5 - 2e-3);
	}
}

static double number_of(const struct gb_metric *metric, size_t count, const char *name)
{
	for (size_t i = 0; i < count; i++)
		if (strcmp(metric[i].name, name) == 0)
			return metric[i].number;
	return NAN;
}

TEST_WITH(the_host_says_how_far_to_trust_it, start, close_card)
{
	struct gb_metric metric[GB_HOST_METRICS];
	struct gb_batch batch;

	assert_int_equal(gb_run_host_metrics(&run, metric), 0); /* timed by the device */
	timing = (struct gb_timing){ .clock = GB_CLOCK_ROUND_TRIP, .parts = 2 };
	assert_ok(gb_run_batch(&run, 100, &batch, &error), error);
	for (size_t i = 0; i < 100; i++)
		run.trips.seconds[i] = 1e-6 * (double)(100 - i);
	const size_t count = gb_run_host_metrics(&run, metric);
	assert_int_equal(count, 4);
	assert_near(number_of(metric, count, "fastest"), 0.5e-6, 1e-9); /* of 1 µs, half: a part */
	assert_near(number_of(metric, count, "slowest_of_100"), 49.5e-6, 1e-9);
	assert_true(number_of(metric, count, "host_clock_step") > 0);
	timing.clock = GB_CLOCK_ENQUEUE;
	assert_int_equal(gb_run_host_metrics(&run, metric), 2);
}

TEST(the_clock_by_hand)
{
	/* Steps of 1, and one of 31 in which the thread did not run for 30. */
	const double reading[] = { 0, 1, 2, 3, 34, 35, 36, 37, 38, 39, 40 };
	const struct gb_host_clock clock = gb_host_clock_of(reading, 11);

	assert_same(clock.step, 1);
	assert_near(clock.away, 30.0 / 40, 1e-9);
	assert_unknown(gb_host_clock_of(reading, 1).step);
}

static int observe_42(struct gb_run *r, double *value)
{
	*value = 42e-9;
	return GB_OK;
}

TEST_WITH(a_point_may_be_observed_in_any_quantity, start, close_card)
{
	struct gb_batch batch;

	bench.observe = observe_42;
	timing = (struct gb_timing){ .clock = GB_CLOCK_QUEUED, .observed = 1 };
	assert_ok(gb_run_batch(&run, 10, &batch, &error), error);
	assert_same(batch.value, 42e-9);
	assert_near(batch.seconds, 10 * 20e-6, 1e-9);
	bench.observe = NULL;
	assert_int_equal(gb_run_batch(&run, 10, &batch, &error), GB_FAILED);
}

/* ---- what plug-ins call ------------------------------------------------------------------------------------------ */

TEST_WITH(buffers_are_moved_from_and_to, start, close_card)
{
	struct gb_buffer a, b;
	gb_ptr device;

	assert_ok(gb_buffer_alloc(&run, GB_BUFFER_PINNED, -1, 8192, &a), error);
	assert_ok(gb_buffer_alloc(&run, GB_BUFFER_PAGEABLE, 0, 8192, &b), error);
	assert_ok(gb_alloc(&run, 8192, &device), error);
	memset(a.at, 7, 8192);
	memset(b.at, 0, 8192);
	assert_ok(gb_stream_copy(&run, 1, device, a.seen, 8192), error);
	const struct gb_copy halves[] = { { b.seen, device, 4096 }, { b.seen + 4096, device + 4096, 4096 } };
	assert_ok(gb_stream_copies(&run, 0, halves, 2), error);
	assert_memory_equal(a.at, b.at, 8192);
	assert_ok(gb_stream_fill(&run, 2, b.seen, 3, 100), error);
	assert_int_equal(((char *)b.at)[99], 3);
	assert_int_equal(gb_stream_copy(&run, 0, device, a.seen + 1, 8192), GB_FAILED); /* one byte beyond */
	gb_buffer_free(&run, &a);
	assert_null(a.at);
	gb_release(&run, device);
	assert_int_equal(fake.buffers, 1);
	gb_error_clear(&error);
	assert_skips(gb_buffer_alloc(&run, GB_BUFFER_REGISTERED, 1, 4096, &a), "1 NUMA node");
}

static double add_one(struct gb_shape shape, const void *args)
{
	int *const *at = args;

	++**at;
	return 0;
}

TEST_WITH(a_built_graph_does_its_nodes_at_each_launch, start, close_card)
{
	struct gb_buffer word, copy;
	struct gb_graph *graph;
	struct gb_kernel kernel;
	const uint32_t first = 0, not_there = 7;

	fake_kernel("add_one", add_one);
	assert_ok(gb_find_kernel(&run, "add_one", &kernel), error);
	assert_ok(gb_buffer_alloc(&run, GB_BUFFER_PINNED, -1, sizeof(int), &word), error);
	assert_ok(gb_buffer_alloc(&run, GB_BUFFER_PINNED, -1, sizeof(int), &copy), error);
	*(int *)word.at = 0;
	const struct gb_node add = { .kind = GB_NODE_KERNEL,
				     .kernel = &kernel,
				     .shape = { .grid = 1, .block = 1 },
				     .args = &word.at,
				     .args_size = sizeof word.at };
	const struct gb_node move = { .kind = GB_NODE_COPY, .to = copy.seen, .from = word.seen, .bytes = sizeof(int) };
	assert_ok(gb_graph_new(&run, &graph), error);
	assert_ok(gb_graph_add(&run, graph, &add, NULL, 0), error);
	assert_ok(gb_graph_add(&run, graph, &move, &first, 1), error);
	assert_int_equal(gb_graph_add(&run, graph, &move, &not_there, 1), GB_FAILED);
	gb_error_clear(&error);
	assert_ok(gb_graph_ready(&run, graph), error);
	assert_ok(gb_graph_launch(&run, 0, graph), error);
	assert_ok(gb_graph_launch(&run, 3, graph), error);
	assert_int_equal(*(int *)copy.at, 2);
	/* The kernel adds to another word from now on. */
	*(int *)copy.at = 10;
	const struct gb_node other = { .kernel = &kernel, .args = &copy.at, .args_size = sizeof copy.at };
	assert_ok(gb_graph_set(&run, graph, 0, &other), error);
	*(int *)word.at = 5;
	assert_ok(gb_graph_launch(&run, 0, graph), error);
	assert_int_equal(*(int *)copy.at, 5); /* the copy came after */
	assert_int_equal(*(int *)word.at, 5);
	gb_graph_free(&run, graph);
	assert_int_equal(fake.graphs, 0);
}

TEST_WITH(what_is_captured_is_done_at_launch, start, close_card)
{
	struct gb_buffer a, b;
	struct gb_graph *graph;

	assert_ok(gb_buffer_alloc(&run, GB_BUFFER_PINNED, -1, 64, &a), error);
	assert_ok(gb_buffer_alloc(&run, GB_BUFFER_PINNED, -1, 64, &b), error);
	memset(a.at, 1, 64);
	memset(b.at, 2, 64);
	assert_ok(gb_graph_begin(&run, 0), error);
	assert_ok(gb_stream_copy(&run, 0, b.seen, a.seen, 64), error);
	assert_ok(gb_graph_end(&run, 0, &graph), error);
	assert_int_equal(*(char *)b.at, 2);
	assert_ok(gb_graph_launch(&run, 0, graph), error);
	assert_int_equal(*(char *)b.at, 1);
}

TEST_WITH(no_stream_is_left_for_the_next_benchmark, start, close_card)
{
	uint32_t sms;

	assert_ok(gb_stream_make(&run, 4, (struct gb_stream_kind){ .sms = 2 }, &sms), error);
	assert_int_equal(sms, 2);
	assert_ok(gb_fork(&run, 16), error);
	assert_int_equal(fake.streams, 16);
	gb_run_close(&run);
	assert_int_equal(fake.streams, 0);
	assert_ok(gb_run_open(&run, &card, &bench, &bench_variants[0], &error), error);
	fake.partitions = 0;
	assert_skips(gb_stream_make(&run, 4, (struct gb_stream_kind){ .sms = 2 }, &sms), "cannot be reserved");
}

TEST_WITH(a_device_without_streams_skips, start, close_card)
{
	struct gpu_ops plain = fake_ops;
	struct gb_buffer buffer;
	struct gb_graph *graph;

	plain.async = NULL;
	card.ops = &plain;
	assert_int_equal(gb_buffer_alloc(&run, GB_BUFFER_PINNED, -1, 64, &buffer), GB_SKIPPED);
	assert_int_equal(gb_graph_new(&run, &graph), GB_SKIPPED);
	assert_skips(gb_event_record(&run, 0, 0), "only a GPU");
	card.ops = &fake_ops;
}
