/* Tests of `latency`: lines by their home, with its models on a device whose L2 has two halves. */
#include "../common/l2_halves_probe.h"
#include "latency.h"
#include "verified.h"

/* Cycles per hop, by the place of its line. */
enum { NEAR_HIT = 280, FAR_HIT = 460, NEAR_MISS = 560, FAR_MISS = 740 };

/* ONE_HALF: L2 has one half. A_SM: no block runs on the SM. NO_LOOP: none runs only for the line that leads to itself.
 * NO_TIME: a chain takes no time. A_MEAN: single hops take 10 cycles longer on average. A_BIN: one hop is outside all
 * bins. */
enum { ONE_HALF = 1, A_SM, NO_LOOP, NO_TIME, A_MEAN, A_BIN };

static double probe(struct gb_shape shape, const void *of)
{
	const struct home_probe_args *args = of;

	real_model("latency_probe", shape, of);
	for (uint32_t c = 0; fault == ONE_HALF && c < args->chunks; c++)
		args->all[c] = 300;
	return 0;
}

static double faulty_chain(struct gb_shape shape, const void *of)
{
	const struct latency_trail_args *args = of;

	if (fault == (args->set.lines > 1 ? A_SM : NO_LOOP))
		return 0;
	real_model("latency_chain", shape, of);
	if (fault == NO_TIME)
		args->trail->chain = args->trail->chains = 0;
	return 0;
}

static double faulty_singles(struct gb_shape shape, const void *of)
{
	const struct latency_trail_args *args = of;
	uint32_t bin = 0;

	real_model("latency_singles", shape, of);
	if (args->set.lines == 1)
		return 0;
	while (args->bins[bin] == 0)
		bin++;
	args->bins[bin] -= fault == A_BIN;
	args->trail->singles += fault == A_MEAN ? 10ull * args->hops : 0;
	return 0;
}

static void make_faulty(int with)
{
	fault = with;
	fake_kernel("latency_chain", faulty_chain);
	fake_kernel("latency_singles", faulty_singles);
}

static const struct verified_helper helpers[] = { { "latency_probe", probe } };
static const struct verified_device verified_device = { .helper = helpers, .helpers = 1, .l2_bytes = 1 << 20 };

/* ---- tests ------------------------------------------------------------------------------------------------------- */

static const char *const all_points[] = {
	"memory=halves,lines=l2_near,half=0,pick=1",   "memory=halves,lines=l2_near,half=1,pick=3",
	"memory=halves,lines=l2_far,half=0,pick=2",    "memory=halves,lines=l2_far,half=1,pick=1",
	"memory=halves,lines=dram_near,half=0,pick=3", "memory=halves,lines=dram_near,half=1,pick=2",
	"memory=halves,lines=dram_far,half=0,pick=1",  "memory=halves,lines=dram_far,half=1,pick=2",
};
enum { POINTS = sizeof all_points / sizeof all_points[0] };

static double observed_last(void)
{
	double value = 0;

	for (int i = 0; i < 3; i++)
		assert_ok(gb_run_launch(&run), error);
	assert_ok(bench->observe(&run, &value), error);
	return value;
}

/* Each population is alone from either half, whatever was measured before. */
OPEN_TEST(each_population_is_measured_alone)
{
	static const double cycles[] = { NEAR_HIT, FAR_HIT, NEAR_MISS, FAR_MISS };

	for (size_t i = 0; i < POINTS; i++) {
		at(all_points[i]);
		/* The hops of a chain and those timed one by one, each after 256 untimed ones. */
		assert_same(bench->cost(&run).ops, 2 * (256 + 4096));
		assert_same(observed_last(), cycles[i / 2]);
		assert_same(metric("hop_p50"), cycles[i / 2]); /* without the cost of the clock */
		assert_same(metric("hop_p01"), cycles[i / 2]);
		assert_same(metric("hop_mean"), cycles[i / 2]);
		assert_same(metric("hops_within_15"), 1);
		assert_same(metric("hops_slower"), 0);
		assert_ok(gb_run_verify(&run), error);
		assert_string_equal(run.doubt, "");
		assert_same(metric("hop_p50"), cycles[i / 2]);
	}
}

OPEN_TEST(sms_of_both_halves_are_timed)
{
	EXPECT_AT("memory=halves,lines=l2_far,half=0,pick=1", { "sm", 0 });
	EXPECT_AT("memory=halves,lines=l2_far,half=0,pick=3", { "sm", 2 });
	EXPECT_AT("memory=halves,lines=l2_near,half=1,pick=1", { "sm", 1 });
	EXPECT_AT("memory=halves,lines=l2_near,half=1,pick=3", { "sm", 3 });
}

/* The trail itself is correct. */
OPEN_TEST(hops_that_do_not_count_are_caught)
{
	make_faulty(A_BIN);
	at(all_points[0]);
	expect_check_says("4095 of them counted, instead of 4096");
	make_faulty(NO_TIME);
	at(all_points[0]);
	expect_check_says("the hops took 0 cycles in a chain");
}

OPEN_TEST(a_block_that_does_not_run_is_said)
{
	double value;

	at(all_points[0]);
	make_faulty(A_SM);
	assert_ok(gb_run_launch(&run), error);
	assert_fails(bench->observe(&run, &value), "did not run on SM 0");
}

OPEN_TEST(a_clock_that_is_not_found_is_said)
{
	make_faulty(NO_LOOP);
	assert_fails(point_of(all_points[0]), "no block ran on SM 0");
}

OPEN_TEST(means_that_differ_are_suspect)
{
	at(all_points[0]);
	make_faulty(A_MEAN);
	observed_last();
	assert_ok(gb_run_verify(&run), error);
	assert_says(run.doubt,
		    "single hops take 290.0 cycles on average, less 3.0 for reading the clock; chains take 280.0");
}

OPEN_TEST(one_half_is_skipped)
{
	fault = ONE_HALF;
	skipped(all_points[0], "it has one partition");
	skipped(all_points[5], "it has one partition");
}

OPEN_TEST(little_memory_is_skipped)
{
	gb_run_close(&run);
	fake.free_bytes = 6 << 20;
	assert_ok(gb_run_open(&run, &card, bench, &bench->variants[0], &error), error);
	skipped(all_points[0], "5 times the L2");
}

static int open_with_usual_caches(void)
{
	make_verified_device();
	fake.l2_bytes = 4 << 20;
	fake.free_bytes = 64 << 20;
	return open_bench();
}

TEST_WITH(five_caches_fit_into_a_third_of_the_memory, open_with_usual_caches, close_run)
{
	expect_right(all_points[0]);
}

TESTS_OF("latency")
