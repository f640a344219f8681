/* Tests of `launch` with hand-made faults in its models, and with made-up stamps. */
#include "state.h"

#include "opened.h"

static uint32_t counts;
static unsigned long long now, step;

static double count(struct gb_shape shape, const void *args)
{
	for (uint32_t i = 0; i < counts; i++)
		real_model("launch_args_8", shape, args);
	return 0;
}

static double count_last(struct gb_shape shape, const void *args)
{
	for (uint32_t i = 0; i < counts; i++)
		real_model("launch_args_1024", shape, args);
	return 0;
}

/* Blocks of the grid that no block takes over, and the block that is done twice. */
static uint32_t left_out, twice;

static double cancel(struct gb_shape shape, const void *args)
{
	const struct launch_args *a = args;

	shape.grid -= left_out;
	real_model("launch_cancel", shape, args);
	if (a->count != NULL && twice > 0)
		*a->count += launch_weight(twice - 1) - launch_weight(twice);
	return 0;
}

/* Starts one step after the previous kernel ended, and lasts 10 ns. */
static double mark(struct gb_shape shape, const void *args)
{
	const struct launch_mark_args *a = args;

	now += step;
	*a->stamp = (struct launch_stamp){ now, now + 10 };
	now += 10;
	return 0;
}

static int open_all(void)
{
	reset_device();
	counts = 1;
	now = 1000;
	step = 500;
	fake_kernel("launch_args_8", count);
	fake_kernel("launch_early", count);
	fake_kernel("launch_args_1024", count_last);
	fake_kernel("launch_mark", mark);
	fake_kernel("launch_mark_early", mark);
	return open_bench();
}

static const char *const points[] = {
	"op=enqueue,args=8",
	"op=period,args=1024,stream=3",
	"op=early_period",
	"op=round_trip,wait=block",
	"op=blocks,threads=32",
	"op=clusters,size=2",
	"op=graph,nodes=chain",
	"op=graph,nodes=if",
	"op=graph,nodes=branches_32",
	"op=graph_enqueue,length=10",
	"op=graph_set",
	"op=graph_capture,length=10",
	"op=graph_build,length=100",
};
static const char *const others[] = {
	"op=gap",
	"op=early_gap",
	"op=hop",
	"op=event",
	"op=event_enqueue",
	"op=graph,nodes=copy",
	"op=graph,nodes=fill",
	"op=alloc,memory=device",
	"op=alloc,memory=pool_kept",
	"op=alloc,memory=pool_returned",
};

TEST_WITH(right_kernels_pass, open_all, close_run)
{
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		expect_right(points[i]);
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		expect_right(others[i]);
}

/* Stamps and counts of earlier, correct launches must not hide a kernel that does nothing. */
TEST_WITH(kernels_and_moves_that_do_nothing_are_caught, open_all, close_run)
{
	static const struct real_stale cases[] = {
		{ "op=gap", "launch_mark" },          { "op=early_gap", "launch_mark_early" },
		{ "op=hop", "launch_mark" },          { "op=event", "launch_args_8" },
		{ "op=graph,nodes=copy", NULL },      { "op=graph,nodes=fill", NULL },
		{ "op=alloc,memory=pool_kept", NULL }
	};

	real_stale_are_caught(&run, at, cases, sizeof cases / sizeof *cases);
	/* Memory that is allocated again still contains the data of the previous check. */
	expect_right("op=alloc,memory=device");
	fake.computes = false;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
}

TEST_WITH(kernels_that_run_too_often_or_not_are_caught, open_all, close_run)
{
	for (size_t i = 0; i < sizeof points / sizeof *points; i++)
		for (counts = 0; counts <= 2; counts += 2) {
			at(points[i]);
			if (gb_run_verify(&run) != GB_FAILED)
				fail_msg("%s: passes with %u runs for each", points[i], counts);
		}
}

TEST_WITH(moves_that_lack_a_byte_are_caught, open_all, close_run)
{
	const char *const moves[] = { "op=graph,nodes=copy", "op=graph,nodes=fill", "op=alloc,memory=pool_kept" };

	for (size_t i = 0; i < sizeof moves / sizeof *moves; i++) {
		at(moves[i]);
		fake.copy_misses = 1;
		if (gb_run_verify(&run) != GB_FAILED)
			fail_msg("%s: passes", moves[i]);
		fake.copy_misses = 0;
		gb_error_clear(&error);
	}
}

