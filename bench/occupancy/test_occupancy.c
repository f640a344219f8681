/* Tests of the counts, the residency and the conclusions of `occupancy`, with its models. */
#include "occupancy.h"

#include "made.h"
#include "opened.h"

/* ---- kernels ----------------------------------------------------------------------------------------------------- */

static uint32_t met;      /* most blocks at once, as the last SM reports */
static uint32_t mistakes; /* added to a sum, or to a result */
static bool forgets;      /* launches write no results, but report their blocks */

static double run_as(const char *kernel, struct gb_shape shape, const void *args)
{
	const struct occupancy_args *a = args;

	if (!forgets)
		real_model(kernel, shape, args);
	if (a->record) {
		a->resident[OCCUPANCY_SMS] = 0;
		a->resident[2 * OCCUPANCY_SMS - 1] = met;
		*a->sum += mistakes;
	}
	return 0;
}

static double do_read(struct gb_shape shape, const void *args)
{
	return run_as("occupancy_read_i4_r0", shape, args);
}

static double do_latency(struct gb_shape shape, const void *args)
{
	return run_as("occupancy_latency", shape, args);
}

static double do_fma(struct gb_shape shape, const void *args)
{
	run_as("occupancy_fma_i1_r0", shape, args);
	((const struct occupancy_args *)args)->out[shape.grid * shape.block - 1] += (float)mistakes;
	return 0;
}

/* ---- one point --------------------------------------------------------------------------------------------------- */

static void expect_cost(const char *text, enum gb_quantity quantity, double bytes, double ops, double limit)
{
	at(text);
	assert_int_equal(gb_run_quantity(&run), quantity);
	assert_same(bench->cost(&run).bytes, bytes);
	assert_same(bench->cost(&run).ops, ops);
	assert_same(bench->limit(&run, gb_device(&run), 1.2e9), limit);
}

/* The fake GPU has 4 SMs, a memory bus of 2 x 1 GHz x 4096 bit and space for an arena of 51 MiB, of which a launch
 * reads at most half. */
TEST_WITH(costs_by_hand, open_default, close_run)
{
	const double dram = 2 * 1e9 * 4096 / 8, fp32 = 2 * 128 * 4 * 1.2e9;

	/* On each SM 32 lanes load 16 bytes 600 times. */
	expect_cost("op=read,by=shared,warps=1,ilp=1", GB_BANDWIDTH, 4 * 600 * 512.0, 0, dram);
	/* 4 blocks of 4 warps on each SM: 25.5 MiB hold 3264 tiles of 8 KiB, for 204 rounds of 16 blocks. */
	expect_cost("op=read,by=shared,warps=16,ilp=4", GB_BANDWIDTH, 3264 * 8192.0, 0, dram);
	/* One warp: 600000 cycles / (256 x 4) = 585 trips. */
	expect_cost("op=fma,by=shared,warps=1,ilp=1", GB_FLOPS, 0, 2.0 * 256 * 585 * 4 * 32, fp32);
	/* 64 warps: a trip takes 256 x 64 / 4 cycles. */
	expect_cost("op=fma,by=shared,warps=64,ilp=8", GB_FLOPS, 0, 2.0 * 256 * 146 * 4 * 2048, fp32);
	expect_cost("op=latency", GB_SECONDS, 4 * 1000 * 512.0, 0, NAN);
	/* 120 blocks per SM read 4 KiB each per round: 25.5 MiB hold 13 rounds of 480 blocks. */
	expect_cost("op=shared_step,fit=4,over=1", GB_BANDWIDTH, 13 * 480 * 4096.0, 0, dram);
	expect_cost("op=register_step,ballast=50", GB_BANDWIDTH, 13 * 480 * 4096.0, 0, dram);
	expect_cost("op=grid,blocks=9", GB_FLOPS, 0, 2.0 * 256 * 192 * 4 * 9 * 64, fp32);
	/* 32 blocks per SM, of 2 warps or of 1: 64 warps take 256 x 64 / 4 cycles per trip, 32 warps half as many. */
	expect_cost("op=block,threads=32", GB_FLOPS, 0, 2.0 * 256 * 292 * 4 * 32 * 32, fp32);
	expect_cost("op=block,threads=33", GB_FLOPS, 0, 2.0 * 256 * 146 * 4 * 32 * 33, fp32);
}

