/* Tests of `clocks`: its checks of its models, the reports of its blocks, and its conclusions. */
#include "clocks.h"
#include "made.h"
#include "verified.h"

/* ---- kernels whose reports are wrong ----------------------------------------------------------------------------- */

enum { A_SUM = 1, ONE_SM, TOO_SOON, NO_CYCLES, NO_TIME, FAULTS = NO_TIME, A_BLOCK };

static double faulty(struct gb_shape shape, const void *args)
{
	const struct clocks_args *a = args;
	const struct clocks_span last = a->spans[shape.grid - 1];

	replaced_model(shape, args);
	if (fault == A_SUM)
		((unsigned char *)a->out)[2] ^= 0x10;
	if (fault == ONE_SM)
		a->spans[shape.grid - 1].sm = 0;
	if (fault == TOO_SOON)
		a->spans[0].nanoseconds = a->nanoseconds / 2;
	if (fault == NO_CYCLES)
		a->spans[1].cycles = 0;
	if (fault == NO_TIME)
		a->spans[1].nanoseconds = 0;
	if (fault == A_BLOCK)
		a->spans[shape.grid - 1] = last;
	return 0;
}

#define ON_THREE "load=ffma,sms=3,data=normal,duty=100"

static void make_faulty(const char *kernel, int with)
{
	fault = with;
	replace_kernel(kernel, faulty);
}

/* ---- verification ------------------------------------------------------------------------------------------------ */

OPEN_TEST(faults_are_named)
{
	static const char *const words[] = {
		[A_SUM] = "of block 0: got",
		[ONE_SM] = "both ran on SM 0",
		[TOO_SOON] = "block 0 worked for 1000000 ns, expected 2000000",
		[NO_CYCLES] = "block 1 counted no cycles",
		[NO_TIME] = "block 1 worked for 0 ns, expected 2000000",
	};

	for (fault = A_SUM; fault <= FAULTS; fault++)
		expect_caught_at(ON_THREE, "clocks_ffma", faulty, words[fault]);
}

OPEN_TEST(a_block_that_tells_nothing_is_caught)
{
	double value;

	expect_right(ON_THREE);
	make_faulty("clocks_ffma", A_BLOCK); /* the previous report is still in place */
	expect_check_says("worked for 18446744073709551615 ns");
	fault = NO_TIME;
	assert_ok(bench->launch(&run), error);
	assert_fails(bench->observe(&run, &value), "block 1 took no time");
}

OPEN_TEST(zeros_are_sums_of_zeros)
{
	expect_right("load=fp16,sms=2,data=zeros,duty=100");
	expect_right("load=fp16,sms=2,data=normal,duty=100");
	make_faulty("clocks_fp16", A_SUM);
	expect_check_says("element 0 of block 0");
	expect_right("load=ffma,sms=2,data=zeros,duty=100");
}

/* ---- points ------------------------------------------------------------------------------------------------------ */

OPEN_TEST(the_median_sm_is_the_value_and_the_slowest_a_metric)
{
	double value = 0;

	value = observed("load=bf16,sms=4,data=zeros,duty=100");
	assert_near(value, 0.9985e9, 1e-5);
	assert_near(metric("slowest"), 0.997e9, 1e-5);
	value = observed("load=ffma,sms=1,data=zeros,duty=100");
	assert_near(value, 1e9, 1e-5);
	assert_near(metric("slowest"), 1e9, 1e-5);
}

static struct clocks_args last;
static struct gb_shape last_shape;
static double took;

static double look(struct gb_shape shape, const void *args)
{
	last = *(const struct clocks_args *)args;
	last_shape = shape;
	took += 1e-9 * (double)last.nanoseconds;
	real_model("clocks_ffma", shape, args);
	return 1e-9 * (double)last.nanoseconds;
}

OPEN_TEST(loads_run_before_they_are_timed)
{
	fake_kernel("clocks_int8", look);
	fake_kernel("clocks_ffma", look);
	took = 0;
	at("load=int8,sms=4,data=normal,duty=100");
	assert_near(took, 0.3, 1e-9);
	took = 0;
	at("load=ffma,sms=4,data=zeros,duty=100");
	assert_near(took, 0.3, 1e-9);
}

OPEN_TEST(a_launch_works_for_two_milliseconds_on_as_many_sms)
{
	fake_kernel("clocks_ffma", look);
	at("load=ffma,sms=3,data=zeros,duty=25");
	assert_ok(bench->launch(&run), error);
	assert_int_equal(last.nanoseconds, 2000000);
	assert_int_equal(last.work, CLOCKS_PERIOD / 4);
	assert_false(last.record);
	assert_int_equal(last_shape.grid, 3);
	assert_int_equal(last_shape.block, 256);
	assert_true(2 * (uint64_t)last_shape.shared_bytes > gb_device(&run)->shared_per_sm);
	at("load=ffma,sms=3,data=zeros,duty=100");
	assert_ok(bench->launch(&run), error);
	assert_int_equal(last.work, CLOCKS_PERIOD);
}

static void expect_roof(const char *point, const char *roof)
{
	at(point);
	const char *sets = bench->roof(&run);
	if ((roof == NULL) != (sets == NULL) || (roof != NULL && strcmp(roof, sets) != 0))
		fail_msg("%s sets the roof %s", point, sets != NULL ? sets : "none");
}

OPEN_TEST(two_points_set_roofs_and_have_no_limit)
{
	expect_roof("load=fp16,sms=4,data=zeros,duty=100", "clock.matrix");
	assert_unknown(bench->limit(&run, gb_device(&run), 1e9));
	expect_roof("load=ffma,sms=4,data=zeros,duty=100", "clock.plain");
	expect_roof("load=fp16,sms=3,data=zeros,duty=100", NULL);
	expect_roof("load=fp16,sms=4,data=normal,duty=100", NULL);
	expect_roof("load=ffma,sms=4,data=zeros,duty=50", NULL);
	expect_roof("load=tf32,sms=4,data=zeros,duty=100", NULL);
}

OPEN_TEST(what_a_device_lacks_is_skipped)
{
	skipped("load=ffma,sms=5,data=zeros,duty=100", "has 4 SMs");
	card.device.cc_major = 7;
	card.device.cc_minor = 5;
	skipped("load=int8,sms=4,data=zeros,duty=100", "8.0");
	at("load=ffma,sms=4,data=zeros,duty=100");
}

/* ---- conclusions ------------------------------------------------------------------------------------------------- */

TEST(each_format_is_compared_with_ffma)
{
	const struct gb_device device = { .name = "a card" };

	MAKE_ROWS({ "default", "load=fp16,sms=4,data=zeros,duty=100", "slowest", 1e9 },
		  { "default", "load=fp16,sms=4,data=zeros,duty=100", "sm_clock", 1.8e9 },
		  { "default", "load=fp16,sms=8,data=zeros,duty=100", "sm_clock", 1.7e9 },
		  { "default", "load=ffma,sms=4,data=normal,duty=100", "sm_clock", 1.5e9 },
		  { "default", "load=ffma,sms=4,data=zeros,duty=100", "sm_clock", 2e9 },
		  { "default", "load=fp64,sms=4,data=zeros,duty=100", "sm_clock", 2e9 });
	assert_int_equal(conclude(bench, &device), 2);
	assert_string_equal(finding[0].point, "load=fp64");
	assert_same(finding[0].value, 1);
	expect_finding("load=fp16", "matrix_over_plain", 0.9);
	assert_true(finding[1].lo < 0.9 && finding[1].hi > 0.9);
	made_count = 3;
	assert_int_equal(conclude(bench, &device), 0);
}

TESTS_OF("clocks")