TEST_WITH(a_last_copy_that_lacks_a_byte_is_caught, open_all, close_run)
{
	at("op=graph,nodes=copy");
	const struct state *s = gb_state(&run);
	fake.copy_skips = gb_address(s->words + 299 * sizeof(uint32_t));
	expect_check_says("verify: node 299 left 0x");
}

TEST_WITH(a_gap_is_from_end_to_begin, open_all, close_run)
{
	struct gb_batch batch;

	at("op=gap");
	assert_ok(gb_run_batch(&run, 2, &batch, &error), error);
	assert_near(batch.value, 500e-9, 1e-9);
	step = 700;
	at("op=hop");
	assert_ok(gb_run_batch(&run, 1, &batch, &error), error);
	assert_near(batch.value, 700e-9, 1e-9);
}

TEST_WITH(a_chain_out_of_order_is_caught, open_all, close_run)
{
	step = (unsigned long long)-15; /* starts before the previous kernel has ended */
	now = 1000000;
	at("op=early_gap");
	expect_check_says("began before");
}

/* A launch of 1000 nodes at 20 µs each takes 20 ms; the result is 20 µs. */
TEST_WITH(a_graph_s_time_is_a_node_s, open_all, close_run)
{
	struct gb_batch batch;

	EXPECT_AT("op=blocks,threads=32", { "ops", 131072 });
	EXPECT_AT("op=clusters,size=2", { "ops", 131072 });
	at("op=graph,nodes=chain");
	assert_ok(gb_run_batch(&run, 3, &batch, &error), error);
	assert_near(batch.seconds, 3 * 1000 * 20e-6, 1e-6);
	assert_near(batch.value, 20e-6, 1e-6);
}

/* A launch contains 380 kernels, which fit into a queue of 400 entries together with the events around them. The result
 * is the time of one kernel. */
TEST_WITH(a_period_is_one_of_many, open_all, close_run)
{
	for (int stream = 0; stream < 16; stream += 15) {
		at(stream == 0 ? "op=period,args=8,stream=0" : "op=period,args=8,stream=15");
		assert_int_equal(bench->timing(&run).parts, 380);
		assert_true(bench->timing(&run).operations <= 400);
		assert_ok(gb_run_verify(&run), error);
	}
}

TEST_WITH(a_graph_is_made_by_each_launch, open_all, close_run)
{
	static const struct {
		const char *point, *call;
		uint32_t calls;
	} ways[] = { { "op=graph_capture,length=10", "graph_end", 1 },
		     { "op=graph_build,length=10", "graph_add", 10 } };

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		struct gb_batch batch;
		at(ways[i].point);
		const uint32_t before = fake_calls(ways[i].call);
		assert_ok(gb_run_batch(&run, 3, &batch, &error), error);
		assert_int_equal(fake_calls(ways[i].call) - before, 3 * ways[i].calls);
		assert_int_equal(fake.graphs, 1);
	}
}

TEST_WITH(a_capture_that_fails_is_ended, open_all, close_run)
{
	at("op=graph_capture,length=10");
	const uint32_t before = fake_calls("graph_end");
	fake_fail("launch", 1, false);
	assert_int_equal(bench->launch(&run), GB_FAILED);
	assert_int_equal(fake_calls("graph_end") - before, 1);
	gb_error_clear(&error);
	assert_ok(gb_run_verify(&run), error);
}

TEST_WITH(a_block_left_out_or_twice_is_caught, open_all, close_run)
{
	skipped("op=cancel,threads=32", "cluster launch control needs compute capability 10.0");
	card.device.cc_major = 10;
	fake_kernel("launch_cancel", cancel);
	expect_right("op=cancel,threads=32");
	assert_same(bench->cost(&run).ops, 131072);
	assert_int_equal(bench->measures(&run), GB_OPS);
	assert_says(bench->remark(&run), "audited, never run");
	real_stale_is_caught(&run, "launch_cancel");
	left_out = 1;
	assert_int_equal(gb_run_verify(&run), GB_FAILED);
	left_out = 0;
	gb_error_clear(&error);
	for (twice = 1; twice < 200; twice += 66)
		assert_int_equal(gb_run_verify(&run), GB_FAILED);
	twice = 0;
}

TEST_WITH(what_is_old_is_skipped, open_all, close_run)
{
	struct gb_batch batch;

	fake.cc = 80;
	at("op=early_period");
	assert_skips(gb_run_batch(&run, 1, &batch, &error), "programmatic dependent launch");
}

int main(void)
{
	return find_bench("launch") ? end_tests(run_all_tests()) : 77;
}