static void expect_metric(const char *name, double number)
{
	const struct gb_result result = { 1, 1e-3, 1e9, gb_device(&run), NAN };
	const struct gb_metric *found = metric_with(&result, name);

	assert_non_null(found);
	assert_same(found->number, number);
}

/* Kernels on the fake GPU use 32 registers. Compute capability 9.0 reserves 1 KiB of shared memory per block and
 * allocates units of 128 bytes. */
TEST_WITH(blocks_are_bounded_as_predicted, open_default, close_run)
{
	at("op=shared_step,fit=4,over=0");
	expect_metric("shared", 228 * 1024 / 4.0 - 1024);
	expect_metric("blocks_bounded_by_shared", 4);
	at("op=shared_step,fit=4,over=1");
	expect_metric("blocks_bounded_by_shared", 3);
	/* With 32 registers 64 warps use all 65536: both registers and threads allow eight blocks of 256 threads. */
	at("op=read,by=registers,registers=48,ilp=1");
	expect_metric("blocks_bounded_by_registers", 8);
	at("op=fma,by=slots,ilp=2");
	expect_metric("blocks_bounded_by_slots", 32);
	skipped("op=read,by=shared,warps=63,ilp=1",
		"an SM holds 32 blocks of 32 threads, not 63: its number of blocks");
	/* 21 blocks of one warp do not divide the memory evenly, but no more than 21 fit. */
	at("op=read,by=shared,warps=21,ilp=1");
	expect_metric("blocks_bounded_by_shared", 21);
}

static bool shared_is_free; /* the fake driver ignores shared memory */

/* Verifies a point with these kernels. */
static void start(const char *text, uint32_t blocks, uint32_t mistake)
{
	real_reset();
	fake.free_bytes = 24 << 20;
	fake.l2_bytes = 1 << 20;
	met = blocks;
	mistakes = mistake;
	fake_kernel("occupancy_read_i4_r0", do_read);
	fake_kernel("occupancy_fma_i1_r0", do_fma);
	fake_kernel("occupancy_latency", do_latency);
	fake.shared_is_free = shared_is_free;
	assert_int_equal(open_bench(), 0);
	at(text);
}

static int verify(const char *text, uint32_t blocks, uint32_t mistake)
{
	start(text, blocks, mistake);
	return gb_run_verify(&run);
}

TEST(right_kernels_pass)
{
	start("op=read,by=shared,warps=16,ilp=4", 4, 0);
	real_timed_sums_up_nothing(&run);
	assert_null(strstr(run.doubt, " met on an SM"));
	expect_metric("resident_warps", 16);
	expect_metric("bytes_in_flight", 16 * 32 * 4 * 16);
	expect_metric("loaded_latency", 16 * 32 * 4 * 16 * 4);
	assert_non_null(bench->remark(&run));
	real_stale_is_caught(&run, "occupancy_read_i4_r0");
	close_point();
	assert_ok(verify("op=fma,by=shared,warps=8,ilp=1", 2, 0), error);
	assert_null(strstr(run.doubt, " met on an SM"));
	expect_metric("fmas_in_flight", 8 * 32);
	expect_metric("loaded_latency_cycles", 2 * 8 * 32 * 4 * 1e9);
	real_stale_is_caught(&run, "occupancy_fma_i1_r0");
	close_point();
	start("op=fma,by=shared,warps=24,ilp=1", 6, 0);
	assert_says(bench->remark(&run), "a tail");
	close_point();
	assert_ok(verify("op=grid,blocks=9", 8, 0), error);
	assert_null(strstr(run.doubt, " met on an SM"));
	expect_metric("full_waves", 9.0 / 16);
	close_point();
	assert_ok(verify("op=block,threads=33", 32, 0), error);
	assert_null(strstr(run.doubt, " met on an SM"));
	expect_metric("resident_warps", 64);
	expect_metric("active_lanes", 33.0 / 64);
	expect_metric("rate_of_whole_warps", 64.0 / 33);
	assert_says(bench->remark(&run), "have no thread");
	close_point();
	assert_ok(verify("op=latency", 0, 0), error);
	expect_metric("loaded_latency", 1 / 1000.0);
	assert_null(bench->remark(&run));
	real_stale_is_caught(&run, "occupancy_latency");
	close_point();
}

