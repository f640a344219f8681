#include "timing/timer.h"

#include "gpu_fake.h"
#include "support.h"

TEST(clock_by_hand)
{
	const struct gb_stamp before[] = { { 1000, 100 }, { 5000, 200 }, { 0, 0 }, { 7000, 300 } };
	const struct gb_stamp after[] = { { 3000, 1100 }, { 8000, 1200 }, { 900, 900 }, { 10000, 1800 } };

	struct gb_timed timed;

	/* 2, 3 and 2 GHz; the third SM has no first stamp. */
	gb_timer_clocks(before, after, 4, &timed);
	assert_same(timed.sm_hz, 2e9);
	gb_timer_clocks(before, after, 2, &timed);
	assert_same(timed.sm_hz, 2.5e9);
	assert_same(timed.slowest_hz, 2e9);
}

static void expect_clocks(const struct gb_stamp before[2], const struct gb_stamp after[2], double hz)
{
	struct gb_timed timed;

	gb_timer_clocks(before, after, 2, &timed);
	if (isnan(hz)) {
		assert_unknown(timed.sm_hz);
		assert_unknown(timed.slowest_hz);
	} else {
		assert_same(timed.sm_hz, hz);
		assert_same(timed.slowest_hz, hz);
	}
}

TEST(sms_without_two_stamps_do_not_count)
{
	const struct gb_stamp none[2] = { { 0, 0 } }, some[2] = { { 1000, 100 } }, later[2] = { { 2000, 1100 } };

	expect_clocks(none, later, NAN);
	expect_clocks(some, none, NAN);
	expect_clocks(later, some, NAN); /* runs backwards */
	expect_clocks(some, some, NAN);
	expect_clocks(some, later, 1e9);
}

static int time_one(struct gb_timed *timed, struct gb_error *why)
{
	struct gb_device device;
	struct gpu_identity identity;
	struct gpu_module *module = NULL;
	struct gb_kernel kernel;
	struct gb_timer timer = { 0 };
	struct gpu *gpu = NULL;
	const struct gb_variant variant = { .name = "default", .flags = "", .archs = "" };

	int status = fake_ops.describe(0, &device, &identity, why);
	if (status == GB_OK)
		status = fake_ops.open(0, &gpu, why);
	if (status != GB_OK)
		return status;
	status = gb_timer_open(&timer, &fake_ops, gpu, &device, why);
	const bool opened = status == GB_OK;
	if (status == GB_OK)
		status = fake_ops.load(gpu, &variant, &module, why);
	if (status == GB_OK)
		status = fake_ops.kernel(gpu, module, "work", &kernel, why);
	if (status == GB_OK)
		status = gb_timer_begin(&timer, why);
	for (int i = 0; i < 10 && status == GB_OK; i++)
		status = fake_ops.launch(gpu, &kernel, (struct gb_shape){ .grid = 1, .block = 32 }, NULL, why);
	if (status == GB_OK)
		status = gb_timer_end(&timer, timed, why);
	if (module != NULL)
		fake_ops.unload(gpu, module);
	if (opened)
		gb_timer_close(&timer);
	fake_ops.close(gpu);
	return status;
}

TEST(times_what_lies_between)
{
	struct gb_timed timed;

	fake_reset();
	fake.launch_seconds = 1e-3;
	fake.sm_hz = 1.755e9;
	assert_ok(time_one(&timed, &error), error);
	assert_near(timed.seconds, 10e-3, 1e-9); /* excluding the delay of the stamps themselves */
	assert_near(timed.sm_hz, 1.755e9, 1e-6);
}

TEST(missing_stamps_leave_the_clock_unknown)
{
	struct gb_timed timed;

	fake_reset();
	fake.stamped_sms = 0;
	assert_ok(time_one(&timed, &error), error);
	assert_unknown(timed.sm_hz);
	fake.stamped_sms = 1; /* of 4: enough */
	assert_ok(time_one(&timed, &error), error);
	assert_near(timed.sm_hz, 1.5e9, 1e-4);
}

TEST(every_failing_call_is_passed_on_and_leaves_nothing)
{
	struct gb_timed timed;

	for (int op = 0; op < FAKE_OPS; op++)
		for (unsigned int nth = 1;; nth++) {
			gb_error_clear(&error);
			assert_true(fake_reset()); /* nothing was left over */
			fake_fail(fake_op_name((enum fake_op)op), nth, false);
			int status = time_one(&timed, &error);
			if (!fake_failed()) {
				assert_ok(status, error);
				break;
			}
			assert_int_equal(status, GB_FAILED);
			assert_true(error.text[0] != '\0');
		}
	assert_true(fake_reset());
}
