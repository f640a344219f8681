/* Tests of `host_case`: its arithmetic, its kernels with and without faults, and every skip. */
#include "host_case.h"

#include "host_memory.h"

TEST_WITH(costs_and_times_by_hand, open_run, close_run)
{
	const double set = 1024.0 * 1024;

	EXPECT_AT("version=plain,threads=all,sets=8", { "ops", 3 * 8 * set },
		  { "bytes", 4 * (8 * (set + 1024) + set) });
	/* The time is that of all 1024 sets, regardless of how many are measured. */
	assert_same(metric("time"), 3 * 1024 * set);
	assert_same(metric("memory_bandwidth"), 4 * (8 * (set + 1024) + set) / (3 * 8 * set));
	EXPECT_AT("version=plain,threads=one,sets_alone=4", { "ops", 3 * 4 * set }, { "time", 3 * 1024 * set });
}

TEST_WITH(limits_are_of_the_cores_that_work, open_run, close_run)
{
	struct gb_device device;

	at("version=plain,threads=all,sets=4");
	device = *gb_device(&run);
	device.rates.fp32 = 32;
	assert_same(bench->limit(&run, &device, 1e9), 4 * 32e9);
	at("version=plain,threads=one,sets_alone=4");
	assert_same(bench->limit(&run, &device, 1e9), 32e9);
}

/* Half of nearly 256 MiB holds 31 sets of 4 MiB with their results. */
TEST_WITH(skips_and_their_reasons, open_run, close_run)
{
	at("version=plain,threads=all,sets=16");
	skipped("version=plain,threads=all,sets=64", "half of the free memory holds 31 sets, not 64");
	close_run();
	reset_device();
	fake.sms = CORES;
	fake.free_bytes = 4 << 20;
	assert_int_equal(open_bench(), -1);
	assert_says(error.text, "MB of memory are free; a set takes 8.4 MB");
	gb_device_close(&card);
	assert_int_equal(open_run(), 0);
}

/* More sets than before are filled on first use. */
TEST_WITH(every_kernel_is_right, open_run, close_run)
{
	expect_right("version=plain,threads=one,sets_alone=4");
	expect_right("version=along_rows,threads=one,sets_alone=4");
	expect_right("version=plain,threads=all,sets=8");
	expect_right("version=along_rows,threads=all,sets=8");
	expect_right("version=along_rows,threads=all,sets=4");
}

/* Makes the last result slightly wrong, after the correct kernel has run. */
static double spoil_result(struct gb_shape shape, const void *args)
{
	const struct host_case_args *a = args;

	a->out[(uint64_t)CASE_LENGTH * a->sets - 1] += 1.0F / CASE_LENGTH;
	return 0;
}

static double swap_sets(struct gb_shape shape, const void *args)
{
	const struct host_case_args *a = args;

	for (uint64_t i = 0; i < CASE_LENGTH; i++)
		a->out[i * a->sets + 1] = a->out[i * a->sets];
	return 0;
}

static void expect_wrong(const char *point, const char *why)
{
	at(point);
	expect_check_says(why);
}

TEST_WITH(wrong_results_are_caught, open_run, close_run)
{
	fake_kernel("plain", spoil_result);
	fake_kernel("along_rows", swap_sets);
	expect_wrong("version=plain,threads=one,sets_alone=4",
		     "verify: 1 of 4096 results are wrong, the first at 4095");
	expect_wrong("version=along_rows,threads=all,sets=4", "of 4096 results are wrong, the first at ");
}

static double forget(struct gb_shape shape, const void *args)
{
	const struct host_case_args *a = args;

	for (uint32_t i = 0; i < shape.grid; i++)
		a->report[i].compared = 0;
	return 0;
}

TEST_WITH(a_check_must_look, open_run, close_run)
{
	fake_kernel("check", forget);
	expect_wrong("version=plain,threads=all,sets=4", "the check looked at 0 of 4096 results");
}

/* Lets every kernel work except for the point's. */
static void leave_idle(const char *name, struct gb_shape shape, bool computes)
{
	fake.computes = strcmp(name, "plain") != 0;
}

TEST_WITH(what_an_earlier_launch_left_does_not_pass, open_run, close_run)
{
	expect_right("version=plain,threads=one,sets_alone=4");
	fake.launched = leave_idle;
	expect_check_says("4096 of 4096 results are wrong, the first at 0");
	fake.launched = NULL;
	fake.computes = true;
}

TESTS_OF("host_case")