TEST(wrong_results_are_caught)
{
	assert_fails(verify("op=read,by=shared,warps=16,ilp=4", 4, 1), "the sum of the words read");
	close_point();
	assert_fails(verify("op=latency", 0, 1), "the sum of the words read");
	close_point();
	assert_fails(verify("op=grid,blocks=3", 3, 1), "thread 767 computed");
	close_point();
	assert_fails(verify("op=block,threads=33", 32, 1), "thread 4223 computed");
	close_point();
}

TEST(results_of_an_earlier_launch_are_caught)
{
	assert_ok(verify("op=fma,by=shared,warps=8,ilp=1", 2, 0), error);
	forgets = true;
	expect_check_says("thread 0 computed");
	forgets = false;
	close_point();
}

TEST(two_sums_of_nothing_are_caught)
{
	assert_ok(verify("op=latency", 0, 0), error);
	fake.computes = false;
	fake_kernel("occupancy_latency", NULL);
	expect_check_says("no words were added up for the comparison");
	close_point();
}

TEST(a_wrong_sum_is_that_of_one_launch)
{
	assert_int_equal(verify("op=read,by=shared,warps=16,ilp=4", 4, 1), GB_FAILED);
	mistakes = 0;
	gb_error_clear(&error);
	assert_ok(gb_run_verify(&run), error);
	close_point();
}

TEST(other_residents_are_doubted)
{
	assert_ok(verify("op=read,by=shared,warps=16,ilp=4", 5, 0), error);
	assert_says(run.doubt, "5 blocks met on an SM instead of 4");
	close_point();
	shared_is_free = true; /* now 16 blocks of 128 threads fit */
	assert_ok(verify("op=read,by=shared,warps=16,ilp=4", 4, 0), error);
	shared_is_free = false;
	close_point();
	assert_says(run.doubt, "16 blocks fit according to the driver, 4 according to our arithmetic");
	assert_fails(verify("op=read,by=shared,warps=16,ilp=4", 0, 0), "no block was seen on any SM");
	close_point();
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

static const struct gb_device hundred_sms = { .sm_count = 100 };

/* The highest rate is 1 TB/s. Half of it is reached a third of the way from 8 to 16 warps, and 90 % halfway from 16 to
 * 32. */
TEST(shares_are_interpolated)
{
	MAKE_ROWS({ "default", "op=read,by=shared,warps=16,ilp=1", "bandwidth", 0.8e12 },
		  { "default", "op=read,by=shared,warps=8,ilp=1", "bandwidth", 0.35e12 },
		  { "default", "op=read,by=shared,warps=32,ilp=1", "bandwidth", 1e12 },
		  { "default", "op=read,by=registers,registers=64,ilp=1", "bandwidth", 0.9e12 },
		  { "default", "op=latency", "time", 5e-4 }, { "default", "op=latency", "loaded_latency", 500e-9 });
	conclude(bench, &hundred_sms);
	const struct gb_finding *f = the_finding("op=read,ilp=1,share=0.5", "warps_needed");
	assert_same(f->value, 8 + 8 / 3.0);
	assert_same(f->lo, 8);
	assert_same(f->hi, 16);
	assert_same(the_finding("op=read,ilp=1,share=0.5", "bytes_in_flight_needed")->value, 512 * (8 + 8 / 3.0));
	f = the_finding("op=read,ilp=1,share=0.9", "warps_needed");
	assert_same(f->value, 24);
	/* Little's law: 0.9e12 / 100 SMs x 500 ns = 4500 bytes; 24 warps have 12288 bytes in flight. */
	f = the_finding("op=read,ilp=1,share=0.9", "times_little");
	assert_same(f->value, 12288 / 4500.0);
	assert_says(
		f->remark,
		"4500 bytes must be in flight on an SM at the latency with one warp per SM, 500 ns; under this load a "
		"read takes 1365 ns");
	assert_int_equal(finding_count, 9);
}

TEST(what_is_not_reached_says_so)
{
	MAKE_ROWS({ "default", "op=fma,by=shared,warps=4,ilp=1", "flop_rate", 6e12 },
		  { "default", "op=fma,by=shared,warps=8,ilp=1", "flop_rate", 8e12 },
		  { "default", "op=fma,by=registers,registers=64,ilp=4", "flop_rate", 10e12 },
		  { "default", "op=fma,by=shared,warps=4,ilp=1", "loaded_latency_cycles", 4 });
	conclude(bench, &hundred_sms);
	const struct gb_finding *f = the_finding("op=fma,ilp=1,share=0.5", "warps_needed");
	assert_unknown(f->value);
	assert_says(f->remark, "50 % are reached even with the fewest warps measured, 4");
	f = the_finding("op=fma,ilp=1,share=0.9", "warps_needed");
	assert_unknown(f->value);
	assert_says(f->remark, "90 % are not reached: 8 warps give 80.0 %");
	assert_int_equal(finding_count, 3);
}

TEST(cliffs_are_found)
{
	made_count = 0;
	for (int over = 0; over < 2; over++) {
		const char *point = over ? "op=shared_step,fit=4,over=1" : "op=shared_step,fit=4,over=0";
		make_row(bench, point, "bandwidth", over ? 6e11 : 8e11);
		make_row(bench, point, "blocks_met", 4 - over);
		make_row(bench, point, "shared", 57344 + over);
	}
	make_row(bench, "op=register_step,ballast=51", "bandwidth", 8e11);
	make_row(bench, "op=register_step,ballast=51", "blocks_met", 4);
	make_row(bench, "op=register_step,ballast=51", "registers", 63);
	make_row(bench, "op=register_step,ballast=52", "bandwidth", 8e11);
	make_row(bench, "op=register_step,ballast=52", "blocks_met", 4);
	make_row(bench, "op=register_step,ballast=52", "registers", 64);
	make_row(bench, "op=register_step,ballast=53", "bandwidth", 5.9e11);
	make_row(bench, "op=register_step,ballast=53", "blocks_met", 3);
	make_row(bench, "op=register_step,ballast=53", "registers", 72);
	assert_int_equal(conclude(bench, &hundred_sms), 2);
	const struct gb_finding *f = the_finding("op=shared_step,fit=4,over=1", "cliff");
	assert_same(f->value, 0.75);
	assert_says(f->remark, "bytes of shared memory 57344 -> 57345, blocks per SM 4 -> 3: 0.750 by blocks");
	f = the_finding("op=register_step,ballast=53", "cliff");
	assert_same(f->value, 5.9 / 8);
	assert_says(f->remark, "registers 64 -> 72, blocks per SM 4 -> 3");
}

TEST(the_tail_is_against_the_largest_grid)
{
	MAKE_ROWS({ "default", "op=grid,blocks=9", "flop_rate", 5.5e12 },
		  { "default", "op=grid,blocks=9", "full_waves", 0.5625 },
		  { "default", "op=grid,blocks=200", "flop_rate", 1e13 },
		  { "default", "op=grid,blocks=200", "full_waves", 1 });
	assert_int_equal(conclude(bench, &hundred_sms), 1);
	const struct gb_finding *f = the_finding("op=grid,blocks=9", "tail");
	assert_same(f->value, 0.55);
	assert_string_equal(f->axis, "blocks");
	assert_same(f->x, 9);
	assert_says(f->remark, "0.562 of its waves are full");
}

TEST(nothing_follows_from_nothing)
{
	made_count = 0;
	assert_int_equal(conclude(bench, &hundred_sms), 0);
	make_row(bench, "op=grid,blocks=200", "flop_rate", 1e13);
	make_row(bench, "op=read,by=shared,warps=8,ilp=1", "bandwidth", 1e12);
	make_row(bench, "op=register_step,ballast=53", "bandwidth", 1e12);
	assert_int_equal(conclude(bench, &hundred_sms), 0);
}

TESTS_OF("occupancy")
